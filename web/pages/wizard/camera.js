// The wizard's step about the camera: which one, what it sees now, and what that is worth.

import { byId, h, say } from "../shared/core/dom.js";
import { get } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { isOpen, lockedLine, picked, radios, settingOf } from "./steps.js";

const LOOK_MS = 1500;
const looking = { timer: 0, url: "", round: 0 };

/** The step is left: no more looks. */
export function stopLooking() {
  clearTimeout(looking.timer);
  looking.round += 1;
}

/** @param {number} round */
async function look(round) {
  const answer = await get("/api/setup");
  if (round !== looking.round || !byId("verdict")) return;
  if (answer.status === 200) {
    say(byId("verdict"), answer.body.headline);
    byId("verdict").dataset.tone = answer.body.tone;
    byId("picture").hidden = answer.body.width_px === 0;
    if (answer.body.width_px) await showPicture(round);
  }
  if (round === looking.round && !document.hidden) looking.timer = setTimeout(() => look(round), LOOK_MS);
}

/** @param {number} round */
async function showPicture(round) {
  try {
    const response = await fetch("/api/setup/picture.jpg", { cache: "no-store" });
    if (response.status !== 200 || round !== looking.round) return;
    const url = URL.createObjectURL(await response.blob());
    byId("picture").firstChild.src = url;
    if (looking.url) URL.revokeObjectURL(looking.url);
    looking.url = url;
  } catch {
    // the next look tells whether the table still answers
  }
}

function lookPart() {
  const round = looking.round;
  looking.timer = setTimeout(() => look(round), 0);
  return [
    h("figure", { class: "wizard-picture", id: "picture", hidden: true }, h("img", { alt: t("What the camera sees of the table now") })),
    h("p", { class: "wizard-verdict", id: "verdict", role: "status" }, t("Looking through the camera…")),
    h("div", { class: "buttons" }, h("a", { class: "button", href: "/host/camera" }, t("Set up the camera")), h("a", { class: "button", href: "/host/eye" }, t("A phone as camera"))),
  ];
}

/** @param {WizardView} view @param {any} acts */
export function cameraStep(view, acts) {
  const source = settingOf(view, "camera.source");
  const choices = view.cameras.map((one) => ({ ...one, small: one.label === one.key || ["virtual", "none"].includes(one.key) ? "" : one.key }));
  const keep = () => (isOpen(view, "camera.source") ? acts.keep("camera", { "camera.source": picked("camera") }) : acts.keep("camera", {}));
  const now = () => {
    if (source.waiting) return h("p", { class: "notice" }, t("This camera is used after a restart of the companion; then you see its picture here."));
    return source.value === "none" ? [] : lookPart();
  };
  return {
    name: t("Camera"),
    title: t("Which camera looks at the table?"),
    body: () => [
      radios("camera", t("Cameras found"), choices, source.value, source.lock !== "open"),
      h("p", { class: "hint" }, t("Not there? Plug it in, then load this page again.")),
      now(),
      isOpen(view, "camera.source") && h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-key": "try", onclick: async () => {
        const other = picked("camera") !== source.value || source.waiting;
        if (await keep()) other ? acts.start(false) : acts.redraw();
      } }, t("Look through it now"))),
      lockedLine(view, "camera.source"),
    ],
    save: keep,
  };
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !byId("verdict")) return;
  clearTimeout(looking.timer);
  look(looking.round);
});
