// What a click can do about a diagnostic: the library knows what makes the piece that was meant.

/** The proposals for a diagnostic of a text in a dialect: `[{label, text, dialect}]`. */
export function remedies(text, dialect, found) {
  return found.fixes.map((fix) => {
    const label = fix.text === text ? `Read it as ${fix.dialect}` : fix.dialect === dialect ? `Write ${fix.text}` : `Write ${fix.text} in ${fix.dialect}`;
    return { label, ...fix };
  });
}
