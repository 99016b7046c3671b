// The switch between the seats of one phone. It listens to the packets that the page takes, wherever they come from.

import { waitedFor } from "../../shared/core/asked.js";
import { byId, fill, h, shape } from "../../shared/core/dom.js";
import { get, post, sentenceOf } from "../../shared/core/net.js";
import { banner } from "../../shared/core/stream.js";
import { t } from "../../shared/core/words.js";
import { venue } from "./venue.js";

const node = byId("seat-switch");
const state = { packet: /** @type {Packet} */ (null), me: /** @type {MeView} */ (null), known: "" };

/** @param {Packet} packet */
async function look(packet) {
  state.packet = packet;
  const now = JSON.stringify(packet.players.map((one) => [one.joined, one.name]));
  if (now !== state.known) {
    state.known = now;
    const answer = await get("/api/me");
    if (answer.status === 200) {
      state.me = answer.body;
      venue(state.me);
    }
  }
  draw();
}

function draw() {
  const { packet, me } = state;
  if (!me || !packet) return;
  const seats = me.seats.length > 1 ? me.seats : [];
  node.className = "seat-switch";
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", t("The seats that you play"));
  const asked = packet.question ? waitedFor(packet.question) : [];
  fill(node, [seats, packet.seat, asked], () => seats.map((one) => choice(one, packet, asked.includes(one.seat))));
}

/** @param {SeatName} one @param {Packet} packet @param {boolean} asked */
function choice(one, packet, asked) {
  const player = packet.players[one.seat];
  const here = one.seat === packet.seat;
  return h("button", { class: `button seat-${player?.colour}`, type: "button", "aria-pressed": String(here), "data-key": `show-${one.seat}`, onclick: () => here || show(one.seat) },
    shape(player?.shape), h("span", { class: "seat-name" }, one.name), asked && h("small", {}, t("is asked")));
}

/** @param {number} seat */
async function show(seat) {
  const answer = await post("/api/seat/switch", { seat });
  if (answer.status === 200) location.reload();
  else banner("said", sentenceOf(answer));
}

if (node) document.addEventListener("companion-packet", (event) => look(event.detail));
