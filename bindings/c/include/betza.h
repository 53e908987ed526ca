/* The C interface of betza. Made by cbindgen from bindings/c/src; do not edit.
 *
 * Two layers. A betza_piece is read from a notation and compiled to betza_tables, which answer from the occupied squares of an engine's own board, be it bitboards or a mailbox. A betza_game is
 * built in or read from a text; a betza_position of it has legal moves, and plays them.
 *
 * Status. Functions that can fail answer a betza_status, of which 0 is success. Functions with a parameter `error` make a betza_error when they
 * fail, with a code, the place in the text, a sentence and a remedy; NULL may be passed for it. There is no error state besides.
 *
 * Handles. Structures of which only the name is known are handles. Who made one frees it with the function for its type. A handle that was
 * freed, or is of another type, is found out and answered by BETZA_STATUS_BAD_HANDLE; so is NULL by BETZA_STATUS_NULL_POINTER. (A handle that
 * was freed is taken for a later one of its type only after its place was used again 64 times. A pointer that never was a handle is found out
 * only if memory can be read where it points.) Handles do not depend on each other: a game may be freed before its positions.
 *
 * Texts. A text that is given is UTF-8 and has a length in bytes, or BETZA_NUL if it ends with a zero byte. A text that is told is written to
 * the caller's buffer of `capacity` bytes with a zero byte behind it; `*length` is its length without that, also when the buffer is too short
 * (BETZA_STATUS_TOO_SHORT: the buffer then holds the empty text) or NULL. Texts of errors are pointers into the error.
 *
 * Sets of squares are arrays of 64-bit words in the machine's byte order, the lowest squares first: an unsigned __int128 on a little-endian
 * machine is two of them. What is not checked: that buffers have the length that is given.
 *
 * Structures with a field `size` are filled as far as that says; the caller sets it to the size that it was compiled with. Later versions may
 * add fields at the end.
 *
 * Threads. Any thread may use any handle. Functions that take a const handle may run at the same time on the same handle. Functions that take
 * one that is not const (freeing, playing, taking back) need it for themselves.
 *
 * No function throws, and none ends the process, unless memory runs out. A bug of the library is answered by BETZA_STATUS_INTERNAL.
 */


#ifndef BETZA_H
#define BETZA_H

#include <stddef.h>
#include <stdint.h>

/**
 * As the length of a text: the text ends at its first zero byte.
 */
#define BETZA_NUL SIZE_MAX

/**
 * The version of the binary interface that this header describes. It grows by one with every change after which
 * programs must be compiled again. Functions, status codes and fields at the end of sized structures may be added
 * without such a change.
 */
#define BETZA_ABI_VERSION 1



/**
 * A kind, side or square that there is not.
 */
#define BETZA_NONE 4294967295

/**
 * The null move where moves are listed: no move has this word.
 */
#define BETZA_NULL_MOVE UINT64_MAX

/**
 * What a function answers. 0 is success; everything else is failure, and codes may be added.
 */
enum betza_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It was done.
   */
  BETZA_STATUS_OK = 0,
  /**
   * A pointer is NULL that may not be.
   */
  BETZA_STATUS_NULL_POINTER = 1,
  /**
   * A handle was freed, or is none of this type.
   */
  BETZA_STATUS_BAD_HANDLE = 2,
  /**
   * A buffer or a set of squares is too short; where a length is written, it is the one that is needed.
   */
  BETZA_STATUS_TOO_SHORT = 3,
  /**
   * A text is not UTF-8.
   */
  BETZA_STATUS_BAD_UTF8 = 4,
  /**
   * A number is outside its limits: a side, a dialect, a style, an index, the size of a structure, a move that is
   * none.
   */
  BETZA_STATUS_BAD_VALUE = 5,
  /**
   * The board does not have this square.
   */
  BETZA_STATUS_BAD_SQUARE = 6,
  /**
   * A text is no piece in its dialect, or the piece cannot be written in the dialect.
   */
  BETZA_STATUS_NOTATION = 7,
  /**
   * The piece has no tables for engines with bitboards of their own.
   */
  BETZA_STATUS_COMPILE = 8,
  /**
   * The game cannot be read.
   */
  BETZA_STATUS_LOAD = 9,
  /**
   * The text is no position of the game.
   */
  BETZA_STATUS_POSITION = 10,
  /**
   * The text or the value is no legal move here.
   */
  BETZA_STATUS_MOVE = 11,
  /**
   * There is nothing to take back.
   */
  BETZA_STATUS_NOTHING = 12,
  /**
   * The library has a bug. The handles of the call should be freed and not be used again.
   */
  BETZA_STATUS_INTERNAL = 99,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_status betza_status;
#else
typedef int32_t betza_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How grave a diagnostic is: the values of `severity` in betza_diagnostic.
 */
enum betza_severity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It was read, but may not mean what its author thinks.
   */
  BETZA_SEVERITY_WARNING = 0,
  /**
   * It cannot be read, or not be done.
   */
  BETZA_SEVERITY_ERROR = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_severity betza_severity;
#else
typedef uint32_t betza_severity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The sides.
 */
enum betza_side
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The first side, which moves up the board.
   */
  BETZA_SIDE_WHITE = 0,
  /**
   * The second side, which moves down the board.
   */
  BETZA_SIDE_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_side betza_side;
