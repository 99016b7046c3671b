// The virtual table: pieces that hands move, and beside it everything that a seat is asked.

import "../shared/match/consent.js";
import "../shared/match/thinking.js";
import "../shared/match/dice.js";
import { choices, handOf } from "../shared/asking/choices.js";
import { fieldPanel } from "../shared/asking/field.js";
import { outbox } from "../shared/asking/outbox.js";
import { keptBack, meant } from "../shared/asking/played.js";
import { questionView } from "../shared/asking/question.js";
import { asSeen } from "../shared/asking/secret.js";
import { understood } from "../shared/asking/why.js";
import { openUnnamed } from "../shared/match/shelf.js";
import * as sheet from "../shared/asking/sheet.js";
import { hasAnswered, isAlone, isAsked, together } from "../shared/core/asked.js";
import { camera } from "../shared/core/camera.js";
import { setClocks } from "../shared/core/countdown.js";
import { afterPaint, byId, fill, notice, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner, connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { closeText, hasText, read } from "../shared/board/read.js";
import { beside } from "./beside.js";
import { hands } from "./drag.js";
import { hotSeat } from "./hot_seat.js";
import { aside, lens } from "./lens.js";
import { light } from "./lights.js";
import { Mat } from "./mat.js";
import { tray } from "./tray.js";
import { zooming } from "./zoom.js";

const POLL_MS = 1000;
const READ_MS = 5000; // one sentence
const seated = byId("main").dataset.seated === "yes";
const tools = byId("piece-tools");
const mat = new Mat(byId("mat-frame"), byId("mat"));
const refreshCamera = camera(byId("camera"));
const state = { packet: /** @type {Packet} */ (null), chosen: /** @type {string} */ (null), carried: /** @type {VirtualPiece} */ (null), astray: /** @type {VirtualPiece} */ (null), version: -1, busy: false, again: false, sent: 0, moving: 0, toldFor: -1, saying: 0, begun: false, offered: false, refused: { text: "", own: false, tone: "info" } };

const hand = tray(seated, () => {
  if (hand.isOpen()) return afterPaint(draw); // its button says so first
  played.now(); // its strip names a card
  sheet.close();
  closeText();
  field.put();
  draw();
});

const doing = hands(mat, hand.node, {
  /** @param {VirtualPiece} piece @param {Partial<VirtualPiece>} changes */
  put: (piece, changes) => act("put", piece, changes),
  /** @param {VirtualPiece} piece @param {Partial<VirtualPiece>} changes */
  drop: (piece, changes) => {
    const astray = piece.in_hand ? elsewhere(piece, { ...piece, ...changes }) : "";
    if (!astray) return act("put", piece, changes);
    said(astray);
    state.astray = piece; // the places stay lit for as long as it is said
    lit();
  },
  /** @param {VirtualPiece} piece */
  take: (piece) => seated && act("take", piece, {}),
  choose,
  downward: () => byId("face-down").checked,
  tap: tapped,
  /** @param {VirtualPiece} piece */
  lift: (piece) => {
    state.carried = piece;
    if (piece) mat.frame.dataset.carrying = "yes";
    else delete mat.frame.dataset.carrying;
    lit();
  },
});
zooming(mat, doing.drop);
if (seated) hotSeat(hand);
mat.onSpots = lit;

const taps = outbox((status, body, sentence) => {
  if (body?.packet) line.take(body.packet);
  else line.refresh();
  const byRule = status === 409 && Boolean(body?.reply?.rule); // why not may follow from the hand
  state.refused = { text: status === 200 && !body?.reply?.noted ? "" : sentence, own: byRule, tone: byRule || status !== 200 && status !== 409 ? "warn" : "info" };
  state.toldFor = state.packet?.version ?? -1;
  draw();
});

const field = fieldPanel(byId("field"), byId("sheets"), pick, draw);

/** Something was tapped that stands for these options, as on a seat's own page.
 * @param {OptionView[]} options */
function pick(options, place = "", sure = false) {
  const [first] = options;
  if (!first) return;
  const one = meant(options, place, together(state.packet));
  if (one) {
    if (!played.hold(one, state.packet)) return;
  } else played.now();
  if (options.length === 1 && (sure || (!place && !first.face)) && !first.claim && !first.why_not && !first.grave) return take(first);
  sheet.open(options, take, place);
}

const played = keptBack(byId("played"), take);

/** @param {OptionView} option */
function take(option) {
  field.put();
  understood(state.packet);
  taps.tap(option.key, state.packet.version);
  afterPaint(draw); // its button has gone, or says that it sends
}

/** A piece was tapped and not moved: what can be done with it, or what stands on it.
 * @param {VirtualPiece} piece */
function tapped(piece) {
  if (piece.in_hand) return hand.isOpen() && (optionsOf(piece).length ? pickCard(piece) : hasText(piece.face) && read(piece.face));
  const spot = mat.spotAt(piece);
  const place = spot && placeOf(spot.name);
  if (place && field.doing(place)?.state === "ok") field.tapped(place);
}

/** @param {VirtualPiece} piece */
const optionsOf = (piece) => hand.optionsOf(piece.face, choices(state.packet, field).inHand);

/** @param {VirtualPiece} piece */
function pickCard(piece) {
  const options = optionsOf(piece);
  if (field.wants(options) && !field.chosen()) field.choose(options[0].face);
  else pick(options);
}

/** @param {string} name */
const placeOf = (name) => state.packet?.board?.fields.find((one) => one.name === name) ?? null;

/** @param {VirtualAct} name @param {VirtualPiece} piece @param {Partial<VirtualPiece>} changes */
async function act(name, piece, changes) {
  const { handle, x_mm, y_mm, angle_deg, face_up } = { ...piece, ...changes };
  foresee(name, piece, { x_mm, y_mm, angle_deg, face_up });
  await send(name === "put" ? { act: name, handle, x_mm, y_mm, angle_deg, face_up } : { act: name, handle });
}

/** What hands have done is seen at once; the scene that follows says whether it stays so.
 * @param {VirtualAct} name @param {VirtualPiece} piece @param {Partial<VirtualPiece>} where */
function foresee(name, piece, where) {
  const known = mat.piece(piece.handle); // a scene that came meanwhile has it where it was
  if (!known) return;
  const hidden = name === "put" && !where.face_up && { face: /** @type {Face} */ (null) };
  for (const one of [piece, known]) Object.assign(one, name === "put" && where, hidden, { in_hand: name === "take" });
  mat.show(mat.scene);
  draw();
}

/** @param {VirtualMove} move */
async function send(move) {
  state.sent += 1;
  state.moving += 1;
  const answer = await post("/api/virtual", move);
  state.moving -= 1;
  said(answer.status === 200 ? "" : sentenceOf(answer));
  if (answer.body?.packet) line.take(answer.body.packet);
  await refresh();
}

/** What there is to say of a move, for as long as it takes to read.
 * @param {string} text */
function said(text) {
  banner("move", text);
  state.astray = null;
  clearTimeout(state.saying);
  if (text) state.saying = setTimeout(() => said(""), READ_MS);
  else lit();
}

/** The table deals, draws or throws; gives the dice that lie there then. */
async function serve() {
  await send({ act: "deal" });
  return mat.scene?.dice ?? [];
}

async function refresh() {
  if (state.moving) return; // a scene from before the move would put the piece back; the move asks for one when it is through
  if (state.busy) {
    state.again = true;
    return;
  }
  state.busy = true;
  const sent = state.sent;
  const answer = await get("/api/virtual");
  state.busy = false;
  if (sent !== state.sent || state.moving) {
    state.again = false; // this one too may be from before the move
    return refresh();
  }
  if (answer.status === 409) return hand.hide(); // this browser plays another seat now
  if (answer.status === 204) banner("scene", t("This match is played on a real table; there is no virtual one."), { href: "/table", label: t("Table screen") }, "info");
  if (answer.status === 200) {
    banner("scene", "");
    const changed = answer.body.version !== state.version;
    state.version = answer.body.version;
    mat.show(answer.body);
    choose(state.chosen);
    draw();
    if (changed) refreshCamera();
  }
  if (state.again) {
    state.again = false;
    refresh();
  }
}

/** @param {string} handle */
function choose(handle) {
  state.chosen = handle;
  mat.node.querySelectorAll(".chosen").forEach((node) => node.classList.remove("chosen"));
  const node = handle && mat.nodes.get(handle);
  if (node) node.classList.add("chosen");
  lens(node ? mat.piece(handle) : null);
}

/** Where the options of a card would have it laid.
 * @param {Face} face */
function aimsOf(face) {
  const group = face && hand.isOpen() ? hand.optionsOf(face, choices(state.packet, field).inHand) : [];
  return new Set(group.filter((one) => one.spot && !one.why_not).map((one) => one.spot));
}

/** Where a card of the own hand may be laid, when it was dropped anywhere else: it stays in the hand then. Empty: it is laid,
 * and the table says what there is to say.
 * @param {VirtualPiece} piece @param {VirtualPiece} dropped */
function elsewhere(piece, dropped) {
  const aims = aimsOf(piece.face);
  if (!aims.size || aims.has(mat.spotAt(dropped)?.name)) return "";
  const labels = mat.scene.spots.filter((spot) => aims.has(spot.name)).map((spot) => spot.label).filter(Boolean);
  return labels.length ? t("It can go where the table is lit: {places}.", { places: [...new Set(labels)].join(", ") }) : t("It can go where the table is lit.");
}

/** What can be done now is lit: fields to tap, and where the card that is carried or chosen may be laid. */
function lit() {
  const { packet, carried } = state;
  if (!packet || !mat.scene) return;
  const places = new Map((packet.board?.fields ?? []).map((one) => /** @type {[string, Doing]} */ ([one.name, field.doing(one)])).filter(([, what]) => what?.state === "ok"));
  const aims = aimsOf(carried?.face ?? state.astray?.face ?? field.chosen()?.face);
  light(mat, places, aims, packet.result ? [] : packet.players.filter((one) => one.on_turn));
  aside();
}

/** What there is to say about what was done: what is for this seat alone only while its hand is shown, and never aloud.
 * @param {Packet} packet @param {boolean} open */
function told(packet, open) {
  notice(byId("notice"), (!open && packet.public_notice) || packet.notice || packet.recording);
  say(byId("said-notice"), packet.public_notice || packet.notice || packet.recording);
  const { text, own, tone } = state.refused;
  banner("answer", text && own && !open ? t("That cannot be done. Show your hand to read why.") : text, null, tone);
}

function draw() {
  const { packet } = state;
  if (!packet) return;
  const open = hand.isOpen() || (packet.seat !== null && !handOf(packet).length); // nobody holds anything in this game
  const seen = asSeen(packet, open);
  const busy = taps.waiting() ? "sent" : "";
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  document.documentElement.dataset.lobby = packet.lobby ? "yes" : "no";
  say(byId("status"), hasAnswered(packet) ? t("You have chosen; the others have not all done so.") : seen.status);
  byId("status").dataset.mine = isAsked(packet) ? "yes" : "no";
  told(packet, open);
  beside(packet, open, (answer) => answer.body?.packet && line.take(answer.body.packet));
  if (packet.lobby && packet.lobby.starter === packet.seat && packet.seat !== null && !state.offered) {
    state.offered = true;
    openUnnamed();
  }
  field.draw(packet, open, busy);
  const asked = seen.question && { ...seen.question, closes_in_s: 0 }; // the clock counts by itself
  fill(byId("question"), [asked, packet.players, packet.result, open, busy, field.key()], () => questionView(seen, open, busy, pick, serve, field));
  hand.draw(mat.scene, packet, choices(packet, field).inHand, busy);
  lit();
}

byId("deal").addEventListener("click", () => send({ act: "deal" }));
byId("tidy").addEventListener("click", () => send({ act: "tidy" }));
mat.node.addEventListener("click", (/** @type {any} */ event) => onField(event.target.closest(".spot[role]")));
mat.node.addEventListener("keydown", (/** @type {any} */ event) => (event.key === "Enter" || event.key === " ") && onField(event.target.closest(".spot[role]")));
mat.node.addEventListener("pointerdown", (/** @type {any} */ event) => event.target.closest("[data-handle]") || choose(null));
tools.addEventListener("pointerdown", (/** @type {any} */ event) => event.preventDefault());
tools.addEventListener("click", (/** @type {any} */ event) => {
  const piece = state.chosen && mat.piece(state.chosen);
  const what = event.target.closest("button")?.dataset.do;
  if (!piece || !what) return;
  if (what === "over") doing.over(piece);
  else doing.turn(piece, what === "left" ? -45 : 45);
});

/** @param {HTMLElement} node */
function onField(node) {
  const place = node && placeOf(node.dataset.spot);
  if (place) field.tapped(place);
}

const line = connect((packet) => {
  if (state.packet && packet.version !== state.packet.version && sheet.isOpen()) sheet.close();
  if (packet.version > state.toldFor + 1) {
    banner("said", "");
    state.refused.text = "";
  }
  if (state.packet && packet.version !== state.packet.version) said("");
  state.packet = packet;
  played.check(packet);
  setClocks(packet);
  mat.count(packet.piles);
  mat.print(packet.board);
  mat.own(packet);
  if (packet.lobby) state.begun = true;
  else if (state.begun && isAlone(packet)) {
    state.begun = false; // once: whoever hides it then has a reason
    hand.show();
  }
  draw();
  refresh();
}, (live) => live && taps.retry());

byId("camera-fold").hidden = false;
setInterval(() => !document.hidden && refresh(), POLL_MS);
