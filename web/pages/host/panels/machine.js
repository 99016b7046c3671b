// The program and the machine: start anew, stop, switch off; and the report of a problem.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";

/** The acts on the program.
 * @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
export function machinePanel(desk, office) {
  const sure = t("The evening stops. Press again");
  /** @param {MachineAct} act */
  const end = (act) => () => office.act("machine", { act });
  return [
    h("div", { class: "buttons" },
      button(t("Restart the companion"), end("again"), {}, { key: "again", sure: t("All pages wait a moment. Press again") }),
      button(t("Stop the companion"), end("stop"), {}, { key: "stop", sure }),
      desk.can_power_off && button(t("Switch the machine off"), end("power_off"), {}, { key: "power-off", sure })),
    h("p", { class: "hint" }, desk.can_power_off ? t("The journal is closed first; pull the plug only when the machine's light no longer blinks.")
      : t("This machine cannot be switched off from here. The guide says what must be allowed.")),
  ];
}

/** The report of a problem: one file, and what it is.
 * @param {HostingView} desk */
export function reportPanel(desk) {
  const link = h("a", { class: "button button-main", href: "/api/hosting/report.zip", download: "" }, t("Download the report"));
  const names = h("input", { type: "checkbox", id: "report-names" });
  names.addEventListener("change", () => link.setAttribute("href", names.checked ? "/api/hosting/report.zip?names=yes" : "/api/hosting/report.zip"));
  return [
    h("p", { class: "panel-lead" }, t("One file with versions, what the doctor finds, settings, the program's log and what everybody at the table has heard. It has no hands, notes, codes or PIN. It takes a few seconds.")),
    h("label", { class: "check" }, names, h("span", {}, t("With the players' names"))),
    h("div", { class: "buttons" }, link,
      desk.opened && h("a", { class: "button", href: "/api/hosting/match.json", download: "" }, t("Download the whole log of this match"))),
    desk.opened && h("p", { class: "hint" }, t("Everything in this match was opened, so you can pass its log on. It shows every hand.")),
  ];
}
