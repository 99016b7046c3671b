// Taps on their way to the table. A tap that cannot leave is kept with its number, told, and sent when the line is back.

import { post, requestNumber, sentenceOf } from "./core/net.js";
import { banner } from "./core/stream.js";

const PLACE = "tap-on-its-way";
const AGAIN_MS = 2500;

/** `onAnswer(outcome, sentence)` hears every answer; it never hears nothing. */
export function outbox(onAnswer) {
  const box = { tap: load(), sending: false };

  function load() {
    try {
      return JSON.parse(sessionStorage.getItem(PLACE) || "null");
    } catch {
      return null;
    }
  }

  function keep(tap) {
    box.tap = tap;
    try {
      if (tap) sessionStorage.setItem(PLACE, JSON.stringify(tap));
      else sessionStorage.removeItem(PLACE);
    } catch {
      // A browser without storage keeps the tap as long as the page is open.
    }
  }

  async function send() {
    if (!box.tap || box.sending) return;
    box.sending = true;
    const answer = await post("/api/answer", box.tap);
    box.sending = false;
    if (answer.status === 0 || answer.status >= 502) {
      setTimeout(send, AGAIN_MS);
      banner("tap", "Your tap is kept and goes to the table when the connection is back.", null, "info");
      return;
    }
    keep(null);
    banner("tap", "");
    onAnswer(answer.status, answer.body, sentenceOf(answer));
  }

  return {
    /** Sends option `key`, chosen when the table stood at `version`. */
    tap(key, version) {
      if (box.tap) return;
      keep({ key, version, request: requestNumber() });
      send();
    },
    retry: send,
    waiting: () => box.tap !== null,
  };
}
