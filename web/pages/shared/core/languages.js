// The buttons that choose the language of this phone.

import { post } from "./net.js";

for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", async () => {
    const answer = await post("/api/language", { language: button.dataset.language });
    if (answer.status === 200) location.reload();
  });
}
