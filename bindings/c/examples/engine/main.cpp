// The Universal Chess Interface. Beside it: `go perft N`, and `selfplay GAMES NODES SEED`, which prints each game's moves in a line.

#include "search.hpp"

#include <iostream>
#include <map>
#include <memory>
#include <sstream>

namespace {

struct Engine {
    std::map<std::string, std::unique_ptr<Variant>> variants;
    std::unique_ptr<Position> position;
    std::vector<uint64_t> keys;

    // Reads game files, separated by colons.
    void load(const std::string& paths) {
        std::istringstream in(paths);
        for (std::string path; std::getline(in, path, ':');) {
            auto v = std::make_unique<Variant>();
            std::string why = v->read(path);
            if (why.empty()) variants[v->name] = std::move(v);
            else std::cout << "info string refused: " << why << std::endl;
        }
    }
    void option(std::istringstream& in) {
        std::string word, name, value;
        in >> word >> name >> word >> value;
        if (name == "VariantPath") load(value);
        else if (name == "UCI_Variant" && variants.count(value)) position = std::make_unique<Position>(*variants[value]);
        else std::cout << "info string no such option or variant: " << name << " " << value << std::endl;
    }
    void set(std::istringstream& in) {
        std::string word, fen;
        in >> word;
        if (word == "startpos") fen = position->variant->start, in >> word;
        else
            while (in >> word && word != "moves") fen += word + " ";
        if (!position->set(fen)) std::cout << "info string not a position: " << fen << std::endl;
        keys.clear();
        for (Move m{}; in >> word;) {
            if (!position->read(word, m)) return void(std::cout << "info string not a legal move: " << word << std::endl);
            keys.push_back(position->key);
            position->make(m);
        }
    }
    void go(std::istringstream& in) {
        int depth = 60;
        uint64_t nodes = UINT64_MAX, number = 0;
        for (std::string word; in >> word >> number;) {
            if (word == "perft") return void(std::cout << "Nodes searched: " << position->perft(int(number)) << std::endl);
            if (word == "depth") depth = int(number);
            if (word == "nodes") nodes = number;
        }
        if (depth == 60 && nodes == UINT64_MAX) nodes = 200000;
        MoveList list = position->legal();
        if (!list.size) return void(std::cout << "bestmove (none)" << std::endl);
        Found found = search(*position, keys, depth, nodes);
        std::cout << "info depth " << found.depth << " score cp " << found.score << " nodes " << found.nodes << "\nbestmove "
                  << position->text(found.move) << std::endl;
    }
    // Plays against itself, the first moves by chance.
    void selfplay(std::istringstream& in) {
        uint64_t games = 1, nodes = 1000, seed = 1;
        in >> games >> nodes >> seed;
        for (uint64_t game = 0; game < games; ++game) {
            position->set(position->variant->start);
            std::vector<uint64_t> played;
            const char* end = "length";
            for (int ply = 0; ply < 400; ++ply) {
                MoveList list = position->legal();
                if (!list.size) { end = position->in_check() ? "checkmate" : "stalemate"; break; }
                seed = seed * 6364136223846793005 + 1442695040888963407;
                Move m = ply < 6 ? list.moves[(seed >> 33) % uint64_t(list.size)] : search(*position, played, 60, nodes).move;
                std::cout << position->text(m) << " ";
                played.push_back(position->key);
                position->make(m);
            }
            std::cout << end << std::endl;
        }
    }
};

}  // namespace

int main() {
    if (!betza::is_compatible()) return std::cerr << "the betza library is of another version\n", 1;
    Engine engine;
    for (std::string line, word; std::getline(std::cin, line);) {
        std::istringstream in(line);
        in >> word;
        if (word == "quit") break;
        if (word == "uci") {
            std::cout << "id name betza example\noption name VariantPath type string\noption name UCI_Variant type combo";
            for (auto& v : engine.variants) std::cout << " var " << v.first;
            std::cout << "\nuciok" << std::endl;
        } else if (word == "isready") std::cout << "readyok" << std::endl;
        else if (word == "setoption") engine.option(in);
        else if (!engine.position) std::cout << "info string set VariantPath and UCI_Variant first" << std::endl;
        else if (word == "position") engine.set(in);
        else if (word == "go") engine.go(in);
        else if (word == "selfplay") engine.selfplay(in);
    }
}
