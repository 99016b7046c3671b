// The public table, drawn from a packet: players around, what is being played in the middle. Knows no game.

import { besideBoard, seatPlate } from "./beside.js";
import { isPublic, miniBack } from "./cards.js";
import { h, shape } from "../core/dom.js";
import { boardView, publicBoard } from "./field.js";
import { hasMats, matBody, score, seatNotes } from "./mats.js";
import { hasText, read, shown, stamp } from "./read.js";
import { seatMark } from "./seat_mark.js";
import { sheetSides } from "./sheet_sides.js";
import { t } from "../core/words.js";

const FEW_OWN = 7; // cards before a seat that have room as cards
const LINE = 6; // cards of one row that stand in one line

const STAGE = { "aria-label": t("The middle of the table"), "data-paused-word": t("Paused") };

/** What everybody may see of a packet; the board is drawn from this alone, also on a phone that knows more.
 * @param {Packet} packet */
export function publicPart(packet) {
  const piles = packet.piles.map((pile) => ({
    ...pile,
    cards: pile.cards.map((view) => (isPublic(view) ? view : { face: null, face_up: view.face_up, known_to_all: false })),
  }));
  const notes = packet.notes.filter((note) => !note.own);
  return { players: packet.players, piles, tracks: packet.tracks, notes, result: packet.result, title: packet.title, board: publicBoard(packet.board), sheets: packet.sheets ?? [] };
}

/** All of the public table, after the end as it lay last. `withField`: a board is drawn here too.
 * @param {Packet} packet */
export function board(packet, withField = true) {
  const table = publicPart(packet);
  if (table.sheets.length) return besideSheets(table, withField);
  if (table.board) return aroundField(table, withField);
  const half = Math.ceil(table.players.length / 2);
  const top = table.players.slice(0, half);
  const bottom = table.players.slice(half); // from right to left where they sit side by side
  return [
    h("div", { class: "around around-top" }, top.map((one) => player(table, one))),
    hasMats(table) ? middle(table) : stage(table),
    h("div", { class: "around around-bottom" }, bottom.map((one, index) => player(table, one, -index))),
  ];
}

/** Players on both sides of the board, and below it what lies beside it for all.
 * @param {Table} table @param {boolean} withField */
function aroundField(table, withField) {
  const half = Math.ceil(table.players.length / 2);
  /** @param {PlayerView} one */
  const plate = (one) => seatPlate(table, one, seatMark(one), badges(one, table.result?.winners.includes(one.seat), several(table)));
  const beside = besideBoard(table);
  const middle = [withField && drawnField(table), tracks(table), beside].filter(Boolean);
  return [
    h("div", { class: "around around-left" }, table.players.slice(0, half).map(plate)),
    middle.length > 0 && h("section", { class: "stage stage-field", ...STAGE }, middle),
    h("div", { class: "around around-right" }, table.players.slice(half).map(plate)),
  ];
}

/** The board for everybody: every stack can be read, nothing else is done here.
 * @param {Table} table */
const drawnField = (table) => boardView(table, {
  doing: (field) => (hasText(field.stack?.face) ? { state: "read", words: t("Read it") } : null),
  onField: (field) => hasText(field.stack?.face) && read(field.stack.face),
});

/** Cards with spaces on both sides, the board between them; what is big takes the middle in its place. What counts for
 * one card (its track names more than its kind) stands on that card.
 * @param {Table} table @param {boolean} withField */
