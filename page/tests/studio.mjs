// Tests of how games are listed, pasted, kept and exported. `browser.mjs` runs them.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "./serve.mjs";

export function studio({ raw, open, go, visit, judged, at, text, marks, address }) {
  const play = async (page, move) => {
    await at(page, "move").fill(move);
    await at(page, "move").press("Enter");
  };
  return {
    async "what is pasted is said and shown"() {
      const page = await open("#game?g=chess");
      await page.getByText("Paste anything, or open a file").click();
      const paste = async (what) => {
        await at(page, "paste").fill(what);
        await at(page, "paste-read").click();
        return text(page, "taken");
      };
      // Fairy-Stockfish without betza takes the piece for another.
      await paste("[griffon:chess]\ncustomPiece1 = g:xbetza:[F?R]\n");
      assert.match(await text(page, "error"), /:2:18: warning\[read-differently\]: a Fairy-Stockfish that is not linked with betza/);
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
      await page.waitForFunction(() => location.hash.startsWith("#piece") && document.getElementById("notation").value);
      assert.equal(await at(page, "notation").inputValue(), "KNADcaKmcabK");
    },

    async "games on large boards are pasted and played"() {
      const wide = (name) => readFileSync(new URL(`../../testdata/wide/${name}`, import.meta.url), "utf8");
      // As programs count that know no notation.
      const starts = wide("counts.tsv").split("\n").map((line) => line.split("\t")).filter(([, depth]) => depth === "1");
      assert.ok(starts.length > 5, String(starts.length));
      const page = await open("#game?g=chess");
      await page.getByText("Paste anything, or open a file").click();
      const moves = page.locator("#legal button");
      for (const [name, , leaves] of starts) {
        await at(page, "paste").fill(wide(`${name}.toml`));
        await at(page, "paste-read").click();
        const shown = ([id, leaves]) => location.hash.includes(id) && document.querySelectorAll("#legal button").length === leaves;
        await page.waitForFunction(shown, [name, Number(leaves)]);
        assert.match(await text(page, "taken"), /a game file of the native format/);
        const start = await at(page, "fen").inputValue();
        await play(page, await moves.first().textContent());
        assert.notEqual(await at(page, "fen").inputValue(), start, name);
        assert.ok((await moves.count()) > Number(leaves) / 2, name);
        if (name === "maka-dai-dai") {
          assert.ok((await moves.count()) > 70);
          assert.ok(await at(page, "sq-s19").isVisible());
        }
      }
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

    async "the pieces stand beside the board, and a click shows their moves alone and among the men"() {
      const page = await open("#game?g=capablanca");
      assert.equal(await page.locator("#pieces li").count(), 8);
      assert.match(await page.locator("#pieces li[data-kind=C]").textContent(), /Chancellor C c: RN/);
      const chancellor = page.getByRole("button", { name: "The moves of white's Chancellor" });
      await chancellor.click();
      // Alone on the board of 10x8 it stands on e4, next to the middle: it goes to the edges, and no other man is there.
      assert.match(await text(page, "look"), /^Chancellor, alone on the board/);
      assert.match(await at(page, "sq-e4").getAttribute("aria-label"), /^e4, white Chancellor/);
      assert.equal(await at(page, "sq-e2").locator(".man").count(), 0);
      const reached = await page.locator("#game-board [data-marks*=move]").evaluateAll((all) => all.map((each) => each.dataset.square));
      assert.equal(reached.sort().join(" "), "a4 b4 c3 c4 c5 d2 d4 d6 e1 e2 e3 e5 e6 e7 e8 f2 f4 f6 g3 g4 g5 h4 i4 j4");
      assert.equal(await page.locator("#pieces [aria-pressed=true]").count(), 1);
      await at(page, "look-back").click();
      assert.match(await at(page, "sq-e2").getAttribute("aria-label"), /white Pawn/);
      assert.equal(await page.locator("#pieces [aria-pressed=true]").count(), 0);
      // A click on the board comes back, too, and moves nothing that was not seen.
      await chancellor.click();
      await at(page, "sq-e2").click();
      assert.equal(await text(page, "look"), "");
      assert.equal(await marks(page, "e4"), "");
      await chancellor.click();
      await at(page, "look-other").click();
      assert.match(await text(page, "look"), /^Chancellor, among the men/);
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
      await at(page, "saved-name").fill("King's knight");
      await at(page, "saved-save").click();
      await page.locator("#export > summary").click();
      await at(page, "form").selectOption("pgn");
      assert.match(await at(page, "exported").inputValue(), /\[Variant "chess"\][\s\S]*\n\n1\. e4 e5 2\. Nf3 \*\n$/);
      await at(page, "restart").click();
      await at(page, "saved-open-King's knight").click();
      await page.waitForFunction(() => location.hash.includes("g1f3"));
      await at(page, "saved-delete-King's knight").click();
      assert.equal(await page.locator("[data-testid=saved-list] li").count(), 0);
      await at(page, "saved-bring-back").click();
      assert.equal(await at(page, "saved-open-King's knight").count(), 1);
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
        // Its pieces are listed: a click shows one alone on the board, from e4, and then from c1, where White's Archbishop stands.
        await at(page, "opponent").selectOption("");
        await page.getByRole("button", { name: "The moves of white's Archbishop" }).click();
        for (const square of ["a8", "b1", "h1", "i8", "d2", "g5"]) assert.match(await marks(page, square), /move/, square);
        assert.equal(await man("e2"), "e2");
        await at(page, "look-other").click();
        for (const square of ["b3", "d3"]) assert.match(await marks(page, square), /move/, square);
        assert.match(await man("e2"), /^e2, white Pawn/);
        await at(page, "look-back").click();

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

    async "a page of its own shows its start, pieces and file where its script cannot be loaded"() {
      const source = await open("#game?g=gryphon&m=e2e4");
      await source.locator("#export > summary").click();
      await at(source, "form").selectOption("page");
      const html = await at(source, "exported").inputValue();
      const folder = mkdtempSync(join(tmpdir(), "betza-page-"));
      try {
        // A browser without JavaScript, and one that finds no script: a picture, the sentence about it, the pieces; the file is folded.
        writeFileSync(join(folder, "page.html"), html);
        const dead = await visit(pathToFileURL(join(folder, "page.html")).href, { javaScriptEnabled: false });
        assert.ok(await dead.locator("betza-game svg").isVisible());
        assert.match(await dead.locator("betza-game > p").innerText(), /could not be loaded: your browser must run JavaScript and have leave to load http/);
        assert.equal(await dead.locator("betza-game dt").count(), 6);
        assert.ok(!(await dead.locator("pre.game-file").isVisible()));
        assert.match(await dead.locator("pre.game-file").textContent(), /^format = 1\n/);
        // The library that does not come is told of, above the picture.
        const page = await open("#piece");
        // What the view still has to do is done by then.
        await page.waitForFunction(() => document.getElementById("dialects").tBodies[0].rows.length > 0);
        await page.context().route(/pkg\/betza\.js/, (route) => route.fulfill({ contentType: "text/javascript", body: "export default () => { throw new Error('no library'); };" }));
        await page.evaluate(async ([text]) => {
          document.body.innerHTML = new DOMParser().parseFromString(text, "text/html").body.innerHTML;
          await import(new URL("src/elements.js", location.href));
        }, [html]);
        await page.waitForSelector("betza-game[data-ready=false]");
        assert.ok(await page.locator("betza-game svg").isVisible());
        assert.match(await page.evaluate(() => document.querySelector("betza-game").shadowRoot.textContent), /^betza-game: no library$/);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },

    async "pages and PGN that were exported are read back, with their moves"() {
      const moves = "c3c4,g7g6,b2h8%2B";
      const page = await open(`#game?g=shogi&m=${moves}`);
      await page.locator("#export > summary").click();
      const exported = async (form) => {
        await at(page, "form").selectOption(form);
        return at(page, "exported").inputValue();
      };
      const [html, pgn, fen] = [await exported("page"), await exported("pgn"), await at(page, "fen").inputValue()];
      const other = await open("#game?g=chess");
      await other.getByText("Paste anything, or open a file").click();
      const paste = async (what) => {
        await at(other, "paste").fill(what);
        await at(other, "paste-read").click();
        return text(other, "taken");
      };
      assert.equal(await paste(html), "Taken for a page with a game");
      assert.equal(await at(other, "fen").inputValue(), fen);
      assert.match(await text(other, "moves"), /P-76 \(c3c4\)/);
      await at(other, "restart").click();
      assert.equal(await paste(pgn), "Taken for PGN of shogi");
      assert.equal(await at(other, "fen").inputValue(), fen);
      // Comments, variations and signs are passed over; a position comes with its tag; bare moves are of the game at hand.
      assert.equal(await paste('[Event "a"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4! {the (only) Pawn} (1. Kd1 Kd8) 1... Kd7 $1 2. e5 *\n'), "Taken for PGN of chess");
      assert.equal(await at(other, "fen").inputValue(), "8/3k4/8/4P3/8/8/8/4K3 b - - 0 2");
      await other.goto(`${other.url().split("#")[0]}#game?g=crazyhouse`);
      await other.waitForFunction(() => document.getElementById("game-name").value === "crazyhouse");
      await paste("1. e4 d5 2. exd5 Qxd5");
      assert.match(await at(other, "fen").inputValue(), /\[pP\]|\[Pp\]/);
      // A move that cannot be played is told, and those before it are played. A game that nobody knows is asked for.
      await paste('[Variant "chess"]\n\n1. e4 e5 2. Ke3 Nc6 *\n');
      assert.match(await text(other, "error"), /^The first 2 of 4 moves are played: .*Ke3/);
      await paste('[Variant "mine"]\n\n1. Ra3 *\n');
      assert.match(await text(other, "error"), /If it is a game of your own, open that first/);
      // Of one's own game it is read where that is at hand.
      const toml = 'format = 1\nparent = "chess"\nname = "mine"\ntitle = "Mine"\n[pieces.R]\nmove = "WN"\n';
      await go(other, `#game?${new URLSearchParams({ toml })}`);
      assert.equal(await paste('[Variant "mine"]\n\n1. Rb3 *\n'), "Taken for PGN of mine");
      assert.match(await text(other, "moves"), /^1\. Rb3/);
    },

    async "a page with several diagrams lets one choose, and games have its headings as names"() {
      const diagram = (rest) => `<div class="idiagram">\nfiles=5\nranks=5\nmaxPromote=0\nsquareSize=40\n${rest}King:K:K::c1\n</div>`;
      const source = `<title>Site</title><h1>Rook &amp; king</h1>${diagram("Rook:R:R:tower:a1\n")}<h2>Worse</h2>${diagram("captureMatrix=**\n")}<p>${diagram("Bishop:B:B:bishop:b1\n")}`;
      const page = await open("#game?g=chess");
      await page.getByText("Paste anything, or open a file").click();
      await at(page, "paste").fill(source);
      await at(page, "paste-read").click();
      const own = () => at(page, "game").evaluate((select) => select.selectedOptions[0].text);
      assert.match(await text(page, "taken"), /number 1 of 3 on its page/);
      assert.equal(await own(), "Your own: Rook & king");
      assert.deepEqual(await at(page, "section").locator("option").allTextContents(), ["1: Rook & king", "2: Worse", "3: Worse"]);
      // What the diagram says of pictures is not kept, which is told where one is written.
      await page.locator("#export > summary").click();
      await at(page, "form").selectOption("diagram");
      assert.match(await text(page, "unsaid"), /squareSize=40.*the image 'tower' of Rook: its line asks for 'rook'/s);
      await at(page, "section").selectOption("3");
      assert.match(await at(page, "fen").inputValue(), /\/1BK2 w/);
      assert.equal(await own(), "Your own: Worse");
      assert.doesNotMatch(await text(page, "unsaid"), /tower/);
      assert.doesNotMatch(await address(page), /idiagram/, "the link has the game alone");
      await at(page, "section").selectOption("2");
      assert.match(await text(page, "error"), /captureMatrix/);
      assert.match(await at(page, "fen").inputValue(), /\/1BK2 w/, "the game at hand stays");
      await at(page, "section").selectOption("1");
      assert.match(await at(page, "fen").inputValue(), /\/R1K2 w/);
      // What is edited has no more keys than the diagram.
      await at(page, "edit").click();
      await page.waitForSelector("#view-design[aria-busy=false]");
      assert.match(await at(page, "d-toml").inputValue(), /\n\[pieces\.R\]\nname = "Rook"\nmove = "R"\ndialect = "xbetza"\n\n\[pieces\.K\]/);
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
