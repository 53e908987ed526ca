// What is kept in the browser: games and designs by their names, and the design that was worked on last.

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing.
    return null;
  }
}

/** Keeps a text; the reason if the browser does not let it. */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return "";
  } catch (e) {
    return `The browser keeps nothing: ${e.message}`;
  }
}

/** Texts by their names, under a key of the browser's. */
function shelf(key) {
  return {
    all() {
      try {
        return new Map(Object.entries(JSON.parse(read(key) ?? "{}")));
      } catch {
        // Somebody else wrote there.
        return new Map();
      }
    },
    keep: (all) => write(key, JSON.stringify(Object.fromEntries(all))),
  };
}

export const games = shelf("betza.games");
export const designs = shelf("betza.designs");

/** The design that was worked on last, as text; null if there is none. */
export const lastDesign = () => read("betza.design");
export const keepLastDesign = (text) => write("betza.design", text);
