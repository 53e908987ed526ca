// The page in a real browser. BETZA: the native program, whose moves those of the page must equal. SHOTS: a folder for screenshots.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import Ffish from "ffish-es6";
import Betza from "../../bindings/wasm/js/ffish.js";
import * as raw from "../../bindings/wasm/js/pkg/betza.js";
import { GALLERY } from "../src/gallery.js";
import { ownPage } from "../src/ownpage.js";
import { design } from "./design.mjs";
import { designs } from "./designs.mjs";
import { looks } from "./looks.mjs";
import { serve } from "./serve.mjs";
import { studio } from "./studio.mjs";

const require = createRequire(import.meta.url);
const here = new URL(".", import.meta.url).pathname;
const server = await serve(`${here}../dist`);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
// Machines on which tests run are not always idle: who waits so long for a square waits in vain.
const WAIT = 30_000;
// What else runs on a machine only adds to times: the shortest of several is the page's own. So often it is tried whether it is short enough.
const TRIES = 12;
const foreign = [];
const faults = [];

/** A new page at an address of the page, when it is ready. */
async function open(hash, options = {}) {
  const page = await visit(server.address + hash, options);
  await page.waitForSelector("html[data-ready]");
  return page;
}

/** A new page at any address. What it loads is its own, or the page's. */
async function visit(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  page.on("request", (r) => { if (![server.address, url].some((known) => r.url().startsWith(known)) && !/^(blob|data):/.test(r.url())) foreign.push(r.url()); });
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => { if (m.type() === "error") faults.push(m.text()); });
  await page.goto(url);
  return page;
}

/** Runs a measurement three times, and again while `isLong` holds of all runs until then. */
async function several(measure, isLong) {
  const runs = [await measure(), await measure(), await measure()];
  while (runs.length < TRIES && isLong(runs)) runs.push(await measure());
  return runs;
}

/** Goes to another address of the page, as a click on a link does. */
async function go(page, hash) {
  await page.evaluate((address) => new Promise((done) => {
    addEventListener("hashchange", done, { once: true });
    if (location.hash === address) done();
    else location.hash = address;
  }), hash);
  await page.waitForSelector("html[data-ready]");
}
/** The page's address, when it says what is shown: it follows a moment later. */
const address = (page) => page.evaluate(() => new Promise((done) => setTimeout(() => done(location.href))));
const at = (page, id) => page.locator(`[data-testid="${id}"]`);
const text = async (page, id) => (await at(page, id).textContent()).trim();
const marks = (page, square) => at(page, `sq-${square}`).getAttribute("data-marks");

