// What helps before the first evening; gone as soon as something has happened in the match.

import { h } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

/** The steps, or nothing once they are taken.
 * @param {Packet} packet @param {HostView} view @param {HostingView} desk */
export function hints(packet, view, desk) {
  const began = view.entries.filter((one) => !one.undone).length > 1;
  const seated = packet.players.every((one) => one.joined || one.bot);
  if (began || packet.result) return [];
  const broken = desk.devices.find((one) => one.works === false);
  return [
    h("h2", { id: "h-hints" }, t("Before you begin")),
    h("ol", {},
      !seated && h("li", {}, h("span", {}, t("Put the table screen where everybody sees it, and let the phones join."), " ", h("a", { href: "/table" }, t("Table screen")))),
      h("li", {}, h("span", {}, broken ? broken.text : t("Check that the devices work, and let the voice say something."), " ", h("a", { href: broken ? "#devices-panel" : "#voice-panel" }, broken ? t("Devices") : t("Voice")))),
      h("li", {}, h("span", {}, t("With a real game: set up the camera and register the stickers of your copy, once."), " ", h("a", { href: "/host/camera" }, t("Camera")), " · ", h("a", { href: "/host/pieces" }, t("Pieces")))),
      h("li", {}, h("span", {}, t("You can undo everything later; what was rolled or turned up, if the table agrees.")))),
  ];
}

/** Every device with its state.
 * @param {DeviceView[]} devices @param {any} shape */
export function deviceList(devices, shape) {
  /** @type {Record<string, string>} */
  const icon = { true: "check", false: "cross", null: "ring" };
  /** @type {Record<string, string>} */
  const said = { true: t("works"), false: t("does not work"), null: t("not there") };
  return devices.map((one) => h("li", { "data-works": one.works === null ? "none" : one.works ? "yes" : "no" },
    shape(icon[String(one.works)]), h("div", {}, h("b", {}, one.name), h("span", { class: "unseen" }, ` ${said[String(one.works)]} `), h("small", {}, one.text))));
}
