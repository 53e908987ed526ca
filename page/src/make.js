// Elements made in a line.
/** An element with its properties and what is inside. */
export const make = (tag, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};
