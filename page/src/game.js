// The game view: any game, played by both sides.
import { Board } from "./board.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["white", "black"];

export class GameView {
  constructor({ betza, say, share }) {
    Object.assign(this, { betza, say, share, source: { g: "chess" }, start: "", play: null, path: [], held: null, opponent: "", thinker: null, asked: 0 });
    this.board = new Board($("game-board"), { label: "The game's board", onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b) });
    $("game-name").append(...JSON.parse(betza.gameNames()).map((name) => new Option(name, name)));
    $("game-name").addEventListener("change", () => this.#open({ g: $("game-name").value }));
    $("file").addEventListener("change", () => this.#file($("file").files[0]));
    $("section").addEventListener("change", () => this.#open({ ...this.source, section: $("section").value }));
    $("game").addEventListener("dragover", (e) => { e.preventDefault(); $("game").classList.add("drop"); });
    $("game").addEventListener("dragleave", () => $("game").classList.remove("drop"));
    $("game").addEventListener("drop", (e) => { e.preventDefault(); $("game").classList.remove("drop"); this.#file(e.dataTransfer.files[0]); });
    $("undo").addEventListener("click", () => this.#undo());
    $("opponent").addEventListener("change", () => { this.opponent = $("opponent").value; this.#refresh(); });
    $("opponent-nodes").addEventListener("change", () => this.#refresh());
    $("restart").addEventListener("click", () => this.#open(this.source));
    $("turn").addEventListener("click", () => { this.board.turned = !this.board.turned; this.#draw(); });
    $("fen-form").addEventListener("submit", (e) => { e.preventDefault(); this.#try(() => this.#setUp($("fen").value)); });
    $("move-form").addEventListener("submit", (e) => { e.preventDefault(); this.#make($("move").value.trim()); });
    $("choice-none").addEventListener("click", () => $("choice").close());
    $("game-board").addEventListener("keydown", (e) => { if (e.key === "Escape") this.#choose([], null); });
  }

  enter(query) {
    const { g, toml, ini, section, fen = "", m = "", o = "", on = "3000" } = query;
    this.opponent = SIDES.includes(o) ? o : "";
    $("opponent").value = this.opponent;
    if ([...$("opponent-nodes").options].some((option) => option.value === on)) $("opponent-nodes").value = on;
    const source = toml ? { toml } : ini ? { ini, section } : { g: g ?? this.source.g ?? "chess" };
    this.#try(() => {
      this.#load(source);
      if (fen) this.#setUp(fen);
      for (const text of m.split(",").filter(Boolean)) this.play.play(text);
    });
    if (!this.play) this.#load({ g: "chess" });
    this.#refresh();
  }

  leave() {
    this.#rest();
    this.board.clear();
  }

  /** What another view or a worker needs to have the same position. */
  position() {
    return { ...this.source, fen: this.start, m: this.state ? this.state.uci.join() : "" };
  }

  #load(source) {
    const { Play } = this.betza;
    const play = source.toml ? Play.toml(source.toml) : source.ini ? Play.ini(source.ini, source.section) : Play.builtin(source.g);
    this.play?.free();
    Object.assign(this, { play, source, start: "" });
    const isFile = !source.g;
    if (source.g) $("game-name").value = source.g;
    $("section-label").hidden = !source.ini;
    if (isFile && source.ini) {
      $("section").replaceChildren(...JSON.parse(this.betza.iniNames(source.ini)).map((name) => new Option(name, name)));
      $("section").value = source.section;
    }
  }

  #open(source) {
    this.#try(() => {
      this.#load(source);
      this.#refresh();
    });
  }

  async #file(file) {
    if (!file) return;
    const text = await file.text();
    if (/\.toml$/i.test(file.name)) this.#open({ toml: text });
    else {
      const [section] = JSON.parse(this.betza.iniNames(text));
      if (section) this.#open({ ini: text, section });
      else $("game-error").textContent = `${file.name}: there is no section in it; write [NAME] before a variant's keys`;
    }
  }

  #setUp(fen) {
    this.play.setFen(fen, false);
    this.start = fen;
    this.#refresh();
  }

  #try(work) {
    $("game-error").textContent = "";
    try {
      work();
    } catch (e) {
      $("game-error").replaceChildren(Object.assign(document.createElement("p"), { className: "error", textContent: e.message ?? String(e) }));
    }
  }

  #make(text) {
    this.#try(() => {
      this.play.play(text);
      $("move").value = "";
      this.#refresh();
    });
  }

  #refresh(before = "") {
    const state = JSON.parse(this.play.state());
    Object.assign(this, { state, path: [], held: null });
    const last = state.san.length ? `${state.san.at(-1)}. ` : "";
    const turn = state.turn === "white" ? "White" : "Black";
    const result = state.outcome ?? `${turn} to move${state.check ? ", in check" : ""}${state.claimable ? `; may claim: ${state.claimable}` : ""}`;
    $("result").textContent = result;
    this.say(before + last);
    $("fen").value = state.fen;
    $("undo").disabled = !state.uci.length;
    $("game-moves").textContent = state.uci.map((uci, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${state.san[i]} (${uci})`).join(" ");
    $("legal").replaceChildren(...state.moves.map((m) => this.#button(m.uci, () => this.#make(m.uci))));
    this.#draw();
    this.share("game", { ...this.position(), o: this.opponent, on: this.opponent ? $("opponent-nodes").value : "" });
    this.#answer();
  }

  /** Takes back a move; with an opponent, up to the player's own turn. */
  #undo() {
    this.play.undo();
    if (this.opponent && this.play.history() && this.play.isWhite() === (this.opponent === "white")) this.play.undo();
    this.#refresh("Taken back. ");
  }

  /** Ends the search that runs, if one does: nobody wants its move any more. */
  #rest() {
    if (this.isThinking) {
      this.thinker.terminate();
      this.thinker = null;
    }
    this.isThinking = false;
  }

  /** Lets the opponent move, if it is its turn. */
  #answer() {
    this.#rest();
    if (this.state.turn !== this.opponent || this.state.outcome || !this.state.moves.length) return;
    this.thinker ??= this.#newThinker();
    this.isThinking = true;
    this.asked++;
    $("result").textContent += "; the computer is thinking";
    this.thinker.postMessage({ position: this.position(), nodes: Number($("opponent-nodes").value), number: this.asked });
  }

  #newThinker() {
    const thinker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    const failed = (why) => {
      this.#rest();
      $("game-error").replaceChildren(Object.assign(document.createElement("p"), { className: "error", textContent: `The computer gives up: ${why}` }));
    };
    thinker.onerror = (e) => failed(e.message);
    thinker.onmessage = ({ data: { number, move, error } }) => {
      if (number !== this.asked || !this.isThinking) return;
      this.isThinking = false;
      if (error) failed(error);
      else if (move) this.#make(move);
    };
    return thinker;
  }

  #button(text, work) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.addEventListener("click", work);
    return button;
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

  #draw() {
    const { state } = this;
    const next = this.#next();
    const squares = new Map();
    for (const { square, piece, wall } of state.squares) {
      const classes = [wall && "wall", this.path.includes(square) && "chosen"].filter(Boolean);
      const ways = next.get(square);
      const marks = ways ? [ways.some((m) => m.captured.includes(square)) ? "capture" : "move"] : [];
      const words = [wall && "wall", piece && `${piece.side} ${piece.name}`, this.path.includes(square) && "chosen", ...marks];
      squares.set(square, { man: piece, classes, marks, words: words.filter(Boolean).join(", ") });
    }
    this.board.show(state.files, state.ranks, squares);
    SIDES.forEach((side, i) => {
      $(`hand-${side}`).replaceChildren(...state.hands[i].map(({ letters, name, count }) => {
        const button = this.#button(`${letters} ×${count}`, () => this.#choose([], this.held === letters ? null : letters));
        button.setAttribute("aria-label", `${name}, ${count} in ${side}'s hand`);
        button.setAttribute("aria-pressed", String(side === state.turn && this.held === letters));
        button.dataset.testid = `hand-${letters}`;
        button.disabled = side !== state.turn;
        return button;
      }));
    });
  }

  #choose(path, held) {
    Object.assign(this, { path, held });
    this.#draw();
    const next = [...this.#next().keys()];
    if (path.length || held) this.say(next.length ? `${path.at(-1) ?? held}: may go to ${next.join(", ")}` : `${path.at(-1) ?? held}: no move`);
  }

  /** A square is picked: the piece that moves, or where it goes on. */
  #pick(square) {
    if (this.isThinking) return this.say("The computer is thinking");
    const ways = this.#next().get(square);
    if (!ways) return this.#choose(this.path[0] === square ? [] : [square], null);
    if (ways.some((m) => m.drop)) return this.#decide(ways);
    // A move whose last leg ends here is made, unless others go on from here: then a second pick ends it.
    const step = this.path.length;
    const on = ways.filter((m) => m.legs.length > step + 1);
    if (!on.length) return this.#decide(ways);
    const [first] = on;
    const isOneWay = on.length === ways.length && on.every((m) => m.legs.length === first.legs.length && m.legs.at(-1) === first.legs.at(-1));
    if (isOneWay && on.length === 1) return this.#make(first.uci);
    return this.#choose([...this.path, square], null);
  }

  #drag(from, to) {
    if (!to || this.isThinking) return;
    this.#choose([from], null);
    if (this.#next().has(to)) this.#pick(to);
    else {
      // A move of several legs is dragged to its end.
      const ways = this.#begun().filter((m) => m.legs.at(-1) === to || m.to === to);
      if (ways.length) this.#decide(ways);
      else this.#choose([], null);
    }
  }

  /** Makes the one move, or asks which. */
  #decide(ways) {
    if (ways.length === 1) return this.#make(ways[0].uci);
    $("choices").replaceChildren(...ways.map((m) => {
      const button = this.#button(m.promotion ? `${m.promotion} (${m.uci})` : m.uci, () => { $("choice").close(); this.#make(m.uci); });
      button.dataset.testid = `choice-${m.uci}`;
      return button;
    }));
    return $("choice").showModal();
  }
}
