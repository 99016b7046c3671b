// The box's own Wi-Fi: from there into the home's, or to stay.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";

/** The panel; nothing where the box is in a network.
 * @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
export function wifiPanel(desk, office) {
  const wifi = desk.wifi;
  if (!wifi) return [];
  const names = h("select", { id: "wifi-name" }, wifi.networks.map((one) => h("option", { value: one.name }, `${one.name} · ${one.signal} %${one.secured ? "" : ` · ${t("open")}`}`)));
  const password = h("input", { id: "wifi-password", type: "password", autocomplete: "off", maxlength: 63 });
  const join = () => office.act("wifi", { name: names.value, password: password.value });
  return [
    h("h3", {}, t("Wi-Fi")),
    wifi.said && h("p", { class: "warning", role: "status" }, wifi.said),
    h("p", { class: "panel-lead" }, wifi.here ? t("This box plays in a Wi-Fi of its own, without internet.") : t("This box is in no network, so it has opened a Wi-Fi of its own.")),
    wifi.networks.length > 0 && [
      h("label", { class: "field" }, h("span", {}, t("Your Wi-Fi")), names),
      wifi.is_open && h("p", { class: "warning" }, t("This box's Wi-Fi is open: others nearby could listen to the password that you type here. A network cable into the box needs none.")),
      h("label", { class: "field" }, h("span", {}, t("Its password")), password),
    ],
    h("p", { class: "hint" }, t("The box then leaves its own Wi-Fi, and so do the phones: join yours with them. If that does not work, its own comes back within a minute and says why.")),
    h("div", { class: "buttons" },
      wifi.networks.length > 0 && button(t("Change over to it"), join, {}, { key: "wifi-join", sure: t("All phones lose this page. Press again") }),
      !wifi.here && button(t("Play here without internet"), () => office.act("wifi", {}), {}, { key: "wifi-here" })),
  ];
}
