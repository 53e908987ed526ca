// A game's board with its hands, on which its moves are made: by clicks, drags and keys.
import { Board, pictured, placeOf } from "./board.js";
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
   * class `choices` gets their buttons. `bar` gets those that belong to a piece whose moves are shown; `list` has the game's pieces (`pieceList`). `onMove(uci)` is called for a move,
   * `onOther(square, piece)` for a click on a piece that has no move.
   */
  constructor({ place, hands, dialog, bar, list, label, drawMarks, say, onMove, onOther = () => false }) {
    Object.assign(this, { hands, dialog, bar, list, say, onMove, onOther, path: [], held: null, kinds: [], figures: new Map(), shown: null, state: null, busy: "" });
    this.board = new Board(place, { label, onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks });
    place.addEventListener("keydown", (e) => { if (e.key === "Escape") this.choose([], null); });
  }

  /** Takes the pieces of a game. */
  open(play) {
    this.play = play;
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

  /** Shows the moves of a kind instead of those of the position: alone on an empty board, or among the men, from a square or where it stands. */
  look(index, side, isAlone, from = null) {
    const kind = this.kinds[index];
    const square = from ?? (isAlone ? this.#middle(kind, side) : this.#standing(kind, side));
    const marks = new Map(JSON.parse(this.play.kindMarks(index, side === 0, square, isAlone)).map((m) => [m.square, m.marks]));
    Object.assign(this, { path: [], held: null, shown: { index, side, isAlone, square, marks, zone: kind.zone[side] } });
    this.draw();
    this.say(`${kind.name} on ${square}: ${[...marks].filter(([, m]) => m.some((x) => /move|capture/.test(x))).map(([x]) => x).join(", ") || "no moves"}`);
  }

  /** The square next to the middle of the board to which a kind may go. */
  #middle({ region }, side) {
    const { files, ranks, squares } = this.state;
    const away = (square) => placeOf(square, files, ranks).reduce((sum, x, i) => sum + Math.abs(x - ([files, ranks][i] - 1) / 2), 0);
    const names = squares.map(({ square }) => square).filter((square) => !region[side] || region[side].includes(square));
    return names.reduce((best, square) => (away(square) < away(best) ? square : best), names[0] ?? squares[0].square);
  }

  /** The first square on which a man of a kind stands, else a free one near the middle. */
  #standing(kind, side) {
    const isOne = ({ piece }) => piece?.side === SIDES[side] && piece.letters === kind.letters[side];
    const there = this.state.squares.find(isOne);
    if (there) return there.square;
    const free = this.state.squares.filter(({ piece, square }) => !piece && (!kind.region[side] || kind.region[side].includes(square)));
    return free[free.length >> 1]?.square ?? this.state.squares[0].square;
  }

  /** Says what is shown of a kind, with the other way to show it and the way back. */
  #tellLook() {
    const { shown, bar, list } = this;
    for (const each of list.querySelectorAll("[data-look]")) each.setAttribute("aria-pressed", String(Boolean(shown) && each.dataset.look === `${shown.index} ${shown.side}`));
    if (!shown) return bar.replaceChildren();
    const { index, side, isAlone } = shown;
    const other = button(isAlone ? "Among the men" : "On an empty board", () => { this.look(index, side, !isAlone); bar.querySelector("button").focus(); });
    other.dataset.testid = "look-other";
    const back = button("Back to the game", () => this.choose([], null));
    back.dataset.testid = "look-back";
    return bar.replaceChildren(`${this.kinds[index].name}, ${isAlone ? "alone on the board" : "among the men"} `, other, " ", back);
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
    for (const { square, ...content } of state.squares) {
      const isAlone = Boolean(shown?.isAlone);
      const { piece, wall } = isAlone ? { piece: square === shown.square ? this.#man(shown) : null } : content;
      const classes = [wall && "wall", this.path.includes(square) && "chosen"].filter(Boolean);
      const ways = next.get(square);
      if (shown?.zone.includes(square)) classes.push("zone");
      if (shown?.square === square) classes.push("chosen");
      if (this.last.includes(square) && !isAlone) classes.push("last");
      const found = this.figureOf(piece);
      const marks = shown ? (shown.marks.get(square) ?? []) : ways ? [ways.some((m) => m.captured.includes(square)) ? "capture" : "move"] : [];
      const words = [wall && "wall", piece && `${piece.side} ${piece.name}`, this.path.includes(square) && "chosen", ...marks];
      const man = piece && { ...piece, picture: found?.man, lies: found?.lies };
      squares.set(square, { man, classes, marks, words: words.filter(Boolean).join(", ") });
    }
    this.board.show(state.files, state.ranks, squares);
    this.#tellLook();
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

  /** A man of a kind, as positions have them. */
  #man({ index, side }) {
    const { letters, name } = this.kinds[index];
    return { side: SIDES[side], letters: letters[side], name };
  }

  choose(path, held) {
    Object.assign(this, { path, held, shown: null });
    this.draw();
    const next = [...this.#next().keys()];
    if (path.length || held) this.say(next.length ? `${path.at(-1) ?? held}: may go to ${next.join(", ")}` : `${path.at(-1) ?? held}: no move`);
  }

  /** A square is picked: the piece that moves, or where it goes on. */
  #pick(square) {
    // Men that are not seen are not moved.
    if (this.shown?.isAlone) return this.choose([], null);
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
    if (!to || this.busy || this.shown?.isAlone) return;
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
