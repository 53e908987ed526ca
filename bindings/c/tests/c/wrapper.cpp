// betza.hpp: results, errors, exceptions when asked, views, sets of every width, moves of handles, threads.

#include <betza.hpp>

#include <array>
#include <cstdio>
#include <thread>

static int failures = 0;
static void check(bool condition, const char* what) {
    if (!condition) std::printf("not so: %s\n", what), ++failures;
}
#define CHECK(condition) check((condition), #condition)

__extension__ typedef unsigned __int128 Wide;

int main() {
    CHECK(betza::is_compatible());
    auto knight = betza::Piece::read("N", betza::Dialect::Betza);
    CHECK(knight && knight->write(betza::Dialect::Xbetza) && *knight->write(betza::Dialect::Xbetza) == "N");
    CHECK(knight->explain().find("leap") != std::string::npos && !knight->is_royal());
    CHECK(knight->warnings().size() == 0 && knight->warnings().text() == "it was done");
    auto svg = knight->svg(8, 8, "d4");
    CHECK(svg && svg->rfind("<svg", 0) == 0 && svg->back() == '\n');
    CHECK(!knight->svg(8, 8, "z9") && !knight->svg(300, 8, "a1"));

    auto bad = betza::Piece::read("mW(", betza::Dialect::Betza);
    CHECK(!bad && bad.error().status() == BETZA_STATUS_NOTATION && bad.error().size() >= 1);
    CHECK(bad.error().at(0).end <= 3 && !bad.error().at(0).remedy.empty() && !bad.error().code().empty());
    CHECK(bad.error().at(99).code.empty());
    bool thrown = false;
    try {
        betza::Piece::read("mW(", betza::Dialect::Betza).value();
    } catch (const betza::Exception& e) {
        thrown = e.status == BETZA_STATUS_NOTATION && std::string(e.what()).find("error[") == 0;
    }
    CHECK(thrown);

    // A Knight on a1 attacks c2 and b3, in sets of one, two and three words.
    auto one = knight->compile(8, 8, betza::Side::White, 8);
    CHECK(one && one->words() == 1 && !one->is_blockable() && one->fits<uint64_t>() && one->bytes() > 0);
    CHECK(one->attacks(0, uint64_t(0)) == (uint64_t(1) << 10 | uint64_t(1) << 17));
    auto two = knight->compile(12, 10, betza::Side::White, 12);
    CHECK(two->fits<Wide>() && !two->fits<uint64_t>());
    CHECK(two->attacks(0, Wide(0)) == (Wide(1) << 14 | Wide(1) << 25) && two->attacks(0, uint64_t(0)) == 0);
    CHECK(two->attackers(119, Wide(0)) == (Wide(1) << 105 | Wide(1) << 94));
    auto four = knight->compile(16, 16, betza::Side::Black, 16);
    std::array<uint64_t, 4> empty{}, out{};
    CHECK(four->attacks(255, empty)[3] == (uint64_t(1) << 45) + (uint64_t(1) << 30));
    CHECK(four->attacks(255, betza::View<const uint64_t>(empty), betza::View<uint64_t>(out)) && out[3] != 0);
    CHECK(!four->attacks(256, empty, out) && out[3] == 0);
    CHECK(!four->attacks(0, betza::View<const uint64_t>(empty.data(), 1), betza::View<uint64_t>(out)));
    CHECK(four->may_attack<decltype(empty)>(255) == four->depends_on<decltype(empty)>(255));
    CHECK(one->attacks(64, uint64_t(0)) == 0 && betza::Tables().attacks(0, uint64_t(0)) == 0);
    CHECK(!knight->compile(8, 8, betza::Side::White, 264));

    // The Knight's moves cannot be blocked, and on 8x8 there are 8 * 7 * 6 of them. A Cannon on a1 that moves up and captures over b1 takes
    // c1 (2): it is no leaper either way, and what it captures another piece has made possible.
    CHECK(one->may_move<uint64_t>(0) == one->may_attack<uint64_t>(0) && !one->quiets_are_blockable() && !one->is_hopper());
    CHECK(one->mobility(0.69).quiets == 5.25 && one->mobility(0.69).attacks == 5.25);
    auto cannon = betza::Piece::read("mfRcprR", betza::Dialect::Xbetza);
    betza::Cache cache(4);
    auto tables = cannon->compile(cache, 8, 8, betza::Side::White, 8);
    CHECK(tables && tables->is_blockable() && tables->quiets_are_blockable() && tables->is_hopper());
    CHECK(tables->may_move<uint64_t>(0) == 0x0101010101010100);
    betza::Lookup lookup = tables->lookup();
    CHECK(lookup && !betza::Lookup() && !betza::Tables().lookup());
    CHECK(lookup.captures(0, uint64_t(0x06)) == 0x04 && lookup.captures(0, uint64_t(0x04)) == 0);
    CHECK(lookup.attackers(2, uint64_t(0x07)) == 0x01 && lookup.quiets(0, uint64_t(0x010000)) == 0x0100);
    CHECK(!cannon->compile(cache, 8, 8, betza::Side::White, 7) && !cannon->compile(betza::Cache(), 8, 8, betza::Side::White, 8));

    auto game = betza::Game::builtin("chess");
    CHECK(game && game->text(BETZA_GAME_TEXT_TITLE) == "Chess" && game->info().files == 8);
    betza::Position position = game->start(), copy = position;
    *game = betza::Game();
    CHECK(position.legal_moves().size() == 20 && position.perft(3) == 8902);
    auto e4 = position.read_move("e4");
    CHECK(e4 && position.text(*e4) == "e2e4" && position.text(*e4, BETZA_STYLE_SAN) == "e4");
    CHECK(position.play(*e4).status() == BETZA_STATUS_OK && position.turn() == betza::Side::Black);
    CHECK(position.play(*e4).status() == BETZA_STATUS_MOVE && position.hash() != copy.hash());
    CHECK(position.undo() && !position.undo() && position.hash() == copy.hash() && !position.outcome());
    CHECK(position.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" && position.svg().size() > 1000);
    betza::Position moved = std::move(position);
    CHECK(position.fen().empty() && position.legal_moves().empty() && moved.legal_moves().size() == 20);

    // Squares, pieces and moves: 1. e4 d5 2. exd5 is a capture that gives no check.
    auto chess = betza::Game::builtin("chess");
    auto at = [&](const char* name) { return chess->square(name); };
    CHECK(at("e4") == 28 && at("z9") == BETZA_NONE && chess->square_name(28) == "e4" && chess->square_name(64).empty());
    CHECK(chess->warnings().size() == 0 && betza::Game().warnings().status() == BETZA_STATUS_NULL_POINTER);
    betza::Error ignored;
    auto lenient = chess->position_lenient("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", &ignored);
    CHECK(lenient && ignored.size() > 0 && ignored.status() == BETZA_STATUS_OK && !chess->position_lenient("x"));
    betza::Position played = chess->start();
    for (const char* text : {"e4", "d5"}) CHECK(played.play(*played.read_move(text)).status() == BETZA_STATUS_OK);
    betza::Move takes = *played.read_move("exd5");
    CHECK(played.captures() == std::vector<betza::Move>{takes} && played.captured(takes) == std::vector<uint32_t>{at("d5")});
    CHECK((played.legs(takes) == std::vector<uint32_t>{at("e4"), at("d5")}));
    CHECK(played.is_legal(takes) && !played.is_legal(BETZA_NULL_MOVE) && !played.gives_check(takes));
    CHECK(played.gives_check(*played.read_move("Bb5")) && played.has_legal_move() && played.is_complete());
    CHECK((played.attackers(at("d5"), betza::Side::White) == std::vector<uint32_t>{at("e4")}));
    CHECK((played.attacks(at("g1")) == std::vector<uint32_t>{at("e2"), at("f3"), at("h3")}));
    betza::Man man = played.piece_at(at("d5"));
    CHECK(man && man.side == BETZA_SIDE_BLACK && !played.piece_at(at("e5")) && !played.piece_at(64));
    CHECK(played.play_null().status() == BETZA_STATUS_OK && played.plies() == 3);
    CHECK(played.history().size() == 3 && played.history()[2] == BETZA_NULL_MOVE && played.undo());
    CHECK(!played.is_legal(played.history()[0]) && played.in_hand(betza::Side::White, man.kind) == 0);
    betza::Outcome none = betza::Position().outcome();
    CHECK(!none && none.winner == BETZA_NONE && !betza::Position().is_complete() && betza::Position().history().empty());

    // A duck is a wall, and no piece.
    auto duck = betza::Game::builtin("duck");
    betza::Position pond = duck->start();
    CHECK(pond.play(*pond.read_move("e2e4,e4e3")).status() == BETZA_STATUS_OK);
    CHECK(pond.is_wall(20) && !pond.piece_at(20) && !pond.is_wall(28) && pond.piece_at(28) && !pond.is_wall(64));

    // Many threads ask one position and one set of tables.
    std::array<uint64_t, 8> counts{};
    std::array<std::thread, 8> threads;
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i] = std::thread([&, i] {
            for (unsigned s = 0; s < 120; ++s) counts[i] += uint64_t(two->attacks(s, Wide(0)) != 0);
            counts[i] += moved.perft(2) + moved.legal_moves().size();
        });
    for (auto& thread : threads) thread.join();
    for (uint64_t count : counts) CHECK(count == 120 + 400 + 20);

    if (failures == 0) std::puts("all as it should be");
    return failures != 0;
}
