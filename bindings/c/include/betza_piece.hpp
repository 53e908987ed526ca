// The C interface of betza for C++17, as far as engines with boards of their own need it: pieces, their tables, errors.
// betza.hpp has whole games, too.
//
// Nothing here throws unless it is asked: a betza::Result<T> holds a value or an Error, and only Result::value() throws (betza::Exception), if
// the program is compiled with exceptions; without them it aborts. Moved-from and empty handles answer as NULL does in C.
//
// Sets of squares are of the caller's type: uint64_t, unsigned __int128, std::array<uint64_t, N>, or any trivially copyable type of whole
// 64-bit words, lowest squares first.

#ifndef BETZA_PIECE_HPP
#define BETZA_PIECE_HPP

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

}  // namespace betza

#endif
