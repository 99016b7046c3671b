// The host's word for a phone that is to be the camera: a QR code that works once.

import { h } from "./dom.js";
import { post, sentenceOf } from "./net.js";
import { t } from "./words.js";

/** Asks for another word and shows it in `node`; says why not, or nothing.
 * @param {HTMLElement} node @param {EyePlace} place @returns {Promise<string>} */
export async function showEyeCard(node, place = "table") {
  const answer = await post("/api/host/eye/offer", { place });
  if (answer.status !== 200) return sentenceOf(answer);
  const { link, picture, left_s } = answer.body;
  node.replaceChildren(
    h("img", { src: picture, alt: t("QR code of the link for the phone that is to be the camera") }),
    h("code", {}, link),
    h("p", { class: "hint" }, t("Works once, for {minutes|another minute|{minutes} more minutes}.", { minutes: Math.ceil(left_s / 60) }), " ",
      t("The phone warns of the table's certificate first; its page says what to tap.")));
  setTimeout(() => node.replaceChildren(), left_s * 1000);
  return "";
}
