// The C interface of betza for C++17: handles that free themselves, views instead of pointers and lengths, results instead of status codes.
//
// Nothing here throws unless it is asked: a betza::Result<T> holds a value or an Error, and only Result::value() throws (betza::Exception), if
// the program is compiled with exceptions; without them it aborts. Moved-from and empty handles answer as NULL does in C.
//
// Sets of squares are of the caller's type: uint64_t, unsigned __int128, std::array<uint64_t, N>, or any trivially copyable type of whole
// 64-bit words, lowest squares first.

#ifndef BETZA_HPP
#define BETZA_HPP

#include "betza.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace betza {

enum class Side : uint32_t { White = BETZA_SIDE_WHITE, Black = BETZA_SIDE_BLACK };

enum class Dialect : uint32_t {
    Betza = BETZA_DIALECT_BETZA,
    Extended = BETZA_DIALECT_EXTENDED,
    Bex = BETZA_DIALECT_BEX,
    Betza2 = BETZA_DIALECT_BETZA2,
    Xbetza = BETZA_DIALECT_XBETZA,
    Fsf = BETZA_DIALECT_FSF,
};

using Style = betza_style;
using Move = uint64_t;

// A view of somebody else's memory, as std::span of C++20.
template <class T>
class View {
public:
    constexpr View() noexcept = default;
    constexpr View(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class Container, class = decltype(std::declval<Container&>().data())>
    constexpr View(Container& from) noexcept : data_(from.data()), size_(from.size()) {}
    template <std::size_t N>
    constexpr View(T (&from)[N]) noexcept : data_(from), size_(N) {}
    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr T* begin() const noexcept { return data_; }
    constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

// The version of the binary interface that the library has is the one that this header was made for.
inline bool is_compatible() noexcept { return betza_abi_version() == BETZA_ABI_VERSION; }

namespace detail {

struct Free {
    void operator()(betza_error* handle) const noexcept { betza_error_free(handle); }
    void operator()(betza_piece* handle) const noexcept { betza_piece_free(handle); }
    void operator()(betza_tables* handle) const noexcept { betza_tables_free(handle); }
    void operator()(betza_cache* handle) const noexcept { betza_cache_free(handle); }
    void operator()(betza_game* handle) const noexcept { betza_game_free(handle); }
    void operator()(betza_position* handle) const noexcept { betza_position_free(handle); }
};

template <class T>
using Owned = std::unique_ptr<T, Free>;

// Calls a function that writes a text to a buffer, with a larger one if it must be.
template <class Call>
betza_status text_of(std::string& out, Call call) {
    std::size_t length = 0;
    out.resize(255);
    betza_status status = call(&out[0], out.size() + 1, &length);
    if (status == BETZA_STATUS_TOO_SHORT) {
        out.resize(length);
        status = call(&out[0], out.size() + 1, &length);
    }
    out.resize(status == BETZA_STATUS_OK ? length : 0);
    return status;
}

// A text, or the empty one.
template <class Call>
std::string text(Call call) {
    std::string out;
    text_of(out, call);
    return out;
}

// The values that a function writes to an array, with a larger one if it must be.
template <class T, class Call>
std::vector<T> list(Call call) {
    std::vector<T> out(256);
    std::size_t count = 0;
    betza_status status = call(out.data(), out.size(), &count);
    if (status == BETZA_STATUS_TOO_SHORT) {
        out.resize(count);
        status = call(out.data(), out.size(), &count);
    }
    out.resize(status == BETZA_STATUS_OK ? count : 0);
    return out;
}

template <class T, class Call>
T number(Call call) noexcept {
    T out{};
    return call(&out) == BETZA_STATUS_OK ? out : T{};
}

}  // namespace detail

// One thing that is wrong. Its texts belong to the Error.
struct Diagnostic {
    bool is_error;
    std::size_t start, end;
    std::string_view code, message, remedy;
};

// Why something was not done; or warnings.
class Error {
public:
    Error() noexcept = default;
    explicit Error(betza_error* handle, betza_status status) noexcept : handle_(handle), status_(status) {}
    betza_status status() const noexcept { return status_; }
    // All diagnostics, a line each.
    std::string_view text() const noexcept {
        return handle_ ? betza_error_text(handle_.get()) : betza_status_text(status_);
    }
    // The code of the first one that is an error: stable, for programs.
    std::string_view code() const noexcept {
        for (std::size_t i = 0; i < size(); ++i)
            if (at(i).is_error) return at(i).code;
        return "";
    }
    std::size_t size() const noexcept { return betza_error_count(handle_.get()); }
    Diagnostic at(std::size_t index) const noexcept {
        betza_diagnostic d{};
        d.size = sizeof d;
        if (betza_error_at(handle_.get(), index, &d) != BETZA_STATUS_OK) return {false, 0, 0, "", "", ""};
        return {d.severity == BETZA_SEVERITY_ERROR, d.start, d.end, d.code, d.message, d.remedy};
    }

private:
    detail::Owned<betza_error> handle_;
    betza_status status_ = BETZA_STATUS_OK;
};

#if defined(__cpp_exceptions)
class Exception : public std::runtime_error {
public:
    explicit Exception(const Error& error) : std::runtime_error(std::string(error.text())), status(error.status()) {}
    betza_status status;
};
#endif

// A value, or why there is none.
template <class T>
class Result {
public:
    Result(T value) noexcept : value_(std::move(value)) {}
    Result(Error error) noexcept : error_(std::move(error)), ok_(false) {}
    explicit operator bool() const noexcept { return ok_; }
    T& operator*() noexcept { return value_; }
    T* operator->() noexcept { return &value_; }
    const Error& error() const noexcept { return error_; }
    // The value; throws an Exception if there is none.
    T value() && {
#if defined(__cpp_exceptions)
        if (!ok_) throw Exception(error_);
#else
        if (!ok_) std::abort();
#endif
        return std::move(value_);
    }

private:
    T value_{};
    Error error_;
    bool ok_ = true;
};

namespace detail {

// Calls a function that makes a handle and tells its error.
template <class Wrapper, class Raw, class Call>
Result<Wrapper> make(Call call) {
    Raw* handle = nullptr;
    betza_error* error = nullptr;
    betza_status status = call(&handle, &error);
    if (status != BETZA_STATUS_OK) return Error(error, status);
    return Wrapper(handle);
}

}  // namespace detail

namespace detail {

template <class Set>
constexpr void check_set() noexcept {
    static_assert(std::is_trivially_copyable_v<Set> && sizeof(Set) % 8 == 0, "a set is whole 64-bit words");
#if defined(__BYTE_ORDER__)
    static_assert(std::is_class_v<Set> || sizeof(Set) == 8 || __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                  "an integer of several words has its lowest word last on this machine: use an array");
#endif
}

}  // namespace detail

// Tables that were checked once, and are asked without checks: they are not freed, and fit in the set; squares are less than 65536.
class Lookup {
public:
    Lookup() noexcept = default;
    explicit Lookup(const betza_lookup* lookup) noexcept : lookup_(lookup) {}
    explicit operator bool() const noexcept { return lookup_ != nullptr; }
    template <class Set>
    Set attacks(unsigned from, const Set& occupied) const noexcept { return ask(betza_lookup_attacks, from, occupied); }
    template <class Set>
    Set quiets(unsigned from, const Set& occupied) const noexcept { return ask(betza_lookup_quiets, from, occupied); }
    template <class Set>
    Set captures(unsigned from, const Set& occupied) const noexcept { return ask(betza_lookup_captures, from, occupied); }
    template <class Set>
    Set attackers(unsigned to, const Set& occupied) const noexcept { return ask(betza_lookup_attackers, to, occupied); }

private:
    template <class Set, class Query>
    Set ask(Query query, unsigned square, const Set& occupied) const noexcept {
        detail::check_set<Set>();
        uint64_t words[sizeof(Set) / 8], out[sizeof(Set) / 8] = {};
        std::memcpy(words, &occupied, sizeof words);
        query(lookup_, square, words, out);
        Set set;
        std::memcpy(&set, out, sizeof set);
        return set;
    }

    const betza_lookup* lookup_ = nullptr;
};

// How many squares a piece reaches on average.
struct Mobility {
    double quiets = 0, attacks = 0;
};

// Tables by notation, side and board. Threads share it.
class Cache {
public:
    Cache() noexcept = default;
    // At most so many tables are kept.
    explicit Cache(std::size_t limit) noexcept {
        betza_cache* cache = nullptr;
        betza_cache_new(limit, &cache);
        handle_.reset(cache);
    }
    betza_cache* get() const noexcept { return handle_.get(); }

private:
    detail::Owned<betza_cache> handle_;
};

// The tables of a piece of one side on one board. Any number of threads may ask.
class Tables {
public:
    Tables() noexcept = default;
    explicit Tables(betza_tables* handle) noexcept : handle_(handle) {}
    explicit operator bool() const noexcept { return bool(handle_); }
    betza_tables* get() const noexcept { return handle_.get(); }
    std::size_t words() const noexcept { return betza_tables_words(get()); }
    std::size_t bytes() const noexcept { return betza_tables_bytes(get()); }
    // Riders, hoppers and lame leapers: what stands between decides about their attacks.
    bool is_blockable() const noexcept { return betza_tables_is_blockable(get()) != 0; }
    bool quiets_are_blockable() const noexcept { return betza_tables_quiets_are_blockable(get()) != 0; }
    // A piece that comes between can make an attack.
    bool is_hopper() const noexcept { return betza_tables_is_hopper(get()) != 0; }
    // If this share of the other squares is empty, 0 to 1.
    Mobility mobility(double empty) const noexcept {
        Mobility out;
        betza_tables_mobility(get(), empty, &out.quiets, &out.attacks);
        return out;
    }
    // For queries without checks, as long as these tables are not freed.
    Lookup lookup() const noexcept { return Lookup(betza_tables_lookup(get())); }

    // Whether a type of sets is large enough for the board. With one that is not, every answer is empty.
    template <class Set>
    bool fits() const noexcept { return sizeof(Set) / 8 >= words() && words() > 0; }

    // A square off the board has the empty answer.
    template <class Set>
    Set attacks(unsigned from, const Set& occupied) const noexcept { return ask(betza_tables_attacks, from, occupied); }
    template <class Set>
    Set quiets(unsigned from, const Set& occupied) const noexcept { return ask(betza_tables_quiets, from, occupied); }
    template <class Set>
    Set captures(unsigned from, const Set& occupied) const noexcept { return ask(betza_tables_captures, from, occupied); }
    template <class Set>
    Set attackers(unsigned to, const Set& occupied) const noexcept { return ask(betza_tables_attackers, to, occupied); }
    template <class Set>
    Set depends_on(unsigned from) const noexcept { return ask<Set>(betza_tables_depends_on, from); }
    template <class Set>
    Set may_move(unsigned from) const noexcept { return ask<Set>(betza_tables_may_move, from); }
    template <class Set>
    Set may_attack(unsigned from) const noexcept { return ask<Set>(betza_tables_may_attack, from); }
    template <class Set>
    Set may_be_attacked_from(unsigned to) const noexcept { return ask<Set>(betza_tables_may_be_attacked_from, to); }
    template <class Set>
    Set between(unsigned from, unsigned to) const noexcept {
        detail::check_set<Set>();
        uint64_t out[sizeof(Set) / 8] = {};
        betza_tables_between(get(), from, to, out, sizeof(Set) / 8);
        return whole<Set>(out);
    }

    // The same with views, for sets of any size; false with the empty answer if something is wrong.
    bool attacks(unsigned from, View<const uint64_t> occupied, View<uint64_t> out) const noexcept {
        return ask(betza_tables_attacks, from, occupied, out);
    }
    bool quiets(unsigned from, View<const uint64_t> occupied, View<uint64_t> out) const noexcept {
        return ask(betza_tables_quiets, from, occupied, out);
    }
    bool captures(unsigned from, View<const uint64_t> occupied, View<uint64_t> out) const noexcept {
        return ask(betza_tables_captures, from, occupied, out);
    }
    bool attackers(unsigned to, View<const uint64_t> occupied, View<uint64_t> out) const noexcept {
        return ask(betza_tables_attackers, to, occupied, out);
    }

private:
    template <class Set>
    static Set whole(const uint64_t* words) noexcept {
        Set set;
        std::memcpy(&set, words, sizeof set);
        return set;
    }
    template <class Set, class Query>
    Set ask(Query query, unsigned square, const Set& occupied) const noexcept {
        detail::check_set<Set>();
        // Two arrays: where the answer takes the place of the question, it is slower.
        uint64_t words[sizeof(Set) / 8], out[sizeof(Set) / 8];
        std::memcpy(words, &occupied, sizeof words);
        if (query(get(), square, words, out, sizeof(Set) / 8) != BETZA_STATUS_OK) std::memset(out, 0, sizeof out);
        return whole<Set>(out);
    }
    template <class Set, class Query>
    Set ask(Query query, unsigned square) const noexcept {
        detail::check_set<Set>();
        uint64_t words[sizeof(Set) / 8] = {};
        query(get(), square, words, sizeof(Set) / 8);
        return whole<Set>(words);
    }
    template <class Query>
    bool ask(Query query, unsigned square, View<const uint64_t> occupied, View<uint64_t> out) const noexcept {
        if (occupied.size() < out.size()) {
            std::memset(out.data(), 0, out.size() * 8);
            return false;
        }
        return query(get(), square, occupied.data(), out.data(), out.size()) == BETZA_STATUS_OK;
    }

    detail::Owned<betza_tables> handle_;
};

// A piece, read from a notation.
class Piece {
public:
    Piece() noexcept = default;
    explicit Piece(betza_piece* handle) noexcept : handle_(handle) {}
    static Result<Piece> read(std::string_view notation, Dialect dialect) {
        return detail::make<Piece, betza_piece>([&](betza_piece** piece, betza_error** error) {
            return betza_piece_read(notation.data(), notation.size(), uint32_t(dialect), piece, error);
        });
    }
    betza_piece* get() const noexcept { return handle_.get(); }
    // The number of a square is rank * stride + file.
    Result<Tables> compile(unsigned files, unsigned ranks, Side side, unsigned stride) const {
        return detail::make<Tables, betza_tables>([&](betza_tables** tables, betza_error** error) {
            return betza_piece_compile(get(), byte(files), byte(ranks), uint32_t(side), byte(stride), tables, error);
        });
    }
    // The same, or what the cache has.
    Result<Tables> compile(const Cache& cache, unsigned files, unsigned ranks, Side side, unsigned stride) const {
        return detail::make<Tables, betza_tables>([&](betza_tables** tables, betza_error** error) {
            return betza_cache_compile(cache.get(), get(), byte(files), byte(ranks), uint32_t(side), byte(stride), tables,
                                       error);
        });
    }
    Result<std::string> write(Dialect dialect) const {
        betza_error* error = nullptr;
        std::string out;
        betza_status status = detail::text_of(out, [&](char* buffer, std::size_t capacity, std::size_t* length) {
            betza_error_free(error);
            return betza_piece_write(get(), uint32_t(dialect), buffer, capacity, length, &error);
        });
        if (status != BETZA_STATUS_OK) return Error(error, status);
        return out;
    }
    Result<std::string> svg(unsigned files, unsigned ranks, std::string_view square) const {
        betza_error* error = nullptr;
        std::string out;
        betza_status status = detail::text_of(out, [&](char* buffer, std::size_t capacity, std::size_t* length) {
            betza_error_free(error);
            return betza_piece_svg(get(), byte(files), byte(ranks), square.data(), square.size(), buffer, capacity,
                                   length, &error);
        });
        if (status != BETZA_STATUS_OK) return Error(error, status);
        return out;
    }
    std::string explain() const {
        return detail::text([&](char* b, std::size_t c, std::size_t* l) { return betza_piece_explain(get(), b, c, l); });
    }
    bool is_royal() const noexcept {
        return detail::number<uint32_t>([&](uint32_t* out) { return betza_piece_is_royal(get(), out); }) != 0;
    }
    Error warnings() const noexcept {
        betza_error* found = nullptr;
        betza_status status = betza_piece_warnings(get(), &found);
        return Error(found, status);
    }

private:
    // Numbers outside the limits stay outside them.
    static uint8_t byte(unsigned number) noexcept { return uint8_t(number < 255 ? number : 255); }

    detail::Owned<betza_piece> handle_;
};

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
