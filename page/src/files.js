// Games as files: PGN, a section of a variants.ini, and what the reader downloads.

/** A game as PGN. `state` is the position at its end, `start` the text of its first one if that is not the game's. */
export function pgn(state, start) {
  const result = /^White wins/.test(state.outcome ?? "") ? "1-0" : /^Black wins/.test(state.outcome ?? "") ? "0-1" : state.outcome ? "1/2-1/2" : "*";
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const tags = { Event: "?", Site: "?", Date: today, Round: "?", White: "?", Black: "?", Result: result, Variant: state.name };
  if (start) Object.assign(tags, { SetUp: "1", FEN: start });
  const black = start ? start.split(" ")[1] === "b" : false;
  const words = state.san.flatMap((san, i) => {
    const ply = i + (black ? 1 : 0);
    const number = ply % 2 === 0 ? [`${ply / 2 + 1}.`] : i === 0 ? [`${(ply + 1) / 2}...`] : [];
    return [...number, san];
  });
  const lines = [""];
  for (const word of [...words, result]) {
    const last = lines.at(-1);
    if (last && last.length + 1 + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`);
  return `${head.join("\n")}\n\n${lines.join("\n")}\n`;
}

/** The lines of a variants.ini that one section needs: its own, and those of the sections that it is laid over. */
export function sectionOf(text, name) {
  const sections = new Map();
  let current = null;
  for (const line of text.split("\n")) {
    const head = /^\s*\[([^\]:]+)(?::([^\]]+))?\]/.exec(line);
    if (head) {
      current = { parent: head[2]?.trim(), lines: [line.trim()] };
      sections.set(head[1].trim(), current);
    } else if (current && line.trim() && !/^\s*[#;]/.test(line)) current.lines.push(line.trim());
  }
  const needed = [];
  for (let at = name; sections.has(at) && !needed.includes(at); at = sections.get(at).parent) needed.unshift(at);
  return needed.length ? `${needed.flatMap((each) => sections.get(each).lines).join("\n")}\n` : text;
}

/** Gives the reader a file. */
export function download(name, text, type = "text/plain") {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
