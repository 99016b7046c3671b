// A seat's mat: the places that it has on the table, what it holds, and what everybody may know of it. Knows no game.

import { isPublic, miniBack } from "./cards.js";
import { grouped, h, shape } from "../core/dom.js";
import { shown, stamp } from "./read.js";
import { t } from "../core/words.js";

const FEW = 3; // cards that have room beside the places

/** Whether seats have mats: more than one place for a card each.
 * @param {Table} table */
export const hasMats = (table) => table.players.some((one) => places(table, one.seat).length > 1);

/** The places of a seat from its left to its right; piles on one spot lie on each other.
 * @param {Table} table @param {number} seat */
export function places(table, seat) {
  const own = table.piles.filter((pile) => pile.owner === seat && pile.shape === "slot");
  return [...grouped(own, (pile) => pile.spot || pile.key).values()].sort((one, other) => one[0].across_mm - other[0].across_mm);
}

/** Hearts and the like: so many full, the others empty.
 * @param {TrackView} track */
export function pips(track) {
  const value = Number(track.value) || 0;
  const words = t("{what}: {value} of {most}", { what: track.label, value, most: track.most });
  return h("span", { class: "pips", role: "img", "aria-label": words, title: words },
    Array.from({ length: track.most }, (_, n) => shape(track.shape, `shape ${n < value ? "pip-full" : "pip-empty"}`)));
}

/** A track that counts large: shapes where it has one, else a number.
 * @param {TrackView} track */
export const score = (track) => (track.shape ? pips(track) : h("span", { class: "score" }, h("b", {}, track.value), h("small", {}, track.label)));

/** Everything of a mat below its name.
 * @param {Table} table @param {PlayerView} one */
export function matBody(table, one) {
  const own = table.piles.filter((pile) => pile.owner === one.seat);
  const beside = own.filter((pile) => pile.shape === "row" && pile.count > 0 && pile.count <= FEW);
  const many = own.filter((pile) => pile.shape === "row" && pile.count > FEW);
  const held = own.filter((pile) => pile.shape === "hand" && pile.count > 0);
  const counted = table.tracks.filter((track) => track.owner === one.seat && track.prominent && !track.shape);
  return [
    h("div", { class: "mat-cards" },
      places(table, one.seat).map((piles) => place(piles)),
      beside.map((pile) => h("span", { class: "mat-beside", role: "group", "aria-label": pile.label }, pile.cards.map((view, n) => shown(view, `${pile.key}-${n}`))))),
    ...many.map((pile) => h("div", { class: "mat-many", role: "group", "aria-label": pile.label }, h("small", {}, pile.short || pile.label),
      h("span", { class: "minis" }, pile.cards.map((view, n) => (isPublic(view) ? stamp(view.face, `${pile.key}-${n}`) : miniBack()))))),
    (held.length > 0 || counted.length > 0) && h("p", { class: "mat-held" }, held.map((pile, n) => h("span", { "aria-label": `${pile.label}: ${pile.count}`, role: pile.cards.some(isPublic) ? "group" : "img" },
      heldCards(pile), h("b", {}, pile.count), n > 0 && h("small", {}, pile.short || pile.label))),
      counted.map(score)),
    seatNotes(table, one),
  ];
}

/** What everybody may be reminded of about a seat.
 * @param {Table} table @param {PlayerView} one */
export function seatNotes(table, one) {
  const notes = table.notes.filter((note) => note.seat === one.seat && note.short);
  return notes.length > 0 && h("ul", { class: "mat-notes" }, notes.map((note) => h("li", { title: note.text }, note.short)));
}

/** @param {PileView[]} piles */
function place(piles) {
  const top = [...piles].reverse().find((pile) => pile.count > 0);
  const label = (top || piles[0]).label;
  return h("span", { class: `mat-place ${top && piles.filter((pile) => pile.count > 0).length > 1 ? "mat-covered" : ""}`, role: "group", "aria-label": label, title: label },
    top ? shown(top.cards.at(-1), `${top.key}-top`) : h("div", { class: "card card-empty", role: "img", "aria-label": t("empty") }));
}

/** Cards that are held: those that everybody knows with their faces, the others as a few backs.
 * @param {PileView} pile */
function heldCards(pile) {
  const known = pile.cards.filter(isPublic);
  const backs = Array.from({ length: Math.min(pile.count - known.length, 6) }, () => miniBack());
  return h("span", { class: "minis minis-hand" }, known.map((view, n) => stamp(view.face, `${pile.key}-${n}`)), backs);
}
