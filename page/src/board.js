// A board: a grid of squares with names, for mouse, touch and keyboard.

/** The most files or ranks of a board. */
export const MOST = 36;

/** The name of a file from 0: `a` to `z`, then `aa`, `ab` and so on. */
export const fileName = (file) => (file < 26 ? "" : String.fromCharCode(96 + Math.floor(file / 26))) + String.fromCharCode(97 + (file % 26));

/** The name of a square, by file and rank from 0. */
export const squareName = (file, rank) => fileName(file) + (rank + 1);

/** The file and the rank of a square from 0, by its name; null if the board has no square of that name. */
export function placeOf(name, files, ranks) {
  const [, letters, digits] = /^([a-z]{1,2})([1-9]\d?)$/.exec(name ?? "") ?? [];
  if (!letters) return null;
  const file = [...letters].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 96, 0) - 1;
  const rank = Number(digits) - 1;
  return file < files && rank < ranks ? [file, rank] : null;
}

const addresses = new Map();

/** A picture as the value of a style. A page draws few pictures, many times each: it keeps all of them. */
export function pictured(svg) {
  if (!addresses.has(svg)) addresses.set(svg, `url("${URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))}")`);
  return addresses.get(svg);
}

const element = (tag, className, text = "") => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

export class Board {
  /**
   * `onPick(square)` is called for a click, Enter or the blank; `onDrag(from, to)` for a drag, `to` null off the board. `drawMarks(names,
   * occupied)` gives the SVG of the marks of a square.
   */
  constructor(place, { label, onPick, onDrag, drawMarks }) {
    Object.assign(this, { place, onPick, onDrag, drawMarks, cells: new Map(), shown: new Map(), drawn: new Map(), ground: null, shape: "", turned: false, numbered: false });
    place.classList.add("board");
    place.setAttribute("role", "grid");
    place.setAttribute("aria-label", label);
    place.addEventListener("click", (e) => this.#picked(e.target));
    place.addEventListener("keydown", (e) => this.#key(e));
    place.addEventListener("pointerdown", (e) => {
      const from = this.squareOf(e.target);
      if (from) this.#lets((to) => to !== from && this.onDrag(from, to));
    });
  }

  /** Lets an element outside be dragged onto the board, by mouse or touch. */
  takes(element, onDrop) {
    element.addEventListener("pointerdown", () => this.#lets((to) => to && onDrop(to)));
  }

  /** Says where the pointer that is down is let go; a drag that turns into scrolling ends nowhere. */
  #lets(done) {
    const ends = new AbortController();
    addEventListener("pointercancel", () => ends.abort(), { signal: ends.signal });
    addEventListener("pointerup", (e) => {
      ends.abort();
      // A finger's events all go to where it began: the square below it is asked for by place.
      done(this.squareOf(this.place.getRootNode().elementFromPoint(e.clientX, e.clientY)));
    }, { signal: ends.signal });
  }

  /** The square that an element stands for; null if it is none of this board. */
  squareOf(target) {
    const cell = target?.closest?.("[data-square]");
    return cell && this.place.contains(cell) ? cell.dataset.square : null;
  }

  /** Takes all squares away, so that only one board is on the page. */
  clear() {
    this.place.replaceChildren();
    this.cells.clear();
    this.shown.clear();
    this.shape = "";
  }

  /** The SVG that lies under the squares; without one they are chequered. */
  lay(ground) {
    // The style of every square is found anew where a property of the board is set.
    if (ground === this.ground) return;
    this.ground = ground;
    this.place.classList.toggle("drawn", Boolean(ground));
    this.place.style.setProperty("--ground", ground ? pictured(ground) : "none");
  }

  /** The marks of a square as the value of a style. */
  marked(marks, occupied) {
    const key = `${marks.join(" ")}|${occupied}`;
    if (!this.drawn.has(key)) this.drawn.set(key, pictured(this.drawMarks(marks.join(" "), occupied)));
    return this.drawn.get(key);
  }

  /** Shows a board: `squares` maps names to `{man, classes, marks, words}`; names that it lacks are holes. */
  show(files, ranks, squares) {
    const shape = `${files}x${ranks}${this.turned}${this.numbered}`;
    if (shape !== this.shape) this.#build(files, ranks, shape);
    for (const [name, cell] of this.cells) {
      const content = squares.get(name);
      const key = JSON.stringify(content ?? null);
      if (this.shown.get(name) === key) continue;
      this.shown.set(name, key);
      this.#fill(cell, name, content);
    }
  }

  #build(files, ranks, shape) {
    this.clear();
    Object.assign(this, { shape, files, ranks });
    this.place.style.setProperty("--files", files);
    this.place.style.setProperty("--ranks", ranks);
    this.place.classList.toggle("tall", ranks > files);
    this.place.classList.toggle("turned", this.turned);
    this.place.classList.toggle("numbered", this.numbered);
    const order = (n, up) => Array.from({ length: n }, (_, i) => (up ? i : n - 1 - i));
    for (const rank of order(ranks, this.turned)) {
      const row = element("div", "row");
      row.setAttribute("role", "row");
      for (const file of order(files, !this.turned)) {
        const name = squareName(file, rank);
        const cell = element("div", "sq");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        Object.assign(cell.dataset, { square: name, testid: `sq-${name}`, file, rank });
        this.cells.set(name, cell);
        row.append(cell);
      }
      this.place.append(row);
    }
    this.#edge("left", order(ranks, this.turned).map((rank) => rank + 1));
    this.#edge("below", order(files, !this.turned).map(fileName));
    if (this.numbered) {
      this.#edge("right", order(ranks, this.turned).map((rank) => ranks - rank));
      this.#edge("above", order(files, !this.turned).map((file) => files - file));
    }
    (this.cells.get(this.focus) ?? this.cells.get("a1")).tabIndex = 0;
  }

  /** Writes coordinates along a side of the board. The names of the squares have them too, so that they need not be read aloud. */
  #edge(side, texts) {
    const edge = element("div", `edge ${side}`);
    edge.setAttribute("aria-hidden", "true");
    edge.append(...texts.map((text) => element("span", "", text)));
    this.place.append(edge);
  }

