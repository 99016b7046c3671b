// Copies on USB sticks: which get them, and bringing one back.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";
import { size, when } from "./told.js";

/** What stands below the copies that are kept here.
 * @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
export function sticks(desk, office) {
  return [
    h("h3", {}, t("On a USB stick")),
    desk.sticks.length === 0 && h("p", { class: "hint" }, t("Plug a stick into the machine to keep copies on it too, or to bring one back. What is on it stays.")),
    ...desk.strange_sticks.map((name) => h("p", { class: "warning" }, t("The stick {name} has a format that cannot be used here: take another one, or format it as FAT32 or exFAT. That deletes everything on it.", { name }))),
    ...desk.sticks.map((one) => stick(one, office)),
    h("div", { class: "buttons" }, button(t("Look again"), office.refresh, {}, { key: "stick-look" })),
  ];
}

/** @param {StickView} one @param {ReturnType<typeof import("../office.js").office>} office */
function stick(one, office) {
  /** @param {string} act */
  const send = (act, more = {}) => office.act("stick", { act, stick: one.key, ...more });
  const isSealed = one.copies.some((copy) => copy.is_sealed);
  const password = h("input", { id: `password-${one.key}`, type: "password", autocomplete: "off", maxlength: 200 });
  const field = (!one.is_allowed || isSealed) && h("label", { class: "field" }, h("span", {}, one.is_allowed ? t("Password, if this table does not know it") : t("Password for encrypted copies")), password);
  return h("section", { class: "stick", "aria-label": one.name },
    h("p", {}, h("b", {}, one.name), h("small", {}, ` · ${t("{size} free", { size: size(one.free_bytes) })}`)),
    one.said && h("p", { class: "hint", role: "status" }, one.said),
    field,
    one.is_allowed
      ? [
        h("p", { class: "hint" }, one.is_sealed ? t("It gets each new copy by itself, encrypted.") : t("It gets each new copy by itself. They are not encrypted: whoever finds the stick can read all matches.")),
        h("div", { class: "buttons" },
          button(t("Copy now"), () => send("copy"), {}, { key: `stick-copy-${one.key}` }),
          button(t("No more copies onto it"), () => send("forget"), {}, { key: `stick-forget-${one.key}` })),
      ]
      : [
        h("p", { class: "hint" }, t("Nothing is written onto this stick until you allow it. Without a password whoever finds it can read all matches; with one, nobody can bring a copy back who does not know it.")),
        h("div", { class: "buttons" }, button(t("Copy to it from now on"), () => send("allow", { password: password.value }), {}, { key: `stick-allow-${one.key}` })),
      ],
    h("ul", { class: "copies-list" }, one.copies.map((copy) => h("li", {},
      h("div", {}, h("b", {}, when(copy.made)), h("small", {}, [copy.own ? t("of this table") : t("of another table"), copy.is_sealed && t("encrypted"), size(copy.bytes)].filter(Boolean).join(" · "))),
      h("div", { class: "buttons" }, button(t("Bring it back"), () => send("restore", { name: copy.name, password: password.value }), {}, { key: `stick-back-${copy.name}`, sure: t("At the next start. Press again") }))))));
}
