// The piece that was chosen, large enough to read, with what hands can do with it. It stands over the table in the corner where it
// hides least: never the piece itself, and where a piece may go only if there is no other corner.

import { card, faceWords } from "../shared/board/cards.js";
import { byId, fill, h } from "../shared/core/dom.js";
import { hasText } from "../shared/board/read.js";
import { overlap } from "./labels.js";

const node = byId("piece-tools");
const CORNERS = ["bottom-left", "top-left", "bottom-right", "top-right"];
const LIT = '.spot:is([data-aim="yes"], [data-state="ok"], [data-state="piece"], [data-state="reach"], [data-state="chosen"])';
const TARGET = 20; // how much worse it is to hide a place that may be chosen than any other piece
const ITSELF = 1000;

/** @param {VirtualPiece} piece */
export function lens(piece) {
  node.hidden = !piece;
  if (!piece) return;
  const { face } = piece;
  fill(byId("lens-words"), face, () => face && hasText(face) && [
    card(face, "lens-card"),
    h("div", { class: "lens-text" }, h("b", {}, face.title), faceWords(face) !== face.title && h("small", {}, [face.corner, face.suit_name].filter(Boolean).join(" · ")), face.text && h("p", {}, face.text)),
  ]);
  aside();
}

/** Goes to the corner where it hides least, and stays there while no other is better. */
export function aside() {
  if (node.hidden) return;
  const corners = [...new Set([node.dataset.at ?? CORNERS[0], ...CORNERS])];
  const costs = corners.map((corner) => cost(corner));
  node.dataset.at = corners[costs.indexOf(Math.min(...costs))];
}

/** @param {string} corner */
function cost(corner) {
  node.dataset.at = corner;
  const box = node.getBoundingClientRect();
  /** @param {string} which */
  const hidden = (which) => [...document.querySelectorAll(`#mat ${which}`)].reduce((sum, one) => sum + overlap(box, one.getBoundingClientRect()), 0);
  return ITSELF * hidden(".piece.chosen") + TARGET * hidden(LIT) + hidden(".piece");
}
