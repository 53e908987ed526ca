// The piece view: a notation, and what it means.
import { Board, MOST, placeOf, squareName } from "./board.js";
import { DIALECTS } from "./dialects.js";
import { GALLERY } from "./gallery.js";
import { remedies } from "./remedy.js";

const $ = (id) => document.getElementById(id);
const WORDS = { move: "move", capture: "capture", destroy: "captures a friend", side: "lands with a side effect", victim: "captured from elsewhere", lifted: "carried away", placed: "a piece is put here", "hop-move": "move over a hurdle", "hop-capture": "capture over a hurdle", hurdle: "a hurdle: it makes a move possible and stays", blocker: "stands in the way", blocked: "kept from here by a man in the way", pass: "may stay here", vanish: "may be removed" };
const list = (text) => (text ? text.split(",") : []);

export class PieceView {
  constructor({ betza, say, share, loadGames }) {
    Object.assign(this, { betza, say, share, loadGames });
    this.board = new Board($("piece-board"), { label: "The piece's board", onPick: (s) => this.#pick(s), onDrag: (a, b) => this.#drag(a, b), drawMarks: betza.markSvg });
    $("dialect").append(...DIALECTS.map((d) => new Option(d, d)));
    for (const { users, pieces } of GALLERY) {
      const group = Object.assign(document.createElement("div"), { role: "group", ariaLabel: users });
      group.append(Object.assign(document.createElement("span"), { textContent: `${users}: ` }), ...pieces.map((known) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: known.name, title: known.notation });
        button.addEventListener("click", () => this.#change({ n: known.notation, d: known.dialect }));
        return button;
      }));
      $("gallery").append(group);
    }
    $("notation").addEventListener("input", () => this.#change({ n: $("notation").value }));
    $("dialect").addEventListener("change", () => this.#change({ d: $("dialect").value }));
    $("side").addEventListener("change", () => this.#change({ s: $("side").value }));
    for (const id of ["files", "ranks"]) $(id).addEventListener("change", () => this.#resize());
    $("compiled").addEventListener("toggle", () => this.#compiled());
    $("clear").addEventListener("click", () => this.#change({ fr: [], fo: [], mv: [] }));
    $("svg").addEventListener("click", () => this.#download("svg"));
    $("png").addEventListener("click", () => this.#download("png"));
    for (const tool of document.querySelectorAll("[data-tool]")) this.board.takes(tool, (square) => this.#put(tool.dataset.tool, square));
  }

  enter({ n = "N", d = "betza", b = "8x8", at, s = "white", fr, fo, mv }) {
    const [files, ranks] = b.split("x").map(Number);
    const whole = (x) => (Number.isInteger(x) && x >= 1 && x <= MOST ? x : 8);
    this.state = { n, d: DIALECTS.includes(d) ? d : "betza", files: whole(files), ranks: whole(ranks), at, s: s === "black" ? s : "white", fr: list(fr), fo: list(fo), mv: list(mv) };
    $("notation").value = n;
    this.#fit();
    this.#render();
  }

  leave() {
    this.board.clear();
  }

  /** Leaves out what the board has no square for, and puts the piece on it. */
  #fit() {
    const { state } = this;
    const has = (name) => placeOf(name, state.files, state.ranks) !== null;
    if (!has(state.at)) state.at = squareName((state.files - 1) >> 1, (state.ranks - 1) >> 1);
    for (const key of ["fr", "fo", "mv"]) state[key] = [...new Set(state[key])].filter(has);
    state.fr = state.fr.filter((x) => x !== state.at);
    state.fo = state.fo.filter((x) => x !== state.at && !state.fr.includes(x));
    const men = [state.at, ...state.fr, ...state.fo];
    state.mv = state.mv.filter((x) => men.includes(x));
  }

  #change(part) {
    Object.assign(this.state, part);
    if ($("notation").value !== this.state.n) $("notation").value = this.state.n;
    this.#fit();
    this.#render();
  }

  #resize() {
    const whole = (id) => Math.min(MOST, Math.max(1, Math.round(Number($(id).value)) || 8));
    this.#change({ files: whole("files"), ranks: whole("ranks") });
  }

  #pick(square) {
    this.#put($("tools").querySelector(":checked").value, square);
  }

  /** Puts a man of the tool on a square; one that stands there already goes. */
  #put(tool, square) {
    const { state } = this;
    const { fr, fo, mv, at } = state;
    const without = (all) => all.filter((x) => x !== square);
    const toggled = (all) => (all.includes(square) ? without(all) : [...all, square]);
    if (tool === "piece") this.#change({ at: square, fr: without(fr), fo: without(fo), mv: mv.includes(at) ? [...without(mv), square] : mv });
    else if (tool === "moved") this.#change({ mv: toggled(mv) });
    else if (square === at) this.say("The piece itself stands there");
    else if (tool === "friend") this.#change({ fr: toggled(fr), fo: without(fo) });
    else if (tool === "foe") this.#change({ fo: toggled(fo), fr: without(fr) });
  }

  /** Moves a man; off the board it is taken away. */
  #drag(from, to) {
    const { at, fr, fo, mv } = this.state;
    const man = from === at || fr.includes(from) || fo.includes(from);
    if (!man) return;
    const moved = (all) => all.map((x) => (x === from ? to : x)).filter(Boolean);
    if (from === at) {
      if (to) this.#change({ at: to, fr: fr.filter((x) => x !== to), fo: fo.filter((x) => x !== to), mv: moved(mv) });
    } else if (to !== at) {
      const clear = (all) => all.filter((x) => x !== to);
      this.#change({ fr: moved(clear(fr)), fo: moved(clear(fo)), mv: moved(mv) });
    }
  }

  #request() {
    const { n, d, files, ranks, at, s, fr, fo, mv } = this.state;
    return JSON.stringify({ piece: n, dialect: d, board: `${files}x${ranks}`, at, side: s, friends: fr, foes: fo, moved: mv });
  }

  #render() {
    const { state, betza } = this;
    const { n, d, files, ranks, at, s, fr, fo, mv } = state;
    for (const [id, value] of [["dialect", d], ["files", files], ["ranks", ranks], ["side", s]]) $(id).value = value;
    const reading = JSON.parse(betza.readPiece(n, d));
    this.#tell(reading.diagnostics);
    $("english").textContent = reading.english;
    let answer = { moves: [] };
    let shown = { marks: [], legend: [], notes: [] };
    if (reading.ok) {
      try {
        answer = JSON.parse(betza.pieceMoves(this.#request()));
        if (!fr.length && !fo.length && !mv.length) shown = JSON.parse(betza.pieceMarks(this.#request()));
        else shown = this.#exactly(answer.moves);
      } catch (e) {
        $("error").append(this.#line("error", e.message ?? String(e)));
      }
    }
    $("piece-moves").textContent = answer.moves.map((m) => this.#inWords(m)).join("  ") || (reading.ok ? "none" : "");
    $("piece-moves").dataset.moves = reading.ok ? JSON.stringify(answer.moves) : "";
    $("legend").classList.toggle("among", Boolean(fr.length || fo.length || mv.length));
    $("legend").replaceChildren(...shown.legend.map((row) => this.#legendRow(row)), ...shown.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
    const squares = new Map();
    const marks = new Map(shown.marks.map((m) => [m.square, m.marks]));
    for (let rank = 0; rank < ranks; rank++) {
      for (let file = 0; file < files; file++) {
        const name = squareName(file, rank);
        const role = name === at ? "piece" : fr.includes(name) ? "friend" : fo.includes(name) ? "foe" : null;
        const side = role === "foe" ? (s === "white" ? "black" : "white") : s;
        const moved = mv.includes(name);
        const man = role && { side, moved, letters: { piece: "●", friend: "+", foe: "–" }[role] };
        const on = marks.get(name) ?? [];
        const words = [role && (role === "piece" ? "the piece" : role), moved && "has moved", ...on.filter((m) => m !== "leap").map((m) => WORDS[m] ?? m.replaceAll("-", " "))];
        squares.set(name, { man, marks: on, classes: name === at ? ["chosen"] : [], words: words.filter(Boolean).join(", ") });
      }
    }
    this.board.show(files, ranks, squares);
    this.say(reading.ok ? `${answer.moves.length} moves` : "The notation cannot be read");
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#beside(reading.ok), 120);
    this.share("piece", { n, d, b: `${files}x${ranks}`, at, s, fr: fr.join(), fo: fo.join(), mv: mv.join() });
  }

  /** Marks from the moves among the men that stand there, and from what these are to the piece. */
  #exactly(moves) {
    const { at, fr } = this.state;
    const { hurdles, hops, blockers, blocked } = JSON.parse(this.betza.pieceRoles(this.#request()));
    const marks = new Map();
    const add = (square, mark) => marks.set(square, (marks.get(square) ?? new Set()).add(mark));
    for (const { to, captures, relocations } of moves) {
      const elsewhere = captures.filter((x) => x !== to);
      for (const x of elsewhere) add(x, "victim");
      for (const [from, put] of relocations) add(from, "lifted"), add(put, "placed");
      if (to === null) add(at, "vanish");
      else if (elsewhere.length || relocations.length) add(to, "side");
      else if (to === at) add(at, "pass");
      else if (captures.includes(to)) add(to, fr.includes(to) ? "destroy" : hops.includes(to) ? "hop-capture" : "capture");
      else add(to, hops.includes(to) ? "hop-move" : "move");
    }
    for (const x of hurdles) add(x, "hurdle");
    for (const x of blockers) add(x, "blocker");
    for (const x of blocked) add(x, "blocked");
    const used = new Set([...marks.values()].flatMap((set) => [...set]));
    return { marks: [...marks].map(([square, set]) => ({ square, marks: [...set] })), legend: [...used].map((m) => ({ marks: [m], text: WORDS[m] })), notes: [] };
  }

  #inWords({ to, captures, relocations }) {
    const others = captures.filter((x) => x !== to);
    return (captures.includes(to) ? "x" : "") + (to ?? "removed") + (others.length ? `(x${others.join("x")})` : "") + relocations.map(([a, b]) => `(${a}→${b})`).join("");
  }

  #legendRow({ marks, text }) {
    const row = document.createElement("li");
    const key = Object.assign(document.createElement("span"), { className: "key" });
    key.setAttribute("aria-hidden", "true");
    key.append(Object.assign(document.createElement("span"), { className: "mk" }));
    key.firstChild.style.backgroundImage = this.board.marked(marks, false);
    row.append(key, text);
    return row;
  }

  #line(severity, text) {
    return Object.assign(document.createElement("p"), { className: severity, textContent: text });
  }

  /** Diagnostics under the letters, and what a click can do about each. */
  #tell(diagnostics) {
    const { n, d } = this.state;
    const under = [];
    let place = 0;
    for (const { from, to, severity } of diagnostics.toSorted((a, b) => a.from - b.from)) {
      if (from < place) continue;
      under.push(n.slice(place, from), Object.assign(document.createElement("mark"), { className: severity, textContent: n.slice(from, to) || " " }));
      place = to;
    }
    $("under").replaceChildren(...(under.length ? [...under, n.slice(place)] : []));
    $("notation").setAttribute("aria-invalid", String(diagnostics.some((f) => f.severity === "error")));
    $("error").replaceChildren(...diagnostics.map((found) => {
      const line = this.#line(found.severity, `${found.message}; ${found.remedy} `);
      for (const { label, text, dialect } of remedies(n, d, found).slice(0, 3)) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: label, className: "remedy" });
        button.addEventListener("click", () => this.#change({ n: text, d: dialect }));
        line.append(button, " ");
      }
      return line;
    }));
  }

  /** What takes longer than a keystroke may: the dialects side by side, and the tables. */
  #beside(ok) {
    this.reads = ok;
    const { n, d } = this.state;
    const texts = { same: "the same", differs: "differs: ", refused: "not read: ", reads: "reads it" };
    $("dialects").tBodies[0].replaceChildren(...JSON.parse(this.betza.pieceDialects(n, d)).map((row) => {
      const line = document.createElement("tr");
      const name = Object.assign(document.createElement("th"), { scope: "row", textContent: row.dialect });
      const cell = (text, className = "") => Object.assign(document.createElement("td"), { textContent: text, className });
      line.append(name, cell(texts[row.reading] + row.why), cell(row.written ?? "—", "code"));
      return line;
    }));
    this.#compiled();
  }

  /** What the piece compiles to, once somebody asks: the whole library is loaded for it. */
  async #compiled() {
    $("tables").textContent = "";
    if (!$("compiled").open || !this.reads) return;
    const request = this.#request();
    const { pieceTables } = await this.loadGames((part) => { $("tables").textContent = `Loading the library: ${Math.round(100 * part)} %`; });
    if (request !== this.#request()) return;
    const { tables, bytes, reason } = JSON.parse(pieceTables(request));
    const each = tables.map((t) => `${t.kind}, ${t.entries} entries, ${t.bytes} bytes`);
    $("tables").textContent = bytes === null ? `No tables: ${reason}` : `Compiles to tables of ${bytes} bytes: ${each.join("; ")}.`;
  }

  async #download(kind) {
    let text;
    try {
      text = this.betza.pieceSvg(this.#request());
    } catch (e) {
      this.say(e.message);
      return;
    }
    let blob = new Blob([text], { type: "image/svg+xml" });
    if (kind === "png") blob = await png(blob);
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `piece.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

/** A picture as PNG, twice as fine as its units. */
async function png(svg) {
  const picture = new Image();
  picture.src = URL.createObjectURL(svg);
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.naturalWidth * 2, height: picture.naturalHeight * 2 });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
