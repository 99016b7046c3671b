// A hint, when it is asked for: what the program would look at first, by what this seat knows. Whatever is said of it
// follows from the hand, so that it is read only while the hand is shown; and the button tells nothing of the options.

import { h, say, shape } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** The panel in `node`; gives what to call with each packet, and whether the hand is shown.
 * @param {HTMLElement} node */
export function hintPanel(node) {
  const state = { asked: "", busy: false, said: "", hints: /** @type {HintView[]} */ ([]), hidden: true };
  const button = h("button", { class: "button hint-button", type: "button", "data-key": "hint", "aria-describedby": "hint-said", onclick: ask }, shape("bulb"), h("span", {}, t("Give me a hint")));
  const said = h("p", { id: "hint-said", class: "said", role: "status" });
  const list = h("ol", { class: "hint-list" });
  node.replaceChildren(button, said, list);

  async function ask() {
    if (state.busy) return; // it keeps the focus meanwhile
    const { asked } = state;
    Object.assign(state, { busy: true, said: t("Thinking about it, for three seconds or a little more…"), hints: [] });
    show();
    const answer = await post("/api/hint", {});
    state.busy = false;
    const look = /** @type {Partial<HintLook>} */ (answer.body ?? {});
    const isLate = asked !== state.asked; // it helps nobody any more
    Object.assign(state, isLate ? { said: t("The table has moved on."), hints: [] } : { said: look.reply?.sentence ?? sentenceOf(answer), hints: look.hints ?? [] });
    show();
    if (!list.hidden) node.scrollIntoView({ block: "start" }); // not behind the hand
  }

  function show() {
    const { busy, hints, hidden } = state;
    button.setAttribute("aria-disabled", busy ? "true" : "false");
    say(said, hidden && !busy && state.said ? t("The answer is there. Show your hand to read it.") : state.said);
    list.hidden = hidden || hints.length === 0;
    list.replaceChildren(...(hidden ? [] : hints.map(row)));
  }

  return (/** @type {Packet} */ packet, /** @type {boolean} */ open) => {
    const { question } = packet;
    node.hidden = !packet.hints || packet.paused || Boolean(packet.result) || !question?.yours || question.seats.length === 0;
    const asked = JSON.stringify([question?.kind, question?.options.map((option) => option.key)]);
    if (asked === state.asked && open !== state.hidden) return;
    if (asked !== state.asked) Object.assign(state, { said: state.busy ? state.said : "", hints: [] });
    Object.assign(state, { asked, hidden: !open });
    show();
  };
}

/** @param {HintView} hint */
const row = (hint) => h("li", {}, h("b", {}, hint.label), hint.reasons.map((reason) => h("span", { class: "hint-why" }, reason)));
