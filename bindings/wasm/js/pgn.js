// One game in Portable Game Notation: its headers and the moves of its main line.

/** What is read in a text, by kind: headers, comments and the rest of lines first, so that nothing in them counts as a move. */
const TOKENS = /\[\s*(?<key>\w+)\s*"(?<value>(?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|^%[^\n]*|(?<open>\()|(?<close>\))|\$\d+|(?<word>[^\s(){};]+)/gm;
const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "*"]);

/** `{headers, moves}` of the first game in a text: a map, and the moves as they are written. */
export function read(pgn) {
  const headers = new Map();
  const moves = [];
  let depth = 0;
  for (const { groups } of pgn.matchAll(TOKENS)) {
    const { key, value, open, close, word } = groups;
    if (key) {
      // The headers of another game.
      if (moves.length) break;
      headers.set(key, value.replace(/\\(.)/g, "$1"));
    } else if (open) depth++;
    else if (close) depth--;
    else if (word && depth === 0) {
      if (RESULTS.has(word)) break;
      const move = word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      if (move && !/^\d+$/.test(move)) moves.push(move);
    }
  }
  return { headers, moves };
}
