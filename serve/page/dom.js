// Helpers that make an element in one line.

/** Makes an element with attributes (listeners as onclick, booleans as booleans) and children. */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Like make(), for SVG. */
export function makeSvg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function setAttribute(element, name, value) {
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else if (value === true) element.setAttribute(name, '');
  else if (value !== false && value !== null && value !== undefined)
    element.setAttribute(name, value);
}

/** Offers `names` in a select. Keeps its value if that is still offered; returns whether it is. */
export function offerNames(select, names) {
  const before = select.value;
  select.replaceChildren(...names.map((name) => make('option', { value: name }, name)));
  const isOffered = names.includes(before);
  if (isOffered) select.value = before;
  return isOffered;
}

/** Attributes of text in the language of the element with that id: the source or the output. */
export const languageOf = (id) => (
  { dir: 'auto', lang: document.getElementById(id)?.lang || null }
);

export const setState = (element, state) => (element.dataset.state = state);
