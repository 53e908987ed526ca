// A position: mailbox and sets; moves made and unmade; check found from the king's square.

#pragma once

#include "variant.hpp"

#include <algorithm>
#include <cctype>

// From, to, the piece type that a pawn becomes (0: none), and whether it captures en passant.
struct Move {
    uint8_t from, to, promotion, en_passant;
    bool operator==(const Move& m) const { return from == m.from && to == m.to && promotion == m.promotion; }
};

struct MoveList {
    Move moves[1024];
    int size = 0;
    void add(Square from, Square to, int promotion = 0, bool en_passant = false) {
        moves[size++] = {uint8_t(from), uint8_t(to), uint8_t(promotion), uint8_t(en_passant)};
    }
    const Move* begin() const { return moves; }
    const Move* end() const { return moves + size; }
};

// What unmaking needs.
struct Undo {
    int8_t captured;
    int ep, fifty;
    uint64_t key;
};

struct Position {
    explicit Position(const Variant& v) : variant(&v) { set(v.start); }
    bool set(const std::string& fen);

    Bitboard pieces(Color c, int type) const { return of_color[c] & of_type[type]; }
    Bitboard occupied() const { return of_color[0] | of_color[1]; }
    Square king(Color c) const { return lsb(pieces(c, King)); }

    Bitboard attackers(Square s, Color by, Bitboard occupied) const;
    bool in_check() const { return attackers(king(turn), ~turn, occupied()) != 0; }
    // The squares of which one must change before the king of the side to move is attacked anew by a piece that can be blocked.
    Bitboard watched() const;

    // Moves that may leave the king attacked, or captures alone; and those that do not.
    MoveList pseudo_legal(bool captures_only = false) const;
    MoveList legal(bool captures_only = false) const;

    Undo make(Move m);
    void unmake(Move m, const Undo& undo);
    uint64_t perft(int depth);

    std::string text(Move m) const;
    bool read(const std::string& text, Move& m) const;

    void put(Square s, int piece);
    void lift(Square s);

    const Variant* variant;
    int8_t board[Squares];  // the piece on each square: type * 2 + colour, or -1
    Bitboard of_color[2], of_type[MaxTypes];
    Color turn;
    int ep, fifty;
    uint64_t key;
};

inline uint64_t key_of(int piece, Square s) {
    uint64_t z = uint64_t(piece * Squares + s + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    return (z ^ (z >> 27)) * 0x94d049bb133111eb;
}
inline const uint64_t TurnKey = key_of(2 * MaxTypes, 0);
inline uint64_t ep_key(int ep) { return ep < 0 ? 0 : key_of(2 * MaxTypes + 1, ep); }

inline std::string name_of(Square s) { return char('a' + file_of(s)) + std::to_string(rank_of(s) + 1); }

inline void Position::put(Square s, int piece) {
    board[s] = int8_t(piece);
    of_color[piece & 1] |= bb(s);
    of_type[piece >> 1] |= bb(s);
    key ^= key_of(piece, s);
}

inline void Position::lift(Square s) {
    int piece = board[s];
    board[s] = -1;
    of_color[piece & 1] ^= bb(s);
    of_type[piece >> 1] ^= bb(s);
    key ^= key_of(piece, s);
}

inline bool Position::set(const std::string& fen) {
    std::fill_n(board, Squares, int8_t(-1));
    std::fill_n(of_type, MaxTypes, Bitboard(0));
    of_color[0] = of_color[1] = 0;
    key = 0, ep = -1, fifty = 0;
    std::istringstream in(fen);
    std::string rows, side, castling, passed;
    in >> rows >> side >> castling >> passed >> fifty;
    int file = 0, rank = variant->ranks - 1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        char c = rows[i];
        if (c == '/') file = 0, --rank;
        else if (std::isdigit(static_cast<unsigned char>(c))) {
            file += std::atoi(rows.c_str() + i);
            if (i + 1 < rows.size() && std::isdigit(static_cast<unsigned char>(rows[i + 1]))) ++i;
        } else {
            std::size_t type = variant->letters.find(char(std::toupper(static_cast<unsigned char>(c))));
            if (type == std::string::npos || file >= variant->files || rank < 0) return false;
            put(make_square(file++, rank), int(type) * 2 + (std::islower(static_cast<unsigned char>(c)) ? 1 : 0));
        }
    }
    turn = side == "b" ? Black : White;
    if (turn == Black) key ^= TurnKey;
    if (passed.size() > 1) ep = make_square(passed[0] - 'a', std::atoi(passed.c_str() + 1) - 1);
    key ^= ep_key(ep);
    return popcount(pieces(White, King)) == 1 && popcount(pieces(Black, King)) == 1;
}

inline Bitboard Position::attackers(Square s, Color by, Bitboard occupied) const {
    std::size_t i = std::size_t(s);
    Bitboard queens = of_type[Queen];
    Bitboard all = (tables.pawn[~by][i] & of_type[Pawn]) | (tables.knight[i] & of_type[Knight]) | (tables.king[i] & of_type[King]) |
                   (rook_attacks(s, occupied) & (of_type[Rook] | queens)) | (bishop_attacks(s, occupied) & (of_type[Bishop] | queens));
    all &= of_color[by];
    // betza's pieces are asked only if one stands where it might attack from.
    for (int type = FirstOfBetza; type < variant->types(); ++type) {
        Bitboard near = variant->betza.pseudo_attackers(by, type, s) & pieces(by, type);
        if (near) all |= variant->betza.is_rider(type) ? variant->betza.attackers(by, type, s, occupied) & near : near;
    }
    return all & occupied;
}

