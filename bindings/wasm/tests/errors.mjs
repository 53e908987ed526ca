// What the WebAssembly throws: errors with the code of the fault and its place, counted as JavaScript counts its texts.
import assert from "node:assert/strict";
import Betza from "../js/ffish.js";
import * as raw from "../js/node.js";
import * as pieces from "../js/node-pieces.js";

/** What a call throws: an `Error` whose fields are all there. */
function thrown(call) {
  try {
    call();
  } catch (e) {
    assert(e instanceof Error && e.name === "Error" && e.message.length > 0);
    assert.equal(typeof e.code, "string");
    assert(Number.isInteger(e.start) && Number.isInteger(e.end));
    return e;
  }
  assert.fail("nothing was thrown");
}
/** The code of what is thrown, and the part of a text to which it points. */
const told = (text, call) => {
  const { code, start, end } = thrown(call);
  return [code, text.slice(start, end)];
};
const request = (fields) => JSON.stringify({ piece: "W", at: "a1", ...fields });

// Notations: the clef is one character, two units of UTF-16 and four bytes.
for (const { pieceMoves, pieceReach, pieceMarks, pieceSvg, pieceRoles } of [raw, pieces]) {
  for (const ask of [pieceMoves, pieceReach, pieceMarks, pieceSvg, pieceRoles]) {
    const piece = "W𝄞";
    const found = thrown(() => ask(request({ piece })));
    assert.deepEqual([found.code, found.start, found.end], ["unknown-letter", 1, 3]);
    assert.match(found.message, /^error\[unknown-letter\] at 1: /);
    assert.deepEqual([found.line, found.column], [undefined, undefined]);
    assert.deepEqual(told("é𝄞9", () => ask(request({ at: "é𝄞9" }))), ["square", "é𝄞9"]);
    assert.deepEqual(told("klingon", () => ask(request({ dialect: "klingon" }))), ["unknown-dialect", "klingon"]);
    assert.deepEqual(told("8 by 8", () => ask(request({ board: "8 by 8" }))), ["board", "8 by 8"]);
    // A picture has no side: it is White's.
    if (ask !== pieceSvg) assert.deepEqual(told("red", () => ask(request({ side: "red" }))), ["bad-value", "red"]);
  }
  // The name that is wrong is the second of the foes.
  assert.deepEqual(told("i9", () => pieceMoves(request({ foes: ["b1", "i9"] }))), ["square", "i9"]);
  // Two pieces stand on a1: no name is wrong, so there is no place.
  const crowded = thrown(() => pieceMoves(request({ foes: ["a1"] })));
  assert.deepEqual([crowded.code, crowded.start, crowded.end], ["occupied", 0, 0]);
  // What is no request has the place where its reader stopped.
  const broken = thrown(() => pieceMoves('{"piece": "W",\n"at": 7}'));
  assert.deepEqual([broken.code, broken.line], ["request", 2]);
}
assert.deepEqual(told("W~", () => raw.pieceTables(request({ piece: "W~" }))), ["unknown-letter", "~"]);
// A piece that captures as its victims do: on a bare board nobody knows how.
for (const ask of [raw.pieceMoves, raw.pieceMarks]) assert.equal(thrown(() => ask(request({ piece: "mQ[ci]", dialect: "bex", foes: ["a3"] }))).code, "needs-kinds");

// Games: places in their files have lines and columns too.
assert.deepEqual(told("ches", () => raw.Play.builtin("ches")), ["unknown-game", "ches"]);
const file = '# 𝄞é\nformat = 1\nname = "mine"\nparent = "chess"\nhawk = 1\n';
assert.deepEqual(told(file, () => raw.Play.toml(file)), ["unknown-key", "hawk"]);
const unknown = thrown(() => raw.Play.toml(file));
assert.deepEqual([unknown.line, unknown.column], [5, 1]);
for (const read of [raw.Play.toml, raw.tomlKeys]) {
  // The clef counts two, so that the letter is the fourteenth unit of its line; the line before has four with its end.
  const { code, start, line, column } = thrown(() => read('# é\ntitle = "𝄞" x\n'));
  assert.deepEqual({ code, start, line, column }, { code: "syntax", start: 4 + 13, line: 2, column: 14 });
}
const ini = "# 𝄞\n[mine:chess]\nmaxRank = 𝄞\n";
assert.deepEqual(told(ini, () => raw.Play.ini(ini, "mine")), ["bad-value", "𝄞"]);
const value = thrown(() => raw.Play.ini(ini, "mine"));
assert.deepEqual([value.line, value.column], [3, 11]);
// A section that is not there has no place.
const { code, start, end, line } = thrown(() => raw.Play.ini(ini, "yours"));
assert.deepEqual({ code, start, end, line }, { code: "unknown-game", start: 0, end: 0, line: undefined });

// Positions and moves.
const play = raw.Play.builtin("chess");
const fen = "8/8/8/8/8/8/8/8 𝄞 - - 0 1";
assert.deepEqual(told(fen, () => play.setFen(fen, false)), ["fen-unknown-field", "𝄞"]);
for (const ask of [(m) => play.play(m), (m) => play.playAs(m, "san"), (m) => play.san(m, "uci"), (m) => play.isCapture(m), (m) => play.perftAfter(m, 1)]) {
  assert.deepEqual(told("e2e5", () => ask("e2e5")), ["illegal-move", "e2e5"]);
  assert.deepEqual(told("é2𝄞4", () => ask("é2𝄞4")), ["illegal-move", "é2𝄞4"]);
}
// The third move of a line is the one that cannot be played, and the message has its place.
const moves = "e2e4  e7e5 e4e5 g8f6";
assert.deepEqual(told(moves, () => play.line(moves, "san")), ["illegal-move", "e4e5"]);
assert.match(thrown(() => play.line(moves, "san")).message, /^error\[illegal-move\] at 11: /);
assert.deepEqual(told("z9", () => play.reach("z9")), ["square", "z9"]);
assert.deepEqual(told("pgn", () => play.moves("pgn")), ["unknown-style", "pgn"]);
assert.deepEqual(told("pdf", () => play.exported("pdf")), ["unknown-form", "pdf"]);
assert.equal(thrown(() => play.playBits(0n)).code, "illegal-move");
assert.equal(thrown(() => play.kindMarks(99, true, "a1", true)).code, "bad-value");

// All styles have their names: chess's are the same in these three, which count ranks from 1.
for (const style of ["uci", "cecp", "ucci"]) assert.equal(play.moves(style), play.moves("uci"));
assert.equal(raw.Play.builtin("shogi").san("7g7f", "usi"), "7g7f");

// ffish.js throws texts that it has itself, or what is thrown below it.
const { Board, Notation } = await Betza();
assert.deepEqual(told("ches", () => new Board("ches")), ["unknown-game", "ches"]);
assert.throws(() => new Board("chess").pushMoves("e2e5"), { message: /^e2e5 is not legal in / });
assert.throws(() => new Board("chess").sanMove("e2e4", 99), { message: /^there is no notation 99/ });
assert.equal(new Board("chess").variationSan("e2e4 e2e4", Notation.SAN), "");
console.log("errors: codes and places are what they should be");
