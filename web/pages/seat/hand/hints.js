// A hint, when it is asked for: what the program would look at first, by what this seat knows. It names cards of the hand,
// so that it is read only while the hand is shown.

import { choices } from "../../shared/asking/choices.js";
import { h, say, shape } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** The panel in `node`; gives what to call with each packet, and whether the hand is shown.
 * @param {HTMLElement} node */
export function hintPanel(node) {
  const state = { version: -1, busy: false, said: "", hints: /** @type {HintView[]} */ ([]), hidden: true };
  const button = h("button", { class: "button hint-button", type: "button", "data-key": "hint", "aria-describedby": "hint-said", onclick: ask }, shape("bulb"), h("span", {}, t("Give me a hint")));
  const said = h("p", { id: "hint-said", class: "said", role: "status" });
  const list = h("ol", { class: "hint-list" });
  node.replaceChildren(button, said, list);

  async function ask() {
    if (state.busy) return; // it keeps the focus meanwhile
    const { version } = state;
    Object.assign(state, { busy: true, said: t("Thinking about it, for three seconds or a little more…"), hints: [] });
    show();
    const answer = await post("/api/hint", {});
    state.busy = false;
    const look = /** @type {Partial<HintLook>} */ (answer.body ?? {});
    if (version !== state.version) return show(); // the table has moved on: it helps nobody any more
    Object.assign(state, { said: look.reply?.sentence ?? sentenceOf(answer), hints: look.version === version ? look.hints ?? [] : [] });
    show();
    if (!list.hidden) node.scrollIntoView({ block: "start" }); // not behind the hand
  }

  function show() {
    const { busy, hints, hidden } = state;
    button.setAttribute("aria-disabled", busy ? "true" : "false");
    say(said, hints.length > 0 && hidden ? t("The hint is there. Show your hand to read it.") : state.said);
    list.hidden = hidden || hints.length === 0;
    list.replaceChildren(...(hidden ? [] : hints.map(row)));
  }

  return (/** @type {Packet} */ packet, /** @type {boolean} */ open, /** @type {FieldPanel} */ field) => {
    const hidden = !open && choices(packet, field).secret;
    const { question } = packet;
    const may = packet.hints && !packet.paused && !packet.result && question?.yours && question.options.filter((option) => !option.why_not).length > 1;
    node.hidden = !may;
    if (packet.version === state.version && hidden === state.hidden) return;
    if (packet.version !== state.version) Object.assign(state, { said: "", hints: [] });
    Object.assign(state, { version: packet.version, hidden });
    if (state.busy) state.said = "";
    show();
  };
}

/** @param {HintView} hint */
const row = (hint) => h("li", {}, h("b", {}, hint.label), hint.reasons.map((reason) => h("span", { class: "hint-why" }, reason)));
