// The own hand. While hidden, nothing that depends on it is in the page at all.

import { back, bySuit, mini } from "../board/cards.js";
import { seatMark } from "../board/seat_mark.js";
import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";
import { copied, tilesOf } from "./alike.js";
import { cardButton, toBoard } from "./card_choices.js";
import { choices, handOf } from "./choices.js";

/** One of the backs of a hidden hand; how many there are stands beside them.
 * @param {boolean} round */
function sliver(round) {
  const node = back("card-sliver", "", round);
  for (const name of ["role", "aria-label"]) node.removeAttribute(name);
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** The own hand: backs only while hidden.
 * @param {Packet} packet @param {boolean} open @param {string} busy @param {PickOptions} pick
 * @param {FieldPanel} field */
export function handView(packet, open, busy, pick, field = null) {
  const piles = handOf(packet);
  const count = piles.reduce((sum, pile) => sum + pile.count, 0);
  if (!count) return h("p", { class: "empty" }, t("Your hand is empty."));
  const round = piles.some((pile) => pile.round);
  if (!open) {
    return h("div", { class: `hand-closed ${round ? "hand-round" : ""}` }, Array.from({ length: Math.min(count, 7) }, () => sliver(round)),
      h("span", { class: "hand-count" }, round ? t("{count|one piece|{count} pieces}", { count }) : t("{count|one card|{count} cards}", { count })));
  }
  const { inHand } = choices(packet, field);
  const filled = piles.filter((pile) => pile.count > 0);
  const cards = filled.flatMap((pile) => pile.cards);
  const unknown = cards.filter((view) => !view.face).length;
  /** @param {Face} face */
  const optionsOf = (face) => inHand.get(face.piece) || ofKind(inHand, face);
  const said = commonReason(cards.filter((view) => view.face).map((view) => optionsOf(view.face)));
  return [
    trick(packet),
    said && h("p", { class: "hint hint-hand" }, shape("lock"), said),
    h("div", { class: `hand-cards ${round ? "hand-round" : ""}` }, filled.flatMap((pile) => [
      filled.length > 1 && h("span", { class: "hand-pile" }, pile.short || pile.label),
      ...tilesOf(pile.cards.filter((view) => view.face).sort((a, b) => bySuit(a.face, b.face)).map(({ face }) => ({ face, group: optionsOf(face) }))).map((tile) => handButton(tile, busy, pick, field, said)),
      ...pile.cards.filter((view) => !view.face).map(() => back("", round ? t("a piece that the companion does not know yet") : t("a card that the companion does not know yet"), round)),
    ])),
    field?.chosen() && h("p", { class: "hint hint-hand" }, t("Tap an outlined field, or the piece again.")),
    unknown > 0 && h("p", { class: "hint" }, round ? t("{count|One of your pieces is|{count} of your pieces are} not known to the companion yet.", { count: unknown }) : t("{count|One of your cards is|{count} of your cards are} not known to the companion yet.", { count: unknown })),
  ];
}

/** What lies in the trick so far, in a line above the hand, which covers the table.
 * @param {Packet} packet */
function trick(packet) {
  const [now] = packet.board ? [] : packet.episodes.filter((one) => !one.over && !one.counting).slice(-1);
  const laid = (now?.laid ?? []).filter((one) => one.face);
  return laid.length > 0 && h("p", { class: "hand-trick" }, h("span", { class: "eyebrow" }, t("Now")),
    laid.map(({ face, seat }) => h("span", {}, mini(face, true), packet.players[seat] && seatMark(packet.players[seat]))));
}

/** Why several cards cannot be played, where it is one reason for all of them; "" else.
 * @param {OptionView[][]} groups */
function commonReason(groups) {
  const reasons = groups.filter((group) => group.length > 0 && group.every((option) => option.why_not)).map(([first]) => first.why_not.short);
  return reasons.length > 1 && new Set(reasons).size === 1 ? reasons[0] : "";
}

/** Coins of one kind, and copies of one card, are as good as each other: what is offered for one is offered for all.
 * @param {Map<string, OptionView[]>} groups @param {Face} face */
export const ofKind = (groups, face) => [...groups.values()].find(([first]) => (face.round ? first.face.round && first.face.title === face.title : copied(face) && copied(face) === copied(first.face))) || [];

/** A card of the hand; what has its fields on the board is pressed while these are shown, and tapped again it says all
 * that it can do.
 * @param {import("./alike.js").Tile} tile @param {string} busy @param {PickOptions} pick
 * @param {FieldPanel} field @param {string} said */
function handButton({ face, group, count }, busy, pick, field, said) {
  const chosen = field?.chosen()?.face;
  const pressed = field?.wants(group) ? chosen?.piece === group[0].face.piece : null;
  return cardButton(face, group, busy, pressed ? pick : toBoard(pick, field), pressed, said, count);
}
