// Before a match: who is here already, who may start it, and with how many.

import { h, shape } from "../core/dom.js";
import { post, sentenceOf } from "../core/net.js";
import { banner } from "../core/stream.js";
import { t } from "../core/words.js";

/** The scene of everybody who gathers. `starts`: this phone may start the match.
 * @param {Packet} packet @param {boolean} starts */
export function lobbyView(packet, starts) {
  const people = packet.players.filter((one) => one.joined).length;
  const bots = packet.players.filter((one) => one.bot).length;
  const starter = packet.players.find((one) => one.seat === packet.lobby.starter);
  return [
    h("p", { class: "eyebrow" }, t("Before the match")),
    h("h2", {}, packet.title),
    h("ul", { class: "lobby-seats" }, packet.players.map((one) => seat(one, packet.seat))),
    starts
      ? h("button", { class: "button button-main wide lobby-start", type: "button", "data-key": "start", onclick: start }, startWords(people, bots))
      : h("p", { class: "lobby-wait" }, starter ? t("{name} starts the match when everybody is here.", { name: starter.name }) : t("Take a seat with your phone: scan the code.")),
    starts && h("p", { class: "hint" }, t("Others can still take a seat, now and later.")),
  ];
}

/** @param {number} people @param {number} bots */
const startWords = (people, bots) => (bots ? t("Start: {people|one person|{people} people} and {bots|one bot|{bots} bots}", { people, bots }) : t("Start: {people|one person|{people} people}", { people }));

/** @param {PlayerView} one @param {number} own */
function seat(one, own) {
  const words = one.seat === own ? t("you") : one.joined ? t("is here") : one.bot ? t("a bot, until somebody sits here") : t("free");
  return h("li", { class: `lobby-seat seat-${one.colour} ${one.joined ? "lobby-here" : ""}` },
    shape(one.shape), h("b", {}, one.joined ? one.name : t("Seat {number}", { number: one.seat + 1 })), h("small", {}, words));
}

async function start() {
  const answer = await post("/api/start", {});
  banner("said", answer.status === 200 ? "" : sentenceOf(answer), null, "info");
}
