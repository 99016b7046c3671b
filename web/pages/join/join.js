// Taking a seat: a name, a seat, and then the seat's button, the host's code, or nothing more.

import "../shared/core/languages.js";
import { byId, fill, h, notice, say, shape } from "../shared/core/dom.js";
import { keep, kept } from "../shared/core/kept.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { moreSeats, moreWords } from "../shared/match/shelf.js";
import { claimPanel } from "./claim.js";

const form = byId("join");
const problem = byId("problem");
const state = { way: /** @type {JoinWay} */ ("code"), code: "", players: /** @type {PlayerView[]} */ ([]), own: /** @type {number[]} */ ([]), full: "", wished: -1, gathers: false };
const back = new URLSearchParams(location.search).get("at") === "virtual" ? "/virtual" : ""; // who came from there plays there
const panel = claimPanel(byId("claim"), back, (open, sentence) => {
  form.hidden = open;
  if (!open) complain(sentence || "", form.querySelector("button"));
}, (seat) => state.players[seat]);

/** @param {PlayerView} player */
function seatChoice(player) {
  const own = state.own.includes(player.seat);
  const taken = player.joined && !own;
  const words = own ? t("yours") : taken ? t("taken") : player.bot && !state.gathers ? t("played by the program") : t("free");
  return h("label", { class: `seat-choice seat-${player.colour} ${taken ? "taken" : ""}` },
    h("input", { type: "radio", name: "seat", value: player.seat, "data-key": `seat-${player.seat}` }),
    h("span", { class: "seat-tile" }, shape(player.shape), h("b", {}, (player.bot && state.gathers ? "" : player.name) || t("Seat {number}", { number: player.seat + 1 })), h("small", {}, words)));
}

const chosen = () => Number(form.querySelector("input[name=seat]:checked")?.value ?? -1);

/** @param {PlayerView[]} players */
function seats(players) {
  const before = chosen();
  state.players = players;
  const drawn = fill(byId("seats"), [players.map((one) => [one.name, one.joined, one.bot]), state.own, state.gathers], () =>
    players.length ? players.map(seatChoice) : h("p", { class: "empty" }, t("There is no match yet; the host begins one.")));
  if (!drawn) return;
  form.querySelector("[type=submit]").disabled = false; // before there are seats nobody could choose one
  const inputs = [...form.querySelectorAll("input[name=seat]")];
  const free = inputs.filter((input) => !players[Number(input.value)].joined);
  const keep = inputs.find((input) => Number(input.value) === before && (free.includes(input) || state.own.includes(before) || before === state.wished)) // a seat that somebody else has taken meanwhile is not held on to
     || inputs.find((input) => state.own.includes(Number(input.value))) || free.find((input) => !players[Number(input.value)].bot) || free[0];
  if (keep) keep.checked = true;
  hints();
}

/** Where all seats are taken: who can make room, and how.
 * @param {Packet} packet */
function room(packet) {
  const { lobby, players } = packet;
  const starter = players.find((one) => one.seat === lobby?.starter);
  const more = moreSeats(packet);
  state.full = "";
  byId("room").hidden = true;
  if (players.length > 0 && players.every((one) => one.joined) && state.own.length === 0) {
    if (more && starter) {
      state.full = t("All seats are taken. Ask {name} to tap “{button}”: it appears here at once.", { name: starter.name, button: moreWords(packet, more) });
      byId("room").hidden = false;
      say(byId("room"), t("Ask {name} for a seat", { name: starter.name }));
    }
    else if (lobby) state.full = t("All seats are taken: {game} is for {most} at most.", { game: lobby.game.title, most: lobby.game.seats.at(-1) });
    else state.full = t("All seats are taken. Before the next match there can be room for more.");
  }
  notice(byId("full"), state.full);
}

/** @type {Record<JoinWay, () => string>} */
const TAKEN = {
  button: () => t("Somebody plays there. If you sit there, press its button twice: the other phone loses the seat then."),
  code: () => t("Somebody plays there. If that is you with another phone, give the same name and the code; the host is asked."),
  open: () => t("Somebody plays there. If that is you with another phone, give the same name; the host is asked."),
};

