// What the whole table is asked: may something be taken back that was rolled, drawn or seen? Needs <div id="consent">.

import { byId, fill, h, say } from "../core/dom.js";
import { post, sentenceOf } from "../core/net.js";
import { t } from "../core/words.js";

const state = { packet: /** @type {Packet} */ (null), busy: false, told: "" };

document.addEventListener("companion-packet", ({ detail: packet }) => {
  if (state.packet?.consent?.number !== packet.consent?.number) state.told = "";
  state.packet = packet;
  draw();
});

/** Who has agreed and who has not said anything yet, by name.
 * @param {Packet} packet */
export function voices(packet) {
  /** @param {number} seat */
  const name = (seat) => packet.players.find((one) => one.seat === seat)?.name || t("Seat {number}", { number: seat + 1 });
  const { agreed, missing } = packet.consent;
  return h("ul", { class: "consent-voices" },
    agreed.map((seat) => h("li", { "data-said": "yes" }, h("b", {}, name(seat)), " ", t("agrees"))),
    missing.map((seat) => h("li", {}, h("b", {}, name(seat)), " ", t("has not answered"))));
}

/** @param {boolean} agrees */
async function answer(agrees) {
  if (state.busy) return;
  state.busy = true;
  draw();
  const outcome = await post("/api/consent", { agrees, number: state.packet.consent.number });
  state.busy = false;
  state.told = sentenceOf(outcome);
  if (outcome.body?.packet) state.packet = outcome.body.packet;
  draw();
}

function draw() {
  const node = byId("consent");
  const asked = state.packet?.consent;
  if (!node) return;
  node.hidden = !asked;
  fill(node, [asked, asked && state.packet.players.map((one) => one.name), state.busy, state.told], () => asked ? panel(state.packet) : []);
}

/** @param {Packet} packet */
function panel(packet) {
  const { yours, text } = packet.consent;
  const told = h("p", { class: "said", role: "status" });
  say(told, state.told);
  return h("section", { class: "panel consent", role: "group", "aria-labelledby": "consent-text" },
    h("h2", { id: "consent-text" }, text),
    voices(packet),
    yours && h("div", { class: "buttons" },
      h("button", { class: "button button-main", type: "button", "data-key": "agree", disabled: state.busy, onclick: () => answer(true) }, t("I agree")),
      h("button", { class: "button", type: "button", "data-key": "refuse", disabled: state.busy, onclick: () => answer(false) }, t("No, it stays"))),
    told);
}
