// The pieces of a game beside its board.
import { pictured } from "./board.js";

export const SIDES = ["white", "black"];

/** A picture of a kind as an element; what `kind` is not on the board is not in the picture. */
export function figure(kind, side, tag = "span") {
  const made = Object.assign(document.createElement(tag), { className: "figure" });
  made.style.backgroundImage = pictured(kind.pictures[side]);
  if (tag === "button") made.type = "button";
  else made.setAttribute("aria-hidden", "true");
  return made;
}

/** The pictures of a piece by itself, White's and Black's, as SVG. The library draws those of a game, so that it gets one of its own. */
export function picturesOf(betza, { name, notation, dialect }) {
  const text = `format = 1\nname = "one"\nboard = "9x9"\nstart = "9/9/9/9/4X4/9/9/9/9 w - - 0 1"\n[pieces.X]\nname = ${JSON.stringify(name)}\nmove = ${JSON.stringify(notation)}\ndialect = "${dialect}"\n`;
  const play = betza.Play.toml(text);
  const [{ pictures }] = JSON.parse(play.kinds());
  play.free();
  return pictures;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const paragraph = (text, className = "") => Object.assign(document.createElement("p"), { textContent: text, className });

/** The list of a game's pieces; `onShow(index, side)` is called for a click on a picture. */
export function pieceList(kinds, onShow) {
  return kinds.map((kind, index) => {
    const row = document.createElement("li");
    row.dataset.kind = kind.id;
    const figures = Object.assign(document.createElement("div"), { className: "figures" });
    for (const side of [0, 1]) {
      const button = figure(kind, side, "button");
      button.setAttribute("aria-label", `The moves of ${SIDES[side]}'s ${kind.name}`);
      button.setAttribute("aria-pressed", "false");
      button.dataset.look = `${index} ${side}`;
      button.addEventListener("click", () => onShow(index, side));
      figures.append(button);
    }
    const words = document.createElement("div");
    const [white, black] = kind.letters;
    const head = paragraph("");
    const letters = Object.assign(document.createElement("span"), { className: "letters", textContent: [white, black].filter(Boolean).join(" ") });
    head.append(Object.assign(document.createElement("strong"), { textContent: kind.name }), " ", letters, `${kind.royal ? ", royal" : ""}: `);
    head.append(Object.assign(document.createElement("span"), { className: "code", textContent: `${kind.notation[0]} (${kind.dialect})` }));
    if (kind.english[1] !== kind.english[0]) head.append(", Black’s ", Object.assign(document.createElement("span"), { className: "code", textContent: kind.notation[1] }));
    words.append(head);
    const english = document.createElement("details");
    english.append(Object.assign(document.createElement("summary"), { textContent: "In English" }), paragraph(kind.english[0]));
    if (kind.english[1] !== kind.english[0]) english.append(paragraph(`Black's: ${kind.notation[1]}\n${kind.english[1]}`));
    SIDES.forEach((side, i) => {
      const whose = `${capital(side)}’s`;
      if (kind.promotions[i].length) english.append(paragraph(`${whose} promotes to ${kind.promotions[i].join(", ")}${kind.zone[i].length ? ` on ${kind.zone[i].join(" ")}` : ""}.`));
      if (kind.region[i]) english.append(paragraph(`${whose} keeps to ${kind.region[i].join(" ")}.`));
    });
    words.append(english);
    row.append(figures, words);
    return row;
  });
}