/** A finger goes down on one element, and up on another. */
async function slide(page, from, to) {
  await from.evaluate((e) => e.scrollIntoView({ block: "end" }));
  const middle = async (target) => {
    const box = await target.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [a, b] = [await middle(from), await middle(to)];
  const finger = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [a]);
  for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }]);
  await send("touchEnd", []);
  await finger.detach();
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** Axe finds nothing wrong with what is shown; a screenshot of it is kept under the name. */
async function judged(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].target} ${v.nodes[0].failureSummary}`), [], name);
}

const tests = {
  async "a piece is typed, its errors are mended, its board is changed by mouse and keyboard"() {
    const page = await open("");
    await at(page, "notation").fill("W");
    assert.match(await text(page, "english"), /\w/);
    assert.match(await marks(page, "d5"), /move/);
    assert.equal(await marks(page, "e5"), "");
    await at(page, "notation").fill("W-F");
    assert.match(await text(page, "error"), /extended/);
    await at(page, "error").getByRole("button").first().click();
    assert.equal(await at(page, "dialect").inputValue(), "extended");
    assert.equal(await text(page, "error"), "");
    await at(page, "dialect").selectOption("betza");
    // What is offered is the piece that was meant: not the Queen KK, nor a Lion without its second steps.
    const offers = async (notation) => {
      await at(page, "notation").fill(notation);
      return at(page, "error").getByRole("button").allTextContents();
    };
    assert.deepEqual(await offers("KisO2"), ["Write K", "Read it as xbetza"]);
    assert.deepEqual(await offers("KNADcaKmcabK"), ["Read it as xbetza"]);
    assert.deepEqual(await offers("gryphon"), ["Write t[FR]"]);
    assert.deepEqual(await offers("lion"), ["Write KNADcaKmcabK in xbetza"]);
    await at(page, "notation").fill("R");
    if (process.env.BETZA) {
      const native = spawnSync(process.env.BETZA, ["tables", "R", "--json"], { encoding: "utf8" });
      const own = JSON.parse(native.stdout).tables.filter((t) => t.side === "white");
      const wanted = own.map((t) => `${t.kind}, ${t.entries} entries, ${t.bytes} bytes`).join("; ");
      await page.getByText("What it compiles to").click();
      await page.waitForFunction((words) => document.getElementById("tables").textContent.endsWith(`: ${words}.`), wanted);
    }
    await page.getByLabel("sets a foe").check();
    await at(page, "sq-d6").click();
    await page.getByLabel("sets a friend").check();
    await at(page, "sq-f4").click();
    assert.equal(await marks(page, "d6"), "capture blocker");
    assert.equal(await marks(page, "d7"), "blocked");
    assert.equal(await marks(page, "f4"), "blocker");
    await at(page, "sq-d6").dragTo(at(page, "sq-d8"));
    assert.equal(await marks(page, "d8"), "capture");
    assert.equal(await marks(page, "d7"), "move");
    await page.locator("label[data-tool=foe]").dragTo(at(page, "sq-a4"));
    assert.equal(await marks(page, "a4"), "capture");
    await at(page, "sq-d8").focus();
    await page.getByLabel("moves the piece").check();
    await at(page, "sq-d8").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.match(await at(page, "sq-e6").getAttribute("aria-label"), /the piece/);
    const reopened = await open(new URL(await address(page)).hash);
    assert.equal(await text(reopened, "moves"), await text(page, "moves"));
    for (const kind of ["svg", "png"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), at(page, kind).click()]);
      const bytes = readFileSync(await download.path());
      assert.ok(kind === "svg" ? bytes.includes("<svg") : bytes.subarray(1, 4).toString() === "PNG", kind);
    }
  },

  async "friends and foes are dragged onto the board, moved on it and off it"() {
    const page = await open("#piece?n=R&at=d4");
    const tool = (name) => page.locator(`label[data-tool=${name}]`);
    await tool("friend").dragTo(at(page, "sq-d6"));
    await tool("foe").dragTo(at(page, "sq-f4"));
    const found = async () => (await text(page, "moves")).split(/\s+/).sort().join(" ");
    assert.equal(await found(), "a4 b4 c4 d1 d2 d3 d5 e4 xf4");
    assert.match(await at(page, "sq-d6").getAttribute("aria-label"), /friend/);
    assert.match(await at(page, "sq-f4").getAttribute("aria-label"), /foe/);
    await at(page, "sq-d6").dragTo(at(page, "sq-d5"));
    await at(page, "sq-f4").dragTo(page.locator("h1"));
    assert.equal(await found(), "a4 b4 c4 d1 d2 d3 e4 f4 g4 h4");
    assert.match(await address(page), /fr=d5(&|$)/);
    await tool("piece").dragTo(at(page, "sq-a1"));
    assert.equal(await found(), "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1");
  },

  async "a page of its own tells the moves of both sides where they differ"() {
    const sentry = { name: "Sentry", notation: ["W", "F"], english: ["One square orthogonally.", "One square diagonally."] };
    const rook = { name: "Rook", notation: ["R", "R"], english: ["Any number of squares orthogonally.", "Any number of squares orthogonally."] };
    const file = ownPage({ title: "Two", toml: "", kinds: [sentry, rook], rules: [], start: "", uci: [], script: "elements.js" });
    const told = [...file.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)].map(([, head, words]) => `${head}: ${words}`);
    assert.deepEqual(told, ["White’s Sentry <code>W</code>: One square orthogonally.", "Black’s Sentry <code>F</code>: One square diagonally.", "Rook <code>R</code>: Any number of squares orthogonally."]);
  },

  async "boards have up to 36 files, those after z with two letters"() {
    const page = await open("#piece?n=fRrW&b=30x12&at=z9");
    const found = async () => (await text(page, "moves")).split(/\s+/).sort().join(" ");
    assert.equal(await found(), "aa9 z10 z11 z12");
    await page.getByLabel("moves the piece").check();
    await at(page, "sq-ac11").click();
    assert.equal(await found(), "ac12 ad11");
    assert.match(await address(page), /at=ac11(&|$)/);
    await page.locator("#files").fill("28");
    await page.locator("#files").blur();
    assert.match(await address(page), /b=28x12/);
    assert.equal(await page.locator("[data-testid=sq-ac11]").count(), 0);
  },

  async "hurdles, blockers, captures and side effects are marked among other men"() {
    const shown = async (address, wanted) => {
      const page = await open(address);
      for (const [square, mark] of Object.entries(wanted)) assert.equal(await marks(page, square), mark, `${square} of ${address}`);
      const legend = await text(page, "legend");
      await page.context().close();
      return legend;
    };
    // The cannon of xiangqi moves as a Rook, and captures what stands behind one man of either side.
    let legend = await shown("#piece?n=mRcpR&d=xbetza&at=d4&fr=d6&fo=d8,f4,h4,b4", { d5: "move", d6: "hurdle blocker", d7: "blocked", d8: "hop-capture", f4: "hurdle blocker", g4: "blocked", h4: "hop-capture", b4: "blocker", a4: "blocked", c4: "move" });
    for (const words of [/capture over a hurdle/, /makes a move possible/, /stands in the way/]) assert.match(legend, words);
    // The grasshopper lands behind a hurdle, and needs it to move too.
    await shown("#piece?n=gQ&d=xbetza&at=d4&fr=d6&fo=f6", { d6: "hurdle", d7: "hop-move", f6: "hurdle", g7: "hop-move", d5: "" });
    // A Rook that is not stopped captures and goes no further; its friend stops it.
    await shown("#piece?n=R&at=d4&fo=d6&fr=b4", { d6: "capture blocker", d7: "blocked", d8: "blocked", b4: "blocker", a4: "blocked", c4: "move" });
    // A horse of xiangqi is stopped on its way.
    await shown("#piece?n=nN&d=xbetza&at=d4&fr=d5", { d5: "blocker", c6: "blocked", e6: "blocked", f5: "move" });
    // A man of draughts takes what it jumps over (docs/notation/model.md, M9); it cannot jump over a friend.
    legend = await shown("#piece?n=cafmF&d=xbetza&at=d4&fo=e5&fr=c5", { e5: "victim", f6: "side", c5: "", b6: "" });
    assert.match(legend, /captured from elsewhere/);
  },

  async "moves are played by touch, taps and drags, and men are put by touch"() {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await open("#game?g=chess", phone);
    const played = (moves) => page.waitForFunction((m) => new URLSearchParams(location.hash.split("?")[1]).get("m") === m, moves);
    await at(page, "sq-e2").tap();
    assert.match(await marks(page, "e4"), /move/);
    await at(page, "sq-e4").tap();
    await played("e2e4");
    await slide(page, at(page, "sq-d7"), at(page, "sq-d5"));
    await played("e2e4,d7d5");
    await slide(page, at(page, "sq-e4"), at(page, "sq-d5"));
    await played("e2e4,d7d5,e4d5");
    const piece = await open("#piece?n=R&at=d4", phone);
    await piece.locator("label[data-tool=foe]").tap();
    await at(piece, "sq-d6").tap();
    await piece.waitForFunction(() => location.hash.includes("fo=d6"));
    await slide(piece, piece.locator("label[data-tool=friend]"), at(piece, "sq-f4"));
    await piece.waitForFunction(() => location.hash.includes("fr=f4"));
    assert.equal(await marks(piece, "d6"), "capture blocker");
    assert.doesNotMatch(await marks(piece, "f4"), /move|capture/);
  },

  async "every piece of the gallery is read"() {
    const page = await open("");
    const known = page.locator("#gallery button");
    assert.equal(await known.count(), GALLERY.flatMap(({ pieces }) => pieces).length);
    assert.equal(await page.getByRole("group", { name: "Chess with Different Armies" }).getByRole("button", { name: "Half-Duck" }).count(), 1);
    for (const button of await known.all()) {
      await button.click();
      const name = await button.textContent();
      assert.equal(await page.locator("#error .error").count(), 0, name);
      assert.ok(JSON.parse(await at(page, "moves").getAttribute("data-moves")), name);
      assert.ok(await text(page, "english"), name);
    }
  },

  async "moves are those of the native program for all cases of testdata/notation"() {
    const folder = `${here}../../testdata/notation/`;
    const cases = readdirSync(folder).filter((f) => /^[a-z0-9]+\.jsonl$/.test(f)).flatMap((f) => readFileSync(folder + f, "utf8").trim().split("\n").map((line) => JSON.parse(line)));
    assert.ok(cases.length > 1000);
    if (!process.env.BETZA) return "SKIPPED: BETZA does not name the native program";
    const asked = cases.map(({ dialect, board, piece, at: from, side, friends, foes, moved }) => JSON.stringify({ dialect, board, piece, at: from, side, friends, foes, moved })).join("\n");
    const native = spawnSync(process.env.BETZA, ["moves", "--batch"], { input: asked, maxBuffer: 1 << 28, encoding: "utf8" });
    const answers = native.stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(answers.length, cases.length);
    const page = await open("");
    const shown = await page.evaluate(async (all) => {
      const found = [];
      for (const c of all) {
        const list = (x) => (x ?? []).join();
        const query = new URLSearchParams({ n: c.piece, d: c.dialect, b: c.board ?? "8x8", at: c.at, s: c.side ?? "white", fr: list(c.friends), fo: list(c.foes), mv: list(c.moved), x: found.length });
        const routed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
        location.hash = `#piece?${query}`;
        await routed;
        found.push(document.querySelector("[data-testid=moves]").dataset.moves);
      }
      return found;
    }, cases);
    const wrong = cases.filter((c, i) => !answers[i].error && shown[i] !== JSON.stringify(answers[i].moves));
    assert.deepEqual(wrong.slice(0, 3), []);
    const refused = answers.filter((a) => a.error).length;
    assert.ok(refused * 20 < cases.length, `${refused} are refused`);
    return `${cases.length} cases, of which ${refused} need a game`;
  },

  async "a game of chess, by clicks, drags and the keyboard, to mate"() {
    // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
    const san = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    const page = await open("#game?g=chess");
    await played(page, "chess", san.split(" "));
    assert.match(await text(page, "result"), /White wins: .*mate/i);
    assert.match(await text(page, "moves"), /17\. Rd8# \(d1d8\)/);
    assert.match(await at(page, "fen").inputValue(), /^1n1Rkb1r\/p4ppp\/4q3\/4p1B1\/4P3\/8\/PPP2PPP\/2K5 b k /);
    await at(page, "undo").click();
    assert.match(await text(page, "result"), /White to move/);
    await at(page, "move").fill("Rd8");
    await at(page, "move").press("Enter");
    assert.match(await text(page, "result"), /White wins/);
    const again = await open(new URL(await address(page)).hash);
    assert.equal(await at(again, "fen").inputValue(), await at(page, "fen").inputValue());
    assert.equal(await text(again, "moves"), await text(page, "moves"));
  },

  async "promotions are chosen, bad positions and moves are told, files are read"() {
    const page = await open(`#game?g=chess&fen=${encodeURIComponent("8/P6k/8/8/8/8/8/K7 w - - 0 1")}`);
    await at(page, "sq-a7").click();
    await at(page, "sq-a8").click();
    await at(page, "choice-a7a8n").click();
    assert.match(await at(page, "fen").inputValue(), /^N7\/7k/);
    await at(page, "move").fill("h7h5");
    await at(page, "move").press("Enter");
    assert.ok(await text(page, "error"));
    await at(page, "fen").fill("nonsense");
    await at(page, "fen").press("Enter");
    assert.ok(await text(page, "error"));
    const ini = "[mine:chess]\nknight = -\ncustomPiece1 = n:NW\n";
    await page.locator("#file").setInputFiles({ name: "variants.ini", mimeType: "text/plain", buffer: Buffer.from(ini) });
    await page.waitForFunction(() => location.hash.includes("ini="));
    assert.match(await text(page, "legal"), /b1a3/);
    const toml = "format = 1\nparent = \"chess\"\nname = \"small\"\n";
    await page.locator("#file").setInputFiles({ name: "small.toml", mimeType: "text/plain", buffer: Buffer.from(toml) });
    await page.waitForFunction(() => location.hash.includes("toml="));
    assert.match(await text(page, "result"), /White to move/);
  },

  async "a game of shogi with drops, to its end"() {
    const { uci, drops } = playout("shogi", (u) => u.some((m) => m.includes("@")), 7);
    const judge = new (await ffish()).Board("shogi");
    for (const m of uci) assert.ok(judge.push(m), m);
    assert.ok(judge.isGameOver(), "ffish.js says that it is over");
    const page = await open("#game?g=shogi");
    await played(page, "shogi", uci);
    assert.match(await text(page, "result"), judge.result() === "1-0" ? /^White wins/ : /^Black wins/);
    return `${uci.length} plies, ${drops} drops`;
  },

  async "a game with Lions, legs step by step, to its end"() {
    const { uci, steps } = playout("mightylion", (u, steps) => steps > 0, 3);
    const page = await open("#game?g=mightylion");
    await played(page, "mightylion", uci);
    assert.match(await text(page, "result"), /wins|Draw/);
    return `${uci.length} plies, ${steps} of several legs`;
  },

  async "the computer mates, answers in games, and stops when a move is taken back"() {
    // A mate in one by back rank: only a8 mates.
    const mate = await open(`#game?g=chess&on=300&o=white&fen=${encodeURIComponent("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")}`);
    await mate.waitForFunction(() => /White wins: .*mate/i.test(document.querySelector("[data-testid=result]").textContent));
    assert.match(await text(mate, "moves"), /a1a8/);
    const judge = await ffish();
    for (const [game, move] of [["chess", "e2e4"], ["shogi", "c3c4"], ["xiangqi", "h3e3"]]) {
      const page = await open(`#game?g=${game}`);
      await at(page, "opponent").selectOption("black");
      await at(page, "move").fill(move);
      await at(page, "move").press("Enter");
      await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("m")?.split(",").length === 2);
      const answer = new URLSearchParams((await address(page)).split("?")[1]).get("m").split(",")[1];
      const board = new judge.Board(game);
      assert.ok(board.push(move) && board.push(answer), `${game}: ${answer}`);
      board.delete();
      assert.match(await text(page, "result"), /^White to move/);
      const again = await open(new URL(await address(page)).hash);
      assert.equal(await at(again, "opponent").inputValue(), "black");
      await at(page, "undo").click();
      assert.equal(await text(page, "moves"), "");
      await page.context().close();
    }
    const page = await open("#game?g=chess&o=black&on=300000");
    await at(page, "move").fill("e2e4");
    await at(page, "move").press("Enter");
    assert.match(await text(page, "result"), /thinking/);
    await at(page, "undo").click();
    await page.waitForTimeout(300);
    assert.equal(await text(page, "moves"), "");
  },

  async "positions are counted, compared, and stopped"() {
    const page = await open("#count?g=chess&depth=3");
    await at(page, "perft-run").click();
    await page.waitForFunction(() => document.querySelector("[data-testid=perft-total]").textContent !== "", null, { timeout: 60000 });
    assert.equal(await text(page, "perft-total"), "8902");
    const rows = await page.locator("#divide tbody tr").allTextContents();
    assert.equal(rows.length, 20);
    const theirs = (await page.locator("#divide tbody tr").evaluateAll((all) => all.map((r) => `${r.cells[0].textContent}: ${r.cells[1].textContent}`)));
    await at(page, "perft-pasted").fill(theirs.join("\n"));
    assert.match(await text(page, "perft-difference"), /equal/);
    await at(page, "perft-pasted").fill(theirs.join("\n").replace("e2e4: 600", "e2e4: 601"));
    assert.match(await text(page, "perft-difference"), /e2e4/);
    await at(page, "perft-depth").fill("9");
    await at(page, "perft-run").click();
    await at(page, "perft-stop").click();
    assert.match(await page.locator("#time").textContent(), /Stopped/);
    const again = await open(new URL(await address(page)).hash);
    assert.equal(await at(again, "perft-depth").inputValue(), "9");
  },

  async "the first board over a slow line, on a slow processor, with a word while it loads"() {
    const first = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(2 * WAIT);
      const client = await context.newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
      await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.addInitScript(() => {
        globalThis.words = new Set();
        const look = () => {
          globalThis.words.add(document.getElementById("loading")?.textContent);
          if (document.querySelector("#piece-board .mk")) globalThis.board = performance.now();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.goto(server.address);
      await page.waitForFunction(() => globalThis.board);
      const found = await page.evaluate(() => ({ board: globalThis.board, words: [...globalThis.words] }));
      await context.close();
      return found;
    };
    const shortest = (runs) => Math.min(...runs.map((run) => run.board));
    const runs = await several(first, (runs) => shortest(runs) >= 5000);
    const board = shortest(runs);
    assert.ok(board < 5000, `the first board is there after ${board} ms`);
    for (const { words } of runs) assert.ok(words.some((word) => /Loading the pieces \(0\.5 MB\): \d+ %/.test(word)), words.join("; "));
    return `after ${runs.map((run) => Math.round(run.board)).join(", ")} ms at 1.6 Mbit/s, 150 ms and 4x`;
  },

  async "a link to a game shows its start over a slow line, and then the game"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(2 * WAIT);
    const asked = [];
    page.on("request", (r) => asked.push(new URL(r.url()).pathname));
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
    await page.addInitScript(() => {
      const look = () => {
        const picture = document.querySelector("#game-board > img");
        if (picture?.complete && picture.naturalWidth) globalThis.start ??= [performance.now(), picture.alt];
        if (document.querySelector("#game-board [data-square]")) globalThis.board = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${server.address}#game?g=shogi&m=c3c4`);
    await page.waitForFunction(() => globalThis.board);
    const [[start, alt], board] = await page.evaluate(() => [globalThis.start, globalThis.board]);
    assert.equal(alt, "The start of shogi");
    assert.ok(start < 5000, `the start is there after ${start} ms`);
    assert.equal(await page.locator("#game-board > img").count(), 0, "the picture makes room for the board");
    assert.equal(await at(page, "sq-c4").getAttribute("aria-label"), "c4, white Pawn");
    assert.ok(!asked.includes("/pieces/betza_bg.wasm.gz"), "pieces alone are not loaded for it");
    await context.close();
    return `the start after ${Math.round(start)} ms, the game after ${Math.round(board)} ms at 1.6 Mbit/s and 150 ms`;
  },

  async "paint, keystrokes and layout"() {
    /** The page as a slower processor has it: when it is painted and ready, and how far it shifts. */
    const loaded = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT);
      const client = await context.newCDPSession(page);
      await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) globalThis.shift += e.value; }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(server.address);
      await page.waitForSelector("html[data-ready]");
      const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
      const ready = await page.evaluate(() => performance.now());
      await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await page.waitForTimeout(400);
      return { page, paint, ready, shift: await page.evaluate(() => globalThis.shift) };
    };
    const shortest = (runs) => Math.min(...runs.map((run) => run.paint));
    const runs = await several(loaded, (runs) => shortest(runs) >= 1000);
    const paint = shortest(runs);
    const ready = Math.min(...runs.map((run) => run.ready));
    const shift = Math.max(...runs.map((run) => run.shift));
    const { page } = runs[0];
    const notations = ["R", "N", "Q", "K", "WD", "BN", "NN", "fmWfcF"];
    /** The median time of a keystroke for each notation. */
    const keystrokes = () => page.evaluate((notations) => notations.map((n) => {
      const field = document.querySelector("[data-testid=notation]");
      const taken = [];
      for (let i = 0; i < 60; i++) {
        field.value = i % 2 ? n : "W";
        const started = performance.now();
        field.dispatchEvent(new Event("input"));
        if (i % 2) taken.push(performance.now() - started);
      }
      return Math.round(taken.sort((a, b) => a - b)[taken.length >> 1] * 10) / 10;
    }), notations);
    const quickest = (runs) => notations.map((n, i) => [n, Math.min(...runs.map((run) => run[i]))]);
    const times = quickest(await several(keystrokes, (runs) => quickest(runs).some(([, ms]) => ms >= 16)));
    assert.ok(paint < 1000, `first paint after ${paint} ms`);
    assert.ok(shift < 0.1, `the layout shifts by ${shift}`);
    assert.ok(times.every(([, ms]) => ms < 16), JSON.stringify(times));
    return `first paint ${Math.round(paint)} ms and ready ${Math.round(ready)} ms at 4x; shift ${shift.toFixed(3)}; keystrokes ${JSON.stringify(times)}`;
  },
};

