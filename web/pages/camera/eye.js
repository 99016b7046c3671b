// How the eye does in this evening, and the camera's last pictures: kept, taken away and deleted.

import { byId, fill, h, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { stepTone } from "./steps.js";

const lang = document.documentElement.lang;

/** What the host sees of it now; null where it could not be asked.
 * @returns {Promise<KeptView | null>} */
export async function eyeNow() {
  const answer = await get("/api/kept");
  return answer.status === 200 ? answer.body : null;
}

/** @param {KeptView} view @param {(view: KeptView) => void} took called with what there is after an act */
export function showEye(view, took) {
  stepTone("step-eye", [view.well ? "good" : "fair"]);
  say(byId("eye-told"), view.told);
  say(byId("held"), view.held);
  byId("eye-where").hidden = !view.cells.length;
  fill(byId("keep-act"), view.can_keep, () => h("button", { type: "button", class: "button", "data-key": "keep", disabled: !view.can_keep, onclick: () => act("keep", "", took) }, t("Keep the last pictures")));
  fill(byId("kept"), view.kept, () => view.kept.map((one) => keptRow(one, took)));
}

/** @param {KeptOne} one @param {(view: KeptView) => void} took */
function keptRow(one, took) {
  const when = new Date(one.at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  return h("li", { class: "kept-one" },
    h("span", {}, h("b", {}, when), ` · ${one.text}`),
    h("span", { class: "buttons" },
      h("a", { class: "button small", href: `/api/kept/${one.name}.zip`, download: "", "data-key": `take-${one.name}`, "aria-label": t("Download the pictures of {when}", { when }) }, t("Download")),
      h("button", { type: "button", class: "button small", "data-key": `delete-${one.name}`, "aria-label": t("Delete the pictures of {when}", { when }), onclick: () => act("delete", one.name, took) }, t("Delete"))));
}

/** @param {KeptAct} name @param {string} which @param {(view: KeptView) => void} took */
async function act(name, which, took) {
  const answer = await post("/api/kept", { act: name, name: which });
  say(byId("kept-said"), sentenceOf(answer));
  byId("kept-said").dataset.tone = answer.status === 200 ? "good" : "bad";
  if (answer.body?.view) took(answer.body.view);
  if (name === "delete" && document.activeElement === document.body) byId("keep-act").querySelector("button")?.focus(); // the row is gone
}
