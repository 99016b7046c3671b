// Leaving the seat: asked twice, since the hand and the notes go with it.

import { post, sentenceOf } from "../../shared/core/net.js";
import { banner } from "../../shared/core/stream.js";
import { t } from "../../shared/core/words.js";

/** Makes `button` give the seat back.
 * @param {HTMLElement} button */
export function leaving(button) {
  button.addEventListener("click", async () => {
    if (button.dataset.sure !== "yes") {
      button.dataset.sure = "yes";
      button.textContent = t("Really leave? Tap again");
      return;
    }
    const answer = await post("/api/leave", {});
    if (answer.status === 200) location.assign(answer.body.next);
    else banner("said", sentenceOf(answer));
  });
}
