// The wizard's end: what was chosen, how phones come in, where there is help.

import { byId, h } from "../shared/core/dom.js";
import { get } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { settingOf } from "./steps.js";

/** @param {WizardView} view @param {string} key */
function shown(view, key) {
  const one = settingOf(view, key);
  const lists = key === "camera.source" ? view.cameras : one.choices;
  return lists.find((choice) => choice.key === one.value)?.label ?? (one.value || "–");
}

/** @param {WizardView} view */
const pinWords = (view) => ({ own: t("your own"), start: t("still the start PIN"), file: t("in the file of settings") })[view.pin];

/** @param {WizardView} view @param {string} key @param {string} label @param {string} value */
function line(view, key, label, value) {
  const skipped = view.steps.find((one) => one.key === key).state !== "done";
  return h("li", {}, h("b", {}, label), h("span", {}, skipped && view.is_new ? t("{value} (not chosen)", { value }) : value));
}

async function joinPart() {
  const answer = await get("/api/packet");
  const place = byId("join-place");
  if (!place || answer.status !== 200 || !answer.body.join_url) return;
  place.replaceChildren(
    h("img", { src: "/join-code.svg", alt: t("QR code of the address for players") }),
    h("a", { href: answer.body.join_url }, answer.body.join_url));
}

/** @param {WizardView} view @param {any} acts */
export function doneStep(view, acts) {
  const ready = !view.is_new && !view.waits;
  return {
    name: t("Ready"),
    title: ready ? t("The table is ready") : t("That was it"),
    label: view.waits ? t("Finish and restart") : t("Finish"),
    body: () => {
      joinPart();
      return [
        h("ul", { class: "wizard-list" },
          line(view, "pin", t("PIN"), pinWords(view)), line(view, "name", t("Name"), shown(view, "table.name")), line(view, "language", t("Language"), shown(view, "table.language")),
          line(view, "game", t("Game"), t("{game}, {count|1 player|{count} players}", { game: shown(view, "table.game"), count: Number(shown(view, "table.players")) })),
          line(view, "camera", t("Camera"), shown(view, "camera.source")), line(view, "buttons", t("Buttons"), shown(view, "hardware.pins"))),
        view.pin === "start" && h("p", { class: "notice" }, t("The start PIN still works. Everybody who has read it can be the host.")),
        view.waits && h("p", {}, view.new_match ? t("Some of it takes effect after a restart of the companion, which begins a new match.") : t("Some of it takes effect after a restart of the companion. The match goes on.")),
        h("h3", {}, t("How players come in")),
        h("p", {}, t("They point their phone's camera at this code, or at the one on the table screen.")),
        h("div", { class: "wizard-join", id: "join-place" }),
        h("h3", {}, t("When something does not work")),
        h("p", {}, t("The host's page has a part for that: it makes a report without secrets. All that was chosen here can be changed there, too.")),
        h("div", { class: "buttons" }, h("a", { class: "button", href: "/host" }, t("To the host's page")), h("a", { class: "button", href: "/table" }, t("Table screen")), h("a", { class: "button", href: "/" }, t("To the start page"))),
      ];
    },
    save: ready ? null : async () => {
      await acts.start(true);
      return false;
    },
  };
}
