// The count view: perft in a worker, move by move.
const $ = (id) => document.getElementById(id);

export class CountView {
  constructor({ betza, say, share }, game) {
    Object.assign(this, { betza, say, share, game, worker: null, counts: new Map() });
    $("run").addEventListener("click", () => this.#run());
    $("stop").addEventListener("click", () => this.#stop("Stopped."));
    $("pasted").addEventListener("input", () => this.#table());
    $("depth").addEventListener("change", () => this.#share());
  }

  enter(query) {
    if (query.depth) $("depth").value = query.depth;
    const { depth, ...position } = query;
    this.position = position.g || position.toml || position.ini ? position : this.game.position();
    try {
      this.play = open(this.betza, this.position);
      const state = JSON.parse(this.play.state());
      $("count-game").textContent = state.title;
      $("count-fen").textContent = state.fen;
      this.roots = state.moves.map((m) => m.uci);
      $("run").disabled = false;
    } catch (e) {
      $("difference").textContent = e.message ?? String(e);
      $("run").disabled = true;
    }
    this.#share();
  }

  leave() {
    this.#stop("");
  }

  #share() {
    this.share("count", { ...this.position, depth: $("depth").value });
  }

  #run() {
    this.#stop("");
    this.counts = new Map();
    const depth = Math.min(12, Math.max(1, Math.round(Number($("depth").value)) || 1));
    $("total").textContent = "";
    $("time").textContent = "";
    $("stop").disabled = false;
    $("progress").max = Math.max(1, this.roots.length);
    $("progress").value = 0;
    const started = performance.now();
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.error) return this.#stop(data.error);
      if (data.done) {
        $("total").textContent = data.total;
        $("time").textContent = `in ${Math.round(performance.now() - started)} ms`;
        this.say(`Total ${data.total}`);
        this.#stop();
        return this.#table();
      }
      this.counts.set(data.move, data.count);
      $("progress").value = this.counts.size;
      return this.#table();
    };
    this.worker.onerror = (e) => this.#stop(e.message);
    this.worker.postMessage({ position: this.position, depth });
  }

  #stop(why) {
    this.worker?.terminate();
    this.worker = null;
    $("stop").disabled = true;
    if (why) $("time").textContent = why;
  }

  /** The counts by move, beside those that were pasted; the first difference is marked. */
  #table() {
    const there = new Map([...$("pasted").value.matchAll(/^\s*(?:\d+\.\s*)?([^\s:]+)\s*[:=\s]\s*(\d+)\s*$/gm)].map(([, move, count]) => [move, count]));
    const moves = [...new Set([...this.counts.keys(), ...(there.size ? there.keys() : [])])].filter((m) => !/^(nodes|total|searched)$/i.test(m)).sort();
    let first = null;
    const rows = moves.map((move) => {
      const [here, other] = [this.counts.get(move) ?? "—", there.size ? (there.get(move) ?? "—") : ""];
      const row = document.createElement("tr");
      if (there.size && here !== other && first === null && !this.worker) {
        first = move;
        row.className = "first";
      }
      const name = Object.assign(document.createElement("th"), { scope: "row", className: "code", textContent: move });
      row.append(name, ...[here, other].map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      return row;
    });
    $("divide").tBodies[0].replaceChildren(...rows);
    $("difference").textContent = !there.size || this.worker || !this.counts.size ? "" : first === null ? "All counts are equal." : `The first difference is at ${first}.`;
  }
}

/** The game that an address describes, with its moves played. */
export function open({ Play }, { g, toml, ini, section, fen, m = "" }) {
  const play = toml ? Play.toml(toml) : ini ? Play.ini(ini, section) : Play.builtin(g);
  if (fen) play.setFen(fen, false);
  for (const text of m.split(",").filter(Boolean)) play.play(text);
  return play;
}
