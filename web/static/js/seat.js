// One player's own page. What depends on the hand is drawn only while the hand is shown.

import { board, logLines, publicPart, resultView, seatMark } from "./core/board.js";
import { setClocks } from "./core/countdown.js";
import { byId, fill, h, say } from "./core/dom.js";
import { get, post, postPicture, sentenceOf } from "./core/net.js";
import { smaller } from "./core/picture.js";
import { closeText } from "./core/read.js";
import { banner, connect } from "./core/stream.js";
import { outbox } from "./outbox.js";
import { fieldPanel } from "./seat_field.js";
import { handView, questionView } from "./seat_question.js";
import { knowledge, publicNotes } from "./seat_knowledge.js";
import { namingPanel } from "./seat_naming.js";
import { reveal } from "./seat_reveal.js";
import * as sheet from "./seat_sheet.js";

const state = { packet: null, toldFor: -1, asked: "" };
const onVirtual = byId("main").dataset.virtual === "yes";

const hand = reveal(byId("hold"), byId("keep"), (open) => {
  byId("hand").dataset.open = open ? "yes" : "no";
  document.documentElement.dataset.hand = open ? "open" : "hidden";
  if (!open) {
    sheet.close();
    closeText();
    field.put();
  }
  draw();
  if (open) byId("hand").querySelector('[data-state="ok"]')?.scrollIntoView({ block: "nearest", inline: "center" });
});

const taps = outbox((status, body, sentence) => {
  if (body?.packet) line.take(body.packet);
  else line.refresh();
  const moved = status === 409 && body?.reply && body.reply.rule === "";
  const noted = status === 200 && body?.reply?.noted === true;
  banner("said", status === 200 && !noted ? "" : sentence, null, moved || noted ? "info" : "warn");
  state.toldFor = (state.packet?.version ?? -1) - (noted ? 1 : 0); // what was noted is told until the table moves on
  draw();
});

const line = connect((packet) => {
  const mine = packet.question?.yours && !state.packet?.question?.yours;
  if (state.packet && packet.version !== state.packet.version && sheet.isOpen()) sheet.close();
  const stops = packet.paused && state.packet?.paused === false; // what was noted counts no longer
  if (stops || packet.version > state.toldFor + 1) banner("said", "");
  state.packet = packet;
  setClocks(packet);
  if (mine && !document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  const before = state.asked;
  state.asked = packet.question?.yours ? packet.question.text : "";
  draw();
  if (state.asked && state.asked !== before) toQuestion();
}, (live) => live && taps.retry());

const naming = namingPanel(byId("naming"), (packet) => line.take(packet));

/** A question that has come to stand above the board is not left out of sight above the screen. */
function toQuestion() {
  const node = byId("question");
  const head = byId("seat-head").getBoundingClientRect().bottom;
  if (field.idle() && node.getBoundingClientRect().top < head) byId("now").scrollIntoView({ block: "start" });
}

/** Something was tapped that stands for these options; `place` is the field of the board, if it was one. */
function pick(options, place = "") {
  const [first] = options;
  if (!first) return;
  if (options.length === 1 && !place && !first.face && !first.claim && !first.why_not) return take(first);
  hand.stay();
  sheet.open(options, take, place);
}

const field = fieldPanel(byId("field"), pick, () => {
  if (field.chosen()) hand.stay();
  draw();
});

function take(option) {
  field.put();
  taps.tap(option.key, state.packet.version);
  draw();
}

/** Lets the virtual table deal, draw or throw; gives the dice that lie there then. */
async function serve() {
  const answer = await post("/api/virtual", { act: "deal" });
  const already = answer.status === 409; // somebody else asked for the same, or it is being done
  banner("said", answer.status === 200 || already ? "" : sentenceOf(answer), null, "info");
  if (answer.body?.packet) line.take(answer.body.packet);
  const scene = await get("/api/virtual");
  return scene.status === 200 ? scene.body.dice : [];
}

function draw() {
  const packet = state.packet;
  if (!packet) return;
  const open = hand.isOpen();
  const busy = taps.waiting() ? "sent" : packet.paused ? "paused" : "";
  banner("seat", packet.seat === null ? "This device has no seat any more." : "", { href: "/join", label: "Take a seat" });
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  const me = packet.players.find((one) => one.seat === packet.seat);
  fill(byId("seat-head"), [me, packet.title], () => head(packet, me));
  fill(byId("now"), [packet.board !== null, packet.status, packet.notice, packet.recording, packet.paused, packet.question !== null, packet.result], () => now(packet));
  const asked = packet.question && { ...packet.question, closes_in_s: null }; // the clock counts by itself
  field.draw(packet, open, busy);
  fill(byId("question"), [asked, packet.players, packet.result, open, busy, field.key()], () => questionView(packet, open, busy, pick, onVirtual ? serve : null, field));
  inOrder(field.idle() ? [byId("question"), byId("field")] : [byId("field"), byId("question")]);
  fill(byId("public"), publicPart(packet), () => h("section", { class: "board board-phone", "aria-label": "The public table" }, board(packet, false, false)));
  const known = knowledge(packet, open);
  byId("knowledge").hidden = known.length === 0;
  fill(byId("knowledge"), [open, known.length > 0, open && [packet.piles, packet.notes, packet.events]], () => known);
  const reminders = publicNotes(packet);
  byId("reminders").hidden = reminders.length === 0;
  fill(byId("reminders"), packet.notes.filter((note) => !note.own), () => reminders);
  fill(byId("hand"), [packet.piles, asked, open, busy, field.key()], () => handView(packet, open, busy, pick, field));
  naming(packet, open);
  const lines = packet.events.filter((event) => open || !event.own);
  fill(byId("log"), lines, () => logLines(lines));
}

/** The board stands above the question, except where the question has nothing to do with it. */
function inOrder([first, second]) {
  if (first.nextElementSibling !== second) second.before(first);
}

function head(packet, me) {
  return [
    me ? seatMark(me) : h("span", { class: "seat-name" }, "No seat"),
    h("a", { class: "eyebrow", href: "/" }, packet.title),
    h("span", { class: "live-dot", role: "img", "aria-label": "connection" }),
  ];
}

function now(packet) {
  const told = packet.question && !packet.result && !packet.board; // the panel below shows the same words
  return [
    packet.paused && h("p", { class: "notice" }, "The game is paused. The host goes on when everybody is back."),
    h("p", { class: told ? "status unseen" : packet.board ? "status status-small" : "status" }, packet.status),
    packet.notice && h("p", { class: "notice" }, packet.notice),
    packet.recording && h("p", { class: "hint" }, packet.recording),
    resultView(packet),
  ];
}

byId("photo").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  say(byId("photo-said"), "Reading your photo…");
  const answer = await postPicture("/api/hand-photo", await smaller(file));
  say(byId("photo-said"), sentenceOf(answer));
  if (answer.body?.packet) line.take(answer.body.packet);
});

byId("leave").addEventListener("click", async (event) => {
  const button = event.currentTarget;
  if (button.dataset.sure !== "yes") {
    button.dataset.sure = "yes";
    button.textContent = "Really leave? Tap again";
    return;
  }
  const answer = await post("/api/leave", {});
  if (answer.status === 200) location.assign(answer.body.next);
});
