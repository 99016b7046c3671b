// Choices that are cards: one to tap, a grid of them, many that are sorted and found by typing.

import { card, countOf, faceWords } from "../board/cards.js";
import { read } from "../board/read.js";
import { grouped, h } from "../core/dom.js";
import { t } from "../core/words.js";
import { tilesOf } from "./alike.js";
import { longPress } from "./long_press.js";
import { fold } from "./plain.js";

const FEW = 8;

/** What has its fields on the board is first chosen, everything else picked at once.
 * @param {PickOptions} pick @param {FieldPanel} field */
export const toBoard = (pick, field) => (/** @type {OptionView[]} */ group, /** @type {string} */ place = "") => (field?.wants(group) ? field.choose(group[0].face) : pick(group, place));

/** Cards that lie elsewhere. Where a whole deck of them only says what came up, it is folded away: the camera sees it first.
 * @param {Child} cards @param {boolean} cameUp @param {number} count */
export const others = (cards, cameUp, count) => (!cameUp || count <= FEW ? cards : fold("elsewhere", t("Name the card yourself"), cards));

/** Cards to tap, those that are alike as one tile; where they lie in several places, each place with its own.
 * @param {Packet} packet @param {Map<string, OptionView[]>} groups @param {string} busy @param {PickOptions} pick */
export function cardsOf(packet, groups, busy, pick) {
  const cards = [...groups.values()].map((group) => ({ face: group[0].face, group }));
  const places = grouped(cards, ({ face }) => packet.piles.find((pile) => pile.cards.some((view) => view.face?.piece === face.piece)) ?? null);
  /** @param {typeof cards} some */
  const grid = (some) => h("div", { class: "card-grid" }, tilesOf(some).map(({ face, group, count }) => cardButton(face, group, busy, pick, null, "", count)));
  if (places.size < 2) return grid(cards);
  return h("div", { class: "card-kinds" }, [...places].map(([pile, some]) => h("section", { "aria-label": pile?.label ?? t("Others") }, h("h3", {}, pile?.label ?? t("Others")), grid(some))));
}

/** Few cards of which a group chooses one, each with what it says: people talk about that first.
 * @param {OptionView[][]} groups @param {string} busy @param {PickOptions} pick */
export const saidCards = (groups, busy, pick) => h("ul", { class: "card-rows" }, groups.map((group) => h("li", {}, cardButton(group[0].face, group, busy, pick), h("p", {}, group[0].face.text))));

/** Whether each of them says something, and all can be read at once.
 * @param {OptionView[][]} groups */
export const areSaid = (groups) => groups.length <= FEW && groups.every(([{ face }]) => face.text && !face.round);

/** Cards that the companion has not been told: any of them may be in the hand. Many are sorted, and found by typing.
 * @param {OptionView[][]} groups @param {string} busy @param {PickOptions} pick */
export function untoldCards(groups, busy, pick) {
  /** @param {OptionView[]} group */
  const button = (group) => cardButton(group[0].face, group, busy, pick);
  /** @param {OptionView[]} group */
  const usable = (group) => group.some((option) => !option.why_not);
  const sorted = [...groups].sort((one, other) => Number(usable(other)) - Number(usable(one)));
  const optional = groups.every((group) => group[0].unnamed);
  if (!optional && groups.length <= FEW) return h("div", { class: "card-grid" }, sorted.map(button));
  const kinds = grouped(sorted, (group) => group[0].face.suit_name);
  const found = h("div", { class: "card-kinds" }, [...kinds].map(([kind, some]) => h("section", { "aria-label": kind || t("Others") },
    kind && h("h3", {}, kind), h("div", { class: "card-grid" }, some.map(button)))));
  return fold("untold", optional ? t("Say which card it is, if you like") : t("Say which of your cards it is"), [
    h("p", { class: "hint" }, t("The companion has not been told your cards, so any of these may be yours.")),
    groups.length > FEW && h("label", { class: "field" }, h("span", {}, t("Find a card")), h("input", { type: "search", "data-key": "find-card", autocomplete: "off", oninput: (/** @type {any} */ event) => sift(found, event.target.value) })),
    found,
  ]);
}

/** @param {HTMLElement} found @param {string} words */
function sift(found, words) {
  const wanted = words.trim().toLowerCase();
  for (const button of found.querySelectorAll(".card-button")) button.hidden = !button.getAttribute("aria-label").toLowerCase().includes(wanted);
  for (const kind of found.querySelectorAll("section")) kind.hidden = !kind.querySelector(".card-button:not([hidden])");
}

/** One card that can be tapped, or `count` that are alike; `group` are the options that it stands for, possibly none.
 * @param {Face} face @param {OptionView[]} group @param {string} busy @param {PickOptions} pick @param {boolean} pressed */
export function cardButton(face, group, busy, pick, pressed = null, said = "", count = 1) {
  const open = group.filter((option) => !option.why_not);
  const state = group.length === 0 ? "idle" : open.length ? "ok" : "no";
  const why = state === "no" ? group[0].why_not.short : "";
  const words = spoken(faceWords(face, count), state, why);
  const whole = () => (state === "idle" ? read(face) : pick(group, face.title)); // from the keyboard, too, nothing is played by one press
  return longPress(h("button", {
    class: "card-button", type: "button", "data-state": state, "data-piece": face.piece, "data-key": `card-${face.piece}`, "aria-label": words, "aria-pressed": pressed === null ? null : String(pressed),
    disabled: Boolean(busy) && state !== "idle", onclick: (/** @type {MouseEvent} */ event) => (event.detail === 0 || state === "idle" ? whole() : pick(group)),
  }, card(face, "", state === "ok" ? "check" : state === "no" ? "lock" : null), countOf(count), face.round && h("small", { class: "coin-name" }, face.title), why && why !== said && h("small", { class: "why" }, why)), whole);
}

/** @param {string} card @param {string} state @param {string} why */
function spoken(card, state, why) {
  if (why) return t("{card}, not now: {why}", { card, why });
  return state === "ok" ? t("{card}, can be chosen", { card }) : t("{card}: read the card", { card });
}
