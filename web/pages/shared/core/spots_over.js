// Where each pile belongs, drawn over the camera's picture: for a table without a printed mat.

import { h } from "./dom.js";
import { get } from "./net.js";

const SVG = "http://www.w3.org/2000/svg";

/** Draws the spots over the picture in `box`, which holds nothing else.
 * @param {HTMLElement} box */
export async function spotsOver(box) {
  const answer = await get("/api/spots/seen");
  if (answer.status !== 200) return;
  /** @type {SpotSeen[]} */
  const spots = answer.body;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 100 100");
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(...spots.map(({ corners }) => {
    const outline = document.createElementNS(SVG, "polygon");
    outline.setAttribute("points", corners.map(([x, y]) => `${100 * x},${100 * y}`).join(" "));
    return outline;
  }));
  for (const old of box.querySelectorAll("svg, span")) old.remove();
  box.append(drawing, ...spots.map(({ label, corners }) => {
    const [x, y] = [0, 1].map((axis) => (100 * corners.reduce((sum, at) => sum + at[axis], 0)) / corners.length);
    const across = corners.map((at) => 100 * at[0]);
    const name = h("span", {}, label);
    Object.assign(name.style, { left: `${x}%`, top: `${y}%`, maxWidth: `${Math.max(...across) - Math.min(...across)}%` });
    return name;
  }));
}
