// The page on the phone that is the table's camera: the host's word, the camera's permission, and then looking.

import { byId, notice, say } from "../shared/core/dom.js";
import { get, post, requestNumber, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { makeFilm } from "../shared/lens/film.js";
import { isFront, stayAwake } from "../shared/lens/lens.js";
import { powers } from "../shared/lens/powers.js";
import { makeSender } from "../shared/lens/sender.js";

const RESTLESS_MS = 2500;
const KEY_MS = 360000; // a table that lies still shows itself all the same
const TAB = requestNumber();

const video = /** @type {HTMLVideoElement} */ (byId("video"));
const state = { stage: "", sender: /** @type {ReturnType<typeof makeSender<EyeTold>>} */ (null), size: { width_px: 1920, height_px: 1080, is_box: false }, csrf: "", markers: 0, ready: false };
const film = makeFilm({ video, restless_ms: RESTLESS_MS, key_ms: KEY_MS, size: () => state.size, sender: () => state.sender, opened, refused, sent });

/** @param {any} node @param {boolean} isShown */
const show = (node, isShown) => {
  node.hidden = !isShown;
};

/** @param {string} stage */
function stand(stage) {
  state.stage = stage;
  byId("main").dataset.stage = stage;
  for (const part of document.querySelectorAll("[data-for]")) show(part, part.getAttribute("data-for").split(" ").includes(stage));
}

async function enter() {
  const secret = location.hash.slice(1);
  history.replaceState(null, "", location.pathname); // the word stays in no list of addresses
  if (!navigator.mediaDevices?.getUserMedia) return stand("plain");
  const answer = secret ? await post("/api/eye/enter", { secret }) : await get("/api/eye");
  if (answer.status === 200) return signed(answer.body.csrf);
  if (answer.status === 0) return setTimeout(enter, 3000);
  if (secret) say(byId("why"), sentenceOf(answer));
  const known = secret ? await get("/api/eye") : null; // the page was loaded again with the word that it has used
  if (known?.status === 200) return signed(known.body.csrf);
  return stand("stranger");
}

/** @param {string} csrf */
function signed(csrf) {
  state.sender = makeSender({ still: "/api/eye/still", alive: "/api/eye/alive", headers: () => ({ "X-CSRF-Token": csrf, "X-Tab": TAB }), tab: TAB, told, over, lost });
  state.csrf = csrf;
  stand("start");
}

async function begin() {
  const headers = { "X-CSRF-Token": state.csrf, "Content-Type": "application/json" };
  const answer = await fetch("/api/eye/begin", { method: "POST", headers, body: JSON.stringify({ tab: TAB }) }).catch(() => /** @type {Response} */ (null));
  if (answer?.status === 403) return over(403);
  if (!answer?.ok) return say(byId("problem"), t("The table does not answer; please check the Wi-Fi."));
  told(await answer.json());
  return film.open();
}

/** @param {MediaStreamTrack} track */
async function opened(track) {
  say(byId("problem"), "");
  show(byId("front"), isFront(track));
  notice(byId("missing"), powers(track, byId("powers")) ? "" : t("This browser cannot hold the focus: wait a moment until the picture is sharp."));
  stand("looking");
  show(byId("sleepy"), !(await stayAwake()));
}

/** @param {string} sentence */
function refused(sentence) {
  say(byId("problem"), sentence);
  stand("start");
}

/** @param {string} size */
function sent(size) {
  const { sent: stills, bytes } = state.sender.count();
  Object.assign(byId("main").dataset, { sent: String(stills), bytes: String(bytes), size });
}

/** @param {EyeTold} answer */
function told(answer) {
  state.size = answer;
  document.documentElement.toggleAttribute("data-box", answer.is_box);
  if (answer.ask === "send") film.want();
  state.markers = answer.markers.length;
  state.ready = answer.ready;
  draw(answer.markers);
  speak(false);
}

/** @param {boolean} isLost */
function lost(isLost) {
  speak(isLost);
}

/** @param {boolean} isLost */
function speak(isLost) {
  const { markers } = state;
  const chip = byId("told");
  chip.dataset.tone = isLost ? "bad" : state.ready ? "good" : "fair";
  say(chip, isLost ? t("The table does not answer; it is tried again.")
    : state.size.is_box ? t("Cards are read through the glass. This screen shows none of them.")
    : state.ready ? t("The table is seen: {markers|one marker|{markers} markers}.", { markers })
      : t("{markers|One marker|{markers} markers} found: all corners of the table must be in the picture.", { markers }));
}

/** @param {readonly (readonly (readonly [number, number])[])[]} markers */
function draw(markers) {
  const overlay = byId("overlay");
  overlay.replaceChildren(...markers.map((corners) => {
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    mark.setAttribute("points", corners.map(([x, y]) => `${x * 100},${y * 100}`).join(" "));
    return mark;
  }));
}

/** @param {number} status */
function over(status) {
  film.close();
  stand(status === 409 ? "elsewhere" : "ended");
}

document.addEventListener("visibilitychange", async () => {
  if (document.hidden || state.stage !== "looking") return;
  show(byId("sleepy"), !(await stayAwake()));
  film.wake();
});

for (const key of document.querySelectorAll("[data-begin]")) key.addEventListener("click", begin);
byId("dark").addEventListener("click", () => document.documentElement.toggleAttribute("data-dark"));
byId("cover").addEventListener("click", () => document.documentElement.removeAttribute("data-dark"));
stand("wait");
enter();
