// Alpha-beta with quiescence and iterative deepening.

#pragma once

#include "position.hpp"

#include <algorithm>

struct Found {
    Move move;
    int score = 0, depth = 0;
    uint64_t nodes = 0;
};

struct Searcher {
    static constexpr int Mate = 30000, Plies = 64;
    Position& position;
    std::vector<uint64_t> keys;  // of the positions before this one, for repetitions
    uint64_t limit, nodes = 0;
    Move best{};
    bool stopped() const { return nodes >= limit; }
    int evaluate() const {
        const Variant& v = *position.variant;
        int score = 0;
        for (Bitboard rest = position.occupied(); rest;) {
            Square s = pop_lsb(rest);
            int piece = position.board[s], type = piece >> 1, rank = piece & 1 ? v.ranks - 1 - rank_of(s) : rank_of(s);
            // Pieces stand well in the middle, pawns far up.
            int centre = std::min(file_of(s), v.files - 1 - file_of(s)) + std::min(rank_of(s), v.ranks - 1 - rank_of(s));
            int value = v.values[std::size_t(type)] + (type == Pawn ? 5 * rank : type == King ? -4 * centre : 4 * centre);
            score += (piece & 1) == position.turn ? value : -value;
        }
        return score;
    }

    // The best move so far, then captures of valuable pieces by cheap ones.
    void sort(MoveList& list, int ply) const {
        auto worth = [&](Move m) {
            if (ply == 0 && m == best) return 1 << 20;
            const auto& values = position.variant->values;
            int victim = position.board[m.to], gain = victim >= 0 ? 16 * values[std::size_t(victim >> 1)] + 2000 : 0;
            return gain + (m.promotion ? values[m.promotion] : 0) - values[std::size_t(position.board[m.from] >> 1)];
        };
        std::stable_sort(list.moves, list.moves + list.size, [&](Move a, Move b) { return worth(a) > worth(b); });
    }

    int negamax(int depth, int ply, int alpha, int beta) {
        ++nodes;
        bool check = position.in_check(), quiescent = depth <= 0 && !check;
        if (ply > 0 && (position.fifty >= 100 || std::count(keys.begin(), keys.end(), position.key) > 0)) return 0;
        int highest = quiescent || ply >= Plies ? evaluate() : -Mate;
        if (ply >= Plies || highest >= beta) return highest;
        MoveList list = position.legal(quiescent);
        if (!list.size && !quiescent) return check ? ply - Mate : 0;
        sort(list, ply);
        alpha = std::max(alpha, highest);
        keys.push_back(position.key);
        for (Move m : list) {
            Undo undo = position.make(m);
            int score = -negamax(depth - 1, ply + 1, -beta, -alpha);
            position.unmake(m, undo);
            if (stopped()) break;
            if (score <= highest) continue;
            highest = score;
            if (ply == 0) best = m;
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        keys.pop_back();
        return highest;
    }
};

// Searches until a depth or a number of nodes. There must be a legal move.
inline Found search(Position& position, std::vector<uint64_t> keys, int depth, uint64_t nodes) {
    Searcher s{position, std::move(keys), nodes};
    Found found{position.legal().moves[0]};
    s.best = found.move;
    for (int d = 1; d <= depth && !s.stopped(); ++d) {
        int score = s.negamax(d, 0, -Searcher::Mate, Searcher::Mate);
        if (!s.stopped()) found = {s.best, score, d, s.nodes};
    }
    found.nodes = s.nodes;
    return found;
}
