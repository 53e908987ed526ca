// Random games: the npm package and ffish.js have the same moves, SAN, FEN, checks and results.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import assert from "node:assert/strict";
import Betza from "../../bindings/wasm/js/ffish.js";

const require = createRequire(import.meta.url);
const { default: Ffish } = await import("ffish-es6");
const wasmBinary = await readFile(new URL("ffish.wasm", `file://${require.resolve("ffish-es6")}`));
const [ours, theirs] = [await Betza(), await Ffish({ wasmBinary })];

// A generator with a fixed seed (mulberry32), so that a failure comes again.
let seed = 20;
const random = (n) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
};
const sorted = (text) => text.split(" ").filter(Boolean).sort();
/** ffish.js 0.7.10 leaves the marks of check out in atomic, where its isCheck() after the move says check. */
const san = (board, variant) => sorted(variant === "atomic" ? board.legalMovesSan().replace(/[+#]/g, "") : board.legalMovesSan());
/** The order of the letters in a hand says nothing. */
const inOrder = (fen) => fen.replace(/\[(.*)\]/, (_, hand) => `[${[...hand].sort().join("")}]`);

const config = "[betzatest:chess]\nknight = -\ncustomPiece1 = n:NW\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
for (const library of [ours, theirs]) library.loadVariantConfig(config);

/** Names that ffish.js exports and this package does not; `bindings/wasm/README.md` has the reasons. */
const LEFT_OUT = { module: [], Board: ["isBikjang", "toVerboseString"], Game: [] };
const methods = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor");
// What Emscripten itself exports begins with other letters or is no part of ffish.js; its own names stand in its types.
const types = await readFile(new URL("ffish.d.ts", `file://${require.resolve("ffish-es6")}`), "utf8");
const exported = [.../interface FairyStockfish \{([^}]*)\}/.exec(types)[1].matchAll(/^\s*(\w+)/gm)].map(([, name]) => name);
assert.ok(exported.includes("readGamePGN"));
assert.deepEqual(exported.filter((name) => !(name in ours)), LEFT_OUT.module);
assert.deepEqual(methods(theirs.Board).filter((name) => !methods(ours.Board).includes(name)), LEFT_OUT.Board);
assert.deepEqual(methods(theirs.Game).filter((name) => !methods(ours.Game).includes(name)), LEFT_OUT.Game);
for (const type of ["Notation", "Termination"]) {
  for (const [name, number] of Object.entries(ours[type])) assert.equal(theirs[type][name].value, number, name);
  assert.deepEqual(Object.keys(theirs[type]).filter((name) => name !== "values").sort(), Object.keys(ours[type]).sort());
}

/** The notations of a game. DEFAULT is none of them: ffish.js 0.7.10 writes `Pf6` for it in chess, here it is that of the game's players. */
const notations = (variant) => (isShogi(variant) ? ["SHOGI_HOSKING", "SHOGI_HODGES", "SHOGI_HODGES_NUMBER"] : ["SAN", "LAN", ...(/xiangqi$/.test(variant) ? ["XIANGQI_WXF"] : variant === "makruk" ? ["THAI_SAN", "THAI_LAN"] : [])]);
/** Games of shogi are compared in their own notations: SAN names the origin of a promoting move there even where the promotion tells it. */
const isShogi = (variant) => /shogi$/.test(variant);

/** A line from here by chance, as UCI. */
function someLine(library, variant, fen, length) {
  const board = new library.Board(variant, fen);
  for (let i = 0; i < length; i++) {
    const moves = sorted(board.legalMoves());
    if (!moves.length || board.isGameOver()) break;
    board.push(moves[random(moves.length)]);
  }
  const line = board.moveStack();
  board.delete();
  return line;
}

let lines = 0;
for (const variant of ["chess", "crazyhouse", "makruk", "xiangqi", "shogi", "minishogi"]) {
  assert.equal(ours.capturesToHand(variant), theirs.capturesToHand(variant), variant);
  for (let game = 0; game < 4; game++) {
    const start = new theirs.Board(variant);
    start.pushMoves(someLine(theirs, variant, start.fen(), 7 + random(20)));
    const [a, b] = [new ours.Board(variant, start.fen()), new theirs.Board(variant, start.fen())];
    const line = someLine(theirs, variant, start.fen(), 6);
    const where = `${variant}, ${b.fen()}, ${line}`;
    for (const name of notations(variant)) {
      for (const numbers of [true, false]) {
        assert.equal(a.variationSan(line, ours.Notation[name], numbers), b.variationSan(line, theirs.Notation[name], numbers), `${name}: ${where}`);
      }
      const [move] = line.split(" ");
      const written = b.sanMove(move, theirs.Notation[name]);
      assert.equal(a.sanMove(move, ours.Notation[name]), written, `${name}: ${where}`);
      assert.ok(a.pushSan(written, ours.Notation[name]), `${name} ${written}: ${where}`);
      assert.equal(a.moveStack(), move, `${name} ${written}: ${where}`);
      a.pop();
      lines++;
    }
    if (!isShogi(variant)) assert.equal(a.variationSan(line), b.variationSan(line), where);
    if (!isShogi(variant)) assert.deepEqual(sorted(a.legalMovesSan()), sorted(b.legalMovesSan()), where);
    assert.equal(a.variationSan(`${line} a1a1`), "");
    assert.equal(a.toString(), b.toString(), where);
    for (const board of [a, b, start]) board.delete();
  }
}

/** Castling from shuffled starts: the moves, and the positions after them. */
for (const fen of ["nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w GBgb - 0 1", "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1"]) {
  const [a, b] = [new ours.Board("chess", fen, true), new theirs.Board("chess", fen, true)];
  assert.equal(a.is960(), b.is960());
  for (let ply = 0; ply < 40 && !b.isGameOver(); ply++) {
    assert.deepEqual(sorted(a.legalMoves()), sorted(b.legalMoves()), b.fen());
    assert.deepEqual(sorted(a.legalMovesSan()), sorted(b.legalMovesSan()), b.fen());
    assert.equal(a.fen(), b.fen());
    const moves = sorted(b.legalMoves());
    const move = moves[random(moves.length)];
    a.push(move);
    b.push(move);
  }
  a.delete();
  b.delete();
}

// Sections castle from any files too, and where nothing castles the flag changes nothing.
for (const variant of ["betzatest", "xiangqi"]) {
  const fen = variant === "betzatest" ? "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1" : "";
  for (const is960 of [true, false]) {
    const [a, b] = [ours, theirs].map((library) => new library.Board(variant, fen, is960));
    assert.deepEqual(sorted(a.legalMoves()), sorted(b.legalMoves()), `${variant}, ${is960}`);
    a.delete();
    b.delete();
  }
}

/** Games as PGN with what a reader must step over. Both libraries read what the game's own SAN is written by the other. */
let games = 0;
for (const variant of ["chess", "crazyhouse", "atomic", "3check"]) {
  for (let game = 0; game < 3; game++) {
    const line = someLine(theirs, variant, theirs.startingFen(variant), 30);
    const board = new theirs.Board(variant);
    const san = board.variationSan(line).split(" ");
    board.delete();
    const decorated = san.map((text, i) => (i % 7 === 2 ? `${text} {a comment, 1. e4} $1` : i % 11 === 4 ? `${text}!?` : text)).join(game % 2 ? " " : "\n");
    const pgn = `[Event "a game"]\n[Site "?"]\n[Variant "${variant[0].toUpperCase()}${variant.slice(1)}"]\n[FEN "${theirs.startingFen(variant)}"]\n\n${decorated} *\n`;
    const [a, b] = [ours.readGamePGN(pgn), theirs.readGamePGN(pgn)];
    assert.equal(b.mainlineMoves().trim(), line, pgn);
    assert.equal(a.mainlineMoves(), line, pgn);
    assert.deepEqual(a.headerKeys().split(" ").sort(), b.headerKeys().trim().split(" ").sort());
    for (const key of ["Event", "Site", "Variant", "FEN", "None"]) assert.equal(a.headers(key), b.headers(key), key);
    a.delete();
    b.delete();
    games++;
  }
}
const varied = ours.readGamePGN(`[White "A \\"B\\" C"]\n\n1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5 ; 2. Ke2\n% 3. Ke3\n2. Nf3!? $14 {x} Nc6 3.Bb5 a6 1-0\n\n[White "another"]\n\n1. d4 *\n`);
assert.equal(varied.mainlineMoves(), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
assert.equal(varied.headers("White"), 'A "B" C');
assert.equal(ours.readGamePGN("1. e4 e5 2. Ke3 Nf6").mainlineMoves(), theirs.readGamePGN('[Event "x"]\n\n1. e4 e5 2. Ke3 Nf6').mainlineMoves());

let positions = 0;
for (const variant of ["chess", "crazyhouse", "atomic", "antichess", "threecheck", "3check", "kingofthehill", "makruk", "betzatest"]) {
  if (!theirs.variants().split(" ").includes(variant) || !ours.variants().split(" ").includes(variant)) continue;
  for (let game = 0; game < 2; game++) {
    const [a, b] = [new ours.Board(variant), new theirs.Board(variant)];
    for (let ply = 0; ply < 120; ply++) {
      const where = `${variant}, ${b.fen()}`;
      assert.deepEqual(sorted(a.legalMoves()), sorted(b.legalMoves()), `moves: ${where}`);
      assert.deepEqual(san(a, variant), san(b, variant), `SAN: ${where}`);
      assert.equal(inOrder(a.fen()), inOrder(b.fen()), `FEN: ${where}`);
      assert.equal(a.turn(), b.turn(), where);
      assert.equal(a.isCheck(), b.isCheck(), `check: ${where}`);
      assert.deepEqual(sorted(a.checkedPieces()), sorted(b.checkedPieces()), `checked pieces: ${where}`);
      assert.equal(a.isGameOver(), b.isGameOver(), `game over: ${where}`);
      assert.equal(a.result(), b.result(), `result: ${where}`);
      positions++;
      const moves = sorted(b.legalMoves());
      if (!moves.length || b.isGameOver()) break;
      const move = moves[random(moves.length)];
      assert.equal(a.isCapture(move), b.isCapture(move), `capture ${move}: ${where}`);
      assert.ok(a.push(move) && b.push(move), `${move}: ${where}`);
      if (random(9) === 0) {
        a.pop();
        b.pop();
      }
    }
    a.delete();
    b.delete();
  }
}
assert.ok(positions > 500, `only ${positions} positions were compared`);
console.log(`ffish.js: ${positions} positions, ${lines} lines in notations, ${games} games as PGN are equal`);
