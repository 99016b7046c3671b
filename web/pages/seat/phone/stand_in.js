// The loudspeaker is silent: offers once that this phone speaks in its place. A browser speaks only after a tap.

import { byId } from "../../shared/core/dom.js";

const DECLINED = "no-stand-in"; // for as long as this page is open in this tab

/** `voice` speaks, `standIn()` keeps the wish on this phone. Gives what shows or hides the offer.
 * @param {any} voice @param {() => void} keep */
export function standIn(voice, keep) {
  const offer = byId("stand-in");
  let declined = wasDeclined();

  function show() {
    offer.hidden = declined || !voice.isWanted();
  }

  byId("stand-in-yes").addEventListener("click", () => {
    keep();
    voice.begin();
    show();
  });
  byId("stand-in-no").addEventListener("click", () => {
    declined = true;
    try {
      sessionStorage.setItem(DECLINED, "yes");
    } catch {
      // It holds as long as the page is open.
    }
    show();
  });
  return show;
}

function wasDeclined() {
  try {
    return sessionStorage.getItem(DECLINED) === "yes";
  } catch {
    return false;
  }
}
