// The methods of ffish.js over betza, for programs that were written for it.
import init, * as betza from "./pkg/betza.js";

/** Sections of configurations that were loaded, by name. */
const sections = new Map();

const words = (text) => text.split(" ").filter(Boolean);

function opened(variant) {
  const text = sections.get(variant);
  return text === undefined ? betza.Play.builtin(variant) : betza.Play.ini(text, variant);
}

export class Board {
  #play;
  #variant;

  constructor(variant = "chess", fen = "", is960 = false) {
    if (is960) throw new Error("castling as in chess960: take the variant `chess960` by its name");
    this.#variant = variant;
    this.#play = opened(variant);
    if (fen) this.setFen(fen);
  }
  delete() { this.#play.free(); }
  legalMoves() { return this.#play.moves(false); }
  legalMovesSan() { return this.#play.moves(true); }
  numberLegalMoves() { return words(this.legalMoves()).length; }
  /** Plays a move; false if it is not legal. */
  push(uci) {
    if (!words(this.legalMoves()).includes(uci)) return false;
    this.#play.play(uci);
    return true;
  }
  pushSan(san) {
    try {
      this.#play.play(san);
      return true;
    } catch {
      return false;
    }
  }
  pushMoves(moves) { for (const m of words(moves)) if (!this.push(m)) throw new Error(`${m} is not legal in ${this.fen()}`); }
  pushSanMoves(moves) { for (const m of words(moves)) this.#play.play(m); }
  pop() { this.#play.undo(); }
  reset() { this.#play.reset(); }
  is960() { return false; }
  fen() { return this.#play.fen(); }
  setFen(fen) { this.#play.setFen(fen, true); }
  sanMove(uci) { return this.#play.san(uci); }
  turn() { return this.#play.isWhite(); }
  fullmoveNumber() { return Number(words(this.fen()).at(-1)); }
  halfmoveClock() { return Number(words(this.fen()).at(-2)); }
  gamePly() { return 2 * (this.fullmoveNumber() - 1) + (this.turn() ? 0 : 1); }
  hasInsufficientMaterial(white) { return this.#play.lacksMaterial(white); }
  isInsufficientMaterial() { return this.hasInsufficientMaterial(true) && this.hasInsufficientMaterial(false); }
  isGameOver(claimDraw = false) { return this.result(claimDraw) !== "*"; }
  result(claimDraw = false) { return this.#play.result(claimDraw); }
  isCheck() { return this.#play.isCheck(); }
  isCapture(uci) { return this.#play.isCapture(uci); }
  moveStack() { return this.#play.history(); }
  pocket(white) { return this.#play.pocket(white); }
  variant() { return this.#variant; }
}

const api = {
  Board,
  info: () => `betza ${betza.version()} (methods of ffish.js)`,
  variants: () => [...new Set([...JSON.parse(betza.gameNames()), ...sections.keys()])].sort().join(" "),
  /** Reads a variants.ini. A section that is wrong is an error when it is asked for. */
  loadVariantConfig(text) { for (const name of JSON.parse(betza.iniNames(text))) sections.set(name, text); },
  startingFen(variant) {
    const play = opened(variant);
    const fen = play.fen();
    play.free();
    return fen;
  },
  /** 1 for a position that can be read, 0 for an empty text, -1 for another fault. */
  validateFen(fen, variant = "chess") {
    if (!fen.trim()) return 0;
    const play = opened(variant);
    try {
      play.setFen(fen, false);
      return 1;
    } catch {
      return -1;
    } finally {
      play.free();
    }
  },
};

/** Loads the library. `bytes`: the WebAssembly, where it cannot be fetched beside this file, as in Node. */
export default async function Module({ bytes } = {}) {
  if (bytes) betza.initSync({ module: bytes });
  else if (globalThis.process?.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    betza.initSync({ module: await readFile(new URL("./pkg/betza_bg.wasm", import.meta.url)) });
  } else await init();
  return api;
}
