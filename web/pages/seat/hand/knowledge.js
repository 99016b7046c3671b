// What a player knows and others do not, and what everybody may be reminded of. Drawn only while the hand is shown.

import { seatMark } from "../../shared/board/seat_mark.js";
import { isPublic } from "../../shared/board/cards.js";
import { h, shape } from "../../shared/core/dom.js";
import { places } from "../../shared/board/mats.js";
import { known } from "../../shared/board/read.js";
import { t } from "../../shared/core/words.js";

const EARLIER = 12;

/** Whether this player can have anything of the kind, by what everybody knows.
 * @param {Packet} packet */
export const mayKnow = (packet) => packet.notes.some((note) => !note.own) || places(packet, packet.seat).length > 1;

/** All that only this seat knows; a word on how to see it while the hand is hidden.
 * @param {Packet} packet @param {boolean} open */
export function knowledge(packet, open) {
  if (!open) return mayKnow(packet) ? [h("p", { class: "hint" }, shape("eye"), t("Hold to show below: your cards on the table, and what only you have been told."))] : [];
  const found = [told(packet), ownPlaces(packet), ...ownNotes(packet), ...elsewhere(packet)].filter(Boolean);
  return found.length ? [h("h2", {}, t("What only you know")), ...found] : [];
}

/** The lines that not everybody heard: the latest that came together, those before them folded away.
 * @param {Packet} packet */
function told(packet) {
  const lines = packet.events.filter((event) => event.own && !event.undone);
  if (!lines.length) return null;
  let first = lines.length - 1;
  while (first > 0 && lines[first - 1].number === lines[first].number - 1) first -= 1;
  const earlier = lines.slice(Math.max(0, first - EARLIER), first).reverse();
  return h("div", { class: "known told" }, h("h3", {}, t("Told to you alone")), said(lines.slice(first)),
    earlier.length > 0 && h("details", { class: "fold" }, h("summary", {}, t("Before that")), said(earlier)));
}

/** @param {EventView[]} lines */
const said = (lines) => h("ol", { class: "told-lines" }, lines.map((event) => h("li", {}, event.text)));

/** The own places on the table, with what lies there face-down.
 * @param {Packet} packet */
function ownPlaces(packet) {
  const piles = places(packet, packet.seat).flat().filter((pile) => pile.cards.some((view) => view.face));
  if (!piles.some((pile) => pile.cards.some((view) => view.face && !isPublic(view)))) return null; // all of it is known to everybody
  return h("div", { class: "known own-places" }, piles.map((pile) => h("figure", {}, pile.cards.filter((view) => view.face).map((view, n) => known(view.face, `own-${pile.key}-${n}`)),
    h("figcaption", {}, pile.short || pile.label, h("small", {}, pile.cards.at(-1).face_up ? t("open") : t("face-down"))))));
}

/** @param {Packet} packet */
function ownNotes(packet) {
  const own = packet.notes.filter((note) => note.own);
  const mine = own.filter((note) => note.seat === null || note.seat === packet.seat);
  const seats = packet.players.filter((one) => own.some((note) => note.seat === one.seat && one.seat !== packet.seat));
  return [
    mine.length > 0 && h("ul", { class: "known notes" }, mine.map(line)),
    seats.length > 0 && h("div", { class: "known" }, h("h3", {}, t("What you have seen of others")), h("dl", { class: "seen-of" }, seats.map((one) => h("div", {},
      h("dt", {}, seatMark(one)), h("dd", {}, own.filter((note) => note.seat === one.seat).map((note) => h("p", { title: note.text }, note.short || note.text))))))),
  ];
}

/** @param {NoteView} note */
function line(note) {
  return h("li", {}, note.text, note.rule && h("a", { class: "rule-link", href: `/rules#${note.rule}`, "aria-label": t("Rule {rule}", { rule: note.rule }) }, note.rule));
}

/** Cards of others and of common piles that this seat has seen.
 * @param {Packet} packet */
function elsewhere(packet) {
  const own = new Set(places(packet, packet.seat).flat().map((pile) => pile.key));
  return packet.piles.filter((pile) => !own.has(pile.key) && !(pile.shape === "hand" && pile.owner === packet.seat)).map((pile) => {
    const cards = pile.cards.filter((view) => view.face && !view.face_up && !view.known_to_all);
    return cards.length > 0 && h("div", { class: "known" }, h("h3", {}, pile.label), h("div", { class: "card-grid" }, cards.map((view, n) => known(view.face, `known-${pile.key}-${n}`))));
  });
}

/** What everybody may be reminded of, with the rules behind it.
 * @param {Packet} packet */
export function publicNotes(packet) {
  const notes = packet.notes.filter((note) => !note.own);
  return notes.length ? [h("summary", {}, t("What holds at the table")), h("ul", { class: "notes" }, notes.map(line))] : [];
}
