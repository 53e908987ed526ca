/* The C interface as C uses it, and as it should not be used. Exits with 1 if an answer is not what it should be. */

#include <betza.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
            ++failures;                                                       \
        }                                                                     \
    } while (0)

/* The first diagnostic of an error has this code; the error is freed. */
static void check_code(betza_error *error, const char *code) {
    struct betza_diagnostic d;
    d.size = sizeof d;
    CHECK(error != NULL);
    CHECK(betza_error_count(error) >= 1);
    CHECK(betza_error_at(error, 0, &d) == BETZA_STATUS_OK);
    if (strcmp(d.code, code) != 0) {
        printf("the code is %s and not %s: %s\n", d.code, code, betza_error_text(error));
        ++failures;
    }
    CHECK(strlen(d.message) > 0);
    CHECK(betza_error_free(error) == BETZA_STATUS_OK);
}

static betza_piece *piece(const char *notation) {
    betza_piece *made = NULL;
    betza_error *error = NULL;
    CHECK(betza_piece_read(notation, BETZA_NUL, BETZA_DIALECT_BETZA, &made, &error) == BETZA_STATUS_OK);
    CHECK(error == NULL);
    return made;
}

static void versions(void) {
    CHECK(betza_abi_version() == BETZA_ABI_VERSION);
    CHECK(strchr(betza_version(), '.') != NULL);
    CHECK(strcmp(betza_status_text(BETZA_STATUS_NULL_POINTER), "a pointer is NULL") == 0);
    CHECK(strlen(betza_status_text(12345)) > 0);
}

static void pieces(void) {
    betza_piece *knight = NULL;
    betza_error *error = NULL;
    char buffer[64];
    size_t length = 0;
    uint32_t dialect = 77;
    struct betza_diagnostic d;

    /* Not NUL-terminated: only the first byte counts. */
    CHECK(betza_piece_read("NB", 1, BETZA_DIALECT_BETZA, &knight, NULL) == BETZA_STATUS_OK);
    CHECK(betza_piece_write(knight, BETZA_DIALECT_XBETZA, buffer, sizeof buffer, &length, NULL) == BETZA_STATUS_OK);
    CHECK(strcmp(buffer, "N") == 0 && length == 1);
    /* A buffer without room for the end, or none. */
    CHECK(betza_piece_write(knight, BETZA_DIALECT_XBETZA, buffer, 1, &length, &error) == BETZA_STATUS_TOO_SHORT);
    CHECK(length == 1 && buffer[0] == '\0');
    check_code(error, "too-short");
    CHECK(betza_piece_explain(knight, NULL, 0, &length) == BETZA_STATUS_TOO_SHORT && length > 5);
    CHECK(betza_piece_explain(knight, buffer, 0, NULL) == BETZA_STATUS_TOO_SHORT);

    /* Errors: code, span, sentence, remedy. */
    betza_piece *none = knight;
    CHECK(betza_piece_read("mW(", BETZA_NUL, BETZA_DIALECT_BETZA, &none, &error) == BETZA_STATUS_NOTATION);
    CHECK(none == NULL && betza_error_status(error) == BETZA_STATUS_NOTATION);
    d.size = sizeof d;
    CHECK(betza_error_at(error, 0, &d) == BETZA_STATUS_OK);
    CHECK(d.severity == BETZA_SEVERITY_ERROR && d.start <= d.end && d.end <= 3 && strlen(d.remedy) > 0);
    CHECK(betza_error_at(error, 99, &d) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_error_at(error, 0, NULL) == BETZA_STATUS_NULL_POINTER);
    d.size = 8;
    CHECK(betza_error_at(error, 0, &d) == BETZA_STATUS_BAD_VALUE);
    betza_error_free(error);
    /* An error that nobody wants. */
    CHECK(betza_piece_read("mW(", BETZA_NUL, BETZA_DIALECT_BETZA, &none, NULL) == BETZA_STATUS_NOTATION);

    CHECK(betza_piece_read(NULL, 3, BETZA_DIALECT_BETZA, &none, &error) == BETZA_STATUS_NULL_POINTER);
    check_code(error, "null-pointer");
    CHECK(betza_piece_read("N", BETZA_NUL, BETZA_DIALECT_BETZA, NULL, &error) == BETZA_STATUS_NULL_POINTER);
    check_code(error, "null-pointer");
    CHECK(betza_piece_read("N", BETZA_NUL, 6, &none, &error) == BETZA_STATUS_BAD_VALUE);
    check_code(error, "bad-value");
    CHECK(betza_piece_read("N", SIZE_MAX - 1, 0, &none, &error) == BETZA_STATUS_BAD_VALUE);
    check_code(error, "bad-value");
    CHECK(betza_piece_read("N\xff", BETZA_NUL, BETZA_DIALECT_BETZA, &none, &error) == BETZA_STATUS_BAD_UTF8);
    check_code(error, "bad-utf8");
    /* A zero byte in a text with a length is a letter that no dialect has. */
    CHECK(betza_piece_read("N\0N", 3, BETZA_DIALECT_BETZA, &none, &error) == BETZA_STATUS_NOTATION);
    betza_error_free(error);
    CHECK(betza_piece_read(NULL, 0, BETZA_DIALECT_BETZA, &none, &error) == BETZA_STATUS_NOTATION);
    check_code(error, "empty");

    CHECK(betza_dialect_by_name("fsf", BETZA_NUL, &dialect) == BETZA_STATUS_OK && dialect == BETZA_DIALECT_FSF);
    CHECK(betza_dialect_by_name("fsf?", 3, &dialect) == BETZA_STATUS_OK);
    CHECK(betza_dialect_by_name("klingon", BETZA_NUL, &dialect) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_piece_svg(knight, 8, 8, "z9", BETZA_NUL, buffer, sizeof buffer, &length, &error) == BETZA_STATUS_BAD_SQUARE);
    check_code(error, "square");
    CHECK(betza_piece_svg(knight, 8, 8, "d4", BETZA_NUL, NULL, 0, &length, NULL) == BETZA_STATUS_TOO_SHORT && length > 100);
    char *svg = malloc(length + 1);
    CHECK(betza_piece_svg(knight, 8, 8, "d4", BETZA_NUL, svg, length + 1, &length, NULL) == BETZA_STATUS_OK);
    CHECK(strncmp(svg, "<svg", 4) == 0 && strlen(svg) == length);
    free(svg);
    CHECK(betza_piece_free(knight) == BETZA_STATUS_OK);
}

