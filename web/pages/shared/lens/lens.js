// The phone's own camera: opened, held awake, and with whatever this browser lets a page change of it.

const RATE = 10;
const LEAST_PX = 1280; // some browsers give 640 where more was only wished for

/** Opens the camera on the back and shows it in `video`. Rejects as getUserMedia does.
 * @param {HTMLVideoElement} video @param {{width_px: number, height_px: number}} size */
export async function openLens(video, size) {
  const wish = { facingMode: { ideal: "environment" }, width: { ideal: size.width_px }, height: { ideal: size.height_px }, frameRate: { ideal: RATE } };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wish });
  const [track] = stream.getVideoTracks();
  const given = track.getSettings();
  if (Math.max(given.width || LEAST_PX, given.height || 0) < LEAST_PX) await tried(() => track.applyConstraints({ ...wish, width: { min: LEAST_PX } }));
  video.srcObject = stream;
  await tried(() => video.play());
  return track;
}

/** @param {MediaStreamTrack} track @param {HTMLVideoElement} video */
export function closeLens(track, video) {
  track?.stop();
  video.srcObject = null;
}

/** Whether the camera looks at whoever holds the phone.
 * @param {MediaStreamTrack} track */
export const isFront = (track) => track.getSettings().facingMode === "user";

/** What this camera can do, as far as this browser says: a light, a zoom, holding focus and light.
 * @param {MediaStreamTrack} track */
export function powersOf(track) {
  const able = /** @type {any} */ (track.getCapabilities?.() || {});
  return {
    torch: Boolean(able.torch),
    zoom: able.zoom?.max > able.zoom?.min ? /** @type {{min: number, max: number, step?: number}} */ (able.zoom) : null,
    hold: Boolean(able.focusMode?.includes("manual") || able.exposureMode?.includes("manual")),
  };
}

/** @param {MediaStreamTrack} track @param {boolean} on */
export const setTorch = (track, on) => changed(track, { torch: on });

/** @param {MediaStreamTrack} track @param {number} zoom */
export const setZoom = (track, zoom) => changed(track, { zoom });

/** Holds focus and light as they are now, so that hands do not change them; or lets them go.
 * @param {MediaStreamTrack} track @param {boolean} on */
export async function hold(track, on) {
  const able = /** @type {any} */ (track.getCapabilities());
  const now = /** @type {any} */ (track.getSettings());
  const mode = on ? "manual" : "continuous";
  const wanted = /** @type {any} */ ({});
  if (able.focusMode?.includes(mode)) Object.assign(wanted, { focusMode: mode }, on && now.focusDistance ? { focusDistance: now.focusDistance } : {});
  if (able.exposureMode?.includes(mode)) Object.assign(wanted, { exposureMode: mode });
  return changed(track, wanted);
}

/** @param {MediaStreamTrack} track @param {any} wanted */
const changed = (track, wanted) => tried(() => track.applyConstraints({ advanced: [wanted] }));

/** @param {() => Promise<any>} act */
async function tried(act) {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}

const awake = { lock: /** @type {any} */ (null) };

/** Keeps the screen on; false where the browser cannot. To be called again whenever the page is looked at.
 * @returns {Promise<boolean>} */
export async function stayAwake() {
  const keeper = /** @type {any} */ (navigator).wakeLock;
  if (!keeper) return false;
  if (awake.lock && !awake.lock.released) return true;
  return tried(async () => {
    awake.lock = await keeper.request("screen");
  });
}
