// Copies of the journal: download, keep, bring back.

import { h } from "../../shared/core/dom.js";
import { postFile } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";
import { sticks } from "./sticks.js";
import { size, when } from "./told.js";

/** The panel. `desk` is the view, `office` carries acts out.
 * @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
export function copiesPanel(desk, office) {
  const { copies, waiting } = desk.backups;
  return [
    h("p", { class: "panel-lead" }, t("A copy is made every day and kept for a week, and every few minutes while you play. It has all matches with all their secrets, so keep it from the players. It has no PIN and signs no phone on.")),
    waiting && h("div", { class: "warning", role: "status" }, h("p", {}, t("A copy replaces the journal at the next start. The present journal is saved as a copy first.")),
      h("div", { class: "buttons" },
        button(t("Restart now"), () => office.act("machine", { act: "again" }), {}, { main: true, key: "restore-now", sure: t("All pages wait a moment. Press again") }),
        button(t("Do not bring it back"), () => office.act("restore-kept", {}), {}, { key: "restore-drop" }))),
    h("div", { class: "buttons" },
      h("a", { class: "button button-main", href: "/api/hosting/companion.db", download: "" }, t("Download a copy of now")),
      button(t("Keep a copy of now here"), () => office.act("copies"), {}, { key: "keep" }),
      upload(desk, office)),
    copies.length > 0 && h("h3", {}, t("Kept here")),
    h("ul", { class: "copies-list" }, copies.map((one) => h("li", {},
      h("div", {}, h("b", {}, when(one.made)), h("small", {}, `${kind(one.kind)} · ${size(one.bytes)}`)),
      h("div", { class: "buttons" },
        h("a", { class: "button small", href: `/api/hosting/copies/${encodeURIComponent(one.name)}`, download: "", "aria-label": t("Download the copy of {when}", { when: when(one.made) }) }, t("Download")),
        button(t("Bring it back"), () => office.act("restore-kept", { name: one.name }), {}, { key: `back-${one.name}`, sure: t("At the next start. Press again") }))))),
    ...sticks(desk, office),
  ];
}

/** @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
function upload(desk, office) {
  const input = h("input", { id: "copy-file", class: "unseen", type: "file", accept: ".db,application/vnd.sqlite3" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    if (file.size > desk.backups.limit_bytes) {
      office.heard({ status: 413, body: null }, t("That file is too large to be a copy of a journal."));
      return;
    }
    office.heard(await postFile("/api/hosting/restore", file));
  });
  return [h("label", { class: "button", for: "copy-file" }, t("Bring back a file…")), input];
}

/** @param {string} name */
function kind(name) {
  if (name === "daily" || name === "evening") return t("made by itself");
  return name === "by-hand" ? t("kept by hand") : t("from before another one was brought back");
}
