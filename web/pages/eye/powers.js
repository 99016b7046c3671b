// Keys for what the camera can do in this browser; what it cannot is said in one line.

import { byId, h, notice } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";
import { hold, powersOf, setTorch, setZoom } from "./lens.js";

/** @param {MediaStreamTrack} track @param {HTMLElement} node */
export function powers(track, node) {
  const { torch, zoom, hold: holds } = powersOf(track);
  const parts = [];
  if (torch) parts.push(key(t("Light"), (on) => setTorch(track, on)));
  if (holds) parts.push(key(t("Hold focus and light"), (on) => hold(track, on)));
  if (zoom) {
    const slide = h("input", { type: "range", min: zoom.min, max: zoom.max, step: zoom.step || 0.1, value: zoom.min, "aria-label": t("Zoom") });
    slide.addEventListener("input", () => setZoom(track, Number(slide.value)));
    parts.push(h("label", { class: "eye-zoom" }, h("span", {}, t("Zoom")), slide));
  }
  node.replaceChildren(...parts);
  notice(byId("missing"), holds ? "" : t("This browser cannot hold the focus: wait a moment until the picture is sharp."));
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
