// Fields for the keys of a game file: each key of the table of keys has its sentence, and what its type lets one give.
import { isTable, inline, valueOf } from "./gamefile.js";
import { KEYS } from "./keys.js";
import { make } from "./make.js";

const isBySide = (value) => isTable(value) && ("white" in value || "black" in value);

/** A sentence of the table of keys as one reads it. */
function sentence(text) {
  const plain = text.replaceAll("`", "").replace(/, a table for each$|; false: nowhere$/, "");
  return plain[0].toUpperCase() + plain.slice(1);
}

export class Form {
  /**
   * `base()` is the table in which the keys stand, `prefix` begins the names that tests use, `ids()` are the game's pieces, `begin(path, entry)`
   * is what a key has when it is switched on, and `onChange(path)` is called after each change. `usual(path)` may say what holds where a key is
   * not written, if the table of keys does not know it.
   */
  constructor({ betza, base, prefix, ids, begin, onChange, usual = () => undefined }) {
    Object.assign(this, { betza, base, prefix, ids, begin, onChange, usual });
  }

  get(path) {
    return path.reduce((table, key) => (table === undefined || table === false ? undefined : table[key]), this.base());
  }

  /** Gives a key a value; `undefined` takes it away. */
  set(path, value) {
    const table = path.slice(0, -1).reduce((inner, key) => (isTable(inner[key]) || Array.isArray(inner[key]) ? inner[key] : (inner[key] = {})), this.base());
    const key = path.at(-1);
    if (value !== undefined) table[key] = value;
    else if (Array.isArray(table)) table.splice(key, 1);
    else delete table[key];
    this.onChange(path);
  }

