// One player's own page. What depends on the hand is drawn only while the hand is shown.

import "../shared/core/languages.js";
import "../shared/match/consent.js";
import "../shared/match/thinking.js";
import "../shared/match/dice.js";
import "./phone/switch.js";
import { hasPlaces, isAlone, together } from "../shared/core/asked.js";
import { board, countsOf, publicPart, resultView } from "../shared/board/board.js";
import { seatMark } from "../shared/board/seat_mark.js";
import { setClocks } from "../shared/core/countdown.js";
import { afterPaint, byId, fill, h, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { closeText } from "../shared/board/read.js";
import { banner, connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { episodesView, logLines } from "../shared/match/episodes.js";
import { againView, lobbyView } from "../shared/match/lobby.js";
import { scoringPart, scoringView } from "../shared/match/podium.js";
import { openUnnamed } from "../shared/match/shelf.js";
import { takeBackLink } from "../shared/match/take_back.js";
import { outbox } from "../shared/asking/outbox.js";
import { keptBack, meant } from "../shared/asking/played.js";
import { fieldPanel } from "../shared/asking/field.js";
import { handView } from "../shared/asking/hand.js";
import { onItsFace } from "./hand/hide.js";
import { knowledge, publicNotes } from "./hand/knowledge.js";
import { leaving } from "./phone/leave.js";
import { hintPanel } from "./hand/hints.js";
import { namingPanel } from "./hand/naming.js";
import { notesPanel } from "./phone/notes.js";
import { thisPhone } from "./phone/phone.js";
import { handFilm } from "./hand/film.js";
import { photoPanel } from "./hand/photo.js";
import { choices, handOf } from "../shared/asking/choices.js";
import { questionView } from "../shared/asking/question.js";
import { understood } from "../shared/asking/why.js";
import { reveal } from "./hand/reveal.js";
import { asSeen } from "../shared/asking/secret.js";
import * as sheet from "../shared/asking/sheet.js";
import { coming } from "./phone/coming.js";
import { caller } from "./phone/sound.js";
import { heardByAll, speaker } from "./phone/speech.js";
import { standIn } from "./phone/stand_in.js";
import { ownWords } from "./words.js";

const state = { packet: /** @type {Packet} */ (null), toldFor: -1, offered: false, begun: false, serving: false, served: -1 };
const AT_IT_MS = 10000; // then it can be asked once more
const onVirtual = byId("main").dataset.virtual === "yes";

const { chosen: phone, standIn: keepStandIn } = thisPhone(() => {
  voice.changed();
  offer();
}, () => {
  const sounded = phone.chime && calls.chime();
  const spoke = voice.tryOut(t("This is what it sounds like."));
  if (sounded || spoke) return t("You should hear something now; if not, turn the volume up.");
  return phone.chime || phone.speak || phone.standin ? t("This browser plays nothing; look at its settings for sound.") : t("Switch a sound or reading aloud on first.");
});
const voice = speaker(phone);
const offer = standIn(voice, keepStandIn);
const calls = caller(phone);
const words = ownWords();
const notes = notesPanel(byId("own-notes"));

const parts = { hold: byId("hold"), keep: byId("keep"), drawer: byId("hand-drawer"), hint: byId("hide-hint"), said: byId("hand-said") };
const hand = reveal(parts, (open) => {
  if (open) return afterPaint(drawHand); // its button says so first
  played.now(); // its strip names a card
  sheet.close();
  closeText();
  field.put();
  drawHand();
});
onItsFace(() => phone.face, hand.hide);

const taps = outbox((status, body, sentence) => {
  if (body?.packet) line.take(body.packet);
  else line.refresh();
  const reply = /** @type {Partial<Reply>} */ (body?.reply ?? {});
  const moved = status === 409 && reply.rule === "";
  const noted = status === 200 && reply.noted === true;
  banner("said", (moved || noted) && sentence, null, "info");
  words.alarm(status === 200 || moved ? "" : sentence, Boolean(reply.rule));
  state.toldFor = (state.packet?.version ?? -1) - (noted ? 1 : 0); // what was noted is told until the table moves on
  draw();
});

const line = connect((packet) => {
  if (state.packet && packet.version !== state.packet.version && sheet.isOpen()) sheet.close();
  if (packet.version > state.toldFor + 1) {
    banner("said", "");
    words.alarm("");
  }
  if (packet.result && state.packet && !state.packet.result) hand.hide(); // nothing is played any more, and the end has the room
  state.packet = packet;
  played.check(packet);
  setClocks(packet);
  calls.hear(packet);
  voice.hear(packet);
  offer(packet);
  if (packet.lobby) state.begun = true;
  else if (state.begun && isAlone(packet)) {
    state.begun = false; // once: whoever hides it then has a reason
    hand.stay();
  }
  draw();
  show(asSeen(packet, false));
}, (live) => (live ? taps.retry() : voice.gap()));

const naming = namingPanel(byId("naming"), (packet) => line.take(packet));
const hinted = hintPanel(byId("hint"));
photoPanel(words.told, (packet) => line.take(packet));
const filmed = handFilm(hand, (packet) => line.take(packet));
leaving(byId("leave"));

/** Something was tapped that stands for these options; `place` is the field of the board, if it was one; `sure`: nobody
 * need ask again.
 * @param {OptionView[]} options */
function pick(options, place = "", sure = false) {
  const [first] = options;
  if (!first) return;
  const one = meant(options, place, together(state.packet));
  if (one) {
    if (one.face) hand.stay();
    if (!played.hold(one, state.packet)) return;
  } else played.now();
  if (options.length === 1 && (sure || (!place && !first.face)) && !first.claim && !first.why_not && !first.grave) return take(first);
  hand.stay();
  sheet.open(options, take, place);
}

const field = fieldPanel(byId("field"), byId("sheets"), pick, () => {
  if (field.chosen() && hand.isOpen()) hand.stay();
  draw();
});

const played = keptBack(byId("played"), take);
const show = coming(() => !byId("field").hidden && !field.idle());

/** @param {OptionView} option */
function take(option) {
  field.put();
  understood(state.packet);
  taps.tap(option.key, state.packet.version);
  afterPaint(draw); // its button has gone, or says that it sends
}

/** Lets the virtual table deal, draw or throw; gives the dice that lie there then. Nothing can be tapped meanwhile. */
async function serve() {
  if (state.serving) return [];
  understood(state.packet);
  state.serving = true;
  draw();
  const version = state.packet.version;
  const dice = await served();
  state.serving = false;
  state.served = dice.length ? -1 : version; // the table is seen to be at it until it moves on
  setTimeout(() => {
    state.served = -1;
    draw();
  }, AT_IT_MS);
  draw();
  return dice;
}

async function served() {
  const answer = await post("/api/virtual", { act: "deal" });
  const already = answer.status === 409; // somebody else asked for the same, or it is being done
  banner("said", answer.status === 200 || already ? "" : sentenceOf(answer), null, "info");
  if (answer.body?.packet) line.take(answer.body.packet);
  const scene = await get("/api/virtual");
  return scene.status === 200 ? scene.body.dice : [];
}

/** @param {Answer} answer */
function tookBack(answer) {
  if (answer.body?.packet) line.take(answer.body.packet);
  state.toldFor = state.packet.version;
}

function draw() {
  const packet = state.packet;
  if (!packet) return;
  document.documentElement.dataset.lobby = packet.lobby ? "yes" : "no";
  byId("lobby").hidden = !packet.lobby;
  fill(byId("lobby"), [packet.lobby, packet.players], () => packet.lobby && lobbyView(packet, packet.lobby.starter === packet.seat));
  if (packet.lobby?.starter === packet.seat && packet.seat !== null && !state.offered) {
    state.offered = true;
    openUnnamed();
  }
  const handless = packet.seat !== null && !handOf(packet).length; // nobody holds anything in this game
  const open = handless || hand.isOpen();
  drawHead(asSeen(packet, open), open);
  drawAsked(asSeen(packet, open), open);
  hinted(packet, open);
  fill(byId("public"), publicPart(packet), () => h("section", { class: "board board-phone", "aria-label": t("The public table") }, board(packet, false)));
  const known = knowledge(packet, open);
  byId("knowledge").hidden = known.length === 0;
  fill(byId("knowledge"), [open, known.length > 0, open && [packet.piles, packet.notes, packet.events]], () => known);
  const reminders = publicNotes(packet);
  byId("reminders").hidden = reminders.length === 0;
  fill(byId("reminders"), packet.notes.filter((note) => !note.own), () => reminders);
  byId("hand-drawer").hidden = handless || isPutAway(packet);
  hand.empty(Boolean(packet.result) || handOf(packet).every((pile) => pile.count === 0)); // after the end no card is looked at in passing
  byId("photo-panel").hidden = handless;
  if (handless) notes(true);
  naming(packet, open);
  filmed(packet, open);
  fill(byId("episodes"), [packet.episodes, packet.players, packet.take_back && packet.version], () => [...episodesView(packet), takeBackLink(packet, tookBack), packet.episodes.length > 0 && h("button", { class: "link to-log", type: "button", onclick: toLog }, t("All that happened"))]);
  fill(byId("podium"), scoringPart(packet), () => scoringView(packet));
  const lines = open ? packet.events : packet.events.map((event) => ({ ...event, text: heardByAll(event) })).filter((event) => event.text);
  fill(byId("log"), lines, () => logLines(lines));
}

/** The hand, and all that shows or hides with it. */
function drawHand() {
  const open = hand.isOpen();
  byId("hand").dataset.open = open ? "yes" : "no";
  document.documentElement.dataset.hand = open ? "open" : "hidden";
  notes(open);
  words.show(open);
  draw();
  if (open) firstPlayable();
}

/** @param {Packet} packet @param {boolean} open */
function drawHead(packet, open) {
  const notice = (!open && packet.public_notice) || packet.notice;
  banner("seat", packet.seat === null ? t("This device has no seat any more.") : "", { href: "/join", label: t("Take a seat") });
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("said-status"), packet.result ? [packet.result.text, ...packet.result.lines].join(" ") : asSeen(packet, false).status); // read aloud in the room, as what follows
  say(byId("said-notice"), packet.public_notice || packet.notice); // read aloud in the room: never the private one
  const me = packet.players.find((one) => one.seat === packet.seat);
  fill(byId("seat-head"), [me, packet.title], () => head(packet, me));
  fill(byId("now"), [hasPlaces(packet), packet.sheets?.length > 0 && packet.tracks, packet.status, notice, packet.recording, packet.paused, packet.lobby !== null, packet.question !== null, packet.result, packet.result && [packet.starter, packet.players]], () => now(packet, notice));
}

/** After the end nobody looks at a hand any more.
 * @param {Packet} packet */
const isPutAway = (packet) => packet.result !== null && !hand.isOpen();

/** The log is at hand, however far down it stands. */
function toLog() {
  const panel = /** @type {HTMLDetailsElement} */ (byId("log-panel"));
  panel.open = true;
  panel.scrollIntoView({ block: "start" });
  panel.querySelector("summary").focus({ preventScroll: true });
}

/** What can be tapped: the question, the board and the hand.
 * @param {Packet} packet @param {boolean} open */
function drawAsked(packet, open) {
  const busy = taps.waiting() ? "sent" : state.serving ? "served" : "";
  const isAtIt = packet.question?.by_itself || state.served === packet.version;
  const shown = packet.question ? { ...packet, question: { ...packet.question, by_itself: isAtIt } } : packet;
  const asked = shown.question && { ...shown.question, closes_in_s: 0 }; // the clock counts by itself
  field.draw(packet, open, busy);
  if (fill(byId("question"), [asked, packet.players, packet.result, open, busy, field.key()], () => questionView(shown, open, busy, pick, onVirtual ? serve : null, field))) hand.raise();
  inOrder(field.idle() ? [byId("question"), byId("field")] : [byId("field"), byId("question")]);
  document.documentElement.dataset.answers = packet.question?.yours && choices(packet, field).inHand.size === 0 ? "above" : "hand";
  const drawn = fill(byId("hand"), [packet.piles, asked, open, busy, field.key(), packet.episodes.at(-1)?.laid, packet.result !== null], () => (packet.result && !open ? [] : handView(packet, open, busy, pick, field)));
  if (drawn && open) firstPlayable();
}

/** What can be played comes into view, however many cards lie before it. */
const firstPlayable = () => byId("hand").querySelector('[data-state="ok"]')?.scrollIntoView({ block: "nearest", inline: "center" });

/** The board stands above the question, except where the question has nothing to do with it.
 * @param {HTMLElement[]} options */
function inOrder([first, second]) {
  if (first.nextElementSibling !== second) second.before(first);
}

/** @param {Packet} packet @param {PlayerView} me */
function head(packet, me) {
  return [
    me ? seatMark(me) : h("span", { class: "seat-name" }, t("No seat")),
    h("a", { class: "eyebrow", href: "/" }, packet.title),
    h("span", { class: "live-dot", role: "img", "aria-label": t("connection") }),
  ];
}

/** @param {Packet} packet @param {string} notice */
function now(packet, notice) {
  const told = packet.question && !packet.result && !hasPlaces(packet); // the panel below shows the same words
  return [
    h("p", { class: told ? "status unseen" : hasPlaces(packet) ? "status status-small" : "status" }, packet.status),
    countsOf(packet),
    notice && h("p", { class: "notice" }, notice),
    packet.recording && h("p", { class: "hint" }, packet.recording),
    resultView(packet, packet.result && againView(packet, packet.starter === packet.seat)),
  ];
}