#else
typedef uint32_t betza_side;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The notations. The same letter means different things in different ones.
 */
enum betza_dialect
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Classic "funny notation" (Betza's, after Overby's page): `fmWcfF`, `NN`, `nCnZ`.
   */
  BETZA_DIALECT_BETZA = 0,
  /**
   * Extended Betza notation (Muller's page): `FtR`, `W-rW`.
   */
  BETZA_DIALECT_EXTENDED = 1,
  /**
   * Betza Extended Notation (Howe).
   */
  BETZA_DIALECT_BEX = 2,
  /**
   * The Betza 2.0 quick reference (Muller).
   */
  BETZA_DIALECT_BETZA2 = 3,
  /**
   * The notation of the Interactive Diagram and of XBoard's `piece` command: `[F?R]`, `mafsF`.
   */
  BETZA_DIALECT_XBETZA = 4,
  /**
   * The notation in Fairy-Stockfish's variants.ini.
   */
  BETZA_DIALECT_FSF = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_dialect betza_dialect;
#else
typedef uint32_t betza_dialect;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What betza_game_kind_text tells.
 */
enum betza_kind_text
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The letters in FENs, of a side.
   */
  BETZA_KIND_TEXT_LETTERS = 0,
  /**
   * The name in English.
   */
  BETZA_KIND_TEXT_NAME = 1,
  /**
   * The notation of the moves, of a side, as the game's author wrote it.
   */
  BETZA_KIND_TEXT_NOTATION = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_kind_text betza_kind_text;
#else
typedef uint32_t betza_kind_text;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What betza_game_text tells.
 */
enum betza_game_text
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The id: lower case, without blanks.
   */
  BETZA_GAME_TEXT_NAME = 0,
  /**
   * The name as people write it.
   */
  BETZA_GAME_TEXT_TITLE = 1,
  /**
   * The start position.
   */
  BETZA_GAME_TEXT_START = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_game_text betza_game_text;
#else
typedef uint32_t betza_game_text;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The styles in which moves are written and read.
 */
enum betza_style
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The Universal Chess Interface: e2e4, e7e8q, P@e4.
   */
  BETZA_STYLE_UCI = 0,
  /**
   * The Chess Engine Communication Protocol of XBoard.
   */
  BETZA_STYLE_CECP = 1,
  /**
   * The Universal Shogi Interface: 7g7f, P*5e.
   */
  BETZA_STYLE_USI = 2,
  /**
   * Standard algebraic notation: Nf3, exd5, O-O.
   */
  BETZA_STYLE_SAN = 3,
  /**
   * Long algebraic notation: Ng1-f3.
   */
  BETZA_STYLE_LAN = 4,
  /**
   * Shogi in G. Hodges's form with numbers for ranks: P-76.
   */
  BETZA_STYLE_SHOGI_HODGES_NUMBER = 5,
  /**
   * Shogi in G. Hodges's form: P-7f.
   */
  BETZA_STYLE_SHOGI_HODGES = 6,
  /**
   * Shogi in G. Hosking's form: P76.
   */
  BETZA_STYLE_SHOGI_HOSKING = 7,
  /**
   * Xiangqi in the form of the World Xiangqi Federation: C2=5.
   */
  BETZA_STYLE_XIANGQI = 8,
  /**
   * Janggi: R01-91.
   */
  BETZA_STYLE_JANGGI = 9,
  /**
   * The Universal Chinese Chess Protocol: h2e2.
   */
  BETZA_STYLE_UCCI = 10,
  /**
   * Makruk in Thai letters and numbers.
   */
  BETZA_STYLE_THAI_SAN = 11,
  /**
   * Makruk in Thai letters and numbers, with the origin.
   */
  BETZA_STYLE_THAI_LAN = 12,
  /**
   * Draughts: squares as numbers, 32-28.
   */
  BETZA_STYLE_PDN = 13,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_style betza_style;
#else
typedef uint32_t betza_style;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a game has ended: the values of `result` in betza_outcome.
 */
enum betza_result
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It has not.
   */
  BETZA_RESULT_NONE = 0,
  /**
   * A side has won.
   */
  BETZA_RESULT_WIN = 1,
  /**
   * Nobody has won.
   */
  BETZA_RESULT_DRAW = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum betza_result betza_result;
#else
typedef uint32_t betza_result;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Tables by notation, side and board. Threads share it.
 */
typedef struct betza_cache betza_cache;

/**
 * An error: one or more diagnostics. Functions with a parameter `error` make one when they fail, if that parameter is
 * not NULL, and set it to NULL when they succeed. It is freed by betza_error_free. Several threads may read it at
 * once.
 */
typedef struct betza_error betza_error;

/**
 * A game, compiled.
 */
typedef struct betza_game betza_game;

/**
 * What betza_tables_lookup gives: a pointer into tables, and no handle. It is not freed.
 */
typedef struct betza_lookup betza_lookup;

/**
 * A piece, read from a notation.
 */
typedef struct betza_piece betza_piece;

/**
 * A position of a game, with the moves played since it was set up.
 */
typedef struct betza_position betza_position;

/**
 * The tables of a piece of one side on one board. They never change.
 */
typedef struct betza_tables betza_tables;

/**
 * One thing that is wrong. The texts belong to the error and live as long as it does.
 */