static void handles(void) {
    betza_piece *knight = piece("N"), *stale = knight;
    betza_tables *tables = NULL;
    betza_game *game = NULL;
    uint32_t royal = 7;
    int i;

    CHECK(betza_piece_free(NULL) == BETZA_STATUS_OK);
    CHECK(betza_piece_is_royal(NULL, &royal) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_piece_is_royal(knight, NULL) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_piece_is_royal(knight, &royal) == BETZA_STATUS_OK && royal == 0);
    /* Foreign: a handle of another type, memory of the caller's, a number. */
    CHECK(betza_tables_words((betza_tables *)knight) == 0);
    CHECK(betza_game_warnings((betza_game *)knight, NULL) == BETZA_STATUS_BAD_HANDLE);
    CHECK(betza_tables_free((betza_tables *)knight) == BETZA_STATUS_BAD_HANDLE);
    uint64_t memory[32] = {0};
    CHECK(betza_piece_is_royal((betza_piece *)&memory[16], &royal) == BETZA_STATUS_BAD_HANDLE);
    CHECK(betza_piece_is_royal((betza_piece *)(uintptr_t)17, &royal) == BETZA_STATUS_BAD_HANDLE);
    /* Freed, once and twice, also while many others are made and freed in its place. */
    CHECK(betza_piece_free(knight) == BETZA_STATUS_OK);
    CHECK(betza_piece_free(stale) == BETZA_STATUS_BAD_HANDLE);
    CHECK(betza_piece_is_royal(stale, &royal) == BETZA_STATUS_BAD_HANDLE);
    for (i = 0; i < 5000; ++i) {
        betza_piece *other = piece("W");
        CHECK(other != stale);
        CHECK(betza_piece_is_royal(stale, &royal) == BETZA_STATUS_BAD_HANDLE);
        betza_piece_free(other);
    }
    /* Tables outlive their piece, positions their game. */
    betza_piece *rook = piece("R");
    CHECK(betza_piece_compile(rook, 8, 8, BETZA_SIDE_WHITE, 8, &tables, NULL) == BETZA_STATUS_OK);
    betza_piece_free(rook);
    CHECK(betza_tables_words(tables) == 1 && betza_tables_bytes(tables) > 0 && betza_tables_is_blockable(tables) == 1);
    betza_tables_free(tables);
    CHECK(betza_tables_words(tables) == 0 && betza_tables_bytes(tables) == 0);
    CHECK(betza_game_builtin("chess", BETZA_NUL, &game, NULL) == BETZA_STATUS_OK);
    betza_position *start = NULL;
    CHECK(betza_game_start(game, &start) == BETZA_STATUS_OK);
    betza_game_free(game);
    uint64_t leaves = 0;
    CHECK(betza_position_perft(start, 3, &leaves) == BETZA_STATUS_OK && leaves == 8902);
    betza_position_free(start);
    CHECK(betza_position_perft(start, 3, &leaves) == BETZA_STATUS_BAD_HANDLE);
    CHECK(betza_error_status(NULL) == BETZA_STATUS_NULL_POINTER && *betza_error_text(NULL) == '\0' && betza_error_count(NULL) == 0);
}

