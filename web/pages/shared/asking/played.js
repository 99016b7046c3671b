// One tap on a card plays it, when only one thing can be meant; so does one on a choice for all. The tap waits here for three seconds and can be taken back;
// nobody has been told anything until then, so that no rule has to allow it.

import { together } from "../core/asked.js";
import { fill, h } from "../core/dom.js";
import { t } from "../core/words.js";

const KEPT_MS = 3000;
const SOON_S = 5; // a question that closes is answered at once

/** What a tap on a card means; null where people have to be asked. `forAll`: a choice without a card waits, too.
 * @param {OptionView[]} options @param {string} place */
export function meant(options, place, forAll = false) {
  const can = options.filter((one) => !one.why_not);
  const [one] = can;
  return !place && can.length === 1 && (one.face || forAll) && !one.claim && !one.grave && !one.maybe ? one : null;
}

/** The strip in `node`; `send(option)` is called when the time is up, or at once when nobody may read the strip any more.
 * @param {HTMLElement} node @param {(option: OptionView) => void} send */
export function keptBack(node, send) {
  const state = { option: /** @type {OptionView} */ (null), forAll: false, timer: 0 };

  function drop() {
    clearTimeout(state.timer);
    const { option } = state;
    state.option = null;
    draw();
    return option;
  }

  function now() {
    const option = drop();
    if (option) send(option);
  }

  function draw() {
    const { option } = state;
    node.hidden = !option;
    fill(node, option?.key ?? "", () => option && [
      h("span", { class: "played-words" }, h("b", {}, option.label), option.face?.text && h("small", {}, option.face.text), state.forAll && h("small", {}, t("This counts for all of you."))),
      h("button", { class: "button", type: "button", "data-key": "undo", onclick: drop }, t("Undo")),
      h("button", { class: "button button-main", type: "button", "data-option": option.key, onclick: now }, t("Now")),
      h("i", { class: "played-time", "aria-hidden": "true" })]);
  }

  addEventListener("pagehide", now);
  draw();
  return {
    now,
    /** Keeps it back. A second tap on the same card takes it back instead: then it is to be read.
     * @param {OptionView} option @param {Packet} packet @returns {boolean} whether it was the second one */
    hold(option, packet) {
      if (state.option && (state.option.key === option.key || (option.face && state.option.face?.piece === option.face.piece))) return Boolean(drop());
      drop();
      state.option = option;
      state.forAll = together(packet);
      const closes = packet.question?.closes_in_s ?? null;
      if (closes !== null && closes < SOON_S) now();
      else {
        state.timer = setTimeout(now, KEPT_MS);
        draw();
      }
      return false;
    },
    /** What can no longer be done is not kept.
     * @param {Packet} packet */
    check(packet) {
      if (!state.option) return;
      const still = packet.question?.yours && !packet.paused && packet.question.options.some((one) => one.key === state.option.key && !one.why_not);
      if (!still) drop();
    },
  };
}
