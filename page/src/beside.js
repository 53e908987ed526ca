// Where the files of the page are.

/** The address of a file, by its path in the page's folder. A page that has the files inside itself says so in `betzaFiles`. */
export const beside = (path) => globalThis.betzaFiles?.[path] ?? new URL(`../${path}`, import.meta.url).href;
