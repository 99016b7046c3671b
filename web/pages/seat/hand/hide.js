// All ways in which a shown hand hides at once.

const FINGERS = 2;
const SWIPE_PX = 48;
const ON_ITS_FACE_DEG = 150; // a phone that lies on its screen is turned by 180

/** Calls `hide()` when two fingers touch the page, one sweeps down over the `drawer`, Escape is pressed, the phone is
 * turned on its face, or nobody looks at the page any more. A finger that holds `hold` down does not count.
 * @param {Record<string, HTMLElement>} options @param {() => void} hide */
export function quickHide({ hold, drawer }, hide) {
  addEventListener("blur", hide);
  addEventListener("pagehide", hide);
  document.addEventListener("visibilitychange", () => document.hidden && hide());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
  document.addEventListener("touchstart", (event) => {
    const fingers = [...event.touches].filter((touch) => !hold.contains(/** @type {Node} */ (touch.target)));
    if (fingers.length >= FINGERS) hide();
  }, { passive: true, capture: true });
  sweptDown(drawer, hold, hide);
}

/** @param {HTMLElement} drawer @param {HTMLElement} hold @param {() => void} hide */
function sweptDown(drawer, hold, hide) {
  /** @type {{x: number, y: number, id: number}} */
  let from = null;
  drawer.addEventListener("pointerdown", (event) => {
    from = hold.contains(/** @type {Node} */ (event.target)) ? null : { x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  drawer.addEventListener("pointermove", (event) => {
    if (!from || from.id !== event.pointerId) return;
    const down = event.clientY - from.y;
    if (down < SWIPE_PX || down < 2 * Math.abs(event.clientX - from.x)) return;
    from = null;
    hide();
  });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (from = null));
}

/** Whether this page can learn how the phone is held: browsers tell it to pages over https only. */
export const knowsItsFace = () => Boolean(globalThis.isSecureContext && globalThis.DeviceOrientationEvent);

/** Asks for leave to learn it, where a browser wants to be asked; true when it is given. */
export async function mayKnowItsFace() {
  if (!knowsItsFace()) return false;
  const asks = /** @type {any} */ (globalThis.DeviceOrientationEvent).requestPermission; // of Apple's browsers alone
  if (!asks) return true;
  try {
    return (await asks.call(globalThis.DeviceOrientationEvent)) === "granted";
  } catch {
    return false; // asked without a tap, or refused for good
  }
}

/** Calls `hide()` when the phone is turned on its face, as long as `wanted()`.
 * @param {() => boolean} wanted @param {() => void} hide */
export function onItsFace(wanted, hide) {
  if (!knowsItsFace()) return;
  addEventListener("deviceorientation", (event) => {
    if (wanted() && Math.abs(event.beta ?? 0) > ON_ITS_FACE_DEG) hide();
  });
}
