// Keys for what the camera can do in this browser.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { hold, powersOf, setTorch, setZoom } from "./lens.js";

/** Lays them into `node`; whether this browser can hold the focus.
 * @param {MediaStreamTrack} track @param {HTMLElement} node */
export function powers(track, node) {
  const { torch, zoom, hold: holds } = powersOf(track);
  const parts = [];
  if (torch) parts.push(key(t("Light"), (on) => setTorch(track, on)));
  if (holds) parts.push(key(t("Hold focus and light"), (on) => hold(track, on)));
  if (zoom) {
    const slide = h("input", { type: "range", min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: zoom.min, "aria-label": t("Zoom") });
    slide.addEventListener("input", () => setZoom(track, Number(slide.value)));
    parts.push(h("label", { class: "lens-zoom" }, h("span", {}, t("Zoom")), slide));
  }
  node.replaceChildren(...parts);
  return holds;
}

/** @param {string} text @param {(on: boolean) => Promise<boolean>} act */
function key(text, act) {
  const node = h("button", { type: "button", class: "button small", "aria-pressed": "false" }, text);
  node.addEventListener("click", async () => {
    const on = node.getAttribute("aria-pressed") !== "true";
    if (await act(on)) node.setAttribute("aria-pressed", String(on));
  });
  return node;
}
