// The own hand below the table: hidden until it is shown, and then with what each card may do now.

import { tilesOf } from "../shared/asking/alike.js";
import { ofKind } from "../shared/asking/hand.js";
import { bySuit, card, countOf, faceWords, token } from "../shared/board/cards.js";
import { byId, fill, h, notice, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";
import { isRound, picture } from "./mat.js";

/** @param {boolean} seated @param {() => void} changed */
export function tray(seated, changed) {
  const node = byId("tray");
  const button = byId("tray-show");
  const state = { shown: false, able: "" };
  node.dataset.seated = seated ? "yes" : "no";
  node.hidden = !seated;

  /** @param {boolean} shown */
  function show(shown) {
    if (state.shown === shown) return;
    state.shown = shown;
    node.dataset.open = shown ? "yes" : "no";
    button.setAttribute("aria-pressed", String(shown));
    button.textContent = shown ? t("Hide my hand") : t("Show my hand");
    changed();
  }

  button.addEventListener("click", () => show(!state.shown));
  document.addEventListener("visibilitychange", () => document.hidden && show(false));

  /** What can be played is in view, once, when it is another than before. */
  function bring() {
    const able = /** @type {HTMLElement} */ (node.querySelector('[data-state="ok"]'));
    const key = able?.dataset.handle ?? "";
    if (key !== state.able && able) able.parentElement.scrollLeft = Math.max(0, able.offsetLeft - able.parentElement.clientWidth + 2 * able.offsetWidth);
    state.able = key;
  }

  /** Why cards cannot be played, where it is one reason for all of them.
   * @param {string[]} reasons */
  function common(reasons) {
    const [first, ...others] = new Set(reasons.filter(Boolean));
    notice(byId("tray-why"), others.length ? "" : (first ?? ""));
  }

  return {
    node,
    isOpen: () => state.shown,
    hide: () => show(false),
    show: () => show(true),
    optionsOf,
    /** @param {VirtualScene} scene @param {Packet} packet @param {Map<string, OptionView[]>} inHand @param {string} busy */
    draw(scene, packet, inHand, busy) {
      byId("main").dataset.hands = packet.seat === null || packet.piles.some((pile) => pile.shape === "hand" && pile.owner === packet.seat) ? "yes" : "no";
      const own = scene ? scene.pieces.filter((piece) => piece.in_hand) : [];
      if (own.every((piece) => piece.face)) own.sort((a, b) => bySuit(a.face, b.face));
      const count = own.length;
      say(byId("tray-title"), own.some(isRound) ? t("Your hand: {count|one piece|{count} pieces}", { count }) : t("Your hand: {count|one card|{count} cards}", { count }));
      const groups = state.shown ? own.map((piece) => optionsOf(piece.face, inHand)) : [];
      const reasons = groups.map((group) => may(group).why);
      common(reasons);
      const key = state.shown ? [own.map((piece) => [piece.handle, piece.face]), [...inHand].map(([name, group]) => [name, group.map((option) => option.why_not?.short ?? "")]), busy] : own.length;
      fill(byId("tray-cards"), key, () => {
        if (!count) return h("p", { class: "hint tray-empty" }, t("What you are dealt comes here. You can also drop a piece here to take it."));
        if (!state.shown) return h("p", { class: "hint" }, t("Hidden until you show it. Drag a card from here to the table; drop one here to take it back."));
        return stacked(own, groups).map(({ piece, group, count }) => held(piece, group, count, busy, reasons.indexOf(may(group).why) === own.indexOf(piece)));
      });
      bring();
    },
  };
}

/** What a card of the hand stands for, or one that looks like it.
 * @param {Face} face @param {Map<string, OptionView[]>} inHand @returns {OptionView[]} */
function optionsOf(face, inHand) {
  return face ? (inHand.get(face.piece) ?? ofKind(inHand, face)) : [];
}

/** The pieces of a hand, those that are alike on one another: a finger takes the top one.
 * @param {VirtualPiece[]} own @param {OptionView[][]} groups */
function stacked(own, groups) {
  if (!own.every((piece) => piece.face)) return own.map((piece, n) => ({ piece, group: groups[n], count: 1 }));
  return tilesOf(own.map(({ face }, n) => ({ face, group: groups[n] }))).map((tile) => ({ ...tile, piece: own.find((piece) => piece.face === tile.face) }));
}

/** A card of the shown hand: whether it can be played, and if not, why; `first` to be held back for this reason.
 * @param {VirtualPiece} piece @param {OptionView[]} group @param {number} count @param {string} busy @param {boolean} first */
function held(piece, group, count, busy, first) {
  const { face, handle } = piece;
  const { mark, why } = may(group);
  const round = isRound(piece);
  return h("div", {
    class: `tray-piece ${round ? "round" : ""}`, tabindex: 0, role: "button", "data-handle": handle, "data-key": handle, "data-piece": face?.piece,
    "data-state": busy ? "idle" : STATES[mark], "aria-label": spoken(face, count, mark, why), title: face?.text || null,
  }, drawn(piece, mark || null), countOf(count), round && face && h("small", { class: "coin-name" }, face.title), why && h("small", { class: `why ${first ? "why-first" : ""}` }, why));
}

/** @type {Record<string, string>} */
const STATES = { check: "ok", lock: "no", "": "idle" };

/** @param {OptionView[]} group */
function may(group) {
  if (!group.length) return { mark: "", why: "" };
  return group.some((option) => !option.why_not) ? { mark: "check", why: "" } : { mark: "lock", why: group[0].why_not.short };
}

/** @param {Face} face @param {number} count @param {string} mark @param {string} why */
function spoken(face, count, mark, why) {
  const card = face ? faceWords(face, count) : t("a piece");
  if (why) return t("{card}, not now: {why}", { card, why });
  return mark ? t("{card}, can be chosen", { card }) : card;
}

/** @param {VirtualPiece} piece @param {string} mark */
function drawn(piece, mark) {
  if (!piece.face) return picture(piece);
  return isRound(piece) ? token(piece.face, "", mark) : card(piece.face, "", mark);
}