typedef struct betza_diagnostic {
  /**
   * The size of this structure in bytes, which the caller sets: sizeof(betza_diagnostic).
   */
  size_t size;
  /**
   * A value of betza_severity.
   */
  uint32_t severity;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The first byte of the text that was given that it is about.
   */
  size_t start;
  /**
   * The byte behind the last one: equal to `start` where something is missing, and both are 0 if it has no place in
   * the text.
   */
  size_t end;
  /**
   * What kind of error it is, as "unknown-letter". It is stable: programs may match on it.
   */
  const char *code;
  /**
   * What is wrong, as a sentence without the full stop.
   */
  const char *message;
  /**
   * What to do, as a sentence without the full stop; empty if the message says it.
   */
  const char *remedy;
} betza_diagnostic;

/**
 * What a game is, in numbers.
 */
typedef struct betza_game_info {
  /**
   * The size of this structure in bytes, which the caller sets: sizeof(betza_game_info).
   */
  size_t size;
  /**
   * Files of the board, 1 to 36.
   */
  uint32_t files;
  /**
   * Ranks of the board, 1 to 36.
   */
  uint32_t ranks;
  /**
   * Kinds of pieces. They are numbered from 0.
   */
  uint32_t kinds;
  /**
   * 0.
   */
  uint32_t reserved;
} betza_game_info;

/**
 * A kind of piece, in numbers.
 */
typedef struct betza_kind_info {
  /**
   * The size of this structure in bytes, which the caller sets: sizeof(betza_kind_info).
   */
  size_t size;
  /**
   * 1 if pieces of the kind are royal.
   */
  uint32_t royal;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * How many squares a piece of the kind attacks in the mean, on boards that are half full. It is measured when it
   * is first asked for, always in the same way.
   */
  double mobility;
} betza_kind_info;

/**
 * What a move says by itself.
 */
typedef struct betza_move_info {
  /**
   * The size of this structure in bytes, which the caller sets: sizeof(betza_move_info).
   */
  size_t size;
  /**
   * The origin; of a drop, the destination.
   */
  uint32_t from;
  /**
   * The destination; of castling, the square of the king's partner.
   */
  uint32_t to;
  /**
   * The kind that is dropped, or BETZA_NONE.
   */
  uint32_t drop;
  /**
   * The kind that the mover becomes, or BETZA_NONE.
   */
  uint32_t promotion;
} betza_move_info;

/**
 * The result of a game.
 */
typedef struct betza_outcome {
  /**
   * The size of this structure in bytes, which the caller sets: sizeof(betza_outcome).
   */
  size_t size;
  /**
   * A value of betza_result.
   */
  uint32_t result;
  /**
   * The side that has won, or BETZA_NONE.
   */
  uint32_t winner;
} betza_outcome;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the binary interface that the library has. A program that loads the library at run time compares it
 * with BETZA_ABI_VERSION and goes on only if they are equal.
 */
uint32_t betza_abi_version(void);

/**
 * The version of the library, as "0.1.0". Never NULL; the text is constant.
 */
const char *betza_version(void);

/**
 * A status in English, as "a pointer is NULL". Never NULL; the text is constant.
 */
const char *betza_status_text(int32_t status);

/**
 * Frees an error. NULL is no error.
 *
 * What the caller promises:
 * `error` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_error_free(struct betza_error *error);

/**
 * The status of the call that made the error; BETZA_STATUS_OK for warnings, BETZA_STATUS_BAD_HANDLE or
 * BETZA_STATUS_NULL_POINTER if it is no error.
 *
 * What the caller promises:
 * `error` is NULL or a handle.
 */
betza_status betza_error_status(const struct betza_error *error);

/**
 * All diagnostics, a line each: severity, code, place, what is wrong, what to do. Never NULL; empty if it is no error.
 * The text belongs to the error.
 *
 * What the caller promises:
 * `error` is NULL or a handle.
 */
const char *betza_error_text(const struct betza_error *error);

/**
 * The number of diagnostics: at least 1, and 0 if it is no error.
 *
 * What the caller promises:
 * `error` is NULL or a handle.
 */
size_t betza_error_count(const struct betza_error *error);

/**
 * Tells one diagnostic; they are in the order of the text. BETZA_STATUS_BAD_VALUE if `index` is too large or
 * `out->size` too small.
 *
 * What the caller promises:
 * `error` is NULL or a handle; `out` is NULL or can be written as its size says.
 */
betza_status betza_error_at(const struct betza_error *error,
                            size_t index,
                            struct betza_diagnostic *out);

/**
 * Finds a dialect by its name: "betza", "extended", "bex", "betza2", "xbetza" or "fsf".
 *
 * What the caller promises:
 * `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `dialect` can be written.
 */
betza_status betza_dialect_by_name(const char *name,
                                   size_t length,
                                   uint32_t *dialect);

/**
 * Reads a notation. `dialect` is a value of betza_dialect. On success `*piece` is a new handle, which betza_piece_free
 * frees; on failure it is NULL. Errors are those of BETZA_STATUS_NOTATION, with their places in the text, and of wrong
 * arguments.
 *
 * What the caller promises:
 * `notation` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `piece` can be written; `error` is
 * NULL or can be written.
 */
betza_status betza_piece_read(const char *notation,
                              size_t length,
                              uint32_t dialect,
                              struct betza_piece **piece,
                              struct betza_error **error);

