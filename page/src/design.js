// The design view: a game from nothing, or from another one with its rules.
import { Board, pictured, placeOf, squareName } from "./board.js";
import { DIALECTS } from "./dialects.js";
import { childOf, designOf, gameFile, designText, designFrom } from "./gamefile.js";
import { dialectOf, kindRow, moreOf, nameOf } from "./kinds.js";
import { Known } from "./known.js";
import { make } from "./make.js";
import { gameOfPage } from "./others.js";
import { SIDES, picturesOf } from "./pieces.js";
import { renamed } from "./renaming.js";
import { ruleForm, ruleGroups } from "./rules.js";
import { designs, keepLastDesign, lastDesign } from "./saved.js";
import { Shelf } from "./shelf.js";
import { fieldsOf } from "./start.js";

const $ = (id) => document.getElementById(id);

const kind = (id, name, move, dialect = "xbetza", more = {}) => ({ id, keys: { name, move, dialect, ...more } });

/** The pieces with which a design begins. */
const CHESS = () => [
  kind("P", "Pawn", "fmWfceFifmnD", "xbetza", { promotion: { to: ["Q", "R", "B", "N"] } }), kind("N", "Knight", "N"), kind("B", "Bishop", "B"),
  kind("R", "Rook", "R"), kind("Q", "Queen", "Q"), kind("K", "King", "K", "xbetza", { royal: true }),
];

const nothing = () => ({ title: "My game", files: 8, ranks: 8, symmetry: "mirror", holes: new Set(), walls: new Set(), men: new Map(), hands: [{}, {}], kinds: CHESS(), rules: {}, fields: null, kept: null });

/** So many changes can be taken back. */
const PAST = 200;

/** Rules without which no position has walls. */
const hasWalls = ({ rules }) => Boolean(rules.walling || rules.petrifies || rules.turning || rules.blast?.petrifies);

