// The games that cannot be played, where one of the others is chosen.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** The reason is there on the host's pages only.
 * @param {BrokenGame[]} broken */
export const brokenGames = (broken) => broken.length > 0 && h("ul", { class: "hint broken-games" }, broken.map((one) => {
  const why = one.why || t("The host's page says why.");
  return h("li", {}, t("{name} cannot be played. {why}", { name: one.name, why }));
}));
