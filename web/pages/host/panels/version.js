// The installed version: to a newer one, and back.

import { h } from "../../shared/core/dom.js";
import { postFile } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";

const longest = 10_000; // bytes of a signature

/** The panel; nothing where the version is not changed from here.
 * @param {HostingView} desk @param {ReturnType<typeof import("../office.js").office>} office */
export function versionPanel(desk, office) {
  const version = desk.version;
  if (!version) return [];
  return [
    h("h3", {}, t("Version")),
    h("p", {}, t("Version {version} is installed.", { version: version.now })),
    version.said && h("p", { class: "hint" }, version.said),
    version.is_waiting
      ? h("div", { class: "warning", role: "status" }, h("p", {}, t("The version is being changed. That takes some minutes; the match stays.")),
        h("div", { class: "buttons" }, button(t("Look again"), office.refresh, {}, { key: "version-look" })))
      : [
        h("p", { class: "panel-lead" }, t("A release has two files: the archive, and its signature, which ends with .sig. Choose both. What was not signed by those who made this version is refused, and so is everything while somebody plays. The new version is set up beside this one; if it does not start, this one comes back by itself, with your matches.")),
        h("div", { class: "buttons" }, upload(version, office),
          version.before && button(t("Back to version {version}", { version: version.before }), () => office.act("version", { act: "rollback" }), {}, { key: "version-back", sure: t("All pages wait a moment. Press again") })),
      ],
  ];
}

/** @param {VersionView} version @param {ReturnType<typeof import("../office.js").office>} office */
function upload(version, office) {
  const input = h("input", { id: "release-files", class: "unseen", type: "file", multiple: "", accept: ".gz,.sig" });
  input.addEventListener("change", async () => {
    const files = [...input.files];
    input.value = "";
    const signature = files.find((one) => one.name.endsWith(".sig"));
    const release = files.find((one) => one !== signature);
    if (files.length !== 2 || !signature || !release) {
      office.heard({ status: 400, body: null }, t("Choose both files of the release at once: the archive, and its signature, which ends with .sig."));
      return;
    }
    if (release.size > version.limit_bytes || signature.size > longest) {
      office.heard({ status: 413, body: null }, t("That file is too large to be a release."));
      return;
    }
    if (!office.heard(await postFile("/api/hosting/release", release)).ok) return;
    if (office.heard(await postFile("/api/hosting/signature", signature)).ok) office.act("version", { act: "update" });
  });
  return [h("label", { class: "button", for: "release-files" }, t("Bring a new version…")), input];
}
