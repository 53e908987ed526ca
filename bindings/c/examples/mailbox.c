/* An engine of another design than examples/engine: a mailbox, with a list of pieces for each side, that copies the position for each move.
 * It has no bitboards of its own; the set of occupied squares that betza asks for is kept beside the mailbox. All pieces but pawns are betza's.
 *
 *     mailbox DEPTH FEN PROMOTIONS PIECE...      counts the leaves
 *     mailbox 3 'rgbqkbgr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBGR w - - 0 1' QRBNG K=betza:K Q=betza:Q R=betza:R B=betza:B N=betza:N 'G=xbetza:[F?R]'
 *
 * A piece is LETTER=DIALECT:NOTATION, and K is royal. Pawns are those of chess without castling; the board is that of the FEN, up to 16x16. */

#include <betza.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 16, SQUARES = 256, WORDS = 4, LETTERS = 26, WHITE = 0, BLACK = 1, NONE = -1, PAWN = 'P' - 'A', KING = 'K' - 'A' };

/* What stands on a square: a letter and a side. */
typedef struct {
    signed char letter, side;
} Man;

/* The whole position: it is copied, and nothing is taken back. */
typedef struct {
    Man cells[SQUARES];
    unsigned char men[2][SQUARES]; /* the squares of each side's men */
    int count[2];
    uint64_t occupied[WORDS];
    int turn, king[2], en_passant; /* the square that a pawn has passed, or NONE */
} Position;

typedef struct {
    int from, to, promotion, captured; /* the captured man's square, or NONE */
    int passed;
} Move;

typedef struct {
    Move moves[4096];
    int count;
} List;

static int files, ranks;
static const char *promotions;
/* The tables of each letter and side, checked once; the words of their sets, of which WORDS are enough. */
static const betza_lookup *lookups[LETTERS][2];

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static int rank_of(int square) { return square / STRIDE; }
static int is_on_board(int file, int rank) { return file >= 0 && file < files && rank >= 0 && rank < ranks; }
static void flip(uint64_t *set, int square) { set[square / 64] ^= UINT64_C(1) << (square % 64); }
static int has(const uint64_t *set, int square) { return set[square / 64] >> (square % 64) & 1; }

/* Reads LETTER=DIALECT:NOTATION and compiles it for both sides. Tables of betza are numbered rank * STRIDE + file, as the mailbox is. */
static void add_piece(const char *text) {
    const char *colon = strchr(text, ':');
    betza_piece *piece = NULL;
    betza_error *error = NULL;
    uint32_t dialect = 0;
    if (!isupper((unsigned char)text[0]) || text[0] - 'A' == PAWN || text[1] != '=' || colon == NULL)
        fail(text, "write a capital letter but P, as in N=betza:N");
    if (betza_dialect_by_name(text + 2, (size_t)(colon - text - 2), &dialect) != BETZA_STATUS_OK) fail(text, "there is no such dialect");
    if (betza_piece_read(colon + 1, BETZA_NUL, dialect, &piece, &error) != BETZA_STATUS_OK) fail(text, betza_error_text(error));
    for (int side = 0; side < 2; side++) {
        betza_tables *tables = NULL;
        if (betza_piece_compile(piece, (uint8_t)files, (uint8_t)ranks, (uint32_t)side, STRIDE, &tables, &error) != BETZA_STATUS_OK)
            fail(text, betza_error_text(error));
        /* The tables are used as long as the program runs. */
        lookups[text[0] - 'A'][side] = betza_tables_lookup(tables);
    }
    betza_piece_free(piece);
}

static void put(Position *p, int square, Man man) {
    p->cells[square] = man;
    p->men[(int)man.side][p->count[(int)man.side]++] = (unsigned char)square;
    flip(p->occupied, square);
    if (man.letter == KING) p->king[(int)man.side] = square;
}

static Man take(Position *p, int square) {
    Man man = p->cells[square];
    unsigned char *men = p->men[(int)man.side];
    int i = 0;
    while (men[i] != square) i++;
    men[i] = men[--p->count[(int)man.side]];
    p->cells[square].letter = NONE;
    flip(p->occupied, square);
    return man;
}

/* The squares of the placement, from the last rank on; the size of the board is found first. */
static void read_fen(Position *p, const char *fen) {
    const char *c;
    int file = 0, rank, most = 0;
    ranks = 1;
    for (c = fen; *c && *c != ' '; c++) {
        if (*c == '/') ranks++, file = 0;
        else if (isdigit((unsigned char)*c)) file += (int)strtol(c, (char **)&c, 10), c--;
        else file++;
        if (file > most) most = file;
    }
    files = most;
    if (files < 1 || files > STRIDE || ranks > STRIDE) fail(fen, "a board has 1 to 16 files and ranks");
    memset(p, 0, sizeof *p);
    for (int s = 0; s < SQUARES; s++) p->cells[s].letter = NONE;
    p->king[0] = p->king[1] = p->en_passant = NONE;
    file = 0;
    rank = ranks - 1;
    for (c = fen; *c && *c != ' '; c++) {
        if (*c == '/') rank--, file = 0;
        else if (isdigit((unsigned char)*c)) file += (int)strtol(c, (char **)&c, 10), c--;
        else if (isalpha((unsigned char)*c) && is_on_board(file, rank)) {
            Man man = {(signed char)(toupper((unsigned char)*c) - 'A'), (signed char)(islower((unsigned char)*c) != 0)};
            put(p, rank * STRIDE + file++, man);
        } else fail(fen, "the placement has other signs than letters, numbers and /");
    }
    p->turn = strncmp(c, " b", 2) == 0 ? BLACK : WHITE;
    /* Behind the castling rights, of which there are none. */
    if (strlen(c) > 5 && islower((unsigned char)c[5])) p->en_passant = ((int)strtol(c + 6, NULL, 10) - 1) * STRIDE + c[5] - 'a';
    if (p->king[0] == NONE || p->king[1] == NONE) fail(fen, "each side has a K");
}

