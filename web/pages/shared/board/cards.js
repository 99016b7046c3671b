// One card or piece, drawn: strength and suit shape in the corner, a title, a short text; or its back.

import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";

const TINTS = new Set(["blue", "green", "red", "grey", "gold", "violet"]);
/** @param {Face} face */
const tintOf = (face) => (TINTS.has(face.tint) ? face.tint : "grey");

/** A face in words, or so many that are alike.
 * @param {Face} face */
export function faceWords(face, count = 1) {
  const rank = face.figure ? "" : [face.corner, face.suit_name].filter(Boolean).join(" ");
  const words = [face.title, rank].filter(Boolean).join(", ") || t("a piece");
  return count > 1 ? t("{count} times {card}", { count, card: words }) : words;
}

/** How many a tile stands for, where it is more than one. */
export const countOf = (count = 1) => count > 1 && h("span", { class: "tile-count", "aria-hidden": "true" }, `×${count}`);

/** A card with its face up, or a round piece. `extra` goes to the element's class list.
 * @param {Face} face @param {string} mark */
export function card(face, extra = "", mark = null) {
  if (face.round || face.figure) return token(face, extra, mark);
  const words = [faceWords(face), face.text].filter(Boolean).join(". ").replace(/\.\. /gu, ". ");
  return h(
    "div",
    { class: `card tint-${tintOf(face)} ${face.picture ? "card-pictured" : ""} ${extra}`, role: "img", "data-face": face.piece, "aria-label": words, title: face.text || null },
    h("span", { class: "card-corner" }, h("b", {}, face.corner || ""), face.suit && shape(face.suit)),
    h("span", { class: "card-art" }, shape(face.suit || "diamond")),
    face.picture && pictureOf(face, words),
    h("span", { class: "card-foot" },
      titleOf(face),
      face.text && h("span", { class: "card-text" }, face.text)),
    mark && badge(mark),
  );
}

/** Where there is none any more, the card is drawn as one without.
 * @param {Face} face @param {string} words */
const pictureOf = (face, words) => h("img", { class: "card-picture", src: `/picture/${face.picture}`, alt: words, draggable: "false",
  onerror: (/** @type {any} */ event) => {
    event.target.parentElement?.classList.remove("card-pictured");
    event.target.remove();
  } });

/** @type {Record<string, string>} */
const SIGNS = { check: t("can be chosen"), lock: t("not now"), eye: t("everybody has seen it") };

/** @param {string} mark */
const badge = (mark) => h("span", { class: "card-badge", title: SIGNS[mark] ?? null }, shape(mark));

const ACROSS = 142; // hundredths of a card's width that a line of letters as wide as high would take up
const LEAST_LETTER = 7.4;

/** @param {Face} face */
function titleOf({ title }) {
  const length = title.length > 17 ? "long longest" : title.length > 11 ? "long" : "short";
  const node = h("span", { class: `card-title ${length}` }, title);
  const word = Math.max(...title.split(/[\s-]/u).map((one) => one.length));
  node.style.setProperty("--word", `${Math.max(LEAST_LETTER, ACROSS / word).toFixed(1)}cqw`); // the longest word has room in one line
  return node;
}

/** A card or a round piece from behind. */
export function back(extra = "", words = t("a card face down"), round = false) {
  if (round) return h("div", { class: `token token-back ${extra}`, role: "img", "aria-label": words });
  return h("div", { class: `card card-back ${extra}`, role: "img", "aria-label": words });
}

/** A round piece: a coin or a token. Its title is written on it where there is room.
 * @param {Face} face @param {string} mark */
export function token(face, extra = "", mark = null) {
  if (!face) return back(extra, t("a piece face down"), true);
  if (face.figure) return h("div", { class: `token token-figure figure-${face.figure} ${extra}`, role: "img", "aria-label": faceWords(face), title: face.title }, shape(face.suit));
  const title = face.title || face.corner;
  return h("div", { class: `token tint-${tintOf(face)} ${extra}`, role: "img", "aria-label": faceWords(face), title },
    shape(face.suit || "coin"), h("b", { class: title.split(" ").some((word) => word.length > 10) ? "longest" : title.length > 8 ? "long" : null }, title), mark && badge(mark));
}

/** The order in which a hand is held: by suit, the strongest first.
 * @param {Face} one @param {Face} other */
export function bySuit(one, other) {
  return (one.suit_name || "").localeCompare(other.suit_name || "") || (Number(other.corner) || 0) - (Number(one.corner) || 0) || one.title.localeCompare(other.title);
}

/** A card as small as a stamp: corner and shape only, unless its `whole` title has room; the rest is in its label.
 * @param {Face} face */
export function mini(face, whole = false) {
  if (face.figure) return h("span", { class: `mini mini-figure figure-${face.figure}`, role: "img", "aria-label": face.title, title: face.title }, shape(face.suit));
  const rank = whole ? face.title : !/^\d+$/u.test(face.corner || "") && face.title.length <= 12 ? face.title : face.corner || face.title.slice(0, 2);
  return h("span", { class: `mini ${face.round ? "mini-round" : ""} tint-${tintOf(face)}`, role: "img", "data-face": face.piece, "aria-label": faceWords(face), title: face.title },
    h("b", {}, rank), face.suit && shape(face.suit));
}

export const miniBack = (round = false) => h("span", { class: `mini mini-back ${round === true ? "mini-coin" : ""}`, role: "img", "aria-label": t("face down") });

/** What everybody may see of a card in a pile.
 * @param {CardView} view */
export const isPublic = (view) => Boolean(view?.face && (view.face_up || view.known_to_all));

/** A card of a pile as everybody sees it.
 * @param {CardView} view */
export function publicCard(view, extra = "") {
  if (isPublic(view)) return card(view.face, extra, view.face_up ? null : "eye");
  return back(extra);
}
