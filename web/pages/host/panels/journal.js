// The journal of the host page: every line, undone ones too, with the ways back.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";

/** The lines, the newest first; `look(number)` shows the table as it stood then.
 * @param {EntryView[]} entries @param {(number: number) => void} look @param {SendCommand} send */
export function journalLines(entries, look, send) {
  if (entries.length === 0) return h("li", { class: "empty" }, t("Nothing has happened yet."));
  return [...entries].reverse().map((one) => h("li", { class: one.undone ? "undone" : "" },
    h("span", { class: "log-number" }, one.number),
    h("span", { class: "entry-text" }, one.text, one.undone && [" ", h("em", {}, t("taken back"))]),
    h("span", { class: "entry-acts" },
      h("button", { class: "button small", type: "button", "data-key": `look-${one.number}`, "aria-label": t("Look at entry {number}", { number: one.number }), onclick: () => look(one.number) }, t("Look")),
      !one.undone && button(t("Back to here"), send, { act: "undo", number: one.number }, { sure: t("Undo all after it?"), key: `undo-${one.number}` }))));
}
