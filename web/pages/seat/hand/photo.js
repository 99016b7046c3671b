// The photo of the own cards on its way to the table: how much is sent, that it is read, and what came of it.

import { byId, say } from "../../shared/core/dom.js";
import { postFile, sentenceOf } from "../../shared/core/net.js";
import { smaller } from "../../shared/core/picture.js";
import { t } from "../../shared/core/words.js";

/** `told(node, answer, sentence)` shows what came of it; `news(packet)` takes the packet.
 * @param {(node: HTMLElement, answer: Answer, text: string) => void} told @param {(packet: Packet) => void} news */
export function photoPanel(told, news) {
  const [input, bar, said] = ["photo", "photo-bar", "photo-said"].map(byId);

  /** @param {number} part */
  function progress(part) {
    bar.hidden = part === null;
    if (part === null) return;
    if (part < 1) bar.value = part;
    else bar.removeAttribute("value");
    say(said, part < 1 ? t("Sending your photo…") : t("Reading your photo…"));
  }

  input.addEventListener("change", async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    progress(0);
    const answer = await postFile("/api/hand-photo", await smaller(file), progress);
    progress(null);
    told(said, answer, sentenceOf(answer));
    if (answer.body?.packet) news(answer.body.packet);
  });
}
