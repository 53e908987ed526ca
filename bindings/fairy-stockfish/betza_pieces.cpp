// See betza_pieces.h.

#ifdef BETZA

#include "betza_pieces.h"

#include <betza.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>

#include "bitboard.h"
#include "piece.h"
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
// The moves of White's pieces in the engine's terms, as far as PSQT asks.
PieceInfo infos[CUSTOM_PIECES_NB];
// By how much PSQT takes a slider for better on this board than on 8x8.
double boardScale = 1;

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

// Describes the moves to PSQT. What can be blocked and goes further than three squares is a slider, whatever its way. All others have a step for
// each vector.
void describe(PieceType pt, int i) {
  infos[i] = PieceInfo();
  for (MoveModality modality : { MODALITY_QUIET, MODALITY_CAPTURE })
  {
      bool isCapture = modality == MODALITY_CAPTURE;
      bool isSlider = false;
      std::map<Direction, int> steps;
      for (Square s = SQ_A1; s <= SQ_MAX; ++s)
      {
          Bitboard b = isCapture ? PseudoAttacks[WHITE][pt][s] : PseudoMoves[0][WHITE][pt][s];
          while (b)
          {
              Square to = pop_lsb(b);
              steps[Direction(int(to) - int(s))] = 0;
              isSlider |= distance(s, to) > 3;
          }
      }
      isSlider &= moves(isCapture ? AttackRiderTypes[pt] : MoveRiderTypes[0][pt]);
      if (isSlider)
          infos[i].slider[0][modality][NORTH] = 0;
      else
          infos[i].steps[0][modality] = steps;
  }
}

// The text for XBoard, or why there is none. XBoard knows no brackets, but what an author wrote without one for it is his to choose.
std::pair<std::string, std::string> xboard_line(const std::string& text) {
  auto piece = read(text);
  if (!piece)
      return { "", std::string(piece.error().text()) };
  if (text.rfind("xbetza:", 0) == 0 && text.find('[') == std::string::npos)
      return { text.substr(text.find(':') + 1), "" };
  auto written = piece->write(betza::Dialect::Xbetza);
  if (!written)
      return { "", std::string(written.error().text()) };
  if (written->find('[') != std::string::npos)
      return { "", "it knows no brackets, as in " + *written + ": write the piece in xbetza without them, if that can be" };
  return { *written, "" };
}

}  // namespace

bool is_notation(const std::string& text) {
  size_t colon = text.find(':');
  uint32_t dialect;
  return colon != std::string::npos && betza_dialect_by_name(text.data(), colon, &dialect) == BETZA_STATUS_OK;
}

std::string xboard_text(const std::string& text) {
  return xboard_line(text).first;
}

bool xboard_knows(const Variant* v, PieceType pt) {
  if (pt < CUSTOM_PIECES || pt > CUSTOM_PIECES_END || !is_notation(v->customPiece[pt - CUSTOM_PIECES]))
      return true;
  const std::string& text = v->customPiece[pt - CUSTOM_PIECES];
  auto line = xboard_line(text);
  if (line.first.empty())
      refuse("XBoard is not told the moves of " + text, line.second);
  return !line.first.empty();
}

void init(const Variant* v) {
  if (!betza::is_compatible())
  {
      refuse("betza", "the library has another interface than the one that this engine was compiled with");
      v = nullptr;
  }
  // psqt.cpp has the same ratio, of which hands take something.
  if (v != nullptr)
      boardScale = (5 + (v->maxRank + v->maxFile) / 2) / 12.0;
  for (PieceType pt = CUSTOM_PIECES; pt <= CUSTOM_PIECES_END; ++pt)
  {
      int i = pt - CUSTOM_PIECES;
      for (Color c : { WHITE, BLACK })
          all[c][i] = Tables();
      if (v != nullptr && is_notation(v->customPiece[i]) && make(v->customPiece[i], v, i))
      {
          fill(pt, i);
          describe(pt, i);
      }
  }
}

Bitboard answer(unsigned question, Bitboard occupied) {
  constexpr Query Queries[] = { betza_lookup_attacks, betza_lookup_quiets, betza_lookup_attackers };
  return asked(Queries[question & 3], Color(question >> 2 & 1), PieceType(question >> 8 & 0xFF), Square(question >> 16), occupied);
}

namespace {

bool is_moved(PieceType pt) {
  return pt >= CUSTOM_PIECES && pt <= CUSTOM_PIECES_END && all[WHITE][pt - CUSTOM_PIECES].lookup;
}

}  // namespace

const PieceInfo* info(PieceType pt) {
  return is_moved(pt) ? &infos[pt - CUSTOM_PIECES] : nullptr;
}

// Leapers are estimated as the engine's own: 60 for each capturing leap, 30 (in the endgame 40) for each quiet one. Pieces that can be blocked are
// measured against a Queen on 8x8, which the engine gives 1540 for its captures and 560 for its quiet moves, and which reaches 13.83 squares on
// average. The engine makes its estimate larger on larger boards; the mobility is that of the board already.
Value value(Phase phase, PieceType pt) {
  if (!is_moved(pt))
      return VALUE_ZERO;
  constexpr double Queen = 13.83;
  const betza::Tables& tables = all[WHITE][pt - CUSTOM_PIECES].owner;
  const PieceInfo& moves = infos[pt - CUSTOM_PIECES];
  betza::Mobility mobility = tables.mobility(0.69);
  double captures = tables.is_blockable() ? mobility.attacks * 1540 / Queen : 60 * moves.steps[0][MODALITY_CAPTURE].size();
  double quiets = tables.quiets_are_blockable() ? mobility.quiets * 560 / Queen
                                                : (phase == MG ? 30 : 40) * moves.steps[0][MODALITY_QUIET].size();
  bool isSlider = !moves.slider[0][MODALITY_CAPTURE].empty() || !moves.slider[0][MODALITY_QUIET].empty();
  double v0 = (captures + quiets) / (isSlider ? boardScale : 1);
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
