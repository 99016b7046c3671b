// The page for setting the camera up: the live picture with what is drawn over it, and the steps beside it.

import { eyeNow, showEye } from "./eye.js";
import { legendFor, overlay } from "./overlay.js";
import { adviceLine, lensActs, lensParts, mapLine, stepTone, testChip } from "./steps.js";
import { byId, fill, h, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 700;
const LOOK_GATHERING_MS = 350;
const EYE_MS = 4000;
const FORGET_BEST_MS = 60000; // the best focus of a minute ago may have been another scene
const state = { view: /** @type {CameraView} */ (null), eye: /** @type {KeptView} */ (null), eyeAt: 0, layer: "map", size: /** @type {number} */ (null), frame: -1, url: "", timer: 0, best: 0, bestAt: 0 };

async function look() {
  clearTimeout(state.timer);
  if (document.hidden) return;
  const answer = await get("/api/setup");
  if (answer.status === 200) {
    banner("line", "");
    take(answer.body);
  } else if (answer.status === 403) {
    banner("line", t("This device is no longer the host's."), { href: "/host", label: t("Sign in again") });
    return;
  } else banner("line", sentenceOf(answer));
  if (state.view?.frame !== state.frame) await showPicture();
  if (Date.now() - state.eyeAt > EYE_MS) await lookAtEye();
  clearTimeout(state.timer);
  state.timer = setTimeout(look, state.view?.lens.stage === "gathering" ? LOOK_GATHERING_MS : LOOK_MS);
}

async function lookAtEye() {
  const view = await eyeNow();
  state.eyeAt = Date.now();
  if (view) takeEye(view);
}

/** @param {KeptView} view */
function takeEye(view) {
  state.eye = view;
  showEye(view, takeEye);
  if (state.view?.width_px) draw();
}

async function showPicture() {
  const frame = state.view.frame;
  try {
    const response = await fetch("/api/setup/picture.jpg", { cache: "no-store" });
    if (response.status !== 200) return;
    const url = URL.createObjectURL(await response.blob());
    byId("picture").src = url;
    if (state.url) URL.revokeObjectURL(state.url);
    state.url = url;
    state.frame = frame;
  } catch {
    state.frame = -1; // the next look tells what is wrong
  }
}

/** @param {CameraView} view */
function take(view) {
  state.view = view;
  const head = byId("headline");
  say(head, view.headline);
  head.dataset.tone = view.tone;
  byId("setup").hidden = view.width_px === 0;
  if (view.width_px) draw();
}

function draw() {
  const view = state.view;
  const maps = view.table?.stickers ?? [];
  if (!maps.some((one) => one.sticker_mm === state.size)) state.size = maps.at(-1)?.sticker_mm ?? null;
  byId("frame").style.aspectRatio = `${view.width_px} / ${view.height_px}`;
  fill(byId("sizes"), [maps.map((one) => one.label), state.size, state.layer], () => (maps.length > 1 && state.layer === "map" ? maps.map(sizeButton) : []));
  for (const button of document.querySelectorAll("[data-layer]")) button.setAttribute("aria-pressed", String(button.dataset.layer === state.layer));
  legendFor(byId("legend"), state.layer === "map" && view.table !== null);
  const wide = byId("frame").clientWidth;
  fill(byId("overlay"), [view.table?.grid, state.size, state.layer, view.markers, view.lens.outline, wide > 620, view.width_px, maps.map((one) => one.px_per_module), state.layer === "doubts" && state.eye?.cells], () => overlay(byId("overlay"), view, state, wide));
  steps(view, maps);
}

/** @param {StickerMap} one */
function sizeButton(one) {
  return h("button", { type: "button", class: "button small", "data-key": `size-${one.sticker_mm}`, "aria-pressed": String(one.sticker_mm === state.size), onclick: () => {
    state.size = one.sticker_mm;
    draw();
  } }, one.label);
}

/** @param {CameraView} view @param {StickerMap[]} maps */
function steps(view, maps) {
  const by = Object.fromEntries(view.advice.map((one) => [one.key, one]));
  const missing = view.markers.some((one) => !one.found);
  stepTone("step-see", [!view.table ? "bad" : missing ? "fair" : "good", by.stand?.tone]);
  stepTone("step-focus", [by.focus?.tone]);
  stepTone("step-light", [by.light?.tone, by.even?.tone, by.flicker?.tone]);
  stepTone("step-read", maps.map((one) => one.tone));
  stepTone("step-lens", [view.lens.stage === "kept" || view.lens.stage === "measured" ? "good" : "unknown"]);
  say(byId("markers-text"), view.marker_text);
  fill(byId("stand"), by.stand ?? null, () => (by.stand ? adviceLine(by.stand) : []));
  const focus = by.focus;
  if (focus && (focus.level > state.best || Date.now() - state.bestAt > FORGET_BEST_MS)) Object.assign(state, { best: focus.level, bestAt: Date.now() });
  fill(byId("focus"), [focus ?? null, state.best], () => (focus ? adviceLine(focus, state.best) : []));
  fill(byId("light"), [by.light, by.even, by.flicker], () => [by.light, by.even, by.flicker].filter(Boolean).map((one) => adviceLine(one)));
  fill(byId("maps"), maps.map((one) => [one.summary, one.tone]), () => (maps.length ? maps.map(mapLine) : h("p", { class: "step-text" }, t("First the mat must be found."))));
  say(byId("tests-text"), view.test_text);
  fill(byId("tests"), view.tests, () => view.tests.map(testChip));
  say(byId("lens-text"), view.lens.text);
  fill(byId("lens-parts"), [view.lens.parts, view.lens.views, view.lens.stage], () => lensParts(view.lens));
  fill(byId("lens-acts"), [view.lens.stage, view.lens.ready, view.lens.views > 5], () => lensActs(view.lens, act));
}

/** @param {CameraAct} name */
async function act(name) {
  const answer = await post("/api/setup", { act: name });
  say(byId("said"), sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  if (answer.body?.view) take(answer.body.view);
}

for (const button of document.querySelectorAll("[data-layer]")) {
  button.addEventListener("click", () => {
    state.layer = button.dataset.layer;
    if (state.view) draw();
  });
}
new ResizeObserver(() => state.view?.width_px && draw()).observe(byId("frame"));
document.addEventListener("visibilitychange", () => !document.hidden && look());
look();
