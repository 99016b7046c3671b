// What stands beside the mat: who plays, what they have scored, whose turn it is, and what happened.

import { publicPart, resultView, several } from "../shared/board/board.js";
import { sideOf } from "../shared/board/beside.js";
import { miniBack } from "../shared/board/cards.js";
import { score } from "../shared/board/mats.js";
import { seatMark } from "../shared/board/seat_mark.js";
import { sideMark } from "../shared/board/sides.js";
import { waitedFor } from "../shared/core/asked.js";
import { byId, fill, h, shape } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { episodesView, logLines } from "../shared/match/episodes.js";
import { againView, lobbyView } from "../shared/match/lobby.js";
import { pacePicks } from "../shared/match/pace.js";
import { scoringOf, scoringPart, scoringView } from "../shared/match/podium.js";
import { takeBackLink } from "../shared/match/take_back.js";
import { todoList } from "../shared/match/todo.js";

const SIT = "/join?at=virtual"; // and back to this page
const scored = { packet: /** @type {Packet} */ (null) }; // the latest that told a scoring

/** How a round was scored lies over the mat until it was read, also when the table has dealt the next one meanwhile.
 * @param {Packet} packet */
function scoring(packet) {
  if (packet.result || packet.lobby) scored.packet = null;
  else if (scoringOf(packet)) scored.packet = packet;
  const told = scored.packet;
  fill(byId("podium"), told && scoringPart(told), () => told && scoringView(told));
}

/** @param {Packet} packet @param {boolean} open @param {(answer: Answer) => void} tookBack */
export function beside(packet, open, tookBack) {
  const table = publicPart(packet);
  const asked = packet.question && !packet.result ? waitedFor(packet.question) : [];
  fill(byId("seats"), [packet.players, table.tracks, table.piles.map((pile) => [pile.key, pile.count]), asked, packet.seat], () => packet.players.map((one) => seat(table, one, asked, packet.seat)));
  const starts = packet.seat !== null && packet.lobby?.starter === packet.seat;
  byId("lobby").hidden = !packet.lobby;
  fill(byId("lobby"), [packet.lobby, packet.players], () => packet.lobby && [...lobbyView(packet, starts), packet.seat === null && h("a", { class: "button button-main wide", href: SIT, "data-key": "sit-here" }, t("Take a seat"))]);
  fill(byId("result"), [packet.result, packet.starter, packet.players], () => resultView(packet, packet.result && againView(packet, packet.starter === packet.seat && packet.seat !== null)));
  scoring(packet);
  const lines = packet.events.map((event) => (open || !event.own ? event : { ...event, text: event.public })).filter((event) => event.text);
  fill(byId("log"), lines, () => logLines(lines));
  const quiet = Boolean(packet.lobby || packet.result);
  fill(byId("episodes"), [quiet, packet.episodes, packet.players, packet.take_back && packet.version], () => (quiet ? [] : [...episodesView(packet, false), takeBackLink(packet, tookBack)])); // the lines stand in the log below
  const sit = document.getElementById("sit");
  if (sit) sit.hidden = packet.players.every((one) => one.joined);
  pace(packet);
  byId("todo-panel").hidden = packet.todo.length === 0;
  byId("todo-panel").classList.toggle("later", packet.players.some((one) => one.bot)); // hands of the program are at it
  fill(byId("todo"), packet.todo, () => todoList(packet.todo));
}

const bots = { pace: "", asked: false };

/** How fast bots are, for whoever may say so.
 * @param {Packet} packet */
async function pace(packet) {
  const isMine = packet.seat !== null && packet.players.find((one) => one.joined)?.seat === packet.seat;
  const isOpen = isMine && !packet.lobby && !packet.result && packet.players.some((one) => one.bot);
  if (isOpen && !bots.asked) {
    bots.asked = true;
    bots.pace = (await get("/api/shelf")).body?.pace ?? "";
  }
  fill(byId("pace"), isOpen && bots.pace, () => isOpen && bots.pace && pacePicks(bots.pace, async (value) => {
    const answer = await post("/api/pace", { pace: value });
    if (answer.status === 200) bots.pace = value;
    else banner("said", sentenceOf(answer), null, "info");
    pace(packet);
  }));
}

/** One seat: its name, whether it is its turn, what it holds, and its score.
 * @param {Table} table @param {PlayerView} one @param {number[]} asked @param {number} own */
function seat(table, one, asked, own) {
  const held = table.piles.filter((pile) => pile.owner === one.seat && pile.shape === "hand").reduce((sum, pile) => sum + pile.count, 0);
  const tracks = table.tracks.filter((track) => track.owner === one.seat && track.prominent);
  const side = table.board && sideOf(table, one.seat);
  const waits = asked.includes(one.seat) || (one.on_turn && !asked.length);
  return h("li", { class: `vt-seat seat-${one.colour} ${one.on_turn ? "on-turn" : ""} ${waits ? "waits" : ""}` },
    seatMark(one),
    side && sideMark(side),
    one.seat === own && h("small", {}, t("you")),
    one.bot && h("span", { class: "badge badge-bot", role: "img", "aria-label": t("played by the program"), title: t("played by the program") }, shape("bot")),
    waits && (one.on_turn && !several(table) ? h("span", { class: "badge badge-turn" }, t("Turn")) : h("span", { class: "badge badge-asked" }, t("Asked"))),
    h("span", { class: "vt-seat-has" },
      held > 0 && h("span", { class: "vt-held", role: "img", "aria-label": t("{count|one card|{count} cards} in hand", { count: held }), title: t("{count|one card|{count} cards} in hand", { count: held }) }, miniBack(), h("b", {}, held)),
      tracks.map(score)));
}
