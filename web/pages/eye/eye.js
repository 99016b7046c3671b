// The page on the phone that is the table's camera: the host's word, the camera's permission, and then looking.

import { byId, say } from "../shared/core/dom.js";
import { get, post, requestNumber, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { makeGate } from "./gate.js";
import { closeLens, isFront, openLens, stayAwake } from "./lens.js";
import { powers } from "./powers.js";
import { makeSender } from "./sender.js";

const LOOK_MS = 120;
const SOON_MS = 50; // while something moves, so that its rest is noticed at once
const REST_MS = 180;
const RESTLESS_MS = 2500; // something that never rests is sent as often as this
const KEY_MS = 360000; // a table that lies still shows itself all the same
const STUCK_MS = 5000;
const TAB = requestNumber();

const video = /** @type {HTMLVideoElement} */ (byId("video"));
const gate = makeGate();
const state = {
  stage: "", sender: /** @type {ReturnType<typeof makeSender>} */ (null), track: /** @type {MediaStreamTrack} */ (null), size: { width_px: 1920, height_px: 1080, is_box: false },
  csrf: "", shape: "", moved: 0, stirred: 0, sent: 0, wanted: true, frames: 0, framed: 0, opening: false, markers: 0, ready: false,
};

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
  state.sender = makeSender({ csrf, tab: TAB, told, over, lost });
  state.csrf = csrf;
  stand("start");
}

async function begin() {
  const headers = { "X-CSRF-Token": state.csrf, "Content-Type": "application/json" };
  const answer = await fetch("/api/eye/begin", { method: "POST", headers, body: JSON.stringify({ tab: TAB }) }).catch(() => /** @type {Response} */ (null));
  if (answer?.status === 403) return over(403);
  if (!answer?.ok) return say(byId("problem"), t("The table does not answer; please check the Wi-Fi."));
  told(await answer.json());
  return open();
}

async function open() {
  if (state.opening) return;
  state.opening = true;
  try {
    closeLens(state.track, video);
    const track = await openLens(video, state.size);
    state.track = track;
    track.addEventListener("ended", () => {
      if (track === state.track && state.stage === "looking" && !document.hidden) open();
    });
    gate.forget();
    Object.assign(state, { wanted: true, framed: performance.now() });
    say(byId("problem"), "");
    show(byId("front"), isFront(track));
    show(byId("sleepy"), !(await stayAwake()));
    powers(track, byId("powers"));
    const first = state.stage !== "looking";
    stand("looking");
    if (first) look();
  } catch (error) {
    refused(error);
  } finally {
    state.opening = false;
  }
}

/** @param {any} error */
function refused(error) {
  const denied = error?.name === "NotAllowedError";
  say(byId("problem"), denied
    ? t("This phone does not lend its camera to the page. Allow it in the browser's settings for this page, then tap again.")
    : t("The camera cannot be opened; close other apps that use it, then tap again."));
  if (state.stage !== "looking") return;
  stand("start");
}

function look() {
  if (state.stage !== "looking") return;
  const now = performance.now();
  setTimeout(look, now - state.moved < 2 * REST_MS ? SOON_MS : LOOK_MS);
  if (!isFlowing(now)) return;
  const shape = `${video.videoWidth}x${video.videoHeight}`;
  if (shape !== state.shape) gate.forget(); // the phone was turned
  state.shape = shape;
  const { moves, isNew } = gate.look(video);
  if (moves && now - state.moved >= REST_MS) state.stirred = now;
  if (moves) state.moved = now;
  const isDue = now - state.moved >= REST_MS || now - Math.max(state.stirred, state.sent) > RESTLESS_MS;
  const worth = state.wanted || (isNew && isDue) || now - state.sent > KEY_MS;
  if (!state.sender.isFree()) return;
  if (worth) send(now);
  else if (state.sender.isDue()) state.sender.alive();
}

/** Whether the camera gives pictures; one that has stopped is opened again.
 * @param {number} now */
function isFlowing(now) {
  const frames = video.getVideoPlaybackQuality?.().totalVideoFrames ?? video.currentTime;
  if (frames !== state.frames) Object.assign(state, { frames, framed: now });
  if (!document.hidden && !state.opening && now - state.framed > STUCK_MS) {
    state.framed = now;
    open();
  }
  return video.videoWidth > 0 && now - state.framed <= STUCK_MS && state.track.readyState === "live" && !state.track.muted;
}

/** @param {number} now */
async function send(now) {
  gate.accept();
  Object.assign(state, { sent: now, wanted: false });
  if (!(await state.sender.still(video))) gate.forget();
  const { sent, bytes } = state.sender.count();
  Object.assign(byId("main").dataset, { sent: String(sent), bytes: String(bytes), size: state.shape });
}

/** @param {EyeTold} answer */
function told(answer) {
  state.size = answer;
  document.documentElement.toggleAttribute("data-box", answer.is_box);
  state.wanted = state.wanted || answer.ask === "send";
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
  closeLens(state.track, video);
  state.track = null;
  stand(status === 409 ? "elsewhere" : "ended");
}

document.addEventListener("visibilitychange", async () => {
  if (document.hidden || state.stage !== "looking") return;
  show(byId("sleepy"), !(await stayAwake()));
  state.wanted = true; // whatever happened meanwhile
  if (state.track?.readyState !== "live") open();
});

for (const key of document.querySelectorAll("[data-begin]")) key.addEventListener("click", begin);
byId("dark").addEventListener("click", () => document.documentElement.toggleAttribute("data-dark"));
byId("cover").addEventListener("click", () => document.documentElement.removeAttribute("data-dark"));
stand("wait");
enter();