inline Bitboard Position::watched() const {
    Color them = ~turn;
    Square k = king(turn);
    Bitboard watched = 0;
    Bitboard sliders = (rook_attacks(k, 0) & (pieces(them, Rook) | pieces(them, Queen))) |
                       (bishop_attacks(k, 0) & (pieces(them, Bishop) | pieces(them, Queen)));
    while (sliders) watched |= tables.between[std::size_t(k)][std::size_t(pop_lsb(sliders))];
    for (int type = FirstOfBetza; type < variant->types(); ++type) {
        if (!variant->betza.is_rider(type)) continue;
        Bitboard riders = variant->betza.pseudo_attackers(them, type, k) & pieces(them, type);
        while (riders) watched |= variant->betza.between(them, type, pop_lsb(riders), k);
    }
    return watched;
}

inline MoveList Position::pseudo_legal(bool captures_only) const {
    MoveList list;
    Bitboard all = occupied(), theirs = of_color[~turn];
    int up = turn == White ? Stride : -Stride;
    int last = turn == White ? variant->promotion_rank - 1 : variant->ranks - variant->promotion_rank;
    auto pawn = [&](Square from, Square to) {
        if (turn == White ? rank_of(to) < last : rank_of(to) > last) list.add(from, to);
        else
            for (int promotion : variant->promotions) list.add(from, to, promotion);
    };
    for (Bitboard rest = of_color[turn]; rest;) {
        Square from = pop_lsb(rest);
        int type = board[from] >> 1;
        Bitboard takes = variant->attacks(turn, type, from, all);
        if (type == Pawn) {
            if (ep >= 0 && (takes & bb(ep))) list.add(from, ep, 0, true);
            for (Bitboard to = takes & theirs; to;) pawn(from, pop_lsb(to));
            Square one = from + up;
            if (captures_only || one < 0 || one >= Squares || !(variant->squares & ~all & bb(one))) continue;
            pawn(from, one);
            bool at_home = rank_of(from) == (turn == White ? 1 : variant->ranks - 2);
            if (at_home && !(all & bb(one + up))) list.add(from, one + up);
            continue;
        }
        for (Bitboard to = takes & theirs; to;) list.add(from, pop_lsb(to));
        if (captures_only) continue;
        for (Bitboard to = variant->quiets(turn, type, from, all); to;) list.add(from, pop_lsb(to));
    }
    return list;
}

inline MoveList Position::legal(bool captures_only) const {
    MoveList list;
    bool check = in_check();
    Bitboard guarded = watched();
    for (Move m : pseudo_legal(captures_only)) {
        // In check the king must be asked about; else only if the king moves or a square changes that may matter to it.
        bool king_moves = board[m.from] >> 1 == King;
        Bitboard changed = bb(m.from) | bb(m.to);
        if (check || king_moves || m.en_passant || (guarded & changed)) {
            Bitboard after = (occupied() & ~bb(m.from)) | bb(m.to);
            if (m.en_passant) after &= ~bb(m.to + (turn == White ? -Stride : Stride));
            Square k = king_moves ? m.to : king(turn);
            if (attackers(k, ~turn, after) & ~bb(m.to)) continue;
        }
        list.moves[list.size++] = m;
    }
    return list;
}

inline Undo Position::make(Move m) {
    Undo undo{board[m.to], ep, fifty, key};
    int piece = board[m.from];
    key ^= ep_key(ep) ^ TurnKey;
    ep = -1;
    ++fifty;
    if (undo.captured >= 0) lift(m.to);
    lift(m.from);
    put(m.to, m.promotion ? m.promotion * 2 + turn : piece);
    if (m.en_passant) {
        Square passed = m.to + (turn == White ? -Stride : Stride);
        undo.captured = board[passed];
        lift(passed);
    }
    if (piece >> 1 == Pawn && (m.to - m.from == 2 * Stride || m.from - m.to == 2 * Stride)) {
        // The square is open only to a pawn that can go there.
        Square middle = (m.from + m.to) / 2;
        if (tables.pawn[turn][std::size_t(middle)] & pieces(~turn, Pawn)) ep = middle;
    }
    if (undo.captured >= 0 || piece >> 1 == Pawn) fifty = 0;
    turn = ~turn;
    key ^= ep_key(ep);
    return undo;
}

inline void Position::unmake(Move m, const Undo& undo) {
    turn = ~turn;
    int piece = m.promotion ? Pawn * 2 + turn : board[m.to];
    lift(m.to);
    put(m.from, piece);
    if (undo.captured >= 0) put(m.en_passant ? m.to + (turn == White ? -Stride : Stride) : m.to, undo.captured);
    ep = undo.ep, fifty = undo.fifty, key = undo.key;
}

inline uint64_t Position::perft(int depth) {
    if (depth == 0) return 1;
    MoveList list = legal();
    if (depth == 1) return uint64_t(list.size);
    uint64_t leaves = 0;
    for (Move m : list) {
        Undo undo = make(m);
        leaves += perft(depth - 1);
        unmake(m, undo);
    }
    return leaves;
}

inline std::string Position::text(Move m) const {
    std::string text = name_of(m.from) + name_of(m.to);
    return m.promotion ? text + char(std::tolower(static_cast<unsigned char>(variant->letters[m.promotion]))) : text;
}

inline bool Position::read(const std::string& text, Move& m) const {
    for (Move found : legal())
        if (this->text(found) == text) return m = found, true;
    return false;
}
