/** The methods of ffish.js over betza. What ffish.js has and is not listed here is not there. */
export declare class Board {
  constructor(variant?: string, fen?: string, is960?: false);
  delete(): void;
  legalMoves(): string;
  legalMovesSan(): string;
  numberLegalMoves(): number;
  push(uciMove: string): boolean;
  pushSan(sanMove: string): boolean;
  pushMoves(uciMoves: string): void;
  pushSanMoves(sanMoves: string): void;
  pop(): void;
  reset(): void;
  is960(): false;
  fen(): string;
  setFen(fen: string): void;
  sanMove(uciMove: string): string;
  /** Whether White is to move. */
  turn(): boolean;
  fullmoveNumber(): number;
  halfmoveClock(): number;
  gamePly(): number;
  hasInsufficientMaterial(white: boolean): boolean;
  isInsufficientMaterial(): boolean;
  isGameOver(claimDraw?: boolean): boolean;
  result(claimDraw?: boolean): string;
  isCheck(): boolean;
  isCapture(uciMove: string): boolean;
  moveStack(): string;
  pocket(white: boolean): string;
  variant(): string;
}

export interface Betza {
  Board: typeof Board;
  info(): string;
  variants(): string;
  loadVariantConfig(text: string): void;
  startingFen(variant: string): string;
  validateFen(fen: string, variant?: string): number;
}

/** Loads the library. `bytes`: the WebAssembly, where it cannot be fetched beside this file. */
export default function Module(options?: { bytes?: BufferSource | WebAssembly.Module }): Promise<Betza>;
