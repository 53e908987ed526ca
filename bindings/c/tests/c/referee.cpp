// What betza's games say about the engine in examples/engine: positions, counts, and whether the moves of its games are legal.
//
//     referee positions GAME.toml NUMBER SEED     positions of random games, a FEN a line
//     referee perft GAME.toml DEPTH               of each FEN that is read, the number of leaves
//     referee games GAME.toml                     reads games, a line each: moves, and how the game ended

#include <betza.hpp>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

int fail(const std::string& why) {
    std::cerr << why << "\n";
    return 1;
}

int positions(const betza::Game& game, int number, uint64_t seed) {
    auto random = [&](std::size_t below) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return std::size_t(seed >> 33) % below;
    };
    while (number > 0) {
        betza::Position position = game.start();
        std::size_t plies = 4 + random(60);
        for (std::size_t ply = 0; ply < plies; ++ply) {
            auto moves = position.legal_moves();
            if (moves.empty()) break;
            if (position.play(moves[random(moves.size())]).status() != BETZA_STATUS_OK) return fail("a legal move is refused");
        }
        if (position.legal_moves().empty()) continue;
        std::cout << position.fen() << "\n";
        --number;
    }
    return 0;
}

int perft(const betza::Game& game, uint32_t depth) {
    for (std::string fen; std::getline(std::cin, fen);) {
        auto position = game.position(fen);
        if (!position) return fail(std::string(position.error().text()));
        std::cout << "Nodes searched: " << position->perft(depth) << std::endl;
    }
    return 0;
}

int games(const betza::Game& game) {
    int played = 0, moves = 0;
    for (std::string line; std::getline(std::cin, line); ++played) {
        betza::Position position = game.start();
        std::istringstream in(line);
        for (std::string word; in >> word;) {
            if (word == "length") break;
            if (word == "checkmate" || word == "stalemate") {
                if (!position.legal_moves().empty()) return fail("it is no " + word + ": " + position.fen());
                if (position.is_check() != (word == "checkmate")) return fail("it is no " + word + ": " + position.fen());
                break;
            }
            // As UCI writes it, and not as a player might mean it.
            auto move = position.read_move(word);
            if (!move) return fail(position.fen() + ": " + std::string(move.error().text()));
            if (position.text(*move) != word) return fail(position.fen() + ": " + word + " is written " + position.text(*move));
            auto refused = position.play(*move);
            if (refused.status() != BETZA_STATUS_OK) return fail(std::string(refused.text()));
            ++moves;
        }
    }
    std::cout << played << " games, " << moves << " moves, all legal\n";
    return played == 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::string what = argc > 2 ? argv[1] : "";
    std::ifstream file(argc > 2 ? argv[2] : "");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    auto game = betza::Game::from_toml(text);
    if (!game) return fail(std::string(game.error().text()));
    if (what == "positions" && argc == 5) return positions(*game, std::stoi(argv[3]), std::stoull(argv[4]));
    if (what == "perft" && argc == 4) return perft(*game, uint32_t(std::stoul(argv[3])));
    if (what == "games") return games(*game);
    return fail("referee positions|perft|games GAME.toml ...");
}
