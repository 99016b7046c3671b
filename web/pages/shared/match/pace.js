// How fast bots are, with a tap at the table itself.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

const words = () => ({ relaxed: t("Relaxed"), brisk: t("Brisk"), instant: t("Instant") });

/** @param {string} now @param {(pace: string) => void} take */
export const pacePicks = (now, take) => h("fieldset", { class: "pick" }, h("legend", {}, t("Pace of the bots")), h("div", { class: "buttons" },
  Object.entries(words()).map(([value, label]) =>
    h("button", { type: "button", class: "button", "data-key": `pace-${value}`, "aria-pressed": String(now === value), onclick: () => take(value) }, label))));
