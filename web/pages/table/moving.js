// Cards go where they lie now: from the table to whoever wins them. The browser moves what has the same name before and
// after; where it cannot, or where people want no motion, the table is drawn at once.

import { fill } from "../shared/core/dom.js";

const MOST = 60; // cards that move at once; more would only stutter
let drawn = "";

/** Fills `board` when `key` changed since the last time, and lets its cards move.
 * @param {HTMLElement} board @param {any} key @param {() => Child} build */
export function movingFill(board, key, build) {
  const text = JSON.stringify(key);
  if (text === drawn) return;
  const isFirst = drawn === "";
  drawn = text;
  const draw = () => fill(board, key, build);
  const isCovered = document.querySelector("#podium > *"); // cards that move would lie over what is told there
  if (isFirst || isCovered || document.hidden || !document.startViewTransition || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    draw();
    return;
  }
  name(board);
  const going = document.startViewTransition(() => {
    draw();
    name(board);
  });
  for (const end of [going.ready, going.finished]) end.catch(() => {}); // a newer one takes its place
}

/** Every card of the board carries the name of its piece.
 * @param {HTMLElement} board */
function name(board) {
  const cards = [...board.querySelectorAll("[data-face]")];
  const names = new Set();
  for (const node of cards) {
    const piece = /** @type {HTMLElement} */ (node).dataset.face;
    const alone = cards.length <= MOST && !names.has(piece);
    names.add(piece);
    /** @type {any} */ (node).style.viewTransitionName = alone ? `card-${CSS.escape(piece.replace(/\W/gu, "-"))}` : "none";
  }
}
