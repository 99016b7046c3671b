// The venue: pairing with the organiser's code, and how it stands.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";

/** The panel.
 * @param {VenueView} venue @param {ReturnType<typeof import("../office.js").office>} office */
export function venuePanel(venue, office) {
  return [
    h("p", { class: "panel-lead" }, t("It is told how matches end here: the game, the places and the scores, and the name of whoever has said so on the phone. No hand, no card, no move.")),
    h("p", { role: "status" }, venue.name && h("b", {}, venue.name), venue.name && " · ", venue.said),
    venue.waiting > 0 && h("p", { class: "hint" }, t("{count|One result waits|{count} results wait} to be sent. Nothing is lost by that.", { count: venue.waiting })),
    venue.is_open && h("p", { class: "hint" }, t("The way there is not encrypted: whoever is in this network can read along, and then send results in this table's name. In a network that strangers use, let the venue have https.")),
    pairing(office, venue.name),
    venue.name && h("div", { class: "buttons" }, button(t("Tell it nothing any more"), () => office.act("venue", { code: "" }), {}, { key: "venue-part", sure: t("Really? Press again") })),
  ];
}

/** @param {ReturnType<typeof import("../office.js").office>} office @param {string} name */
function pairing(office, name) {
  const code = h("input", { name: "code", type: "text", maxlength: 40, required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", class: "code-input" });
  const form = h("form", { class: "form", "data-act": "venue-pair" },
    h("label", { class: "field" }, h("span", {}, name ? t("Another code of the organiser") : t("Code of the organiser")), code),
    h("button", { class: name ? "button" : "button button-main", type: "submit" }, name ? t("Pair anew") : t("Pair this table")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if ((await office.act("venue", { code: code.value })).ok) form.reset();
  });
  return form;
}
