// The tables, drawn anew while somebody looks.

import { byId, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

const EVERY_MS = 4000;
const ANSWER_MS = 12000;
const node = byId("tables");
let shown = node.innerHTML;
let isAsking = false;
let next = setTimeout(look, EVERY_MS);

/** One question at a time, and the next a while after its answer: a venue that hangs is not asked ever more. */
async function look() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(next);
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), ANSWER_MS);
  try {
    if (!document.hidden) await draw(clock.signal);
  } catch {
    say(byId("away"), t("The venue does not answer; what stands here is not of now."));
  } finally {
    clearTimeout(timer);
    isAsking = false;
    next = setTimeout(look, EVERY_MS);
  }
}

/** @param {AbortSignal} signal */
async function draw(signal) {
  const answer = await fetch(node.dataset.now, { cache: "no-store", credentials: "same-origin", signal });
  if (answer.status === 403) return location.reload(); // the venue was started anew, and knows this page no more
  if (!answer.ok) throw new Error(String(answer.status));
  const drawn = await answer.text();
  say(byId("away"), "");
  if (shown === drawn || node.dataset.held) return; // somebody moves a table
  shown = drawn;
  const at = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.table;
  node.innerHTML = drawn; // by our own template, where everything is escaped
  node.dispatchEvent(new Event("drawn"));
  if (at) /** @type {HTMLElement} */ (node.querySelector(`[data-table="${CSS.escape(at)}"]`))?.focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", look);
