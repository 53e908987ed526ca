// A design as a game file, and a game file as a design: what Design has no control for is there all the same.
import { squareName } from "./board.js";
import { KEYS } from "./keys.js";
import { castlingOf, fen, fieldsOf, hasHands, markOf, royals } from "./start.js";

/** What the design has elsewhere than among its rules. */
const APART = ["format", "title", "parent", "board", "holes", "start", "pieces"];

/** The keys of rules, in the file's order. */
export const RULES = KEYS.game.filter(({ name }) => !APART.includes(name));

export const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const keyed = (key) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** A value as TOML has it in a line. */
export function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value)) return Object.keys(value).length ? `{ ${Object.entries(value).map(([key, each]) => `${keyed(key)} = ${inline(each)}`).join(", ")} }` : "{}";
  return JSON.stringify(value);
}

/** A typed text as the value that it is in TOML; as a text if it is none, and the library says what is needed in its place. */
export function valueOf(betza, text) {
  try {
    return JSON.parse(betza.tomlKeys(`format = 1\nvalue = ${text}`)).value;
  } catch {
    return text;
  }
}

/** The name that a title makes. */
export const nameOf = (title) => title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-game";

/** The file of a game that is made of a built-in one. */
export const childOf = (parent, title) => `format = 1\nparent = ${inline(parent)}\nname = "${nameOf(title)}"\ntitle = ${inline(title)}\n`;

/** The rules with what they leave to the board: a castling king and its partners, and royal pieces where none are named. */
function completed(design) {
  const { rules } = design;
  const filled = { ...rules };
  if (rules.castling) filled.castling = castlingOf(design);
  if (Array.isArray(rules.flying_generals) && !rules.flying_generals.length) filled.flying_generals = royals(design);
  if (Array.isArray(rules.ends)) filled.ends = rules.ends.map((end) => (end.when === "reached" && !end.pieces ? { when: end.when, pieces: royals(design), ...end } : end));
  return filled;
}

/** The game file of a design: `{text, owners}`, where `owners` names the part that wrote each line. */
export function gameFile(design) {
  const lines = [];
  const owners = [];
  const put = (owner, ...all) => { for (const line of all) { lines.push(line); owners.push(owner); } };
  const title = design.title.trim() || "My game";
  const rules = completed(design);
  put("board", "format = 1", `name = ${inline(rules.name ?? nameOf(title))}`, `title = ${inline(title)}`, `board = "${design.files}x${design.ranks}"`);
  if (design.holes.size) put("board", `holes = ${inline([...design.holes].sort().join(" "))}`);
  put("start", `start = ${inline(isKept(design) ? design.kept.start : fen(design))}`);
  const sections = [];
  for (const entry of RULES.filter(({ name }) => name !== "name" && rules[name] !== undefined)) {
    const { name, type } = entry;
    const value = rules[name];
    if (type === "table" && isTable(value)) {
      sections.push([[`rule ${name}`, ["", `[${name}]`]], ...Object.entries(value).map(([key, each]) => [`rule ${name}.${key}`, [`${keyed(key)} = ${inline(each)}`]])]);
    } else if (type === "tables" && Array.isArray(value)) {
      value.forEach((each, i) => sections.push([[`rule ${name}.${i}`, ["", `[[${name}]]`]], ...Object.entries(each).map(([key, given]) => [`rule ${name}.${i}.${key}`, [`${keyed(key)} = ${inline(given)}`]])]));
    } else put(`rule ${name}`, `${name} = ${inline(value)}`);
  }
  for (const { id, keys } of design.kinds) {
    const owner = `kind ${id}`;
    const promotion = isTable(keys.promotion) && !keys.promotion.zone ? { zone: `rank ${design.ranks}`, ...keys.promotion } : keys.promotion;
    const whole = { ...keys, promotion };
    put(owner, "", `[pieces.${keyed(id)}]`, ...KEYS.pieces.filter(({ name }) => whole[name] !== undefined).map(({ name }) => `${name} = ${inline(whole[name])}`));
  }
  // Pieces that are in hand from the start are dropped, even where no captured ones follow, unless others become them (jieqi).
  const isFromHand = design.kinds.some(({ keys }) => keys.promotion?.from_hand);
  if (hasHands(design) && rules.hands === undefined && !isFromHand) put("start", "", "[hands]");
  for (const section of sections) for (const [owner, all] of section) put(owner, ...all);
  return { text: `${lines.join("\n")}\n`, owners };
}

