// Stepping through the journal: the public table as it stood after each entry.

import { board, resultView } from "../../shared/board/board.js";
import { fill, h, say } from "../../shared/core/dom.js";
import { get, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** The replay inside `node`; call `.entries(list)` whenever the journal grew.
 * @param {any} node */
export function replay(node) {
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Entry of the journal") });
  const words = h("p", { class: "replay-words", "aria-live": "polite" }, t("Move the slider to look back."));
  const stage = h("div", { class: "board board-replay" });
  const state = { list: /** @type {EntryView[]} */ ([]), wanted: -1, busy: false };
  /** @param {number} by */
  const step = (by) => () => show(Math.min(state.list.length - 1, Math.max(0, Number(slider.value) + by)));
  const controls = h("div", { class: "replay-bar" },
    h("button", { class: "button", type: "button", "aria-label": t("One entry back"), onclick: step(-1) }, "‹"), slider,
    h("button", { class: "button", type: "button", "aria-label": t("One entry on"), onclick: step(1) }, "›"),
    h("button", { class: "button", type: "button", onclick: close }, t("Close")));
  slider.addEventListener("input", () => show(Number(slider.value)));
  node.replaceChildren(controls, words, stage);

  function close() {
    state.wanted = -1;
    stage.replaceChildren();
    say(words, t("Move the slider to look back."));
  }

  /** @param {number} index */
  async function show(index) {
    slider.value = String(index);
    state.wanted = index;
    if (state.busy) return;
    state.busy = true;
    while (state.wanted >= 0 && state.list[state.wanted]) {
      const now = state.wanted;
      const entry = state.list[now];
      const answer = await get(`/api/replay/${entry.number}`);
      if (answer.status === 200) {
        say(words, `${entry.number}: ${entry.text}`);
        fill(stage, [answer.body, now], () => [resultView(answer.body), ...board(answer.body)]);
      } else say(words, sentenceOf(answer));
      if (state.wanted === now) break;
    }
    state.busy = false;
  }

  return {
    /** @param {EntryView[]} list */
    entries(list) {
      state.list = list;
      slider.max = String(Math.max(0, list.length - 1));
      if (state.wanted < 0) slider.value = slider.max;
    },
    /** @param {number} number */
    showNumber(number) {
      const index = state.list.findIndex((entry) => entry.number === number);
      if (index >= 0) show(index);
      node.scrollIntoView({ block: "nearest" });
    },
  };
}