function besideSheets(table, withField) {
  const common = { ...table, tracks: table.tracks.filter(isForAll) };
  const strip = h("div", { class: "around around-strip" }, table.players.map((one) => h("span", { class: `strip-seat ${one.on_turn ? "on-turn" : ""}` }, seatMark(one), badges(one, table.result?.winners.includes(one.seat), several(table)))));
  const beside = common.piles.some((pile) => pile.owner === null && pile.count > 0) || common.notes.length ? besideBoard(common) : null;
  const sides = sheetSides(table, (seat) => (table.players.length > 1 ? table.players.find((one) => one.seat === seat) : null), seatMark);
  const map = withField && table.board && h("div", { class: "stage-map" }, drawnField(table));
  const rows = withField && sides.rows.length > 0 && h("div", { class: "leaf-rows" }, sides.rows);
  const big = withField ? sides.big : [];
  const isAlone = sides.left.length + sides.right.length === 0;
  const middle = h("section", { class: `stage stage-field stage-sheets ${big.length ? "stage-with-big" : ""} ${isAlone ? "stage-alone" : ""}`, ...STAGE },
    big, h("div", { class: "stage-low" }, map, h("div", { class: "stage-side" }, rows, withField && tracks(common), beside)));
  if (!withField) return [strip, beside && middle];
  if (isAlone) return [strip, middle];
  return [strip, h("div", { class: "around around-left leaves" }, sides.left), middle, h("div", { class: "around around-right leaves" }, sides.right)];
}

/** @param {TrackView} track */
const isForAll = (track) => track.owner === null && !track.key.includes("/");

/** What counts for all, small enough to stand above everything on a phone.
 * @param {Packet} packet */
export function countsOf(packet) {
  const counts = packet.tracks.filter(isForAll);
  if (!packet.sheets?.length || !counts.length) return null;
  return h("dl", { class: "counts", "aria-label": t("What counts for all") }, counts.map((track) => h("div", { title: track.label },
    h("dt", { class: track.shape ? "unseen" : "" }, track.label), h("dd", {}, track.shape && shape(track.shape), track.value))));
}

/** Whether all are asked at once: then it is nobody's turn.
 * @param {Table} table */
export const several = (table) => table.players.filter((any) => any.on_turn).length > 1;

/** @param {Table} table */
function stage(table) {
  const slots = table.piles.filter((pile) => pile.owner !== null && pile.shape === "slot");
  const common = table.piles.filter((pile) => pile.owner === null && pile.count > 0);
  const rows = common.filter((pile) => pile.shape === "row");
  const stacks = common.filter((pile) => pile.shape !== "row");
  const wide = rows.reduce((sum, pile) => sum + pile.cards.length, 0) + slots.length;
  const section = h("section", { class: "stage", ...STAGE },
    tracks(table),
    h("div", { class: "stage-floor" },
      rows.length > 0 && h("div", { class: "stage-piles stage-rows" }, rows.map((pile) => pileView(pile))),
      slots.length > 0 && h("div", { class: "stage-slots" }, slots.map((pile) => slot(table, pile))),
      stacks.length > 0 && h("div", { class: "stage-piles stage-stacks" }, stacks.map((pile) => pileView(pile)))),
    notesOfAll(table));
  const lines = rows.length === 1 && slots.length === 0 && wide > LINE ? 2 : 1;
  section.dataset.lines = String(lines);
  section.style.setProperty("--n", String(Math.max(4, Math.ceil(wide / lines))));
  return section;
}

/** The middle between mats: what lies open large, closed stacks as counts.
 * @param {Table} table */
function middle(table) {
  const common = table.piles.filter((pile) => pile.owner === null && pile.count > 0);
  const seen = common.filter((pile) => pile.shape === "row" || isPublic(pile.cards.at(-1)));
  const closed = common.filter((pile) => !seen.includes(pile));
  const wide = seen.reduce((sum, pile) => sum + (pile.shape === "row" ? pile.cards.length : 1), 0);
  const section = h("section", { class: "stage stage-mats", ...STAGE },
    tracks(table),
    seen.length > 0 && h("div", { class: "stage-floor" }, seen.map((pile) => pileView(pile, false))),
    notesOfAll(table),
    closed.length > 0 && h("ul", { class: "stage-counts" }, closed.map((pile) => h("li", {}, miniBack(), h("span", {}, pile.label), h("b", {}, pile.count)))));
  section.style.setProperty("--n", String(Math.max(4, wide)));
  return section;
}

/** What everybody may be reminded of that is about no seat.
 * @param {Table} table */
function notesOfAll(table) {
  const notes = table.notes.filter((note) => note.seat === null);
  return notes.length > 0 && h("ul", { class: "stage-notes" }, notes.map((note) => h("li", { title: note.text }, note.short || note.text)));
}

