// Choices without a picture, and what is folded away until somebody wants it.

import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";
import { byAction, wayRow } from "./ways.js";

const MANY = 5;
const THUMB = 2; // so few choices come down to the hand on a phone

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
    class: `button choice-button ${option.why_not ? "refused" : main ? "button-main" : ""} ${option.returns ? "choice-returns" : ""}`, type: "button", "data-key": option.key, "data-option": option.key,
    disabled: Boolean(busy), onclick: () => pick([option]),
  }, h("span", {}, option.label), option.why_not && h("small", {}, shape("lock"), option.why_not.short));
}

/** Choices as buttons in their order, with one row for the ways of an action.
 * @param {OptionView[]} options @param {string} busy @param {PickOptions} pick @param {boolean} main */
export const buttonsOf = (options, busy, pick, main) => byAction(options).map((group) => (group.length > 1 ? wayRow(group, busy, main, (option) => pick([option])) : plainButton(group[0], busy, pick, main)));

/** Choices without a card: what can be done first; many reasons why not are folded away. Beside cards of the hand that
 * can be tapped they are not `main`; what goes a step back is small; what may end the match stands apart; `near`: a few may come down to the hand.
 * @param {OptionView[]} plain @param {string} busy @param {PickOptions} pick @param {boolean} main */
export function plainChoices(plain, busy, pick, main, near = true) {
  const grave = plain.filter((option) => option.grave && !option.why_not).map((option) => plainButton(option, busy, pick, false));
  const options = plain.filter((option) => !option.why_not && !option.grave && !option.returns);
  const can = buttonsOf(options, busy, pick, main);
  const cannot = plain.filter((option) => option.why_not).map((option) => plainButton(option, busy, pick));
  /** @param {Child[]} buttons */
  const columns = (buttons, extra = "") => h("div", { class: `plain-choices ${buttons.length > MANY ? "plain-many" : ""} ${extra}` }, buttons);
  return [
    can.length > 0 && columns(can, near && can.length <= THUMB && can.length === options.length ? "thumb" : ""),
    ...plain.filter((option) => option.returns).map((option) => plainButton(option, busy, pick, false)),
    cannot.length > 0 && (cannot.length <= 2 ? columns(cannot) : fold("why", t("Why not the others ({count})", { count: cannot.length }), columns(cannot))),
    grave.length > 0 && fold("grave", t("End the match"), columns(grave)),
  ];
}
