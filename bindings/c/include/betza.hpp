// The C interface of betza for C++17: handles that free themselves, views instead of pointers and lengths, results instead of status codes.
// Games and positions are here; pieces, tables, errors, and what holds of all of them, in betza_piece.hpp.

#ifndef BETZA_HPP
#define BETZA_HPP

#include "betza_piece.hpp"

namespace betza {

using Style = betza_style;
using Move = uint64_t;

struct Outcome {
    betza_result result = BETZA_RESULT_NONE;
    uint32_t winner = BETZA_NONE;
    std::string reason;
    explicit operator bool() const noexcept { return result != BETZA_RESULT_NONE; }
};

// A piece on a square, by its side and its kind; BETZA_NONE for both if there is none.
struct Man {
    uint32_t side = BETZA_NONE;
    uint32_t kind = BETZA_NONE;
    explicit operator bool() const noexcept { return kind != BETZA_NONE; }
};

// A position of a game, with the moves played since it was set up. Threads may share one that none of them changes.
class Position {
public:
    Position() noexcept = default;
    explicit Position(betza_position* handle) noexcept : handle_(handle) {}
    Position(Position&&) noexcept = default;
    Position& operator=(Position&&) noexcept = default;
    Position(const Position& other) { betza_position_clone(other.get(), slot()); }
    Position& operator=(const Position& other) {
        if (this != &other) *this = Position(other);
        return *this;
    }
    betza_position* get() const noexcept { return handle_.get(); }
    std::string fen() const { return text_of(betza_position_fen); }
    std::string svg() const { return text_of(betza_position_svg); }
    Side turn() const noexcept { return Side(number<uint32_t>(betza_position_turn)); }
    uint64_t hash() const noexcept { return number<uint64_t>(betza_position_hash); }
    Man piece_at(uint32_t square) const noexcept {
        Man man;
        betza_position_piece_at(get(), square, &man.side, &man.kind);
        return man;
    }
    bool is_wall(uint32_t square) const noexcept { return number<uint32_t>(betza_position_is_wall, square) != 0; }
    // How many pieces of a kind a side has in hand.
    uint32_t in_hand(Side side, uint32_t kind) const noexcept {
        return number<uint32_t>(betza_position_in_hand, uint32_t(side), kind);
    }
    bool is_check() const noexcept { return number<uint32_t>(betza_position_is_check) != 0; }
    // Whether lists of legal moves are complete: not if a piece had more ways to go than are followed.
    bool is_complete() const noexcept { return number<uint32_t>(betza_position_is_complete) != 0; }
    bool has_legal_move() const noexcept { return number<uint32_t>(betza_position_has_legal_move) != 0; }
    bool is_legal(Move move) const noexcept { return number<uint32_t>(betza_position_is_legal, move) != 0; }
    // Not if the move is not legal here.
    bool gives_check(Move move) const noexcept { return number<uint32_t>(betza_position_gives_check, move) != 0; }
    std::vector<Move> legal_moves() const { return list<Move>(betza_position_legal_moves); }
    std::vector<Move> captures() const { return list<Move>(betza_position_captures); }
    // The moves played, with BETZA_NULL_MOVE for null moves.
    std::vector<Move> history() const { return list<Move>(betza_position_history); }
    // Squares are none if the move is not legal here, or the square is none of the board.
    std::vector<uint32_t> captured(Move move) const { return list<uint32_t>(betza_position_captured, move); }
    std::vector<uint32_t> legs(Move move) const { return list<uint32_t>(betza_position_legs, move); }
    std::vector<uint32_t> attackers(uint32_t square, Side by) const {
        return list<uint32_t>(betza_position_attackers, square, uint32_t(by));
    }
    std::vector<uint32_t> attacks(uint32_t square) const { return list<uint32_t>(betza_position_attacks, square); }
    // Empty if the move is not legal here.
    std::string text(Move move, Style style = BETZA_STYLE_UCI) const {
        return text_of(betza_position_move_text, move, uint32_t(style));
    }
    Result<Move> read_move(std::string_view text) const {
        Move move = 0;
        betza_error* error = nullptr;
        betza_status status = betza_position_read_move(get(), text.data(), text.size(), &move, &error);
        if (status != BETZA_STATUS_OK) return Error(error, status);
        return move;
    }
    // The error's status is BETZA_STATUS_OK if the move was played.
    Error play(Move move) {
        betza_error* error = nullptr;
        betza_status status = betza_position_play(get(), move, &error);
        return Error(error, status);
    }
    // The same for the null move, which is refused in check.
    Error play_null() {
        betza_error* error = nullptr;
        betza_status status = betza_position_play_null(get(), &error);
        return Error(error, status);
    }
    // So many moves and null moves can be taken back.
    std::size_t plies() const noexcept { return number<std::size_t>(betza_position_plies); }
    bool undo() noexcept { return betza_position_undo(get()) == BETZA_STATUS_OK; }
    Outcome outcome() const { return told(betza_position_outcome); }
    Outcome claimable() const { return told(betza_position_claimable); }
    uint64_t perft(uint32_t depth) const noexcept { return number<uint64_t>(betza_position_perft, depth); }

private:
    // What a function answers about the position: a list, a number, a text.
    template <class T, class Ask, class... Given>
    std::vector<T> list(Ask ask, Given... given) const {
        return detail::list<T>(
            [&](T* out, std::size_t capacity, std::size_t* count) { return ask(get(), given..., out, capacity, count); });
    }
    template <class T, class Ask, class... Given>
    T number(Ask ask, Given... given) const noexcept {
        return detail::number<T>([&](T* out) { return ask(get(), given..., out); });
    }
    template <class Ask, class... Given>
    std::string text_of(Ask ask, Given... given) const {
        return detail::text([&](char* b, std::size_t c, std::size_t* l) { return ask(get(), given..., b, c, l); });
    }
    // Where a function writes a new handle.
    struct Slot {
        detail::Owned<betza_position>& owner;
        betza_position* handle = nullptr;
        ~Slot() { owner.reset(handle); }
        operator betza_position**() noexcept { return &handle; }
    };
    Slot slot() noexcept { return {handle_}; }
    template <class Ask>
    Outcome told(Ask ask) const {
        betza_outcome raw{};
        raw.size = sizeof raw;
        raw.winner = BETZA_NONE;
        Outcome out;
        out.reason = text_of(ask, &raw);
        out.result = betza_result(raw.result);
        out.winner = raw.winner;
        return out;
    }

