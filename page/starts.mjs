// Draws the starts of all built-in games into a folder: a link to a game shows its start while the games are loaded.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gameNames, initSync, Play } from "../bindings/wasm/js/pkg/betza.js";

const folder = process.argv[2];
initSync({ module: readFileSync(new URL("../bindings/wasm/js/pkg/betza_bg.wasm", import.meta.url)) });
mkdirSync(folder, { recursive: true });
for (const name of JSON.parse(gameNames())) {
  const play = Play.builtin(name);
  writeFileSync(`${folder}/${name}.svg`, play.svg());
  play.free();
}
