// The design view: a game from nothing, or from another one.
import { Board, pictured, squareName } from "./board.js";
import { DIALECTS } from "./dialects.js";
import { GALLERY } from "./gallery.js";
import { SWITCHES, gameFile, hasWalls } from "./gamefile.js";
import { SIDES } from "./pieces.js";

const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

const kind = (id, name, move, dialect = "xbetza", more = {}) => ({ id, name, move, dialect, royal: false, region: "", to: "", zone: "", drop: "", free: false, ...more });

/** Where the browser keeps the design that was worked on last. */
const KEPT = "betza.design";

/** The pieces with which a design begins. */
const CHESS = () => [
  kind("P", "Pawn", "fmWfceFifmnD", "xbetza", { to: "Q R B N" }), kind("N", "Knight", "N"), kind("B", "Bishop", "B"),
  kind("R", "Rook", "R"), kind("Q", "Queen", "Q"), kind("K", "King", "K", "xbetza", { royal: true }),
];

export class DesignView {
  constructor({ betza, say, share }, game) {
    Object.assign(this, { betza, say, share, game, tool: { id: "P", side: 0 }, pictures: new Map() });
    this.board = new Board($("design-board"), { label: "The board of the design", onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks: betza.markSvg });
    this.design = { title: "My game", files: 8, ranks: 8, symmetry: "mirror", holes: new Set(), walls: new Set(), men: new Map(), hands: [{}, {}], kinds: CHESS(), on: {} };
    $("d-gallery").append(new Option("Choose one …", ""));
    for (const { users, pieces } of GALLERY) {
      const group = Object.assign(document.createElement("optgroup"), { label: users });
      group.append(...pieces.map((known) => new Option(known.name, known.name)));
      $("d-gallery").append(group);
    }
    $("d-gallery").addEventListener("change", () => {
      const known = GALLERY.flatMap(({ pieces }) => pieces).find(({ name }) => name === $("d-gallery").value);
      if (known) this.#add(known.name, known.notation, known.dialect);
      $("d-gallery").value = "";
    });
    $("d-dialect").append(...DIALECTS.map((d) => new Option(d, d)));
    $("d-dialect").value = "xbetza";
    $("d-add").addEventListener("submit", (e) => {
      e.preventDefault();
      this.#add($("d-name").value.trim() || $("d-notation").value.trim(), $("d-notation").value.trim(), $("d-dialect").value);
      $("d-name").value = $("d-notation").value = "";
    });
    $("d-title").addEventListener("input", () => this.#change({ title: $("d-title").value }));
    for (const key of ["files", "ranks"]) $(`d-${key}`).addEventListener("change", () => this.#resize(key));
    $("d-symmetry").addEventListener("change", () => this.#change({ symmetry: $("d-symmetry").value }));
    $("d-clear").addEventListener("click", () => this.#change({ men: new Map(), holes: new Set(), walls: new Set() }));
    $("d-chess").addEventListener("click", () => this.#begin());
    $("d-last").addEventListener("click", () => this.enter({ d: this.#kept() }));
    $("d-play").addEventListener("click", () => { location.hash = `#game?${new URLSearchParams({ toml: this.text })}`; });
    $("d-switches").replaceChildren(...SWITCHES.map((rule) => this.#switch(rule)));
  }

  enter({ d }) {
    if (d) {
      try {
        const { men, holes, walls = [], hands = [{}, {}], ...rest } = JSON.parse(d);
        Object.assign(this.design, rest, { men: new Map(men), holes: new Set(holes), walls: new Set(walls), hands });
      } catch {
        this.say("The link does not hold a design");
      }
    }
    const { design } = this;
    this.#offer();
    for (const key of ["title", "files", "ranks", "symmetry"]) $(`d-${key}`).value = design[key];
    for (const { id, more } of SWITCHES) {
      $(`d-on-${id}`).checked = design.on[id] !== undefined;
      if (more) $(`d-more-${id}`).value = design.on[id] ?? more.value;
    }
    this.#rows();
    this.#tools();
    this.#render();
  }

  /** The design that the browser kept, as text; null if there is none, or the browser keeps nothing. */
  #kept() {
    try {
      return localStorage.getItem(KEPT);
    } catch {
      return null;
    }
  }

  /** Offers the design of an earlier visit while this one's board is empty. */
  #offer() {
    let kept = null;
    try {
      kept = JSON.parse(this.#kept());
    } catch {
      // Somebody else wrote there.
    }
    $("d-last").hidden = !kept?.men?.length || this.design.men.size > 0;
    $("d-last").textContent = `Go on with “${kept?.title ?? ""}”`;
  }

  leave() {
    clearTimeout(this.later);
    this.board.clear();
  }

  #change(part) {
    Object.assign(this.design, part);
    this.#render();
  }

  #resize(key) {
    const size = Math.min(16, Math.max(1, Math.round(Number($(`d-${key}`).value)) || 8));
    const { design } = this;
    design[key] = size;
    $(`d-${key}`).value = size;
    const fits = (name) => name.charCodeAt(0) - 97 < design.files && Number(name.slice(1)) <= design.ranks;
    this.#change({ men: new Map([...design.men].filter(([name]) => fits(name))), holes: new Set([...design.holes].filter(fits)), walls: new Set([...design.walls].filter(fits)) });
  }

  /** Adds a piece, with the first letter that is free. */
  #add(name, move, dialect) {
    const { kinds } = this.design;
    const letters = [...`${name}${move}ABCDEFGHIJKLMNOPQRSTUVWXYZ`.toUpperCase().replace(/[^A-Z]/g, "")];
    const id = letters.find((letter) => !kinds.some((each) => each.id === letter));
    if (!id) return this.say("All letters are taken; take a piece away first");
    this.tool = { id, side: 0 };
    kinds.push(kind(id, name, move, dialect));
    this.#rows();
    this.#tools();
    this.#render();
    this.say(`${name} is added as ${id}`);
  }

  /** Takes the board and the pieces of the game view. */
  #begin() {
    const { play, state } = this.game;
    const kinds = JSON.parse(play.kinds());
    const ids = new Map(kinds.map((each) => [each.name, each.id]));
    const taken = kinds.map((each) => kind(each.id, each.name, each.notation[0], each.dialect, {
      royal: each.royal, region: each.region[0]?.join(" ") ?? "", zone: each.zone[0].join(" "), to: each.promotions[0].map((name) => ids.get(name)).join(" "),
    }));
    const men = new Map();
    for (const { square, piece } of state.squares) {
      const found = piece && kinds.find((each) => each.letters[SIDES.indexOf(piece.side)] === piece.letters);
      if (found) men.set(square, { id: found.id, side: SIDES.indexOf(piece.side) });
    }
    const hands = state.hands.map((held, i) => Object.fromEntries(held.map(({ letters, count }) => [kinds.find((each) => each.letters[i] === letters)?.id, count])));
    const has = new Set(state.squares.map(({ square }) => square));
    const all = Array.from({ length: state.files * state.ranks }, (_, i) => squareName(i % state.files, Math.floor(i / state.files)));
    Object.assign(this.design, { title: `${state.title}, mine`, files: state.files, ranks: state.ranks, kinds: taken, men, hands, holes: new Set(all.filter((name) => !has.has(name))), walls: new Set(state.squares.filter(({ wall }) => wall).map(({ square }) => square)) });
    this.enter({});
    this.say(`The board and the pieces of ${state.title} are taken; its rules are the switches to set`);
  }

  #other(square) {
    const { files, ranks, symmetry } = this.design;
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
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
        for (const other of [men, holes, walls]) other.delete(each);
        if (!isThere) special.add(each);
      }
    } else if (tool.id === "none" || (men.get(square)?.id === tool.id && men.get(square)?.side === tool.side)) {
      for (const each of squares) for (const all of [men, holes, walls]) all.delete(each);
    } else {
      if (other && other !== square) men.set(other, { id: tool.id, side: 1 - tool.side });
      men.set(square, { id: tool.id, side: tool.side });
      for (const each of squares) { holes.delete(each); walls.delete(each); }
    }
    this.#render();
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
    this.#render();
  }

  /** Puts a man of a tool on a square, whatever stands there. */
  #drop(tool, square) {
    this.tool = tool;
    const there = this.design.men.get(square);
    if (there?.id !== tool.id || there?.side !== tool.side) this.#pick(square);
    this.#tools();
  }

  #switch({ id, text, more }) {
    const label = make("label", {}, make("input", { type: "checkbox", id: `d-on-${id}` }), ` ${text}`);
    label.firstChild.dataset.testid = `d-on-${id}`;
    const row = make("div", {}, label);
    if (more) {
      const field = more.kind === "choice" ? make("select", {}, ...more.values.map((value) => new Option(value, value))) : make("input", { type: more.kind });
      Object.assign(field, { id: `d-more-${id}`, value: more.value });
      field.setAttribute("aria-label", text);
      field.dataset.testid = `d-more-${id}`;
      field.addEventListener("change", () => this.#set(id));
      row.append(field);
    }
    row.append(make("p", { id: `d-error-${id}`, className: "problem" }));
    label.firstChild.addEventListener("change", () => this.#set(id));
    return row;
  }

  #set(id) {
    const { on } = this.design;
    if ($(`d-on-${id}`).checked) on[id] = $(`d-more-${id}`)?.value ?? "";
    else delete on[id];
    this.#render();
  }

  /** Gives a side so many of a piece at the start, and the other side too unless pieces are placed one by one. */
  #hold(id, side, input) {
    const { hands, symmetry } = this.design;
    const count = Math.min(99, Math.max(0, Math.round(Number(input.value)) || 0));
    for (const each of symmetry === "none" ? [side] : [0, 1]) {
      if (count) hands[each][id] = count;
      else delete hands[each][id];
      input.closest(".kind").querySelector(`[data-testid="d-${id}-hand-${SIDES[each]}"]`).value = count;
    }
    this.#render();
  }