/**
 * Frees a piece. Tables that were made of it stay. NULL is no error.
 *
 * What the caller promises:
 * `piece` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_piece_free(struct betza_piece *piece);

/**
 * What the author of the notation may not have meant: `*warnings` is a new error whose status is BETZA_STATUS_OK, or
 * NULL if there is nothing.
 *
 * What the caller promises:
 * `piece` is a handle; `warnings` can be written.
 */
betza_status betza_piece_warnings(const struct betza_piece *piece,
                                  struct betza_error **warnings);

/**
 * Whether the notation says that the piece is royal: `*royal` is 1 or 0.
 *
 * What the caller promises:
 * `piece` is a handle; `royal` can be written.
 */
betza_status betza_piece_is_royal(const struct betza_piece *piece, uint32_t *royal);

/**
 * Writes the piece in a dialect. What is written has the same moves on every board. BETZA_STATUS_NOTATION if the
 * dialect has no words for it. Texts are written as to every buffer of this library: see "Texts" above.
 *
 * What the caller promises:
 * `piece` is a handle; `buffer` is NULL or has `capacity` bytes; `length` and `error` are NULL or can be written.
 */
betza_status betza_piece_write(const struct betza_piece *piece,
                               uint32_t dialect,
                               char *buffer,
                               size_t capacity,
                               size_t *length,
                               struct betza_error **error);

/**
 * Tells the moves in English, a line each.
 *
 * What the caller promises:
 * `piece` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_piece_explain(const struct betza_piece *piece,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *length);

/**
 * Draws the moves of White's piece on a board, in SVG. The square is named as "e4".
 *
 * What the caller promises:
 * `piece` is a handle; `square` has `square_length` bytes, or ends with a zero byte if that is BETZA_NUL; `buffer` is
 * NULL or has `capacity` bytes; `length` and `error` are NULL or can be written.
 */
betza_status betza_piece_svg(const struct betza_piece *piece,
                             uint8_t files,
                             uint8_t ranks,
                             const char *square,
                             size_t square_length,
                             char *buffer,
                             size_t capacity,
                             size_t *length,
                             struct betza_error **error);

/**
 * Makes the tables of a side's piece on a board of 1 to 16 files and ranks. The number of a square is rank * stride +
 * file, both counted from 0; the stride is `files` to 16: 8 or 12 for Fairy-Stockfish, whatever its board. On success
 * `*tables` is a new handle, which betza_tables_free frees; on failure it is NULL.
 *
 * BETZA_STATUS_COMPILE if the piece has no such tables. Its codes: "board" and "stride" for numbers outside the
 * limits; "depends-on-more" for a piece whose moves depend on more than its square and the occupancy (whose pieces the
 * others are, what was played before) or have side effects (captures in passing, pieces that are pushed); "too-large".
 *
 * What the caller promises:
 * `piece` is a handle; `tables` can be written; `error` is NULL or can be written.
 */
betza_status betza_piece_compile(const struct betza_piece *piece,
                                 uint8_t files,
                                 uint8_t ranks,
                                 uint32_t side,
                                 uint8_t stride,
                                 struct betza_tables **tables,
                                 struct betza_error **error);

/**
 * Frees tables. NULL is no error.
 *
 * What the caller promises:
 * `tables` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_tables_free(struct betza_tables *tables);

/**
 * How many 64-bit words a set of squares has: 1 to 4. 0 if it is no handle.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
size_t betza_tables_words(const struct betza_tables *tables);

/**
 * The bytes that the tables take. 0 if it is no handle.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
size_t betza_tables_bytes(const struct betza_tables *tables);

/**
 * 1 if the occupancy of other squares decides about what the piece attacks: riders, hoppers, lame leapers. Such pieces
 * pin others, and give check when a piece moves away (or, hoppers, when one comes between). 0 for leapers, and if it
 * is no handle.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
uint32_t betza_tables_is_blockable(const struct betza_tables *tables);

/**
 * 1 if the occupancy of other squares decides about the moves to empty squares. 0 if not, and if it is no handle.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
uint32_t betza_tables_quiets_are_blockable(const struct betza_tables *tables);

/**
 * 1 if a piece that comes between can make an attack: if it hops over others. A check by such a piece can be given by
 * a drop or a move that uncovers nothing, and answered by moving the hurdle away. 0 if not, and if it is no handle.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
uint32_t betza_tables_is_hopper(const struct betza_tables *tables);

/**
 * Tells how many squares the piece reaches on average over all squares of the board, if the share `empty` of the other
 * squares (0 to 1) is empty: to how many it goes without capturing, and how many it attacks, whatever stands on them.
 * An engine may estimate a piece's value by it; 0.69 is a common share. Where several paths lead to a square, each
 * counts as if it were open by itself.
 *
 * What the caller promises:
 * `tables` is a handle; `quiets` and `attacks` can be written.
 */
betza_status betza_tables_mobility(const struct betza_tables *tables,
                                   double empty,
                                   double *quiets,
                                   double *attacks);

/**
 * The squares that the piece on `from` attacks, whatever stands on them: the squares on which it would capture an
 * enemy. What stands on `from` does not matter.
 *
 * The set is written to the first words of `out`, and the words behind it are cleared. If the answer is not
 * BETZA_STATUS_OK, `out` is empty (untouched if the handle is wrong). Bits of `occupied` that are no squares of the
 * board are ignored. `out` may be `occupied`.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
 */
