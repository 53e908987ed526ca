// The pieces of a design: a row for each, with what it is and may do.
import { DIALECTS } from "./dialects.js";
import { Form } from "./fields.js";
import { inline } from "./gamefile.js";
import { KEYS } from "./keys.js";
import { make } from "./make.js";
import { SIDES } from "./pieces.js";
import { beginning } from "./rules.js";

const key = (table, name) => KEYS[table].find((entry) => entry.name === name);
/** What a row shows without being asked for more. */
const SHOWN = ["name", "move", "dialect", "royal", "region"];
const SHOWN_OF_PROMOTION = ["zone", "to", "forced"];

/** The row of a kind. `view` is the design's view. */
export function kindRow(view, kind) {
  const { design } = view;
  const row = make("div", { className: "kind" });
  row.dataset.kind = kind.id;
  row.addEventListener("focusin", (e) => view.point(kind.id, e.target.dataset.testid));
  row.addEventListener("focusout", () => view.point());
  const form = new Form({
    betza: view.betza, base: () => kind.keys, prefix: `d-${kind.id}-`, ids: () => design.kinds.map(({ id }) => id), begin: (path) => beginning(design, path),
    onChange: (path) => { promoted(design, kind, path); view.render(); },
  });
  /** Fields in a line of their own, drawn anew where a side gets its own. */
  const line = (entry, path, label) => {
    const span = make("span", { className: "fields" });
    const draw = () => span.replaceChildren(...form.fields(entry, path, label, draw));
    draw();
    return span;
  };
  const royal = make("input", { type: "checkbox", checked: kind.keys.royal === true });
  royal.dataset.testid = `d-${kind.id}-royal`;
  royal.addEventListener("change", () => { if (royal.checked) kind.keys.royal = true; else delete kind.keys.royal; view.render(); });
  const dialect = make("select", {}, ...DIALECTS.map((d) => new Option(d, d)));
  dialect.value = dialectOf(design, kind);
  dialect.dataset.testid = `d-${kind.id}-dialect`;
  dialect.setAttribute("aria-label", `The dialect of ${nameOf(kind)}`);
  dialect.addEventListener("change", () => { kind.keys.dialect = dialect.value; view.render(); });
  const refused = make("p", { className: "error" });
  refused.dataset.testid = `d-${kind.id}-refused`;
  refused.setAttribute("role", "status");
  const id = make("input", { value: kind.id, size: 4, autocomplete: "off", autocapitalize: "off", spellcheck: false });
  id.dataset.testid = `d-${kind.id}-id`;
  id.addEventListener("change", () => {
    const why = view.rename(kind, id.value.trim());
    refused.textContent = why;
    if (why) id.value = kind.id;
    else document.querySelector(`[data-testid="d-${id.value.trim()}-id"]`).focus();
  });
  const away = make("button", { type: "button", textContent: "Take away" });
  away.setAttribute("aria-label", `Take away: ${nameOf(kind)}`);
  away.addEventListener("click", () => view.takeAway(kind));
  const held = (side) => {
    const input = make("input", { type: "number", min: 0, max: 99, value: design.hands[side][kind.id] ?? 0 });
    input.dataset.testid = `d-${kind.id}-hand-${SIDES[side]}`;
    input.addEventListener("change", () => hold(view, row, kind.id, side, input.value));
    return make("label", {}, `in ${["White", "Black"][side]}’s hand `, input);
  };
  /** Details that stay open when the row is made anew. */
  const opens = (className, ...inside) => {
    const name = `${kind.id} ${className}`;
    const details = make("details", { className, open: view.opened.has(name) }, ...inside);
    details.addEventListener("toggle", () => view.opened[details.open ? "add" : "delete"](name));
    return details;
  };
  const more = opens("more-keys", make("summary", { textContent: moreOf(design, kind) }));
  more.firstChild.dataset.testid = `d-${kind.id}-more`;
  const fill = () => {
    if (!more.open || more.children.length > 1) return;
    more.append(
      line(key("pieces", "region"), ["region"], "keeps to"),
      make("div", { className: "fields" }, line(key("promotion", "to"), ["promotion", "to"], "promotes to"), line({ ...key("promotion", "zone"), said: `rank ${design.ranks}` }, ["promotion", "zone"], "on"), must(form, kind)),
      make("div", { className: "fields" }, held(0), held(1)),
      opens("rest", make("summary", { textContent: "Drops, letters, more of its moves and its promotion" }), moreRows(form)));
  };
  more.addEventListener("toggle", fill);
  fill();
  row.append(make("div", { className: "which" }, make("strong", { textContent: kind.id }), make("span", { className: "figure", ariaHidden: "true" })), make("div", {},
    make("div", { className: "fields" }, form.field(key("pieces", "name"), ["name"], "Name"), make("label", {}, "Letter ", id), line(key("pieces", "move"), ["move"], "Notation"), dialect, make("label", { className: "check" }, royal, " royal"), away),
    refused, make("p", { className: "problem" }), opens("english", make("summary", { textContent: "In English" }), make("p")), more));
  return row;
}

