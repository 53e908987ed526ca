// The start of a design as a FEN, and what the fields behind its board are where nobody says.
import { fileName, placeOf, squareName } from "./board.js";

const SIDES = ["white", "black"];

/** The letters of a kind, White's and Black's: those it names, or its id in capitals and in small letters. */
export function lettersOf({ id, keys }) {
  const { letters = id } = keys;
  if (typeof letters === "object") return [letters.white, letters.black];
  const isMixed = letters !== letters.toUpperCase() && letters !== letters.toLowerCase();
  return [isMixed ? letters : letters.toUpperCase(), letters.toLowerCase()];
}

/** Letters as they stand in a FEN: in parentheses if there are several, while marks such as `+` need none. */
function written(letters) {
  return [...letters].filter((c) => /\p{L}/u.test(c)).length === 1 ? letters : `(${letters})`;
}

export const royals = (design) => design.kinds.filter((kind) => kind.keys.royal === true).map((kind) => kind.id);

/** Whether a side has pieces in hand, at the start or later. */
export const hasHands = (design) => Boolean(design.rules.hands) || inHand(design) !== "";

/** What the sides have in hand at the start. */
export function inHand({ kinds, hands }) {
  return hands.map((held, side) => kinds.map((kind) => written(lettersOf(kind)[side]).repeat(held[kind.id] ?? 0)).join("")).join("");
}

/** The pieces whose notation says that they castle. */
const noters = ({ kinds }) => kinds.filter(({ keys }) => /O/.test(JSON.stringify(keys.move))).map(({ id }) => id);
export const notesCastling = (design) => noters(design).length > 0;

/** The pieces of a side that may castle as kings. */
function kings(design, side) {
  const given = design.rules.castling?.king;
  if (given) return [given[SIDES[side]] ?? given];
  return notesCastling(design) ? noters(design) : royals(design);
}

/** Where the king of a side and the outermost of the others stand on its castling rank, towards the last file and the first. */
export function castlers(design, side) {
  const { files, ranks, men } = design;
  const rank = (Number(design.rules.castling?.rank) || 1) - 1;
  const at = (file) => men.get(squareName(file, side === 0 ? rank : ranks - 1 - rank));
  const all = Array.from({ length: files }, (_, file) => file);
  const king = all.find((file) => at(file)?.side === side && kings(design, side).includes(at(file).id)) ?? -1;
  const others = king < 0 ? [] : all.filter((file) => at(file)?.side === side && file !== king);
  const partners = [others.filter((file) => file > king).at(-1), others.find((file) => file < king)];
  return { king, partners, at };
}

/** A value of both sides, or one of each. */
const bySide = ([white, black]) => (JSON.stringify(white) === JSON.stringify(black) ? white : { white, black });

/** What the start says of a side's castling; `isTurned` where its squares are White's on the board turned round. */
function noted({ files }, { king, partners, at }, isTurned) {
  const letter = (file) => fileName(Math.min(files - 1, Math.max(0, file)));
  const usual = [files - 1, 0];
  const stand = partners.map((file, wing) => file ?? usual[wing]);
  return {
    king: at(king).id, partners: [...new Set(partners.filter((file) => file !== undefined).map((file) => at(file).id))],
    king_to: (isTurned ? [files - 3, 1] : [files - 2, 2]).map(letter), partner_file: stand.map(letter), isUsual: stand.every((file, wing) => file === usual[wing]),
  };
}

/** The file's castling with what it leaves to the start: the kings, their partners and where they go. */
export function castlingOf(design) {
  const rule = design.rules.castling;
  if (!rule || typeof rule !== "object" || notesCastling(design)) return rule;
  const [white, black] = [0, 1].map((side) => castlers(design, side));
  if (white.king < 0) return rule;
  const isTurned = black.king >= 0 && black.king !== white.king && black.king === design.files - 1 - white.king;
  const own = noted(design, white, false);
  const all = [own, black.king < 0 ? own : noted(design, black, isTurned)];
  const filled = Object.fromEntries(["king", "partners", "king_to", "partner_file"].map((key) => [key, bySide(all.map((each) => each[key]))]));
  if (all.every(({ isUsual }) => isUsual)) delete filled.partner_file;
  return { ...filled, ...rule };
}

/** The rights to castle, and those to gate, that the start gives where nobody says. */
function rights(design) {
  const { files, ranks, men, rules } = design;
  const letters = [0, 1].map((side) => {
    let found = "";
    const named = new Set();
    const castles = rules.castling !== false && (rules.castling || notesCastling(design));
    const { king, partners, at } = castlers(design, side);
    const rule = castlingOf(design);
    if (castles && king >= 0) {
      for (const wing of [0, 1]) {
        const given = (rule?.partner_file?.[SIDES[side]] ?? rule?.partner_file)?.[wing];
        const file = given ? placeOf(`${given}1`, files, 1)?.[0] : rule?.any_files ? partners[wing] : [files - 1, 0][wing];
        const known = [rule?.partners ?? "*"].flat();
        const partner = file !== undefined && file !== king && at(file)?.side === side ? at(file).id : null;
        if (!partner || !(known.includes("*") || known.includes(partner) || known[0]?.white)) continue;
        found += "KQ"[wing];
        for (const each of [king, file]) named.add(each);
      }
    }
    if (rules.gating) {
      const rank = (Number(rules.gating.rank) || 1) - 1;
      for (let file = 0; file < files; file++) {
        const man = men.get(squareName(file, side === 0 ? rank : ranks - 1 - rank));
        if (man?.side === side && !named.has(file)) found += String.fromCharCode(65 + file);
      }
    }
    return side === 0 ? found : found.toLowerCase();
  });
  return letters.join("") || "-";
}

/** The fields of the start's FEN behind the board, where nobody says what they are. */
export const fieldsOf = (design) => `w ${rights(design)} - 0 1`;

/** The start as a FEN. */
export function fen(design) {
  const { files, ranks, men, holes, walls, kinds } = design;
  const known = new Map(kinds.map((kind) => [kind.id, lettersOf(kind)]));
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    const rest = () => { row += empty || ""; empty = 0; };
    for (let file = 0; file < files; file++) {
      const name = squareName(file, rank);
      const man = men.get(name);
      if (holes.has(name) || walls.has(name)) { rest(); row += "*"; }
      else if (man && known.has(man.id)) { rest(); row += written(known.get(man.id)[man.side]); }
      else empty++;
    }
    rest();
    rows.push(row);
  }
  return `${rows.join("/")}${hasHands(design) && !design.rules.hands?.endless ? `[${inHand(design)}]` : ""} ${design.fields ?? fieldsOf(design)}`;
}

/** What a design's start depends on: while it is the same, the start that a file has stays as it is written there. */
export function markOf({ files, ranks, men, holes, walls, hands, fields, kinds }) {
  const held = hands.map((hand) => Object.entries(hand).filter(([, count]) => count).sort());
  return JSON.stringify([files, ranks, [...men].map(([square, { id, side }]) => [square, id, side]).sort(), [...holes].sort(), [...walls].sort(), held, fields, kinds.map((kind) => [kind.id, ...lettersOf(kind)])]);
}
