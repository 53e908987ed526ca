// Another id for a piece of a design, with all that names it: its men, the hands, the rules, other pieces.
import { isTable } from "./gamefile.js";
import { KEYS } from "./keys.js";

/** Keys whose lists of pieces have no type of their own in the table of keys. */
const LISTS = ["pseudo_together"];

/** The keys of a table with each piece under its new id. */
const keyed = (table, to, values) => Object.fromEntries(Object.entries(table).map(([id, value]) => [to(id), values(value)]));

/** Ids in a value: alone, in lists, in lists of lists, or in these for each side. */
function ids(value, to) {
  if (typeof value === "string") return to(value);
  if (Array.isArray(value)) return value.map((each) => ids(each, to));
  return isTable(value) ? Object.fromEntries(Object.entries(value).map(([side, each]) => [side, ids(each, to)])) : value;
}

/** A value of a key, by its type. */
function follow({ name, type, of, table }, value, to) {
  if (type === "piece" || type === "pieces" || LISTS.includes(name)) return ids(value, to);
  if (type === "by piece" && isTable(value)) return keyed(value, to, (each) => (of === "pieces" ? to(each) : each));
  if (table && Array.isArray(value)) return value.map((each) => (isTable(each) ? within(table, each, to) : each));
  return table && isTable(value) ? within(table, value, to) : value;
}

/** The values of a table, whose keys may depend on a word in it. */
function within(table, values, to) {
  const choice = KEYS[table].find(({ type }) => type === "choice");
  const [, , own] = choice?.cases.find(([word]) => word === values[choice.name]) ?? [];
  const entries = [...KEYS[table], ...(KEYS[own] ?? [])];
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const entry = entries.find((each) => each.name === name);
    return [name, entry ? follow(entry, value, to) : value];
  }));
}

/** The design in which the piece `from` is called `id`. */
export function renamed(design, from, id) {
  const to = (each) => (each === from ? id : each);
  return {
    ...design,
    kinds: design.kinds.map((kind) => ({ id: to(kind.id), keys: within("pieces", kind.keys, to) })),
    rules: within("game", design.rules, to),
    men: new Map([...design.men].map(([square, man]) => [square, { ...man, id: to(man.id) }])),
    hands: design.hands.map((hand) => keyed(hand, to, (count) => count)),
  };
}
