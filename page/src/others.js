// Pages with a <betza-game>, as this page writes them.

/** The game file inside of a <betza-game>, behind what it shows where its script is not loaded. */
export const fileInside = (element) => (element.querySelector("pre.game-file") ?? element).textContent.trim();

/** The game in the source of a page with a <betza-game>, as links have it: `{toml or g, fen, m}`; null if there is none. */
export function gameOfPage(text) {
  if (!/<betza-game\b/i.test(text)) return null;
  const element = new DOMParser().parseFromString(text, "text/html").querySelector("betza-game");
  if (!element) return null;
  const toml = fileInside(element);
  const moves = (element.getAttribute("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  return { ...(toml ? { toml } : { g: element.getAttribute("game") ?? "chess" }), fen: element.getAttribute("fen") ?? "", m: moves.join() };
}
