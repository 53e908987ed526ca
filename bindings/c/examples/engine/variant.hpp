// A game: chess without castling, with other pieces, on a board of up to 12x10.

#pragma once

#include "betza_adapter.hpp"
#include "board.hpp"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

struct Variant {
    std::string name, start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    int files = 8, ranks = 8, promotion_rank = 8;
    std::string letters = "PNBRQK";          // by piece type, White's
    std::vector<int> promotions = {Queen, Rook, Bishop, Knight};
    std::vector<int> values = {100, 300, 320, 500, 900, 0};
    Bitboard squares = 0;
    BetzaAdapter<Bitboard, Stride> betza;

    int types() const { return int(letters.size()); }

    // Reads a game file of betza's (variants/FORMAT.md), as far as this engine goes: what it does not know is refused with the reason, which is
    // the answer. The answer is empty if the game was read.
    std::string read(const std::string& path);

    // What a piece attacks, and where it goes without capturing; pawns' quiet moves are the generator's.
    Bitboard attacks(Color c, int type, Square s, Bitboard occupied) const {
        switch (type) {
        case Pawn: return tables.pawn[c][std::size_t(s)] & squares;
        case Knight: return tables.knight[std::size_t(s)] & squares;
        case Bishop: return bishop_attacks(s, occupied) & squares;
        case Rook: return rook_attacks(s, occupied) & squares;
        case Queen: return (bishop_attacks(s, occupied) | rook_attacks(s, occupied)) & squares;
        case King: return tables.king[std::size_t(s)] & squares;
        default: return betza.attacks(c, type, s, occupied);
        }
    }
    Bitboard quiets(Color c, int type, Square s, Bitboard occupied) const {
        return type < FirstOfBetza ? attacks(c, type, s, occupied) & ~occupied : betza.quiets(c, type, s, occupied);
    }
};

// The texts in quotes of a value.
inline std::vector<std::string> quoted(const std::string& value) {
    std::vector<std::string> found;
    std::istringstream in(value);
    for (std::string text; std::getline(in, text, '"') && std::getline(in, text, '"');) found.push_back(text);
    return found;
}

inline std::string trimmed(const std::string& text) {
    std::size_t start = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
    return start == std::string::npos ? "" : text.substr(start, end - start + 1);
}

// The number behind a word, or 0.
inline int number_after(const std::string& text, const std::string& word) {
    std::size_t at = text.find(word);
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + word.size());
}

inline std::string Variant::read(const std::string& path) {
    std::ifstream file(path);
    if (!file) return path + ": it cannot be opened";
    std::string dialect = "xbetza", section, line, promotion;
    struct Custom { std::string letter, move, dialect; };
    std::vector<Custom> customs;
    for (int n = 1; std::getline(file, line); ++n) {
        auto refuse = [&](const std::string& why) { return path + ":" + std::to_string(n) + ": " + why; };
        line = trimmed(line);
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[') {
            section = line.substr(1, line.find(']') - 1);
            std::string letter = section.rfind("pieces.", 0) == 0 ? section.substr(7) : "";
            if (letter.size() != 1) return refuse("the engine knows tables of pieces with one letter, and not [" + section + "]");
            if (letter != "P") customs.push_back({letter, "", ""});
            continue;
        }
        std::size_t equals = line.find('=');
        if (equals == std::string::npos) return refuse("a key and a value are needed");
        std::string key = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1));
        auto texts = quoted(value);
        std::string text = texts.empty() ? "" : texts[0];
        if (section.empty()) {
            if (key == "name") name = text;
            else if (key == "start") start = text;
            else if (key == "dialect") dialect = text;
            else if (key == "board") files = std::atoi(text.c_str()), ranks = number_after(text, "x");
            else if (key == "parent" && text != "nocastle") return refuse("the engine knows no parent but nocastle");
            else if (key != "format" && key != "parent" && key != "title" && key != "sources")
                return refuse("the engine does not know the key '" + key + "'");
        } else if (section == "pieces.P") {
            if (key != "promotion") return refuse("the engine's pawns are those of chess: only their promotion may be set");
            promotion = value;
        } else if (key == "move") customs.back().move = text;
        else if (key == "dialect") customs.back().dialect = text;
        else if (key != "name") return refuse("the engine does not know the key '" + key + "' of pieces");
    }
    if (files < 1 || files > Stride || ranks < 5 || ranks > MaxRanks) return path + ": the board is larger than 12x10";
    for (int r = 0; r < ranks; ++r)
        for (int f = 0; f < files; ++f) squares |= bb(make_square(f, r));
    for (const Custom& custom : customs) {
        if (letters.find(custom.letter) != std::string::npos || types() == MaxTypes)
            return path + ": the letter " + custom.letter + " is that of a piece of the engine's own, or there are too many";
        uint32_t number = 0;
        const std::string& named = custom.dialect.empty() ? dialect : custom.dialect;
        if (betza_dialect_by_name(named.data(), named.size(), &number) != BETZA_STATUS_OK)
            return path + ": there is no dialect '" + named + "'";
        std::string why = betza.add(types(), custom.move, ::betza::Dialect(number), files, ranks);
        if (!why.empty()) return path + ": the piece " + custom.letter + ": " + why;
        int reached = 0, from = 0;
        for (Bitboard rest = squares; rest; ++from)
            reached += popcount(attacks(White, types(), pop_lsb(rest), 0));
        letters += custom.letter;
        values.push_back(30 * reached / from);
    }
    if (!promotion.empty()) {
        promotion_rank = number_after(promotion, "rank ");
        promotions.clear();
        auto texts = quoted(promotion);
        for (std::size_t i = 1; i < texts.size(); ++i) {
            std::size_t type = letters.find(texts[i]);
            if (type == std::string::npos) return path + ": pawns promote to '" + texts[i] + "', which is no piece";
            promotions.push_back(int(type));
        }
    }
    return "";
}
