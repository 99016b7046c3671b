// The piece that was chosen, large enough to read, with what hands can do with it. It stands over the table and takes nothing away.

import { card, faceWords } from "../shared/board/cards.js";
import { byId, fill, h } from "../shared/core/dom.js";
import { hasText } from "../shared/board/read.js";

const node = byId("piece-tools");

/** @param {VirtualPiece} piece */
export function lens(piece) {
  node.hidden = !piece;
  if (!piece) return;
  const { face } = piece;
  fill(byId("lens-words"), face, () => face && hasText(face) && [
    card(face, "lens-card"),
    h("div", { class: "lens-text" }, h("b", {}, face.title), faceWords(face) !== face.title && h("small", {}, [face.corner, face.suit_name].filter(Boolean).join(" · ")), face.text && h("p", {}, face.text)),
  ]);
}
