// The library in two parts: pieces alone, which are small and come first, and whole games, with pieces among them.
import initPieces, * as pieces from "../pieces/betza.js";
import { beside } from "./beside.js";

/** Counts the bytes of an answer as they arrive; `tell` hears of the part that is there, from 0 to 1. */
function counted(response, tell) {
  const all = Number(response.headers.get("content-length")) || 0;
  let there = 0;
  const count = new TransformStream({
    transform(chunk, out) {
      there += chunk.byteLength;
      if (all) tell(Math.min(1, there / all));
      out.enqueue(chunk);
    },
  });
  return response.body.pipeThrough(count);
}

/** Loads WebAssembly that lies compressed beside itself, since few servers of files compress it; as it is where that fails. */
async function load(init, path, tell) {
  if (globalThis.DecompressionStream) {
    try {
      const packed = await fetch(beside(`${path}.gz`));
      if (packed.ok) {
        const body = counted(packed, tell).pipeThrough(new DecompressionStream("gzip"));
        return await init({ module_or_path: new Response(body, { headers: { "content-type": "application/wasm" } }) });
      }
    } catch {
      // A server that calls such a file compressed text has its browser unpack it: it is no archive any more.
    }
  }
  return init({ module_or_path: beside(path) });
}

let loadedPieces = null;
/** Pieces by themselves, when they are loaded. */
export const loadPieces = (tell = () => {}) => (loadedPieces ??= load(initPieces, "pieces/betza_bg.wasm", tell).then(() => pieces));

let loadedGames = null;
const told = new Set();
/** Whole games and all the rest, when they are loaded. */
export function loadGames(tell = () => {}) {
  told.add(tell);
  loadedGames ??= import("../pkg/betza.js").then(async (games) => {
    await load(games.default, "pkg/betza_bg.wasm", (part) => { for (const each of told) each(part); });
    told.clear();
    return games;
  }).catch((e) => {
    // Whoever asks again tries again.
    loadedGames = null;
    throw e;
  });
  return loadedGames;
}
