/** The methods of ffish.js over betza. What ffish.js has and is not listed here is not there. */
export declare class Board {
  constructor(variant?: string, fen?: string, is960?: boolean);
  /** Frees the board at once. Without it that happens when nothing holds the board any more. */
  delete(): void;
  /** The same at the end of the block of a `using` declaration, where the language has `Symbol.dispose`. */
  [Symbol.dispose](): void;
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  push(uciMove: string): boolean;
  pushSan(sanMove: string, notation?: Notation): boolean;
  pushMoves(uciMoves: string): void;
  pushSanMoves(sanMoves: string, notation?: Notation): void;
  pop(): void;
  reset(): void;
  is960(): boolean;
  /** The arguments are those of ffish.js, and do nothing (README.md). */
  fen(showPromoted?: boolean, countStarted?: number): string;
  setFen(fen: string): void;
  sanMove(uciMove: string, notation?: Notation): string;
  /** Moves that follow each other; "" if one is not legal. */
  variationSan(uciMoves: string, notation?: Notation, moveNumbers?: boolean): string;
  /** Whether White is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  hasInsufficientMaterial(white: boolean): boolean;
  isInsufficientMaterial(): boolean;
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): string;
  /** The squares of royals that are attacked, separated by blanks. */
  checkedPieces(): string;
  isCheck(): boolean;
  isCapture(uciMove: string): boolean;
  moveStack(): string;
  pocket(white: boolean): string;
  variant(): string;
  toString(): string;
}

/** A game that was read from PGN. */
export declare class Game {
  delete(): void;
  headerKeys(): string;
  headers(item: string): string;
  mainlineMoves(): string;
}

/** How moves are written, by the numbers of `Betza.Notation`. */
export type Notation = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export interface Betza {
  Board: typeof Board;
  Game: typeof Game;
  Notation: Readonly<Record<"DEFAULT" | "SAN" | "LAN" | "SHOGI_HOSKING" | "SHOGI_HODGES" | "SHOGI_HODGES_NUMBER" | "JANGGI" | "XIANGQI_WXF" | "THAI_SAN" | "THAI_LAN", Notation>>;
  Termination: Readonly<Record<"ONGOING" | "CHECKMATE" | "STALEMATE" | "INSUFFICIENT_MATERIAL" | "N_MOVE_RULE" | "N_FOLD_REPETITION" | "VARIANT_END", number>>;
  readGamePGN(pgn: string): Game;
  /** Do nothing: there is no engine's option here that changes rules. */
  setOption(name: string, value: unknown): void;
  setOptionInt(name: string, value: number): void;
  setOptionBool(name: string, value: boolean): void;
  capturesToHand(variant: string): boolean;
  info(): string;
  variants(): string;
  loadVariantConfig(text: string): void;
  startingFen(variant: string): string;
  validateFen(fen: string, variant?: string, is960?: boolean): number;
}

/** Loads the library. `bytes`: the WebAssembly, where it cannot be fetched beside this file. */
export default function Module(options?: { bytes?: BufferSource | WebAssembly.Module }): Promise<Betza>;
