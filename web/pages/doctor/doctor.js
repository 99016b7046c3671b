// The doctor's page: everything that an evening needs, how well it is, and what to do. It looks in the background.

import { byId, fill, h, say, shape } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const LOOKING_MS = 700;
const lang = document.documentElement.lang;
const ICONS = { well: "check", look: "eye", broken: "cross" };
const GRADES = { well: t("Well"), look: t("To look at"), broken: t("Broken") };
const ORDER = ["broken", "look", "well"];
const state = { timer: 0 };

async function look() {
  clearTimeout(state.timer);
  const answer = await get("/api/doctor");
  if (answer.status === 200 && !answer.body.begun) return begin();
  return take(answer);
}

async function begin() {
  clearTimeout(state.timer);
  say(byId("said"), "");
  take(await post("/api/doctor", {}));
}

/** @param {Answer} answer */
function take(answer) {
  if (answer.status === 200) {
    banner("line", "");
    draw(answer.body);
    if (answer.body.looking) state.timer = setTimeout(look, LOOKING_MS);
  } else if (answer.status === 403) banner("line", t("This device is no longer the host's."), { href: "/host", label: t("Sign in again") });
  else {
    banner("line", sentenceOf(answer));
    state.timer = setTimeout(look, 4 * LOOKING_MS);
  }
}

/** @param {DoctorView} view */
function draw(view) {
  const head = byId("headline");
  say(head, headline(view));
  head.dataset.tone = view.broken ? "bad" : view.to_look_at ? "fair" : view.looking ? "unknown" : "good";
  byId("again").disabled = view.looking;
  say(byId("when"), t("Looked at: {when}", { when: new Date(view.begun).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" }) }));
  byId("groups").setAttribute("aria-busy", String(view.looking));
  const groups = view.looking ? view.groups : [...view.groups].sort((a, b) => worst(a) - worst(b)); // nothing moves while it looks
  fill(byId("groups"), groups, () => groups.map(group));
}

/** @param {DoctorView} view */
function headline(view) {
  if (view.looking) return t("Looking at everything…");
  if (view.broken) return t("{count|One thing is|{count} things are} broken.", { count: view.broken });
  if (view.to_look_at) return t("Ready to play; {count|one thing|{count} things} could be better.", { count: view.to_look_at });
  return t("All is well.");
}

/** @param {DoctorGroup} group */
const worst = (group) => Math.min(...group.lines.map((line) => ORDER.indexOf(line.grade)));

/** @param {DoctorGroup} one */
function group(one) {
  const id = `h-${one.key}`;
  return h("section", { class: "panel", "aria-labelledby": id }, h("h2", { id }, one.heading),
    h("ul", { class: "findings" }, one.lines.map(finding)));
}

/** @param {DoctorLine} line */
function finding(line) {
  return h("li", { "data-grade": line.grade }, shape(ICONS[line.grade]), h("div", {},
    h("p", { class: "finding-head" }, h("b", {}, line.name), " ", h("span", { class: "grade" }, GRADES[line.grade])),
    h("p", { class: "finding-text" }, line.text),
    line.cure && h("p", { class: "finding-cure" }, h("b", {}, t("What to do:")), " ", line.cure)));
}

async function speak() {
  const answer = await post("/api/hosting/say", {});
  const heard = answer.status === 200 ? t("Did you hear it? If not, check the loudspeaker, its cable, and Voice below.") : "";
  say(byId("said"), [sentenceOf(answer), heard].filter(Boolean).join(" "));
}

byId("again").addEventListener("click", begin);
byId("say").addEventListener("click", speak);
look();
