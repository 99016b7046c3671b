// Where the spots of the mat lie on this table: moved, made larger and turned by finger, pointer or keyboard.

import { s } from "../shared/board/sides.js";
import { byId, fill, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const STEP_MM = 10;
const LEAST_MM = 40;
const GRIP_MM = 26;
const FINGER_PX = 48; // what a finger finds
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, -STEP_MM], ArrowDown: [0, STEP_MM] };
const mat = /** @type {any} */ (byId("mat"));
const state = { view: /** @type {SpotsView} */ (null), spots: /** @type {SpotPlace[]} */ ([]), chosen: "", drag: /** @type {any} */ (null), url: "", changed: false };

/** @param {SpotPlace[]} spots */
const copied = (spots) => spots.map((one) => ({ ...one }));
const chosen = () => state.spots.find((one) => one.name === state.chosen);

async function load() {
  const answer = await get("/api/spots");
  if (answer.status === 403) return banner("line", t("This device is no longer the host's."), { href: "/host", label: t("Sign in again") });
  if (answer.status !== 200) return banner("line", sentenceOf(answer));
  state.view = answer.body;
  state.spots = copied(state.view.spots);
  mat.setAttribute("viewBox", `0 0 ${state.view.width_mm} ${state.view.height_mm}`);
  byId("look").hidden = !state.view.has_picture;
  draw();
  return look();
}

/** What the camera sees now, below the spots. */
async function look() {
  if (!state.view?.has_picture) return;
  const response = await fetch("/api/spots/picture.jpg", { cache: "no-store" });
  if (response.status !== 200) return;
  if (state.url) URL.revokeObjectURL(state.url);
  state.url = URL.createObjectURL(await response.blob());
  byId("picture").src = state.url;
  byId("picture").hidden = false;
}

function draw() {
  fill(mat, [state.spots, state.chosen], () => state.spots.map(spotNode));
  byId("turn").disabled = !state.chosen;
  byId("keep").disabled = !state.changed;
  const one = chosen();
  say(byId("chosen"), one ? placeOf(one) : "");
}

/** @param {SpotPlace} one */
const placeOf = (one) => t("{spot}: {x} mm from the left and {y} mm from the top, {width} x {height} mm", { spot: one.label, x: Math.round(one.x_mm), y: Math.round(one.y_mm), width: Math.round(one.width_mm), height: Math.round(one.height_mm) });

/** @param {SpotPlace} one */
function spotNode(one) {
  const { width_mm: width, height_mm: height } = one;
  return s("g", { class: "spot", tabindex: 0, role: "button", "aria-label": placeOf(one), "aria-pressed": String(one.name === state.chosen), "data-spot": one.name, "data-key": one.name, "data-chosen": one.name === state.chosen ? "yes" : "no", transform: `translate(${one.x_mm} ${one.y_mm}) rotate(${one.angle_deg})` },
    s("rect", { class: "spot-area", x: -width / 2, y: -height / 2, width, height, rx: 8 }),
    s("text", { transform: `rotate(${one.angle_deg % 180 === 0 ? -one.angle_deg : 0})`, "font-size": Math.max(14, Math.min(26, (1.7 * width) / Math.max(4, one.label.length))) }, one.label),
    one.name === state.chosen && [["spot-grip", GRIP_MM], ["spot-finger", Math.max(GRIP_MM, (FINGER_PX / 2) * mmOfPx())]].map(([name, r]) => s("circle", { class: name, "data-grip": "yes", cx: width / 2, cy: height / 2, r })));
}

/** Changes the chosen spot, within the mat.
 * @param {Partial<SpotPlace>} changes */