static void sets(void) {
    betza_piece *rook = piece("R"), *lion = NULL;
    betza_tables *tables = NULL;
    betza_error *error = NULL;
    uint64_t occupied[3] = {0, 0, ~UINT64_C(0)}, out[3];

    CHECK(betza_piece_compile(rook, 8, 8, BETZA_SIDE_WHITE, 7, &tables, &error) == BETZA_STATUS_COMPILE && tables == NULL);
    check_code(error, "stride");
    CHECK(betza_piece_compile(rook, 17, 8, BETZA_SIDE_WHITE, 17, &tables, &error) == BETZA_STATUS_COMPILE);
    check_code(error, "board");
    CHECK(betza_piece_compile(rook, 8, 8, 2, 8, &tables, &error) == BETZA_STATUS_BAD_VALUE);
    check_code(error, "bad-value");
    CHECK(betza_piece_read("FiD", BETZA_NUL, BETZA_DIALECT_XBETZA, &lion, NULL) == BETZA_STATUS_OK);
    CHECK(betza_piece_compile(lion, 8, 8, BETZA_SIDE_WHITE, 8, &tables, &error) == BETZA_STATUS_COMPILE);
    check_code(error, "depends-on-more");
    betza_piece_free(lion);

    /* 8x8 with the stride of Fairy-Stockfish's large boards. The rook is on a1; c1 and a3 are occupied. */
    CHECK(betza_piece_compile(rook, 8, 8, BETZA_SIDE_WHITE, 12, &tables, NULL) == BETZA_STATUS_OK);
    CHECK(betza_tables_words(tables) == 2);
    occupied[0] = UINT64_C(1) << 2 | UINT64_C(1) << 24;
    memset(out, 0xff, sizeof out);
    CHECK(betza_tables_attacks(tables, 0, occupied, out, 2) == BETZA_STATUS_OK);
    CHECK(out[0] == (UINT64_C(6) | UINT64_C(1) << 12 | UINT64_C(1) << 24) && out[1] == 0 && out[2] == ~UINT64_C(0));
    CHECK(betza_tables_quiets(tables, 0, occupied, out, 3) == BETZA_STATUS_OK);
    CHECK(out[0] == (UINT64_C(2) | UINT64_C(1) << 12) && out[1] == 0 && out[2] == 0);
    CHECK(betza_tables_captures(tables, 0, occupied, out, 2) == BETZA_STATUS_OK && out[0] == (UINT64_C(4) | UINT64_C(1) << 24));
    CHECK(betza_tables_attackers(tables, 0, occupied, out, 2) == BETZA_STATUS_OK && (out[0] & 6) == 6);
    /* Between a1 and d1: b1, c1. */
    CHECK(betza_tables_between(tables, 0, 3, out, 2) == BETZA_STATUS_OK && out[0] == 6);
    CHECK(betza_tables_between(tables, 0, 13, out, 2) == BETZA_STATUS_OK && out[0] == 0);
    CHECK(betza_tables_depends_on(tables, 0, out, 2) == BETZA_STATUS_OK && (out[0] & 0xfff) == 0xfe);
    CHECK(betza_tables_may_attack(tables, 0, out, 2) == BETZA_STATUS_OK && (out[0] & 0xfff) == 0xfe);
    CHECK(betza_tables_may_be_attacked_from(tables, 0, out, 2) == BETZA_STATUS_OK && (out[0] & 0xfff) == 0xfe);
    /* The answer may take the place of the occupancy, and memory may lie anywhere. */
    unsigned char bytes[17];
    memcpy(bytes + 1, occupied, 16);
    CHECK(betza_tables_attacks(tables, 0, (uint64_t *)(void *)(bytes + 1), (uint64_t *)(void *)(bytes + 1), 2) == BETZA_STATUS_OK);
    memcpy(out, bytes + 1, 16);
    CHECK(out[0] == (UINT64_C(6) | UINT64_C(1) << 12 | UINT64_C(1) << 24));
    /* Squares that there are not: gaps of the stride, behind the end, beyond 16 bits. */
    uint32_t off[] = {8, 11, 96, 128, 65536, UINT32_MAX};
    size_t i;
    for (i = 0; i < sizeof off / sizeof *off; ++i) {
        memset(out, 0xff, sizeof out);
        CHECK(betza_tables_attacks(tables, off[i], occupied, out, 2) == BETZA_STATUS_BAD_SQUARE && out[0] == 0 && out[1] == 0);
        CHECK(betza_tables_between(tables, 0, off[i], out, 2) == BETZA_STATUS_BAD_SQUARE);
    }
    memset(out, 0xff, sizeof out);
    CHECK(betza_tables_attacks(tables, 0, occupied, out, 1) == BETZA_STATUS_TOO_SHORT && out[0] == 0 && out[1] == ~UINT64_C(0));
    CHECK(betza_tables_attacks(tables, 0, occupied, out, 0) == BETZA_STATUS_TOO_SHORT);
    CHECK(betza_tables_attacks(tables, 0, NULL, out, 2) == BETZA_STATUS_NULL_POINTER && out[1] == 0);
    CHECK(betza_tables_attacks(tables, 0, occupied, NULL, 2) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_tables_attacks(NULL, 0, occupied, out, 2) == BETZA_STATUS_NULL_POINTER);
    betza_tables_free(tables);
    CHECK(betza_tables_attacks(tables, 0, occupied, out, 2) == BETZA_STATUS_BAD_HANDLE);
    betza_piece_free(rook);
}

