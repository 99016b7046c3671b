// The tables, drawn anew while somebody looks.

import { byId, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

const EVERY_MS = 4000;
const node = byId("tables");
let shown = node.innerHTML;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(node.dataset.now, { cache: "no-store", credentials: "same-origin" });
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
  } catch {
    say(byId("away"), t("The venue does not answer; what stands here is not of now."));
  }
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
