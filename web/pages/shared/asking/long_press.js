// A finger that stays on a card wants to read it, and not to play it.

const LONG_MS = 500;
const SLOP_PX = 10;

/** @param {HTMLElement} node @param {() => void} act */
export function longPress(node, act) {
  const state = { timer: 0, x: 0, y: 0, done: false };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    Object.assign(state, { x: event.clientX, y: event.clientY, done: false });
    clearTimeout(state.timer);
    state.timer = setTimeout(() => {
      state.done = true;
      act();
    }, LONG_MS);
  });
  node.addEventListener("pointermove", (event) => Math.hypot(event.clientX - state.x, event.clientY - state.y) > SLOP_PX && clearTimeout(state.timer));
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) node.addEventListener(name, () => clearTimeout(state.timer));
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("click", (event) => state.done && event.stopImmediatePropagation(), true);
  return node;
}
