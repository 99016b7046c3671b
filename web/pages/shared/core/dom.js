// Small builders for elements. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("p", {class: "x", onclick: f, "data-key": 1}, "text", child, null).
 * @template {keyof HTMLElementTagNameMap} K
 * @returns {HTMLElementTagNameMap[K]}
 * @param {K} tag @param {...Child} children */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value === "boolean") Object.assign(node, { [name]: value });
    else node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return node;
}

const SHAPES = document.documentElement.dataset.shapes;

/** Where a `use` finds a shape of the sheet.
 * @param {string} name */
export const shapeAddress = (name) => `${SHAPES}#${encodeURIComponent(name || "circle")}`;

/** A shape of the sheet as an SVG that takes the colour of the text around it.
 * @param {string} name */
export function shape(name, className = "shape") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", shapeAddress(name));
  svg.append(use);
  return svg;
}

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** What a tap changes first is on the glass before `then` draws all the rest.
 * @param {() => void} then */
export const afterPaint = (then) => requestAnimationFrame(() => setTimeout(then));

const drawn = new WeakMap();

/** Fills `node` only when `key` changed since the last time, and keeps the keyboard where it was.
 * @param {any} node @param {any} key @param {() => Child} build */
export function fill(node, key, build) {
  const text = JSON.stringify(key);
  if (!node || drawn.get(node) === text) return false;
  drawn.set(node, text);
  const at = /** @type {any} */ (document.activeElement);
  const held = node.contains(at) ? at.dataset.key : null;
  node.replaceChildren(...[build()].flat(2).filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  if (held) node.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** What has the same key together, in the order in which it comes first.
 * @template T @template K @param {T[]} list @param {(one: T) => K} keyOf @returns {Map<K, T[]>} */
export function grouped(list, keyOf) {
  const found = new Map();
  for (const one of list) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

/** Sets a text only when it is new, so that screen readers hear it once.
 * @param {any} node @param {string} text */
export function say(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

/** A notice that takes no room when it is empty.
 * @param {any} node @param {string} text */
export function notice(node, text) {
  if (!node) return;
  say(node, text || "");
  node.hidden = !text;
}
