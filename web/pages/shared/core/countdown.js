// How long the open question still waits. Every packet says it anew; in between the page counts by itself.

import { h, say } from "./dom.js";
import { t } from "./words.js";

const TICK_MS = 500;
const state = { ends_ms: 0, timer: 0 };

/** Sets all clocks of the page by a packet.
 * @param {Packet} packet */
export function setClocks(packet) {
  const left = packet.paused ? null : packet.question?.closes_in_s;
  state.ends_ms = left === null || left === undefined ? 0 : performance.now() + left * 1000;
  clearInterval(state.timer);
  if (state.ends_ms) state.timer = setInterval(tick, TICK_MS);
  tick();
}

/** A clock: empty while nothing runs out. */
export function clock() {
  const node = h("span", { class: "countdown", role: "timer", "aria-live": "off", "data-clock": "" });
  show(node);
  return node;
}

function tick() {
  for (const node of document.querySelectorAll("[data-clock]")) show(node);
}

/** @param {HTMLElement} node */
function show(node) {
  const left = Math.max(0, Math.ceil((state.ends_ms - performance.now()) / 1000));
  node.hidden = state.ends_ms === 0;
  say(node, state.ends_ms ? t("{left} s", { left }) : "");
  node.dataset.soon = left <= 5 ? "yes" : "no";
}