const tools = { raw, open, go, visit, judged, at, text, marks, address };
Object.assign(tests, looks(tools), studio(tools), design(tools), designs(tools));

let judge;
async function ffish() {
  const wasmBinary = readFileSync(require.resolve("ffish-es6").replace(/[^/]*$/, "ffish.wasm"));
  return (judge ??= await Ffish({ wasmBinary }));
}

/** A game found by chance: a move that ends it is taken, then captures, then any. It has what is `wanted`. */
function playout(name, wanted, seed) {
  let state = seed;
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  for (let game = 0; game < 60; game++) {
    const play = raw.Play.builtin(name);
    let steps = 0;
    for (let ply = 0; ply < 160; ply++) {
      const now = JSON.parse(play.state());
      if (now.outcome) {
        if (wanted(now.uci, steps) && /wins/.test(now.outcome)) return { uci: now.uci, drops: now.uci.filter((m) => m.includes("@")).length, steps };
        break;
      }
      const ends = now.moves.find((m) => {
        play.play(m.uci);
        const over = play.result(false) !== "*";
        play.undo();
        return over;
      });
      const taking = now.moves.filter((m) => m.captured.length || m.legs.length > 2 || m.drop);
      const from = taking.length && random(2) ? taking : now.moves;
      const m = ends ?? from[random(from.length)];
      if (m.legs.length > 2) steps++;
      play.play(m.uci);
    }
    play.free();
  }
  throw new Error(`${name}: no game was found`);
}

