// What a click can do about a diagnostic. Only what makes the text better is offered: every proposal is read first.
import { DIALECTS } from "./dialects.js";

/** The proposals for a diagnostic of a text in a dialect: `[{label, text, dialect}]`. `read` reads a text in a dialect. */
export function remedies(text, dialect, found, read) {
  const before = read(text, dialect).diagnostics.length;
  const put = (letters) => text.slice(0, found.from) + letters + text.slice(found.to);
  const proposals = [];
  const propose = (label, newText, newDialect) => proposals.push({ label, text: newText, dialect: newDialect });
  // A dialect that the sentences name may be the one that was meant.
  for (const [, name] of `${found.remedy} ${found.message}`.matchAll(/`(\w+)`/g)) {
    if (DIALECTS.includes(name)) propose(`Read it as ${name}`, text, name);
  }
  for (const [, letters] of found.remedy.matchAll(/`([^`]+)`/g)) {
    propose(`Write ${put(letters)}`, put(letters), dialect);
    propose(`Write ${letters}`, letters, dialect);
  }
  for (const [, letters] of found.remedy.matchAll(/(?:example|write) ([A-Za-z0-9+()[\]-]+)/g)) propose(`Write ${put(letters)}`, put(letters), dialect);
  if (/remove|leave it out|leave out/.test(found.remedy)) propose(`Write ${put("")}`, put(""), dialect);
  const seen = new Set();
  return proposals.filter((p) => {
    const key = `${p.dialect} ${p.text}`;
    if (seen.has(key) || (p.text === text && p.dialect === dialect)) return false;
    seen.add(key);
    try {
      const after = read(p.text, p.dialect);
      return after.ok && after.diagnostics.length <= before;
    } catch {
      return false;
    }
  });
}
