// <betza-piece> and <betza-game> for other pages: one script, `<script type="module" src=".../src/elements.js"></script>`.
//
// <betza-piece notation="KNADcaKmcabK" dialect="xbetza" board="9x9" at="e5"></betza-piece>
// <betza-game game="shogi" moves="c3c4,g7g6" fen="..."></betza-game>; the text of a game file may stand inside. With `playable` one plays there,
// and with `computer="black"` (or "white", "both") against the computer; with `pieces` it lists them, and a click on one shows its moves. What else
// stands inside, with the game file in a `<pre class="game-file">`, is shown until there is a board.
// A piece needs half a megabyte of the library, a game two.
import { squareName } from "./board.js";
import { loadGames, loadPieces } from "./library.js";
import { fileInside } from "./others.js";

const STYLE = ":host{display:inline-block;max-width:100%;font:1rem/1.4 system-ui,sans-serif}img{display:block;max-width:100%;height:auto}button{font:inherit}p{margin:.3rem 0}";

/** An element that draws itself anew when one of its attributes changes. */
class Drawn extends HTMLElement {
  #draft = 0;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }

  connectedCallback() { this.#draw(); }
  disconnectedCallback() { this.close(); }
  attributeChangedCallback() { if (this.isConnected) this.#draw(); }

  /** Ends what goes on inside. */
  close() {}

  /** Shows a text where there is no board, and what the page has for that. */
  #wait(textContent) {
    this.shadowRoot.replaceChildren(Object.assign(document.createElement("p"), { textContent }), ...(this.childElementCount ? [document.createElement("slot")] : []));
  }

  async #draw() {
    const draft = (this.#draft += 1);
    this.close();
    delete this.dataset.ready;
    this.#wait("Loading …");
    try {
      const betza = await this.library();
      // An attribute was changed meanwhile, so that another drawing follows.
      if (draft !== this.#draft) return;
      const style = Object.assign(document.createElement("style"), { textContent: STYLE });
      this.shadowRoot.replaceChildren(style, ...this.content(betza));
      await this.settled;
      this.dataset.ready = "true";
    } catch (e) {
      this.#wait(`${this.localName}: ${e.message ?? e}`);
      this.dataset.ready = "false";
    }
  }
}

/** A picture as an element. */
function image(svg, alt) {
  return Object.assign(document.createElement("img"), { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt });
}

class BetzaPiece extends Drawn {
  static observedAttributes = ["notation", "dialect", "board", "at"];

  library() { return loadPieces(); }

  content(betza) {
    const piece = this.getAttribute("notation") ?? this.textContent.trim();
    const dialect = this.getAttribute("dialect") ?? "xbetza";
    const board = this.getAttribute("board") ?? "8x8";
    const [files, ranks] = board.split("x").map(Number);
    const at = this.getAttribute("at") ?? squareName((files - 1) >> 1, (ranks - 1) >> 1);
    const { english } = JSON.parse(betza.readPiece(piece, dialect));
    return [image(betza.pieceSvg(JSON.stringify({ piece, dialect, board, at })), `The moves of ${piece}: ${english}`)];
  }
}

class BetzaGame extends Drawn {
  static observedAttributes = ["game", "fen", "moves", "playable", "computer", "pieces"];

  async library() {
    const [betza] = await Promise.all([loadGames(), this.hasAttribute("playable") && import("./playable.js").then((module) => { this.module = module; })]);
    return betza;
  }

  close() {
    this.played?.close();
    this.played = this.settled = null;
  }

  content(betza) {
    const text = fileInside(this);
    const play = text ? betza.Play.toml(text) : betza.Play.builtin(this.getAttribute("game") ?? "chess");
    if (this.getAttribute("fen")) play.setFen(this.getAttribute("fen"), true);
    const moves = (this.getAttribute("moves") ?? "").split(/[\s,]+/).filter(Boolean);
    if (this.hasAttribute("playable")) {
      const [source, start] = [text ? { toml: text } : { g: this.getAttribute("game") ?? "chess" }, this.getAttribute("fen") ? play.text() : ""];
      for (const move of moves) play.play(move);
      this.played = this.module.playable(betza, { play, source, start, computer: this.getAttribute("computer") ?? "", lists: this.hasAttribute("pieces") });
      this.settled = this.played.ready;
      return this.played.content;
    }
    const pictures = [play.svg()];
    for (const move of moves) {
      play.play(move);
      pictures.push(play.svg());
    }
    const { title, san } = JSON.parse(play.state());
    play.free();
    let at = pictures.length - 1;
    const shown = image(pictures[at], "");
    const said = Object.assign(document.createElement("span"), { role: "status" });
    const show = (ply) => {
      at = Math.max(0, Math.min(moves.length, ply));
      shown.src = image(pictures[at], "").src;
      shown.alt = at ? `${title} after ${san.slice(0, at).join(" ")}` : `${title}, the first position`;
      said.textContent = at ? ` ${Math.ceil(at / 2)}${at % 2 ? "." : "…"} ${san[at - 1]} ` : " ";
    };
    show(at);
    if (!moves.length) return [shown];
    const button = (textContent, label, step) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent });
      made.setAttribute("aria-label", label);
      made.addEventListener("click", () => show(at + step));
      return made;
    };
    const row = document.createElement("p");
    row.append(button("◀", "A move back", -1), said, button("▶", "A move on", 1));
    return [shown, row];
  }
}

customElements.define("betza-piece", BetzaPiece);
customElements.define("betza-game", BetzaGame);
