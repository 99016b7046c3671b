// Sentences for this seat that not everybody may read: drawn only while the hand is shown.

import { byId, h, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

/** The refusals of a seat, and the answers to its photos. */
export function ownWords() {
  const state = { open: false, alarm: { text: "", own: false }, answers: new Map() };

  const alarmWords = () => {
    const { text, own } = state.alarm;
    return text && own && !state.open ? t("That cannot be done. Show your hand to read why.") : text;
  };

  function draw() {
    const text = alarmWords();
    if (byId("alarm").textContent !== text) byId("alarm").replaceChildren(...(text ? [h("p", { class: "banner banner-warn" }, text)] : []));
    for (const [node, { text: answer, own }] of state.answers) say(node, own && !state.open ? t("Show your hand to read the answer.") : answer);
  }

  return {
    /** Something went wrong: heard at once. `own`: the reason follows from the hand.
     * @param {string} text */
    alarm(text, own = false) {
      state.alarm = { text: text || "", own };
      draw();
    },
    /** What the table answered to a photo; why it was not taken may name cards.
     * @param {HTMLElement} node @param {Answer} answer @param {string} text */
    told(node, answer, text) {
      state.answers.set(node, { text, own: answer.status === 409 });
      draw();
    },
    /** @param {boolean} open */
    show(open) {
      state.open = open;
      draw();
    },
  };
}
