// Any card that is seen can be read: tapping it opens its text, large.

import { card, faceWords, isPublic, mini, publicCard } from "./cards.js";
import { h } from "../core/dom.js";
import { lay } from "../core/over.js";
import { t } from "../core/words.js";

/** @type {HTMLDialogElement} */
let sheet = null;

/** Whether there is anything to read: a figure on a board says all by its shape.
 * @param {Face} face */
export const hasText = (face) => Boolean(face && (face.text || !face.figure));

/** Opens the text of a card.
 * @param {Face} face */
export function read(face) {
  const rank = [face.corner, !face.figure && face.suit_name].filter((part) => part && part !== face.title).join(" · ");
  opened(card(face, "card-large"), face.title || t("A card"), [
    rank && h("p", { class: "eyebrow" }, rank),
    h("p", { class: "card-words" }, face.text || t("There is no text on it.")),
    face.mark && h("p", { class: "hint" }, t("The text of this card is ours. If your card says something else, the card is right.")),
  ]);
}

/** Opens words about something that is no card.
 * @param {string} title @param {string[]} lines */
export const readWords = (title, lines) => opened(null, title, lines.filter(Boolean).map((line) => h("p", { class: "card-words" }, line)));

/** @param {Child} picture @param {string} title @param {Child} words */
function opened(picture, title, words) {
  sheet ??= document.body.appendChild(h("dialog", { class: "sheet", "aria-labelledby": "card-title", onclick: (/** @type {any} */ event) => event.target === sheet && sheet.close() }));
  sheet.replaceChildren(h("div", { class: "sheet-body" },
    picture,
    h("div", { class: "sheet-words" },
      h("h2", { id: "card-title" }, title),
      words,
      h("button", { class: "button wide", type: "button", onclick: () => sheet.close() }, t("Close")))));
  lay(sheet);
}

/** Closes it, and leaves nothing of the card in the page. */
export function closeText() {
  if (sheet?.open) sheet.close();
  sheet?.replaceChildren();
}

/** `node` as a button that opens the text of the card which it shows.
 * @param {Face} face @param {Child} node @param {string} extra @param {string} key */
export const opens = (face, node, extra, key) => h("button", {
  class: `read ${extra}`, type: "button", "data-key": key, "aria-label": t("{card}: read the card", { card: faceWords(face) }), onclick: () => read(face),
}, node);

/** A card of a pile as everybody sees it, to be read when its face is known.
 * @param {CardView} view @param {string} key */
export function shown(view, key = null, extra = "") {
  return isPublic(view) ? opens(view.face, publicCard(view, extra), "read-card", key) : publicCard(view, extra);
}

/** A card whose face this reader knows.
 * @param {Face} face @param {string} key */
export const known = (face, key = null) => opens(face, card(face), "read-card", key);

/** The same as small as a stamp.
 * @param {Face} face @param {string} key */
export const stamp = (face, key = null, whole = false) => opens(face, mini(face, whole), "read-mini", key);
