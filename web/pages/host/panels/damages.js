// What was found damaged in the journal, and the copy that has what is lost.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { when } from "./told.js";
import { button } from "../../shared/core/forms.js";

/** What to read and to do, or nothing. `office` carries acts out.
 * @param {DamageView[]} damages @param {ReturnType<typeof import("../office.js").office>} office */
export function damagesPanel(damages, office) {
  if (damages.length === 0) return [];

  /** @param {string} name */
  async function bring(name) {
    const waits = await office.act("restore-kept", { name });
    if (waits.ok) await office.act("machine", { act: "again" });
  }

  return [
    h("h2", { id: "h-damages" }, t("Something was damaged")),
    ...damages.map(({ text, copy }) => h("div", {}, h("p", {}, text), copy && h("div", { class: "buttons" },
      button(t("Bring back the copy of {when}", { when: when(copy.made) }), () => bring(copy.name), {}, { main: true, key: `damage-${copy.name}`, sure: t("The companion restarts with it. Press again") })))),
    h("div", { class: "buttons" }, button(t("I have read this"), () => office.act("damages-read"), {}, { key: "damages-read" })),
  ];
}