  #fill(cell, name, content) {
    const { man, classes = [], marks = [], words = "" } = content ?? { classes: ["hole"], words: "no square" };
    const odd = (Number(cell.dataset.file) + Number(cell.dataset.rank)) % 2 === 0 ? ["odd"] : [];
    cell.className = ["sq", ...odd, ...classes].join(" ");
    cell.dataset.marks = marks.join(" ");
    cell.setAttribute("aria-label", words ? `${name}, ${words}` : name);
    const shown = [];
    // Letters are drawn by the style sheet: the label has the piece's name, and it would be read twice.
    if (man) {
      shown.push(element("span", `man ${man.picture ? "picture" : man.side} ${man.moved ? "moved" : ""}`));
      if (man.picture) shown.at(-1).style.backgroundImage = man.picture;
      else shown.at(-1).dataset.letters = man.letters;
      // Pieces that lie turned on the board are turned with it.
      if (man.lies && this.turned) shown.at(-1).style.transform = "rotate(180deg)";
    }
    if (marks.length) {
      shown.push(element("span", "mk"));
      shown.at(-1).style.backgroundImage = this.marked(marks, Boolean(man));
    }
    cell.replaceChildren(...shown);
    for (const child of shown) child.setAttribute("aria-hidden", "true");
  }

  #picked(target) {
    const name = this.squareOf(target);
    if (!name) return;
    this.#moveFocus(name, false);
    this.onPick(name);
  }

  #moveFocus(name, really = true) {
    this.cells.get(this.focus ?? "a1")?.setAttribute("tabindex", "-1");
    this.cells.get("a1")?.setAttribute("tabindex", "-1");
    this.focus = name;
    this.cells.get(name).tabIndex = 0;
    if (really) this.cells.get(name).focus();
  }

  #key(event) {
    const name = this.squareOf(event.target);
    if (!name) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#picked(event.target);
    } else if (steps[event.key]) {
      event.preventDefault();
      const sign = this.turned ? -1 : 1;
      const { file, rank } = this.cells.get(name).dataset;
      const [x, y] = steps[event.key].map((step) => step * sign);
      const next = squareName(Number(file) + x, Number(rank) + y);
      if (this.cells.has(next)) this.#moveFocus(next);
    }
  }
}