/** @param {Table} table */
function tracks(table) {
  const common = table.tracks.filter((track) => track.owner === null);
  if (!common.length) return null;
  const suits = new Map(table.piles.flatMap((pile) => pile.cards).filter((view) => view.face).map((view) => [view.face.suit_name, view.face]));
  return h("dl", { class: "tracks" }, common.map((track) => {
    const known = suits.get(track.value);
    const long = track.value.length > 26;
    return h("div", { class: `track ${long ? "track-long" : ""} ${track.prominent ? "track-main" : ""} ${known ? `track-suit tint-${known.tint}` : ""}` },
      h("dt", {}, track.label),
      h("dd", {}, known ? shape(known.suit) : track.shape && shape(track.shape), track.value));
  }));
}

/** @param {Table} table @param {PileView} pile */
function slot(table, pile) {
  const owner = table.players.find((one) => one.seat === pile.owner);
  const lying = pile.cards.length ? pile.cards.map((view, n) => shown(view, `${pile.key}-${n}`)) : [h("div", { class: "card card-empty", role: "img", "aria-label": t("nothing yet") })];
  return h("figure", { class: `slot ${owner?.on_turn ? "slot-next" : ""}` },
    h("div", { class: "slot-cards" }, lying), h("figcaption", {}, owner ? seatMark(owner) : pile.label));
}

/** @param {PileView} pile */
function pileView(pile, withTexts = true) {
  const last = pile.cards.at(-1);
  let body;
  if (!pile.count) body = h("div", { class: "card card-empty", role: "img", "aria-label": t("empty") });
  else if (pile.shape === "row") body = h("div", { class: "row-cards" }, pile.cards.map((view, n) => shown(view, `${pile.key}-${n}`)));
  else body = h("div", { class: `heap ${pile.count > 1 ? "heap-many" : ""}` }, shown(last, `${pile.key}-top`));
  const count = pile.shape === "stack" && pile.count > 0 ? h("span", { class: "count" }, `${pile.count}`) : null;
  const texts = withTexts && pile.shape === "row" ? pile.cards.filter((view) => isPublic(view) && view.face.text).map((view) => h("span", { class: "pile-text" }, view.face.text)) : [];
  return h("figure", { class: `pile pile-${pile.shape}` }, body, h("figcaption", {}, h("span", { class: "pile-label" }, pile.label, count), texts));
}

/** @param {Table} table @param {PlayerView} one */
function player(table, one, order = 0) {
  const own = table.piles.filter((pile) => pile.owner === one.seat && pile.shape !== "slot");
  const marks = table.tracks.filter((track) => track.owner === one.seat);
  const winner = table.result?.winners.includes(one.seat);
  const mats = hasMats(table);
  const out = marks.some((track) => track.shape && track.value === "0");
  const state = `${one.on_turn ? "on-turn" : ""} ${mats ? "mat" : ""} ${out ? "mat-out" : ""}`;
  const node = h("article", { class: `player seat-${one.colour} ${state}`, "aria-label": one.name },
    h("header", {}, seatMark(one), badges(one, winner, several(table)), marks.filter((track) => track.prominent && (track.shape || !mats)).map(score)),
    h("div", { class: "player-piles" },
      mats && matBody(table, one),
      marks.filter((track) => !track.prominent).map((track) => h("p", { class: "own-track" }, h("span", {}, track.label), h("b", {}, track.value))),
      ...(mats ? [] : [own.map((pile) => ownPile(pile, hasRoom(table))), seatNotes(table, one)])));
  node.style.setProperty("--order", String(order));
  return node;
}

