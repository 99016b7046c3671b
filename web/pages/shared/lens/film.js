// A camera that films: opened, opened again when it stops by itself, and a picture of it sent when what it sees has
// come to rest. One at a time and always the newest: nothing waits behind another.

import { t } from "../core/words.js";
import { makeGate } from "./gate.js";
import { closeLens, openLens } from "./lens.js";

const LOOK_MS = 120;
const SOON_MS = 50; // while something moves, so that its rest is noticed at once
const REST_MS = 180;
const STUCK_MS = 5000;

/** @typedef {{isFree: () => boolean, isDue: () => boolean, still: (video: HTMLVideoElement) => Promise<boolean>, alive: () => Promise<void>}} Sender */

/** `restless_ms`: something that never rests is sent as often as this; `key_ms`: what lies still shows itself all the
 * same. `opened` and `refused` (with one sentence) hear what became of the camera, `sent` the size of each picture.
 * @param {{video: HTMLVideoElement, restless_ms: number, key_ms: number, size: () => {width_px: number, height_px: number}, sender: () => Sender,
 *   opened: (track: MediaStreamTrack) => void, refused: (sentence: string) => void, sent: (size: string) => void}} its */
export function makeFilm(its) {
  const { video } = its;
  const gate = makeGate();
  const state = { films: false, opening: -1, turn: 0, track: /** @type {MediaStreamTrack} */ (null), shape: "", moved: 0, stirred: 0, sent: 0, wanted: true, frames: 0, framed: 0 };

  async function open() {
    const turn = state.turn;
    if (state.opening === turn) return;
    state.opening = turn;
    try {
      closeLens(state.track, video);
      const track = await openLens(video, its.size());
      if (turn !== state.turn) return closeLens(track, video); // nobody waits for it any more
      begun(track);
    } catch (error) {
      if (turn !== state.turn) return;
      close();
      its.refused(why(error));
    } finally {
      if (state.opening === turn) state.opening = -1;
    }
  }

  /** @param {MediaStreamTrack} track */
  function begun(track) {
    track.addEventListener("ended", () => {
      if (track === state.track && state.films && !document.hidden) open();
    });
    gate.forget();
    const first = !state.films;
    Object.assign(state, { track, films: true, wanted: true, framed: performance.now() });
    its.opened(track);
    if (first) look(state.turn);
  }

  function close() {
    closeLens(state.track, video);
    Object.assign(state, { track: null, films: false, turn: state.turn + 1 });
  }

  /** @param {number} turn */
  function look(turn) {
    if (turn !== state.turn) return;
    const now = performance.now();
    setTimeout(() => look(turn), now - state.moved < 2 * REST_MS ? SOON_MS : LOOK_MS);
    if (!isFlowing(now)) return;
    const shape = `${video.videoWidth}x${video.videoHeight}`;
    if (shape !== state.shape) gate.forget(); // the phone was turned
    state.shape = shape;
    const { moves, isNew } = gate.look(video);
    if (moves && now - state.moved >= REST_MS) state.stirred = now;
    if (moves) state.moved = now;
    const isDue = now - state.moved >= REST_MS || now - Math.max(state.stirred, state.sent) > its.restless_ms;
    const worth = state.wanted || (isNew && isDue) || now - state.sent > its.key_ms;
    const sender = its.sender();
    if (!sender.isFree()) return;
    if (worth) send(sender, now);
    else if (sender.isDue()) sender.alive();
  }

  /** Whether the camera gives pictures; one that has stopped is opened again.
   * @param {number} now */
  function isFlowing(now) {
    const frames = video.getVideoPlaybackQuality?.().totalVideoFrames ?? video.currentTime;
    if (frames !== state.frames) Object.assign(state, { frames, framed: now });
    if (!document.hidden && state.opening !== state.turn && now - state.framed > STUCK_MS) {
      state.framed = now;
      open();
    }
    return video.videoWidth > 0 && now - state.framed <= STUCK_MS && state.track.readyState === "live" && !state.track.muted;
  }

  /** @param {Sender} sender @param {number} now */
  async function send(sender, now) {
    gate.accept();
    Object.assign(state, { sent: now, wanted: false });
    if (!(await sender.still(video))) gate.forget();
    its.sent(state.shape);
  }

  return {
    open,
    close,
    isOn: () => state.films || state.opening === state.turn,
    /** A picture is wanted, whether anything has changed or not. */
    want: () => {
      state.wanted = true;
    },
    /** The page is looked at again: whatever happened meanwhile. */
    wake: () => {
      state.wanted = true;
      if (state.track?.readyState !== "live") open();
    },
  };
}

/** @param {any} error */
function why(error) {
  return error?.name === "NotAllowedError"
    ? t("This phone does not lend its camera to the page. Allow it in the browser's settings for this page, then tap again.")
    : t("The camera cannot be opened; close other apps that use it, then tap again.");
}
