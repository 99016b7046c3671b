// The maker: what can be made and what was made; then one game, step by step.

import { byId, h, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { fillIn } from "./form.js";
import { madeGame } from "./made.js";

/** @param {string} sentence @param {boolean} ok */
function told(sentence, ok) {
  byId("said").dataset.tone = ok ? "good" : "bad";
  say(byId("said"), sentence);
}

/** @param {string} title @param {any[]} parts */
function show(title, ...parts) {
  const held = byId("maker").contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key ?? "" : null;
  say(byId("maker-title"), title);
  say(byId("said"), "");
  byId("maker").replaceChildren(...parts.flat().filter(Boolean));
  if (held === null) return;
  /** @type {HTMLElement} */ (held && document.querySelector(`#maker [data-key="${CSS.escape(held)}"]`) || byId("maker-step") || byId("maker-title")).focus({ preventScroll: true });
}

/** @param {Record<string, string>} of what the form is of */
async function open(of, copy = false) {
  const answer = await get(["/api/make/form", new URLSearchParams(of)].join("?"));
  if (answer.status !== 200) return told(sentenceOf(answer), false);
  const form = /** @type {FormView} */ (answer.body);
  if (copy) Object.assign(form, { slug: "", title: t("Copy of {title}", { title: form.title }) });
  fillIn(form, show, (view, sentence) => {
    start(view);
    told(sentence, true);
  }, () => refresh());
  scrollTo(0, 0);
}

/** @param {MakerKind} kind */
function kindCard(kind) {
  const from = (/** @type {string} */ key, /** @type {string} */ label) => h("button", {
    class: `button ${key ? "" : "button-main"}`, type: "button", "data-key": `from-${kind.plays}-${key}`, onclick: () => open({ plays: kind.plays, template: key }),
  }, label);
  return h("section", { class: "panel maker-kind", "data-plays": kind.plays },
    h("h2", {}, kind.title), h("p", {}, kind.sentence), from("", t("Begin with nothing")),
    kind.templates.length > 0 && h("details", { class: "fold" }, h("summary", {}, t("Begin with one that is there")),
      h("div", { class: "buttons" }, kind.templates.map((one) => from(one.key, one.label)))));
}

/** @param {MakerView} view */
function start(view) {
  const change = (/** @type {string} */ game) => open({ game });
  const copy = (/** @type {string} */ game) => open({ game }, true);
  const play = async (/** @type {string} */ game) => {
    if (view.playing) await post("/api/host", { act: "end_match", reason: "as_wished" }); // what stays is said by the shelf
    act("/api/shelf", { game });
  };
  show(t("Make a game"),
    h("p", {}, t("A game of your own is a few answers: nothing has to be programmed. Your game is on the shelf then, beside the others.")),
    view.kinds.map(kindCard),
    view.games.length > 0 && h("section", { class: "panel" }, h("h2", {}, t("Your games")),
      h("ul", { class: "maker-games" }, view.games.map((game) => madeGame(game, view.playing, { change, copy, play, act })))));
}

/** @param {string} path @param {object} body */
async function act(path, body) {
  const answer = await post(path, body);
  if (answer.body?.view && answer.body.view.kinds) start(answer.body.view);
  else await refresh();
  told(sentenceOf(answer), answer.status === 200);
}

async function refresh() {
  const answer = await get("/api/make");
  if (answer.status === 200) start(answer.body);
  else told(sentenceOf(answer), false);
}

const wished = new URLSearchParams(location.search).get("game");
if (wished) open({ game: wished });
else refresh();
