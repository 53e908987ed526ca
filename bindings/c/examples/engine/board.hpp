// Squares, sets of 128 bits, and the moves of the pieces of chess: leapers by a mask, sliders by magic multiplication, a line at a time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

__extension__ typedef unsigned __int128 Bitboard;
using Square = int;

// All boards have the layout of 12x10, as in Fairy-Stockfish with LARGEBOARDS.
constexpr int Stride = 12, MaxRanks = 10, Squares = Stride * MaxRanks;

enum Color : int { White, Black };
enum : int { Pawn, Knight, Bishop, Rook, Queen, King, FirstOfBetza, MaxTypes = 16 };

constexpr Color operator~(Color c) { return c == White ? Black : White; }
constexpr Square make_square(int file, int rank) { return rank * Stride + file; }
constexpr int file_of(Square s) { return s % Stride; }
constexpr int rank_of(Square s) { return s / Stride; }
constexpr Bitboard bb(Square s) { return Bitboard(1) << s; }
inline int popcount(Bitboard b) { return __builtin_popcountll(uint64_t(b)) + __builtin_popcountll(uint64_t(b >> 64)); }
inline Square lsb(Bitboard b) {
    return uint64_t(b) ? __builtin_ctzll(uint64_t(b)) : 64 + __builtin_ctzll(uint64_t(b >> 64));
}
inline Square pop_lsb(Bitboard& b) {
    Square s = lsb(b);
    b &= b - 1;
    return s;
}

// One line through a square: its attacks by the pieces that stand on it.
struct Magic {
    Bitboard mask, magic;
    unsigned shift;
    const Bitboard* attacks;
    Bitboard operator()(Bitboard occupied) const { return attacks[std::size_t(((occupied & mask) * magic) >> shift)]; }
};

struct Tables {
    // By rank, file, diagonal, antidiagonal.
    std::array<std::array<Magic, Squares>, 4> lines;
    std::array<Bitboard, Squares> knight, king, pawn[2];
    // The squares strictly between two on a line.
    std::array<std::array<Bitboard, Squares>, Squares> between;
    std::vector<std::vector<Bitboard>> memory;
    Tables();
};

constexpr int Lines[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

inline bool on_board(int file, int rank) { return file >= 0 && file < Stride && rank >= 0 && rank < MaxRanks; }

// Goes along one way until the edge or a piece.
inline Bitboard ride(Square from, int df, int dr, Bitboard occupied) {
    Bitboard all = 0;
    for (int f = file_of(from) + df, r = rank_of(from) + dr; on_board(f, r); f += df, r += dr) {
        all |= bb(make_square(f, r));
        if (occupied & bb(make_square(f, r))) break;
    }
    return all;
}

inline Bitboard both_ways(Square s, const int* line, Bitboard occupied) {
    return ride(s, line[0], line[1], occupied) | ride(s, -line[0], -line[1], occupied);
}

// The squares of a line whose occupancy matters: not those at its ends.
inline Bitboard relevant(Square s, const int* line) {
    Bitboard inner = 0;
    for (int way : {-1, 1}) {
        Bitboard reach = ride(s, way * line[0], way * line[1], 0);
        for (Bitboard rest = reach; rest;) {
            Square to = pop_lsb(rest);
            if (on_board(file_of(to) + way * line[0], rank_of(to) + way * line[1])) inner |= bb(to);
        }
    }
    return inner;
}

// Finds the multiplier that brings the pieces of a line together at the top. On a rank they lie together already. Elsewhere the one on rank r
// goes to bit 119 + r: squares of a line are 11 to 13 apart and there are 8 such ranks, so that no two others come to the same bit.
inline Magic find(Square s, const int* line, std::vector<Bitboard>& table) {
    Bitboard mask = relevant(s, line);
    Magic m{mask, 0, line[1] ? 120u : 118u, nullptr};
    for (Bitboard rest = line[1] ? mask : bb(make_square(1, rank_of(s))); rest;) {
        Square at = pop_lsb(rest);
        m.magic |= bb((line[1] ? 119 + rank_of(at) : 118) - at);
    }
    table.resize(std::size_t(1) << (128 - m.shift));
    for (Bitboard occupied = mask, more = 1; more; occupied = (occupied - 1) & mask) {
        table[std::size_t((occupied * m.magic) >> m.shift)] = both_ways(s, line, occupied);
        more = occupied;
    }
    m.attacks = table.data();
    return m;
}

inline Tables::Tables() : lines{}, knight{}, king{}, pawn{}, between{}, memory(4 * Squares) {
    for (std::size_t s = 0; s < Squares; ++s) {
        Square from = Square(s);
        for (std::size_t line = 0; line < 4; ++line) {
            lines[line][s] = find(from, Lines[line], memory[4 * s + line]);
            for (int way : {-1, 1}) {
                Bitboard passed = 0;
                int df = way * Lines[line][0], dr = way * Lines[line][1];
                for (int f = file_of(from) + df, r = rank_of(from) + dr; on_board(f, r); f += df, r += dr) {
                    between[s][std::size_t(make_square(f, r))] = passed;
                    passed |= bb(make_square(f, r));
                }
            }
        }
        for (int df = -2; df <= 2; ++df)
            for (int dr = -2; dr <= 2; ++dr) {
                int f = file_of(from) + df, r = rank_of(from) + dr, length = df * df + dr * dr;
                if (!on_board(f, r) || length == 0) continue;
                Bitboard to = bb(make_square(f, r));
                if (length == 5) knight[s] |= to;
                if (length <= 2) king[s] |= to;
                if (length == 2) pawn[dr > 0 ? White : Black][s] |= to;
            }
    }
}

inline const Tables tables;


inline Bitboard rook_attacks(Square s, Bitboard occupied) {
    return tables.lines[0][std::size_t(s)](occupied) | tables.lines[1][std::size_t(s)](occupied);
}
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return tables.lines[2][std::size_t(s)](occupied) | tables.lines[3][std::size_t(s)](occupied);
}
