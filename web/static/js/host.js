// The host's page: everything it can do, and the journal.

import { seatMark } from "./core/board.js";
import { byId, fill, h, notice, say } from "./core/dom.js";
import { get, post, sentenceOf } from "./core/net.js";
import { connect } from "./core/stream.js";
import { button, corrections } from "./host_forms.js";
import { replay } from "./host_replay.js";

const past = replay(byId("replay"));
const state = { packet: null, view: null, busy: false, again: false };

async function send(command) {
  const answer = await post("/api/host", command);
  say(byId("said"), sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  if (answer.body?.packet) line.take(answer.body.packet);
  refresh();
}

async function refresh() {
  if (state.busy) {
    state.again = true;
    return;
  }
  state.busy = true;
  const answer = await get("/api/host");
  state.busy = false;
  if (answer.status === 200) {
    state.view = answer.body;
    draw();
  } else say(byId("said"), sentenceOf(answer));
  if (state.again) {
    state.again = false;
    refresh();
  }
}

function draw() {
  const { packet, view } = state;
  if (!packet || !view) return;
  fill(byId("match"), [packet.paused, packet.result !== null, view.entries.length, view.dealing, view.tellable, packet.question?.lots], () => match(packet, view));
  fill(byId("fixes"), [view.piles, view.pieces, view.tracks, view.unknown_tags, view.refused_play, packet.players.map((one) => one.name)], () => corrections(view, packet, send));
  fill(byId("people"), [packet.players, view.bots, view.window_limit_s], () => people(packet, view));
  fill(byId("devices"), view.devices, () => (view.devices.length ? view.devices.map((one) => h("li", {}, one)) : h("li", { class: "empty" }, "No devices are connected.")));
  fill(byId("journal"), view.entries, () => [...view.entries].reverse().map(entry));
  past.entries(view.entries);
}

function match(packet, view) {
  const over = packet.result !== null;
  return h("div", { class: "buttons" },
    button("Undo the last answer", send, { act: "undo" }, { main: true, key: "undo", disabled: view.entries.length === 0 }),
    packet.paused ? button("Go on", send, { act: "resume" }, { main: true, key: "pause" }) : button("Pause", send, { act: "pause" }, { key: "pause", disabled: over }),
    over ? button("New match", send, { act: "new_match" }, { main: true, key: "end" })
      : button("End the match", send, { act: "end_match", reason: "ended by the host" }, { sure: "Really end it? Press again", key: "end" }),
    view.tellable.map((one) => button(one.label, send, { act: "tell", value: one.key }, { key: `tell-${one.key}`, disabled: packet.paused })),
    packet.question?.lots && button("Let the companion draw", send, { act: "tell", value: "lots" }, { key: "tell-lots", disabled: packet.paused }),
    view.dealing && button("Last card again", send, { act: "deal_back" }, { key: "deal-back" }),
    view.dealing && button("Deal one unread", send, { act: "deal_unread" }, { key: "deal-unread" }),
    view.dealing && button("The rest is dealt unread", send, { act: "deal_rest" }, { sure: "Is everything dealt? Press again", key: "deal-rest" }));
}

const LIMITS = [[0, "No limit"], [10, "10 s"], [20, "20 s"], [40, "40 s"], [60, "60 s"]];

const BOTS = [["off", "No bots"], ["fill", "Bots fill empty seats"], ["all", "Bots play all seats"]];

function people(packet, view) {
  return [
    h("ul", { class: "plain people" }, packet.players.map((one) => h("li", {}, seatMark(one),
      h("span", { class: "hint" }, one.bot ? "played by the program" : one.joined ? "with a phone" : "nobody yet"),
      one.joined && button("Free the seat", send, { act: "free_seat", seat: one.seat }, { sure: "Sure? Press again", key: `free-${one.seat}` })))),
    h("div", { class: "segmented", role: "group", "aria-label": "Bots" }, BOTS.map(([value, label]) =>
      h("button", { type: "button", class: "button", "data-key": `bots-${value}`, "aria-pressed": String(view.bots === value), onclick: () => send({ act: "bots", value }) }, label))),
    h("p", { class: "hint" }, "Time to react, then who has said nothing passes:"),
    h("div", { class: "segmented", role: "group", "aria-label": "Time to react" }, LIMITS.map(([value, label]) =>
      h("button", { type: "button", class: "button", "data-key": `limit-${value}`, "aria-pressed": String(view.window_limit_s === value), onclick: () => send({ act: "window_limit", value: String(value) }) }, label))),
  ];
}

function entry(one) {
  return h("li", { class: one.undone ? "undone" : "" },
    h("span", { class: "log-number" }, one.number), h("span", { class: "entry-text" }, one.text, one.undone && h("em", {}, " taken back")),
    h("span", { class: "entry-acts" },
      h("button", { class: "button small", type: "button", "data-key": `look-${one.number}`, onclick: () => past.showNumber(one.number) }, "Look"),
      !one.undone && button("Back to here", send, { act: "undo", number: one.number }, { sure: "Undo all after it?", key: `undo-${one.number}` })));
}

const line = connect((packet) => {
  const known = state.packet?.version === packet.version;
  state.packet = packet;
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("title"), packet.title);
  say(byId("status"), packet.paused ? "The game is paused." : packet.status);
  notice(byId("notice"), packet.notice);
  notice(byId("recording"), packet.recording);
  if (known) draw();
  else refresh();
});
