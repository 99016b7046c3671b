// Choices without a picture, and what is folded away until somebody wants it.

import { h, shape } from "../../shared/core/dom.js";

const unfolded = new Set();

/** Folded away until asked for, and left as it was when the page is drawn anew.
 * @param {string} name @param {string} words @param {Child} content */
export function fold(name, words, content, extra = "") {
  return h("details", {
    class: `fold ${extra}`, open: unfolded.has(name),
    /** @param {any} event */
    ontoggle: (event) => (event.target.open ? unfolded.add(name) : unfolded.delete(name)),
  }, h("summary", { "data-key": `fold-${name}` }, words), content);
}

/** One choice as a button, with the reason where it cannot be taken.
 * @param {Partial<OptionView>} option @param {string} busy @param {PickOptions} pick */
export function plainButton(option, busy, pick, main = true) {
  return h("button", {
    class: `button choice-button ${option.why_not ? "refused" : main ? "button-main" : ""}`, type: "button", "data-key": option.key, "data-option": option.key,
    disabled: Boolean(busy), onclick: () => pick([option]),
  }, h("span", {}, option.label), option.why_not && h("small", {}, shape("lock"), option.why_not.short));
}
