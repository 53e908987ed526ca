// The gallery of known pieces in Design: pictures with names, searched by name, with the moves of the one that is looked at.
import { pictured, squareName } from "./board.js";
import { GALLERY } from "./gallery.js";
import { make } from "./make.js";
import { picturesOf } from "./pieces.js";

/** The board on which moves are shown, with so many files and ranks, and the square in its middle. */
const SIZE = 9;
const BOARD = `${SIZE}x${SIZE}`;
const MIDDLE = squareName(SIZE >> 1, SIZE >> 1);

export class Known {
  /** `onAdd(known)` is called with the piece that somebody wants. */
  constructor(place, { betza, onAdd }) {
    Object.assign(this, { betza, onAdd, shown: null, buttons: new Map(), pictures: new Map() });
    this.search = make("input", { type: "search", autocomplete: "off" });
    this.search.dataset.testid = "d-known-search";
    this.search.addEventListener("input", () => this.#find());
    this.none = make("p", { hidden: true });
    this.none.dataset.testid = "d-known-none";
    this.look = make("div", { className: "look" });
    this.look.dataset.testid = "d-known-look";
    this.look.setAttribute("aria-live", "polite");
    this.look.append(make("p", { textContent: "Point at a piece or choose it: here stand its moves." }));
    this.groups = GALLERY.map(({ users, pieces }) => {
      const group = make("div", { className: "group" }, make("h4", { textContent: users }), ...pieces.map((known) => this.#button(known)));
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", users);
      return group;
    });
    const list = make("div", { className: "scroll known", tabIndex: 0 }, ...this.groups);
    list.setAttribute("role", "region");
    list.setAttribute("aria-label", "Known pieces");
    place.append(make("div", { className: "fields" }, make("label", {}, "Search by name ", this.search)), this.none, make("div", { className: "known-columns" }, list, this.look));
    const details = place.closest("details");
    details.addEventListener("toggle", () => { if (details.open) this.#paint(); });
  }

  #button(known) {
    const made = make("button", { type: "button" }, make("span", { className: "figure" }), make("span", { textContent: known.name }));
    made.dataset.testid = `d-known-${known.name}`;
    made.setAttribute("aria-pressed", "false");
    made.firstChild.setAttribute("aria-hidden", "true");
    for (const event of ["pointerenter", "focus", "click"]) made.addEventListener(event, () => this.#show(known));
    made.addEventListener("dblclick", () => this.onAdd(known));
    this.buttons.set(known, made);
    return made;
  }

  /** Draws the pictures one after the other, so that nobody waits for them. */
  #paint() {
    const next = [...this.buttons].find(([, button]) => !button.firstChild.style.backgroundImage);
    if (!next) return;
    next[1].firstChild.style.backgroundImage = this.#picture(next[0]);
    setTimeout(() => this.#paint());
  }

  #picture(known) {
    if (!this.pictures.has(known)) this.pictures.set(known, pictured(picturesOf(this.betza, known)[0]));
    return this.pictures.get(known);
  }

  #find() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const [known, button] of this.buttons) button.hidden = ![known.name, known.notation, ...known.others].join("\n").toLowerCase().includes(wanted);
    for (const group of this.groups) {
      // Who looks for a game finds its pieces.
      const isUsers = group.getAttribute("aria-label").toLowerCase().includes(wanted);
      if (isUsers) for (const button of group.querySelectorAll("button")) button.hidden = false;
      group.hidden = [...group.querySelectorAll("button")].every((button) => button.hidden);
    }
    const isNone = this.groups.every((group) => group.hidden);
    this.none.hidden = !isNone;
    this.none.textContent = isNone ? `No known piece or game has “${this.search.value.trim()}” in its name: add the piece below, by its notation.` : "";
  }

  /** The moves of a piece, in English and as a picture. */
  #show(known) {
    if (this.shown === known) return;
    this.shown = known;
    for (const [each, button] of this.buttons) button.setAttribute("aria-pressed", String(each === known));
    const { name, notation, dialect, others } = known;
    const add = make("button", { type: "button", textContent: `Add the ${name}` });
    add.dataset.testid = "d-known-add";
    add.addEventListener("click", () => this.onAdd(known));
    this.look.replaceChildren(
      make("p", {}, make("strong", { textContent: name }), " ", make("span", { className: "code", textContent: `${notation} (${dialect})` }), " ", add),
      ...(others.length ? [make("p", { textContent: `Also called: ${others.join(", ")}` })] : []),
      this.#moves(known),
      make("p", { textContent: JSON.parse(this.betza.readPiece(notation, dialect)).english }));
  }

  /** A piece in the middle of a board with the marks of its moves, as a picture. */
  #moves(known) {
    const { name, notation, dialect } = known;
    const { marks, legend } = JSON.parse(this.betza.pieceMarks(JSON.stringify({ piece: notation, dialect, board: BOARD, at: MIDDLE, side: "white", friends: [], foes: [], moved: [] })));
    const names = new Map(marks.map((each) => [each.square, each.marks]));
    const squares = Array.from({ length: SIZE * SIZE }, (_, i) => {
      const square = squareName(i % SIZE, SIZE - 1 - Math.floor(i / SIZE));
      const shown = names.get(square);
      const cell = make("span", { className: i % 2 ? "" : "odd" });
      const pictures = [shown && pictured(this.betza.markSvg(shown.join(" "), square === MIDDLE)), square === MIDDLE && this.#picture(known)].filter(Boolean);
      cell.style.backgroundImage = pictures.join(", ");
      if (shown) cell.dataset.marks = shown.join(" ");
      return cell;
    });
    const board = make("div", { className: "look-board" }, ...squares);
    board.style.setProperty("--files", SIZE);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", `The moves of the ${name}: ${legend.map(({ text }) => text).join("; ")}`);
    return board;
  }
}
