// What a click can do about a diagnostic: the library knows which texts leave no doubt about the piece that was meant.

/** The proposals for a diagnostic of a text in a dialect: `[{label, text, dialect}]`. */
export function remedies(text, dialect, { fixes = [] }) {
  const label = (fix) => {
    if (fix.text === text) return `Read it as ${fix.dialect}`;
    return fix.dialect === dialect ? `Write ${fix.text}` : `Write ${fix.text} in ${fix.dialect}`;
  };
  return fixes.map((fix) => ({ label: label(fix), ...fix }));
}
