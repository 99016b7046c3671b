// Where each pile belongs, drawn over the camera's picture: for a table without a printed mat. Where something is to be
// done, that place stands there alone, with what it is.

import { h } from "./dom.js";
import { get } from "./net.js";

const DUE_WIDE = 46; // percent of the picture
const LOW = 75;
const SVG = "http://www.w3.org/2000/svg";

/** Draws the spots over the picture in `box`, which holds nothing else.
 * @param {HTMLElement} box */
export async function spotsOver(box) {
  const answer = await get("/api/spots/seen");
  if (answer.status !== 200) return;
  /** @type {SpotSeen[]} */
  const spots = answer.body.some((/** @type {SpotSeen} */ one) => one.due) ? answer.body.filter((/** @type {SpotSeen} */ one) => one.due) : answer.body;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 100 100");
  drawing.setAttribute("preserveAspectRatio", "none");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(...spots.map(({ corners, due }) => {
    const outline = document.createElementNS(SVG, "polygon");
    outline.setAttribute("points", corners.map(([x, y]) => `${100 * x},${100 * y}`).join(" "));
    outline.toggleAttribute("data-due", due !== "");
    return outline;
  }));
  for (const old of box.querySelectorAll("svg, span")) old.remove();
  box.append(drawing, ...spots.map(({ label, corners, due }) => {
    const [x, y] = [0, 1].map((axis) => (100 * corners.reduce((sum, at) => sum + at[axis], 0)) / corners.length);
    const across = corners.map((at) => 100 * at[0]);
    const name = h("span", {}, due || label);
    const wide = due ? DUE_WIDE : Math.max(...across) - Math.min(...across);
    const [high, low] = [Math.min, Math.max].map((most) => most(...corners.map((at) => 100 * at[1])));
    if (due) name.dataset.due = low > LOW ? "above" : "below"; // the place itself stays free
    const left = due ? Math.min(Math.max(x, wide / 2), 100 - wide / 2) : x; // a sentence stays in the picture
    Object.assign(name.style, { left: `${left}%`, top: `${!due ? y : low > LOW ? high : low}%`, maxWidth: `${wide}%` });
    return name;
  }));
}