/* Whether a side attacks a square. Its kinds are asked from which squares they would, each once; the mailbox knows who stands there. */
static int is_attacked(const Position *p, int square, int by) {
    uint64_t from[LETTERS][WORDS];
    char asked[LETTERS] = {0};
    for (int side = -1; side <= 1; side += 2) {
        int file = square % STRIDE + side, rank = rank_of(square) + (by == WHITE ? -1 : 1), s = rank * STRIDE + file;
        if (is_on_board(file, rank) && p->cells[s].letter == PAWN && p->cells[s].side == by) return 1;
    }
    for (int i = 0; i < p->count[by]; i++) {
        int s = p->men[by][i], letter = p->cells[s].letter;
        if (letter == PAWN) continue;
        if (!asked[letter]) {
            asked[letter] = 1;
            memset(from[letter], 0, sizeof from[letter]);
            betza_lookup_attackers(lookups[letter][by], (uint32_t)square, p->occupied, from[letter]);
        }
        if (has(from[letter], s)) return 1;
    }
    return 0;
}

static void add(List *list, int from, int to, int promotion, int captured, int passed) {
    Move move = {from, to, promotion, captured, passed};
    list->moves[list->count++] = move;
}

static void add_pawn_move(List *list, int from, int to, int captured, int side) {
    if (rank_of(to) == (side == WHITE ? ranks - 1 : 0))
        for (const char *c = promotions; *c; c++) add(list, from, to, *c - 'A', captured, NONE);
    else add(list, from, to, NONE, captured, NONE);
}

static void pawn_moves(const Position *p, int from, List *list) {
    int us = p->turn, ahead = us == WHITE ? STRIDE : -STRIDE, second = us == WHITE ? 1 : ranks - 2, to = from + ahead;
    if (p->cells[to].letter == NONE) {
        add_pawn_move(list, from, to, NONE, us);
        if (rank_of(from) == second && p->cells[to + ahead].letter == NONE) add(list, from, to + ahead, NONE, NONE, to);
    }
    for (int side = -1; side <= 1; side += 2) {
        int aside = from + ahead + side;
        if (!is_on_board(from % STRIDE + side, rank_of(to))) continue;
        if (aside == p->en_passant) add_pawn_move(list, from, aside, aside - ahead, us);
        else if (p->cells[aside].letter != NONE && p->cells[aside].side != us) add_pawn_move(list, from, aside, aside, us);
    }
}

static void generate(const Position *p, List *list) {
    list->count = 0;
    for (int i = 0; i < p->count[p->turn]; i++) {
        int from = p->men[p->turn][i], letter = p->cells[from].letter;
        uint64_t quiets[WORDS] = {0}, captures[WORDS] = {0};
        if (letter == PAWN) {
            pawn_moves(p, from, list);
            continue;
        }
        betza_lookup_quiets(lookups[letter][p->turn], (uint32_t)from, p->occupied, quiets);
        betza_lookup_captures(lookups[letter][p->turn], (uint32_t)from, p->occupied, captures);
        for (int s = 0; s < ranks * STRIDE; s++) {
            if (has(quiets, s)) add(list, from, s, NONE, NONE, NONE);
            else if (has(captures, s) && p->cells[s].side != p->turn) add(list, from, s, NONE, s, NONE);
        }
    }
}

/* The position after a move, if it leaves the king safe. */
static int make(const Position *before, const Move *move, Position *after) {
    *after = *before;
    if (move->captured != NONE) take(after, move->captured);
    Man man = take(after, move->from);
    if (move->promotion != NONE) man.letter = (signed char)move->promotion;
    put(after, move->to, man);
    after->en_passant = move->passed;
    after->turn = !before->turn;
    return !is_attacked(after, after->king[before->turn], after->turn);
}

static uint64_t perft(const Position *p, int depth) {
    List *list;
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    list = malloc(sizeof *list);
    if (list == NULL) fail("perft", "there is no memory left");
    generate(p, list);
    for (int i = 0; i < list->count; i++) {
        Position after;
        if (make(p, &list->moves[i], &after)) leaves += perft(&after, depth - 1);
    }
    free(list);
    return leaves;
}

int main(int argc, char **argv) {
    Position start;
    if (argc < 5) fail("usage", "mailbox DEPTH FEN PROMOTIONS LETTER=DIALECT:NOTATION...");
    if (betza_abi_version() != BETZA_ABI_VERSION) fail("betza", "the library has another interface than betza.h");
    read_fen(&start, argv[2]);
    promotions = argv[3];
    for (int i = 4; i < argc; i++) add_piece(argv[i]);
    for (int s = 0; s < SQUARES; s++)
        if (start.cells[s].letter >= 0 && start.cells[s].letter != PAWN && !lookups[(int)start.cells[s].letter][0])
            fail(argv[2], "a letter has no piece");
    for (const char *c = promotions; *c; c++)
        if (!isupper((unsigned char)*c) || !lookups[*c - 'A'][0]) fail(promotions, "a promotion has no piece");
    printf("Nodes searched: %llu\n", (unsigned long long)perft(&start, atoi(argv[1])));
    return 0;
}
