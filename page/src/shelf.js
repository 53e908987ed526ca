// A list of what is saved in the browser by name: opened, renamed, deleted, with a way back from what loses something.
import { make } from "./make.js";

export class Shelf {
  /** `shelf` is one of `saved.js`; `name()` is offered for what is saved next, `text()` is what is saved, `onOpen(text, name)` opens it. */
  constructor(place, { shelf, prefix, name, text, onOpen, say }) {
    Object.assign(this, { shelf, prefix, text, onOpen, say, before: null, renaming: null });
    this.name = this.#test(make("input", { autocomplete: "off" }), "name");
    this.list = this.#test(make("ul", { className: "shelf" }), "list");
    this.told = this.#test(make("p", {}), "told");
    this.told.setAttribute("role", "status");
    const save = this.#test(make("button", { textContent: "Save in this browser" }), "save");
    const form = make("form", { className: "fields" }, make("label", {}, "Name ", this.name), save);
    form.addEventListener("submit", (e) => { e.preventDefault(); this.#save(this.name.value.trim() || name()); });
    place.append(form, this.told, this.list);
    this.show();
  }

  #test(element, id) {
    element.dataset.testid = `${this.prefix}-${id}`;
    return element;
  }

  #button(text, label, id, work) {
    const made = this.#test(make("button", { type: "button", textContent: text, ariaLabel: label }), id);
    made.addEventListener("click", work);
    return made;
  }

  /** Keeps the changed list. What it was before can be brought back if `lost` says what was lost. */
  #keep(all, said, lost = false) {
    const before = this.shelf.all();
    const failed = this.shelf.keep(all);
    this.told.textContent = failed || said;
    if (!failed && lost) this.told.append(" ", this.#button("Bring it back", `Bring it back: ${said}`, "bring-back", () => this.#keep(before, "It is back")));
    this.renaming = null;
    this.show();
    return !failed;
  }

  #save(name) {
    const all = this.shelf.all();
    const isThere = all.has(name);
    all.set(name, this.text());
    if (this.#keep(all, isThere ? `Saved as “${name}”, in the place of what had this name` : `Saved as “${name}”`, isThere)) this.name.value = "";
  }

  #rename(from, to) {
    const all = this.shelf.all();
    const isThere = to !== from && all.has(to);
    // A renamed one keeps its place in the list.
    const renamed = new Map([...all].filter(([name]) => name !== to || name === from).map(([name, text]) => [name === from ? to : name, text]));
    this.#keep(renamed, isThere ? `“${from}” is “${to}” now, in the place of what had this name` : `“${from}” is “${to}” now`, isThere);
  }

  show() {
    this.list.replaceChildren(...[...this.shelf.all()].map(([name, text]) => {
      if (this.renaming === name) return this.#renameRow(name);
      return make("li", {},
        this.#button(name, `Open: ${name}`, `open-${name}`, () => { this.told.textContent = ""; this.onOpen(text, name); }),
        this.#button("Rename", `Rename: ${name}`, `rename-${name}`, () => { this.renaming = name; this.show(); this.list.querySelector("input").select(); }),
        this.#button("Delete", `Delete: ${name}`, `delete-${name}`, () => {
          const all = this.shelf.all();
          all.delete(name);
          this.#keep(all, `“${name}” is deleted`, true);
        }));
    }));
  }

  #renameRow(name) {
    const input = this.#test(make("input", { value: name, ariaLabel: `The new name of ${name}`, autocomplete: "off" }), "new-name");
    const form = make("form", { className: "fields" }, input, this.#test(make("button", { textContent: "Rename" }), "renamed"), this.#button("Leave it", "Leave it as it is", "unrenamed", () => { this.renaming = null; this.show(); }));
    form.addEventListener("submit", (e) => { e.preventDefault(); if (input.value.trim()) this.#rename(name, input.value.trim()); });
    return make("li", {}, form);
  }
}