function hints() {
  const player = state.players[chosen()];
  const taken = Boolean(player?.joined) && !state.own.includes(player.seat);
  byId("taken").hidden = !taken;
  say(byId("taken"), taken ? TAKEN[state.way]() : "");
  const own = state.own.includes(player?.seat);
  byId("also").hidden = state.own.length === 0 || own;
  say(form.querySelector("[type=submit]"), own ? t("Back to this seat") : t("Sit down"));
}

/** @param {JoinView} view */
function way(view) {
  state.way = view.way;
  state.code = view.code; // it stands on the table screen too, so nobody has to type it
  byId("locked").hidden = !view.locked;
  byId("pressed").hidden = view.way !== "button";
  const fold = byId("code-fold");
  fold.hidden = view.way === "open" || Boolean(view.code);
  fold.toggleAttribute("data-plain", view.way === "code");
  if (view.way === "code") fold.open = true;
  hints();
}

byId("room").addEventListener("click", async () => notice(byId("full"), sentenceOf(await post("/api/join/room", {}, null))));
form.addEventListener("change", () => {
  state.wished = state.players[chosen()]?.joined ? chosen() : -1;
  hints();
});
form.elements.name.addEventListener("input", () => keep("name", form.elements.name.value.trim())); // it never leaves this phone but by the form; a table that grows loads the page anew
form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const name = form.elements.name.value.trim();
  const code = state.code || (byId("code-fold").open ? form.elements.code.value.trim() : "");
  const seat = chosen();
  const own = state.own.includes(seat);
  if (!name) return complain(t("Please give your name."), form.elements.name);
  if (seat < 0) return complain(state.full || t("Please choose a seat."), null);
  if (own && name === state.players[seat].name) return backTo(seat);
  if (!code && state.way === "code" && !own) return complain(t("Please type the code that the host has."), form.elements.code);
  complain("", null);
  after(await post("/api/join", { code, name, seat, also: form.elements.also.checked }, null), form.elements.code);
});

/** The phone shows that seat of its own.
 * @param {number} seat */
async function backTo(seat) {
  const answer = await post("/api/seat/switch", { seat }, null);
  if (answer.body?.next) location.assign(answer.body.next);
  else complain(sentenceOf(answer), null);
}

/** @param {Answer} answer @param {any} field */
function after(answer, field) {
  if (answer.body?.next) location.assign(back || answer.body.next);
  else if (answer.body?.claim) panel.show(answer.body.claim);
  else complain(sentenceOf(answer), field);
}

/** @param {string} sentence @param {any} field */
function complain(sentence, field) {
  say(problem, sentence);
  if (sentence) field?.focus();
}

/** A link from the host brings a secret behind its #; no server and no history keeps it. */
async function takeOver() {
  const secret = /^#over=([\w-]+)$/u.exec(location.hash)?.[1];
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  form.hidden = true;
  const answer = await post("/api/join/take-over", { secret }, null);
  form.hidden = false;
  after(answer, form.elements.name);
}

async function begin() {
  const [page, me] = await Promise.all([get("/api/join"), get("/api/me")]);
  state.own = me.body?.seats?.map((/** @type {SeatName} */ one) => one.seat) ?? [];
  byId("own-seat").hidden = state.own.length === 0;
  form.elements.name.value ||= me.body?.seats?.find((/** @type {SeatName} */ one) => one.seat === me.body.seat)?.name ?? kept("name") ?? "";
  if (page.status === 200) {
    byId("code-fold").open = false;
    way(page.body.way);
    if (page.body.claim) panel.show(page.body.claim);
  } else complain(sentenceOf(page), null);
  connect((packet) => {
    state.gathers = Boolean(packet.lobby);
    seats(packet.players);
    room(packet);
    if (packet.join) way(packet.join);
    panel.look();
  });
}

takeOver().then(begin);
