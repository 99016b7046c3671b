// The host's page: three buttons for the evening, and behind them the match, the table's people and devices, settings, copies and the machine.

import "../shared/core/languages.js";
import "../shared/match/thinking.js";
import { byId, fill, h, notice, say, shape } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { asked } from "./panels/asked.js";
import { copiesPanel } from "./panels/copies.js";
import { damagesPanel } from "./panels/damages.js";
import { botsPanel, corrections, keepWritten } from "../shared/core/forms.js";
import { deviceList, hints } from "./hints.js";
import { ownGames } from "./panels/games.js";
import { journalLines } from "./panels/journal.js";
import { machinePanel, reportPanel } from "./panels/machine.js";
import { versionPanel } from "./panels/version.js";
import { endAct, eveningActs, nowActs, played, setting, timePanel } from "./panels/match.js";
import { pacePicks } from "../shared/match/pace.js";
import { office } from "./office.js";
import "./panels/people.js";
import { replay } from "./panels/replay.js";
import { settingGroup } from "./panels/settings.js";
import { wifiPanel } from "./panels/wifi.js";
import { venuePanel } from "./panels/venue.js";
import { voicePanel } from "./panels/voice.js";

const TOLD_MS = 8000; // what went well need not stand there for the evening
const past = replay(byId("replay"));
const state = { packet: /** @type {Packet} */ (null), view: /** @type {HostView} */ (null), desk: /** @type {HostingView} */ (null), busy: false, again: false, open: new Set() };

/** @param {string} sentence @param {boolean} ok */
function told(sentence, ok) {
  const node = byId("said");
  node.dataset.tone = ok ? "good" : "bad";
  say(node, sentence);
  if (ok) setTimeout(() => node.textContent === sentence && say(node, ""), TOLD_MS);
}

const room = office((desk) => {
  state.desk = desk;
  draw();
}, told);

ownGames(told);

/** @param {string} key @param {string} text */
const choose = (key, text) => room.act("setting", { key, text });

/** @param {HostCommand} command */
async function send(command) {
  const answer = await post("/api/host", command);
  told(sentenceOf(answer), answer.status === 200);
  if (answer.body?.packet) line.take(answer.body.packet);
  refresh();
  return answer.status === 200;
}

async function refresh() {
  if (state.busy) {
    state.again = true;
    return;
  }
  state.busy = true;
  const answer = await get("/api/host");
  await room.refresh();
  state.busy = false;
  if (answer.status === 200) {
    state.view = answer.body;
    draw();
  } else told(sentenceOf(answer), false);
  if (state.again) {
    state.again = false;
    refresh();
  }
}

function toggleHelp() {
  const help = byId("help");
  help.hidden = !help.hidden;
  document.querySelector("[data-key=help]").setAttribute("aria-expanded", String(!help.hidden));
}

function draw() {
  const { packet, view, desk } = state;
  if (!packet || !view || !desk) return;
  drawMatch(packet, view, desk);
  keepWritten(byId("fixes"), () =>
    fill(byId("fixes"), [view.piles, view.pieces, view.tracks, view.unknown_tags, view.refused_play, packet.players.map((one) => one.name)], () => corrections(view, packet, send)));
  byId("stopped").hidden = !view.stopped;
  say(byId("stopped"), view.stopped);
  fill(byId("bots"), [view.bots, view.people_only], () => botsPanel(view, send));
  fill(byId("journal"), view.entries, () => journalLines(view.entries, past.showNumber, send));
  fill(byId("devices"), desk.devices, () => deviceList(desk.devices, shape));
  const broken = desk.devices.filter((one) => one.works === false).length;
  say(byId("devices-now"), broken ? t("{count|1 broken|{count} broken}", { count: broken }) : "");
  say(byId("match-now"), played(desk.played_s));
  fill(byId("voice"), [desk.groups.find((one) => one.key === "voice"), desk.voice_now], () => voicePanel(desk, choose, () => room.act("say"), () => room.act("hush")));
  drawSettings(desk);
  byId("damages").hidden = desk.damages.length === 0;
  fill(byId("damages"), desk.damages, () => damagesPanel(desk.damages, room));
  fill(byId("copies"), [desk.backups, desk.sticks, desk.strange_sticks], () => copiesPanel(desk, room));
  byId("venue-panel").hidden = !desk.venue;
  fill(byId("venue"), desk.venue, () => desk.venue && venuePanel(desk.venue, room));
  fill(byId("machine"), desk.can_power_off, () => machinePanel(desk, room));
  fill(byId("wifi"), desk.wifi, () => wifiPanel(desk, room));
  fill(byId("version"), desk.version, () => versionPanel(desk, room));
  fill(byId("report"), desk.opened, () => reportPanel(desk));
  past.entries(view.entries);
}

/** @param {Packet} packet @param {HostView} view @param {HostingView} desk */
function drawMatch(packet, view, desk) {
  const first = hints(packet, view, desk);
  byId("hints").hidden = first.length === 0;
  fill(byId("hints"), [first.length > 0, packet.players.map((one) => one.joined), desk.devices], () => first);
  fill(byId("evening"), [packet.paused, packet.lobby !== null, packet.result !== null, view.entries], () => eveningActs(packet, view, send, toggleHelp));
  fill(byId("now"), [packet.paused, packet.lobby !== null, packet.result !== null, view.dealing, view.tellable, packet.question?.lots], () => nowActs(packet, view, send));
  const pace = packet.players.some((one) => one.bot) && setting(desk, "play.pace")?.value;
  fill(byId("pace"), pace, () => pace && pacePicks(pace, (value) => choose("play.pace", value)));
  fill(byId("match"), packet.result !== null, () => endAct(packet, send));
  fill(byId("time"), [desk.played_s, view.window_limit_s, desk.groups.find((one) => one.key === "pace")], () => timePanel(view, desk, choose, send));
  byId("asked").hidden = !packet.consent;
  fill(byId("asked"), [packet.consent, packet.players.map((one) => one.name)], () => asked(packet, send));
}

/** @param {HostingView} desk */
function drawSettings(desk) {
  fill(byId("settings"), desk.groups, () => [
    ...desk.groups.map((group) => settingGroup(group, choose, state.open.has(group.key), (open) => (open ? state.open.add(group.key) : state.open.delete(group.key)))),
    h("p", { class: "hint" }, t("Your choices are saved in the data directory, {where}.", { where: desk.data_directory })),
  ]);
}

const line = connect((packet) => {
  const known = state.packet?.version === packet.version && state.packet.notice === packet.notice && state.packet.aloud.here === packet.aloud.here;
  state.packet = packet;
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("title"), packet.title);
  say(byId("status"), packet.status);
  notice(byId("notice"), packet.consent ? "" : packet.notice);
  notice(byId("recording"), packet.recording);
  if (known && state.desk) draw();
  else refresh();
});

/** Sections are folded: whatever leads to one opens it. */
function openTarget() {
  const part = document.getElementById(location.hash.slice(1));
  if (!(part instanceof HTMLDetailsElement)) return;
  part.open = true;
  part.scrollIntoView();
  part.querySelector("summary").focus({ preventScroll: true });
}

addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (link instanceof HTMLAnchorElement && link.hash === location.hash) openTarget(); // the address does not change then
});
openTarget();
