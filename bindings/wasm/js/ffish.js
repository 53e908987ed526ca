// The methods of ffish.js over betza, for programs that were written for it.
import init, * as betza from "./pkg/betza.js";
import { read } from "./pgn.js";

/** The notations of ffish.js, by their numbers there. */
const Notation = Object.freeze({ DEFAULT: 0, SAN: 1, LAN: 2, SHOGI_HOSKING: 3, SHOGI_HODGES: 4, SHOGI_HODGES_NUMBER: 5, JANGGI: 6, XIANGQI_WXF: 7, THAI_SAN: 8, THAI_LAN: 9 });
const Termination = Object.freeze({ ONGOING: 0, CHECKMATE: 1, STALEMATE: 2, INSUFFICIENT_MATERIAL: 3, N_MOVE_RULE: 4, N_FOLD_REPETITION: 5, VARIANT_END: 6 });
const STYLES = ["san", "algebraic", "lan", "shogi-hosking", "shogi-hodges", "shogi-hodges-number", "janggi", "xiangqi", "thai-san", "thai-lan"];

function style(notation) {
  const name = STYLES[notation];
  if (!name) throw new Error(`there is no notation ${notation}: take one of \`Notation\``);
  return name;
}

/** Sections of configurations that were loaded, by name. */
const sections = new Map();

const words = (text) => text.split(" ").filter(Boolean);

function opened(variant, is960 = false) {
  const text = sections.get(variant);
  return text === undefined ? betza.Play.builtin(variant, is960) : betza.Play.ini(text, variant, is960);
}

export class Board {
  #play;
  #variant;
  #is960;

  constructor(variant = "chess", fen = "", is960 = false) {
    this.#variant = variant;
    this.#is960 = is960;
    this.#play = opened(variant, is960);
    if (fen) this.setFen(fen);
  }
  delete() { this.#play.free(); }
  legalMoves() { return this.#play.moves("uci"); }
  legalMovesSan() { return this.#play.moves(style(Notation.SAN)); }
  numberLegalMoves() { return words(this.legalMoves()).length; }
  /** Plays a move; false if it is not legal. */
  push(uci) {
    if (!words(this.legalMoves()).includes(uci)) return false;
    this.#play.play(uci);
    return true;
  }
  pushSan(san, notation = Notation.SAN) {
    try {
      this.#play.playAs(san, style(notation));
      return true;
    } catch {
      return false;
    }
  }
  pushMoves(moves) { for (const m of words(moves)) if (!this.push(m)) throw new Error(`${m} is not legal in ${this.fen()}`); }
  pushSanMoves(moves, notation = Notation.SAN) { for (const m of words(moves)) this.#play.playAs(m, style(notation)); }
  pop() { this.#play.undo(); }
  reset() { this.#play.reset(); }
  is960() { return this.#is960; }
  fen() { return this.#play.fen(); }
  setFen(fen) { this.#play.setFen(fen, true); }
  sanMove(uci, notation = Notation.SAN) { return this.#play.san(uci, style(notation)); }
  /** Moves that follow each other from here, with their numbers unless those are not wanted; "" if one is not legal. */
  variationSan(moves, notation = Notation.SAN, moveNumbers = true) {
    let texts;
    try {
      texts = this.#play.line(moves, style(notation)).split("\n").filter(Boolean);
    } catch {
      return "";
    }
    if (!moveNumbers) return texts.join(" ");
    const first = this.turn() ? 0 : 1;
    const number = (i) => this.fullmoveNumber() + ((i + first) >> 1);
    return texts.map((text, i) => ((i + first) % 2 === 0 ? `${number(i)}. ${text}` : i === 0 ? `${number(i)}...${text}` : text)).join(" ");
  }
  turn() { return this.#play.isWhite(); }
  fullmoveNumber() { return Number(words(this.fen()).at(-1)); }
  halfmoveClock() { return Number(words(this.fen()).at(-2)); }
  gamePly() { return 2 * (this.fullmoveNumber() - 1) + (this.turn() ? 0 : 1); }
  hasInsufficientMaterial(white) { return this.#play.lacksMaterial(white); }
  isInsufficientMaterial() { return this.hasInsufficientMaterial(true) && this.hasInsufficientMaterial(false); }
  isGameOver(claimDraw = false) { return this.result(claimDraw) !== "*"; }
  result(claimDraw = false) { return this.#play.result(claimDraw); }
  checkedPieces() { return this.#play.checkedPieces(); }
  isCheck() { return this.#play.isCheck(); }
  isCapture(uci) { return this.#play.isCapture(uci); }
  moveStack() { return this.#play.history(); }
  pocket(white) { return this.#play.pocket(white); }
  variant() { return this.#variant; }
  /** The board, a rank a line. */
  toString() {
    const { files, squares } = JSON.parse(this.#play.state());
    const letters = new Map(squares.map(({ square, piece, wall }) => [square, piece?.letters ?? (wall ? "*" : ".")]));
    const ranks = [...new Set(squares.map(({ square }) => Number(square.slice(1))))].sort((a, b) => b - a);
    const name = (file, rank) => String.fromCharCode(97 + file) + rank;
    return ranks.map((rank) => Array.from({ length: files }, (_, file) => letters.get(name(file, rank)) ?? "*").join(" ")).join("\n");
  }
}

// `using board = new Board(...)` frees it at the end of its block, where the language has that.
if (Symbol.dispose) Board.prototype[Symbol.dispose] = Board.prototype.delete;

/** A game that was read from PGN. */
export class Game {
  #headers;
  #moves;

  constructor(headers, moves) {
    this.#headers = headers;
    this.#moves = moves;
  }
  delete() {}
  headerKeys() { return [...this.#headers.keys()].join(" "); }
  headers(item) { return this.#headers.get(item) ?? ""; }
  /** The moves of the main line as UCI. */
  mainlineMoves() { return this.#moves; }
}

/** The game that a text in PGN has first. The main line ends before a move that is not legal. */
function readGamePGN(pgn) {
  const { headers, moves } = read(pgn);
  const named = (headers.get("Variant") ?? "chess").toLowerCase();
  const is960 = /960$/.test(named);
  const variant = named.replace(/960$/, "");
  const board = new Board(variant === "standard" || !variant ? "chess" : variant, headers.get("FEN") ?? "", is960);
  for (const m of moves) if (!board.pushSan(m)) break;
  const played = board.moveStack();
  board.delete();
  return new Game(headers, played);
}

const api = {
  Board,
  Game,
  Notation,
  Termination,
  readGamePGN,
  /** Options of an engine that searches: there is none here, and no option changes rules. */
  setOption() {},
  setOptionInt() {},
  setOptionBool() {},
  capturesToHand(variant) {
    const play = opened(variant);
    const answer = play.capturesToHand();
    play.free();
    return answer;
  },
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
  validateFen(fen, variant = "chess", is960 = false) {
    if (!fen.trim()) return 0;
    const play = opened(variant, is960);
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
