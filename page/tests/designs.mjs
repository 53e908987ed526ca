// Tests of what is done with designs: games opened in Design, what is saved and taken back, the tools and the gallery. `browser.mjs` runs them.
import assert from "node:assert/strict";
import { designOf, gameFile, designText, designFrom } from "../src/gamefile.js";
import { ownPage } from "../src/ownpage.js";
import { renamed } from "../src/renaming.js";
import { designing } from "./designing.mjs";

export function designs(tools) {
  const { raw, open, at, text } = tools;
  const { place, set, add, drop, more, read, toml, goesTo, played, fen, made } = designing(tools);

  return {
    async "men are dragged from the tools and on the board, by the keyboard too, and the browser keeps the design"() {
      const page = await open("#design");
      const board = async () => {
        await read(page, "d-problems");
        return /start = "([^ ]+)/.exec(await at(page, "d-toml").inputValue())[1];
      };
      await at(page, "d-tool-K").dragTo(at(page, "sq-e1"));
      assert.equal(await at(page, "d-tool-K").getAttribute("aria-pressed"), "true", "what was dragged is what a click places");
      await at(page, "d-tool-R").dragTo(at(page, "sq-a1"));
      assert.equal(await board(), "r3k3/8/8/8/8/8/8/R3K3");
      // The other side's goes along, and what is dragged off the board is gone with it.
      await at(page, "sq-a1").dragTo(at(page, "sq-c2"));
      assert.equal(await board(), "4k3/2r5/8/8/8/8/2R5/4K3");
      await at(page, "sq-c2").dragTo(page.locator("h1"));
      assert.equal(await board(), "4k3/8/8/8/8/8/8/4K3");
      await at(page, "d-tool-N").click();
      await at(page, "sq-e1").focus();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      assert.equal(await board(), "4k3/4n3/8/8/8/8/4N3/4K3");
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

    async "every built-in game opens in Design with its rules, and the same game comes out of it"() {
      const names = JSON.parse(raw.gameNames());
      const exported = (file) => {
        const game = raw.Play.toml(file);
        const found = { text: JSON.parse(game.exported("toml")).text, fen: game.fen() };
        game.free();
        return found;
      };
      // That a piece is royal may be said by its notation, and the design writes it.
      const plain = (file) => file.replace(/^(title|royal) = .*\n/gm, "");
      for (const name of names) {
        const file = `format = 1\nparent = "${name}"\nname = "${name}-mine"\n`;
        const whole = exported(file);
        const opened = designFrom(designText(designOf(raw, file)));
        const written = gameFile(opened).text;
        const { text: out } = exported(written);
        assert.equal(plain(out), plain(whole.text), name);
        // The file of the design, and the exported one, are the same again after another time.
        assert.equal(gameFile(designOf(raw, written)).text, written, name);
        assert.equal(exported(gameFile(designOf(raw, out)).text).text, out, name);
        // A board that was changed is written as a FEN, whatever the game's own notation is.
        assert.equal(exported(gameFile({ ...opened, kept: null }).text).fen, whole.fen, name);
      }
      return `${names.length} games`;
    },

    async "pieces of every built-in game are renamed with all that names them"() {
      const names = JSON.parse(raw.gameNames());
      for (const name of names) {
        const opened = designOf(raw, `format = 1\nparent = "${name}"\nname = "${name}-mine"\n`);
        const ids = opened.kinds.map(({ id }) => id);
        // A mark that covers a piece, R~, stands behind all else.
        const longer = (id) => id.replace(/~?$/, (mark) => `x${mark}`);
        const other = ids.reduce((design, id) => renamed(design, id, longer(id)), opened);
        const { text: file } = gameFile(other);
        const { ok, diagnostics } = JSON.parse(raw.checkToml(file));
        assert.ok(ok, `${name}: ${diagnostics.map(({ message }) => message)}\n${file}`);
        // What is named by an id that no piece has would be an error; what is not followed would not come back.
        const back = ids.reduce((design, id) => renamed(design, longer(id), id), other);
        assert.equal(gameFile(back).text, gameFile(opened).text, name);
      }
      return `${names.length} games`;
    },

    async "a piece is renamed in Design, and its uses follow"() {
      const page = await open("#design");
      await place(page, "K", ["e1"]);
      await place(page, "R", ["a1", "h1"]);
      await place(page, "P", ["a2"]);
      await at(page, "d-castling").selectOption("on");
      assert.match(await toml(page), /partners = \["R"\]/);
      await more(page, "P");
      await set(page, "d-P-promotion.to", "Q R");
      await set(page, "d-R-id", "q");
      assert.match(await text(page, "d-R-refused"), /^“q” is another piece/);
      assert.equal(await at(page, "d-R-id").inputValue(), "R");
      await set(page, "d-R-id", "?");
      assert.match(await text(page, "d-R-refused"), /cannot be a letter/);
      await set(page, "d-R-id", "C");
      const file = await toml(page);
      assert.match(file, /start = "c3k2c\/p7\/8\/8\/8\/8\/P7\/C3K2C w KQkq - 0 1"/);
      assert.match(file, /promotion = \{ zone = "rank 8", to = \["Q", "C"\] \}/);
      assert.match(file, /\[pieces\.C\]\nname = "Rook"/);
      assert.match(file, /partners = \["C"\]/);
      await played(page);
      assert.equal((await page.locator("#legal button").allTextContents()).includes("e1g1"), true, "the King castles with it");
      await page.goBack();
      await goesTo(page, "design");
      await at(page, "d-undo").click();
      assert.match(await toml(page), /start = "r3k2r/, "it is taken back as one change");
    },

    async "why a design cannot be played stands beside the button, and a click on it goes there"() {
      const page = await open("#design");
      assert.equal(await read(page, "d-why"), "It cannot be played: the board is empty");
      await place(page, "K", ["e1"]);
      await place(page, "N", ["b1"]);
      await read(page, "d-problems");
      assert.ok(await at(page, "d-why").isHidden());
      await more(page, "N");
      await set(page, "d-N-region", "b1-z99");
      await more(page, "N");
      assert.match(await read(page, "d-why"), /^It cannot be played: .*z99/);
      assert.ok(await at(page, "d-play").isDisabled());
      await at(page, "d-why").click();
      assert.match(await page.evaluate(() => document.activeElement.textContent), /z99/);
      assert.ok(await page.evaluate(() => document.activeElement.closest("[data-kind=N]") !== null));
      // One that is hidden behind a closed group of rules.
      await more(page, "N");
      await set(page, "d-N-region", "");
      await at(page, "d-castling").selectOption("on");
      await set(page, "d-castling.rank", "77");
      assert.match(await read(page, "d-why"), /^It cannot be played: ./);
      await page.locator("#d-switches > details > summary").first().click();
      await at(page, "d-why").click();
      assert.ok(await page.locator("#d-switches > details").first().evaluate((e) => e.open));
      assert.ok(await page.evaluate(() => document.activeElement.matches(".problem") && document.activeElement.dataset.problem.startsWith("castling")));
    },

    async "a game at hand is edited with its rules, its hands and the position that was set up"() {
      const page = await open("#game?g=xiangqi");
      await at(page, "edit").click();
      await goesTo(page, "design");
      assert.equal(await text(page, "d-taken"), "Xiangqi, mine is opened with its board, its pieces and all its rules. What it has of its parent is written out.");
      assert.equal(await at(page, "d-flying_generals").inputValue(), "K");
      assert.ok(await at(page, "d-results.perpetual_check").isChecked());
      assert.equal(await at(page, "d-results.chase.rook").inputValue(), "R");
      // What the Soldier may do beyond the river is a table of its own.
      assert.match(await text(page, "d-P-more"), /inside: \{ region = "ranks 6-10", move = "sW" \}/);
      await at(page, "d-flying_generals.on").uncheck();
      await at(page, "d-results.chase").uncheck();
      assert.doesNotMatch(await toml(page), /flying|chase/);
      assert.match(await toml(page), /perpetual_check = true/);
      await played(page);
      assert.equal(await fen(page), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");

      // Where no game is at hand yet, it is chess.
      const none = await open("#design");
      await at(none, "d-chess").click();
      assert.match(await toml(none), /title = "Chess, mine"[\s\S]*RNBQKBNR w KQkq - 0 1[\s\S]*move = "KisO2"/);
      // The board stays in sight while the last of the rules is written.
      await none.getByText("The game file").scrollIntoViewIfNeeded();
      const { y, height } = await none.locator("#design-board").boundingBox();
      assert.ok(y >= 0 && y + height <= 900, `the board is at ${y}`);
      // Its squares fill it, whatever stays in sight: eight ranks of the same height.
      const squares = await none.locator("#design-board .sq").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
      assert.ok(squares.length === 64 && squares.every((one) => Math.abs(one - height / 8) < 1), `${squares[0]} of ${height}`);

      const pocket = await open("#game?g=pocketknight");
      await pocket.locator("nav [data-view=design]").click();
      await at(pocket, "d-chess").click();
      await more(pocket, "N");
      assert.equal(await at(pocket, "d-N-hand-black").inputValue(), "1");
      assert.match(await toml(pocket), /PPPPPPPP\/RNBQKBNR\[Nn\] w KQkq - 0 1/);
      // A hand that is emptied is not there any more, and what the start says besides stays.
      await set(pocket, "d-N-hand-white", "0");
      await set(pocket, "d-N-hand-black", "0");
      assert.match(await toml(pocket), /PPPPPPPP\/RNBQKBNR\[\] w KQkq - 0 1/);

      // Where captured pieces come to hands, a promoted one goes there as what it was, unless it says so itself.
      const house = await open("#game?g=chess");
      await at(house, "edit").click();
      await goesTo(house, "design");
      await at(house, "d-hands").check();
      assert.match(await toml(house), /promotion = \{ zone = "rank 8", to = \["Q", "R", "B", "N"\], remembers = true \}/);
      const shogi = await open("#game?g=shogi");
      await at(shogi, "edit").click();
      await goesTo(shogi, "design");
      await at(shogi, "d-hands.captures").uncheck();
      await at(shogi, "d-hands.captures").check();
      assert.doesNotMatch(await toml(shogi), /remembers/);

      // Black's own moves, a position set up, and comments, which are told of.
      const own = '# Mine.\nformat = 1\nname = "own"\ntitle = "Own"\nboard = "5x5"\nstart = "4k/5/5/2P2/K4 b - - 3 7"\n[pieces.P]\nmove = { white = "fW", black = "fF" }\n[pieces.K]\nmove = "K"\nroyal = true\n';
      const mine = await open(`#game?${new URLSearchParams({ toml: own, fen: "4k/5/2p2/2P2/K4 w - - 0 1" })}`);
      await at(mine, "edit").click();
      await goesTo(mine, "design");
      assert.match(await text(mine, "d-taken"), /Comments of its file are not kept\.$/);
      assert.match(await toml(mine), /start = "4k\/5\/2p2\/2P2\/K4 w - - 0 1"[\s\S]*move = \{ white = "fW", black = "fF" \}/);
      const start = await open(`#game?${new URLSearchParams({ toml: own })}`);
      await at(start, "edit").click();
      await goesTo(start, "design");
      assert.match(await toml(start), /start = "4k\/5\/5\/2P2\/K4 b - - 3 7"/);
      await start.getByText("Who begins, and rights at the start").click();
      assert.equal(await at(start, "d-fields").inputValue(), "b - - 3 7");
      await set(start, "d-fields", "");
      assert.match(await toml(start), /start = "4k\/5\/5\/2P2\/K4 w - - 0 1"/);
    },

    async "designs are saved by name, opened, renamed and deleted, with a way back"() {
      const page = await open(made(["K a1", "K h8"], { title: "One" }));
      await page.locator("#d-saves > summary").click();
      const names = () => page.locator("[data-testid=d-saved-list] li > button:first-child").allTextContents();
      await at(page, "d-saved-save").click();
      await at(page, "d-title").fill("Two");
      await place(page, "R", ["c3"]);
      await at(page, "d-saved-name").fill("The second");
      await at(page, "d-saved-save").click();
      assert.deepEqual(await names(), ["One", "The second"]);
      const second = await toml(page);
      await at(page, "d-saved-open-One").click();
      assert.equal(await at(page, "d-title").inputValue(), "One");
      assert.match(await toml(page), /start = "7k\/8\/8\/8\/8\/8\/8\/K7 w - - 0 1"/);
      await at(page, "d-saved-rename-The second").click();
      await at(page, "d-saved-new-name").fill("Rooks");
      await at(page, "d-saved-new-name").press("Enter");
      assert.deepEqual(await names(), ["One", "Rooks"]);
      await at(page, "d-saved-delete-Rooks").click();
      assert.deepEqual(await names(), ["One"]);
      assert.match(await text(page, "d-saved-told"), /^“Rooks” is deleted/);
      await at(page, "d-saved-bring-back").click();
      assert.deepEqual(await names(), ["One", "Rooks"]);
      // A name that is taken is told of, and what had it comes back.
      await at(page, "d-saved-name").fill("Rooks");
      await at(page, "d-saved-save").click();
      assert.match(await text(page, "d-saved-told"), /in the place of what had this name/);
      await at(page, "d-saved-bring-back").click();
      // A browser that has no room says so, and the list is what it was.
      await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("no room"); }; });
      await at(page, "d-saved-delete-One").click();
      assert.equal(await text(page, "d-saved-told"), "The browser keeps nothing: no room");
      assert.deepEqual(await names(), ["One", "Rooks"]);
      // Another tab has the same list, and games have one of their own.
      const other = await page.context().newPage();
      await other.goto(new URL("#design", page.url()).href);
      await other.waitForSelector("html[data-ready]");
      await other.locator("#d-saves > summary").click();
      await at(other, "d-saved-open-Rooks").click();
      assert.equal(await toml(other), second);
      await other.locator("nav [data-view=game]").click();
      await goesTo(other, "game");
      assert.equal(await other.locator("[data-testid=saved-list] li").count(), 0);
    },

    async "changes of a design are taken back one after the other, and files are opened in it"() {
      const page = await open(made(["K a1, R c3", "K h8"]));
      const first = await toml(page);
      assert.ok(await at(page, "d-undo").isDisabled());
      await at(page, "d-must_capture").check();
      const second = await toml(page);
      await drop(page, "Rook");
      await at(page, "d-clear").click();
      await at(page, "d-new").click();
      assert.match(await toml(page), /title = "My game"/);
      for (const wanted of [/start = "8\/8/, /start = "7k\/8\/8\/8\/8\/8\/8\/K7/]) {
        await at(page, "d-undo").click();
        assert.match(await toml(page), wanted);
      }
      await at(page, "d-undo").click();
      assert.equal(await toml(page), second, "the Rook is back where it stood");
      await at(page, "d-undo").click();
      assert.equal(await toml(page), first);
      assert.ok(!(await at(page, "d-must_capture").isChecked()));
      assert.ok(await at(page, "d-undo").isDisabled());

      await page.getByText("Open a file", { exact: true }).click();
      const file = async (name, words) => {
        await at(page, "d-file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(words) });
        await page.waitForFunction((wanted) => document.getElementById("d-taken").textContent.includes(wanted), name === "no.txt" ? "no.txt" : "is opened");
        return text(page, "d-taken");
      };
      assert.match(await file("two.ini", "[one:chess]\nmustCapture = true\n[two:chess]\n"), /has 2 sections, of which this is the first/);
      assert.match(await toml(page), /name = "one"[\s\S]*must_capture = true/);
      assert.match(await file("no.txt", "what on earth"), /^no\.txt was taken for nothing that is known and cannot be opened: this is none of the forms/);
      assert.match(await toml(page), /name = "one"/, "the design is as it was");
      const own = ownPage({ title: "Two", toml: 'format = 1\nname = "two"\nboard = "3x3"\nstart = "k2/3/2K w - - 0 1"\n[pieces]\nK = "K"\n', kinds: [], rules: [], start: "1k1/3/2K w - - 0 1", uci: [], script: "x.js" });
      await file("own.html", own);
      assert.match(await toml(page), /board = "3x3"\nstart = "1k1\/3\/2K w - - 0 1"/, "a page of its own, with the position that it shows");
      const diagram = '<div class="idiagram">\nfiles=4\nranks=5\nKing:K:K::c1\n</div>\n';
      assert.match(await file("two.html", diagram + diagram), /has 2 diagrams, of which this is the first/);
      await file("own.toml", 'format = 1\nname = "own"\nboard = "4x4"\nstart = "3k/4/4/K3 w - - 0 1"\n[pieces]\nK = "K"\n');
      assert.match(await toml(page), /board = "4x4"/);
    },

    async "a piece is added with a letter of its own, and one that is taken is told of"() {
      const page = await open("#design");
      await add(page, "Squirrel", "NAD", "betza", "X");
      assert.equal(await text(page, "d-add-told"), "Squirrel is added as X: a click on the board places it");
      await at(page, "sq-a1").click();
      await add(page, "Crown Prince", "K", "betza", "q");
      assert.match(await text(page, "d-add-told"), /^“q” is another piece/);
      assert.equal(await at(page, "d-add-name").inputValue(), "Crown Prince", "what was written stays");
      await at(page, "d-add-letter").fill("Cp");
      await at(page, "d-add").click();
      await place(page, "K", ["e1"]);
      await place(page, "Cp", ["b1"]);
      assert.match(await toml(page), /start = "x\(cp\)2k3\/8\/8\/8\/8\/8\/8\/X\(Cp\)2K3 w - - 0 1"[\s\S]*\[pieces\.Cp\]/);
      await played(page);
      assert.equal(await fen(page), "x(cp)2k3/8/8/8/8/8/8/X(Cp)2K3 w - - 0 1");
      // The Squirrel goes to the border of 5x5: b3, c2, c3, a3, c1.
      assert.deepEqual((await page.locator("#legal button").allTextContents()).filter((move) => move.startsWith("a1")).sort(), ["a1a3", "a1b3", "a1c1", "a1c2", "a1c3"]);
    },

    async "a link that holds no design says so, and the design stays"() {
      const page = await open(made(["K a1", "K h8"], { title: "Stays" }));
      for (const d of ["{", "null", "[]x", '{"men":5}', '{"kinds":[{"id":"K"}]}', '{"kinds":3}', '{"rules":[]}', '{"hands":[{}]}', '{"files":99}', '{"title":7}', '{"men":[["a1"]]}', '{"rules":{"ends":5}}']) {
        await page.evaluate((hash) => { location.hash = hash; }, `#design?${new URLSearchParams({ d })}`);
        await page.waitForFunction(() => /^This does not hold a design: /.test(document.getElementById("d-taken").textContent), null, { timeout: 5000 }).catch(() => assert.fail(d));
        assert.equal(await at(page, "d-title").inputValue(), "Stays", d);
        await at(page, "d-undo").evaluate((e) => e.ownerDocument.getElementById("d-taken").replaceChildren());
      }
    },

    async "the gallery has pictures, shows moves by hover and click, and is searched by name"() {
      const page = await open("#design");
      await page.locator("#d-gallery > summary").click();
      await page.waitForFunction(() => [...document.querySelectorAll("#d-known .known .figure")].every((e) => e.style.backgroundImage));
      const shown = () => page.locator("#d-known .known button:visible").allTextContents();
      await at(page, "d-known-search").fill("falcon");
      assert.deepEqual(await shown(), ["Falcon"]);
      await at(page, "d-known-Falcon").hover();
      assert.match(await text(page, "d-known-look"), /Falcon nCnZ \(xbetza\)/);
      assert.match(await page.locator("#d-known .look-board").getAttribute("aria-label"), /^The moves of the Falcon: ./);
      // The Falcon goes to the Camel's and the Zebra's squares, of which a board of 9x9 has 16 around its middle.
      const ends = (all) => all.flatMap((e, i) => (/move|capture/.test(e.dataset.marks ?? "") ? [[Math.abs((i % 9) - 4), Math.abs(Math.floor(i / 9) - 4)].sort().join()] : []));
      const leaps = await page.locator("#d-known .look-board span").evaluateAll(ends);
      assert.deepEqual([...new Set(leaps)].sort(), ["1,3", "2,3"]);
      assert.equal(leaps.length, 16);
      // So do the other names of a piece.
      for (const [other, piece] of [["gryphon", "Griffon"], ["marshal", "Chancellor"], ["cardinal", "Archbishop"], ["wildebeest", "Gnu"]]) {
        await at(page, "d-known-search").fill(other);
        assert.ok((await shown()).includes(piece), other);
      }
      await at(page, "d-known-Gnu").hover();
      assert.match(await text(page, "d-known-look"), /Also called: wildebeest/);
      // A game's name finds its pieces.
      await at(page, "d-known-search").fill("grant acedrex");
      assert.deepEqual(await shown(), ["Griffon"]);
      await at(page, "d-known-search").fill("no such piece");
      assert.deepEqual(await shown(), []);
      assert.match(await text(page, "d-known-none"), /“no such piece”/);
      await at(page, "d-known-search").fill("amazon");
      await at(page, "d-known-Amazon").focus();
      await page.keyboard.press("Enter");
      assert.match(await text(page, "d-known-look"), /Knight/, "in English");
      await at(page, "d-known-add").click();
      assert.equal(await at(page, "d-A-name").inputValue(), "Amazon");
      assert.equal(await at(page, "d-A-move").inputValue(), "QN");
      assert.equal(await at(page, "d-tool-A").getAttribute("aria-pressed"), "true", "it can be placed at once");
    },
  };
}
