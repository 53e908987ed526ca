// Tests of the view in which games are designed: games from nothing, with all kinds of rules. `browser.mjs` runs them.
import assert from "node:assert/strict";
import { designing } from "./designing.mjs";

export function design(tools) {
  const { raw, open, at, text, marks, address } = tools;
  const { place, rank, set, size, add, known, drop, more, read, toml, problem, wrong, play, goesTo, played, legal, fen, again, made, kinds, KING } = designing(tools);

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
      // Alone it stands in the middle, on c3; among the men it goes from c4.
      assert.match(await marks(page, "d2"), /move/);
      await at(page, "look-other").click();
      assert.match(await marks(page, "d3"), /move/);
      assert.deepEqual(await zone(), ["a2", "b2", "c2", "d2", "e2"]);
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

    async "kings of a turned array castle each in its way"() {
      const page = await open("#design");
      await at(page, "d-symmetry").selectOption("turn");
      await place(page, "K", ["e1"]);
      await place(page, "R", ["a1", "h1"]);
      await at(page, "d-castling").selectOption("on");
      assert.match(await toml(page), /\[castling\]\nking = "K"\npartners = \["R"\]\nking_to = \{ white = \["g", "c"\], black = \["f", "b"\] \}\n/);
      await played(page, "e1g1", "d8b8");
      assert.match(await fen(page), /^1kr4r\/.*\/R4RK1 w/, "each Rook stands at its King's inner side");
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
