// The controls of a replay: first, back, play, on, last, and a slider.

import { h, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

/** @param {string} text */
const mark = (text) => h("span", { "aria-hidden": "true", class: "replay-mark" }, text);

/** The controls inside `node`. `to(index)`, `by(count)`, `play(on)` are what they do.
 * @param {any} node @param {any} parts */
export function replayBar(node, { to, by, last, play }) {
  /** @param {string} words @param {string} text @param {() => void} onclick */
  const button = (words, text, onclick) => h("button", { class: "button", type: "button", "aria-label": words, title: words, onclick }, mark(text));
  const state = { playing: false };
  const label = h("span", {}, t("Play"));
  const symbol = mark("▶");
  const start = h("button", { class: "button button-main replay-play", type: "button", onclick: () => play(!state.playing) }, symbol, label);
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Step of the match") });
  slider.addEventListener("input", () => to(Number(slider.value)));
  const first = button(t("To the start"), "«", () => to(0));
  const back = button(t("One step back"), "‹", () => by(-1));
  const on = button(t("One step on"), "›", () => by(1));
  const end = button(t("To the end"), "»", () => to(last()));
  node.replaceChildren(first, back, start, on, end, slider);
  return {
    /** @param {number} count */
    length(count) {
      slider.max = String(Math.max(0, count - 1));
    },
    /** @param {number} index */
    at(index) {
      slider.value = String(index);
      first.disabled = back.disabled = index <= 0;
      on.disabled = end.disabled = index >= last();
    },
    /** @param {boolean} yes */
    playing(yes) {
      state.playing = yes;
      say(label, yes ? t("Stop") : t("Play"));
      say(symbol, yes ? "■" : "▶");
    },
  };
}