export class DesignView {
  constructor({ betza, say, share }, game) {
    Object.assign(this, { betza, say, share, game, tool: { id: "P", side: 0 }, pictures: new Map(), opened: new Set(), shown: [], zone: [], past: [], now: null, design: nothing() });
    this.board = new Board($("design-board"), { label: "The board of the design", onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks: betza.markSvg });
    this.form = ruleForm(this);
    this.known = new Known($("d-known"), { betza, onAdd: ({ name, notation, dialect }) => this.#add(name, notation, dialect) });
    this.shelf = new Shelf($("d-saved"), { shelf: designs, prefix: "d-saved", say, name: () => this.design.title.trim() || "My game", text: () => designText(this.design), onOpen: (text, name) => this.#open(() => designFrom(text), `“${name}” is opened`) });
    $("d-add-dialect").append(...DIALECTS.map((d) => new Option(d, d)));
    $("d-add-dialect").value = "xbetza";
    $("d-add").addEventListener("submit", (e) => {
      e.preventDefault();
      const [name, notation, letter] = ["name", "notation", "letter"].map((id) => $(`d-add-${id}`).value.trim());
      if (this.#add(name || notation, notation, $("d-add-dialect").value, letter)) for (const id of ["name", "notation", "letter"]) $(`d-add-${id}`).value = "";
    });
    $("d-title").addEventListener("input", () => this.#change({ title: $("d-title").value }));
    for (const key of ["files", "ranks"]) $(`d-${key}`).addEventListener("change", () => this.#resize(key));
    $("d-symmetry").addEventListener("change", () => this.#change({ symmetry: $("d-symmetry").value }));
    $("d-fields").addEventListener("change", () => this.#change({ fields: $("d-fields").value.trim() || null }));
    $("d-clear").addEventListener("click", () => this.#change({ men: new Map(), holes: new Set(), walls: new Set() }));
    $("d-undo").addEventListener("click", () => this.#undo());
    $("d-file").addEventListener("change", () => this.#file($("d-file").files[0]));
    const view = $("view-design");
    view.addEventListener("dragover", (e) => { e.preventDefault(); view.classList.add("drop"); });
    view.addEventListener("dragleave", () => view.classList.remove("drop"));
    view.addEventListener("drop", (e) => { e.preventDefault(); view.classList.remove("drop"); this.#file(e.dataTransfer.files[0]); });
    $("d-new").addEventListener("click", () => this.#open(nothing, "A design from nothing"));
    $("d-chess").addEventListener("click", () => this.#edit(this.game.whole()));
    $("d-last").addEventListener("click", () => this.#open(() => designFrom(lastDesign()), "The design of your last visit is opened"));
    $("d-why").addEventListener("click", () => this.#goToProblem());
    $("d-play").addEventListener("click", () => { location.hash = `#game?${new URLSearchParams({ toml: this.text })}`; });
  }

  enter({ d, toml, fen = "" }) {
    if (toml) return this.#edit({ toml, fen });
    if (d) return this.#open(() => designFrom(d), "");
    return this.#show();
  }

  leave() {
    clearTimeout(this.later);
    this.board.clear();
  }

  /** Shows another design, or says why it is none and keeps the one that is there. */
  #open(from, said) {
    const { design, pictures } = this;
    try {
      Object.assign(this, { design: { ...nothing(), ...from() }, pictures: new Map() });
      this.opened.clear();
      this.tool = { id: this.design.kinds[0]?.id ?? "none", side: 0 };
      this.#show();
      $("d-taken").textContent = said;
      if (said) this.say(said);
    } catch (e) {
      Object.assign(this, { design, pictures });
      this.#show();
      $("d-taken").textContent = `This does not hold a design: ${e.message ?? e}`;
      this.say($("d-taken").textContent);
    }
  }

  /** Opens a file in any form that is read, or says why it cannot be. */
  async #file(file) {
    if (!file) return;
    const text = await file.text();
    $("d-file").value = "";
    const page = gameOfPage(text);
    if (page) return this.#edit({ toml: page.toml ?? childOf(page.g, `${page.g}, mine`), fen: page.fen });
    const { said, toml, names, parts, errors } = JSON.parse(this.betza.pasted(text, "chess"));
    try {
      if (toml) return this.#edit({ toml }, parts.length ? ` The page has ${parts.length} diagrams, of which this is the first: the game view opens the others.` : "");
      if (names.length) return this.#edit({ toml: JSON.parse(this.betza.Play.ini(text, names[0]).exported("toml")).text }, names.length > 1 ? ` The file has ${names.length} sections, of which this is the first: the game view opens the others.` : "");
      throw new Error(errors.join("\n") || "no game is in it");
    } catch (e) {
      $("d-taken").textContent = `${file.name} was taken for ${said} and cannot be opened: ${e.message ?? e}`;
    }
  }

  /** Takes the last change back. */
  #undo() {
    const text = this.past.pop();
    if (text === undefined) return;
    this.now = text;
    this.design = { ...nothing(), ...designFrom(text) };
    $("d-taken").textContent = "The last change is taken back";
    this.#show();
  }

  /** Opens a game with its rules. */
  #edit({ toml, fen = "" }, besides = "") {
    this.#open(() => designOf(this.betza, toml, fen), "");
    // A game that cannot be opened is told of by then.
    if ($("d-taken").textContent) return;
    const lost = /^\s*#/m.test(toml) ? " Comments of its file are not kept." : "";
    const parent = /^\s*parent\s*=/m.test(toml) ? " What it has of its parent is written out." : "";
    const taken = `${this.design.title} is opened with its board, its pieces and all its rules.${parent}${lost}${besides}`;
    $("d-taken").textContent = taken;
    this.say(taken);
  }

  #show() {
    const { design } = this;
    this.#offer();
    for (const key of ["title", "files", "ranks", "symmetry"]) $(`d-${key}`).value = design[key];
    $("d-switches").replaceChildren(...ruleGroups(design, this.form));
    this.#rows();
    this.#tools();
    this.render();
  }

  /** Offers the design of an earlier visit while this one's board is empty. */
  #offer() {
    let kept = null;
    try {
      kept = designFrom(lastDesign());
    } catch {
      // There is none, or somebody else wrote there.
    }
    $("d-last").hidden = !kept?.men.size || this.design.men.size > 0;
    $("d-last").textContent = `Go on with “${kept?.title ?? ""}”`;
  }

  #change(part) {
    Object.assign(this.design, part);
    this.render();
  }

  /** A rule has changed. Where captured pieces come to hands from now on, promoted ones go there as what they were. */
  ruled(path) {
    const { kinds, rules } = this.design;
    if (path[0] === "hands" && (path.length === 1 || path[1] === "captures") && rules.hands?.captures) {
      const forgetful = kinds.filter(({ keys }) => keys.promotion && keys.promotion.remembers === undefined && !this.#becomesItself(keys.promotion));
      for (const { keys } of forgetful) keys.promotion.remembers = true;
      if (forgetful.length) this.#rows();
    }
    this.render();
  }

  /** Whether what a piece promotes to says itself what it is in a hand, as the pieces of shogi do. */
  #becomesItself({ to }) {
    const ids = [to?.white ?? to ?? []].flat();
    return ids.every((id) => this.design.kinds.find((each) => each.id === id)?.keys.in_hand);
  }

  #resize(key) {
    const size = Math.min(16, Math.max(1, Math.round(Number($(`d-${key}`).value)) || 8));
    const { design } = this;
    design[key] = size;
    $(`d-${key}`).value = size;
    const fits = (name) => placeOf(name, design.files, design.ranks) !== null;
    this.#rows();
    this.#change({ men: new Map([...design.men].filter(([name]) => fits(name))), holes: new Set([...design.holes].filter(fits)), walls: new Set([...design.walls].filter(fits)) });
  }

  /** Adds a piece, with this letter or the first that is free; whether it could. */
  #add(name, move, dialect, letter = "") {
    const { kinds } = this.design;
    const isFree = (id) => !kinds.some((each) => each.id.toUpperCase() === id.toUpperCase());
    const letters = letter ? [letter] : [...`${name}${move}ABCDEFGHIJKLMNOPQRSTUVWXYZ`.toUpperCase().replace(/[^A-Z]/g, "")];
    const id = letters.find(isFree);
    if (!id) $("d-add-told").textContent = letter ? `“${letter}” is another piece: take another letter, or several, as in “Kn”` : "All letters are taken: write one, or several, as in “Kn”";
    if (!id) return false;
    kinds.push(kind(id, name, move, dialect));
    this.#rows();
    this.#choose({ id, side: 0 });
    this.render();
    $("d-add-told").textContent = `${name} is added as ${id}: a click on the board places it`;
    return true;
  }

  /** Gives a piece another id, with all that names it; why it cannot have it. */
  rename(one, id) {
    const { design } = this;
    const isTaken = design.kinds.some((each) => each !== one && each.id.toUpperCase() === id.toUpperCase());
    if (isTaken) return `“${id}” is another piece`;
    if (!/^\+?\p{L}[\p{L}\d'!]{0,6}$/u.test(id)) return `“${id}” cannot be a letter: write one, or several, as in “Kn”`;
    const from = one.id;
    this.design = renamed(design, from, id);
    for (const name of [...this.opened].filter((each) => each.startsWith(`${from} `))) this.opened.add(id + name.slice(from.length));
    if (this.pictures.has(from)) this.pictures.set(id, this.pictures.get(from));
    if (this.tool.id === from) this.tool = { ...this.tool, id };
    this.#show();
    this.say(`${nameOf(one)} is ${id} now`);
    return "";
  }

  takeAway(one) {
    const { design } = this;
    design.kinds = design.kinds.filter((each) => each !== one);
    design.men = new Map([...design.men].filter(([, man]) => man.id !== one.id));
    for (const hand of design.hands) delete hand[one.id];
    this.#rows();
    this.render();
  }

  #other(square) {
    const { files, ranks, symmetry } = this.design;
    const [file, rank] = placeOf(square, files, ranks);
    if (symmetry === "none") return null;
    return squareName(symmetry === "turn" ? files - 1 - file : file, ranks - 1 - rank);
  }

  #pick(square) {
    const { design, tool } = this;
    const { men, holes, walls } = design;
    const other = this.#other(square);
    const squares = [square, other].filter(Boolean);
    const special = { hole: holes, wall: walls }[tool.id];
    if (special) {
      const isThere = special.has(square);
      for (const each of squares) {
        for (const all of [men, holes, walls]) all.delete(each);
        if (!isThere) special.add(each);
      }
    } else if (tool.id === "none" || (men.get(square)?.id === tool.id && men.get(square)?.side === tool.side)) {
      for (const each of squares) for (const all of [men, holes, walls]) all.delete(each);
    } else {
      if (other && other !== square) men.set(other, { id: tool.id, side: 1 - tool.side });
      men.set(square, { id: tool.id, side: tool.side });
      for (const each of squares) { holes.delete(each); walls.delete(each); }
    }
    this.render();
  }

  /** Moves a man, and the other side's with it that stands where symmetry has it. */
  #drag(from, to) {
    const { men, holes, walls } = this.design;
    const man = men.get(from);
    if (!man) return;
    const opposite = this.#other(from);
    const other = opposite && opposite !== from ? men.get(opposite) : null;
    const goes = [[from, man, to]];
    if (other?.id === man.id && other.side !== man.side) goes.push([opposite, other, to && this.#other(to)]);
    for (const [square] of goes) men.delete(square);
    for (const [, each, square] of goes.reverse()) {
      if (!square) continue;
      men.set(square, each);
      for (const special of [holes, walls]) special.delete(square);
    }
    this.render();
  }

  /** Chooses what a click on the board places. */
  #choose(tool) {
    this.tool = tool;
    for (const button of $("d-tools").children) button.setAttribute("aria-pressed", String(button.dataset.tool === `${tool.id} ${tool.side}`));
  }

  /** Puts a man of a tool on a square, whatever stands there. */
  #drop(tool, square) {
    this.#choose(tool);
    const there = this.design.men.get(square);
    if (there?.id !== tool.id || there?.side !== tool.side) this.#pick(square);
  }

  /** A row for each piece, with what it is and may do. */
  #rows() {
    $("design-pieces").replaceChildren(...this.design.kinds.map((each) => kindRow(this, each)));
  }

  /** Draws the design; what its game is, is found out when the clicks have ended. */
  render() {
    const { design } = this;
    const { text, owners } = gameFile(design);
    Object.assign(this, { text, owners });
    $("d-toml").value = text;
    $("d-fields").value = design.fields ?? "";
    $("d-fields").placeholder = fieldsOf(design);
    $("d-play").disabled = true;
    $("d-why").hidden = true;
    $("view-design").setAttribute("aria-busy", "true");
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#check(), 80);
    this.#draw();
    const d = designText(design);
    this.share("design", { d });
    if (this.now !== null && d !== this.now) this.past.push(this.now);
    if (this.past.length > PAST) this.past.shift();
    this.now = d;
    $("d-undo").disabled = !this.past.length;
    if (!design.men.size) return;
    $("d-last").hidden = true;
    // The address holds the design too, where the browser keeps nothing.
    keepLastDesign(d);
  }

  /** Reads the design as a game: what is wrong with it, how its board and pieces look, and what it is in English. */
  #check() {
    const { design, betza, text, owners } = this;
    const { ok, diagnostics } = JSON.parse(betza.checkToml(text));
    this.#problems(diagnostics, text, owners);
    let ground = null;
    if (ok) {
      const play = betza.Play.toml(text);
      ground = play.ground();
      this.shown = JSON.parse(play.kinds());
      for (const each of this.shown) this.#draws(each.id, each.pictures);
      $("d-rules").replaceChildren(...JSON.parse(play.rules()).map((textContent) => make("li", { textContent })));
      play.free();
    } else this.#drawAlone();
    this.board.lay(ground);
    this.#draw();
    this.#tools();
    for (const row of $("design-pieces").children) {
      const each = design.kinds.find((one) => one.id === row.dataset.kind);
      if (!each) continue;
      row.querySelector(".more-keys > summary").textContent = moreOf(design, each);
      row.querySelector(".figure").style.backgroundImage = this.pictures.get(each.id)?.pictures[0] ?? "";
      const { move } = each.keys;
      const english = (notation) => JSON.parse(betza.readPiece(String(notation), dialectOf(design, each))).english ?? "";
      row.querySelector(".english p").textContent = typeof move === "object" ? `White’s: ${english(move.white)}\nBlack’s: ${english(move.black)}` : english(move);
    }
    $("view-design").setAttribute("aria-busy", "false");
  }

  #draws(id, pictures) {
    this.pictures.set(id, { pictures: pictures.map(pictured), lies: pictures[1].includes("rotate(180") });
  }

  /** Draws pieces of which there is no picture yet, while the game is not right. */
  #drawAlone() {
    for (const each of this.design.kinds.filter(({ id }) => !this.pictures.has(id))) {
      try {
        const notation = each.keys.move?.white ?? each.keys.move;
        this.#draws(each.id, picturesOf(this.betza, { name: nameOf(each), notation, dialect: dialectOf(this.design, each) }));
      } catch {
        // Its notation is not right either, which is told at the piece: its letter stands for it.
      }
    }
  }

  /** Shows on the board where a piece promotes or to which squares it keeps, while somebody is at that field; `field` is the name of the field. */
  point(id = "", field = "") {
    const kind = this.shown.find((each) => each.id === id);
    const side = field.endsWith(".black") ? 1 : 0;
    const squares = /promotion\.(zone|to)/.test(field) ? kind?.zone[side] : /-region/.test(field) ? kind?.region[side] : null;
    this.zone = squares ?? [];
    this.#draw();
  }

  #draw() {
    const { design } = this;
    const squares = new Map();
    for (let rank = 0; rank < design.ranks; rank++) {
      for (let file = 0; file < design.files; file++) {
        const name = squareName(file, rank);
        const man = design.men.get(name);
        const known = man && design.kinds.find((each) => each.id === man.id);
        const found = man && this.pictures.get(man.id);
        const hole = design.holes.has(name);
        const wall = design.walls.has(name);
        squares.set(name, {
          man: known && { side: SIDES[man.side], letters: man.side ? man.id.toLowerCase() : man.id, picture: found?.pictures[man.side], lies: found?.lies },
          classes: [hole && "hole", wall && "wall", this.zone.includes(name) && "zone"].filter(Boolean),
          words: hole ? "no square" : wall ? "a wall" : known ? `${SIDES[man.side]} ${nameOf(known)}` : "",
        });
      }
    }
    this.board.show(design.files, design.ranks, squares);
  }

  /** Where a problem of a part of the file is shown; null for what is told below the board. `lacks` is a key that the part has not. */
  #placeOf(owner, lacks) {
    const [what, id] = owner.split(" ");
    if (what === "board") return $("d-board-error");
    if (what === "kind") return [...$("design-pieces").children].find((row) => row.dataset.kind === id)?.querySelector(".problem") ?? null;
    if (what !== "rule") return null;
    // Keys that are written in one line are told of where the line's own key is.
    for (let path = lacks ? `${id}.${lacks}` : id; path; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
      const found = $("d-switches").querySelector(`[data-problem="${CSS.escape(path)}"]`);
      if (found) return found;
    }
    return null;
  }

  /** What is wrong, where it is: at a piece, at a rule, or below the board. */
  #problems(diagnostics, text, owners) {
    const { design } = this;
    for (const place of document.querySelectorAll("#view-design .problem")) Object.assign(place, { textContent: "", className: "problem warning" });
    const rest = [];
    const isWallLost = design.walls.size > 0 && !hasWalls(design);
    // Why the game cannot be played, and where that is told.
    let why = isWallLost ? { message: "there are walls, and no rule of the game has any", place: $("d-problems") } : null;
    if (isWallLost) rest.push(make("p", { className: "error", textContent: "There are walls, and no rule of the game has any: switch on that moves place walls or that captors turn into them, or say “No square” for what nothing ever enters." }));
    for (const { severity, code, from, message, remedy } of diagnostics) {
      // What the reader of game files says of it is said in other words above.
      if (isWallLost && /there is a wall on/.test(message)) continue;
      const owner = owners[text.slice(0, from).split("\n").length - 1] ?? "start";
      const place = from === 0 ? null : this.#placeOf(owner, code === "missing-key" ? /'(\w+)'/.exec(message)?.[1] : undefined);
      // That no piece of an empty board is in the game is said once, below it.
      if (!design.men.size && owner.startsWith("kind") && severity === "warning") continue;
      const line = `${message}; ${remedy}`;
      if (severity === "error") why ??= { message, place: place ?? $("d-problems") };
      if (place) {
        place.textContent += `${line}\n`;
        if (severity === "error") place.classList.add("error");
      } else rest.push(make("p", { className: severity, textContent: line }));
    }
    const isEmpty = !design.men.size && !Object.values(design.hands[0]).length;
    if (isEmpty && !design.rules.hands?.endless) why = { message: "the board is empty", place: $("d-problems") };
    if (isEmpty) rest.unshift(make("p", { className: "warning", textContent: "The board is empty: choose a piece above it, and click squares." }));
    $("d-problems").replaceChildren(...rest);
    $("d-play").disabled = Boolean(why);
    $("d-why").hidden = !why;
    $("d-why").textContent = `It cannot be played: ${why?.message ?? ""}`;
    this.why = why?.place;
  }

  /** Goes to what is wrong, wherever it is hidden. */
  #goToProblem() {
    for (let each = this.why; each; each = each.parentElement) if (each.localName === "details") each.open = true;
    this.why.tabIndex = -1;
    this.why.scrollIntoView({ block: "center" });
    this.why.focus();
  }

  /** What can be placed. */
  #tools() {
    const button = (id, side, label, picture = null) => {
      const made = make("button", { type: "button", textContent: picture ? "" : label });
      if (picture) {
        made.className = "figure";
        made.style.backgroundImage = picture;
      }
      made.setAttribute("aria-label", label);
      made.dataset.tool = `${id} ${side}`;
      made.dataset.testid = `d-tool-${side ? id.toLowerCase() : id}`;
      made.addEventListener("click", () => this.#choose({ id, side }));
      if (!["none", "hole", "wall"].includes(id)) this.board.takes(made, (square) => this.#drop({ id, side }, square));
      return made;
    };
    const kinds = this.design.kinds.flatMap((each) => [0, 1].map((side) => button(each.id, side, `${SIDES[side]} ${nameOf(each)}`, this.pictures.get(each.id)?.pictures[side])));
    $("d-tools").replaceChildren(...kinds, button("none", 0, "Empty square"), button("hole", 0, "No square"), button("wall", 0, "Wall"));
    this.#choose(this.tool);
  }
}
