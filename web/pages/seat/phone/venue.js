// Whether the venue may have the name of whoever sits here.

import { byId, say } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";

const box = byId("phone-told");

/** @param {MeView} me */
export function venue(me) {
  if (!box) return;
  byId("phone-venue").hidden = !me.venue;
  say(byId("phone-venue-name"), me.venue);
  box.checked = me.told;
}

box?.addEventListener("change", async () => {
  const answer = await post("/api/seat/name", { told: box.checked });
  if (answer.status !== 200) box.checked = !box.checked; // as it was
  say(byId("phone-told-said"), sentenceOf(answer));
});
