// The game view: any game, played by both sides.
import { beside } from "./beside.js";
import { download, pgn, sectionOf } from "./files.js";
import { GameBoard, button, standing } from "./gameboard.js";
import { childOf } from "./gamefile.js";
import { GAMES } from "./games.js";
import { Opponent, isAsked, takeBack } from "./opponent.js";
import { gameOfPage } from "./others.js";
import { ownPage } from "./ownpage.js";
import { packed } from "./packed.js";
import { SIDES, pieceList } from "./pieces.js";
import { games } from "./saved.js";
import { Shelf } from "./shelf.js";
import { read } from "../pkg/pgn.js";

const $ = (id) => document.getElementById(id);

/** The value of the reader's own game in the list of games. */
const OWN = "own";

export class GameView {
  constructor({ betza, say, share }) {
    Object.assign(this, { betza, say, share, source: { g: "chess" }, start: "", play: null, opponent: "", line: [] });
    this.board = new GameBoard({
      place: $("game-board"), hands: SIDES.map((side) => $(`hand-${side}`)), dialog: $("choice"), bar: $("look"), list: $("pieces"), label: "The game's board", drawMarks: betza.markSvg, say,
      onMove: (uci) => this.#make(uci), onOther: (square, piece) => this.#other(square, piece),
    });
    this.thinker = new Opponent({
      onLine: (line) => { $("thought").textContent = `It expects ${line}`; $("hurry").disabled = false; },
      onMove: (uci) => { this.board.busy = ""; this.#make(uci); }, onFail: (why) => { this.#rest(); this.#tell([why]); },
    });
    this.#listGames();
    $("game-name").addEventListener("change", () => this.#open($("game-name").value === OWN ? this.own : { g: $("game-name").value }));
    $("file").addEventListener("change", () => this.#file($("file").files[0]));
    $("section").addEventListener("change", () => this.#part($("section").value));
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
    this.shelf = new Shelf($("saved-games"), { shelf: games, prefix: "saved", say, name: () => `${this.state.title}, ${new Date().toISOString().slice(0, 16).replace("T", " ")}`, text: () => location.hash, onOpen: (hash) => { location.hash = hash; } });
    $("edit").addEventListener("click", () => { location.hash = `#design?${new URLSearchParams(this.whole())}`; });
    $("restart").addEventListener("click", () => this.#open(this.source));
    $("turn").addEventListener("click", () => this.board.turn());
    $("fen-form").addEventListener("submit", (e) => { e.preventDefault(); this.#try(() => this.#setUp($("fen").value)); });
    $("move-form").addEventListener("submit", (e) => { e.preventDefault(); this.#make($("move").value.trim()); });
    $("choice-none").addEventListener("click", () => $("choice").close());
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
    $("choice").close();
    this.board.clear();
  }

  /** What another view or a worker needs to have the same position. */
  position() {
    const { ini, section, pasted, ...rest } = this.source;
    const source = ini ? { ini: sectionOf(ini, section), section } : rest;
    return { ...source, fen: this.start, m: this.state ? this.state.uci.join() : "" };
  }

  /** The game as a file for Design, with the position that was set up. A built-in game is the parent of what is made of it. */
  whole() {
    if (!this.play) this.#load(this.source);
    const { toml, ini, g } = this.source;
    const title = `${JSON.parse(this.play.state()).title}, mine`;
    const text = toml ?? (ini ? JSON.parse(this.play.exported("toml")).text : childOf(g, title));
    return { toml: text, ...(this.start ? { fen: this.start } : {}) };
  }

  #load(source) {
    const { Play } = this.betza;
    const play = source.toml ? Play.toml(source.toml) : source.ini ? Play.ini(source.ini, source.section) : Play.builtin(source.g);
    this.play?.free();
    Object.assign(this, { play, source, start: "", line: [] });
    this.board.open(play);
    $("pieces").replaceChildren(...pieceList(this.board.kinds, (index, side) => { this.board.look(index, side, true); $("game-board").scrollIntoView({ block: "nearest" }); }));
    $("rules").replaceChildren(...JSON.parse(play.rules()).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const isFile = !source.g;
    if (isFile) this.#own(source);
    else {
      $("game-name").value = source.g;
      // A link may have another name of the game.
      if ($("game-name").selectedIndex < 0) $("game-name").value = JSON.parse(play.state()).name;
    }
    this.#listParts();
  }

  /** Lists the games of the text that was pasted: sections, or diagrams. */
  #listParts() {
    const { source } = this;
    const parts = source.pasted?.parts ?? (source.ini ? JSON.parse(this.betza.iniNames(source.ini)).map((name) => ({ name })) : []);
    $("section-label").hidden = !parts.length;
    $("section-what").textContent = source.pasted ? "Diagram" : "Section";
    $("section").replaceChildren(...parts.map(({ name, title }) => new Option(title ? `${name}: ${title}` : name, name)));
    if (parts.length) $("section").value = source.pasted?.part ?? source.section;
  }

  /** Opens another game of the text that was pasted: a section, or a diagram. */
  #part(name) {
    const { pasted } = this.source;
    if (pasted) return this.#paste(pasted.text, "the text", name);
    return this.#openSection(this.source.ini, name);
  }

  /** Opens a section of a variants.ini, with what is to be warned of in it. */
  #openSection(ini, section) {
    this.#open({ ini, section });
    if (this.source.section === section) this.#tell(JSON.parse(this.betza.iniWarnings(ini, section)), "warning");
  }

  /** Lists the built-in games in their groups; the reader's own game is above them. */
  #listGames() {
    const names = JSON.parse(this.betza.gameNames());
    const listed = new Set(GAMES.flatMap(([, games]) => games.map(([id]) => id)));
    const rest = names.filter((id) => !listed.has(id)).map((id) => [id, id]);
    const group = (label, games) => {
      const made = Object.assign(document.createElement("optgroup"), { label });
      made.append(...games.map(([id, title]) => new Option(title, id)));
      return made;
    };
    $("game-name").append(...[...GAMES, ...(rest.length ? [["Others", rest]] : [])].map(([label, games]) => group(label, games)));
  }

  /** Shows the reader's own game as the one at hand. It stays in the list, so that one can come back to it. */
  #own(source) {
    this.own = source;
    const title = JSON.parse(this.play.state()).title;
    $("own-games").hidden = false;
    $("own-games").replaceChildren(new Option(`Your own: ${title}`, OWN));
    $("game-name").value = OWN;
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

  /** Reads what somebody pasted or dropped, and says what it was taken for. `part` names one of several diagrams. */
  #paste(text, name = "the text", part = undefined) {
    const page = gameOfPage(text);
    if (page) return this.#played(page, "a page with a game");
    // Tags stand before the moves, but moves can stand alone.
    if (/^\s*(\[\w+\s+"|1\.\s*\S)/.test(text)) return this.#pgn(text);
    if (this.#isPosition(text.trim())) {
      $("taken").textContent = `Taken for a position of ${this.state.name}`;
      this.#tell([]);
      return this.#setUp(text.trim());
    }
    const { what, said, toml, names, parts, unkept, game, fen, notation, dialects, errors } = JSON.parse(this.betza.pasted(text, this.source.g ?? "chess", part));
    $("taken").textContent = `Taken for ${said}${names.length > 1 ? `; its sections: ${names.length}` : ""}`;
    this.#tell(errors.map((error) => `${name}: ${error}`), toml ? "warning" : "error");
    const pasted = { text, parts, unkept, part: part ?? parts[0]?.name };
    if (what === "game" && toml) this.#open({ toml, ...(parts.length || unkept.length ? { pasted } : {}) }, true);
    else if (what === "game" && parts.length) this.#offer(pasted);
    else if (what === "sections") this.#openSection(text, names[0]);
    else if (what === "position" && fen) {
      this.#try(() => {
        if (game !== this.source.g) this.#load({ g: game });
        this.#setUp(fen);
      });
    } else if (what === "piece") location.hash = `#piece?${new URLSearchParams({ n: notation, d: dialects[0] })}`;
  }

  /** Opens a game with its moves, as a link does. */
  #played({ fen, m, ...source }, said) {
    $("taken").textContent = `Taken for ${said}`;
    this.#try(() => {
      this.#load(source);
      if (fen) this.#setUp(fen);
      for (const move of m.split(",").filter(Boolean)) this.play.play(move);
    });
    this.#refresh();
  }

  /** Plays the first game of a PGN: of the game at hand if that has the name of its variant, else of a built-in one. */
  #pgn(text) {
    const { headers, moves } = read(text);
    const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
    const variant = headers.get("Variant") ?? (headers.size ? "chess" : this.state.name);
    const fen = headers.get("FEN");
    const isAtHand = [this.state.name, this.state.title].some((name) => plain(name) === plain(variant));
    const known = JSON.parse(this.betza.gameNames()).find((name) => plain(name) === plain(variant)) ?? variant;
    $("taken").textContent = `Taken for PGN of ${variant}`;
    let played = 0;
    this.#try(() => {
      try {
        this.#load(isAtHand ? this.source : { g: known });
      } catch (e) {
        throw new Error(`${e.message ?? e}. If it is a game of your own, open that first and paste the PGN again.`);
      }
      if (fen) this.#setUp(fen);
      for (const move of moves) {
        try {
          this.play.play(move);
        } catch (e) {
          throw new Error(`The first ${played} of ${moves.length} moves are played: ${e.message ?? e}`);
        }
        played++;
      }
    });
    this.#refresh();
  }

  /** Lets the reader choose among the diagrams of a page of which this one cannot be read. */
  #offer(pasted) {
    this.source = { ...this.source, pasted };
    this.#listParts();
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
    this.state = state;
    // Moves that were taken back can be gone through again, until another is played.
    const isSame = state.uci.every((uci, i) => this.line[i] === uci);
    if (!isSame || state.uci.length > this.line.length) this.line = state.uci;
    const last = state.san.length ? `${state.san.at(-1)}. ` : "";
    $("result").textContent = standing(state);
    this.say(before + last);
    $("fen").value = state.fen;
    $("undo").disabled = !state.uci.length;
    for (const id of ["first", "back"]) $(id).disabled = !state.uci.length;
    for (const id of ["on", "end"]) $(id).disabled = state.uci.length >= this.line.length;
    $("plies").replaceChildren(...this.line.map((uci, i) => {
      const made = button(`${i % 2 ? "" : `${i / 2 + 1}. `}${state.san[i] ?? uci}`, () => this.#goTo(i + 1));
      if (i + 1 === state.uci.length) made.setAttribute("aria-current", "true");
      return made;
    }));
    this.#export();
    $("game-moves").textContent = state.uci.map((uci, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${state.san[i]} (${uci})`).join(" ");
    $("legal").replaceChildren(...state.moves.map((m) => button(m.uci, () => this.#make(m.uci))));
    this.board.show(this.play, state);
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

  /** The game in the form that is chosen. */
  #export() {
    if (!$("export").open || !this.play) return;
    const form = $("form").value;
    const ours = { pgn: () => pgn(this.state, this.start), svg: () => this.play.svg(), page: () => this.#page({ script: beside("src/elements.js") }), whole: () => "The file has the program inside and is too large to be shown: download it." }[form];
    const { text, unsaid } = ours ? { text: ours(), unsaid: [] } : JSON.parse(this.play.exported(form));
    // Pictures are no part of a game, but the diagram that was pasted had them.
    if (form === "diagram") unsaid.push(...(this.source.pasted?.unkept ?? []));
    $("exported").value = text;
    $("unsaid").replaceChildren(...unsaid.map((rule) => Object.assign(document.createElement("li"), { textContent: `The form has no words for: ${rule}` })));
  }

  /** The game as a page of its own, with the script of the elements from where this page lies, or with all inside. */
  #page(parts) {
    const { title, uci } = this.state;
    const { text: toml } = JSON.parse(this.play.exported("toml"));
    const rules = JSON.parse(this.play.rules());
    return ownPage({ title, toml, kinds: this.board.kinds, rules, start: this.start, uci, picture: this.play.svg(), ...parts });
  }

  async #download() {
    this.#export();
    const form = $("form").value;
    const ending = { toml: "toml", ini: "ini", pgn: "pgn", svg: "svg", page: "html", whole: "html" }[form] ?? "txt";
    let text = $("exported").value;
    try {
      if (form === "whole") text = this.#page(await packed());
    } catch (e) {
      return this.#tell([e.message ?? String(e)]);
    }
    return download(`${this.state.name}.${ending}`, text, { svg: "image/svg+xml", html: "text/html" }[ending] ?? "text/plain");
  }

  /** The computer plays the best it has found so far. */
  #hurry() {
    if (!this.thinker.isThinking) return;
    const move = this.#rest();
    if (move) this.#make(move);
    else this.#answer();
  }

  #undo() {
    takeBack(this.play, this.opponent);
    this.#refresh("Taken back. ");
  }

  /** Ends the search; its best move so far. */
  #rest() {
    $("hurry").disabled = true;
    this.board.busy = "";
    return this.thinker.rest();
  }

  /** Lets the opponent move, if it is its turn. */
  #answer() {
    this.#rest();
    $("thought").textContent = "";
    if (!isAsked(this.opponent, this.state)) return;
    this.board.busy = "The computer is thinking";
    $("result").textContent += "; the computer is thinking";
    this.thinker.ask(this.position(), $("opponent-nodes").value);
  }

  /** A piece that is not to move shows what it could do. */
  #other(square, piece) {
    const found = this.board.figureOf(piece);
    if (!found || this.board.shown?.square === square) return false;
    this.board.look(found.index, SIDES.indexOf(piece.side), false, square);
    return true;
  }
}
