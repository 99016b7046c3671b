// The loudspeaker is silent: offers once, to the first who has sat down, that this phone speaks in its place. A browser
// speaks only after a tap.

import { byId } from "../../shared/core/dom.js";
import { keep, kept } from "../../shared/core/kept.js";

const DECLINED = "no-stand-in";

/** `voice` speaks, `wish()` keeps the wish on this phone. Gives what shows or hides the offer.
 * @param {any} voice @param {() => void} wish */
export function standIn(voice, wish) {
  const offer = byId("stand-in");
  let isFirst = false;
  let declined = kept(DECLINED) === "yes";

  /** @param {Packet} packet */
  function show(packet = null) {
    if (packet) isFirst = packet.seat !== null && packet.players.find((one) => one.joined)?.seat === packet.seat;
    offer.hidden = declined || !isFirst || !voice.isWanted();
  }

  byId("stand-in-yes").addEventListener("click", () => {
    wish();
    voice.begin();
    show();
  });
  byId("stand-in-no").addEventListener("click", () => {
    declined = true;
    keep(DECLINED, "yes");
    show();
  });
  return show;
}
