// Several ways to do one thing: what is done is said once, and its ways stand beside it.

import { grouped, h, shape } from "../core/dom.js";

/** Options in their order; those that are ways of one action together.
 * @param {OptionView[]} options */
export const byAction = (options) => [...grouped(options, (one) => one.action || one.key).values()];

/** An action with its ways as buttons; `take(option)` is called for the one that is tapped.
 * @param {OptionView[]} group @param {string} busy @param {boolean} main @param {(option: OptionView) => void} take */
export function wayRow(group, busy, main, take) {
  const { action } = group[0];
  return h("div", { class: "ways", role: "group", "aria-label": action }, h("span", { class: "ways-action", "aria-hidden": "true" }, action),
    h("span", { class: "ways-buttons" }, group.map((option) => wayButton(option, busy, main, take))));
}

/** @param {OptionView} option @param {string} busy @param {boolean} main @param {(option: OptionView) => void} take */
function wayButton(option, busy, main, take) {
  const why = option.why_not?.short ?? "";
  return h("button", {
    class: `button way ${why ? "refused" : main ? "button-main" : ""}`, type: "button", "data-key": option.key, "data-option": option.key, "aria-label": [option.label, why].filter(Boolean).join(". "),
    disabled: Boolean(busy), onclick: () => take(option),
  }, why && shape("lock"), option.way || option.label);
}