  #test(element, path) {
    element.dataset.testid = this.prefix + path.join(".");
    return element;
  }

  /** A key with its sentence, its field, and room for what is wrong with it. */
  row(entry, path) {
    const row = make("div", { className: "key" });
    const draw = () => {
      row.replaceChildren(...this.#content(entry, path, draw), make("p", { className: "problem" }));
      row.lastChild.dataset.problem = path.join(".");
    };
    draw();
    return row;
  }

  #content(entry, path, draw) {
    const value = this.get(path);
    const again = (given) => { this.set(path, given); draw(); };
    const more = entry.more && value !== undefined ? [make("p", { className: "more", textContent: entry.more.replaceAll("`", "") })] : [];
    if (entry.type === "switch") return [this.#check(entry, path, value ?? entry.default ?? false, (on) => again(on === entry.default ? undefined : on)), ...more];
    if (entry.type === "table") return [...this.#table(entry, path, value, again), ...more, ...(isTable(value) ? [this.#rows(KEYS[entry.table], path)] : [])];
    if (entry.type === "tables") return [make("p", { textContent: `${sentence(entry.sentence)}.` }), ...this.#list(entry, path, draw)];
    if (entry.type === "word or table") return [...this.#wordOrTable(entry, path, value, again), ...more];
    // Pieces that a rule of the game is about: a switch, and which they are.
    if (entry.type === "pieces" && path.length === 1 && !entry.needed) {
      const check = this.#check(entry, path, value !== undefined, (on) => again(on ? this.begin(path, entry) : undefined), ".on");
      return [check, ...more, ...(value === undefined ? [] : [make("div", { className: "keys" }, this.field(entry, path, "Their letters"))])];
    }
    return [...this.fields(entry, path, sentence(entry.sentence), draw), ...more];
  }

  #check(entry, path, checked, change, suffix = "") {
    const input = this.#test(make("input", { type: "checkbox", checked }), path);
    input.dataset.testid += suffix;
    input.addEventListener("change", () => { change(input.checked); this.focus(input.dataset.testid); });
    return make("label", { className: "check" }, input, ` ${sentence(entry.sentence)}.`);
  }

  /** What was drawn anew has the focus that it had. */
  focus(id) {
    document.querySelector(`[data-testid="${id}"]`)?.focus();
  }

  /** A table is there or not; where notations say something by themselves, that is a third way. */
  #table(entry, path, value, again) {
    if (entry.said === undefined) return [this.#check(entry, path, isTable(value), (on) => again(on ? this.begin(path, entry) : undefined))];
    const choice = this.#test(make("select", {}, new Option(entry.said.replaceAll("`", ""), ""), new Option("as follows", "on"), new Option("no", "off")), path);
    choice.value = isTable(value) ? "on" : value === false ? "off" : "";
    choice.addEventListener("change", () => { again({ on: this.begin(path, entry), off: false }[choice.value]); this.focus(choice.dataset.testid); });
    return [make("label", {}, `${sentence(entry.sentence)}: `, choice)];
  }

  #rows(entries, path) {
    return make("div", { className: "keys" }, ...entries.map((each) => this.row(each, [...path, each.name])));
  }

  /** Several tables, one below the other; what they have depends on a word in some. */
  #list(entry, path, draw) {
    const all = this.get(path) ?? [];
    const choice = KEYS[entry.table].find(({ type }) => type === "choice");
    // One table may stand without a list.
    if (isTable(all)) this.base()[path[0]] = [all];
    const rows = (isTable(all) ? [all] : all).map((each, i) => {
      const own = [...path, i];
      const found = choice?.cases.find(([word]) => word === each[choice.name]);
      const keys = choice ? KEYS[found?.[2] ?? ""] ?? [] : KEYS[entry.table];
      const away = this.#test(make("button", { type: "button", textContent: "Take away" }), [...own, "away"]);
      const said = choice ? sentence(found?.[1] ?? String(each[choice.name])).replace(/^The same, but /, "So many pieces in a row, but ") : `${sentence(entry.sentence)} (${i + 1})`;
      away.setAttribute("aria-label", `Take away: ${said}`);
      away.addEventListener("click", () => {
        this.set(own, undefined);
        if (!this.get(path).length) this.set(path, undefined);
        draw();
      });
      const problem = make("p", { className: "problem" });
      problem.dataset.problem = own.join(".");
      return make("div", { className: "one" }, make("div", { className: "head" }, make("strong", { textContent: `${said}${each.value ? `: ${each.value}` : ""}` }), away), problem, this.#rows(keys.filter(({ type }) => type !== "choice"), own));
    });
    const add = (given) => { this.set([...path, this.get(path)?.length ?? 0], given); draw(); };
    if (!choice) {
      const button = this.#test(make("button", { type: "button", textContent: "Add" }), [...path, "add"]);
      button.setAttribute("aria-label", `Add: ${entry.sentence}`);
      button.addEventListener("click", () => { if (!this.get(path)) this.set(path, []); add(this.begin(path, entry)); });
      return [...rows, button];
    }
    const select = this.#test(make("select", {}, new Option("Choose one …", ""), ...choice.cases.map(([word, said]) => new Option(`${word}: ${said.replaceAll("`", "")}`, word))), [...path, "add"]);
    select.addEventListener("change", () => { if (!this.get(path)) this.set(path, []); add(this.begin([...path, select.value], entry)); this.focus(select.dataset.testid); });
    return [...rows, make("label", {}, "Add: ", select)];
  }

  /** One of some words, or all of it in detail. */
  #wordOrTable(entry, path, value, again) {
    const keys = KEYS[entry.table];
    const place = keys.find(({ name }) => name === "place");
    const words = entry.words.map(([word, said]) => new Option(said ? `${word}: ${said}` : word, word));
    const choice = this.#test(make("select", {}, new Option(entry.default ? `${entry.default} (usual)` : entry.said ?? "no", ""), ...words, ...(place ? [] : [new Option("in detail:", "=")])), path);
    const details = isTable(value);
    choice.value = details ? (place ? value.place : "=") : value ?? "";
    choice.addEventListener("change", () => {
      again(choice.value === "=" ? this.begin(path, entry) : choice.value === "" ? undefined : details && place ? { ...value, place: choice.value } : choice.value);
      this.focus(choice.dataset.testid);
    });
    const label = make("label", {}, `${sentence(entry.sentence)}: `, choice);
    if (value === undefined || (!place && !details)) return [label];
    // Whatever is given besides the word makes a table of it.
    const besides = keys.filter((key) => key !== place).map((each) => {
      const inner = new Form({ ...this, base: () => (isTable(this.get(path)) ? this.get(path) : {}), prefix: `${this.prefix}${path.join(".")}.`, onChange: () => {} });
      inner.set = ([key], given) => {
        const now = this.get(path);
        const table = isTable(now) ? { ...now } : { place: now };
        if (given === undefined) delete table[key];
        else table[key] = given;
        this.set(path, place && Object.keys(table).length === 1 ? table.place : table);
      };
      return inner.row(each, [each.name]);
    });
    return [label, make("div", { className: "keys" }, ...besides)];
  }

  /** The fields of a key: one for both sides, or White's and Black's. */
  fields(entry, path, label, draw) {
    if (!entry.bySide) return [this.field(entry, path, label)];
    const value = this.get(path);
    const own = isBySide(value);
    const button = this.#test(make("button", { type: "button", className: "sides", textContent: own ? "One for both" : "Black’s own" }), [...path, "sides"]);
    button.setAttribute("aria-label", `${button.textContent}: ${label}`);
    button.addEventListener("click", () => { this.set(path, own ? value.white : { white: value ?? entry.default ?? "", black: value ?? entry.default ?? "" }); draw(); this.focus(button.dataset.testid); });
    if (!own) return [this.field(entry, path, label), button];
    return [this.field(entry, [...path, "white"], `${label}, White’s`), this.field(entry, [...path, "black"], `${label}, Black’s`), button];
  }

  /** A field of one value, with a label. */
  field(entry, path, label) {
    const value = this.get(path);
    const usual = this.usual(path) ?? this.#usual(entry);
    const input = this.#test(this.#input(entry, value, usual), path);
    input.addEventListener("change", () => this.set(path, this.#read(entry, input.value.trim(), path)));
    return make("label", {}, `${label} `, input);
  }

  /** What holds where a key is not written, as the table of keys has it. */
  #usual({ default: usual, said = "" }) {
    return usual === null ? "none" : usual !== undefined ? String(usual) : said.replaceAll(/[`"]/g, "");
  }

  #input(entry, value, usual) {
    const { type } = entry;
    if (type === "word" || type === "piece") {
      const words = type === "word" ? entry.words.map(([word, said]) => new Option(said && said !== word ? `${word}: ${said}` : word || "none", word)) : this.ids().map((id) => new Option(id, id));
      const select = make("select", {}, ...(words.some(({ value: word }) => word === "") ? [] : [new Option(entry.needed ? "Choose one …" : `${usual} (usual)`, "")]), ...words);
      if (typeof value === "string" && ![...select.options].some((option) => option.value === value)) select.append(new Option(value, value));
      select.value = value ?? "";
      return select;
    }
    const text = this.#text(entry, value);
    if (type === "texts") return make("textarea", { rows: Math.max(2, (value ?? []).length), value: text, spellcheck: false });
    const isNumber = (type === "number" || type === "rank") && (value === undefined || typeof value === "number");
    const input = make("input", { type: isNumber ? "number" : "text", value: text, autocomplete: "off", spellcheck: false, placeholder: usual });
    if (isNumber) input.min = 0;
    if (entry.name === "move") input.className = "code";
    return input;
  }

  /** A value as one types it. */
  #text(entry, value) {
    if (value === undefined) return "";
    if (entry.type === "texts" && Array.isArray(value)) return value.join("\n");
    const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
    if (isList && (["pieces", "words"].includes(entry.type) || entry.of === "two files")) return value.join(" ");
    return typeof value === "string" ? value : inline(value);
  }

  /** What was typed, as a value. */
  #read(entry, text, path) {
    // A side has the usual, too, by its word.
    if (text === "" && entry.bySide && ["white", "black"].includes(path.at(-1))) return entry.default ?? "";
    if (text === "" && entry.type !== "text") return entry.words?.some(([word]) => word === "") ? "" : undefined;
    if (text === "" && !entry.needed) return undefined;
    switch (entry.type) {
      case "number": case "rank": return /^\d+$/.test(text) ? Number(text) : text;
      case "pieces": return text === "*" ? text : text.split(/[\s,]+/).filter(Boolean);
      case "words": return text.split(/[\s,]+/).filter(Boolean);
      case "texts": return text.split("\n").map((line) => line.trim()).filter(Boolean);
      case "other": case "by piece": return entry.of === "two files" && !text.startsWith("[") ? text.split(/[\s,]+/).filter(Boolean) : valueOf(this.betza, text);
      default: return text;
    }
  }
}