export const nameOf = ({ id, keys }) => keys.name ?? id;
export const dialectOf = ({ rules }, { keys }) => keys.dialect ?? rules.dialect ?? "betza";

/** Whether a piece must promote: a region where it must stays, and is changed behind “More”. */
function must(form, kind) {
  const entry = key("promotion", "forced");
  const words = new Map([["always", "it must"], ["no", "if it likes"], ["when-stuck", "where it could not move"]]);
  const select = make("select", {}, ...[...words].map(([word, said]) => new Option(said, word)));
  const value = kind.keys.promotion?.forced;
  if (typeof value === "object") select.append(new Option("in a region", "="));
  select.value = typeof value === "object" ? "=" : value ?? entry.default;
  select.dataset.testid = `d-${kind.id}-must`;
  select.addEventListener("change", () => {
    if (kind.keys.promotion && select.value !== "=") form.set(["promotion", "forced"], select.value === entry.default ? undefined : select.value);
  });
  return make("label", {}, "promotes ", select);
}

/** The other keys of a piece, and those of its promotion. */
function moreRows(form) {
  const own = KEYS.pieces.filter(({ name }) => !SHOWN.includes(name) && name !== "promotion").map((entry) => form.row(entry, [entry.name]));
  const promotion = KEYS.promotion.filter(({ name }) => !SHOWN_OF_PROMOTION.includes(name) || name === "forced").map((entry) => form.row(entry, ["promotion", entry.name]));
  return make("div", { className: "switches" }, ...own, make("p", { textContent: "Its promotion:" }), make("div", { className: "keys" }, ...promotion));
}

/** What a piece may do besides moving, in a line: what it has of it is seen without opening it. */
export function moreOf(design, { id, keys }) {
  const said = (value) => (Array.isArray(value) ? value.join(" ") : typeof value === "object" ? inline(value) : value);
  const { promotion } = keys;
  const held = design.hands.map((hand, side) => (hand[id] ? `${hand[id]} in ${SIDES[side]}’s hand` : "")).filter(Boolean);
  const own = Object.keys(keys).filter((name) => !SHOWN.includes(name) && name !== "promotion").map((name) => `${name}: ${said(keys[name])}`);
  const parts = [keys.region && `keeps to ${said(keys.region)}`, promotion && `promotes to ${said(promotion.to ?? [])} on ${said(promotion.zone ?? `rank ${design.ranks}`)}`, ...held, ...own].filter(Boolean);
  return parts.length ? parts.join("; ") : "Zone, promotion, hands, drops and more";
}

/** Keeps a promotion whole: without anything to become there is none, and where captured pieces are held it is remembered. */
function promoted(design, kind, path) {
  const { promotion } = kind.keys;
  if (path[0] !== "promotion" || typeof promotion !== "object") return;
  const { to, ...rest } = promotion;
  const isEmpty = to === undefined || (Array.isArray(to) && !to.length);
  if (isEmpty && !Object.keys(rest).some((name) => !["zone", "remembers"].includes(name)) && (path[1] === "to" || !Object.keys(rest).length)) delete kind.keys.promotion;
  else if (path[1] === "to" && design.rules.hands?.captures && promotion.remembers === undefined) promotion.remembers = true;
}

/** Gives a side so many of a piece at the start, and the other side too unless pieces are placed one by one. */
function hold(view, row, id, side, text) {
  const { hands, symmetry } = view.design;
  const count = Math.min(99, Math.max(0, Math.round(Number(text)) || 0));
  for (const each of symmetry === "none" ? [side] : [0, 1]) {
    if (count) hands[each][id] = count;
    else delete hands[each][id];
    row.querySelector(`[data-testid="d-${id}-hand-${SIDES[each]}"]`).value = count;
  }
  view.render();
}
