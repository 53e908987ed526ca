// The opponent: searches a position of a game, away from the page.
import { open } from "./count.js";
import { loadGames } from "./library.js";

let opponent = null;
let game = "";

onmessage = async ({ data: { files, position, nodes, number } }) => {
  if (files) {
    globalThis.betzaFiles = files;
    return;
  }
  try {
    const betza = await loadGames();
    const { fen, m, ...source } = position;
    const play = open(betza, position);
    if (game !== JSON.stringify(source)) {
      opponent?.free();
      game = JSON.stringify(source);
      opponent = new betza.Opponent(play);
    }
    // Positions as a number, or milliseconds behind a `t`.
    const move = String(nodes).startsWith("t")
      ? opponent.bestIn(play, Number(nodes.slice(1)), (line) => postMessage({ number, line }))
      : opponent.best(play, Number(nodes));
    play.free();
    postMessage({ number, move });
  } catch (e) {
    postMessage({ number, error: e.message ?? String(e) });
  }
};