/**
 * The design of a game file, which must be a game; `position` is the text of one that it begins with instead of its start. `kinds` of the game
 * are in the file's order.
 */
export function designOf(betza, text, position = "") {
  const { pieces, ...given } = JSON.parse(betza.tomlKeys(text));
  // A list of nothing says nothing.
  const rules = Object.fromEntries(Object.entries(given).filter(([name, value]) => !APART.includes(name) && !(Array.isArray(value) && !value.length)));
  const play = betza.Play.toml(text);
  if (position) play.setFen(position, false);
  const state = JSON.parse(play.state());
  const shown = JSON.parse(play.kinds());
  const fields = play.fen().split(/\s+/).slice(1).join(" ");
  play.free();
  const kinds = Object.entries(pieces).filter(([, keys]) => keys !== false).map(([id, keys]) => ({ id, keys }));
  // A notation may say by itself that its piece is royal, and the design must know.
  for (const kind of kinds) if (kind.keys.royal === undefined && shown.find(({ id }) => id === kind.id)?.royal) kind.keys.royal = true;
  const side = (piece) => (piece.side === "white" ? 0 : 1);
  const idOf = (letters, i) => shown.find((each) => each.letters[i] === letters)?.id;
  const men = new Map(state.squares.filter(({ piece }) => piece).map(({ square, piece }) => [square, { id: idOf(piece.letters, side(piece)), side: side(piece) }]));
  const hands = state.hands.map((held, i) => Object.fromEntries(held.map(({ letters, count }) => [idOf(letters, i), count])));
  const has = new Set(state.squares.map(({ square }) => square));
  const all = Array.from({ length: state.files * state.ranks }, (_, i) => squareName(i % state.files, Math.floor(i / state.files)));
  const holes = new Set(all.filter((name) => !has.has(name)));
  const walls = new Set(state.squares.filter(({ wall }) => wall).map(({ square }) => square));
  const title = given.title ?? given.name;
  if (rules.name === nameOf(title)) delete rules.name;
  const design = { title, files: state.files, ranks: state.ranks, symmetry: "mirror", holes, walls, men, hands, kinds, rules, fields, kept: null };
  if (fields === fieldsOf(design)) design.fields = null;
  if (!position) design.kept = { start: given.start, mark: markOf(design) };
  return design;
}

/** Whether a file's start stands in the design as it is written there: nobody has changed the board since. */
const isKept = (design) => design.kept?.mark === markOf(design);

/** A design as a text that links and the browser keep, and back. */
export const designText = (design) => JSON.stringify({ ...design, men: [...design.men], holes: [...design.holes], walls: [...design.walls], kept: isKept(design) ? design.kept.start : null });

export function designFrom(text) {
  const { men = [], holes = [], walls = [], hands = [{}, {}], rules = {}, fields = null, kept, kinds, ...rest } = JSON.parse(text);
  // Designs were kept otherwise once, with other switches.
  if (kinds?.some(({ id, keys }) => typeof id !== "string" || !isTable(keys))) throw new Error("its pieces are none, or it was kept by an earlier page");
  if (!isTable(rules) || !Array.isArray(hands) || hands.length !== 2 || !hands.every(isTable)) throw new Error("its rules or its hands are none");
  const { files = 8, ranks = 8, title = "" } = rest;
  if ([files, ranks].some((size) => !(Number.isInteger(size) && size >= 1 && size <= 16)) || typeof title !== "string") throw new Error("its board or its title is none");
  const design = { ...rest, ...(kinds ? { kinds } : {}), rules, fields, hands, men: new Map(men), holes: new Set(holes), walls: new Set(walls), kept: null };
  if (kept) design.kept = { start: kept, mark: markOf(design) };
  return design;
}