betza_status betza_tables_attacks(const struct betza_tables *tables,
                                  uint32_t from,
                                  const uint64_t *occupied,
                                  uint64_t *out,
                                  size_t words);

/**
 * The empty squares to which the piece on `from` may go.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
 */
betza_status betza_tables_quiets(const struct betza_tables *tables,
                                 uint32_t from,
                                 const uint64_t *occupied,
                                 uint64_t *out,
                                 size_t words);

/**
 * The occupied squares on which the piece on `from` may capture. Whose pieces stand there is for the caller to say.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
 */
betza_status betza_tables_captures(const struct betza_tables *tables,
                                   uint32_t from,
                                   const uint64_t *occupied,
                                   uint64_t *out,
                                   size_t words);

/**
 * The squares from which a piece like this one attacks `to`, whatever stands on them. The tables are those of the
 * attacking side.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
 */
betza_status betza_tables_attackers(const struct betza_tables *tables,
                                    uint32_t to,
                                    const uint64_t *occupied,
                                    uint64_t *out,
                                    size_t words);

/**
 * The squares whose occupancy decides about the moves of the piece on `from`, ends included. While none of them
 * changes, its moves do not.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
 */
betza_status betza_tables_depends_on(const struct betza_tables *tables,
                                     uint32_t from,
                                     uint64_t *out,
                                     size_t words);

/**
 * The empty squares to which the piece on `from` goes with some occupancy: what engines call pseudo-moves. For pieces
 * that do not hop, those on the empty board.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
 */
betza_status betza_tables_may_move(const struct betza_tables *tables,
                                   uint32_t from,
                                   uint64_t *out,
                                   size_t words);

/**
 * The squares that the piece on `from` attacks with some occupancy: what engines call pseudo-attacks.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
 */
betza_status betza_tables_may_attack(const struct betza_tables *tables,
                                     uint32_t from,
                                     uint64_t *out,
                                     size_t words);

/**
 * The squares from which a piece like this one attacks `to` with some occupancy.
 *
 * The set is written as by betza_tables_attacks.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
 */
betza_status betza_tables_may_be_attacked_from(const struct betza_tables *tables,
                                               uint32_t to,
                                               uint64_t *out,
                                               size_t words);

/**
 * The squares whose occupancy decides whether the piece on `from` attacks `to`: those that must be empty, and of
 * hoppers those of which some must be occupied. Where several paths lead there, the squares of all of them. None if
 * nothing can come between, or the piece never attacks `to` from there. Pieces that are pinned to `to`, or that
 * uncover an attack on it, stand on these squares.
 *
 * The set is written as by betza_tables_attacks. This is a search along the paths, slower than the other queries.
 *
 * What the caller promises:
 * `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
 */
betza_status betza_tables_between(const struct betza_tables *tables,
                                  uint32_t from,
                                  uint32_t to,
                                  uint64_t *out,
                                  size_t words);

/**
 * Checks tables once, so that they can be asked without checks by the functions betza_lookup_...: NULL if it is no
 * handle. What is given may be used until the handle `tables` is freed, by any number of threads at the same time. A
 * bug of the library in these functions ends the process.
 *
 * What the caller promises:
 * `tables` is NULL or a handle.
 */
const struct betza_lookup *betza_tables_lookup(const struct betza_tables *tables);

/**
 * As betza_tables_attacks, without checks. A square off the board has no squares.
 *
 * What the caller promises:
 * `lookup` is from betza_tables_lookup, and its tables are not freed; `from` is less than 65536; `occupied` and `out`
 * are aligned, have betza_tables_words words, and none in common.
 */
void betza_lookup_attacks(const struct betza_lookup *lookup,
                          uint32_t from,
                          const uint64_t *occupied,
                          uint64_t *out);

/**
 * As betza_tables_quiets, without checks.
 *
 * What the caller promises:
 * As betza_lookup_attacks.
 */
void betza_lookup_quiets(const struct betza_lookup *lookup,
                         uint32_t from,
                         const uint64_t *occupied,
                         uint64_t *out);

/**
 * As betza_tables_captures, without checks.
 *
 * What the caller promises:
 * As betza_lookup_attacks.
 */
void betza_lookup_captures(const struct betza_lookup *lookup,
                           uint32_t from,
                           const uint64_t *occupied,
                           uint64_t *out);

/**
 * As betza_tables_attackers, without checks.
 *
 * What the caller promises:
 * As betza_lookup_attacks.
 */
void betza_lookup_attackers(const struct betza_lookup *lookup,
                            uint32_t to,
                            const uint64_t *occupied,
                            uint64_t *out);

/**
 * Makes a cache that keeps at most `limit` tables; the ones that were not asked for longest make room. `*cache` is a
 * new handle, which betza_cache_free frees.
 *
 * What the caller promises:
 * `cache` can be written.
 */
betza_status betza_cache_new(size_t limit,
                             struct betza_cache **cache);

/**
 * Frees a cache. Tables that it gave stay. NULL is no error.
 *
 * What the caller promises:
 * `cache` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_cache_free(struct betza_cache *cache);

/**
 * As betza_piece_compile; but if the cache has tables of the same notation, dialect, side and board, these are shared
 * and nothing is compiled. `*tables` is a new handle each time. Any number of threads may ask at the same time; one at
 * a time compiles.
 *
 * What the caller promises:
 * `cache` and `piece` are handles; `tables` can be written; `error` is NULL or can be written.
 */
