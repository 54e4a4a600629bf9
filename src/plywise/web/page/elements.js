/** Making elements: text goes in as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Make an HTML element.
 * @param {string} tag
 * @param {Object} [attributes] a function is a listener of that event; true stands for an empty value, null and false for none
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Make an element of SVG, as `make` does. */
export function draw(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter((each) => each !== null && each !== undefined));
  return element;
}

/** Set an attribute; null and false remove it, true gives it an empty value. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** Put a text into an element, if it is another than before: screen readers are not told the same twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return the element of this id in index.html. */
export function byId(id) {
  return document.getElementById(id);
}
