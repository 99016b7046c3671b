// What may be done at any time: at hand, folded away, and never a question.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { buttonsOf, fold } from "./plain.js";

/** The fold; nothing without any. It is closed for every new question, and stays as somebody left it for the same one.
 * @param {Packet} packet @param {OptionView[]} asides @param {string} busy @param {PickOptions} pick */
export function asideFold(packet, asides, busy, pick) {
  if (!asides.length) return null;
  /** @param {OptionView[]} some */
  const buttons = (some) => h("div", { class: "plain-choices" }, buttonsOf(some, busy, pick, false));
  const can = asides.filter((option) => !option.why_not);
  const cannot = asides.filter((option) => option.why_not);
  return fold(`aside-${packet.question.text}`, can.length ? t("At any time ({count})", { count: can.length }) : t("At any time: nothing now"), [
    can.length > 0 && buttons(can),
    cannot.length > 0 && h("div", { class: "aside-not" }, h("h3", {}, t("Not now")), buttons(cannot)),
  ], "asides-fold");
}
