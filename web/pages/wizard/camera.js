// The wizard's step about the camera: which one, and what it sees now.

import { byId, h } from "../shared/core/dom.js";
import { showEyeCard } from "../shared/core/eye_card.js";
import { t } from "../shared/core/words.js";
import { lookPart } from "./looking.js";
import { isOpen, lockedLine, picked, radios, settingOf } from "./steps.js";

const NETWORK = "network";
const EXAMPLE = "http://…/video";

/** What is asked about a camera in the network; empty fields are not sent, so that a password that is known stays.
 * @returns {Record<string, string>} */
function networkValues() {
  const fields = [...document.querySelectorAll("#network input")].map((/** @type {any} */ one) => [one.name, one.value.trim()]);
  return Object.fromEntries(fields.filter(([, value]) => value));
}

function networkPart() {
  /** @param {string} key @param {string} label @param {any} more */
  const field = (key, label, more) => h("label", { class: "field" }, h("span", {}, label), h("input", { name: key, maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...more }));
  return h("div", { id: "network", class: "wizard-network" },
    field("camera.source", t("Its address"), { type: "url", placeholder: EXAMPLE }),
    field("camera.user", t("Name, if it asks for one"), { type: "text" }),
    field("camera.password", t("Password, if it asks for one"), { type: "password" }));
}

/** The code for the phone, where a phone is the camera.
 * @param {any} acts */
const phonePart = (acts) => h("div", { class: "wizard-phone" },
  h("p", {}, t("Scan the code with the phone, start its camera there, and lay it 40 to 80 cm above the table, on a shelf or a pile of books.")),
  h("div", { id: "card", class: "eye-card", "aria-live": "polite" }),
  h("div", { class: "buttons" },
    h("button", { type: "button", class: "button", "data-key": "offer", onclick: async () => acts.problem(await showEyeCard(byId("card"))) }, t("Show the QR code")),
    h("a", { class: "button", href: "/host/eye" }, t("More about the phone"))));

/** @param {WizardView} view @param {any} acts */
export function cameraStep(view, acts) {
  const source = settingOf(view, "camera.source");
  const choices = view.cameras.map((one) => ({ ...one, small: one.key.includes("/") && one.label !== one.key ? one.key : "" }));
  const values = () => (picked("camera") === NETWORK ? networkValues() : { "camera.source": picked("camera") });
  const keep = () => {
    const chosen = values();
    if (!chosen["camera.source"]) return acts.problem(t("Type the address of the camera."));
    return acts.keep("camera", isOpen(view, "camera.source") ? chosen : {});
  };
  const now = () => {
    if (source.waiting) return h("p", { class: "notice" }, t("This camera is used after a restart of the companion; then you see its picture here."));
    if (source.value === "none") return [];
    return [source.value === "phone" && phonePart(acts), ...lookPart((view) => {
      byId("card")?.replaceChildren(); // the phone is here
      return { words: view.headline, tone: view.tone };
    }), h("div", { class: "buttons" }, h("a", { class: "button", href: "/host/camera" }, t("Set up the camera")))];
  };
  return {
    name: t("Camera"),
    title: t("Which camera looks at the table?"),
    body: () => {
      const list = radios("camera", t("Cameras found"), choices, source.value, source.lock !== "open");
      const network = networkPart();
      const use = h("div", { class: "buttons" }, h("button", { type: "button", class: "button button-main", "data-key": "try", onclick: async () => (await keep()) && acts.start(false) }, t("Use it from now on")));
      const show = () => {
        const chosen = list.querySelector("input:checked")?.value;
        network.hidden = chosen !== NETWORK;
        use.hidden = !isOpen(view, "camera.source") || (chosen === source.value && !source.waiting);
      };
      list.addEventListener("change", show);
      show();
      return [
        list, network, use,
        h("p", { class: "hint" }, t("Not there? Plug it in, then load this page again.")),
        h("p", { class: "hint" }, t("Without a camera everybody tells on the phones what they do; the game is the same.")),
        now(),
        lockedLine(view, "camera.source"),
      ];
    },
    save: keep,
  };
}