/** Plays moves by mouse and keyboard in turn, each as a player would. */
async function played(page, name, moves) {
  const model = raw.Play.builtin(name);
  for (const [i, move] of moves.entries()) {
    const before = JSON.parse(model.state());
    model.play(move);
    const uci = model.history().split(" ").at(-1);
    const m = before.moves.find((x) => x.uci === uci);
    const count = () => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("m")?.split(",").length ?? 0);
    const choose = async () => {
      const button = at(page, `choice-${uci}`);
      if (await button.isVisible()) await button.click();
    };
    if (m.drop) {
      await at(page, `hand-${m.drop}`).click();
      await at(page, `sq-${m.to}`).click();
    } else if (i % 5 === 1 && m.legs.length === 2) {
      await at(page, `sq-${m.legs[0]}`).dragTo(at(page, `sq-${m.legs[1]}`));
    } else if (i % 5 === 3 && m.legs.length === 2) {
      for (const square of m.legs) {
        await at(page, `sq-${square}`).focus();
        await page.keyboard.press("Enter");
      }
    } else {
      for (const square of m.legs) await at(page, `sq-${square}`).click();
    }
    await choose();
    if ((await count()) === i) {
      await at(page, `sq-${m.legs.at(-1) ?? m.to}`).click();
      await choose();
    }
    assert.equal(await count(), i + 1, `${uci} was not made: ${before.fen}`);
  }
  assert.equal(await at(page, "fen").inputValue(), JSON.parse(model.state()).fen);
}

await Betza();
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.argv[2] && !name.includes(process.argv[2])) continue;
  const started = performance.now();
  try {
    const said = await test();
    console.log(`ok: ${name} (${Math.round(performance.now() - started)} ms)${said ? `: ${said}` : ""}`);
  } catch (e) {
    failed++;
    console.log(`FAILED: ${name}\n${e.stack}`);
  }
}
await browser.close();
server.close();
if (foreign.length) console.log(`FAILED: loaded from elsewhere: ${foreign}`);
if (faults.length) console.log(`FAILED: errors of the page: ${faults}`);
process.exit(failed || foreign.length || faults.length ? 1 : 0);
