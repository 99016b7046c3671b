// One screen for several seats: it is hidden, passed on, and shown again by whoever takes it.

import { isAsked, waitedFor } from "../shared/core/asked.js";
import { byId, fill, h, shape } from "../shared/core/dom.js";
import { keep, kept } from "../shared/core/kept.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const PASSED = "passed-to";
const here = () => sessionStorage; // what is passed on concerns this tab alone

/** `hand` is hidden before anything of another seat is asked for; the page is then loaded anew, so that nothing of the seat
 * before stays in it.
 * @param {{hide: () => void, show: () => void}} hand */
export function hotSeat(hand) {
  const curtain = /** @type {HTMLDialogElement} */ (byId("curtain"));
  const state = { me: /** @type {MeView} */ (null), known: "", passed: /** @type {number} */ (kept(PASSED, here)) };
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  if (state.passed !== null) down(null);

  /** Draws the curtain; `player` may take the screen, null: it is not known yet who.
   * @param {PlayerView} player */
  function down(player) {
    hand.hide();
    curtain.replaceChildren(h("div", { class: `curtain-body seat-${player?.colour}` },
      h("div", { class: "card card-back" }),
      player && h("h2", {}, shape(player.shape), player.name),
      h("p", {}, player ? t("Everybody else looks away.") : t("Passing the screen on…")),
      player && h("button", { class: "button button-main", type: "button", onclick: up }, t("I am {name}: show my hand", { name: player.name }))));
    if (!curtain.open) curtain.showModal();
  }

  function up() {
    keep(PASSED, null, here);
    state.passed = null;
    curtain.close();
    hand.show();
  }

  /** @param {number} seat */
  async function pass(seat) {
    down(null);
    keep(PASSED, seat, here);
    const answer = await post("/api/seat/switch", { seat });
    if (answer.status === 200) return location.reload();
    keep(PASSED, null, here);
    curtain.close();
    banner("said", sentenceOf(answer));
  }

  /** @param {Packet} packet */
  async function look(packet) {
    if (state.passed !== null) taken(packet);
    const now = JSON.stringify(packet.players.map((one) => [one.joined, one.name]));
    if (now !== state.known) {
      state.known = now;
      const answer = await get("/api/me");
      if (answer.status === 200) state.me = answer.body;
    }
    const others = (state.me?.seats ?? []).filter((one) => one.seat !== packet.seat).map((one) => packet.players[one.seat]).filter(Boolean);
    const asked = packet.question && !packet.result ? waitedFor(packet.question) : [];
    const next = isAsked(packet) ? [] : others.filter((one) => asked.includes(one.seat));
    fill(byId("pass"), [others, next], () => others.filter((one) => one !== next[0]).map((one) => button(one, false)));
    fill(byId("pass-next"), next, () => next.slice(0, 1).map((one) => button(one, true)));
  }

  /** The curtain goes up for the seat that the screen was passed to, and is out of place for any other.
   * @param {Packet} packet */
  function taken(packet) {
    if (packet.seat === Number(state.passed)) return down(packet.players[packet.seat]);
    keep(PASSED, null, here);
    state.passed = null;
    curtain.close();
  }

  /** @param {PlayerView} one @param {boolean} asked */
  const button = (one, asked) => h("button", { class: `button seat-${one.colour} ${asked ? "button-main" : ""}`, type: "button", "data-key": `pass-${one.seat}`, onclick: () => pass(one.seat) },
    shape(one.shape), t("Pass on to {name}", { name: one.name }));

  document.addEventListener("companion-packet", (event) => look(event.detail));
}
