// An undo that the whole table is asked about, as the host sees it: who has agreed, and the host's word for those who
// have no phone.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { voices } from "../../shared/match/consent.js";
import { button } from "../../shared/core/forms.js";

/** The panel; nothing when nothing is asked.
 * @param {Packet} packet @param {SendCommand} send @returns {Child} */
export function asked(packet, send) {
  const open = packet.consent;
  if (!open) return [];
  /** @param {number} seat */
  const name = (seat) => packet.players.find((one) => one.seat === seat)?.name || t("Seat {number}", { number: seat + 1 });
  const aloud = open.missing.filter((seat) => open.aloud.includes(seat));
  return h("section", { class: "panel consent", "aria-labelledby": "asked-text" },
    h("h2", { id: "asked-text" }, open.text),
    voices(packet),
    aloud.length > 0 && h("p", { class: "hint" }, t("Ask these players aloud, and say here what they say:")),
    aloud.map((seat) => h("div", { class: "buttons" },
      button(t("{name} agrees", { name: name(seat) }), send, { act: "agree_for", seat, number: open.number }, { main: true, key: `agree-${seat}` }),
      button(t("{name} does not", { name: name(seat) }), send, { act: "refuse_for", seat, number: open.number }, { key: `refuse-${seat}` }))),
    h("div", { class: "buttons" }, button(t("Ask no longer"), send, { act: "withdraw" }, { key: "withdraw" })));
}
