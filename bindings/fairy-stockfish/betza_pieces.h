// Pieces of Fairy-Stockfish that betza moves: any notation of variants.ini that names its dialect, `customPiece1 = g:xbetza:[F?R]`.
//
// This is all that the engine sees of betza. `patch` copies it into the engine's sources and puts in the lines that call it; they are compiled
// if BETZA is defined. It is MIT OR Apache-2.0, as all of betza. Colours, piece types, squares and sets are the engine's.

#ifndef BETZA_PIECES_H_INCLUDED
#define BETZA_PIECES_H_INCLUDED

#include <string>

#include "types.h"

namespace Stockfish {

struct PieceInfo;
struct Variant;

namespace BetzaPieces {

// The sign that `AttackRiderTypes` and `MoveRiderTypes` have for pieces whose moves can be blocked. It is the lowest number, so that whoever
// has the types of a piece at hand asks for it by comparing with zero. Pieces that nothing blocks have no sign: the engine's own tables of
// leapers hold them.
constexpr bool moves(RiderType types) { return __builtin_expect(types < 0, 0); }

// Whether a text of variants.ini names a dialect. All others are read by the engine itself.
bool is_notation(const std::string& text);
// The same piece for the line `piece` of XBoard; empty if that has no words for it.
std::string xboard_text(const std::string& text);
// Whether XBoard can be told the moves of a piece. If not, why is told on the standard error stream, and the line is left out.
bool xboard_knows(const Variant* v, PieceType pt);

// Compiles the variant's pieces for its board, or finds them in a cache, and fills the engine's tables. It is called behind
// Bitboards::init_pieces(), while nobody searches. A piece that is refused has no moves; why is told on the standard error stream.
void init(const Variant* v);

// attacks_bb and moves_bb of a piece with the sign. They stand in the engine's hottest loops, where a call that is never made would still take
// registers from all other pieces: 4 to 7% of the instructions of other variants. So where it can be, the call keeps them.
#if defined(__x86_64__) && defined(__LP64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__AVX512F__)
#define BETZA_KEEPS_REGISTERS
#endif
enum Asked { ATTACKS, QUIETS, ATTACKERS };
Bitboard answer(unsigned question, Bitboard occupied);

[[gnu::always_inline]] inline Bitboard ask(Asked asked, Color c, PieceType pt, Square s, Bitboard occupied) {
  unsigned question = unsigned(s) << 16 | unsigned(pt) << 8 | unsigned(c) << 2 | unsigned(asked);
#ifdef BETZA_KEEPS_REGISTERS
  // The stack below its pointer may be in use. What is clobbered are registers that no loop over sets needs.
  uint64_t low = uint64_t(occupied), high = sizeof(Bitboard) > 8 ? uint64_t(occupied >> int(8 * sizeof(Bitboard) - 64)) : 0;
  asm volatile("leaq -128(%%rsp), %%rsp\n\tcall betza_pieces_answer\n\tleaq 128(%%rsp), %%rsp"
               : "+D"(question), "+S"(low), "+d"(high) : : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                 "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  Bitboard found = low;
  if (sizeof(Bitboard) > 8)
      found |= Bitboard(high) << int(8 * sizeof(Bitboard) - 64);
  return found;
#else
  return answer(question, occupied);
#endif
}

[[gnu::always_inline]] inline Bitboard attacks(Color c, PieceType pt, Square s, Bitboard occupied) {
  return ask(ATTACKS, c, pt, s, occupied);
}
[[gnu::always_inline]] inline Bitboard quiets(Color c, PieceType pt, Square s, Bitboard occupied) {
  return ask(QUIETS, c, pt, s, occupied);
}
// From where a piece of this colour and type attacks a square with some occupancy.
extern Bitboard Attackers[COLOR_NB][CUSTOM_PIECES_NB][SQUARE_NB];
inline Bitboard may_attack(Color c, PieceType pt, Square s) { return Attackers[c][pt - CUSTOM_PIECES][s]; }
// The same with the occupancy: a term of attackers_to.
[[gnu::always_inline]] inline Bitboard attackers(Color c, PieceType pt, Square s, Bitboard occupied) {
  return ask(ATTACKERS, c, pt, s, occupied);
}

// PSQT's piece_value of a piece that betza moves; otherwise 0.
Value value(Phase phase, PieceType pt);
// What PSQT asks about the moves of such a piece: whether it is a slider, a pawn, a slow leaper, and how many directions it has. Otherwise null.
const PieceInfo* info(PieceType pt);

}  // namespace BetzaPieces
}  // namespace Stockfish

#endif
