// A seat by its name. Alone, so that pages without a board need not load one.

import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";

/** The name plate of a seat: its shape, its colour and its name.
 * @param {PlayerView} player */
export function seatMark(player) {
  return h("span", { class: `seat-mark seat-${player.colour}` }, shape(player.shape), h("span", { class: "seat-name" }, player.name || t("Seat {number}", { number: player.seat + 1 })));
}
