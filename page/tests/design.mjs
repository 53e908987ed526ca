// Tests of the view in which games are designed, from nothing and from other games. `browser.mjs` runs them.
import assert from "node:assert/strict";
import { designOf, gameFile, designText, designFrom } from "../src/gamefile.js";

const FILES = "abcdefghijklmnop";

export function design({ raw, open, at, text, marks, address }) {
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
  const add = async (page, name, notation, dialect = "xbetza") => {
    await at(page, "d-add-name").fill(name);
    await at(page, "d-add-notation").fill(notation);
    await at(page, "d-add-dialect").selectOption(dialect);
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

  return {
    async "Capablanca's chess is designed from nothing, played, exported and edited again"() {
      const page = await open("#design");
      await set(page, "d-title", "Capablanca again");
      await size(page, 10, 8);
      await page.locator("#d-gallery > summary").click();
      await known(page, "Chancellor");
      await known(page, "Archbishop");
      await place(page, "P", rank(2, 10));
      for (const [tool, squares] of Object.entries({ R: ["a1", "j1"], N: ["b1", "i1"], A: ["c1"], B: ["d1", "g1"], Q: ["e1"], K: ["f1"], C: ["h1"] })) await place(page, tool, squares);
      await more(page, "P");
      await set(page, "d-P-promotion.to", "Q C A R B N");
      await at(page, "d-castling").selectOption("on");
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await toml(page), /\n\[castling\]\nking = "K"\npartners = \["R"\]\nking_to = \["i", "c"\]\n/, "the King is on f1, and goes three squares either way");
      assert.equal(await text(page, "d-P-more"), "promotes to Q C A R B N on rank 8");
      const designed = await open(new URL(await address(page)).hash);
      assert.equal(await toml(designed), await toml(page), "the link holds the design");
      await played(page);
      assert.equal(await fen(page), "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
      // The start of Capablanca's chess has 28 moves: 20 of Pawns, 2 of each Knight, 2 each of Archbishop and Chancellor.
      assert.equal(await page.locator("#legal button").count(), 28);
      for (const move of ["f2f4", "f7f5", "g2g3", "g7g6", "g1f2", "g8f7", "h1i3", "h8i6", "i1h3", "i8h6"]) await play(page, move);
      assert.match(await text(page, "legal"), /f1i1/);
      await play(page, "f1i1");
      assert.match(await fen(page), /\/RNABQ2RK1 b/);
      await at(page, "restart").click();
      await again(page);
    },

    async "a 9x9 game with drops is designed, played and edited again"() {
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
      await more(page, "F");
      await set(page, "d-F-promotion.to", "G");
      await set(page, "d-F-promotion.zone", "ranks 7-9");
      await at(page, "d-F-must").selectOption("no");
      await page.locator("[data-kind=F] .rest > summary").click();
      await at(page, "d-F-promotion.from_zone_too").check();
      await at(page, "d-hands").check();
      assert.ok(await at(page, "d-hands.captures").isChecked());
      assert.match(await read(page, "d-rules"), /hand/i);
      assert.match(await toml(page), /promotion = \{ to = \["G"\], zone = "ranks 7-9", forced = "no", from_zone_too = true, remembers = true \}/);
      // Shogi's Pawn is dropped once on a file.
      await at(page, "d-F-drop").selectOption("on");
      await set(page, "d-F-drop.per_file", "1");
      await played(page, "a3a4", "a7a6", "a4a5", "a6a5", "a1a5", "i7i6");
      await at(page, "hand-F").click();
      assert.equal(await marks(page, "e5"), "", "a Foot stands on each other file");
      await at(page, "sq-a4").click();
      assert.match(await address(page), /F%40a4|F@a4/);
      await at(page, "restart").click();
      await again(page);
    },

    async "a palace game is designed, its problem is shown where it is, it is played and edited again"() {
      const page = await open("#design");
      await set(page, "d-title", "Palace");
      await size(page, 9, 10);
      for (const name of ["Pawn", "Queen", "Bishop", "Knight", "King"]) await drop(page, name);
      await add(page, "General", "W");
      await add(page, "Advisor", "F");
      await add(page, "Cannon", "mRcpR");
      await at(page, "d-G-royal").check();
      await more(page, "G");
      await set(page, "d-G-region", "d1-f99");
      assert.match(await problem(page, "G"), /f99|square/);
      assert.ok(await at(page, "d-play").isDisabled());
      await set(page, "d-G-region", "d1-f3");
      await more(page, "A");
      await set(page, "d-A-region", "d1-f3");
      await place(page, "A", ["d1", "f1"]);
      assert.match(await problem(page, "G"), /no game ever has/, "it does not stand on the board yet");
      await place(page, "G", ["e1"]);
      assert.equal(await problem(page, "G"), "");
      await place(page, "R", ["a1", "i1"]);
      await place(page, "C", ["b3", "h3"]);
      await at(page, "d-flying_generals.on").check();
      await at(page, "d-results").check();
      assert.equal(await at(page, "d-flying_generals").inputValue(), "G");
      assert.equal(await at(page, "d-results.stalemate").inputValue(), "loss");
      await played(page);
      // The Generals face each other along the open file e, so neither Advisor's step aside matters; the General may go aside alone.
      assert.deepEqual(await legal(page, "e1"), [], "its neighbours are its own Advisors, and e2 faces the other General");
      await again(page);
    },

    async "walls and hands of the start are designed, played and edited again"() {
      const page = await open("#design");
      await set(page, "d-title", "Walls");
      await size(page, 6, 6);
      await at(page, "d-symmetry").selectOption("turn");
      for (const name of ["Pawn", "Queen", "Bishop", "Knight"]) await drop(page, name);
      await place(page, "K", ["a1"]);
      await more(page, "R");
      await set(page, "d-R-hand-white", "2");
      assert.equal(await at(page, "d-R-hand-black").inputValue(), "2", "both sides have the same");
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await read(page, "d-rules"), /pieces in hand may be dropped/);
      await place(page, "wall", ["c3"]);
      assert.match(await at(page, "sq-d4").getAttribute("aria-label"), /wall/, "by symmetry");
      assert.match(await read(page, "d-problems"), /^There are walls, and no rule of the game has any: .*“No square”/);
      assert.ok(await at(page, "d-play").isDisabled());
      await at(page, "d-petrifies.on").check();
      await set(page, "d-petrifies", "R");
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await read(page, "d-rules"), /turn into a wall when they capture: Rook/);
      // What is put on a wall takes its place, and the wall comes back.
      await place(page, "K", ["c3"]);
      assert.match(await at(page, "sq-c3").getAttribute("aria-label"), /King/);
      await place(page, "wall", ["c3"]);
      const designed = await open(new URL(await address(page)).hash);
      assert.equal(await toml(designed), await toml(page), "the link holds the design");
      await more(designed, "R");
      assert.equal(await at(designed, "d-R-hand-white").inputValue(), "2");
      await played(page);
      assert.equal(await fen(page), "5k/6/3*2/2*3/6/K5[RRrr] w - - 0 1");
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
      await goesTo(page, "design");
      await at(page, "d-petrifies.on").uncheck();
      await at(page, "d-walling").selectOption("static");
      assert.match(await read(page, "d-problems"), /walls together with hands/);
      await more(page, "R");
      await set(page, "d-R-hand-white", "0");
      await place(page, "R", ["b1"]);
      assert.equal(await read(page, "d-problems"), "");
      assert.match(await toml(page), /\nwalling = "static"\n/);
      assert.doesNotMatch(await toml(page), /hands/);
    },

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

    async "Black has moves, a zone and a promotion of its own, which stand beside the board"() {
      const page = await open(made(["K a1, P c2", "K e5, P c4"], { files: 5, ranks: 5, kinds: kinds(KING, ["P", "Pawn", "fW"], ["Q", "Queen", "Q"], ["R", "Rook", "R"]) }));
      await at(page, "d-P-move.sides").click();
      await set(page, "d-P-move.black", "fF");
      await more(page, "P");
      for (const [key, white, black] of [["promotion.to", "Q", "R"], ["promotion.zone", "rank 5", "rank 2"]]) {
        await at(page, `d-P-${key}.sides`).click();
        await set(page, `d-P-${key}.white`, white);
        await set(page, `d-P-${key}.black`, black);
      }
      await more(page, "K");
      await at(page, "d-K-region.sides").click();
      await set(page, "d-K-region.white", "a1-b2");
      await set(page, "d-K-region.black", "e4-e5");
      // While one is at the field, the board shows the squares.
      const shown = () => page.locator("#design-board .zone").evaluateAll((all) => all.map((e) => e.dataset.square).sort());
      await read(page, "d-problems");
      await at(page, "d-P-promotion.zone.black").focus();
      assert.deepEqual(await shown(), ["a2", "b2", "c2", "d2", "e2"]);
      await at(page, "d-K-region.white").focus();
      assert.deepEqual(await shown(), ["a1", "a2", "b1", "b2"]);
      await at(page, "d-title").focus();
      assert.deepEqual(await shown(), []);
      await at(page, "d-pass.sides").click();
      await at(page, "d-pass.black").selectOption("always");
      await played(page);
      assert.deepEqual(await legal(page), ["a1a2", "a1b1", "a1b2", "c2c3"]);
      await play(page, "a1b1");
      // The Pawn goes aside, the King within its zone, and Black may pass.
      assert.deepEqual(await legal(page), ["c4b3", "c4d3", "e5e4", "e5e5"]);
      const beside = await page.locator("#pieces li[data-kind=P]").textContent();
      for (const words of ["White’s promotes to Queen on a5 b5 c5 d5 e5.", "Black’s promotes to Rook on a2 b2 c2 d2 e2."]) assert.ok(beside.includes(words), `${words} ${beside}`);
      assert.ok((await page.locator("#pieces li[data-kind=K]").textContent()).includes("Black’s keeps to e4 e5."));
      // A click on a piece beside the board shows its side's zone on it.
      const zone = () => page.locator("#game-board .zone").evaluateAll((all) => all.map((e) => e.dataset.square).sort());
      await page.getByRole("button", { name: "The moves of black's Pawn" }).click();
      assert.deepEqual(await zone(), ["a2", "b2", "c2", "d2", "e2"]);
      assert.match(await marks(page, "d3"), /move/);
      await page.getByRole("button", { name: "The moves of white's Pawn" }).click();
      assert.deepEqual(await zone(), ["a5", "b5", "c5", "d5", "e5"]);
      for (const move of ["c4b3", "c2c3"]) await play(page, move);
      await at(page, "sq-b3").click();
      await at(page, "sq-a2").click();
      assert.equal(await at(page, "sq-a2").getAttribute("aria-label"), "a2, black Rook");
      await at(page, "restart").click();
      await again(page);
    },

    async "what each switch of the rules means is played"() {
      const tried = async (rules, men, parts = {}) => {
        const page = await open(made(men, parts));
        await rules(page);
        await played(page);
        return page;
      };
      const result = (page) => text(page, "result");
      const rook = ["K a1, R d1", "K h8, R d5"];

      const must = await tried((page) => at(page, "d-must_capture").check(), rook);
      assert.deepEqual(await legal(must), ["d1d5"]);

      const blast = await tried((page) => at(page, "d-blast").check(), ["K a1, R d1", "K h8, R d5, N e6, N h1"]);
      await play(blast, "d1d5");
      assert.equal(await fen(blast), "7k/8/8/8/8/8/8/K6n b - - 0 1", "the captor and the Knight beside are gone too");

      const reached = await tried((page) => at(page, "d-ends.add").selectOption("reached"), ["K c3", "K h8"]);
      await play(reached, "c3d4");
      assert.match(await result(reached), /^White wins/, "d4 is one of the four squares in the middle");

      const checks = await tried(async (page) => {
        await at(page, "d-ends.add").selectOption("checks");
        await set(page, "d-ends.0.count", "2");
      }, ["K a1, R d1", "K h8"]);
      for (const move of ["d1d8", "h8h7"]) await play(checks, move);
      assert.match(await result(checks), /^White to move/, "one check is not two");
      await play(checks, "d8d7");
      assert.match(await result(checks), /^White wins/);

      const bared = await tried((page) => at(page, "d-ends.add").selectOption("bared"), rook);
      await play(bared, "d1d5");
      assert.match(await result(bared), /^White wins/);

      const holes = await tried((page) => at(page, "d-tool-hole").click().then(() => at(page, "sq-c3").click()), ["K a1, R c1", "K e5"], { files: 5, ranks: 5 });
      assert.equal(await holes.locator("[data-testid=sq-c3]").getAttribute("aria-label"), "c3, no square");
      assert.deepEqual(await legal(holes, "c1"), ["c1b1", "c1c2", "c1d1", "c1e1"]);

      const pass = await tried((page) => at(page, "d-pass").selectOption("always"), ["K a1", "K h8"]);
      assert.deepEqual(await legal(pass), ["a1a1", "a1a2", "a1b1", "a1b2"]);
      await again(pass);

      const stuck = await tried(async (page) => {
        await at(page, "d-results").check();
        await at(page, "d-results.stalemate").selectOption("win");
      }, ["K a6, Q c1", "K a8"]);
      await play(stuck, "c1c7");
      assert.match(await result(stuck), /^Black wins/, "who has no move has won");
    },

    async "several ends hold at once, and one that is taken away does not"() {
      const page = await open(made(["K a1, R d1, N b1", "K h8, R c8, N d5"]));
      for (const end of ["checks", "extinct", "reached"]) await at(page, "d-ends.add").selectOption(end);
      await set(page, "d-ends.1.pieces", "N");
      // What is wrong with one of them is told at its key, and play waits.
      await set(page, "d-ends.2.region", "z9");
      assert.match(await wrong(page, "ends.2.region"), /z9/);
      assert.ok((await at(page, "d-tool-R").getAttribute("style")).includes("background-image"), "what is wrong elsewhere leaves the pieces their pictures");
      assert.ok(await at(page, "d-play").isDisabled());
      await set(page, "d-ends.2.region", "d4-e5");
      assert.equal(await wrong(page, "ends.2.region"), "");
      await set(page, "d-ends.0.count", "");
      assert.match(await wrong(page, "ends.0.count"), /has no 'count'/);
      await set(page, "d-ends.0.count", "3");
      assert.equal((await toml(page)).match(/\[\[ends\]\]/g).length, 3);
      await at(page, "d-ends.0.away").click();
      assert.match(await toml(page), /\[\[ends\]\]\nwhen = "extinct"\npieces = \["N"\]\n\n\[\[ends\]\]\nwhen = "reached"\npieces = \["K"\]\nregion = "d4-e5"\n/);
      await played(page, "d1d5");
      assert.match(await text(page, "result"), /^White wins/, "Black has no Knight left");
      await at(page, "restart").click();
      await again(page);
    },

    async "castling partners stand anywhere, pieces are gated, and drops have their limits"() {
      const castling = await open(made(["K e1, R c1, R h1, P c2", "K e8, R c8, R h8"], { files: 10 }));
      await at(castling, "d-castling").selectOption("on");
      assert.match(await toml(castling), /partner_file = \["h", "c"\]/, "where they stand");
      await set(castling, "d-castling.king_to", "g");
      assert.match(await wrong(castling, "castling.king_to"), /two/);
      await set(castling, "d-castling.king_to", "g c");
      assert.match(await toml(castling), /2R1K2R2 w KQkq - 0 1"[\s\S]*king_to = \["g", "c"\]/);
      await set(castling, "d-castling.also_to", '[["f"');
      assert.match(await wrong(castling, "castling.also_to"), /a text stands where/, "what is no list is told");
      const typed = await open(new URL(await address(castling)).hash);
      assert.equal(await at(typed, "d-castling.also_to").inputValue(), '[["f"', "as it was typed");
      await set(castling, "d-castling.also_to", "");
      await played(castling);
      // The King's steps are d1, d2, e2, f2, f1; on c1 the Pawn stands between it and Black's Rook.
      assert.deepEqual(await legal(castling, "e1"), ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"]);
      await play(castling, "e1g1");
      assert.match(await fen(castling), /\/2R2RK3 b kq/);
      await at(castling, "restart").click();
      await again(castling);

      const gating = await open(made(["K a1, N b1", "K h8, N g8"], { hands: [{ H: 1 }, { H: 1 }], kinds: kinds(KING, ["N", "Knight", "N"], ["H", "Hawk", "BN"]) }));
      await at(gating, "d-hands").check();
      await at(gating, "d-hands.captures").uncheck();
      await at(gating, "d-hands.drops").uncheck();
      await at(gating, "d-gating").check();
      assert.equal(await at(gating, "d-gating.pieces").inputValue(), "H");
      await played(gating);
      // The King has two steps and the Knight three, and each may leave the Hawk behind.
      assert.deepEqual(await legal(gating), ["a1a2", "a1a2h", "a1b2", "a1b2h", "b1a3", "b1a3h", "b1c3", "b1c3h", "b1d2", "b1d2h"]);
      await play(gating, "b1a3h");
      assert.match(await fen(gating), /^6nk\/8\/8\/8\/8\/N7\/8\/KH6\[h\] b/);
      await at(gating, "restart").click();
      await again(gating);

      const drops = await open(made(["K a1, F b2", "K e5"], { files: 5, ranks: 5, hands: [{ F: 2 }, {}], kinds: kinds(KING, ["F", "Foot", "fW"]) }));
      await more(drops, "F");
      await drops.locator("[data-kind=F] .rest > summary").click();
      await at(drops, "d-F-drop").selectOption("on");
      await set(drops, "d-F-drop.region", "ranks 2-3");
      await set(drops, "d-F-drop.per_file", "1");
      await played(drops);
      assert.deepEqual(await legal(drops, "F@"), ["a", "c", "d", "e"].flatMap((file) => [`F@${file}2`, `F@${file}3`]));
      await again(drops);
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
      await file("own.toml", 'format = 1\nname = "own"\nboard = "4x4"\nstart = "3k/4/4/K3 w - - 0 1"\n[pieces]\nK = "K"\n');
      assert.match(await toml(page), /board = "4x4"/);
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

    async "a design is played against the engine, and the engine plays both sides"() {
      const page = await open(made(["K c1, R a1", "K c5, R e5"], { files: 5, ranks: 5 }));
      await played(page);
      await at(page, "opponent-nodes").selectOption("300");
      await at(page, "opponent").selectOption("black");
      const plies = (n) => page.waitForFunction((count) => (new URLSearchParams(location.hash.split("?")[1]).get("m") ?? "").split(",").filter(Boolean).length >= count, n);
      await play(page, "c1d2");
      await plies(2);
      assert.match(await text(page, "result"), /^White to move|wins|Draw/);
      const both = await open("#game?g=minishogi&on=300");
      await at(both, "opponent").selectOption("both");
      await both.waitForFunction(() => (new URLSearchParams(location.hash.split("?")[1]).get("m") ?? "").split(",").length >= 4);
      await at(both, "opponent").selectOption("");
      const game = raw.Play.builtin("minishogi");
      for (const move of new URLSearchParams((await address(both)).split("?")[1]).get("m").split(",")) game.play(move);
    },
  };
}