    detail::Owned<betza_position> handle_;
};

// A game, compiled.
class Game {
public:
    Game() noexcept = default;
    explicit Game(betza_game* handle) noexcept : handle_(handle) {}
    static Result<Game> builtin(std::string_view name) {
        return detail::make<Game, betza_game>([&](betza_game** game, betza_error** error) {
            return betza_game_builtin(name.data(), name.size(), game, error);
        });
    }
    static Result<Game> from_toml(std::string_view text) {
        return detail::make<Game, betza_game>([&](betza_game** game, betza_error** error) {
            return betza_game_from_toml(text.data(), text.size(), game, error);
        });
    }
    static Result<Game> from_ini(std::string_view text, std::string_view name) {
        return detail::make<Game, betza_game>([&](betza_game** game, betza_error** error) {
            return betza_game_from_ini(text.data(), text.size(), name.data(), name.size(), game, error);
        });
    }
    betza_game* get() const noexcept { return handle_.get(); }
    std::string text(betza_game_text what) const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return betza_game_get_text(get(), uint32_t(what), buffer, capacity, length);
        });
    }
    betza_game_info info() const noexcept {
        betza_game_info info{};
        info.size = sizeof info;
        betza_game_get_info(get(), &info);
        return info;
    }
    Position start() const noexcept {
        betza_position* position = nullptr;
        betza_game_start(get(), &position);
        return Position(position);
    }
    Result<Position> position(std::string_view fen) const {
        return detail::make<Position, betza_position>([&](betza_position** position, betza_error** error) {
            return betza_game_position(get(), fen.data(), fen.size(), position, error);
        });
    }
    // A position as far as the text makes sense; `warnings` has what was ignored.
    Result<Position> position_lenient(std::string_view fen, Error* warnings = nullptr) const {
        betza_error* ignored = nullptr;
        auto made = detail::make<Position, betza_position>([&](betza_position** position, betza_error** error) {
            return betza_game_position_lenient(get(), fen.data(), fen.size(), position, &ignored, error);
        });
        Error found(ignored, BETZA_STATUS_OK);
        if (warnings) *warnings = std::move(found);
        return made;
    }
    // What the author of the game's text may not have meant.
    Error warnings() const noexcept {
        betza_error* found = nullptr;
        betza_status status = betza_game_warnings(get(), &found);
        return Error(found, status);
    }
    // The number of the square with a name, rank * files + file; BETZA_NONE if there is none.
    uint32_t square(std::string_view name) const noexcept {
        uint32_t square = BETZA_NONE;
        betza_game_square(get(), name.data(), name.size(), &square);
        return square;
    }
    // The name of a square; empty if it is none of the board.
    std::string square_name(uint32_t square) const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return betza_game_square_name(get(), square, buffer, capacity, length);
        });
    }

private:
    detail::Owned<betza_game> handle_;
};

}  // namespace betza

#endif
