// betza's pieces on an engine's own bitboards: five pieces for which engines have no tables, on boards of uint64_t. The bit of a square is
// 8 * rank + file: a1 is bit 0, h8 bit 63.
//
//     c++ -std=c++17 attacks.cpp $(pkg-config --cflags --libs betza) -Wl,-rpath,$(pkg-config --variable=libdir betza) -o attacks
//     c++ -std=c++17 attacks.cpp $(pkg-config --cflags --libs betza-static) -o attacks

#include <betza_piece.hpp>

#include <cstdio>
#include <initializer_list>
#include <string>

namespace {

using Bitboard = uint64_t;

// One of the engine's piece types, with tables for both sides.
struct PieceType {
    const char* name;
    const char* notation;
    betza::Dialect dialect;
    betza::Tables of[2] = {};
};

Bitboard square(const char* name) { return Bitboard(1) << (8 * (name[1] - '1') + name[0] - 'a'); }

Bitboard squares(std::initializer_list<const char*> names) {
    Bitboard all = 0;
    for (const char* name : names) all |= square(name);
    return all;
}

int index(const char* name) { return __builtin_ctzll(square(name)); }

void draw(Bitboard set, Bitboard occupied, const char* at) {
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            Bitboard here = Bitboard(1) << (8 * rank + file);
            char c = here == square(at) ? '@' : set & occupied & here ? 'x' : set & here ? '*' : occupied & here ? 'o' : '.';
            std::printf(" %c", c);
        }
        std::printf("\n");
    }
}

// Fails the program if an answer is not what is expected, which was worked out by hand.
int wrong = 0;
void expect(const char* what, Bitboard found, Bitboard expected) {
    if (found == expected) return;
    std::printf("%s: %016llx instead of %016llx\n", what, (unsigned long long)found, (unsigned long long)expected);
    ++wrong;
}

}  // namespace

int main() {
    if (!betza::is_compatible()) return std::puts("the library is of another version"), 1;
    PieceType griffon{"Griffon", "[F?R]", betza::Dialect::Xbetza};
    PieceType moa{"Moa", "mafsF", betza::Dialect::Xbetza};
    PieceType falcon{"Falcon", "nCnZ", betza::Dialect::Betza};
    PieceType dabbabas{"Dabbaba-rider", "DD", betza::Dialect::Betza};
    PieceType rose{"Rose", "qN", betza::Dialect::Betza};

    // Read when the game is loaded: one piece, two tables.
    for (PieceType* type : {&griffon, &moa, &falcon, &dabbabas, &rose}) {
        auto piece = betza::Piece::read(type->notation, type->dialect);
        if (!piece) return std::printf("%s\n", std::string(piece.error().text()).c_str()), 1;
        for (betza::Side side : {betza::Side::White, betza::Side::Black}) {
            auto tables = piece->compile(8, 8, side, 8);
            if (!tables) return std::printf("%s\n", std::string(tables.error().text()).c_str()), 1;
            type->of[int(side)] = std::move(*tables);
        }
    }

    // Asked while the engine searches, on its own bitboards.
    Bitboard white = squares({"d4", "e1", "c3"}), black = squares({"d7", "f6", "e8"}), occupied = white | black;
    for (PieceType* type : {&griffon, &moa, &falcon, &dabbabas, &rose}) {
        const betza::Tables& tables = type->of[0];
        Bitboard attacks = tables.attacks(unsigned(index("d4")), occupied);
        Bitboard moves = tables.quiets(unsigned(index("d4")), occupied) | (tables.captures(unsigned(index("d4")), occupied) & black);
        std::printf("%s (%s) on d4: %d squares attacked, %d moves, %zu bytes\n", type->name, type->notation,
                    __builtin_popcountll(attacks), __builtin_popcountll(moves), tables.bytes());
        draw(attacks, occupied, "d4");
        // Whoever attacks a square is among its attackers.
        for (Bitboard rest = attacks; rest; rest &= rest - 1) {
            Bitboard back = tables.attackers(unsigned(__builtin_ctzll(rest)), occupied);
            expect("attackers", back & square("d4"), square("d4"));
        }
    }

    // The Griffon: one step to e5, c5, e3 or c3 (taken, and as far as it gets there), then out along rank and file.
    expect("Griffon", griffon.of[0].attacks(unsigned(index("d4")), occupied),
           squares({"e5", "e6", "e7", "e8", "f5", "g5", "h5", "c5", "c6", "c7", "c8", "b5", "a5", "e3", "e2", "e1", "f3", "g3", "h3", "c3"}));
    // The Moa cannot pass c3: b3 and c2 are out of reach.
    expect("Moa", moa.of[0].attacks(unsigned(index("d4")), occupied), squares({"e6", "c6", "f5", "b5", "f3", "e2"}));
    // The Falcon has three ways to each Camel's and Zebra's square; on an empty board nothing bars them.
    expect("Falcon", falcon.of[0].attacks(unsigned(index("d4")), squares({"d4"})),
           squares({"a3", "a5", "b1", "b7", "c1", "c7", "e1", "e7", "f1", "f7", "g3", "g5", "a2", "a6", "g2", "g6"}));
    expect("Dabbaba-rider", dabbabas.of[0].attacks(unsigned(index("d4")), squares({"d4", "d6"})),
           squares({"d6", "b4", "f4", "h4", "d2"}));
    // All the Rose's ways from a1 begin with c2 or b3, and there somebody stands.
    expect("Rose", rose.of[0].attacks(0, square("a1") | squares({"c2", "b3"})), squares({"c2", "b3"}));

    // What stands between d4 and e8 pins, or is pinned.
    expect("between", griffon.of[0].between<Bitboard>(unsigned(index("d4")), unsigned(index("e8"))), squares({"e5", "e6", "e7"}));
    if (wrong == 0) std::puts("all as expected");
    return wrong != 0;
}
