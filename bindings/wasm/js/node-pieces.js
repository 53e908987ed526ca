// `betza/pieces` for Node, which cannot fetch a file: as `node.js`.
import { readFileSync } from "node:fs";
import { initSync } from "./pieces/betza.js";

export * from "./pieces/betza.js";
const loaded = initSync({ module: readFileSync(new URL("./pieces/betza_bg.wasm", import.meta.url)) });
/** As on the web, where loading takes time. */
export default async () => loaded;
