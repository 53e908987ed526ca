// The files that an element with a game needs, packed into addresses that hold them whole: a page with these needs no other file.
import { beside } from "./beside.js";

/** Bytes as an address. */
async function addressOf(bytes, type) {
  const reader = new FileReader();
  const read = new Promise((done, failed) => {
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
  });
  reader.readAsDataURL(new Blob([bytes], { type }));
  return read;
}

async function file(path) {
  const answer = await fetch(beside(path));
  if (!answer.ok) throw new Error(`${path} could not be loaded: ${answer.status}`);
  return answer;
}

/** A module with all that it imports: its address, in whose text the imports are such addresses too. The same module has one address everywhere. */
function moduleOf(path, known) {
  if (!known.has(path)) {
    known.set(path, (async () => {
      const text = await (await file(path)).text();
      const parts = text.split(/((?:from |import\()")(\.[^"]+)(?=")/);
      for (let i = 2; i < parts.length; i += 3) parts[i] = await moduleOf(new URL(parts[i], `x:/${path}`).pathname.slice(1), known);
      return addressOf(parts.join(""), "text/javascript");
    })());
  }
  return known.get(path);
}

/** The script of the elements, and the files that it and its worker ask for besides (`beside`), as addresses. */
export async function packed() {
  const known = new Map();
  const [script, thinker, style, games] = await Promise.all([
    moduleOf("src/elements.js", known), moduleOf("src/thinker.js", known), file("board.css").then((answer) => answer.blob()),
    file("pkg/betza_bg.wasm.gz").then((answer) => answer.blob()),
  ]);
  const files = { "src/thinker.js": thinker, "board.css": await addressOf(style, "text/css"), "pkg/betza_bg.wasm.gz": await addressOf(games, "application/gzip") };
  return { script, files };
}