  /** A row for each piece, with what it is and may do. */
  #rows() {
    const { design } = this;
    $("design-pieces").replaceChildren(...design.kinds.map((each) => {
      const row = make("div", { className: "kind" });
      row.dataset.kind = each.id;
      const field = (key, name, properties = {}) => {
        const input = make("input", { type: "text", value: each[key], autocomplete: "off", ...properties });
        input.dataset.testid = `d-${each.id}-${key}`;
        input.addEventListener("change", () => { each[key] = input.value.trim(); this.#render(); });
        return make("label", {}, `${name} `, input);
      };
      const check = (key, name) => {
        const input = make("input", { type: "checkbox", checked: each[key] });
        input.dataset.testid = `d-${each.id}-${key}`;
        input.addEventListener("change", () => { each[key] = input.checked; this.#render(); });
        return make("label", { className: "check" }, input, ` ${name}`);
      };
      const held = (side) => {
        const input = make("input", { type: "number", min: 0, max: 99, value: design.hands[side][each.id] ?? 0 });
        input.dataset.testid = `d-${each.id}-hand-${SIDES[side]}`;
        input.addEventListener("change", () => this.#hold(each.id, side, input));
        return make("label", {}, `in ${["White", "Black"][side]}’s hand `, input);
      };
      const dialect = make("select", {}, ...DIALECTS.map((d) => new Option(d, d)));
      dialect.value = each.dialect;
      dialect.setAttribute("aria-label", `The dialect of ${each.name}`);
      dialect.addEventListener("change", () => { each.dialect = dialect.value; this.#render(); });
      const away = make("button", { type: "button", textContent: "Take away" });
      away.setAttribute("aria-label", `Take away: ${each.name}`);
      away.addEventListener("click", () => {
        design.kinds = design.kinds.filter((one) => one !== each);
        design.men = new Map([...design.men].filter(([, man]) => man.id !== each.id));
        for (const hand of design.hands) delete hand[each.id];
        this.#rows();
        this.#render();
      });
      const words = make("div", {},
        make("div", { className: "fields" }, field("name", "Name"), field("move", "Notation", { className: "code" }), dialect, away),
        make("div", { className: "fields" }, check("royal", "royal"), field("region", "keeps to"), field("drop", "dropped on")),
        make("div", { className: "fields" }, field("to", "promotes to"), field("zone", "on"), check("free", "if it likes")),
        make("div", { className: "fields" }, held(0), held(1)),
        make("p", { className: "problem" }), make("details", {}, make("summary", { textContent: "In English" }), make("p")));
      row.append(make("strong", { textContent: each.id }), words);
      return row;
    }));
  }

  /** Draws the design; what its game is, is found out when the clicks have ended. */
  #render() {
    const { design } = this;
    const { text, owners } = gameFile(design);
    Object.assign(this, { text, owners });
    $("d-toml").value = text;
    $("d-play").disabled = true;
    $("view-design").setAttribute("aria-busy", "true");
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#check(), 80);
    this.#draw();
    const d = JSON.stringify({ ...design, men: [...design.men], holes: [...design.holes], walls: [...design.walls] });
    this.share("design", { d });
    if (!design.men.size) return;
    $("d-last").hidden = true;
    try {
      localStorage.setItem(KEPT, d);
    } catch {
      // The address holds the design, too.
    }
  }

  /** Reads the design as a game: what is wrong with it, how its board and pieces look, and what it is in English. */
  #check() {
    const { design, betza, text, owners } = this;
    const { ok, diagnostics } = JSON.parse(betza.checkToml(text));
    this.#problems(ok, diagnostics, text, owners);
    let ground = null;
    if (ok) {
      const play = betza.Play.toml(text);
      ground = play.ground();
      for (const each of JSON.parse(play.kinds())) this.pictures.set(each.id, { pictures: each.pictures.map(pictured), lies: each.pictures[1].includes("rotate(180") });
      $("d-rules").replaceChildren(...JSON.parse(play.rules()).map((textContent) => make("li", { textContent })));
      play.free();
    }
    this.board.lay(ground);
    this.#draw();
    this.#tools();
    for (const row of $("design-pieces").children) {
      const each = design.kinds.find((one) => one.id === row.dataset.kind);
      const reading = each && JSON.parse(betza.readPiece(each.move, each.dialect));
      row.querySelector("details p").textContent = reading?.english ?? "";
    }
    $("view-design").setAttribute("aria-busy", "false");
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
          classes: hole ? ["hole"] : wall ? ["wall"] : [], words: hole ? "no square" : wall ? "wall" : known ? `${SIDES[man.side]} ${known.name}` : "",
        });
      }
    }
    this.board.show(design.files, design.ranks, squares);
  }

