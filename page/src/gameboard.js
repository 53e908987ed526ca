// A game's board with its hands, on which its moves are made: by clicks, drags and keys.
import { Board, pictured } from "./board.js";
import { SIDES, figure } from "./pieces.js";

/** A button with a text, and what a click on it does. */
export function button(text, work) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", work);
  return made;
}

/** How a game stands, in English. */
export function standing(state) {
  const turn = state.turn === "white" ? "White" : "Black";
  return state.outcome ?? `${turn} to move${state.check ? ", in check" : ""}${state.claimable ? `; may claim: ${state.claimable}` : ""}`;
}

export class GameBoard {
  /**
   * `place` is the board's element and `hands` are those of White and Black. `dialog` asks which of several moves is meant: what it has of the
   * class `choices` gets their buttons. `onMove(uci)` is called for a move, `onOther(square, piece)` for a click on a piece that has no move.
   */
  constructor({ place, hands, dialog, label, drawMarks, say, onMove, onOther = () => false }) {
    Object.assign(this, { hands, dialog, say, onMove, onOther, path: [], held: null, kinds: [], figures: new Map(), shown: null, state: null, busy: "" });
    this.board = new Board(place, { label, onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks });
    place.addEventListener("keydown", (e) => { if (e.key === "Escape") this.choose([], null); });
  }

  /** Takes the pieces of a game. */
  open(play) {
    this.kinds = JSON.parse(play.kinds());
    this.figures = new Map(this.kinds.flatMap((kind, index) => SIDES.map((side, i) => [`${side} ${kind.letters[i]}`, { index, man: pictured(kind.pictures[i]), lies: kind.pictures[1].includes("rotate(180") }])));
  }

  /** Shows a position of the game. */
  show(play, state) {
    const move = state.uci.length ? /^([a-z]{1,2}\d+)([a-z]{1,2}\d+)/.exec(state.uci.at(-1)) : null;
    Object.assign(this, { state, path: [], held: null, shown: null, last: move ? [move[1], move[2]] : [] });
    this.board.numbered = state.numbered;
    this.board.lay(play.ground());
    this.draw();
  }

  /** Shows the moves of a kind instead of those of the position: `{square, zone, marks}`. */
  point(shown) {
    Object.assign(this, { path: [], held: null, shown });
    this.draw();
  }

  /** Turns the board, and with it the sides on which the hands are. */
  turn() {
    this.board.turned = !this.board.turned;
    const [white, black] = this.hands;
    const between = document.createComment("");
    white.replaceWith(between);
    black.replaceWith(white);
    between.replaceWith(black);
    this.draw();
  }

  clear() {
    this.board.clear();
  }

  /** The kind and the pictures of a man. */
  figureOf(piece) {
    return piece && this.figures.get(`${piece.side} ${piece.letters}`);
  }

  /** The legal moves that begin with what was chosen. */
  #begun() {
    const { path, held, state } = this;
    if (held) return state.moves.filter((m) => m.drop === held);
    if (!path.length) return [];
    return state.moves.filter((m) => !m.drop && path.every((square, i) => m.legs[i] === square));
  }

  /** The squares on which each of the moves may go on, with those moves. */
  #next() {
    const next = new Map();
    for (const m of this.#begun()) {
      const add = (square) => square && next.set(square, [...(next.get(square) ?? []), m]);
      if (m.drop) add(m.to);
      else add(m.legs[this.path.length] ?? m.legs.at(-1));
    }
    return next;
  }

  draw() {
    const { state, shown } = this;
    const next = this.#next();
    const squares = new Map();
    for (const { square, piece, wall } of state.squares) {
      const classes = [wall && "wall", this.path.includes(square) && "chosen"].filter(Boolean);
      const ways = next.get(square);
      if (shown?.zone.includes(square)) classes.push("zone");
      if (shown?.square === square) classes.push("chosen");
      if (this.last.includes(square)) classes.push("last");
      const found = this.figureOf(piece);
      const marks = shown ? (shown.marks.get(square) ?? []) : ways ? [ways.some((m) => m.captured.includes(square)) ? "capture" : "move"] : [];
      const words = [wall && "wall", piece && `${piece.side} ${piece.name}`, this.path.includes(square) && "chosen", ...marks];
      const man = piece && { ...piece, picture: found?.man, lies: found?.lies };
      squares.set(square, { man, classes, marks, words: words.filter(Boolean).join(", ") });
    }
    this.board.show(state.files, state.ranks, squares);
    SIDES.forEach((side, i) => {
      this.hands[i].replaceChildren(...state.hands[i].map(({ letters, name, count }) => {
        const made = button(`${letters} ×${count}`, () => this.choose([], this.held === letters ? null : letters));
        const kind = this.kinds.find((each) => each.letters[i] === letters);
        if (kind) made.replaceChildren(figure(kind, i), ` ×${count}`);
        made.setAttribute("aria-label", `${name}, ${count} in ${side}'s hand`);
        made.setAttribute("aria-pressed", String(side === state.turn && this.held === letters));
        made.dataset.testid = `hand-${letters}`;
        made.disabled = side !== state.turn;
        return made;
      }));
    });
  }

  choose(path, held) {
    Object.assign(this, { path, held, shown: null });
    this.draw();
    const next = [...this.#next().keys()];
    if (path.length || held) this.say(next.length ? `${path.at(-1) ?? held}: may go to ${next.join(", ")}` : `${path.at(-1) ?? held}: no move`);
  }

  /** A square is picked: the piece that moves, or where it goes on. */
  #pick(square) {
    if (this.busy) return this.say(this.busy);
    const ways = this.#next().get(square);
    if (!ways) {
      const piece = this.state.squares.find((s) => s.square === square)?.piece;
      if (piece && !this.state.moves.some((m) => !m.drop && m.legs[0] === square) && this.onOther(square, piece)) return;
      return this.choose(this.path[0] === square ? [] : [square], null);
    }
    if (ways.some((m) => m.drop)) return this.#decide(ways);
    // A move whose last leg ends here is made, unless others go on from here: then a second pick ends it.
    const step = this.path.length;
    const on = ways.filter((m) => m.legs.length > step + 1);
    if (!on.length) return this.#decide(ways);
    if (on.length === 1 && ways.length === 1) return this.onMove(on[0].uci);
    return this.choose([...this.path, square], null);
  }

  #drag(from, to) {
    if (!to || this.busy) return;
    this.choose([from], null);
    if (this.#next().has(to)) this.#pick(to);
    else {
      // A move of several legs is dragged to its end.
      const ways = this.#begun().filter((m) => m.legs.at(-1) === to || m.to === to);
      if (ways.length) this.#decide(ways);
      else this.choose([], null);
    }
  }

  /** Makes the one move, or asks which. */
  #decide(ways) {
    if (ways.length === 1) return this.onMove(ways[0].uci);
    this.dialog.querySelector(".choices").replaceChildren(...ways.map((m) => {
      const made = button(m.promotion ? `${m.promotion} (${m.uci})` : m.uci, () => { this.dialog.close(); this.onMove(m.uci); });
      made.dataset.testid = `choice-${m.uci}`;
      const kind = m.promotion && this.kinds.find((each) => each.name === m.promotion);
      if (kind) made.prepend(figure(kind, SIDES.indexOf(this.state.turn)));
      return made;
    }));
    return this.dialog.showModal();
  }
}
