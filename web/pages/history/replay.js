// A finished match step by step: the table as it stood, drawn by the same code as on the table screen.

import { board, resultView } from "../shared/board/board.js";
import { byId, fill, h, say } from "../shared/core/dom.js";
import { get, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { replayBar } from "./replay_bar.js";

const STEP_MS = 2200;
const number = Number(byId("main").dataset.match);
const wish = new URLSearchParams(location.search);
const state = { steps: /** @type {ScoreRow[]} */ ([]), index: 0, wanted: -1, busy: false, timer: 0, open: false, mayOpen: false };
const bar = byId("bar") && replayBar(byId("bar"), { to: go, by: (/** @type {number} */ count) => go(state.index + count), last: () => state.steps.length - 1, play });

/** Shows a step; while one is on its way only the latest wish is kept.
 * @param {number} index */
async function go(index) {
  state.wanted = Math.min(Math.max(index, 0), state.steps.length - 1);
  if (state.busy) return;
  state.busy = true;
  while (state.wanted >= 0) {
    const next = state.wanted;
    const answer = await get(`/api/history/${number}/at/${state.steps[next].at}${state.open ? "?open=1" : ""}`);
    if (answer.status === 200) shown(next, answer.body);
    else failed(answer);
    if (state.wanted === next) break;
  }
  state.busy = false;
}

/** @param {number} index @param {Packet} packet */
function shown(index, packet) {
  state.index = index;
  say(byId("problem"), "");
  bar.at(index);
  const step = state.steps[index];
  say(byId("where"), t("Step {step} of {last}", { step: index, last: state.steps.length - 1 }));
  say(byId("words"), step.text || (index === 0 ? t("The match begins.") : t("The match is over.")));
  fill(byId("stage"), packet, () => [resultView(packet), ...board(packet)]);
  const place = new URLSearchParams({ at: String(step.at), ...(state.open && { open: "1" }) });
  history.replaceState(null, "", `?${place}`);
  if (index === state.steps.length - 1) play(false);
}

/** @param {Answer} answer */
function failed(answer) {
  play(false);
  if (answer.status === 404 && state.open) {
    state.open = false; // the end was taken back, and with it what was opened
    state.mayOpen = false;
    drawOpen();
    say(byId("problem"), t("What was hidden is closed again."));
  } else say(byId("problem"), sentenceOf(answer));
}

/** @param {boolean} on */
function play(on) {
  clearInterval(state.timer);
  state.timer = on ? setInterval(() => document.hidden || state.busy || go(state.index + 1), STEP_MS) : 0;
  if (on) go(state.index >= state.steps.length - 1 ? 0 : state.index + 1);
  bar.playing(on);
}

function drawOpen() {
  fill(byId("open"), [state.mayOpen, state.open], () => state.mayOpen && h("label", { class: "only" },
    h("input", { type: "checkbox", checked: state.open, "data-key": "open", onchange: (/** @type {any} */ event) => {
      state.open = event.target.checked;
      drawOpen();
      go(state.index);
    } }), h("span", {}, t("Show what was hidden"))));
}

/** @param {any} event */
function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input[type=text], dialog, [role=group]")) return;
  const onButton = event.target.closest("button, a, input, summary");
  /** @type {Record<string, () => void>} */
  const jumps = { ArrowLeft: () => go(state.index - 1), ArrowRight: () => go(state.index + 1), Home: () => go(0), End: () => go(state.steps.length - 1) };
  if (event.key === " " && !onButton) jumps[" "] = () => play(!state.timer);
  if (!jumps[event.key] || (onButton?.type === "range")) return;
  event.preventDefault();
  jumps[event.key]();
}

async function begin() {
  const answer = await get(`/api/history/${number}`);
  if (answer.status !== 200) {
    say(byId("problem"), sentenceOf(answer));
    return;
  }
  state.steps = answer.body.steps;
  state.mayOpen = answer.body.opening.state !== "closed";
  state.open = state.mayOpen && wish.get("open") === "1";
  drawOpen();
  const at = wish.has("at") ? Number(wish.get("at")) : 0;
  bar.length(state.steps.length);
  go(Math.max(0, state.steps.filter((step) => step.at <= at).length - 1));
}

if (bar) {
  addEventListener("keydown", key);
  begin();
}