betza_status betza_cache_compile(const struct betza_cache *cache,
                                 const struct betza_piece *piece,
                                 uint8_t files,
                                 uint8_t ranks,
                                 uint32_t side,
                                 uint8_t stride,
                                 struct betza_tables **tables,
                                 struct betza_error **error);

/**
 * The number of built-in games.
 */
size_t betza_game_builtin_count(void);

/**
 * The name of a built-in game, 0 to betza_game_builtin_count() - 1, in alphabetical order.
 *
 * What the caller promises:
 * `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_game_builtin_name(size_t index, char *buffer, size_t capacity, size_t *length);

/**
 * A built-in game, by name or alias; capitals do not matter. On success `*game` is a new handle, which betza_game_free
 * frees; on failure it is NULL, as with the other ways to a game. BETZA_STATUS_LOAD has the codes "unknown-game", with
 * a name that is near if there is one, and "broken-game", for a game that cannot be read, which is a fault of the
 * library.
 *
 * What the caller promises:
 * `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `game` can be written; `error` is NULL
 * or can be written.
 */
betza_status betza_game_builtin(const char *name,
                                size_t length,
                                struct betza_game **game,
                                struct betza_error **error);

/**
 * A game from the text of a file in the library's own format (variants/FORMAT.md).
 *
 * What the caller promises:
 * `toml` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `game` can be written; `error` is NULL
 * or can be written.
 */
betza_status betza_game_from_toml(const char *toml,
                                  size_t length,
                                  struct betza_game **game,
                                  struct betza_error **error);

/**
 * The game of a section of a text in the form of Fairy-Stockfish's variants.ini.
 *
 * What the caller promises:
 * `ini` has `length` bytes and `name` has `name_length`, or each ends with a zero byte if its length is BETZA_NUL.
 * `game` can be written; `error` is NULL or can be written.
 */
betza_status betza_game_from_ini(const char *ini,
                                 size_t length,
                                 const char *name,
                                 size_t name_length,
                                 struct betza_game **game,
                                 struct betza_error **error);

/**
 * The name of a section of such a text, in its order. BETZA_STATUS_BAD_VALUE behind the last one. A section that is
 * wrong does not hide the others.
 *
 * What the caller promises:
 * `ini` has `ini_length` bytes, or ends with a zero byte if that is BETZA_NUL; `buffer` is NULL or has `capacity`
 * bytes; `length` is NULL or can be written.
 */
betza_status betza_ini_section(const char *ini,
                               size_t ini_length,
                               size_t index,
                               char *buffer,
                               size_t capacity,
                               size_t *length);

/**
 * Frees a game. Its positions stay. NULL is no error.
 *
 * What the caller promises:
 * `game` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_game_free(struct betza_game *game);

/**
 * Tells the game's numbers. BETZA_STATUS_BAD_VALUE if `info->size` is too small.
 *
 * What the caller promises:
 * `game` is a handle; `info` can be written as its size says.
 */
betza_status betza_game_get_info(const struct betza_game *game, struct betza_game_info *info);

/**
 * Tells one of the game's texts: `what` is a value of betza_game_text.
 *
 * What the caller promises:
 * `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_game_get_text(const struct betza_game *game,
                                 uint32_t what,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *length);

/**
 * What the author of the game's text may not have meant: `*warnings` is a new error whose status is BETZA_STATUS_OK,
 * or NULL if there is nothing.
 *
 * What the caller promises:
 * `game` is a handle; `warnings` can be written.
 */
betza_status betza_game_warnings(const struct betza_game *game,
                                 struct betza_error **warnings);

/**
 * The number of the square with a name, as "e4". In games a square's number is rank * files + file.
 *
 * What the caller promises:
 * `game` is a handle; `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `square` can be
 * written.
 */
betza_status betza_game_square(const struct betza_game *game,
                               const char *name,
                               size_t length,
                               uint32_t *square);

/**
 * The name of a square. BETZA_STATUS_BAD_SQUARE for numbers behind the last one and for holes.
 *
 * What the caller promises:
 * `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_game_square_name(const struct betza_game *game,
                                    uint32_t square,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

/**
 * Tells a kind's numbers. BETZA_STATUS_BAD_VALUE if the game has no such kind, or `info->size` is too small.
 *
 * What the caller promises:
 * `game` is a handle; `info` can be written as its size says.
 */
betza_status betza_game_kind(const struct betza_game *game,
                             uint32_t kind,
                             struct betza_kind_info *info);

/**
 * Tells one of a kind's texts: `what` is a value of betza_kind_text. The side does not matter to names.
 *
 * What the caller promises:
 * `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_game_kind_text(const struct betza_game *game,
                                  uint32_t kind,
                                  uint32_t what,
                                  uint32_t side,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

/**
 * The start position: `*position` is a new handle, which betza_position_free frees.
 *
 * What the caller promises:
 * `game` is a handle; `position` can be written.
 */
betza_status betza_game_start(const struct betza_game *game, struct betza_position **position);

