// The sheet that asks once more before a card is played, or says why it cannot be.

import { card } from "../board/cards.js";
import { byId, h, shape } from "../core/dom.js";
import { lay } from "../core/over.js";
import { t } from "../core/words.js";
import { byAction, wayRow } from "./ways.js";

const sheet = byId("sheet");

export const isOpen = () => sheet.open;

export function close() {
  if (sheet.open) sheet.close();
  sheet.replaceChildren();
}

sheet.addEventListener("click", (/** @type {any} */ event) => event.target === sheet && close());

// Tab goes round in the sheet: in the browser's own bars the page would be left, and a page that is left hides the hand.
sheet.addEventListener("keydown", (/** @type {any} */ event) => {
  const stops = [...sheet.querySelectorAll("a[href], button:not(:disabled)")];
  if (event.key !== "Tab" || document.activeElement !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
});

/** `options` that one card or choice stands for; `take(option)` is called for the one that is confirmed. `place` is the
 * field of a board that was tapped, if it was one.
 * @param {OptionView[]} options @param {(option: OptionView) => void} take */
export function open(options, take, place = "") {
  const alike = options.every((one) => one.face?.title === options[0].face?.title);
  const face = alike ? options[0].face : null;
  const heading = place || face?.title || (options.length === 1 ? options[0].label : t("Choose"));
  sheet.replaceChildren(
    h("div", { class: "sheet-body" },
      face && card(face, "card-large"),
      h("div", { class: "sheet-words" },
        h("h2", { id: "sheet-title" }, heading),
        face?.text && h("p", { class: "card-words" }, face.text),
        byAction(listed(options)).flatMap((group) => lines(group, heading, take)),
        h("button", { class: "button wide", type: "button", onclick: close }, options.some((one) => !one.why_not) ? t("Not now") : t("Close")))),
  );
  lay(sheet);
}

/** Of fields where something cannot be done the board tells; the others are listed, what can be done first.
 * @param {OptionView[]} options */
function listed(options) {
  const can = options.filter((one) => !one.why_not);
  return [...can, ...options.filter((one) => one.why_not && !(can.length && one.cell))];
}

/** Ways of one action in a row; what says a thing or cannot be done stands in a line of its own.
 * @param {OptionView[]} group @param {string} heading @param {(option: OptionView) => void} take */
function lines(group, heading, take) {
  const plain = group.filter((one) => one.action && !one.why_not && !one.claim);
  return [
    plain.length > 0 && wayRow(plain, "", true, (option) => {
      close();
      take(option);
    }),
    ...group.filter((one) => !plain.includes(one)).map((option) => line(option, heading, take)),
  ];
}

/** @param {OptionView} option @param {string} heading @param {(option: OptionView) => void} take */
function line(option, heading, take) {
  if (option.why_not) {
    return h("div", { class: "refusal" }, h("p", { class: "refusal-short" }, shape("lock"), option.label === heading ? option.why_not.short : `${option.label}: ${option.why_not.short}`),
      h("p", {}, option.why_not.long),
      option.why_not.rule && h("p", { class: "rule-id" }, h("a", { href: `/rules#${option.why_not.rule}` }, t("Rule {rule}", { rule: option.why_not.rule }))));
  }
  return h("div", { class: "choice" },
    option.claim && h("p", { class: "claim" }, h("small", {}, t("With this you say:")), h("q", {}, option.claim)),
    h("button", {
      class: "button button-main wide", type: "button", "data-option": option.key,
      onclick: () => {
        close();
        take(option);
      },
    }, (heading === option.face?.title && option.way) || option.label));
}
