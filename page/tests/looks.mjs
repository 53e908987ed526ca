// Tests of how all views look: nothing keeps a reader from them, and nothing is wider than the screen. `browser.mjs` runs them.
import assert from "node:assert/strict";

export function looks({ open, go, at, judged }) {
  return {
    async "axe finds no violation, nothing is wider than a phone, in light and dark"() {
      const walls = { files: 6, ranks: 6, men: [["a1", { id: "K", side: 0 }], ["f6", { id: "K", side: 1 }]], holes: ["a6"], walls: ["c3", "d4"], hands: [{ R: 2 }, { R: 2 }], rules: { petrifies: ["R"] } };
      const mine = 'format = 1\nparent = "minishogi"\nname = "mine"\ntitle = "Five by five, with a long name of its own to be shown"\n';
      const views = {
        piece: "#piece?n=KNADcaKmcabK&d=xbetza&fo=e5,d6&fr=c3", among: "#piece?n=mRcpR&d=xbetza&at=d4&fr=d6&fo=d8,f4,h4,b4", error: "#piece?n=W-F",
        game: "#game?g=shogi&m=c3c4,g7g6,b2g7%2B", xiangqi: "#game?g=xiangqi", capablanca: "#game?g=capablanca", mine: `#game?${new URLSearchParams({ toml: mine })}`,
        design: "#design", walls: `#design?${new URLSearchParams({ d: JSON.stringify(walls) })}`, count: "#count?g=chess",
      };
      /** What is closed at first, opened. */
      const opened = {
        "game-open": ["#game?g=capablanca&m=f2f4", async (page) => {
          for (const summary of ["#export", "#saves", "#pieces li:first-child details", "#view-game details:has(#paste)"]) await page.locator(`${summary} > summary`).click();
          await at(page, "paste").fill("what on earth");
          await at(page, "paste-read").click();
          await at(page, "form").selectOption("diagram");
          for (const name of ["A game with a name that is rather long, as names are", "Another"]) {
            await at(page, "saved-name").fill(name);
            await at(page, "saved-save").click();
          }
          await at(page, "saved-delete-Another").click();
          await at(page, "saved-rename-A game with a name that is rather long, as names are").click();
        }],
        look: ["#game?g=xiangqi&m=h3e3", (page) => page.getByRole("button", { name: "The moves of white's Horse" }).click()],
        choice: [`#game?g=chess&fen=${encodeURIComponent("8/P6k/7p/8/8/8/7P/K7 w - - 0 1")}`, async (page) => {
          for (const square of ["a7", "a8"]) await at(page, `sq-${square}`).click();
          await page.waitForSelector("dialog[open]");
        }],
        "design-open": [`#design?${new URLSearchParams({ d: JSON.stringify({ ...walls, rules: { ...walls.rules, castling: {}, hands: {}, gating: {}, royalty: {}, results: { chase: {}, material: { points: {} } }, walling: "duck", blast: {}, pass: { white: "never", black: "always" }, ends: [{ when: "extinct", pieces: ["K"] }, { when: "in-a-chain", pieces: ["R"] }] } }) })}`, async (page) => {
          for (const summary of ["#d-gallery", "#d-saves", "[data-kind=P] .more-keys", "[data-kind=P] .english", "[data-kind=P] .rest", "#view-design details:has(> #d-toml)", "#view-design details:has(#d-fields)"]) await page.locator(`${summary} > summary`).click();
          await at(page, "d-saved-save").click();
          await at(page, "d-P-move.sides").click();
          await at(page, "d-known-Griffon").click();
          await page.waitForFunction(() => [...document.querySelectorAll("#d-known .known .figure")].every((e) => e.style.backgroundImage));
        }],
      };
      for (const colorScheme of ["light", "dark"]) {
        for (const [size, viewport] of [["wide", { width: 1280, height: 900 }], ["narrow", { width: 390, height: 844 }]]) {
          // One page goes through all views, as its reader does.
          const page = await open("#piece", { colorScheme, viewport });
          for (const [view, [hash, work]] of [...Object.entries(views).map(([view, hash]) => [view, [hash, () => {}]]), ...Object.entries(opened)]) {
            await go(page, hash);
            await work(page);
            await page.waitForTimeout(250);
            await judged(page, `${view}-${colorScheme}-${size}`);
            for (const width of size === "wide" ? [1280] : [390, 360]) {
              await page.setViewportSize({ ...viewport, width });
              const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
              assert.ok(wide <= 0, `${view}, ${width} pixels: ${wide} too wide`);
            }
            await page.setViewportSize(viewport);
          }
          await page.context().close();
        }
      }
    },
  };
}