/**
 * A position from text: FEN in the forms that programs write, SFEN, PDN. What no game can come to is refused, too. On
 * success `*position` is a new handle, on failure NULL.
 *
 * What the caller promises:
 * `game` is a handle; `fen` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `position` can be
 * written; `error` is NULL or can be written.
 */
betza_status betza_game_position(const struct betza_game *game,
                                 const char *fen,
                                 size_t length,
                                 struct betza_position **position,
                                 struct betza_error **error);

/**
 * A position from text as far as it makes sense. `*warnings` is a new error with what was ignored, whose status is
 * BETZA_STATUS_OK, or NULL.
 *
 * What the caller promises:
 * `game` is a handle; `fen` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `position` and
 * `warnings` can be written; `error` is NULL or can be written.
 */
betza_status betza_game_position_lenient(const struct betza_game *game,
                                         const char *fen,
                                         size_t length,
                                         struct betza_position **position,
                                         struct betza_error **warnings,
                                         struct betza_error **error);

/**
 * Tells what a move says by itself. BETZA_STATUS_BAD_VALUE if the word is no move, or `info->size` is too small.
 *
 * What the caller promises:
 * `info` can be written as its size says.
 */
betza_status betza_move_get_info(uint64_t bits,
                                 struct betza_move_info *info);

/**
 * Frees a position. NULL is no error.
 *
 * What the caller promises:
 * `position` is NULL or a handle, and nobody uses it any more.
 */
betza_status betza_position_free(struct betza_position *position);

/**
 * A copy, with the same moves behind it: `*copy` is a new handle.
 *
 * What the caller promises:
 * `position` is a handle; `copy` can be written.
 */
betza_status betza_position_clone(const struct betza_position *position,
                                  struct betza_position **copy);

/**
 * Writes the position in the game's own form: FEN, SFEN or PDN.
 *
 * What the caller promises:
 * `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_position_fen(const struct betza_position *position,
                                char *buffer,
                                size_t capacity,
                                size_t *length);

/**
 * Draws the position, in SVG.
 *
 * What the caller promises:
 * `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_position_svg(const struct betza_position *position,
                                char *buffer,
                                size_t capacity,
                                size_t *length);

/**
 * The side to move: a value of betza_side.
 *
 * What the caller promises:
 * `position` is a handle; `side` can be written.
 */
betza_status betza_position_turn(const struct betza_position *position, uint32_t *side);

/**
 * The Zobrist key: equal for equal positions of a game, whatever was played before.
 *
 * What the caller promises:
 * `position` is a handle; `hash` can be written.
 */
betza_status betza_position_hash(const struct betza_position *position, uint64_t *hash);

/**
 * Whether the side to move is in check: 1 or 0.
 *
 * What the caller promises:
 * `position` is a handle; `check` can be written.
 */
betza_status betza_position_is_check(const struct betza_position *position, uint32_t *check);

/**
 * Whether the side to move has a legal move: 1 or 0.
 *
 * What the caller promises:
 * `position` is a handle; `has` can be written.
 */
betza_status betza_position_has_legal_move(const struct betza_position *position, uint32_t *has);

/**
 * Whether the list of legal moves is complete: 0 once a piece has had more ways to go than are followed.
 *
 * What the caller promises:
 * `position` is a handle; `complete` can be written.
 */
betza_status betza_position_is_complete(const struct betza_position *position,
                                        uint32_t *complete);

/**
 * How many moves and null moves were played since the position was set up: so many betza_position_undo takes back.
 *
 * What the caller promises:
 * `position` is a handle; `plies` can be written.
 */
betza_status betza_position_plies(const struct betza_position *position,
                                  size_t *plies);

/**
 * The moves that were played since the position was set up, the first one first, with BETZA_NULL_MOVE for null moves.
 * As many as there is room for are written to `moves`, and their number in all to `*count`; BETZA_STATUS_TOO_SHORT if
 * that is more.
 *
 * What the caller promises:
 * `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
 */
betza_status betza_position_history(const struct betza_position *position,
                                    uint64_t *moves,
                                    size_t capacity,
                                    size_t *count);

/**
 * Whether a wall stands on a square, in games that place walls: 1 or 0.
 *
 * What the caller promises:
 * `position` is a handle; `answer` can be written.
 */
betza_status betza_position_is_wall(const struct betza_position *position,
                                    uint32_t square,
                                    uint32_t *answer);

/**
 * What stands on a square: `*side` and `*kind` are BETZA_NONE if it is empty or a wall (betza_position_is_wall).
 *
 * What the caller promises:
 * `position` is a handle; the other pointers can be written.
 */
betza_status betza_position_piece_at(const struct betza_position *position,
                                     uint32_t square,
                                     uint32_t *side,
                                     uint32_t *kind);

/**
 * How many pieces of a kind a side has in hand.
 *
 * What the caller promises:
 * `position` is a handle; `count` can be written.
 */
betza_status betza_position_in_hand(const struct betza_position *position,
                                    uint32_t side,
                                    uint32_t kind,
                                    uint32_t *count);

/**
 * The legal moves. The first ones, as many as there is room for, are written to `moves`, and their number in all to
 * `*count`; BETZA_STATUS_TOO_SHORT if that is more.
 *
 * What the caller promises:
 * `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
 */
betza_status betza_position_legal_moves(const struct betza_position *position,
                                        uint64_t *moves,
                                        size_t capacity,
                                        size_t *count);

