// What stands beside a board: a plate for every seat with what it has, and what lies there for all. Knows no game.

import { isPublic, miniBack } from "./cards.js";
import { grouped, h, shape } from "../core/dom.js";
import { score } from "./mats.js";
import { opens, stamp } from "./read.js";
import { sideMark } from "./sides.js";

/** The side that a seat plays for: a track of the seat says its name, or a stack on the board belongs to it.
 * @param {Table} table @param {number} seat */
export function sideOf(table, seat) {
  const named = table.tracks.filter((track) => track.owner === seat).map((track) => track.value);
  const stack = table.board.fields.map((field) => field.stack).find((one) => one?.owner === seat);
  return table.board.factions.find((side) => named.includes(side.name)) || table.board.factions.find((side) => side.code === stack?.side) || null;
}

/** All that a seat has beside the board, small: one line for each kind of pile. `mark` and `badges` are its name plate.
 * @param {Table} table @param {PlayerView} one @param {Child} mark @param {Child} badges */
export function seatPlate(table, one, mark, badges) {
  const own = table.piles.filter((pile) => pile.owner === one.seat);
  const side = sideOf(table, one.seat);
  const tracks = table.tracks.filter((track) => track.owner === one.seat && track.value !== side?.name);
  const notes = table.notes.filter((note) => note.seat === one.seat);
  const held = own.filter((pile) => pile.shape === "slot" && pile.count > 0);
  const lines = kinds(own.filter((pile) => pile.shape !== "slot"));
  const closed = lines.filter((piles) => !piles.some((pile) => pile.cards.some(isPublic)));
  return h("article", { class: `player plate seat-${one.colour} ${one.on_turn ? "on-turn" : ""}`, "aria-label": one.name },
    h("header", {}, mark, side && h("span", { class: "plate-side" }, sideMark(side), h("span", {}, side.name)), badges, tracks.filter((track) => track.prominent).map(score)),
    notes.length > 0 && h("ul", { class: "plate-notes" }, notes.map((note) => h("li", { title: note.text }, note.short || note.text))),
    held.length > 0 && h("p", { class: "plate-held" }, held.map((pile) => h("span", { class: "badge badge-held" }, short(pile)))),
    h("dl", { class: "plate-piles plate-closed" }, closed.map(line)),
    h("dl", { class: "plate-piles" }, lines.filter((piles) => !closed.includes(piles)).map(line),
      tracks.filter((track) => !track.prominent).map((track) => h("div", {}, h("dt", {}, track.label), h("dd", {}, track.value)))));
}

const MANY = 6; // kinds in one stack, more than which are folded away

/** @param {PileView} pile */
const short = (pile) => (pile.short || pile.label).replace(/\s+\d+$/u, "");

/** Piles of one name together (several stacks of a supply are one line); what is empty and held takes no room.
 * @param {PileView[]} piles */
const kinds = (piles) => [...grouped(piles.filter((pile) => pile.count > 0 || pile.shape !== "hand"), short).values()];

/** @param {PileView[]} piles */
function line(piles) {
  const count = piles.reduce((sum, pile) => sum + pile.count, 0);
  const seen = alike(piles.flatMap((pile) => pile.cards.filter(isPublic)));
  if (piles.length === 1 && piles[0].shape === "stack" && hidesBelow(piles[0])) return lineOfTop(piles[0]);
  const closed = count - seen.reduce((sum, [, number]) => sum + number, 0);
  const faces = seen.map(([face, number], n) => counted(face, number, `${piles[0].key}-${n}`));
  return h("div", { "data-pile": piles[0].key }, h("dt", {}, short(piles[0])),
    h("dd", {},
      (seen.length === 0 || closed > 0) && h("span", { class: "plate-count" }, closed > 0 && miniBack(piles[0].round), h("b", {}, seen.length ? closed : count)),
      faces.length > MANY && piles[0].shape === "stack" ? h("details", { class: "plate-many" }, h("summary", { "data-key": `many-${piles[0].key}` }, h("b", {}, count)), h("div", {}, faces)) : faces));
}

/** Whether of a pile only the top card can be seen.
 * @param {PileView} pile */
const hidesBelow = (pile) => pile.count > 1 && isPublic(pile.cards.at(-1)) && !pile.cards.slice(0, -1).some(isPublic);

/** @param {PileView} pile */
const lineOfTop = (pile) => h("div", { "data-pile": pile.key }, h("dt", {}, short(pile)),
  h("dd", {}, h("b", { class: "plate-count" }, pile.count), h("span", { class: "plate-face" }, stamp(pile.cards.at(-1).face, `${pile.key}-top`, true))));

/** A face once with how many there are of it.
 * @param {Face} face @param {number} number @param {string} key */
const counted = (face, number, key) => h("span", { class: "plate-face" }, stamp(face, key, true), number > 1 && h("b", { class: "plate-times" }, `×${number}`));

/** Cards that look alike are counted, in the order in which they come first.
 * @param {CardView[]} views @returns {[Face, number][]} */
const alike = (views) => [...grouped(views, (view) => view.face.title).values()].map((same) => [same.at(-1).face, same.length]);

/** What lies beside the board for all: closed piles as counts, open ones with their faces.
 * @param {Table} table */
export function besideBoard(table) {
  const common = table.piles.filter((pile) => pile.owner === null);
  const open = common.filter(isStock);
  const stocks = open.length ? common.filter((pile) => isStock(pile) || (pile.shape === "stack" && pile.spot && !pile.count)) : [];
  const lines = common.filter((pile) => pile.count > 0 && !stocks.includes(pile));
  const notes = table.notes.filter((note) => note.seat === null);
  if (!lines.length && !notes.length && !stocks.length) return null;
  return h("div", { class: "beside" },
    stocks.length > 0 && h("ul", { class: "stocks" }, stocks.map(stock)),
    lines.length > 0 && h("dl", { class: "plate-piles" }, lines.map((pile) => line([pile]))),
    notes.length > 0 && h("ul", { class: "stage-notes" }, notes.map((note) => h("li", { title: note.text }, note.short || note.text))));
}

/** An open stack that lies there for all: one can be taken from it, or it is added to.
 * @param {PileView} pile */
const isStock = (pile) => pile.shape === "stack" && Boolean(pile.spot) && isPublic(pile.cards.at(-1));

/** Such a stack: its top card with what stands in its corner, its name, and how many there are.
 * @param {PileView} pile */
function stock(pile) {
  const face = pile.cards.at(-1)?.face;
  const name = short(pile);
  const picture = face && [face.corner && h("b", { class: "stock-corner" }, face.corner), shape(face.suit || "diamond")];
  return h("li", { class: `stock ${face ? "" : "stock-empty"}`, "data-pile": pile.key, "aria-label": `${pile.label}: ${pile.count}` },
    face ? opens(face, h("span", { class: `mini stock-card tint-${face.tint}` }, picture), "read-mini", `${pile.key}-top`) : h("span", { class: "mini stock-card" }),
    h("b", { class: "stock-count" }, `×${pile.count}`),
    h("span", { class: "stock-name" }, name));
}
