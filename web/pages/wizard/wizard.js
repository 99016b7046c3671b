// The first-run wizard: which step is shown, what is sent, and the waiting while the companion starts anew.

import "../shared/core/languages.js";
import { byId, h, notice, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";
import { doneStep } from "./done.js";
import { cameraStep } from "./camera.js";
import { stopLooking } from "./looking.js";
import { buttonsStep, gameStep, languageStep, nameStep, pinStep } from "./steps.js";
import { markersStep, stickersStep, tryStep } from "./table.js";

/** @typedef {{name: string, title: string, body: () => Child, save?: () => Promise<boolean>, label?: string}} DrawnStep */

/** @type {Record<string, (view: WizardView, acts: any) => DrawnStep>} */
const STEPS = { pin: pinStep, name: nameStep, language: languageStep, game: gameStep, camera: cameraStep, markers: markersStep, stickers: stickersStep, try: tryStep, buttons: buttonsStep, done: doneStep };
/** @type {Record<string, [string, string]>} */
const MARKS = { done: ["✓", t("done")], skipped: ["–", t("skipped")] };
const KEYS = Object.keys(STEPS);
const LOOK_MS = 1000;
const LONG_S = 40; // a Pi takes a quarter of that; the bar is as long
const state = { view: /** @type {WizardView} */ (null), shown: "", step: /** @type {DrawnStep} */ (null) };

/** @param {string} key */
const stepOf = (key) => state.view.steps.find((one) => one.key === key);

/** Where to go on: what the address names, else the first step that nobody has done or skipped. */
function here() {
  const wished = location.hash.slice(1);
  return KEYS.includes(wished) ? wished : (state.view.steps.find((one) => one.state === "open")?.key ?? "done");
}

/** @param {string} key */
function go(key) {
  if (location.hash === `#${key}`) draw(true);
  else location.hash = key;
}

/** @param {string} key */
const next = (key) => KEYS[Math.min(KEYS.length - 1, KEYS.indexOf(key) + 1)];

/** @param {Answer} answer */
function take(answer) {
  const ok = answer.status === 200;
  if (answer.body?.view) state.view = answer.body.view;
  if (answer.status === 403) banner("line", t("This device is no longer the host's."), { href: "/setup", label: t("Sign in again") });
  say(byId("problem"), ok ? "" : sentenceOf(answer));
  say(byId("said"), ok && answer.body?.reply ? answer.body.reply.sentence : "");
  return ok;
}

/** What the steps may do. */
const acts = {
  /** @param {string} path @param {any} value */
  post: async (path, value) => take(await post(path, value)),
  /** @param {string} step @param {any} values */
  keep: async (step, values) => take(await post("/api/wizard/step", { step, values })),
  /** @param {string} text */
  problem: (text) => say(byId("problem"), text),
  redraw: () => draw(false),
  /** @param {boolean} over */
  start: async (over) => {
    if (!take(await post("/api/wizard/start", { over }))) return;
    if (state.view.ending) wait(state.view.boot);
    else draw(true);
  },
  /** The PIN is another one, and with it the token that this page sends.
   * @param {string} key */
  again: (key) => {
    location.hash = key;
    location.reload();
  },
};

/** Does what leaves the step, and nothing else meanwhile: a second tap would be about a step that is left already.
 * @param {any} work */
async function leave(work) {
  const key = state.shown;
  if (byId("form").getAttribute("aria-busy")) return;
  busy(true);
  const done = await work();
  if (done && state.shown === key) go(next(key));
  else busy(false);
}

/** @param {boolean} is */
function busy(is) {
  if (is) byId("form").setAttribute("aria-busy", "true");
  else byId("form").removeAttribute("aria-busy");
  for (const one of byId("acts").children) one.setAttribute("aria-disabled", String(is));
}

/** @param {Event} event */
function save(event) {
  event.preventDefault();
  leave(async () => state.step.save?.());
}

const skip = () => leave(async () => take(await post("/api/wizard/step", { step: state.shown, values: {}, skipped: true })));

/** @param {string} key @param {number} n */
function wayItem(key, n) {
  const words = STEPS[key](state.view, acts).name;
  const became = key === "done" ? (state.view.is_new ? "open" : "done") : stepOf(key).state;
  const [mark, told] = MARKS[became] ?? [String(n + 1), t("still open")];
  return h("li", {}, h("button", { type: "button", "data-key": `to-${key}`, "data-state": became, "aria-current": key === state.shown ? "step" : null, "aria-label": t("Step {number}, {what}: {state}", { number: n + 1, what: words, state: told }), title: words, onclick: () => go(key) }, mark));
}

/** @param {boolean} focus */
function draw(focus) {
  const key = here();
  stopLooking();
  if (key !== state.shown) {
    say(byId("problem"), "");
    say(byId("said"), "");
  }
  state.shown = key;
  const step = STEPS[key](state.view, acts);
  state.step = step;
  byId("way").hidden = byId("step").hidden = false;
  byId("way").replaceChildren(h("ol", {}, KEYS.map(wayItem)));
  notice(byId("aside"), state.view.aside && t("What was chosen here could not be used, so the table started without it: {why}", { why: state.view.aside }));
  byId("stick").hidden = !state.view.has_stick;
  say(byId("place"), t("Step {number} of {all}", { number: KEYS.indexOf(key) + 1, all: KEYS.length }));
  say(byId("step-title"), step.title);
  byId("body").replaceChildren(...[step.body()].flat(2).filter(Boolean));
  byId("acts").replaceChildren(...[
    step.save && h("button", { type: "submit", class: "button button-main", "data-key": "save" }, step.label ?? t("Save and continue")),
    key !== KEYS[0] && h("button", { type: "button", class: "button", "data-key": "back", onclick: () => go(KEYS[KEYS.indexOf(key) - 1]) }, t("Previous step")),
    key !== "done" && h("button", { type: "button", class: "button", "data-key": "skip", onclick: skip }, step.save ? t("Skip") : t("Go on")),
  ].filter(Boolean));
  busy(false);
  if (focus) byId("step-title").focus();
}

/** Waits until another service answers than the one of `boot`, then goes on where it was.
 * @param {string} boot */
function wait(boot) {
  stopLooking();
  byId("step").hidden = byId("way").hidden = true;
  byId("wait").hidden = false;
  byId("wait-title").focus();
  say(byId("wait-text"), t("Leave this page open: it goes on, mostly within half a minute."));
  const began = Date.now();
  const look = async () => {
    const seconds = (Date.now() - began) / 1000;
    byId("wait-bar").value = Math.min(LONG_S, seconds);
    if (seconds > LONG_S) say(byId("wait-text"), t("This takes longer than it should. Check that the machine has power and is in the same Wi-Fi as you; this page keeps trying."));
    const answer = await get("/api/wizard");
    if (answer.status === 403 || (answer.status === 200 && answer.body.boot !== boot)) location.reload();
    else setTimeout(look, LOOK_MS);
  };
  setTimeout(look, LOOK_MS);
}

async function begin() {
  const answer = await get("/api/wizard");
  if (answer.status === 200) {
    banner("line", "");
    state.view = answer.body;
    if (state.view.ending) wait(state.view.boot);
    else draw(false);
    return;
  }
  banner("line", sentenceOf(answer));
  setTimeout(begin, 2 * LOOK_MS);
}

byId("form").addEventListener("submit", save);
addEventListener("hashchange", () => state.view && draw(true));
begin();
