// A sound and a buzz when it is this seat's turn: by what everybody sees, so that neither tells anything new.

import { waitedFor } from "../../shared/core/asked.js";
import { sounds } from "../../shared/core/sounds.js";
import { sounding } from "../../shared/match/sounding.js";

const BUZZ_MS = 60;

/** Whether everybody sees that this seat is asked. A window in which many may react is no reason for a sound: it would
 * come all the time.
 * @param {Packet} packet */
export function isCalled(packet) {
  const me = packet.players.find((one) => one.seat === packet.seat);
  const { question } = packet;
  if (!me || !question || packet.result || packet.paused) return false;
  const window = question.seats.length > 1 && question.closes_in_s !== null;
  return !window && (me.asked || me.on_turn) && waitedFor(question).includes(me.seat);
}

/** `chosen` are the settings of this phone.
 * @param {ReturnType<typeof import("./phone.js").thisPhone>["chosen"]} chosen */
export function caller(chosen) {
  const play = sounds(() => chosen.chime);
  const happened = sounding(play);
  let before = /** @type {boolean} */ (null);

  return {
    /** Whether it could be played. */
    chime: () => play("turn"),
    /** Hears every packet; the first one only says how things stand.
     * @param {Packet} packet */
    hear(packet) {
      happened(packet);
      const called = isCalled(packet);
      const begins = called && before === false;
      before = called;
      if (!begins) return;
      play("turn");
      if (chosen.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
    },
  };
}
