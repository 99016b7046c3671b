// Draws the pieces of a page whose server wrote down what each of them looks like.

import { card } from "../shared/board/cards.js";

export function drawFaces() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-face]:empty"))) {
    place.append(card(JSON.parse(place.dataset.face), place.classList.contains("looked-card") ? "card-large" : ""));
  }
}

drawFaces();
