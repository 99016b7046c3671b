import { byId, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";

const form = byId("pin");

form.querySelector("[type=submit]").disabled = false;
byId("letters").addEventListener("click", () => {
  byId("letters").hidden = true;
  form.elements.pin.inputMode = "text";
  form.elements.pin.focus();
});
form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const answer = await post("/api/become-host", { pin: form.elements.pin.value.trim() });
  if (answer.status === 200) location.pathname === "/host" ? location.assign(answer.body.next) : location.reload();
  else {
    say(byId("problem"), sentenceOf(answer));
    form.elements.pin.value = "";
    form.elements.pin.focus();
  }
});
