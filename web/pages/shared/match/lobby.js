// Before a match: who is here already, what is played, who may start it, and with how many.

import { h, shape } from "../core/dom.js";
import { post, sentenceOf } from "../core/net.js";
import { LAID_OUT_MS, banner, isLaying } from "../core/stream.js";
import { t } from "../core/words.js";
import { factsOf, fewerSeats, moreSeats, moreWords, picture, seatsButton, shelfButtons } from "./shelf.js";

/** The scene of everybody who gathers. `starts`: this phone may start the match and choose the game.
 * @param {Packet} packet @param {boolean} starts */
export function lobbyView(packet, starts) {
  const { lobby, players } = packet;
  const starter = players.find((one) => one.seat === lobby.starter);
  const more = moreSeats(packet);
  const fewer = fewerSeats(packet);
  return [
    h("header", { class: "lobby-game" }, picture(lobby.game), h("div", {},
      h("p", { class: "eyebrow" }, t("Next game")), h("h2", {}, lobby.game.title), h("p", { class: "lobby-facts" }, factsOf(lobby.game)),
      lobby.game.sentence && h("p", { class: "lobby-sentence" }, lobby.game.sentence), chosen(lobby),
      h("a", { class: "button lobby-how", href: "/how" }, t("How to play")))),
    h("ul", { class: "lobby-seats" }, players.map((one) => seat(one, packet.seat, starts))),
    starts && fewer && seatsButton(packet, fewer, t("Make it a table for {count|one|{count}}", { count: fewer }), "button-main lobby-start"),
    starts
      ? h("button", { class: `button wide lobby-start ${fewer ? "" : "button-main"}`, type: "button", "data-key": "start", onclick: begin }, startWords(players))
      : h("p", { class: "lobby-wait" }, starter ? t("{name} starts the match when everybody is here.", { name: starter.name }) : t("Take a seat with your phone: scan the code.")),
    more && (starts ? seatsButton(packet, more, moreWords(packet, more)) : h("p", { class: "hint" }, t("Somebody else wants to play? {name} taps “{button}”.", { name: starter.name, button: moreWords(packet, more) }))),
    packet.seat !== null && h("p", { class: "hint" }, packet.hints ? t("Whoever is asked something may have a hint, on the own page alone.") : t("There are no hints at this table.")),
    starts && shelfButtons(true),
    starts && players.some((one) => !one.joined) && h("p", { class: "hint" }, lobby.people_only ? t("Bots play here only if the host lets them. Somebody has no phone? Tap “No phone?” at a free seat: you answer for them.") : t("Others can still take a seat, now and later.")),
  ];
}

/** Whatever is not as the game has it.
 * @param {LobbyView} lobby */
function chosen({ options }) {
  const other = options.filter((one) => !one.is_usual).map((one) => `${one.label}: ${one.choices.find((each) => each.key === one.value)?.label ?? one.value}`);
  return other.length ? h("p", { class: "lobby-options" }, other.join(" · ")) : null;
}

/** @param {PlayerView[]} players */
function startWords(players) {
  const people = players.filter((one) => one.joined).length;
  const bots = players.filter((one) => one.bot).length;
  if (bots) return t("{people|One person|{people} people} and {bots|one bot|{bots} bots}: start", { people, bots });
  if (people < players.length) return t("{count} players, {people|one|{people}} joined: start", { count: players.length, people });
  return t("{people|One person|{people} people}: start", { people });
}

/** @param {PlayerView} one @param {number} own @param {boolean} starts */
function seat(one, own, starts) {
  const words = one.seat === own ? t("you") : one.joined ? t("is here") : one.bot ? t("a bot, until somebody sits here") : t("free");
  const name = one.name || t("Seat {number}", { number: one.seat + 1 });
  return h("li", { class: `lobby-seat seat-${one.colour} ${one.joined ? "lobby-here" : ""}` },
    shape(one.shape), h("b", {}, name), h("small", {}, words), !one.joined && own !== null && guestForm(one.seat), one.bot && !one.joined && starts && strengthPick(one, name));
}

const strengths = () => ({ chance: t("Easy"), greedy: t("Medium"), thinker: t("Strong") });

/** How well the bot of a seat plays, for whoever may start the match.
 * @param {PlayerView} one @param {string} name */
function strengthPick(one, name) {
  const pick = h("select", { class: "lobby-strength", "data-key": `strength-${one.seat}`, "aria-label": t("How well {name} plays", { name }) },
    Object.entries(strengths()).map(([value, label]) => h("option", { value, selected: one.plays === value }, label)));
  pick.addEventListener("change", async () => told(await post("/api/strength", { seat: one.seat, strength: pick.value })));
  return pick;
}

/** Somebody without a phone sits down: this phone plays for them too.
 * @param {number} number */
function guestForm(number) {
  const form = h("form", { class: "lobby-guest", hidden: true },
    h("input", { name: "name", type: "text", maxlength: 24, required: true, "aria-label": t("Name of the person who sits there"), placeholder: t("Name") }),
    h("button", { class: "button", type: "submit" }, t("Sit down")));
  const add = h("button", { class: "button lobby-add", type: "button", "data-key": `guest-${number}`, "aria-label": t("Seat {number}: somebody without a phone sits there", { number: number + 1 }) }, t("No phone?"));
  add.addEventListener("click", () => {
    form.hidden = false;
    add.hidden = true;
    form.querySelector("input").focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    told(await post("/api/seat/guest", { seat: number, name: form.querySelector("input").value.trim() }));
  });
  return [add, form];
}

/** What a phone offers after the end: the same once more, or another game. `starts`: this phone may.
 * @param {Packet} packet @param {boolean} starts */
export function againView(packet, starts) {
  const whole = h("p", { class: "result-whole" }, h("a", { href: "/history/this" }, t("The whole match")));
  if (starts) return [h("button", { class: "button button-main wide", type: "button", "data-key": "again", onclick: begin }, t("Play again")), shelfButtons(false), whole];
  return [h("p", { class: "result-next" }, whoGoesOn(packet)), whole];
}

/** @param {Packet} packet */
export function whoGoesOn(packet) {
  const starter = packet.players.find((one) => one.seat === packet.starter);
  return starter ? t("{name} starts the next match, or chooses another game.", { name: starter.name }) : t("The host starts the next match.");
}

const AGAIN_MS = 600;

/** A tap while the table is being laid out counts as soon as it is there; one for the game that goes is no tap for the next. */
async function begin() {
  if (isLaying()) return banner("line", t("The table is being laid out; this page will follow."), null, "info");
  const first = Date.now();
  let answer = await post("/api/start", {});
  while (answer.status === 0 && Date.now() - first < LAID_OUT_MS) {
    banner("said", t("The match starts as soon as the table is laid out…"), null, "info");
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    answer = await post("/api/start", {});
  }
  told(answer);
}

/** @param {Answer} answer */
const told = (answer) => banner("said", answer.status === 200 ? "" : sentenceOf(answer), null, "info");
