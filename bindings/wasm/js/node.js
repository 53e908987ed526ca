// `betza/raw` for Node, which cannot fetch a file: the WebAssembly is read from beside this one when the module is loaded.
import { readFileSync } from "node:fs";
import { initSync } from "./pkg/betza.js";

export * from "./pkg/betza.js";
const loaded = initSync({ module: readFileSync(new URL("./pkg/betza_bg.wasm", import.meta.url)) });
/** As on the web, where loading takes time. */
export default async () => loaded;
