// Tests of the views in which games are listed, designed, pasted, kept and exported. `browser.mjs` runs them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "./serve.mjs";

const FILES = "abcdefghijklmnop";

export function studio({ raw, open, go, visit, judged, at, text, marks, address }) {
  /** Places pieces of a tool on squares; the other side's follow by symmetry. */
  const place = async (page, tool, squares) => {
    await at(page, `d-tool-${tool}`).click();
    for (const square of squares) await at(page, `sq-${square}`).click();
  };
  const rank = (n, files) => [...FILES.slice(0, files)].map((file) => file + n);
  const size = async (page, files, ranks) => {
    for (const [id, n] of [["d-files", files], ["d-ranks", ranks]]) {
      await at(page, id).fill(String(n));
      await at(page, id).press("Tab");
    }
  };
  const add = async (page, name, notation, dialect = "xbetza") => {
    await at(page, "d-name").fill(name);
    await at(page, "d-notation").fill(notation);
    await at(page, "d-dialect").selectOption(dialect);
    await at(page, "d-add").click();
  };
  const set = async (page, id, value) => {
    await at(page, id).fill(value);
    await at(page, id).press("Tab");
  };
  const drop = async (page, name) => page.getByRole("button", { name: `Take away: ${name}` }).click();
  /** What is there when the design has been read as a game. */
  const read = async (page, id) => {
    await page.waitForSelector("#view-design[aria-busy=false]");
    return text(page, id);
  };
  /** What is wrong with a kind, told at the kind. */
  const problem = async (page, id) => (await page.waitForSelector("#view-design[aria-busy=false]")) && (await page.locator(`[data-kind=${id}] .problem`).textContent()).trim();
  const play = async (page, move) => {
    await at(page, "move").fill(move);
    await at(page, "move").press("Enter");
  };
  /** Plays the design, exports it and opens the export, which must have the same start. */
  const again = async (page) => {
    const start = await at(page, "fen").inputValue();
    await page.locator("#export > summary").click();
    await page.waitForFunction(() => document.getElementById("exported").value !== "");
    const toml = await at(page, "exported").inputValue();
    const other = await open("#game?g=chess");
    await other.getByText("Paste anything, or open a file").click();
    await at(other, "paste").fill(toml);
    await at(other, "paste-read").click();
    assert.match(await text(other, "taken"), /a game file of the native format/);
    assert.equal(await at(other, "fen").inputValue(), start);
    return other;
  };

  return {
    async "Capablanca's chess is designed from nothing, played, exported and read again"() {
      const page = await open("#design");
      await set(page, "d-title", "Capablanca again");
      await size(page, 10, 8);
      await page.locator("#d-gallery").selectOption({ label: "Chancellor" });
      await page.locator("#d-gallery").selectOption({ label: "Archbishop" });
      await place(page, "P", rank(2, 10));
      for (const [tool, squares] of Object.entries({ R: ["a1", "j1"], N: ["b1", "i1"], A: ["c1"], B: ["d1", "g1"], Q: ["e1"], K: ["f1"], C: ["h1"] })) await place(page, tool, squares);
      await set(page, "d-P-to", "Q C A R B N");
      await at(page, "d-more-castling").fill("3");
      await at(page, "d-on-castling").check();
      assert.equal(await read(page, "d-problems"), "");
      const designed = await open(new URL(await address(page)).hash);
      assert.equal(await at(designed, "d-toml").inputValue(), await at(page, "d-toml").inputValue(), "the link holds the design");
      await at(page, "d-play").click();
      await page.waitForFunction(() => location.hash.startsWith("#game"));
      assert.equal(await at(page, "fen").inputValue(), "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
      // The start of Capablanca's chess has 28 moves: 20 of Pawns, 2 of each Knight, 2 each of Archbishop and Chancellor.
      assert.equal(await page.locator("#legal button").count(), 28);
      for (const move of ["f2f4", "f7f5", "g2g3", "g7g6", "g1f2", "g8f7", "h1i3", "h8i6", "i1h3", "i8h6"]) await play(page, move);
      assert.match(await text(page, "legal"), /f1i1/);
      await play(page, "f1i1");
      assert.match(await at(page, "fen").inputValue(), /\/RNABQ2RK1 b/);
      await at(page, "restart").click();
      await again(page);
    },

    async "a 9x9 game with drops is designed, played and read again"() {
      const page = await open("#design");
      await set(page, "d-title", "Nine by nine");
      await size(page, 9, 9);
      await at(page, "d-symmetry").selectOption("turn");
      for (const name of ["Pawn", "Queen", "Bishop"]) await drop(page, name);
      await add(page, "Gold General", "WfF");
      await add(page, "Foot", "fW");
      await place(page, "F", rank(3, 9));
      await place(page, "G", ["d1", "f1"]);
      await place(page, "R", ["a1", "i1"]);
      await place(page, "N", ["b1", "h1"]);
      await place(page, "K", ["e1"]);
      await set(page, "d-F-to", "G");
      await set(page, "d-F-zone", "ranks 7-9");
      await at(page, "d-F-free").check();
      await at(page, "d-on-hands").check();
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await read(page, "d-rules"), /hand/i);
      await at(page, "d-play").click();
      await page.waitForFunction(() => location.hash.startsWith("#game"));
      for (const move of ["a3a4", "a7a6", "a4a5", "a6a5", "a1a5"]) await play(page, move);
      await play(page, "i7i6");
      await at(page, "hand-F").click();
      await at(page, "sq-e5").click();
      assert.match(await address(page), /F%40e5|F@e5/);
      await at(page, "restart").click();
      await again(page);
    },

    async "a palace game is designed, its problem is shown where it is, it is played and read again"() {
      const page = await open("#design");
      await set(page, "d-title", "Palace");
      await size(page, 9, 10);
      for (const name of ["Pawn", "Queen", "Bishop", "Knight", "King"]) await drop(page, name);
      await add(page, "General", "W");
      await add(page, "Advisor", "F");
      await add(page, "Cannon", "mRcpR");
      await at(page, "d-G-royal").check();
      await set(page, "d-G-region", "d1-f99");
      assert.match(await problem(page, "G"), /f99|square/);
      assert.ok(await at(page, "d-play").isDisabled());
      await set(page, "d-G-region", "d1-f3");
      await set(page, "d-A-region", "d1-f3");
      await place(page, "A", ["d1", "f1"]);
      assert.match(await problem(page, "G"), /no game ever has/, "it does not stand on the board yet");
      await place(page, "G", ["e1"]);
      assert.equal(await problem(page, "G"), "");
      await place(page, "R", ["a1", "i1"]);
      await place(page, "C", ["b3", "h3"]);
      await at(page, "d-on-flying").check();
      await at(page, "d-on-stalemate").check();
      await at(page, "d-play").click();
      await page.waitForFunction(() => location.hash.startsWith("#game"));
      // The Generals face each other along the open file e, so neither Advisor's step aside matters; the General may go aside alone.
      const legal = (await page.locator("#legal button").allTextContents()).filter((move) => move.startsWith("e1"));
      assert.deepEqual(legal, [], "its neighbours are its own Advisors, and e2 faces the other General");
      await again(page);
    },

    async "walls and hands of the start are designed, played and read again"() {
      const page = await open("#design");
      await set(page, "d-title", "Walls");
      await size(page, 6, 6);
      await at(page, "d-symmetry").selectOption("turn");
      for (const name of ["Pawn", "Queen", "Bishop", "Knight"]) await drop(page, name);
      await place(page, "K", ["a1"]);
      await set(page, "d-R-hand-white", "2");
      assert.equal(await at(page, "d-R-hand-black").inputValue(), "2", "both sides have the same");
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await read(page, "d-rules"), /pieces in hand may be dropped/);
      await place(page, "wall", ["c3"]);
      assert.match(await at(page, "sq-d4").getAttribute("aria-label"), /wall/, "by symmetry");
      assert.match(await read(page, "d-problems"), /^There are walls, and no rule of the game has any: .*“No square”/);
      assert.ok(await at(page, "d-play").isDisabled());
      await set(page, "d-more-petrifies", "R");
      await at(page, "d-on-petrifies").check();
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await read(page, "d-rules"), /turn into a wall when they capture: Rook/);
      // What is put on a wall takes its place, and the wall comes back.
      await place(page, "K", ["c3"]);
      assert.match(await at(page, "sq-c3").getAttribute("aria-label"), /King/);
      await place(page, "wall", ["c3"]);
      const designed = await open(new URL(await address(page)).hash);
      assert.equal(await at(designed, "d-toml").inputValue(), await at(page, "d-toml").inputValue(), "the link holds the design");
      assert.equal(await at(designed, "d-R-hand-white").inputValue(), "2");
      await page.waitForSelector("#d-play:enabled");
      await at(page, "d-play").click();
      await page.waitForFunction(() => location.hash.startsWith("#game"));
      assert.equal(await at(page, "fen").inputValue(), "5k/6/3*2/2*3/6/K5[RRrr] w - - 0 1");
      // Of 36 squares two have Kings and two are walls: a Rook is dropped on one of 32, or the King has three moves.
      assert.equal(await page.locator("#legal button").count(), 35);
      await at(page, "hand-R").click();
      assert.equal(await marks(page, "c3"), "", "nothing is dropped on a wall");
      await at(page, "sq-c2").click();
      await play(page, "f6e6");
      await at(page, "sq-c2").click();
      for (const [square, mark] of [["f2", "move"], ["c3", ""], ["c4", ""]]) assert.equal(await marks(page, square), mark, `the wall stops the Rook: ${square}`);
      await at(page, "restart").click();
      await again(page);
      // Moves may place walls instead, in games without hands.
      await page.evaluate(() => { location.hash = document.querySelector("[data-view=design]").hash; });
      await page.waitForSelector("#view-design:not([hidden])");
      await at(page, "d-on-petrifies").uncheck();
      await at(page, "d-on-walling").check();
      assert.match(await read(page, "d-problems"), /walls together with hands/);
      await set(page, "d-R-hand-white", "0");
      await place(page, "R", ["b1"]);
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await at(page, "d-toml").inputValue(), /\nwalling = "static"\n/);
      assert.doesNotMatch(await at(page, "d-toml").inputValue(), /hands/);
      // A game at hand brings its hands.
      const pocket = await open("#game?g=pocketknight");
      await pocket.locator("nav [data-view=design]").click();
      await at(pocket, "d-chess").click();
      assert.equal(await at(pocket, "d-N-hand-black").inputValue(), "1");
      assert.match(await at(pocket, "d-toml").inputValue(), /PPPPPPPP\/RNBQKBNR\[Nn\] w/);
    },

    async "men are dragged from the tools and on the board, by the keyboard too, and the browser keeps the design"() {
      const page = await open("#design");
      const fen = async () => {
        await read(page, "d-problems");
        return /start = "([^ ]+)/.exec(await at(page, "d-toml").inputValue())[1];
      };
      await at(page, "d-tool-K").dragTo(at(page, "sq-e1"));
      await at(page, "d-tool-R").dragTo(at(page, "sq-a1"));
      assert.equal(await fen(), "r3k3/8/8/8/8/8/8/R3K3");
      // The other side's goes along, and what is dragged off the board is gone with it.
      await at(page, "sq-a1").dragTo(at(page, "sq-c2"));
      assert.equal(await fen(), "4k3/2r5/8/8/8/8/2R5/4K3");
      await at(page, "sq-c2").dragTo(page.locator("h1"));
      assert.equal(await fen(), "4k3/8/8/8/8/8/8/4K3");
      await at(page, "d-tool-N").click();
      await at(page, "sq-e1").focus();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      assert.equal(await fen(), "4k3/4n3/8/8/8/8/4N3/4K3");
      await at(page, "d-title").fill("Kept");
      // A new tab of the same browser begins with nothing, and offers it.
      const other = await page.context().newPage();
      await other.goto(new URL("#design", page.url()).href);
      await other.waitForSelector("html[data-ready]");
      assert.equal(await text(other, "d-last"), "Go on with “Kept”");
      await at(other, "d-last").click();
      assert.equal(await at(other, "d-toml").inputValue(), await at(page, "d-toml").inputValue());
      assert.equal(await at(other, "d-last").isHidden(), true);
    },

    async "what is pasted is said and shown"() {
      const page = await open("#game?g=chess");
      await page.getByText("Paste anything, or open a file").click();
      const paste = async (what) => {
        await at(page, "paste").fill(what);
        await at(page, "paste-read").click();
        return text(page, "taken");
      };
      assert.match(await paste("[one:chess]\nknight = -\ncustomPiece1 = n:NW\n[two:one]\nqueen = -\n[three:chess]\nrook = -\n"), /variants\.ini/);
      await page.locator("#section").selectOption("two");
      const hash = new URLSearchParams((await address(page)).split("?")[1]);
      assert.match(hash.get("ini"), /\[one:chess\][\s\S]*\[two:one\]/);
      assert.doesNotMatch(hash.get("ini"), /three/);
      const diagram = "files=8\nranks=8\npromoZone=1\npromoChoice=RN\nPawn:P:fmWfceFifmnD:pawn:a2,b2,c2,d2,e2,f2,g2,h2\nKnight:N:N:knight:b1,g1\nRook:R:R:rook:a1,h1\nKing:K:KisO2:king:e1\n";
      assert.match(await paste(diagram), /Interactive Diagram/);
      const army = "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR w KQkq - 0 1";
      assert.equal(await at(page, "fen").inputValue(), army);
      await at(page, "restart").click();
      await play(page, "e2e4");
      // As it stands in a page: the element around it.
      assert.match(await paste(`<div class="idiagram" style="float: left">\n${diagram}</div>`), /Interactive Diagram/);
      assert.equal(await at(page, "fen").inputValue(), army);
      // A refusal says why and where, and leaves the game as it was.
      assert.match(await paste(diagram.replace("promoZone=1", "captureMatrix=**")), /Interactive Diagram/);
      assert.match(await text(page, "error"), /3:1: error\[unsupported\]: 'captureMatrix' is a rule/);
      assert.equal(await at(page, "fen").inputValue(), army);
      assert.match(await paste("setup (PNBKpnbk) 5x5+0_fairy nbkbn/ppppp/5/PPPPP/NBKBN w - - 0 1\npiece P& mfWcfF\npiece N& NW\npiece B& FA\n"), /XBoard's setup and piece lines/);
      assert.equal(await at(page, "fen").inputValue(), "nbkbn/ppppp/5/PPPPP/NBKBN w - - 0 1");
      // Pawns have a step each, the Knights b3 and d3 over their Pawns, the Bishops the same by their Alfil's leap.
      assert.equal(await page.locator("#legal button").count(), 9);
      assert.match(await paste("setup (PKpk) 8x8+0_fairy 4k3/8/8/8/8/8/8/4K3 w - - 0 1\npiece P& f(\n"), /XBoard/);
      assert.match(await text(page, "error"), /2:11: error\[notation\]/);
      assert.match(await paste("8/8/4k3/8/8/3QK3/8/8 w - - 0 1"), /a position of chess/);
      assert.equal(await at(page, "fen").inputValue(), "8/8/4k3/8/8/3QK3/8/8 w - - 0 1");
      assert.match(await paste("what on earth"), /nothing/);
      assert.match(await text(page, "error"), /none of the forms/);
      await at(page, "paste").fill("KNADcaKmcabK");
      await at(page, "paste-read").click();
      await page.waitForFunction(() => location.hash.startsWith("#piece"));
      assert.equal(await at(page, "notation").inputValue(), "KNADcaKmcabK");
    },

    async "the games are listed in groups by their titles, and one's own game is the one at hand"() {
      const page = await open("#game?g=shogi");
      const groups = await at(page, "game").locator("optgroup").evaluateAll((all) => all.filter((group) => !group.hidden).map((group) => [group.label, [...group.children].map((option) => [option.value, option.text])]));
      const found = new Map(groups.flatMap(([, games]) => games));
      assert.deepEqual([...found.keys()].sort(), JSON.parse(raw.gameNames()).sort(), "page/src/games.js lists all built-in games, each in a group");
      for (const [id, title] of found) {
        const play = raw.Play.builtin(id);
        assert.equal(title, JSON.parse(play.state()).title, `page/src/games.js has the title of ${id}`);
        play.free();
      }
      assert.ok(!groups.some(([label]) => label === "Others"));
      const shown = () => at(page, "game").evaluate((select) => select.selectedOptions[0].text);
      assert.equal(await shown(), "Shogi");
      await at(page, "game").selectOption({ label: "Grand chess" });
      assert.match(await at(page, "fen").inputValue(), /^r8r\//);
      // A game of one's own has its own name there, and can be come back to.
      const toml = (title) => `format = 1\nparent = "minishogi"\nname = "mine"\ntitle = "${title}"\n`;
      await go(page, `#game?${new URLSearchParams({ toml: toml("Five by five") })}`);
      assert.equal(await shown(), "Your own: Five by five");
      await at(page, "game").selectOption("chess");
      assert.equal(await shown(), "Chess");
      await at(page, "game").selectOption({ label: "Your own: Five by five" });
      await page.waitForFunction(() => location.hash.includes("toml="));
      await go(page, `#game?${new URLSearchParams({ toml: toml("Another") })}`);
      assert.equal(await shown(), "Your own: Another");
      assert.equal(await at(page, "game").locator("optgroup[label='Your own'] option").count(), 1);
      await go(page, `#game?${new URLSearchParams({ ini: "[theirs:chess]\nknight = -\ncustomPiece1 = n:NW\n", section: "theirs" })}`);
      assert.equal(await shown(), "Your own: theirs");
      await go(page, "#game?g=crazyhouse");
      assert.equal(await shown(), "Crazyhouse");
      await go(page, "#game?g=royal-court");
      assert.equal(await shown(), "Centaur chess", "another name of the game");
      return `${found.size} games in ${groups.length} groups`;
    },

    async "coordinates around a board are those of the moves' texts, however it is turned"() {
      /** What stands beside the row and the column of a square, on each side of the board. */
      const beside = (page, square) => page.evaluate((name) => {
        const cell = document.querySelector(`#game-board [data-square=${name}]`).getBoundingClientRect();
        const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
        const found = {};
        for (const edge of document.querySelectorAll("#game-board .edge")) {
          const spans = [...edge.children].map((span) => [span.textContent, span.getBoundingClientRect()]);
          const isColumn = edge.matches(".above, .below");
          found[edge.classList[1]] = spans.find(([, box]) => (isColumn ? box.left < x && x < box.right : box.top < y && y < box.bottom))[0];
        }
        return found;
      }, square);
      const shogi = await open("#game?g=shogi&m=c3c4");
      assert.match(await text(shogi, "moves"), /P-76 \(c3c4\)/);
      const wanted = { left: "4", below: "c", right: "6", above: "7" };
      assert.deepEqual(await beside(shogi, "c4"), wanted);
      const isWhiteBelow = () => shogi.evaluate(() => document.getElementById("hand-white").getBoundingClientRect().top > document.getElementById("hand-black").getBoundingClientRect().top);
      assert.ok(await isWhiteBelow());
      await at(shogi, "turn").click();
      assert.ok(!(await isWhiteBelow()), "the hands turn with the board");
      assert.deepEqual(await beside(shogi, "c4"), wanted);
      const xiangqi = await open("#game?g=xiangqi&m=h3e3");
      assert.match(await text(xiangqi, "moves"), /e3 \(h3e3\)/);
      assert.deepEqual(await beside(xiangqi, "h3"), { left: "3", below: "h" });
      assert.deepEqual(await beside(xiangqi, "a10"), { left: "10", below: "a" });
    },

    async "the pieces stand beside the board, and a click shows their moves where they stand"() {
      const page = await open("#game?g=capablanca");
      assert.equal(await page.locator("#pieces li").count(), 8);
      assert.match(await page.locator("#pieces li[data-kind=C]").textContent(), /Chancellor C c: RN/);
      await page.getByRole("button", { name: "The moves of white's Chancellor" }).click();
      // White's Chancellor stands on h1 behind its Pawns: it leaps to g3 and i3.
      for (const square of ["g3", "i3"]) assert.match(await marks(page, square), /move/);
      assert.equal(await marks(page, "h3"), "blocked", "its own Pawn stands before it");
      await at(page, "sq-c8").click();
      for (const square of ["b6", "d6"]) assert.match(await marks(page, square), /move/, "Black's Archbishop, which is not to move");
      assert.match(await text(page, "rules"), /castl/i);
    },

    async "games are kept in the browser, gone through, and written as PGN"() {
      const page = await open("#game?g=chess&m=e2e4,e7e5,g1f3");
      await at(page, "back").click();
      await at(page, "first").click();
      assert.match(await at(page, "fen").inputValue(), /RNBQKBNR w KQkq - 0 1$/);
      await at(page, "on").click();
      await at(page, "end").click();
      assert.match(await address(page), /m=e2e4%2Ce7e5%2Cg1f3/);
      await page.locator("#saves > summary").click();
      await at(page, "save-name").fill("King's knight");
      await at(page, "save").click();
      await page.locator("#export > summary").click();
      await at(page, "form").selectOption("pgn");
      assert.match(await at(page, "exported").inputValue(), /\[Variant "chess"\][\s\S]*\n\n1\. e4 e5 2\. Nf3 \*\n$/);
      await at(page, "restart").click();
      await at(page, "saved-open").click();
      await page.waitForFunction(() => location.hash.includes("g1f3"));
      await at(page, "saved-drop").click();
      assert.equal(await page.locator("#saved option").count(), 0);
    },

    async "a game is exported as others have it, and as a page of its own"() {
      const page = await open("#game?g=capablanca&m=f2f4,f7f5");
      await page.locator("#export > summary").click();
      const exported = async (form) => {
        await at(page, "form").selectOption(form);
        return at(page, "exported").inputValue();
      };
      const forms = { ini: await exported("ini"), diagram: await exported("diagram"), xboard: await exported("xboard") };
      assert.match(forms.ini, /^\[capablanca-again\]\n/);
      assert.match(forms.diagram, /^files=10\nranks=8\n/);
      assert.match(forms.xboard, /^setup \(PNBRQ..AC.*K.*10x8\+0_fairy rnabqkbcnr/);
      const html = await exported("page");
      const download = page.waitForEvent("download");
      await at(page, "download").click();
      assert.equal((await download).suggestedFilename(), "capablanca.html");
      // Each reads back as the game.
      const other = await open("#game?g=chess");
      await other.getByText("Paste anything, or open a file").click();
      for (const [form, words] of [["ini", /variants\.ini/], ["diagram", /Interactive Diagram/], ["xboard", /XBoard/]]) {
        await at(other, "paste").fill(forms[form]);
        await at(other, "paste-read").click();
        assert.match(await text(other, "taken"), words);
        assert.equal(await at(other, "fen").inputValue(), "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
        assert.equal(await other.locator("#legal button").count(), 28, form);
      }
      // What a form cannot say is listed.
      const xiangqi = await open("#game?g=xiangqi");
      await xiangqi.locator("#export > summary").click();
      await at(xiangqi, "form").selectOption("diagram");
      assert.match(await text(xiangqi, "unsaid"), /flying_generals/);
      // The page of its own has the title, the pieces and the rules; what is played on it is tried below.
      assert.match(html, /<title>Capablanca chess<\/title>/);
      assert.equal(html.match(/<dt>/g).length, 8);
    },

    async "a page of its own plays its game, from another server and from disk"() {
      const exported = async (hash) => {
        const page = await open(hash);
        await page.locator("#export > summary").click();
        await at(page, "form").selectOption("page");
        const html = await at(page, "exported").inputValue();
        await page.context().close();
        return html;
      };
      const folder = mkdtempSync(join(tmpdir(), "betza-page-"));
      writeFileSync(join(folder, "capablanca.html"), await exported("#game?g=capablanca&m=f2f4,f7f5"));
      // White's Pawn promotes on a8, to what the player chooses.
      writeFileSync(join(folder, "promotion.html"), await exported(`#game?g=chess&fen=${encodeURIComponent("8/P6k/7p/8/8/8/7P/K7 w - - 0 1")}`));
      const elsewhere = await serve(folder);
      try {
        const page = await visit(`${elsewhere.address}capablanca.html`);
        await page.waitForSelector("betza-game[data-ready=true]");
        assert.equal(await text(page, "moves"), "1. f4 f5");
        const man = (square) => at(page, `sq-${square}`).getAttribute("aria-label");
        // Both sides move, by clicks and by a drag.
        await at(page, "sq-g2").click();
        assert.match(await marks(page, "g4"), /move/);
        await at(page, "sq-g4").click();
        assert.equal(await man("g4"), "g4, white Pawn");
        await at(page, "sq-f5").dragTo(at(page, "sq-g4"));
        assert.equal(await text(page, "moves"), "1. f4 f5 2. g4 fxg4");
        // A Rook behind its Pawn has no move, and White may not move Black's pieces.
        for (const [from, to] of [["a1", "a3"], ["c7", "c5"]]) {
          await at(page, `sq-${from}`).click();
          await at(page, `sq-${to}`).click();
          await at(page, `sq-${from}`).dragTo(at(page, `sq-${to}`));
        }
        await at(page, "move").fill("a1a3");
        await at(page, "move").press("Enter");
        assert.match(await text(page, "error"), /a1a3/);
        assert.equal(await text(page, "moves"), "1. f4 f5 2. g4 fxg4");
        assert.match(await text(page, "result"), /^White to move/);
        await at(page, "undo").click();
        assert.equal(await man("g4"), "g4, white Pawn");
        assert.equal(await text(page, "moves"), "1. f4 f5 2. g4");
        // The computer answers, from a worker whose script lies on the other server; undoing takes both moves back.
        await at(page, "opponent").selectOption("black");
        const plies = (n) => page.waitForFunction((count) => document.querySelector("betza-game").shadowRoot.querySelector("[data-testid=moves]").textContent.split(" ").filter((word) => !/^\d+\.$/.test(word)).length === count, n);
        await plies(4);
        assert.match(await text(page, "result"), /^White to move/);
        await at(page, "undo").click();
        await plies(2);
        await at(page, "restart").click();
        assert.equal(await text(page, "moves"), "");
        assert.equal(await man("f2"), "f2, white Pawn");

        for (const colorScheme of ["light", "dark"]) {
          for (const [size, width] of [["wide", 1280], ["narrow", 390]]) {
            const other = await visit(`${elsewhere.address}capablanca.html`, { colorScheme, viewport: { width, height: 900 } });
            await other.waitForSelector("betza-game[data-ready=true]");
            await at(other, "sq-b1").click();
            await judged(other, `own-${colorScheme}-${size}`);
            const wide = await other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${width} pixels: ${wide} too wide`);
            await other.context().close();
          }
        }

        const disk = await visit(pathToFileURL(join(folder, "promotion.html")).href);
        await disk.waitForSelector("betza-game[data-ready=true]");
        await at(disk, "sq-a7").click();
        await at(disk, "sq-a8").click();
        await at(disk, "choice-a7a8n").click();
        assert.equal(await at(disk, "sq-a8").getAttribute("aria-label"), "a8, white Knight");
        await at(disk, "opponent").selectOption("black");
        await disk.waitForFunction(() => /White to move/.test(document.querySelector("betza-game").shadowRoot.querySelector(".result").textContent));
        assert.match(await text(disk, "moves"), /^1\. a8=N \S+$/);

        // With the program inside, the file needs no other one.
        const source = await open("#game?g=shogi&m=c3c4");
        await source.locator("#export > summary").click();
        await at(source, "form").selectOption("whole");
        const download = source.waitForEvent("download");
        await at(source, "download").click();
        const whole = join(folder, "whole.html");
        await (await download).saveAs(whole);
        assert.ok(statSync(whole).size < 3_500_000, `${statSync(whole).size} bytes`);
        const alone = await visit(pathToFileURL(whole).href, { offline: true });
        await alone.waitForSelector("betza-game[data-ready=true]");
        await at(alone, "sq-g7").click();
        await at(alone, "sq-g6").click();
        await at(alone, "sq-b2").dragTo(at(alone, "sq-h8"));
        await at(alone, "choice-b2h8+").click();
        assert.equal(await text(alone, "moves"), "1. P-76 P-34 2. Bx22+");
        assert.equal(await at(alone, "hand-B").getAttribute("aria-label"), "Bishop, 1 in white's hand");
        await at(alone, "opponent").selectOption("black");
        await alone.waitForFunction(() => /^White to move/.test(document.querySelector("betza-game").shadowRoot.querySelector(".result").textContent));
        await judged(alone, "whole-shogi");
      } finally {
        elsewhere.close();
        rmSync(folder, { recursive: true });
      }
    },

    async "the computer thinks for a time, shows its line, and can be hurried"() {
      const page = await open("#game?g=chess&o=white&on=t20000");
      await page.waitForFunction(() => /expects/.test(document.getElementById("thought").textContent));
      await at(page, "hurry").click();
      await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("m")?.split(",").length === 1);
    },

    async "pieces and games are elements of other pages"() {
      const page = await open("");
      const found = await page.evaluate(async () => {
        await import(new URL("src/elements.js", location.href));
        const holder = document.createElement("div");
        holder.innerHTML = '<betza-piece notation="N" board="9x9"></betza-piece><betza-game game="chess" moves="e2e4 e7e5"></betza-game><betza-game game="nonsense"></betza-game>';
        document.body.append(holder);
        while ([...holder.children].some((each) => !each.dataset.ready)) await new Promise((done) => setTimeout(done, 50));
        const [piece, game, wrong] = holder.children;
        const before = game.shadowRoot.querySelector("img").alt;
        game.shadowRoot.querySelector("button").click();
        return [piece.shadowRoot.querySelector("img").alt, before, game.shadowRoot.querySelector("img").alt, wrong.shadowRoot.textContent];
      });
      assert.match(found[0], /^The moves of N: ./);
      assert.deepEqual(found.slice(1, 3), ["Chess after e4 e5", "Chess after e4"]);
      assert.match(found[3], /betza-game: .*nonsense/);
      // The computer that an element names begins; an element that is changed is another game.
      await page.evaluate(() => { document.body.innerHTML = '<betza-game game="minishogi" playable computer="white"></betza-game>'; });
      const played = (words) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector("betza-game").shadowRoot.querySelector("[data-testid=moves]")?.textContent ?? "-"), words);
      await played("^1\\. [A-Z]\\S+$");
      await page.evaluate(() => document.querySelector("betza-game").removeAttribute("computer"));
      await played("^$");
      assert.match(await text(page, "result"), /White to move$/);
    },
  };
}
