// Taps on their way to the table. A tap that cannot leave is kept with its number, told, and sent when the line is
// back, also when the page was closed meanwhile. Its number makes it harmless to send it twice.

import { post, requestNumber, sentenceOf, shownSeat } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const PLACE = "tap-on-its-way";
const AGAIN_MS = 2500;
const OLD_MS = 600000; // what was meant for one moment of a match must not reach the next evening

/** `onAnswer(outcome, sentence)` hears every answer; it never hears nothing.
 * @param {(status: number, body: any, sentence: string) => void} onAnswer */
export function outbox(onAnswer) {
  const box = { tap: load(), sending: false };

  function load() {
    try {
      return JSON.parse(localStorage.getItem(PLACE) || "null");
    } catch {
      return null;
    }
  }

  /** @param {{key: string, version: number, request: string, seat: number, at: number}} tap */
  function keep(tap) {
    box.tap = tap;
    try {
      if (tap) localStorage.setItem(PLACE, JSON.stringify(tap));
      else localStorage.removeItem(PLACE);
    } catch {
      // A browser without storage keeps the tap as long as the page is open.
    }
  }

  async function send() {
    if (!box.tap || box.sending) return;
    const { key, version, request, seat, at } = box.tap;
    if (!(Math.abs(Date.now() - at) < OLD_MS)) {
      keep(null);
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
    keep(null);
    banner("tap", "");
    onAnswer(answer.status, answer.body, sentenceOf(answer));
  }

  setTimeout(send); // what the page had when it was closed; the one who asks must have got this outbox first
  return {
    /** Sends option `key`, chosen when the table stood at `version`.
     * @param {string} key @param {number} version */
    tap(key, version) {
      if (box.tap) return;
      keep({ key, version, request: requestNumber(), seat: shownSeat(), at: Date.now() });
      send();
    },
    retry: send,
    waiting: () => box.tap !== null,
  };
}