/**
 * The legal moves that capture. The first ones, as many as there is room for, are written to `moves`, and their number
 * in all to `*count`; BETZA_STATUS_TOO_SHORT if that is more.
 *
 * What the caller promises:
 * `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
 */
betza_status betza_position_captures(const struct betza_position *position,
                                     uint64_t *moves,
                                     size_t capacity,
                                     size_t *count);

/**
 * The squares of all pieces but the mover that a move takes off the board, as they are before it, ascending. None if
 * the move is not legal; BETZA_STATUS_BAD_VALUE for a word that is no move of any position.
 *
 * What the caller promises:
 * `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
 * `count` can be written.
 */
betza_status betza_position_captured(const struct betza_position *position,
                                     uint64_t bits,
                                     uint32_t *squares,
                                     size_t capacity,
                                     size_t *count);

/**
 * The squares where a move stops or bends, origin and end included. None if the move is not legal;
 * BETZA_STATUS_BAD_VALUE for a word that is no move of any position.
 *
 * What the caller promises:
 * `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
 * `count` can be written.
 */
betza_status betza_position_legs(const struct betza_position *position,
                                 uint64_t bits,
                                 uint32_t *squares,
                                 size_t capacity,
                                 size_t *count);

/**
 * Whether a word is a legal move here: 1 or 0. Any word may be given.
 *
 * What the caller promises:
 * `position` is a handle; `answer` can be written.
 */
betza_status betza_position_is_legal(const struct betza_position *position,
                                     uint64_t bits,
                                     uint32_t *answer);

/**
 * Whether a move gives check: 1 or 0; 0 if it is not legal here.
 *
 * What the caller promises:
 * `position` is a handle; `answer` can be written.
 */
betza_status betza_position_gives_check(const struct betza_position *position,
                                        uint64_t bits,
                                        uint32_t *answer);

/**
 * Writes a move in a style, a value of betza_style. BETZA_STATUS_MOVE if it is not legal here. No two legal moves have
 * the same text in BETZA_STYLE_UCI.
 *
 * What the caller promises:
 * `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
 */
betza_status betza_position_move_text(const struct betza_position *position,
                                      uint64_t bits,
                                      uint32_t style,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

/**
 * Reads a move in any style. BETZA_STATUS_MOVE, with the reason, if it is not legal here.
 *
 * What the caller promises:
 * `position` is a handle; `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `bits` can be
 * written; `error` is NULL or can be written.
 */
betza_status betza_position_read_move(const struct betza_position *position,
                                      const char *name,
                                      size_t length,
                                      uint64_t *bits,
                                      struct betza_error **error);

/**
 * Plays a move. BETZA_STATUS_MOVE, with the reason, if it is not legal here; the position stays as it was.
 *
 * What the caller promises:
 * `position` is a handle that nobody else uses; `error` is NULL or can be written.
 */
betza_status betza_position_play(struct betza_position *position,
                                 uint64_t bits,
                                 struct betza_error **error);

/**
 * Plays the null move: the other side is to move. BETZA_STATUS_MOVE if the side to move is in check.
 *
 * What the caller promises:
 * `position` is a handle that nobody else uses; `error` is NULL or can be written.
 */
betza_status betza_position_play_null(struct betza_position *position,
                                      struct betza_error **error);

/**
 * Takes back what was played last. BETZA_STATUS_NOTHING if nothing was played since the position was set up.
 *
 * What the caller promises:
 * `position` is a handle that nobody else uses.
 */
betza_status betza_position_undo(struct betza_position *position);

/**
 * The squares of the pieces of a side that attack a square, ascending.
 *
 * What the caller promises:
 * `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
 * `count` can be written.
 */
betza_status betza_position_attackers(const struct betza_position *position,
                                      uint32_t square,
                                      uint32_t side,
                                      uint32_t *squares,
                                      size_t capacity,
                                      size_t *count);

/**
 * The squares that the piece on a square attacks, ascending. None if no piece stands there.
 *
 * What the caller promises:
 * `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
 * `count` can be written.
 */
betza_status betza_position_attacks(const struct betza_position *position,
                                    uint32_t square,
                                    uint32_t *squares,
                                    size_t capacity,
                                    size_t *count);

/**
 * The number of leaves of the tree of legal moves: 1 for a depth of 0. It takes as long as there are leaves, in one
 * thread.
 *
 * What the caller promises:
 * `position` is a handle; `leaves` can be written.
 */
betza_status betza_position_perft(const struct betza_position *position,
                                  uint32_t depth,
                                  uint64_t *leaves);

/**
 * The result of the game if it is over. The reason is written in English, a few words as "checkmate"; `buffer` and
 * `length` may both be NULL. After an end that does not stop the moves there still are legal ones, and one may play
 * on.
 *
 * What the caller promises:
 * `position` is a handle; `outcome` can be written as its size says; `buffer` is NULL or has `capacity` bytes;
 * `length` is NULL or can be written.
 */
betza_status betza_position_outcome(const struct betza_position *position,
                                    struct betza_outcome *outcome,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

/**
 * The result that the side to move may claim by a rule about the moves played: repetition, the move rule, counting.
 * Written as by betza_position_outcome.
 *
 * What the caller promises:
 * As betza_position_outcome.
 */
betza_status betza_position_claimable(const struct betza_position *position,
                                      struct betza_outcome *outcome,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BETZA_H */
