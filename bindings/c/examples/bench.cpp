// What a query costs on 12x10 boards, and what the tables take: betza's pieces beside the engine's own Rook by magic multiplication.

#include "engine/betza_adapter.hpp"
#include "engine/board.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

struct Question {
    Square square;
    Bitboard occupied;
};

// Boards of which about a third is occupied, and squares.
std::vector<Question> questions() {
    uint64_t state = 1;
    auto random = [&] {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state * 0x2545f4914f6cdd1d;
    };
    const Bitboard board = (Bitboard(1) << Squares) - 1;
    auto wide = [&] { return Bitboard(random()) << 64 | random(); };
    std::vector<Question> all(1024);
    for (auto& q : all) q = {Square(random() % Squares), wide() & (wide() | wide()) & (wide() | wide() | wide()) & board};
    return all;
}

// The nanoseconds of one query: the least of many rounds.
template <class Ask>
double measure(const std::vector<Question>& all, Ask ask) {
    Bitboard sum = 0;
    double least = 1e9;
    for (int round = 0; round < 400; ++round) {
        auto start = std::chrono::steady_clock::now();
        for (const auto& q : all) sum ^= ask(q.square, q.occupied);
        std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        least = std::min(least, time.count() / double(all.size()));
    }
    // The sum is used, so that the queries are made.
    if (sum == 1) std::puts("");
    return least;
}

// The bytes of the engine's Rook: the entries that are used, and the magics.
std::size_t rook_bytes() {
    std::size_t bytes = 0;
    for (std::size_t line : {0, 1})
        for (const Magic& m : tables.lines[line]) bytes += sizeof m + (std::size_t(1) << popcount(m.mask)) * sizeof(Bitboard);
    return bytes;
}

}  // namespace

int main() {
    auto all = questions();
    std::printf("%-34s %8s %10s\n", "on 12x10", "ns/query", "bytes");
    std::printf("%-34s %8.1f %10zu\n", "Rook, the engine's magic", measure(all, rook_attacks), rook_bytes());
    struct { const char* name; const char* notation; } pieces[] = {
        {"Knight", "N"}, {"Rook", "R"}, {"Nightrider", "NN"}, {"Griffon", "[F?R]"}, {"Manticore", "[W?B]"}, {"Rose", "qN"}, {"crooked Bishop", "zB"}, {"Falcon", "nCnZ"}, {"Moa", "mafsF"}};
    int type = FirstOfBetza, failed = 0;
    for (auto& p : pieces) {
        BetzaAdapter<Bitboard, Stride> betza;
        auto dialect = p.notation[0] == '[' || p.notation[0] == 'm' ? ::betza::Dialect::Xbetza : ::betza::Dialect::Betza;
        std::string why = betza.add(type, p.notation, dialect, Stride, MaxRanks);
        if (!why.empty()) return std::puts(why.c_str()), 1;
        auto ask = [&](Square s, Bitboard occupied) { return betza.attacks(White, type, s, occupied); };
        char name[64];
        std::snprintf(name, sizeof name, "%s, betza's %s", p.name, p.notation);
        std::printf("%-34s %8.1f %10zu\n", name, measure(all, ask), betza.bytes(type) / 2);
        if (p.notation[0] != 'R') continue;
        for (auto& q : all) failed += ask(q.square, q.occupied) != (rook_attacks(q.square, q.occupied) & ((Bitboard(1) << Squares) - 1));
    }
    if (failed) std::printf("%d answers for the Rook differ\n", failed);
    return failed != 0;
}
