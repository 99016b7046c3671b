// Why something is asked: told when a kind of question comes up for the first time on this phone, later on request.

import { h } from "../core/dom.js";
import { keep, kept } from "../core/kept.js";
import { t } from "../core/words.js";

const TOLD = "explained"; // kinds of question, each as "game/kind"

/** @param {Packet} packet */
const kindOf = (packet) => `${packet.game}/${packet.question.kind}`;

/** @returns {string[]} */
function told() {
  const found = kept(TOLD);
  return Array.isArray(found) ? found : [];
}

/** @param {string} kind */
function remember(kind) {
  if (!told().includes(kind)) keep(TOLD, [...told(), kind]);
}

/** What was asked has been answered on this phone, so it need not be explained again.
 * @param {Packet} packet */
export const understood = (packet) => packet.question?.why && remember(kindOf(packet));

/** The explanation, folded once it was read; nothing for a question without one.
 * @param {Packet} packet */
export function whyAsked(packet) {
  const { why, rule, by_itself } = packet.question;
  if (!why) return null;
  const kind = kindOf(packet);
  const fold = h("details", { class: "fold why", open: !by_itself && !told().includes(kind), ontoggle: () => fold.open || remember(kind) },
    h("summary", { "data-key": "why-asked" }, t("Why am I asked this?")),
    h("p", {}, why),
    h("div", { class: "buttons" },
      h("button", { class: "button small", type: "button", "data-key": "understood", onclick: () => { fold.open = false; } }, t("Got it")),
      rule && h("a", { class: "button small", href: `/rules#${rule}` }, t("The rule")),
      h("a", { class: "button small", href: "/how" }, t("How to play"))));
  return fold;
}
