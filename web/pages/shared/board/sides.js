// How the things of one side look on a board: filled, striped or dotted, so that no eye needs the colours.

import { h, shape, shapeAddress } from "../core/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element: s("circle", {r: 3, class: "x"}, child, null).
 * @param {string} tag @param {...Child} children */
export function s(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

/** A shape of the sheet around (x, y), `size` units wide and high.
 * @param {string} name @param {number} x @param {number} y @param {number} size */
export function emblem(name, x, y, size, className = "") {
  return s("use", { href: shapeAddress(name), x: x - size / 2, y: y - size / 2, width: size, height: size, class: className || null });
}

const PATTERNS = new Set(["plain", "stripes", "dots"]);

/** The classes of whatever belongs to a side.
 * @param {SideView} side @param {Face} face */
export function sideClass(side, face = null) {
  if (!side) return `side-none tint-${face?.tint || "grey"}`;
  return `side-${PATTERNS.has(side.pattern) ? side.pattern : "plain"} tint-${side.tint}`;
}

/** A small disc with the shape of a side, for lists beside the board.
 * @param {SideView} side */
export function sideMark(side) {
  return h("span", { class: `side-mark ${sideClass(side)}`, role: "img", "aria-label": side.name, title: side.name }, shape(side.shape));
}
