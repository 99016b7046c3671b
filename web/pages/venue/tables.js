// The tables, drawn anew while somebody looks.

import { byId, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

const EVERY_MS = 15000;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/tables/now", { cache: "no-store", credentials: "same-origin" });
    if (answer.status === 403) return location.reload(); // the venue was started anew, and knows this page no more
    if (!answer.ok) throw new Error(String(answer.status));
    const drawn = await answer.text();
    const node = byId("tables");
    if (node.innerHTML !== drawn) node.innerHTML = drawn; // by our own template, where everything is escaped
    say(byId("away"), "");
  } catch {
    say(byId("away"), t("The venue does not answer; what stands here is not of now."));
  }
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