function change(changes) {
  const one = chosen();
  if (!one) return;
  Object.assign(one, changes);
  one.width_mm = Math.max(LEAST_MM, one.width_mm);
  one.height_mm = Math.max(LEAST_MM, one.height_mm);
  const isUpright = Math.round(one.angle_deg / 90) % 2 !== 0;
  const [across, down] = isUpright ? [one.height_mm, one.width_mm] : [one.width_mm, one.height_mm];
  one.x_mm = Math.round(Math.min(Math.max(one.x_mm, across / 2), state.view.width_mm - across / 2));
  one.y_mm = Math.round(Math.min(Math.max(one.y_mm, down / 2), state.view.height_mm - down / 2));
  state.changed = true;
  draw();
}

/** So many millimetres of the mat a pixel of the screen shows. */
const mmOfPx = () => state.view.width_mm / mat.getBoundingClientRect().width;

/** @param {any} event */
function at(event) {
  const box = mat.getBoundingClientRect();
  const mm = mmOfPx();
  return { x: (event.clientX - box.left) * mm, y: (event.clientY - box.top) * mm };
}

mat.addEventListener("pointerdown", (/** @type {any} */ event) => {
  const node = event.target.closest("[data-spot]");
  state.chosen = node?.dataset.spot ?? "";
  const one = chosen();
  draw();
  if (!one) return;
  event.preventDefault();
  mat.querySelector(`[data-spot="${CSS.escape(one.name)}"]`).focus({ preventScroll: true });
  mat.setPointerCapture(event.pointerId);
  const { x, y } = at(event);
  state.drag = { grips: event.target.dataset.grip === "yes", x, y, from: { ...one } };
});

mat.addEventListener("pointermove", (/** @type {any} */ event) => {
  if (!state.drag) return;
  const { grips, x, y, from } = state.drag;
  const now = at(event);
  const [dx, dy] = [now.x - x, now.y - y];
  if (!grips) return change({ x_mm: from.x_mm + dx, y_mm: from.y_mm + dy });
  const turned = (from.angle_deg * Math.PI) / 180; // its own right and down; the opposite corner stays
  const wider = dx * Math.cos(turned) + dy * Math.sin(turned);
  const higher = dy * Math.cos(turned) - dx * Math.sin(turned);
  const [width, height] = [Math.max(LEAST_MM, from.width_mm + wider), Math.max(LEAST_MM, from.height_mm + higher)];
  const [right, down] = [(width - from.width_mm) / 2, (height - from.height_mm) / 2];
  change({ width_mm: Math.round(width), height_mm: Math.round(height), x_mm: from.x_mm + right * Math.cos(turned) - down * Math.sin(turned), y_mm: from.y_mm + right * Math.sin(turned) + down * Math.cos(turned) });
});

for (const over of ["pointerup", "pointercancel"]) {
  mat.addEventListener(over, () => {
    state.drag = null;
  });
}

mat.addEventListener("focusin", (/** @type {any} */ event) => {
  const name = event.target.closest("[data-spot]")?.dataset.spot;
  if (!name || name === state.chosen) return;
  state.chosen = name;
  draw();
});

mat.addEventListener("keydown", (/** @type {any} */ event) => {
  const one = chosen();
  if (!one) return;
  if (event.key.toLowerCase() === "r") turn();
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const [right, down] = step;
  change(event.shiftKey ? { width_mm: one.width_mm + right, height_mm: one.height_mm + down } : { x_mm: one.x_mm + right, y_mm: one.y_mm + down });
});

const turn = () => change({ angle_deg: (chosen().angle_deg + 90) % 360 });

/** @param {SpotPlace[]} spots */
async function send(spots) {
  const answer = await post("/api/spots", { spots: spots.map(({ name, x_mm, y_mm, width_mm, height_mm, angle_deg }) => ({ name, x_mm, y_mm, width_mm, height_mm, angle_deg })) });
  say(byId("said"), sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  if (answer.status !== 200) return;
  state.changed = false;
  draw();
}

byId("turn").addEventListener("click", turn);
byId("look").addEventListener("click", look);
byId("keep").addEventListener("click", () => send(state.spots));
byId("own").addEventListener("click", () => {
  state.spots = copied(state.view.own);
  state.chosen = "";
  draw();
  send([]);
});
load();