/** @param {PlayerView} one @param {boolean} winner @param {boolean} together */
function badges(one, winner, together) {
  return h("span", { class: "badges" },
    winner && h("span", { class: "badge badge-win" }, shape("crown"), t("Winner")),
    one.on_turn && !together && h("span", { class: "badge badge-turn" }, t("Turn")),
    (together ? one.on_turn : one.asked && !one.on_turn) && h("span", { class: "badge badge-asked", title: t("the table waits for an answer") }, t("Asked")),
    one.bot && h("span", { class: "badge badge-bot", title: t("played by the program") }, shape("bot"), h("span", {}, t("Bot"))),
    one.joined && !one.bot && h("span", { class: "badge badge-phone", role: "img", "aria-label": t("with a phone"), title: t("with a phone") }, shape("phone")));
}

/** Whether nothing in the middle has to be seen before all else, so that cards before seats may be large.
 * @param {Table} table */
const hasRoom = (table) => !table.piles.some((pile) => pile.shape === "slot" || (pile.owner === null && pile.shape === "row"));

/** @param {PileView} pile @param {boolean} large */
function ownPile(pile, large) {
  const label = pile.short || pile.label;
  if (pile.shape === "hand") {
    const known = pile.cards.filter((view) => view.face).map((view, n) => stamp(view.face, `${pile.key}-${n}`));
    const backs = Array.from({ length: Math.max(0, Math.min(pile.count, 16) - known.length) }, miniBack);
    return h("div", { class: "own" }, h("span", { class: "own-label" }, label, h("b", {}, pile.count)), h("span", { class: "minis minis-hand" }, known, backs));
  }
  if (large && pile.shape === "row" && pile.count > 0 && pile.count <= FEW_OWN && pile.cards.every((view) => isPublic(view) && !view.face.round)) {
    return h("div", { class: "own" }, h("span", { class: "own-label" }, label, h("b", {}, pile.count)), h("span", { class: "own-cards" }, pile.cards.map((view, n) => shown(view, `${pile.key}-${n}`))));
  }
  const lying = pile.shape === "stack" ? pile.cards.slice(-1) : pile.cards;
  return h("div", { class: "own" }, h("span", { class: "own-label" }, label, h("b", {}, pile.count)),
    h("span", { class: "minis" }, lying.map((view, n) => (view.face ? stamp(view.face, `${pile.key}-${n}`) : miniBack()))));
}

/** How the scores stood where nobody has won, as after an end by the host; nothing where the game counts none for each.
 * Who was ahead stands first, where all have one number.
 * @param {Packet} packet */
function standing({ players, tracks, result }) {
  const rows = players.map((one) => ({ one, own: tracks.filter((track) => track.prominent && track.owner === one.seat && !track.shape) })).filter(({ own }) => own.length);
  const counts = rows.map(({ own: [track, ...more] }) => (more.length || track.value === "" ? NaN : Number(track.value) * (result.fewest ? -1 : 1)));
  const best = result.early ? Math.max(...counts) : NaN; // NaN where one of them is none
  const order = rows.map((row, n) => ({ ...row, count: counts[n] }));
  if (!Number.isNaN(best)) order.sort((a, b) => b.count - a.count);
  const isAhead = (/** @type {number} */ count) => count === best && counts.some((other) => other !== best);
  return order.map(({ one, own, count }) => h("span", { class: "result-standing", "data-ahead": isAhead(count) ? "yes" : "no" }, seatMark(one), h("b", {}, own.map((track) => [track.value, track.label].join(" ")).join(" · ")), isAhead(count) && h("em", {}, t("was ahead"))));
}

/** The end of the match. `next`: what stands below it.
 * @param {Packet} packet @param {Child} next */
export function resultView(packet, next = null) {
  if (!packet.result) return null;
  const { winners, text, lines } = packet.result;
  const marks = packet.players.filter((one) => winners.includes(one.seat)).map((one) => h("span", { class: `seat-${one.colour}` }, shape(one.shape)));
  return h("section", { class: "result", "aria-label": t("Result") },
    marks.length > 0 && h("p", { class: "result-marks", "aria-hidden": "true" }, shape("crown", "shape result-crown"), marks),
    h("h2", {}, text), h("ol", {}, [...lines, ...(winners.length ? [] : standing(packet))].map((line, n) => {
      const item = h("li", {}, line);
      item.style.setProperty("--n", String(n)); // they come one after the other
      return item;
    })), next);
}
