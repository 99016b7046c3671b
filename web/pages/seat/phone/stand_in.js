// The loudspeaker is silent: offers once that this phone speaks in its place. A browser speaks only after a tap.

import { byId } from "../../shared/core/dom.js";
import { keep, kept } from "../../shared/core/kept.js";

const DECLINED = "no-stand-in"; // for as long as this page is open in this tab
const inThisTab = () => sessionStorage;

/** `voice` speaks, `wish()` keeps the wish on this phone. Gives what shows or hides the offer.
 * @param {any} voice @param {() => void} wish */
export function standIn(voice, wish) {
  const offer = byId("stand-in");
  let declined = kept(DECLINED, inThisTab) === "yes";

  function show() {
    offer.hidden = declined || !voice.isWanted();
  }

  byId("stand-in-yes").addEventListener("click", () => {
    wish();
    voice.begin();
    show();
  });
  byId("stand-in-no").addEventListener("click", () => {
    declined = true;
    keep(DECLINED, "yes", inThisTab);
    show();
  });
  return show;
}
