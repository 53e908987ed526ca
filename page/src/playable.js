// The inside of <betza-game playable>: a game that is played where it stands, by two people or against the computer.
import { beside } from "./beside.js";
import { GameBoard, button, standing } from "./gameboard.js";
import { Opponent, isAsked, takeBack } from "./opponent.js";
import { pieceList } from "./pieces.js";

const STYLE = `
[hidden] { display: none !important; }
:host([playable]) { display: block; --text: CanvasText; --ground: Canvas; }
* { box-sizing: border-box; }
section { max-width: 34rem; color: var(--text); background: var(--ground); }
button, select, input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .3rem; padding: .35rem .5rem; max-width: 100%; }
button { cursor: pointer; min-height: 2.2rem; } button:disabled { cursor: default; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.fields { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: .5rem 0; } label { display: flex; flex-direction: column; }
.result { font-weight: bold; min-height: 1.5em; } .error { color: var(--bad); min-height: 1.5em; } .moves { overflow-wrap: anywhere; }
dialog { color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; max-width: min(40rem, 92vw); }
`;

const make = (tag, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

const named = (element, testid, label = "") => {
  element.dataset.testid = testid;
  if (label) element.setAttribute("aria-label", label);
  return element;
};

/** A select with its label, from values and their words. */
const choice = (text, testid, options, value) => {
  const select = named(make("select", {}, ...options.map(([id, words]) => new Option(words, id))), testid);
  select.value = value;
  return [make("label", {}, `${text} `, select), select];
};

/**
 * A game to play, as `{content, ready, close}`: its elements, a promise that they look as they should, and what ends its worker. `play` has the
 * position with its moves, `source` is what a worker needs to open the game, `start` the first position if it is not the game's, and the
 * computer plays `computer`: a side, "both" or "". The pieces stand below if it `lists` them.
 */
export function playable(betza, { play, source, start, computer, lists }) {
  const sheet = make("link", { rel: "stylesheet", href: beside("board.css") });
  const ready = new Promise((done) => { sheet.onload = sheet.onerror = done; });
  const live = make("p", { className: "unseen", role: "status" });
  const result = named(make("p", { className: "result", role: "status" }), "result");
  const error = named(make("p", { className: "error", role: "alert" }), "error");
  const played = named(make("p", { className: "moves" }), "moves");
  const hands = ["White", "Black"].map((side) => named(make("div", { className: "hand", role: "group" }), `hand-${side.toLowerCase()}`, `${side}'s hand`));
  const place = make("div");
  const dialog = make("dialog", {}, make("h3", { textContent: "Which move?" }), make("div", { className: "choices" }), button("None of them", () => dialog.close()));
  dialog.setAttribute("aria-label", "Which move?");

  const [opponentLabel, opponent] = choice("The computer plays", "opponent", [["", "neither side"], ["white", "White"], ["black", "Black"], ["both", "both sides"]], computer);
  const [thoughtLabel, thought] = choice("and thinks", "thought", [["3000", "a moment"], ["t1000", "1 second"], ["t5000", "5 seconds"], ["t20000", "20 seconds"]], "3000");
  const move = named(make("input", { autocomplete: "off", autocapitalize: "off", spellcheck: false }), "move");
  const form = make("form", { className: "fields" }, make("label", {}, "Move, as UCI or SAN ", move), make("button", { textContent: "Play" }));
  form.addEventListener("submit", (e) => { e.preventDefault(); go(move.value.trim()); });

  const bar = named(make("p", { className: "look-bar" }), "look");
  const list = make("ul", { className: "pieces" });
  const board = new GameBoard({ place, hands, dialog, bar, list, label: "The game's board", drawMarks: betza.markSvg, say: (text) => { live.textContent = text; }, onMove: go });
  const fail = (why) => { error.textContent = why; board.busy = ""; };
  const thinker = new Opponent({ onLine: () => {}, onMove: go, onFail: fail });
  const undo = named(button("Undo", () => { takeBack(play, opponent.value); refresh(); }), "undo");
  const restart = named(button("Start again", () => {
    play.reset();
    if (start) play.setFen(start, false);
    refresh();
  }), "restart");
  const turn = named(button("Turn the board", () => board.turn()), "turn");
  for (const select of [opponent, thought]) select.addEventListener("change", () => refresh());

  function go(text) {
    try {
      play.play(text);
      move.value = "";
    } catch (e) {
      return fail(e.message ?? String(e));
    }
    return refresh();
  }

  function refresh() {
    thinker.rest();
    const state = JSON.parse(play.state());
    const isWaiting = isAsked(opponent.value, state);
    result.textContent = standing(state) + (isWaiting ? "; the computer is thinking" : "");
    error.textContent = "";
    undo.disabled = !state.uci.length;
    played.textContent = state.san.map((san, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${san}`).join(" ");
    board.busy = isWaiting ? "The computer is thinking" : "";
    // Where nothing ever comes to a hand there is no room for hands.
    for (const hand of hands) hand.hidden = !state.hands.flat().length && !play.capturesToHand();
    board.show(play, state);
    live.textContent = state.san.at(-1) ?? "";
    if (isWaiting) thinker.ask({ ...source, fen: start, m: state.uci.join() }, thought.value);
  }

  board.open(play);
  refresh();
  const [white, black] = hands;
  const { files, ranks } = JSON.parse(play.state());
  const room = make("div", { className: "board-place" }, place);
  room.style.aspectRatio = Math.max(1, files / ranks);
  const section = make("section", {}, result, black, room, white, bar, make("div", { className: "fields" }, undo, restart, turn), form, error, make("div", { className: "fields" }, opponentLabel, thoughtLabel), played, live, dialog);
  if (lists) {
    list.append(...pieceList(board.kinds, (index, side) => { board.look(index, side, true); room.scrollIntoView({ block: "nearest" }); }));
    section.append(make("h2", { textContent: "Pieces" }), list);
  }
  return { content: [sheet, make("style", { textContent: STYLE }), section], ready, close: () => { thinker.rest(); play.free(); } };
}
