// The look-up: draws the cards, and sifts while one types. The server's answer stands there before this begins.

import { card } from "../shared/board/cards.js";
import { byId, fill, h, say } from "../shared/core/dom.js";
import { get } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const SOON_MS = 120;
const field = byId("q");
const state = { book: /** @type {GameBook} */ (null), timer: 0 };

for (const place of document.querySelectorAll("[data-face]")) {
  place.append(card(JSON.parse(place.dataset.face), place.classList.contains("looked-card") ? "card-large" : ""));
}

/** A text as it is searched: small letters without accents. The server does the same.
 * @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** @param {string[]} wanted @param {...string} texts */
const has = (wanted, ...texts) => {
  const found = plain(texts.join(" "));
  return wanted.every((word) => found.includes(word));
};

/** The rules that name a piece or whose number stands in its text.
 * @param {Face} face */
function rulesAbout(face) {
  const title = plain(face.title);
  const named = title.length >= 3 ? new RegExp(`(?<![\\p{L}\\p{N}_])${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "u") : null;
  return state.book.rules.filter((one) => face.text.includes(one.rule) || named?.test(plain(one.sentence)));
}

/** @param {BookRule} rule */
const link = (rule) => h("a", { class: "rule-link", href: `/rules#${rule.rule}` }, rule.rule);

/** @param {BookPiece} one */
function pieceRow(one) {
  const { face } = one;
  const about = rulesAbout(face);
  const rank = [face.corner, face.suit_name, one.group, one.count > 1 && t("{count} of it", { count: one.count })].filter(Boolean).join(" · ");
  return h("li", { class: "book-piece" }, h("div", { class: "book-card" }, card(face)), h("div", { class: "book-words" },
    h("h3", {}, face.title), h("p", { class: "eyebrow" }, rank),
    h("p", { class: "piece-text" }, face.text || t("There is no text on it.")),
    face.mark && h("p", { class: "hint" }, t("This text is ours ({mark}); what your card says goes first.", { mark: face.mark })),
    about.length > 0 && h("p", { class: "book-rules" }, t("Rules:"), " ", about.map(link))));
}

/** @param {BookRule} one */
const ruleRow = (one) => h("div", { class: "rule" }, h("dt", {}, h("a", { href: `/rules#${one.rule}` }, one.rule)), h("dd", {}, one.sentence));

function sift() {
  const words = plain(field.value).split(/\s+/u).filter(Boolean);
  /** @param {BookPiece} one */
  const title = (one) => has(words, one.face.title);
  const pieces = state.book.pieces.filter(({ face, group }) => has(words, face.title, face.corner, face.suit_name, face.text, group));
  pieces.sort((one, other) => Number(title(other)) - Number(title(one)));
  const rules = state.book.rules.filter((one) => has(words, one.rule, one.sentence));
  byId("pieces").hidden = pieces.length === 0;
  byId("rules").hidden = rules.length === 0;
  fill(byId("pieces").querySelector("ul"), pieces, () => pieces.map(pieceRow));
  fill(byId("rules").querySelector("dl"), rules, () => rules.map(ruleRow));
  const none = t("Nothing is called so. Enter looks whether it is the code of a sticker.");
  say(byId("count"), pieces.length || rules.length ? t("Found: {pieces|one piece|{pieces} pieces}, {rules|one rule|{rules} rules}", { pieces: pieces.length, rules: rules.length }) : none);
}

async function typed() {
  if (!state.book) {
    const answer = await get("/api/book");
    if (answer.status !== 200) return; // the form still asks the server
    state.book = answer.body;
  }
  sift();
}

field.addEventListener("input", () => {
  clearTimeout(state.timer);
  state.timer = setTimeout(typed, SOON_MS);
});
