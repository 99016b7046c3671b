// The own notes of a seat: fetched and drawn only while the hand is shown, kept while one types.

import { h, say } from "../../shared/core/dom.js";
import { get, post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

const QUIET_MS = 700;
const AGAIN_MS = 4000;

/** The panel in `node`; gives what to call when the hand is shown or hidden.
 * @param {HTMLElement} node */
export function notesPanel(node) {
  const state = { open: false, text: /** @type {string} */ (null), kept: "", most: 2000, timer: 0, word: "", busy: false };

  const isKept = () => state.text === null || state.text === state.kept;

  /** @param {string} word */
  function tell(word) {
    state.word = word;
    const said = node.querySelector("[role=status]");
    if (said) say(said, word);
  }

  async function load() {
    const answer = await get("/api/notes");
    if (!isKept()) return; // what was typed meanwhile goes first
    const { text, most } = answer.body || {};
    if (answer.status === 200) Object.assign(state, { text, kept: text, most, word: text ? t("Kept. Only you can read it.") : t("Only you can read what you write here.") });
    else tell(sentenceOf(answer));
    draw();
  }

  /** @param {any} event */
  function typed(event) {
    state.text = event.target.value;
    tell(t("Not kept yet…"));
    clearTimeout(state.timer);
    state.timer = setTimeout(keep, QUIET_MS);
  }

  async function keep() {
    clearTimeout(state.timer);
    if (isKept() || state.busy) return;
    const { text } = state;
    state.busy = true;
    const answer = await post("/api/notes", { text });
    state.busy = false;
    if (answer.status === 200) state.kept = text;
    if (isKept()) return tell(t("Kept. Only you can read it."));
    if (answer.status === 200) return keep();
    tell(answer.status === 0 ? t("No connection: your notes are kept on this page until it is back.") : sentenceOf(answer));
    if (answer.status === 0 || answer.status >= 429) state.timer = setTimeout(keep, AGAIN_MS);
  }

  function draw() {
    if (!state.open) return node.replaceChildren(h("h2", {}, t("My notes")), h("p", { class: "hint" }, t("Open your hand to see your notes.")));
    const area = h("textarea", { id: "notes-text", rows: 5, maxlength: state.most, "aria-describedby": "notes-said", disabled: state.text === null, oninput: typed, onblur: keep });
    area.value = state.text ?? "";
    node.replaceChildren(h("h2", {}, h("label", { for: "notes-text" }, t("My notes"))), area, h("p", { id: "notes-said", class: "said", role: "status" }, state.word));
  }

  draw();
  addEventListener("online", keep);
  return (/** @type {boolean} */ open) => {
    if (open === state.open) return;
    state.open = open;
    keep();
    draw();
    if (open && isKept()) load();
  };
}
