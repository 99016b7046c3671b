// The table screen: everything that everybody may see, large.

import "../shared/match/consent.js";
import "../shared/match/thinking.js";
import "../shared/match/dice.js";
import { board, publicPart } from "../shared/board/board.js";
import { camera } from "../shared/core/camera.js";
import { clock, setClocks } from "../shared/core/countdown.js";
import { byId, fill, h, notice, say } from "../shared/core/dom.js";
import { keep, kept } from "../shared/core/kept.js";
import { sounds, soundSwitch } from "../shared/core/sounds.js";
import { spotsOver } from "../shared/core/spots_over.js";
import { connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { lastEpisode, logLines } from "../shared/match/episodes.js";
import { lobbyView } from "../shared/match/lobby.js";
import { endView, scoringPart, scoringView } from "../shared/match/podium.js";
import { sounding } from "../shared/match/sounding.js";
import { joinBox } from "./join.js";
import { movingFill } from "./moving.js";
import { scorePanel } from "./scores.js";

const CAMERA_MS = 2000;
const MOST_TODO = 4; // what a TV has room for
const refreshScores = scorePanel(byId("scores"));
const SOUND = "table-sound";
const onVirtual = byId("main").dataset.virtual === "yes"; // there the program's hands tidy up, and its camera sees nothing that is not shown
const refreshCamera = onVirtual ? () => {} : camera(byId("camera"));
const cameraLarge = byId("camera-large");
cameraLarge.addEventListener("click", () => {
  const isLarge = byId("camera").toggleAttribute("data-large");
  cameraLarge.setAttribute("aria-pressed", String(isLarge));
  spotsOver(cameraLarge);
});
let due = ""; // what was to be done when the places were drawn last
let isLoud = kept(SOUND) !== "off";
const hear = sounding(sounds(() => isLoud));
soundSwitch(byId("sound"), (wanted = isLoud) => {
  isLoud = wanted;
  keep(SOUND, wanted ? "on" : "off");
  return wanted;
});

/** What hands have to do; of a long list the first, and how many more there are: a TV cannot be scrolled.
 * @param {string[]} texts */
function todo(texts) {
  if (!texts.length) return h("li", { class: "done" }, t("Nothing: the table is as it should be."));
  const most = matchMedia("(min-width: 1000px)").matches && texts.length > MOST_TODO ? MOST_TODO - 1 : texts.length;
  const more = texts.length - most;
  return [...texts.slice(0, most).map((text) => h("li", {}, text)), more > 0 && h("li", { class: "more" }, t("and {count} more", { count: more }))];
}

/** @param {Packet} packet */
const isBoard = (packet) => Boolean(packet.board) || packet.sheets.length > 0;

/** One large sign over the table; the headline says who goes on. */
const restView = () => h("section", { class: "rest", "aria-hidden": "true" }, h("p", {}, t("Paused")));

/** @param {Packet} packet */
function draw(packet) {
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("title"), [packet.table, packet.title].filter(Boolean).join(" · "));
  setClocks(packet);
  say(byId("status"), packet.status);
  notice(byId("notice"), packet.notice);
  notice(byId("recording"), packet.recording);
  const free = Boolean(packet.lobby) || packet.players.some((one) => !one.joined);
  fill(byId("join"), [packet.join, free], () => packet.join && joinBox(packet.join, free));
  document.documentElement.dataset.lobby = packet.lobby ? "yes" : "no";
  byId("lobby").hidden = !packet.lobby;
  fill(byId("lobby"), [packet.lobby, packet.players], () => packet.lobby && lobbyView(packet, false));
  const beside = packet.result && isBoard(packet); // the last position stays in view
  fill(byId("result"), beside && [packet.result, packet.players], () => beside && endView(packet));
  const rests = packet.paused && !packet.lobby && !packet.result;
  fill(byId("podium"), beside ? [] : [packet.result, rests, scoringPart(packet)], () => !beside && (packet.result ? endView(packet) : rests ? restView() : scoringView(packet)));
  movingFill(byId("board"), publicPart(packet), () => board(packet)); // after what may cover it
  byId("todo-panel").hidden = onVirtual || (!packet.todo.length && (Boolean(packet.notice) || !packet.piles.length)); // what is to be done stands above, or nothing lies on the table
  fill(byId("todo"), packet.todo, () => todo(packet.todo.map((one) => one.text)));
  if (!onVirtual && due !== (due = packet.todo.map((one) => one.text).join())) spotsOver(cameraLarge);
  const lines = packet.events.filter((event) => !event.own); // a player may look at this page with the own phone
  fill(byId("episodes"), [packet.episodes, packet.players], () => lastEpisode(packet));
  fill(byId("log"), lines, () => logLines(lines));
  hear(packet);
  refreshScores(packet);
  refreshCamera();
}

byId("title").parentElement.after(clock());
connect(draw);
setInterval(() => !document.hidden && refreshCamera(), CAMERA_MS);
