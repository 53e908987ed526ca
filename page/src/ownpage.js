// A game as a page of its own: one file of HTML, on which it is played, with its pieces and rules.

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

/**
 * The file. `toml` is the game, `kinds` are its pieces and `rules` its rules in English, `start` is the first position if it is not the game's,
 * and `uci` are the moves. `script` is the address of the script of the elements: the file needs it, and nothing else. `files` are
 * those that the script would load from where it lies, if the file has them inside (`packed`). `picture` is the position as SVG: it stands
 * with the pieces where the board to play on will be, and stays if the script cannot be loaded.
 */
export function ownPage({ title, toml, kinds, rules, start, uci, script, files, picture = "" }) {
  const attributes = [start && ` fen="${escaped(start)}"`, uci.length && ` moves="${escaped(uci.join(" "))}"`].filter(Boolean).join("");
  const told = (kind, side, whose = "") => `  <dt>${whose}${escaped(kind.name)} <code>${escaped(kind.notation[side])}</code></dt>\n  <dd>${escaped(kind.english[side])}</dd>`;
  const differs = ({ english: [white, black] }) => white !== black;
  const pieces = kinds.flatMap((kind) => (differs(kind) ? [told(kind, 0, "White’s "), told(kind, 1, "Black’s ")] : [told(kind, 0)]));
  const where = files ? "it" : `<code>${escaped(script)}</code>`;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { max-width: 45rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
dt { font-weight: bold; margin-top: .5rem; }
dd { margin-left: 1rem; white-space: pre-line; }
figure { margin: 0; } figure svg { max-width: 34rem; width: 100%; height: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
${files ? `<script>globalThis.betzaFiles = ${JSON.stringify(files)};</script>\n` : ""}<script type="module" src="${escaped(script)}"></script>
<main>
<h1>${escaped(title)}</h1>
<betza-game playable pieces${attributes}>
<p>This picture becomes a board to play on when its program has been loaded. If it stays one, the program could not be loaded: your browser must run JavaScript and have leave to load ${where}.</p>
<figure role="img" aria-label="The position">${picture}</figure>
<h2>Pieces</h2>
<dl>
${pieces.join("\n")}
</dl>
<details><summary>The game file</summary><pre class="game-file">
${escaped(toml)}</pre></details>
</betza-game>
<h2>Rules</h2>
<ul>
${rules.map((rule) => `  <li>${escaped(rule)}</li>`).join("\n")}
</ul>
</main>
</html>
`;
}
