// What the tests of Design do again and again.
import assert from "node:assert/strict";

const FILES = "abcdefghijklmnop";

export function designing({ open, at, text }) {
  /** Places pieces of a tool on squares; the other side's follow by symmetry. */
  const place = async (page, tool, squares) => {
    await at(page, `d-tool-${tool}`).click();
    for (const square of squares) await at(page, `sq-${square}`).click();
  };
  const rank = (n, files) => [...FILES.slice(0, files)].map((file) => file + n);
  const set = async (page, id, value) => {
    await at(page, id).fill(value);
    await at(page, id).press("Tab");
  };
  const size = async (page, files, ranks) => {
    await set(page, "d-files", String(files));
    await set(page, "d-ranks", String(ranks));
  };
  const add = async (page, name, notation, dialect = "xbetza", letter = "") => {
    await at(page, "d-add-name").fill(name);
    await at(page, "d-add-notation").fill(notation);
    await at(page, "d-add-dialect").selectOption(dialect);
    await at(page, "d-add-letter").fill(letter);
    await at(page, "d-add").click();
  };
  const known = async (page, name) => {
    await at(page, `d-known-${name}`).click();
    await at(page, "d-known-add").click();
  };
  const drop = async (page, name) => page.getByRole("button", { name: `Take away: ${name}` }).click();
  /** Shows what a piece may do besides moving. */
  const more = async (page, id) => at(page, `d-${id}-more`).click();
  /** What is there when the design has been read as a game. */
  const read = async (page, id) => {
    await page.waitForSelector("#view-design[aria-busy=false]");
    return text(page, id);
  };
  const toml = async (page) => {
    await page.waitForSelector("#view-design[aria-busy=false]");
    return at(page, "d-toml").inputValue();
  };
  /** What is wrong with a kind, told at the kind; with a rule, told at its key. */
  const problem = async (page, id) => (await read(page, "d-problems"), (await page.locator(`[data-kind=${id}] > div > .problem`).textContent()).trim());
  const wrong = async (page, path) => (await read(page, "d-problems"), (await page.locator(`[data-problem="${path}"]`).textContent()).trim());
  const play = async (page, move) => {
    await at(page, "move").fill(move);
    await at(page, "move").press("Enter");
  };
  const goesTo = (page, view) => page.waitForSelector(`html[data-ready] #view-${view}:not([hidden])`);
  /** Plays the design. */
  const played = async (page, ...moves) => {
    assert.equal(await read(page, "d-problems"), "");
    await at(page, "d-play").click();
    await goesTo(page, "game");
    for (const move of moves) await play(page, move);
  };
  const legal = async (page, from = "") => (await page.locator("#legal button").allTextContents()).filter((move) => move.startsWith(from)).sort();
  const fen = (page) => at(page, "fen").inputValue();
  const exported = async (page) => {
    if (!(await page.locator("#export").evaluate((e) => e.open))) await page.locator("#export > summary").click();
    await page.waitForFunction(() => document.getElementById("exported").value !== "");
    return at(page, "exported").inputValue();
  };
  /** Exports the game, reads the export again and edits it: the design must be the same game, whose export is the same file. */
  const again = async (page) => {
    const start = await fen(page);
    const file = await exported(page);
    const other = await open("#game?g=chess");
    await other.getByText("Paste anything, or open a file").click();
    await at(other, "paste").fill(file);
    await at(other, "paste-read").click();
    assert.match(await text(other, "taken"), /a game file of the native format/);
    assert.equal(await fen(other), start);
    await at(other, "edit").click();
    await goesTo(other, "design");
    assert.match(await text(other, "d-taken"), /is opened with its board, its pieces and all its rules\.$/);
    await played(other);
    assert.equal(await fen(other), start);
    assert.equal(await exported(other), file, "the same file comes out again");
    await other.context().close();
  };

  /** A design as a link has it: `men` are texts as in "K a1". */
  const made = (men, parts = {}) => {
    const sides = men.map((all, side) => (all ? all.split(", ").map((man) => [man.split(" ")[1], { id: man.split(" ")[0], side }]) : []));
    return `#design?${new URLSearchParams({ d: JSON.stringify({ title: "Tried", symmetry: "none", men: sides.flat(), ...parts }) })}`;
  };
  const kinds = (...all) => all.map(([id, name, move, more = {}]) => ({ id, keys: { name, move, dialect: "xbetza", ...more } }));
  const KING = ["K", "King", "K", { royal: true }];

  return { place, rank, set, size, add, known, drop, more, read, toml, problem, wrong, play, goesTo, played, legal, fen, exported, again, made, kinds, KING };
}
