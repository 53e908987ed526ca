// See betza_pieces.h.

#ifdef BETZA

#include "betza_pieces.h"

#include <betza.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>

#include "bitboard.h"
#include "variant.h"

namespace Stockfish {
namespace BetzaPieces {

Bitboard Attackers[COLOR_NB][CUSTOM_PIECES_NB][SQUARE_NB];

namespace {

constexpr unsigned Words = sizeof(Bitboard) / 8;
using Set = uint64_t[Words];

void put(Bitboard from, Set& to) {
  for (unsigned i = 0; i < Words; ++i)
      to[i] = uint64_t(from >> int(64 * i));
}

Bitboard taken(const Set& from) {
  Bitboard b = from[0];
  for (unsigned i = 1; i < Words; ++i)
      b |= Bitboard(from[i]) << int(64 * i);
  return b;
}

// A piece of one colour.
struct Tables {
  betza::Tables owner;
  const betza_lookup* lookup = nullptr;
};

Tables all[COLOR_NB][CUSTOM_PIECES_NB];

using Query = void (*)(const betza_lookup*, uint32_t, const uint64_t*, uint64_t*);

inline Bitboard asked(Query query, Color c, PieceType pt, Square s, Bitboard occupied) {
  Set words, out = {};
  put(occupied, words);
  query(all[c][pt - CUSTOM_PIECES].lookup, s, words, out);
  return taken(out);
}

using Bound = betza_status (*)(const betza_tables*, uint32_t, uint64_t*, size_t);

Bitboard asked(Bound bound, const Tables& tables, Square s) {
  Set out = {};
  bound(tables.owner.get(), s, out, Words);
  return taken(out);
}

betza::Result<betza::Piece> read(const std::string& text) {
  size_t colon = text.find(':');
  uint32_t dialect = 0;
  betza_dialect_by_name(text.data(), colon, &dialect);
  return betza::Piece::read(std::string_view(text).substr(colon + 1), betza::Dialect(dialect));
}

// Tells a mistake once: pyffish and ffish.js initialize the variant at every call.
void refuse(const std::string& text, std::string_view why) {
  static std::set<std::string> told;
  if (told.insert(text).second)
      std::cerr << text << ": " << why << std::endl;
}

// Makes the tables of both colours; false if the piece is refused.
bool make(const std::string& text, const Variant* v, int i) {
  static const betza::Cache cache(4 * CUSTOM_PIECES_NB);
  auto piece = read(text);
  if (!piece)
  {
      refuse(text, piece.error().text());
      return false;
  }
  for (Color c : { WHITE, BLACK })
  {
      auto tables = piece->compile(cache, v->maxFile + 1, v->maxRank + 1, betza::Side(c), FILE_NB);
      if (!tables)
      {
          refuse(text, tables.error().text());
          all[WHITE][i] = Tables();
          return false;
      }
      all[c][i].owner = std::move(*tables);
      all[c][i].lookup = betza_tables_lookup(all[c][i].owner.get());
      for (Square s = SQ_A1; s <= SQ_MAX; ++s)
          Attackers[c][i][s] = asked(betza_tables_may_be_attacked_from, all[c][i], s);
  }
  return true;
}

// Whether every attack is answered by one of the other colour's from the attacked square, as the engine takes it of pieces without a sign.
bool is_mirrored(int i) {
  for (Color c : { WHITE, BLACK })
      for (Square s = SQ_A1; s <= SQ_MAX; ++s)
          if (Attackers[c][i][s] != asked(betza_tables_may_attack, all[~c][i], s))
              return false;
  return true;
}

// Fills the engine's tables. Squares off the board have no moves.
void fill(PieceType pt, int i) {
  bool blockable = !is_mirrored(i), quietsAreBlockable = false;
  for (Color c : { WHITE, BLACK })
  {
      blockable |= all[c][i].owner.is_blockable();
      quietsAreBlockable |= all[c][i].owner.quiets_are_blockable();
  }
  AttackRiderTypes[pt] = blockable ? RIDER_BETZA : NO_RIDER;
  MoveRiderTypes[0][pt] = quietsAreBlockable ? RIDER_BETZA : NO_RIDER;
  for (Color c : { WHITE, BLACK })
      for (Square s = SQ_A1; s <= SQ_MAX; ++s)
      {
          PseudoAttacks[c][pt][s] = asked(betza_tables_may_attack, all[c][i], s);
          PseudoMoves[0][c][pt][s] = asked(betza_tables_may_move, all[c][i], s);
          // What is in here is taken to be safe from blocking.
          LeaperAttacks[c][pt][s] = blockable ? Bitboard(0) : PseudoAttacks[c][pt][s];
          LeaperMoves[0][c][pt][s] = quietsAreBlockable ? Bitboard(0) : PseudoMoves[0][c][pt][s];
      }
}

}  // namespace

bool is_notation(const std::string& text) {
  size_t colon = text.find(':');
  uint32_t dialect;
  return colon != std::string::npos && betza_dialect_by_name(text.data(), colon, &dialect) == BETZA_STATUS_OK;
}

std::string xboard_text(const std::string& text) {
  auto piece = read(text);
  if (!piece)
      return "";
  auto written = piece->write(betza::Dialect::Xbetza);
  return written ? *written : "";
}

void init(const Variant* v) {
  if (!betza::is_compatible())
  {
      refuse("betza", "the library has another interface than the one that this engine was compiled with");
      v = nullptr;
  }
  for (PieceType pt = CUSTOM_PIECES; pt <= CUSTOM_PIECES_END; ++pt)
  {
      int i = pt - CUSTOM_PIECES;
      for (Color c : { WHITE, BLACK })
          all[c][i] = Tables();
      if (v != nullptr && is_notation(v->customPiece[i]) && make(v->customPiece[i], v, i))
          fill(pt, i);
  }
}

Bitboard answer(unsigned question, Bitboard occupied) {
  constexpr Query Queries[] = { betza_lookup_attacks, betza_lookup_quiets, betza_lookup_attackers };
  return asked(Queries[question & 3], Color(question >> 2 & 1), PieceType(question >> 8 & 0xFF), Square(question >> 16), occupied);
}

// The engine's own estimate starts from 60 for each capturing leap and 30 (in the endgame 40) for each quiet one. A Knight has 8 leaps, and on
// 8x8 reaches 5.25 squares on average: so a square is worth 8 / 5.25 as much.
Value value(Phase phase, PieceType pt) {
  if (pt < CUSTOM_PIECES || pt > CUSTOM_PIECES_END || !all[WHITE][pt - CUSTOM_PIECES].lookup)
      return VALUE_ZERO;
  betza::Mobility mobility = all[WHITE][pt - CUSTOM_PIECES].owner.mobility(0.69);
  double v0 = 8 / 5.25 * (60 * mobility.attacks + (phase == MG ? 30 : 40) * mobility.quiets);
  return Value(std::max(1, int(v0 * std::exp(v0 / 10000))));
}

}  // namespace BetzaPieces
}  // namespace Stockfish

#ifdef BETZA_KEEPS_REGISTERS
// A function with a name for the assembler; then the one that is called, which keeps all general registers but those of the question: edi has
// it, rsi and rdx have the set, before and after.
extern "C" [[gnu::used, gnu::visibility("hidden")]] Stockfish::Bitboard betza_pieces_answer_in_cpp(unsigned question,
                                                                                                   Stockfish::Bitboard occupied) {
  return Stockfish::BetzaPieces::answer(question, occupied);
}

asm(R"(
        .text
        .globl betza_pieces_answer
        .hidden betza_pieces_answer
        .type betza_pieces_answer, @function
betza_pieces_answer:
        pushq %rbp
        movq %rsp, %rbp
        pushq %rax
        pushq %rcx
        pushq %r8
        pushq %r9
        pushq %r10
        pushq %r11
        andq $-16, %rsp
        call betza_pieces_answer_in_cpp
        movq %rax, %rsi
        leaq -48(%rbp), %rsp
        popq %r11
        popq %r10
        popq %r9
        popq %r8
        popq %rcx
        popq %rax
        popq %rbp
        ret
        .size betza_pieces_answer, .-betza_pieces_answer
)");
#endif

#endif
