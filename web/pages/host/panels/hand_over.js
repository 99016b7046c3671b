// A seat for another phone: a link that works once, to be scanned from the host's page.

import { h } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** A card that stands in the page while a link is of use.
 * @param {(sentence: string, good: boolean) => void} tell */
export function handOver(tell) {
  const node = h("section", { class: "panel hand-over", "aria-live": "polite", hidden: true });
  let timer = 0;

  function close() {
    clearInterval(timer);
    node.hidden = true;
    node.replaceChildren(); // the link stays nowhere
  }

  /** @param {number} seat @param {string} name */
  async function ask(seat, name) {
    const answer = await post("/api/people/hand-over", { seat });
    if (answer.status !== 200) return tell(sentenceOf(answer), false);
    const { link, picture, left_s } = answer.body;
    const ends = Date.now() + left_s * 1000;
    const left = h("p", { class: "hint" });
    const count = () => {
      const minutes = Math.ceil((ends - Date.now()) / 60000);
      if (minutes <= 0) close();
      else left.textContent = t("Works once, for {minutes|another minute|{minutes} more minutes}.", { minutes });
    };
    clearInterval(timer);
    node.replaceChildren(
      h("h3", { tabindex: -1 }, t("The seat of {name} for another phone", { name })),
      h("p", { class: "hint" }, t("Let only the right phone scan this. It gets the hand; the phone before it is signed off.")),
      h("img", { src: picture, alt: t("QR code of the link for one other phone") }),
      h("code", {}, link), left,
      h("button", { class: "button", type: "button", onclick: close }, t("Put it away")));
    node.hidden = false;
    count();
    timer = setInterval(count, 5000);
    node.querySelector("h3").focus();
    node.scrollIntoView({ block: "nearest" });
  }

  return { node, ask };
}
