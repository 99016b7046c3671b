// The host's page for a phone as camera: a QR code that works once, whether the phone is there, and what it sees.

import { byId, say } from "../shared/core/dom.js";
import { showEyeCard } from "../shared/core/eye_card.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 2000;
/** @type {EyePlace} */
const PLACE = location.hash === "#box" ? "box" : "table";
const state = { url: "", timer: 0 };

async function look() {
  clearTimeout(state.timer);
  const answer = await get(`/api/host/eye?place=${PLACE}`);
  if (answer.status === 200) await draw(answer.body.view);
  state.timer = window.setTimeout(look, LOOK_MS);
}

/** @param {EyeHost} view */
async function draw(view) {
  byId("off").hidden = view !== null;
  byId("on").hidden = view === null;
  if (view === null) return say(byId("state"), t("No phone is asked for."));
  if (view.here) byId("card").replaceChildren(); // the word is used
  say(byId("state"), view.here ? t("The phone is there. {stills|One picture|{stills} pictures} so far, {size} MB.", { stills: view.stills, size: view.sent_mb })
    : view.silent_s < 0 ? t("No phone has been let in yet.")
      : t("The phone has been silent for {seconds|one second|{seconds} seconds}. Wake it: it goes on by itself.", { seconds: view.silent_s }));
  byId("seen").hidden = PLACE === "box" || !view.here || !(await showPicture());
}

async function showPicture() {
  try {
    const response = await fetch("/api/setup/picture.jpg", { cache: "no-store" });
    if (response.status !== 200) return false;
    const url = URL.createObjectURL(await response.blob());
    /** @type {HTMLImageElement} */ (byId("picture")).src = url;
    if (state.url) URL.revokeObjectURL(state.url);
    state.url = url;
    return true;
  } catch {
    return false;
  }
}

const offer = async () => say(byId("said"), await showEyeCard(byId("card"), PLACE));

/** @param {string} act */
async function does(act) {
  const answer = await post("/api/host/eye", { act, place: PLACE });
  say(byId("said"), sentenceOf(answer));
  if (answer.body?.view !== undefined) draw(answer.body.view);
}

for (const node of document.querySelectorAll("[data-place]")) node.hidden = node.dataset.place !== PLACE;
addEventListener("hashchange", () => location.reload());
byId("offer").addEventListener("click", offer);
byId("look").addEventListener("click", () => does("look"));
byId("end").addEventListener("click", () => does("end"));
look();