static void games(void) {
    betza_game *game = NULL, *other = NULL;
    betza_position *position = NULL, *copy = NULL;
    betza_error *error = NULL;
    struct betza_game_info info;
    struct betza_kind_info kind;
    struct betza_move_info about;
    struct betza_outcome outcome;
    char text[256];
    size_t count = 0, length = 0;
    uint64_t moves[256], move = 0, hash[2] = {0, 0};
    uint32_t square = 0, side = 0, number = 0, squares[16];

    CHECK(betza_game_builtin_count() > 50);
    CHECK(betza_game_builtin_name(0, text, sizeof text, NULL) == BETZA_STATUS_OK);
    CHECK(betza_game_builtin_name(100000, text, sizeof text, NULL) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_game_builtin("ches", BETZA_NUL, &game, &error) == BETZA_STATUS_LOAD && game == NULL);
    check_code(error, "unknown-game");
    CHECK(betza_game_from_toml("format = 1\nname = ", BETZA_NUL, &game, &error) == BETZA_STATUS_LOAD);
    CHECK(betza_error_count(error) >= 1);
    betza_error_free(error);
    const char *ini = "[small:chess]\nmaxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n[other:chess]\n";
    CHECK(betza_ini_section(ini, BETZA_NUL, 1, text, sizeof text, NULL) == BETZA_STATUS_OK && strcmp(text, "other") == 0);
    CHECK(betza_ini_section(ini, BETZA_NUL, 2, text, sizeof text, NULL) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_game_from_ini(ini, BETZA_NUL, "small", BETZA_NUL, &game, &error) == BETZA_STATUS_OK);
    info.size = sizeof info;
    CHECK(betza_game_get_info(game, &info) == BETZA_STATUS_OK && info.files == 5 && info.ranks == 5);
    betza_game_free(game);

    CHECK(betza_game_builtin("Crazyhouse", 10, &game, NULL) == BETZA_STATUS_OK);
    CHECK(betza_game_builtin("chess", BETZA_NUL, &other, NULL) == BETZA_STATUS_OK);
    info.size = 4;
    CHECK(betza_game_get_info(game, &info) == BETZA_STATUS_BAD_VALUE);
    info.size = sizeof info;
    CHECK(betza_game_get_info(game, &info) == BETZA_STATUS_OK && info.files == 8 && info.kinds >= 6);
    CHECK(betza_game_get_text(game, BETZA_GAME_TEXT_NAME, text, sizeof text, &length) == BETZA_STATUS_OK);
    CHECK(strcmp(text, "crazyhouse") == 0 && length == 10);
    CHECK(betza_game_get_text(game, 3, text, sizeof text, &length) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_game_square(game, "e4", BETZA_NUL, &square) == BETZA_STATUS_OK && square == 28);
    CHECK(betza_game_square(game, "z9", BETZA_NUL, &square) == BETZA_STATUS_BAD_SQUARE);
    CHECK(betza_game_square_name(game, 63, text, sizeof text, NULL) == BETZA_STATUS_OK && strcmp(text, "h8") == 0);
    CHECK(betza_game_square_name(game, 64, text, sizeof text, NULL) == BETZA_STATUS_BAD_SQUARE);
    kind.size = sizeof kind;
    CHECK(betza_game_kind(game, 99, &kind) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_game_kind(game, 0, &kind) == BETZA_STATUS_OK && kind.royal == 0 && kind.mobility > 0.1);
    CHECK(betza_game_kind_text(game, 0, BETZA_KIND_TEXT_LETTERS, BETZA_SIDE_BLACK, text, sizeof text, NULL) == BETZA_STATUS_OK);
    CHECK(strcmp(text, "p") == 0);
    CHECK(betza_game_kind_text(game, 0, 9, 0, text, sizeof text, NULL) == BETZA_STATUS_BAD_VALUE);

    CHECK(betza_game_position(game, "8/8 w", BETZA_NUL, &position, &error) == BETZA_STATUS_POSITION && position == NULL);
    betza_error_free(error);
    CHECK(betza_game_start(game, &position) == BETZA_STATUS_OK);
    CHECK(betza_position_undo(position) == BETZA_STATUS_NOTHING);
    CHECK(betza_position_legal_moves(position, moves, 256, &count) == BETZA_STATUS_OK && count == 20);
    CHECK(betza_position_legal_moves(position, moves, 3, &count) == BETZA_STATUS_TOO_SHORT && count == 20);
    CHECK(betza_position_legal_moves(position, NULL, 0, &count) == BETZA_STATUS_TOO_SHORT && count == 20);
    CHECK(betza_position_legal_moves(position, moves, 256, NULL) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_position_captures(position, NULL, 0, &count) == BETZA_STATUS_OK && count == 0);
    CHECK(betza_position_read_move(position, "e2e5", BETZA_NUL, &move, &error) == BETZA_STATUS_MOVE);
    check_code(error, "illegal-move");
    CHECK(betza_position_read_move(position, "Nf3", BETZA_NUL, &move, NULL) == BETZA_STATUS_OK);
    CHECK(betza_position_move_text(position, move, BETZA_STYLE_UCI, text, sizeof text, NULL) == BETZA_STATUS_OK);
    CHECK(strcmp(text, "g1f3") == 0);
    CHECK(betza_position_move_text(position, move, 14, text, sizeof text, NULL) == BETZA_STATUS_BAD_VALUE);
    about.size = sizeof about;
    CHECK(betza_move_get_info(move, &about) == BETZA_STATUS_OK && about.from == 6 && about.to == 21);
    CHECK(about.drop == BETZA_NONE && about.promotion == BETZA_NONE);
    CHECK(betza_move_get_info(~UINT64_C(0), &about) == BETZA_STATUS_BAD_VALUE);
    /* Words that are no moves, or not legal. */
    uint64_t wrong[] = {0, 1, ~UINT64_C(0), UINT64_C(0x0101010101010101), move ^ 1};
    size_t i;
    for (i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK(betza_position_is_legal(position, wrong[i], &number) == BETZA_STATUS_OK && number == 0);
        CHECK(betza_position_play(position, wrong[i], NULL) != BETZA_STATUS_OK);
    }
    CHECK(betza_position_clone(position, &copy) == BETZA_STATUS_OK);
    CHECK(betza_position_hash(position, &hash[0]) == BETZA_STATUS_OK);
    CHECK(betza_position_play(position, move, &error) == BETZA_STATUS_OK && error == NULL);
    CHECK(betza_position_turn(position, &side) == BETZA_STATUS_OK && side == BETZA_SIDE_BLACK);
    CHECK(betza_position_turn(copy, &side) == BETZA_STATUS_OK && side == BETZA_SIDE_WHITE);
    CHECK(betza_position_piece_at(position, 21, &side, &number) == BETZA_STATUS_OK && side == BETZA_SIDE_WHITE);
    CHECK(betza_position_piece_at(position, 6, &side, &number) == BETZA_STATUS_OK && side == BETZA_NONE && number == BETZA_NONE);
    CHECK(betza_position_piece_at(position, 64, &side, &number) == BETZA_STATUS_BAD_SQUARE);
    CHECK(betza_position_is_wall(position, 21, &number) == BETZA_STATUS_OK && number == 0);
    CHECK(betza_position_is_wall(position, 64, &number) == BETZA_STATUS_BAD_SQUARE);
    CHECK(betza_position_is_wall(NULL, 21, &number) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_position_is_wall(position, 21, NULL) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_position_attackers(position, 28, BETZA_SIDE_WHITE, squares, 16, &count) == BETZA_STATUS_OK);
    CHECK(betza_position_in_hand(position, BETZA_SIDE_WHITE, 0, &number) == BETZA_STATUS_OK && number == 0);
    CHECK(betza_position_in_hand(position, BETZA_SIDE_WHITE, 250, &number) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_position_in_hand(position, 2, 0, &number) == BETZA_STATUS_BAD_VALUE);
    CHECK(betza_position_play_null(position, NULL) == BETZA_STATUS_OK);
    CHECK(betza_position_history(position, moves, 1, &count) == BETZA_STATUS_TOO_SHORT && count == 2 && moves[0] == move);
    CHECK(betza_position_history(position, moves, 256, &count) == BETZA_STATUS_OK && moves[1] == BETZA_NULL_MOVE);
    CHECK(betza_position_history(NULL, moves, 256, &count) == BETZA_STATUS_NULL_POINTER);
    CHECK(betza_position_undo(position) == BETZA_STATUS_OK && betza_position_undo(position) == BETZA_STATUS_OK);
    CHECK(betza_position_hash(position, &hash[1]) == BETZA_STATUS_OK && hash[0] == hash[1]);
    CHECK(betza_position_svg(position, NULL, 0, &length) == BETZA_STATUS_TOO_SHORT && length > 1000);
    outcome.size = sizeof outcome;
    CHECK(betza_position_outcome(position, &outcome, NULL, 0, NULL) == BETZA_STATUS_OK && outcome.result == BETZA_RESULT_NONE);
    betza_position_free(copy);
    betza_position_free(position);

    /* Fool's mate. */
    CHECK(betza_game_start(other, &position) == BETZA_STATUS_OK);
    const char *line[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (i = 0; i < 4; ++i) {
        CHECK(betza_position_read_move(position, line[i], BETZA_NUL, &move, NULL) == BETZA_STATUS_OK);
        CHECK(betza_position_play(position, move, NULL) == BETZA_STATUS_OK);
    }
    CHECK(betza_position_outcome(position, &outcome, text, sizeof text, NULL) == BETZA_STATUS_OK);
    CHECK(outcome.result == BETZA_RESULT_WIN && outcome.winner == BETZA_SIDE_BLACK && strcmp(text, "checkmate") == 0);
    CHECK(betza_position_is_check(position, &number) == BETZA_STATUS_OK && number == 1);
    CHECK(betza_position_play_null(position, &error) == BETZA_STATUS_MOVE);
    check_code(error, "null-in-check");
    betza_position_free(position);
    betza_error *warnings = NULL;
    CHECK(betza_game_position_lenient(other, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", BETZA_NUL, &position, &warnings, NULL) ==
          BETZA_STATUS_OK);
    CHECK(warnings != NULL && betza_error_status(warnings) == BETZA_STATUS_OK);
    betza_error_free(warnings);
    betza_position_free(position);
    betza_game_free(game);
    betza_game_free(other);
}

int main(void) {
    versions();
    pieces();
    handles();
    sets();
    games();
    if (failures == 0) printf("all as it should be\n");
    return failures != 0;
}
