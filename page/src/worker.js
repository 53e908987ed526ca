// Counts the leaves below each move in turn, away from the page.
import { open } from "./count.js";
import { loadGames } from "./library.js";

onmessage = async ({ data: { position, depth } }) => {
  try {
    const betza = await loadGames();
    const play = open(betza, position);
    let total = 0n;
    for (const { uci } of JSON.parse(play.state()).moves) {
      const count = play.perftAfter(uci, depth);
      total += count;
      postMessage({ move: uci, count: String(count) });
    }
    postMessage({ done: true, total: String(total) });
  } catch (e) {
    postMessage({ error: e.message ?? String(e) });
  }
};
