// A design as a game file: which line each part of it writes, so that a problem is shown at that part.
import { squareName } from "./board.js";

const quoted = (text) => JSON.stringify(String(text));
const idsOf = (text) => text.split(/[\s,]+/).filter(Boolean);
const listed = (ids) => `[${ids.map(quoted).join(", ")}]`;

/** The rules that are switches: their sentence, what more they ask for, and what they write. */
export const SWITCHES = [
  { id: "castling", text: "A royal piece castles with what stands in its corners, going so many squares:", more: { kind: "number", value: "2" }, write: castling },
  { id: "hands", text: "Captured pieces come to the captor's hand, and are dropped instead of a move.", write: () => ["[hands]", "captures = true"] },
  { id: "flying", text: "Royal pieces may not face each other on an open file or rank.", game: true, write: (design) => [`flying_generals = ${listed(royals(design))}`] },
  { id: "must", text: "Captures are compulsory.", game: true, write: () => ["must_capture = true"] },
  { id: "walling", text: "Each move also places a wall on an empty square, of which this says where:", game: true, more: { kind: "choice", value: "static", values: ["static", "edge", "past", "arrow", "duck"] }, write: (design, value) => [`walling = ${quoted(value)}`] },
  { id: "petrifies", text: "These pieces, by their letters, turn into a wall when they capture:", game: true, more: { kind: "text", value: "" }, write: (design, value) => [`petrifies = ${listed(idsOf(value))}`] },
  { id: "blast", text: "A capture destroys what stands around it.", write: () => ["[blast]"] },
  { id: "reached", text: "Who brings a royal piece to these squares wins:", more: { kind: "text", value: "d4-e5" }, write: (design, value) => ["[[ends]]", 'when = "reached"', `pieces = ${listed(royals(design))}`, `region = ${quoted(value)}`] },
  { id: "checks", text: "Who has given so many checks wins:", more: { kind: "number", value: "3" }, write: (design, value) => ["[[ends]]", 'when = "checks"', `count = ${Number(value) || 0}`] },
  { id: "bared", text: "Who has only royal pieces left loses.", write: () => ["[[ends]]", 'when = "bared"'] },
  { id: "stalemate", text: "Who has no legal move, not being in check, has this:", more: { kind: "choice", value: "loss", values: ["draw", "loss", "win"] }, write: (design, value) => ["[results]", `stalemate = ${quoted(value)}`] },
];

const royals = (design) => design.kinds.filter((kind) => kind.royal).map((kind) => kind.id);

/** Where a royal piece of White and its partners stand on the first rank. */
function castlers(design) {
  const at = (file) => design.men.get(squareName(file, 0));
  const files = Array.from({ length: design.files }, (_, file) => file);
  const royal = files.find((file) => at(file)?.side === 0 && royals(design).includes(at(file).id));
  return { royal, corners: [design.files - 1, 0].map((file) => (at(file)?.side === 0 && file !== royal ? at(file).id : null)), king: at(royal)?.id };
}

function castling(design, value) {
  const { royal, corners, king } = castlers(design);
  const steps = Number(value) || 0;
  const letter = (file) => quoted(String.fromCharCode(97 + Math.min(design.files - 1, Math.max(0, file))));
  const partners = [...new Set(corners.filter(Boolean))];
  return ["[castling]", `king = ${quoted(king ?? "")}`, `partners = ${listed(partners)}`, `king_to = [${letter(royal + steps)}, ${letter(royal - steps)}]`];
}

/** Whether positions of the design may have walls. */
export const hasWalls = ({ on }) => on.walling !== undefined || on.petrifies !== undefined;

/** Whether a side has pieces in hand, at the start or later. */
const hasHands = (design) => design.on.hands !== undefined || inHand(design) !== "";

/** A piece of a side in a FEN. */
function letters(id, side) {
  const text = side === 0 ? id : id.toLowerCase();
  return id.length > 1 ? `(${text})` : text;
}

/** What the sides have in hand at the start. */
function inHand({ kinds, hands }) {
  return hands.map((held, side) => kinds.map(({ id }) => letters(id, side).repeat(held[id] ?? 0)).join("")).join("");
}

/** The start as a FEN. */
export function fen(design) {
  const { files, ranks, men, holes, walls, kinds, on } = design;
  const known = new Set(kinds.map((kind) => kind.id));
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    const rest = () => { row += empty || ""; empty = 0; };
    for (let file = 0; file < files; file++) {
      const name = squareName(file, rank);
      const man = men.get(name);
      if (holes.has(name) || walls.has(name)) { rest(); row += "*"; }
      else if (man && known.has(man.id)) {
        rest();
        row += letters(man.id, man.side);
      } else empty++;
    }
    rest();
    rows.push(row);
  }
  const { corners } = castlers(design);
  const rights = on.castling !== undefined ? corners.map((id, i) => (id ? "KQ"[i] : "")).join("") : "";
  return `${rows.join("/")}${hasHands(design) ? `[${inHand(design)}]` : ""} w ${rights + rights.toLowerCase() || "-"} - 0 1`;
}

/** The game file of a design: `{text, owners}`, where `owners` names the part that wrote each line. */
export function gameFile(design) {
  const lines = [];
  const owners = [];
  const put = (owner, ...all) => { for (const line of all) { lines.push(line); owners.push(owner); } };
  const title = design.title.trim() || "My game";
  const name = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-game";
  put("board", "format = 1", `name = ${quoted(name)}`, `title = ${quoted(title)}`, `board = "${design.files}x${design.ranks}"`);
  if (design.holes.size) put("board", `holes = ${quoted([...design.holes].join(" "))}`);
  put("start", `start = ${quoted(fen(design))}`);
  const switched = SWITCHES.filter(({ id }) => design.on[id] !== undefined);
  for (const rule of switched.filter((each) => each.game)) put(`switch ${rule.id}`, ...rule.write(design, design.on[rule.id]));
  for (const kind of design.kinds) {
    const owner = `kind ${kind.id}`;
    put(owner, "", `[pieces.${/^[A-Za-z0-9]+$/.test(kind.id) ? kind.id : quoted(kind.id)}]`, `name = ${quoted(kind.name)}`, `move = ${quoted(kind.move)}`, `dialect = ${quoted(kind.dialect)}`);
    if (kind.royal) put(owner, "royal = true");
    if (kind.region) put(owner, `region = ${quoted(kind.region)}`);
    if (kind.drop && hasHands(design)) put(owner, `drop = { region = ${quoted(kind.drop)} }`);
    if (kind.to) {
      const remembers = design.on.hands !== undefined ? ", remembers = true" : "";
      const forced = kind.free ? ', forced = "no", from_zone_too = true' : "";
      put(owner, `promotion = { zone = ${quoted(kind.zone || `rank ${design.ranks}`)}, to = ${listed(idsOf(kind.to))}${forced}${remembers} }`);
    }
  }
  // Pieces that are in hand from the start are dropped, even where no captured ones follow.
  if (hasHands(design) && design.on.hands === undefined) put("start", "", "[hands]");
  for (const rule of switched.filter((each) => !each.game)) put(`switch ${rule.id}`, "", ...rule.write(design, design.on[rule.id]));
  return { text: `${lines.join("\n")}\n`, owners };
}