  /** What is wrong, where it is: at a piece, at a switch, or below the board. */
  #problems(ok, diagnostics, text, owners) {
    const { design } = this;
    for (const place of document.querySelectorAll("#view-design .problem")) Object.assign(place, { textContent: "", className: "problem warning" });
    const rest = [];
    const isWallLost = design.walls.size > 0 && !hasWalls(design);
    if (isWallLost) rest.push(make("p", { className: "error", textContent: "There are walls, and no rule of the game has any: switch on that moves place walls or that captors turn into them, or say “No square” for what nothing ever enters." }));
    for (const { severity, from, message, remedy } of diagnostics) {
      // What the reader of game files says of it is said in other words above.
      if (isWallLost && /there is a wall on/.test(message)) continue;
      const owner = owners[text.slice(0, from).split("\n").length - 1] ?? "start";
      const [what, id] = owner.split(" ");
      const place = from === 0 ? null : what === "switch" ? $(`d-error-${id}`) : what === "kind" ? [...$("design-pieces").children].find((row) => row.dataset.kind === id)?.querySelector(".problem") : what === "board" ? $("d-board-error") : null;
      // That no piece of an empty board is in the game is said once, below it.
      if (!design.men.size && what === "kind" && severity === "warning") continue;
      const line = `${message}; ${remedy}`;
      if (place) {
        place.textContent += `${line}\n`;
        if (severity === "error") place.classList.add("error");
      }
      else rest.push(make("p", { className: severity, textContent: line }));
    }
    if (!design.men.size) rest.unshift(make("p", { className: "warning", textContent: "The board is empty: choose a piece above it, and click squares." }));
    $("d-problems").replaceChildren(...rest);
    $("d-play").disabled = !ok || !design.men.size;
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
      made.setAttribute("aria-pressed", String(this.tool.id === id && this.tool.side === side));
      made.dataset.testid = `d-tool-${side ? id.toLowerCase() : id}`;
      made.addEventListener("click", () => {
        this.tool = { id, side };
        for (const other of $("d-tools").children) other.setAttribute("aria-pressed", String(other === made));
      });
      if (!["none", "hole", "wall"].includes(id)) this.board.takes(made, (square) => this.#drop({ id, side }, square));
      return made;
    };
    const kinds = this.design.kinds.flatMap((each) => [0, 1].map((side) => button(each.id, side, `${SIDES[side]} ${each.name}`, this.pictures.get(each.id)?.pictures[side])));
    $("d-tools").replaceChildren(...kinds, button("none", 0, "Empty square"), button("hole", 0, "No square"), button("wall", 0, "Wall"));
  }
}
