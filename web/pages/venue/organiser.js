// What an organiser does: the PIN, a code for a table, shutting one out, forgetting a person.

import { byId, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { isSure } from "../shared/core/sure.js";

const pin = byId("pin");
if (pin) {
  pin.querySelector("[type=submit]").disabled = false;
  pin.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await post("/api/organiser/enter", { pin: pin.elements.pin.value.trim() });
    if (answer.status === 200) return location.reload();
    say(byId("problem"), sentenceOf(answer));
    pin.elements.pin.value = "";
    pin.elements.pin.focus();
  });
}

/** @param {OrganiserCommand} command */
async function act(command) {
  const answer = await post("/api/organiser", command);
  const done = answer.status === 200;
  if (!done || command.act !== "code") {
    say(byId("said"), sentenceOf(answer));
    byId("said").dataset.tone = done ? "good" : "bad";
    byId("said").scrollIntoView({ block: "nearest" });
  }
  return done ? sentenceOf(answer) : "";
}

byId("code")?.addEventListener("click", async () => say(byId("code-shown"), await act({ act: "code" })));
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-withdraw]"))) {
  button.addEventListener("click", async () => {
    if (isSure(button, button.dataset.sureText || "") && (await act({ act: "withdraw", table: Number(button.dataset.withdraw) }))) button.closest("li").remove();
  });
}
const forget = byId("forget");
forget?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const button = /** @type {HTMLElement} */ (event.submitter);
  const sure = button.dataset.sureText;
  if ((!sure || isSure(button, sure)) && (await act({ act: /** @type {OrganiserAct} */ (button.dataset.act), name: forget.elements.name.value }))) forget.reset();
});
byId("leave")?.addEventListener("click", async () => {
  const answer = await post("/api/organiser/leave", {});
  if (answer.status === 200) location.assign("/");
});
