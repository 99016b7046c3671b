// The pages about finished matches: opening, deleting and forgetting, each after a second question.

import { byId, h, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { lay } from "../shared/core/over.js";
import { t } from "../shared/core/words.js";

const match = Number(byId("main").dataset.match || 0);

/** @param {HistoryCommand} command @param {string} next */
async function act(command, next) {
  const answer = await post("/api/history", command);
  say(byId("said"), sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  byId("said").scrollIntoView({ block: "nearest" });
  if (answer.status !== 200) return;
  if (next) location.assign(next);
  else if (match) location.reload();
}

/** @param {HTMLElement} button */
function ask(button) {
  const { act: what, title, text, yes, next } = button.dataset;
  const dialog = byId("sure");
  dialog.replaceChildren(h("div", { class: "sheet-body past-sure" },
    h("h2", { id: "sure-title" }, title),
    h("p", {}, text),
    h("div", { class: "buttons" },
      h("button", { class: "button", type: "button", autofocus: true, onclick: () => dialog.close() }, t("No, leave it")),
      h("button", { class: "button button-main", type: "button", onclick: () => {
        dialog.close();
        act({ act: /** @type {HistoryAct} */ (what), match }, next);
      } }, yes))));
  lay(dialog);
}

for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => ask(button));

const forget = byId("forget");
forget?.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const button = forget.querySelector("button");
  if (button.dataset.sure === "yes") {
    act({ act: "forget_name", name: forget.elements.name.value }, null).then(() => setTimeout(() => location.reload(), 1500));
    return;
  }
  button.dataset.sure = "yes";
  say(button, button.dataset.sureText);
});
