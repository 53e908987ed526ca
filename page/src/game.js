// The game view: any game, played by both sides.
import { Board, pictured } from "./board.js";
import { ownPage } from "./ownpage.js";
import { SIDES, figure, pieceList } from "./pieces.js";
import { download, keep, pgn, saved, sectionOf } from "./saved.js";

const $ = (id) => document.getElementById(id);

export class GameView {
  constructor({ betza, say, share }) {
    Object.assign(this, { betza, say, share, source: { g: "chess" }, start: "", play: null, path: [], held: null, opponent: "", thinker: null, asked: 0, kinds: [], shown: null, line: [] });
    this.board = new Board($("game-board"), { label: "The game's board", onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks: betza.markSvg });
    $("game-name").append(...JSON.parse(betza.gameNames()).map((name) => new Option(name, name)));
    $("game-name").addEventListener("change", () => this.#open({ g: $("game-name").value }));
    $("file").addEventListener("change", () => this.#file($("file").files[0]));
    $("section").addEventListener("change", () => this.#open({ ...this.source, section: $("section").value }));
    $("view-game").addEventListener("dragover", (e) => { e.preventDefault(); $("view-game").classList.add("drop"); });
    $("view-game").addEventListener("dragleave", () => $("view-game").classList.remove("drop"));
    $("view-game").addEventListener("drop", (e) => { e.preventDefault(); $("view-game").classList.remove("drop"); this.#file(e.dataTransfer.files[0]); });
    $("undo").addEventListener("click", () => this.#undo());
    $("opponent").addEventListener("change", () => { this.opponent = $("opponent").value; this.#refresh(); });
    $("opponent-nodes").addEventListener("change", () => this.#refresh());
    $("hurry").addEventListener("click", () => this.#hurry());
    for (const [id, ply] of [["first", () => 0], ["back", () => this.state.uci.length - 1], ["on", () => this.state.uci.length + 1], ["end", () => this.line.length]]) $(id).addEventListener("click", () => this.#goTo(ply()));
    $("paste-form").addEventListener("submit", (e) => { e.preventDefault(); this.#paste($("paste").value); });
    $("form").addEventListener("change", () => this.#export());
    $("export").addEventListener("toggle", () => this.#export());
    $("download").addEventListener("click", () => this.#download());
    $("save").addEventListener("click", () => this.#save());
    $("saved-open").addEventListener("click", () => { location.hash = saved().get($("saved").value) ?? location.hash; });
    $("saved-drop").addEventListener("click", () => this.#drop($("saved").value));
    this.#listSaved();
    $("restart").addEventListener("click", () => this.#open(this.source));
    $("turn").addEventListener("click", () => { this.board.turned = !this.board.turned; this.#draw(); });
    $("fen-form").addEventListener("submit", (e) => { e.preventDefault(); this.#try(() => this.#setUp($("fen").value)); });
    $("move-form").addEventListener("submit", (e) => { e.preventDefault(); this.#make($("move").value.trim()); });
    $("choice-none").addEventListener("click", () => $("choice").close());
    $("game-board").addEventListener("keydown", (e) => { if (e.key === "Escape") this.#choose([], null); });
  }

  enter(query) {
    const { g, toml, ini, section, fen = "", m = "", o = "", on = "3000" } = query;
    this.opponent = [...SIDES, "both"].includes(o) ? o : "";
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
    const { ini, section } = this.source;
    const source = ini ? { ini: sectionOf(ini, section), section } : this.source;
    return { ...source, fen: this.start, m: this.state ? this.state.uci.join() : "" };
  }

  #load(source) {
    const { Play } = this.betza;
    const play = source.toml ? Play.toml(source.toml) : source.ini ? Play.ini(source.ini, source.section) : Play.builtin(source.g);
    this.play?.free();
    const kinds = JSON.parse(play.kinds());
    Object.assign(this, { play, source, start: "", kinds, shown: null, line: [] });
    this.figures = new Map(kinds.flatMap((kind, index) => SIDES.map((side, i) => [`${side} ${kind.letters[i]}`, { index, man: pictured(kind.pictures[i]), lies: kind.pictures[1].includes("rotate(180") }])));
    $("pieces").replaceChildren(...pieceList(kinds, (index, side, button) => this.#show(index, side, button)));
    $("rules").replaceChildren(...JSON.parse(play.rules()).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const isFile = !source.g;
    if (source.g) $("game-name").value = source.g;
    $("section-label").hidden = !source.ini;
    if (isFile && source.ini) {
      $("section").replaceChildren(...JSON.parse(this.betza.iniNames(source.ini)).map((name) => new Option(name, name)));
      $("section").value = source.section;
    }
  }

  #open(source, keepsTold = false) {
    this.#try(() => {
      this.#load(source);
      this.#refresh();
    }, keepsTold);
  }

  async #file(file) {
    if (file) this.#paste(await file.text(), file.name);
  }

  /** Reads what somebody pasted or dropped, and says what it was taken for. */
  #paste(text, name = "the text") {
    if (this.#isPosition(text.trim())) {
      $("taken").textContent = `Taken for a position of ${this.state.name}`;
      this.#tell([]);
      return this.#setUp(text.trim());
    }
    const { what, said, toml, names, game, fen, dialects, errors } = JSON.parse(this.betza.pasted(text, this.source.g ?? "chess"));
    $("taken").textContent = `Taken for ${said}${names.length > 1 ? `; its sections: ${names.length}` : ""}`;
    this.#tell(errors.map((error) => `${name}: ${error}`), toml ? "warning" : "error");
    if (what === "game" && toml) this.#open({ toml }, true);
    else if (what === "sections") this.#open({ ini: text, section: names[0] });
    else if (what === "position" && fen) {
      this.#try(() => {
        if (game !== this.source.g) this.#load({ g: game });
        this.#setUp(fen);
      });
    } else if (what === "piece") location.hash = `#piece?${new URLSearchParams({ n: text.trim(), d: dialects.includes("xbetza") ? "xbetza" : dialects[0] })}`;
  }

  /** Whether a text is a position of the game at hand. */
  #isPosition(text) {
    if (text.includes("\n") || !/^\S*\/\S*( |$)/.test(text)) return false;
    try {
      this.play.setFen(text, false);
      return true;
    } catch {
      // The game is as it was: a text that is refused changes nothing.
      return false;
    }
  }

  #tell(lines, className = "error") {
    $("game-error").replaceChildren(...lines.map((textContent) => Object.assign(document.createElement("p"), { className, textContent })));
  }

  #setUp(fen) {
    this.play.setFen(fen, false);
    Object.assign(this, { start: fen, line: [] });
    this.#refresh();
  }

  #try(work, keepsTold = false) {
    if (!keepsTold) this.#tell([]);
    try {
      work();
    } catch (e) {
      this.#tell([e.message ?? String(e)]);
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
    Object.assign(this, { state, path: [], held: null, shown: null });
    // Moves that were taken back can be gone through again, until another is played.
    const isSame = state.uci.every((uci, i) => this.line[i] === uci);
    if (!isSame || state.uci.length > this.line.length) this.line = state.uci;
    this.board.lay(this.play.ground());
    const move = state.uci.length ? /^([a-p]\d+)([a-p]\d+)/.exec(state.uci.at(-1)) : null;
    this.last = move ? [move[1], move[2]] : null;
    const last = state.san.length ? `${state.san.at(-1)}. ` : "";
    const turn = state.turn === "white" ? "White" : "Black";
    const result = state.outcome ?? `${turn} to move${state.check ? ", in check" : ""}${state.claimable ? `; may claim: ${state.claimable}` : ""}`;
    $("result").textContent = result;
    this.say(before + last);
    $("fen").value = state.fen;
    $("undo").disabled = !state.uci.length;
    for (const id of ["first", "back"]) $(id).disabled = !state.uci.length;
    for (const id of ["on", "end"]) $(id).disabled = state.uci.length >= this.line.length;
    $("plies").replaceChildren(...this.line.map((uci, i) => {
      const button = this.#button(`${i % 2 ? "" : `${i / 2 + 1}. `}${state.san[i] ?? uci}`, () => this.#goTo(i + 1));
      if (i + 1 === state.uci.length) button.setAttribute("aria-current", "true");
      return button;
    }));
    this.#export();
    $("game-moves").textContent = state.uci.map((uci, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${state.san[i]} (${uci})`).join(" ");
    $("legal").replaceChildren(...state.moves.map((m) => this.#button(m.uci, () => this.#make(m.uci))));
    this.#draw();
    this.share("game", { ...this.position(), o: this.opponent, on: this.opponent ? $("opponent-nodes").value : "" });
    this.#answer();
  }

  /** Shows the position after so many of the moves. */
  #goTo(ply) {
    const { line } = this;
    const opponent = this.opponent;
    this.#try(() => {
      while (this.play.history().split(" ").filter(Boolean).length > Math.max(0, ply)) this.play.undo();
      for (const uci of line.slice(this.play.history().split(" ").filter(Boolean).length, ply)) this.play.play(uci);
    });
    // Who looks back at a game does not want it to go on.
    if (ply < line.length) this.opponent = $("opponent").value = "";
    else this.opponent = opponent;
    this.line = line;
    this.#refresh();
  }

  /** What a kind could do from where it stands, or from the middle of the board. */
  #show(index, side, button = null, at = null) {
    const { state, kinds } = this;
    const letters = kinds[index].letters[side];
    const stands = state.squares.filter(({ piece }) => piece?.side === SIDES[side] && piece.letters === letters).map(({ square }) => square);
    const free = state.squares.filter(({ piece }) => !piece);
    const region = kinds[index].region[side];
    const square = at ?? stands[0] ?? (free.filter((s) => !region || region.includes(s.square)).at(free.length >> 1) ?? state.squares[0]).square;
    const marks = new Map(JSON.parse(this.play.kindMarks(index, side === 0, square)).map((m) => [m.square, m.marks]));
    for (const other of document.querySelectorAll("#pieces .figure")) other.setAttribute("aria-pressed", String(other === button));
    Object.assign(this, { path: [], held: null, shown: { index, side, square, marks, zone: kinds[index].zone[side] } });
    this.#draw();
    this.say(`${kinds[index].name} on ${square}: ${[...marks].filter(([, m]) => m.some((x) => /move|capture/.test(x))).map(([x]) => x).join(", ") || "no moves"}`);
  }

  /** The game in the form that is chosen. */
  #export() {
    if (!$("export").open || !this.play) return;
    const form = $("form").value;
    const ours = { pgn: () => pgn(this.state, this.start), svg: () => this.play.svg(), page: () => this.#page() }[form];
    const { text, unsaid } = ours ? { text: ours(), unsaid: [] } : JSON.parse(this.play.exported(form));
    $("exported").value = text;
    $("unsaid").replaceChildren(...unsaid.map((rule) => Object.assign(document.createElement("li"), { textContent: `The form has no words for: ${rule}` })));
  }

  /** The game as a page of its own, which takes the script of the elements from where this page lies. */
  #page() {
    const { title, uci } = this.state;
    const { text: toml } = JSON.parse(this.play.exported("toml"));
    const rules = JSON.parse(this.play.rules());
    return ownPage({ title, toml, kinds: this.kinds, rules, start: this.start, uci, script: new URL("./elements.js", import.meta.url).href });
  }

  #download() {
    this.#export();
    const ending = { toml: "toml", ini: "ini", pgn: "pgn", svg: "svg", page: "html" }[$("form").value] ?? "txt";
    download(`${this.state.name}.${ending}`, $("exported").value, { svg: "image/svg+xml", html: "text/html" }[ending] ?? "text/plain");
  }

  #save() {
    const games = saved();
    const name = $("save-name").value.trim() || `${this.state.title}, ${new Date().toISOString().slice(0, 16).replace("T", " ")}`;
    games.set(name, location.hash);
    this.say(keep(games) || `Saved as ${name}`);
    this.#listSaved(name);
  }

  #drop(name) {
    const games = saved();
    games.delete(name);
    this.say(keep(games) || `${name} is removed`);
    this.#listSaved();
  }

  #listSaved(name = "") {
    const names = [...saved().keys()];
    $("saved").replaceChildren(...names.map((each) => new Option(each, each)));
    if (name) $("saved").value = name;
    for (const id of ["saved-open", "saved-drop"]) $(id).disabled = !names.length;
  }

  /** The computer plays the best it has found so far. */
  #hurry() {
    if (!this.isThinking) return;
    const move = this.thought?.split(" ")[0];
    this.#rest();
    if (move) this.#make(move);
    else this.#answer();
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
    $("hurry").disabled = true;
  }

  /** Lets the opponent move, if it is its turn. */
  #answer() {
    this.#rest();
    $("thought").textContent = "";
    this.thought = "";
    if (![this.state.turn, "both"].includes(this.opponent) || this.state.outcome || !this.state.moves.length) return;
    this.thinker ??= this.#newThinker();
    this.isThinking = true;
    this.asked++;
    $("result").textContent += "; the computer is thinking";
    this.thinker.postMessage({ position: this.position(), nodes: $("opponent-nodes").value, number: this.asked });
  }

  #newThinker() {
    const thinker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    const failed = (why) => {
      this.#rest();
      this.#tell([`The computer gives up: ${why}`]);
    };
    thinker.onerror = (e) => failed(e.message);
    thinker.onmessage = ({ data: { number, line, move, error } }) => {
      if (number !== this.asked || !this.isThinking) return;
      if (line) {
        this.thought = line;
        $("thought").textContent = `It expects ${line}`;
        $("hurry").disabled = false;
        return;
      }
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
      const { shown } = this;
      if (shown?.zone.includes(square)) classes.push("zone");
      if (shown?.square === square) classes.push("chosen");
      if (this.last?.includes(square)) classes.push("last");
      const found = piece && this.figures.get(`${piece.side} ${piece.letters}`);
      const marks = shown ? (shown.marks.get(square) ?? []) : ways ? [ways.some((m) => m.captured.includes(square)) ? "capture" : "move"] : [];
      const words = [wall && "wall", piece && `${piece.side} ${piece.name}`, this.path.includes(square) && "chosen", ...marks];
      const man = piece && { ...piece, picture: found?.man, lies: found?.lies };
      squares.set(square, { man, classes, marks, words: words.filter(Boolean).join(", ") });
    }
    this.board.show(state.files, state.ranks, squares);
    SIDES.forEach((side, i) => {
      $(`hand-${side}`).replaceChildren(...state.hands[i].map(({ letters, name, count }) => {
        const button = this.#button(`${letters} ×${count}`, () => this.#choose([], this.held === letters ? null : letters));
        const kind = this.kinds.find((each) => each.letters[i] === letters);
        if (kind) button.replaceChildren(figure(kind, i), ` ×${count}`);
        button.setAttribute("aria-label", `${name}, ${count} in ${side}'s hand`);
        button.setAttribute("aria-pressed", String(side === state.turn && this.held === letters));
        button.dataset.testid = `hand-${letters}`;
        button.disabled = side !== state.turn;
        return button;
      }));
    });
  }

  #choose(path, held) {
    Object.assign(this, { path, held, shown: null });
    this.#draw();
    const next = [...this.#next().keys()];
    if (path.length || held) this.say(next.length ? `${path.at(-1) ?? held}: may go to ${next.join(", ")}` : `${path.at(-1) ?? held}: no move`);
  }

  /** A square is picked: the piece that moves, or where it goes on. */
  #pick(square) {
    if (this.isThinking) return this.say("The computer is thinking");
    const ways = this.#next().get(square);
    if (!ways) {
      // A piece that is not to move shows what it could do.
      const piece = this.state.squares.find((s) => s.square === square)?.piece;
      const found = piece && this.figures.get(`${piece.side} ${piece.letters}`);
      if (found && this.shown?.square !== square && !this.state.moves.some((m) => !m.drop && m.legs[0] === square)) return this.#show(found.index, SIDES.indexOf(piece.side), null, square);
      return this.#choose(this.path[0] === square ? [] : [square], null);
    }
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
      const kind = m.promotion && this.kinds.find((each) => each.name === m.promotion);
      if (kind) button.prepend(figure(kind, SIDES.indexOf(this.state.turn)));
      return button;
    }));
    return $("choice").showModal();
  }
}
