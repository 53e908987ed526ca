// The computer as an opponent: it searches in a worker.
import { beside } from "./beside.js";

/**
 * A worker with the script that searches. Browsers start none whose script lies elsewhere, as this one does where another page has an element
 * of ours: then a few lines import it. They are no module, since browsers refuse one of a page that lies on a disk.
 */
function newWorker() {
  const there = new URL(beside("src/thinker.js"));
  if (there.origin === location.origin || there.protocol === "data:") return new Worker(there, { type: "module" });
  const lines = `const early = [];
onmessage = (e) => early.push(e);
import(${JSON.stringify(there.href)}).then(() => early.forEach((e) => onmessage(e)), (e) => early.forEach(({ data }) => postMessage({ number: data.number, error: e.message })));`;
  return new Worker(URL.createObjectURL(new Blob([lines], { type: "text/javascript" })));
}

/** Whether the computer, which plays a side or "both", is to move. */
export const isAsked = (opponent, state) => [state.turn, "both"].includes(opponent) && !state.outcome && state.moves.length > 0;

/** Takes back a move; with an opponent, up to the player's own turn. */
export function takeBack(play, opponent) {
  play.undo();
  if (opponent && play.history() && play.isWhite() === (opponent === "white")) play.undo();
}

export class Opponent {
  /** `onLine(line)` hears of the lines that it expects, `onMove(uci)` of its move, `onFail(why)` of what went wrong. */
  constructor({ onLine, onMove, onFail }) {
    Object.assign(this, { onLine, onMove, onFail, worker: null, asked: 0, isThinking: false, line: "" });
  }

  /** Searches a position for so many positions, or milliseconds behind a `t`. */
  ask(position, nodes) {
    this.worker ??= this.#start();
    this.isThinking = true;
    this.asked++;
    this.worker.postMessage({ position, nodes, number: this.asked });
  }

  /** Ends the search that runs, if one does: nobody wants its move any more. Its best move so far. */
  rest() {
    const [move] = this.line.split(" ");
    if (this.isThinking) {
      this.worker.terminate();
      this.worker = null;
    }
    Object.assign(this, { isThinking: false, line: "" });
    return move;
  }

  #start() {
    const worker = newWorker();
    // What the page has inside itself its worker does not see.
    if (globalThis.betzaFiles) worker.postMessage({ files: globalThis.betzaFiles });
    const failed = (why) => {
      this.rest();
      this.onFail(`The computer gives up: ${why}`);
    };
    worker.onerror = (e) => failed(e.message ?? "its script could not be loaded");
    worker.onmessage = ({ data: { number, line, move, error } }) => {
      if (number !== this.asked || !this.isThinking) return;
      if (line) {
        this.line = line;
        this.onLine(line);
        return;
      }
      this.isThinking = false;
      if (error) failed(error);
      else if (move) this.onMove(move);
    };
    return worker;
  }
}
