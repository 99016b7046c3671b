// Whose thinking time runs. A calm clock: it says how long is left, and nothing happens at its end. Needs <div id="thinking">.

import { byId, fill, h, say } from "../core/dom.js";
import { t } from "../core/words.js";

const TICK_MS = 1000;
const state = { time: /** @type {ThinkingView} */ (null), name: "", since_ms: 0 };

document.addEventListener("companion-packet", ({ detail: packet }) => {
  state.time = packet.thinking;
  state.since_ms = performance.now();
  state.name = packet.players.find((one) => one.seat === packet.thinking?.seat)?.name ?? "";
  draw();
});
setInterval(draw, TICK_MS);

function left() {
  const run = state.time.stands ? 0 : (performance.now() - state.since_ms) / 1000;
  return Math.max(0, Math.ceil(state.time.left_s - run));
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function draw() {
  const node = byId("thinking");
  if (!node) return;
  node.hidden = !state.time;
  fill(node, [state.time?.seat, state.time?.limit_s, state.name], () => state.time ? face() : []);
  if (!state.time) return;
  const seconds = left();
  node.dataset.over = seconds === 0 ? "yes" : "no";
  say(node.querySelector(".thinking-left"), seconds === 0 ? t("time is over") : clock(seconds));
  node.querySelector("progress").value = seconds;
}

function face() {
  return h("p", { class: "thinking", role: "timer", "aria-live": "off" },
    h("span", {}, t("{name} is thinking", { name: state.name })),
    h("progress", { max: state.time.limit_s, value: state.time.left_s, "aria-label": t("Thinking time that is left") }),
    h("b", { class: "thinking-left" }));
}
