// Whoever made the last decision may take it back: at once where nothing came to be known by it; else the table is asked.

import { h } from "../core/dom.js";
import { post, sentenceOf } from "../core/net.js";
import { banner } from "../core/stream.js";
import { t } from "../core/words.js";

/** The link, where this reader may; `took(answer)` is called with what came of it.
 * @param {Packet} packet @param {(answer: Answer) => void} took */
export const takeBackLink = (packet, took) => packet.take_back && h("button", {
  class: "link to-log", type: "button", "data-key": "take-back",
  onclick: async () => {
    const answer = await post("/api/take-back", { version: packet.version });
    took(answer);
    banner("said", sentenceOf(answer), null, "info");
  },
}, t("Take back my last answer"));
