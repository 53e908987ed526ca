// The pieces of an engine that betza moves: asked as engines built like Fairy-Stockfish ask, by colour, piece type, square and occupancy.
//
// Bitboard is the engine's own type of sets and Stride the number of squares from one rank to the next in it: uint64_t and 8, or
// unsigned __int128 and 12 in Fairy-Stockfish's large boards. Colours are 0 (White) and 1 (Black).

#ifndef BETZA_ADAPTER_HPP
#define BETZA_ADAPTER_HPP

#include "betza.hpp"

#include <string>
#include <string_view>
#include <vector>

template <class Bitboard, int Stride>
class BetzaAdapter {
public:
    void clear() { pieces_.clear(); }

    // Gives a piece type its moves on a board. The answer is empty, or says why the piece cannot be one of the engine's: a notation with a
    // mistake, moves with side effects, moves that depend on whose pieces the others are or on what was played. Then nothing has changed.
    std::string add(int type, std::string_view notation, betza::Dialect dialect, int files, int ranks) {
        auto piece = betza::Piece::read(notation, dialect);
        if (!piece) return std::string(piece.error().text());
        OfType made;
        for (int color = 0; color < 2; ++color) {
            auto tables = piece->compile(unsigned(files), unsigned(ranks), betza::Side(color), Stride);
            if (!tables) return std::string(tables.error().text());
            if (!tables->template fits<Bitboard>()) return "the board has more squares than the engine's sets";
            OfColor& own = made.colors[color];
            own.tables = std::move(*tables);
            own.lookup = own.tables.lookup();
            made.rider = made.rider || own.tables.is_blockable();
            // Also for the squares off the board, where the answers are empty.
            for (unsigned square = 0; square < 8 * sizeof(Bitboard); ++square) {
                own.moves_from.push_back(own.tables.template may_move<Bitboard>(square));
                own.attacks_from.push_back(own.tables.template may_attack<Bitboard>(square));
                own.attackers_of.push_back(own.tables.template may_be_attacked_from<Bitboard>(square));
            }
        }
        if (int(pieces_.size()) <= type) pieces_.resize(std::size_t(type) + 1);
        pieces_[std::size_t(type)] = std::move(made);
        return "";
    }

    // Whether betza moves this piece type.
    bool has(int type) const { return type >= 0 && std::size_t(type) < pieces_.size() && of(type, 0).tables; }

    // attacks_bb: what it attacks, whatever stands there.
    Bitboard attacks(int color, int type, int from, Bitboard occupied) const {
        return of(type, color).lookup.attacks(unsigned(from), occupied);
    }
    // moves_bb, as far as it is used: the empty squares to which it may go.
    Bitboard quiets(int color, int type, int from, Bitboard occupied) const { return of(type, color).lookup.quiets(unsigned(from), occupied); }
    // attackers_to: the squares from which a piece of this colour and type attacks a square. To be cut with those that there are.
    Bitboard attackers(int color, int type, int to, Bitboard occupied) const {
        return of(type, color).lookup.attackers(unsigned(to), occupied);
    }
    // PseudoAttacks: what it attacks with some occupancy; and the same turned round, which differs for pieces that are not symmetric.
    Bitboard pseudo_attacks(int color, int type, int from) const { return of(type, color).attacks_from[std::size_t(from)]; }
    Bitboard pseudo_attackers(int color, int type, int to) const { return of(type, color).attackers_of[std::size_t(to)]; }
    // PseudoMoves: to which empty squares it goes with some occupancy. Rules ask whether a piece could ever move from a square.
    Bitboard pseudo_moves(int color, int type, int from) const { return of(type, color).moves_from[std::size_t(from)]; }
    // slider_blockers: whether it can be blocked at all, and so pins and is uncovered; for leapers nothing need be asked.
    bool is_rider(int type) const { return pieces_[std::size_t(type)].rider; }
    // between_bb: the squares whose occupancy decides whether it attacks `to` from `from`. Of hoppers, those with the hurdle.
    Bitboard between(int color, int type, int from, int to) const {
        return of(type, color).tables.template between<Bitboard>(unsigned(from), unsigned(to));
    }
    // What the tables of both colours take.
    std::size_t bytes(int type) const { return of(type, 0).tables.bytes() + of(type, 1).tables.bytes(); }

private:
    struct OfColor {
        betza::Tables tables;
        betza::Lookup lookup;
        std::vector<Bitboard> moves_from, attacks_from, attackers_of;
    };
    struct OfType {
        OfColor colors[2];
        bool rider = false;
    };
    const OfColor& of(int type, int color) const { return pieces_[std::size_t(type)].colors[color]; }

    std::vector<OfType> pieces_;
};

#endif
