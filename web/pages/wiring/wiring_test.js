// The test of the buttons: every part with what it has told since the test began, and a switch for each light.

import { byId, fill, h, notice, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 400;
const RESTING_MS = 3000; // while no test runs: another host may begin one
const NEW_S = 1.5; // so long a part counts as just pressed
const state = { view: /** @type {ButtonsView} */ (null), timer: 0, busy: false, heard: new Map() };

async function look() {
  clearTimeout(state.timer);
  if (document.hidden) return; // a page that nobody sees lets the test end
  const answer = await get("/api/buttons");
  if (answer.status === 403) {
    banner("line", t("This device is no longer the host's."), { href: "/host", label: t("Sign in again") });
    return;
  }
  banner("line", answer.status === 200 ? "" : sentenceOf(answer));
  if (answer.status === 200 && !state.busy) take(answer.body);
  clearTimeout(state.timer);
  state.timer = setTimeout(look, state.view?.is_open ? LOOK_MS : RESTING_MS);
}

/** @param {ButtonsView} view */
function take(view) {
  const ended = state.view?.is_open && !view.is_open;
  state.view = view;
  if (ended) say(byId("said"), t("The test is over; the buttons play again."));
  notice(byId("problem"), view.problem || (view.simulated ? t("The pins are simulated: no real button is wired.") : ""));
  fill(byId("acts"), [view.is_open, view.problem], acts);
  announce(view);
  const asked = view.parts.filter((part) => part.kind !== "light");
  const progress = byId("progress");
  progress.hidden = !view.is_open || asked.length === 0;
  say(progress, t("{count} of {total} have answered.", { count: asked.filter((part) => part.count).length, total: asked.length }));
  fill(byId("parts"), [view.is_open, view.parts.map((part) => [part.key, part.count, part.turned, part.held, part.lit, isNew(part)])], () => view.parts.map(card));
}

/** @returns {Child} */
function acts() {
  if (state.view.problem) return [];
  if (!state.view.is_open) return h("button", { type: "button", class: "button button-main", "data-key": "test", onclick: () => act("open") }, t("Begin the test"));
  return h("button", { type: "button", class: "button button-main", "data-key": "test", onclick: () => act("close") }, t("End the test"));
}

/** Says what has answered, once for each time.
 * @param {ButtonsView} view */
function announce(view) {
  const before = state.heard;
  state.heard = new Map(view.parts.map((part) => [part.key, part.count]));
  if (!view.is_open) return;
  const fresh = view.parts.filter((part) => part.count > (before.get(part.key) ?? 0));
  if (fresh.length) say(byId("said"), fresh.map((part) => `${part.label}: ${told(part)}`).join(" · "));
}

/** @param {TriedPart} part */
const isNew = (part) => part.ago_s !== null && part.ago_s < NEW_S;

/** @param {TriedPart} part */
function card(part) {
  const open = state.view.is_open;
  const mark = part.kind === "light" ? (part.lit ? "☀" : "") : part.count ? "✓" : "";
  return h("li", { class: "tested-part", "data-part": part.key, "data-heard": part.count ? "yes" : "no", "data-new": isNew(part) ? "yes" : "no", "data-lit": part.lit ? "yes" : "no" },
    h("span", { class: "tested-mark", "aria-hidden": "true" }, mark),
    h("div", { class: "tested-words" }, h("strong", {}, part.label), h("small", {}, part.where)),
    part.kind === "light"
      ? h("button", { type: "button", class: "button small", "data-key": `light-${part.key}`, disabled: !open, "aria-pressed": String(part.lit), "aria-label": t("Light it: {part}", { part: part.label }), onclick: () => act(part.lit ? "dark" : "light", part.key) }, part.lit ? t("Put it out") : t("Light it"))
      : h("span", { class: "tested-state" }, open ? told(part) : ""),
  );
}

/** @param {TriedPart} part */
function told(part) {
  if (part.held) return t("held down");
  if (!part.count) return part.kind === "dial" ? t("turn it to the right") : part.kind === "sensor" ? t("throw a die") : t("press it");
  if (part.kind === "dial") return part.turned < 0 ? t("turned {count|one step|{count} steps} to the left", { count: -part.turned }) : t("turned {count|one step|{count} steps} to the right", { count: part.turned });
  if (part.kind === "sensor") return t("noticed {count|once|{count} times}", { count: part.count });
  return t("pressed {count|once|{count} times}", { count: part.count });
}

/** @param {ButtonsAct} name */
async function act(name, part = "") {
  state.busy = true;
  const answer = await post("/api/buttons", { act: name, part });
  state.busy = false;
  if (name === "open") state.heard = new Map();
  say(byId("said"), name === "light" || name === "dark" ? (answer.status === 200 ? "" : sentenceOf(answer)) : sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  if (answer.body?.view) take(answer.body.view);
  look();
}

addEventListener("pagehide", () => {
  if (!state.view?.is_open) return;
  const csrf = document.querySelector('meta[name="csrf"]')?.content || "";
  fetch("/api/buttons", { method: "POST", keepalive: true, headers: { "X-CSRF-Token": csrf, "Content-Type": "application/json" }, body: JSON.stringify({ act: "close", part: "" }) }).catch(() => {});
});
document.addEventListener("visibilitychange", () => !document.hidden && look());
look();
