// Taps on their way to the table. A tap that cannot leave is kept with its number, told, and sent when the line is
// back, also when the page was closed meanwhile. Its number makes it harmless to send it twice.

import { keep, kept } from "../core/kept.js";
import { post, requestNumber, sentenceOf, shownSeat } from "../core/net.js";
import { TAP } from "../core/signed_off.js";
import { banner } from "../core/stream.js";
import { t } from "../core/words.js";

const AGAIN_MS = 2500;
const OLD_MS = 600000; // what was meant for one moment of a match must not reach the next evening

/** `onAnswer(outcome, sentence)` hears every answer; it never hears nothing.
 * @param {(status: number, body: any, sentence: string) => void} onAnswer */
export function outbox(onAnswer) {
  const box = { tap: kept(TAP), sending: false };

  /** @param {{key: string, version: number, request: string, seat: number, at: number}} tap */
  function hold(tap) {
    box.tap = tap;
    keep(TAP, tap);
  }

  async function send() {
    if (!box.tap || box.sending) return;
    const { key, version, request, seat, at } = box.tap;
    if (!(Math.abs(Date.now() - at) < OLD_MS)) {
      hold(null);
      banner("tap", t("Your tap could not be sent for too long and was dropped. Look at the table, then tap again."));
      return;
    }
    box.sending = true;
    const answer = await post("/api/answer", { key, version, request }, seat);
    box.sending = false;
    if (answer.status === 0 || answer.status >= 502) {
      setTimeout(send, AGAIN_MS);
      banner("tap", t("Your tap is kept and goes to the table when the connection is back."), null, "info");
      return;
    }
    hold(null);
    banner("tap", "");
    onAnswer(answer.status, answer.body, sentenceOf(answer));
  }

  setTimeout(send); // what the page had when it was closed; the one who asks must have got this outbox first
  return {
    /** Sends option `key`, chosen when the table stood at `version`.
     * @param {string} key @param {number} version */
    tap(key, version) {
      if (box.tap) return;
      hold({ key, version, request: requestNumber(), seat: shownSeat(), at: Date.now() });
      send();
    },
    retry: send,
    waiting: () => box.tap !== null,
  };
}
