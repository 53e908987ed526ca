// The rules of a design: in which groups they are shown, and what each begins with when it is switched on.
import { squareName } from "./board.js";
import { Form } from "./fields.js";
import { RULES } from "./gamefile.js";
import { make } from "./make.js";
import { notesCastling, royals } from "./start.js";

const GROUPS = [
  ["Moves", ["castling", "en_passant", "must_capture", "pass", "flying_generals", "no_checks", "mutually_immune", "spares_protected", "forces_promotion", "moves_as_behind", "grid", "royalty"]],
  ["Hands, drops and gates", ["hands", "gating", "entering", "two_boards"]],
  ["Captures and walls", ["blast", "petrifies", "walling", "turning", "trading", "series", "aftermath", "second_board"]],
  ["The end of the game", ["ends", "results"]],
];

/** The rest says how the game is written. */
const WRITING = RULES.map(({ name }) => name).filter((name) => !GROUPS.some(([, names]) => names.includes(name)));

/** The four squares in the middle of the board, or those nearest to it. */
function middle({ files, ranks }) {
  return `${squareName((files - 1) >> 1, (ranks - 1) >> 1)}-${squareName(files >> 1, ranks >> 1)}`;
}

/** What a key has when it is switched on. */
export function beginning(design, path) {
  const last = path.at(-1);
  const all = design.kinds.map(({ id }) => id);
  const held = all.filter((id) => design.hands.some((hand) => hand[id]));
  const ends = {
    extinct: { pieces: royals(design).length ? royals(design) : all.slice(0, 1) }, reached: { pieces: royals(design), region: middle(design) }, checks: { count: 3 }, castled: { wings: "KQ" },
    "in-a-row": { pieces: all, count: 4 }, "in-line": { pieces: all, count: 3 }, "in-a-block": { pieces: all, count: 2 }, "in-a-chain": { pieces: all, from: "rank 1", to: `rank ${design.ranks}` },
  };
  if (path[0] === "ends") return { when: last, ...ends[last] };
  const begins = {
    hands: { captures: true }, flying_generals: royals(design), gating: { pieces: held }, trading: { pieces: [] }, series: { promotion: "at-end" }, results: { stalemate: "loss" },
    chase: Object.fromEntries(["rook", "cannon", "horse", "elephant", "advisor", "soldier"].map((role) => [role, all[0] ?? ""])), counting: { law: "makruk" }, material: { points: Object.fromEntries(all.map((id) => [id, 1])) },
    promotion: { to: [] }, forced: { region: `rank ${design.ranks}` }, inside: { region: `rank ${design.ranks}`, move: "" },
    petrifies: [], mutually_immune: [], spares_protected: [], forces_promotion: [],
  };
  return begins[last] ?? {};
}

/** What a rule leaves to the board. */
function usual(design, [rule, key]) {
  if (rule === "castling" && ["king", "partners", "king_to", "partner_file"].includes(key) && !notesCastling(design)) return "as the pieces stand";
  return undefined;
}

/** Shows the rules in their groups. */
export function ruleGroups(design, form) {
  const group = (title, names, open) => make("details", { open }, make("summary", { textContent: title }), make("div", { className: "switches" }, ...names.map((name) => form.row(RULES.find((entry) => entry.name === name), [name]))));
  return [...GROUPS.map(([title, names]) => group(title, names, true)), group("How the game is written", WRITING, WRITING.some((name) => design.rules[name] !== undefined && !["sources", "dialect"].includes(name)))];
}

export const ruleForm = (view) => new Form({ betza: view.betza, base: () => view.design.rules, prefix: "d-", ids: () => view.design.kinds.map(({ id }) => id), begin: (path) => beginning(view.design, path), onChange: (path) => view.ruled(path), usual: (path) => usual(view.design, path) });
