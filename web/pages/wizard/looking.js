// What the camera sees now, and what it is worth: the live part of the steps about the table.

import { byId, h, say } from "../shared/core/dom.js";
import { get } from "../shared/core/net.js";
import { spotsOver } from "../shared/core/spots_over.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 1500;
/** @typedef {(view: CameraView) => {words: string, tone: Tone}} Judge */
/** @typedef {"" | "spots" | "names"} Drawn what is drawn into the picture: where everything belongs, what is recognised */
const looking = { timer: 0, url: "", round: 0, judge: /** @type {Judge} */ (null), drawn: /** @type {Drawn} */ ("") };

/** The step is left: no more looks. */
export function stopLooking() {
  clearTimeout(looking.timer);
  looking.round += 1;
}

/** The live picture with a line below it. `judge` says what a look is worth in this step.
 * @param {Judge} judge @param {Drawn} drawn */
export function lookPart(judge = (view) => ({ words: view.headline, tone: view.tone }), drawn = "") {
  const { round } = looking;
  Object.assign(looking, { judge, drawn, timer: setTimeout(() => look(round), 0) });
  return [
    h("figure", { class: "wizard-picture spots-over", id: "picture", hidden: true }, h("img", { alt: t("What the camera sees of the table now") })),
    h("p", { class: "wizard-verdict", id: "verdict", role: "status" }, t("Looking through the camera…")),
  ];
}

/** @param {number} round */
async function look(round) {
  const answer = await get("/api/setup");
  if (round !== looking.round || !byId("verdict")) return;
  if (answer.status === 200) {
    const isSeen = answer.body.width_px !== 0;
    const { words, tone } = isSeen ? looking.judge(answer.body) : { words: answer.body.headline, tone: answer.body.tone };
    say(byId("verdict"), words);
    byId("verdict").dataset.tone = tone;
    byId("picture").hidden = !isSeen;
    if (isSeen) await showPicture(round);
  }
  if (round === looking.round && !document.hidden) looking.timer = setTimeout(() => look(round), LOOK_MS);
}

/** @param {number} round */
async function showPicture(round) {
  try {
    const response = await fetch(looking.drawn === "names" ? "/camera.jpg" : "/api/setup/picture.jpg", { cache: "no-store" });
    if (response.status !== 200 || round !== looking.round) return;
    const url = URL.createObjectURL(await response.blob());
    byId("picture").firstChild.src = url;
    if (looking.url) URL.revokeObjectURL(looking.url);
    looking.url = url;
    if (looking.drawn === "spots") await spotsOver(byId("picture"));
  } catch {
    // the next look tells whether the table still answers
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !byId("verdict")) return;
  clearTimeout(looking.timer);
  look(looking.round);
});
