// Closer to the table and about on it: two fingers, one finger or the mouse on the cloth, the wheel with Ctrl, keys, buttons.

import { byId } from "../shared/core/dom.js";

const STEP = 1.35;
const CLOSEST = 6;
const WHEEL = 0.0022;

/** `drop()`: a second finger has come down, nothing is carried any more.
 * @param {import("./mat.js").Mat} mat @param {() => void} drop */
export function zooming(mat, drop) {
  const { frame } = mat;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();

  /** Shows the mat so large, with the point below x, y of the window staying where it is.
   * @param {number} wanted @param {number} x @param {number} y */
  function to(wanted, x, y) {
    const before = mat.node.getBoundingClientRect();
    const [u, v] = [(x - before.left) / mat.scale, (y - before.top) / mat.scale];
    mat.zoom = Math.min(CLOSEST, Math.max(1, wanted));
    mat.fit();
    const after = mat.node.getBoundingClientRect();
    pan(x - (after.left + u * mat.scale), y - (after.top + v * mat.scale));
  }

  /** @param {number} dx @param {number} dy */
  function pan(dx, dy) {
    frame.scrollLeft -= dx;
    const before = frame.scrollTop;
    frame.scrollTop -= dy;
    const left = dy + (frame.scrollTop - before); // what the mat could not be moved, the page is
    if (Math.abs(left) >= 1) scrollBy(0, -left);
  }

  const now = () => mat.scale / mat.whole;

  /** @param {number} factor */
  function step(factor) {
    const box = frame.getBoundingClientRect();
    to(now() * factor, box.left + box.width / 2, box.top + box.height / 2);
  }

  /** @param {PointerEvent} event */
  function begin(event) {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) drop();
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const at = { x: event.clientX, y: event.clientY };
    if (fingers.size === 1) {
      if (!frame.dataset.carrying) pan(at.x - from.x, at.y - from.y);
      fingers.set(event.pointerId, at);
      return;
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const [was, is] = [from, at].map((one) => Math.hypot(one.x - other.x, one.y - other.y));
    fingers.set(event.pointerId, at);
    if (was > 0) to(now() * (is / was), (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  const end = (event) => fingers.delete(event.pointerId);

  /** @param {WheelEvent} event */
  function wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    to(now() * Math.exp(-event.deltaY * WHEEL), event.clientX, event.clientY);
  }

  /** @param {any} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    /** @type {Record<string, () => void>} */
    const acts = { "+": () => step(STEP), "-": () => step(1 / STEP), 0: all };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  function all() {
    mat.zoom = 1;
    mat.fit();
  }

  frame.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move);
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(name, end);
  frame.addEventListener("wheel", wheel, { passive: false });
  addEventListener("keydown", key);
  byId("zoom-in").addEventListener("click", () => step(STEP));
  byId("zoom-out").addEventListener("click", () => step(1 / STEP));
  byId("zoom-all").addEventListener("click", all);
}
