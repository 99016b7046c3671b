// One game, step by step: its name, the pages that the game has for it, and at last a look at phone and table.

import { byId, h, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { blank } from "./blanks.js";
import { lookAt } from "./look.js";
import { problemOf } from "./said.js";

/** @typedef {(string | number)[]} Path */

/** @param {FormView} view @param {(title: string, ...parts: any[]) => void} show
 * @param {(view: MakerView, sentence: string) => void} onSaved @param {() => void} onLeft */
export function fillIn(view, show, onSaved, onLeft) {
  const draft = { plays: view.plays, slug: view.slug, title: view.title, author: view.author, values: view.values, for_seats: view.for_seats };
  const state = { step: 0, fault: /** @type {MakerFault} */ (null) };
  const last = view.steps.length + 1;

  const leave = () => Object.assign(window, { onpopstate: null, onbeforeunload: null });
  history.pushState(null, ""); // the browser's own Back goes a step back, and loses nothing
  window.onpopstate = () => {
    if (!state.step) return back();
    history.pushState(null, "");
    go(state.step - 1);
  };
  window.onbeforeunload = (event) => document.querySelector(".maker-step") && event.preventDefault();

  function back() {
    if (state.step) return go(state.step - 1);
    leave();
    onLeft();
  }

  /** @param {number} step */
  function go(step) {
    state.step = step;
    draw();
    scrollTo(0, 0);
    byId("maker-step").focus({ preventScroll: true });
  }

  /** Goes to the field that is wrong.
   * @param {MakerFault} fault */
  function point(fault) {
    state.fault = fault;
    const [first] = fault.path;
    const at = view.steps.findIndex((step) => step.fields.some((one) => one.key === first));
    go(at < 0 ? 0 : at + 1);
    const node = document.querySelector("[aria-invalid=true]");
    for (let up = node?.parentElement; up; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
    if (node instanceof HTMLElement) node.focus();
    document.querySelector(".maker .problem")?.scrollIntoView({ block: "center" });
  }

  async function save() {
    const answer = await post("/api/make/save", draft);
    if (answer.status === 200) {
      leave();
      onSaved(answer.body.made, sentenceOf(answer));
    } else if (answer.body?.fault) point(answer.body.fault);
    else say(byId("maker-problem"), sentenceOf(answer));
  }

  function parts() {
    if (state.step === 0) return named(draft, view, state.fault);
    if (state.step === last) return lookAt(draft, point);
    const { fields } = view.steps[state.step - 1];
    const alone = fields.length === 1 ? { label: "" } : {}; // the page's heading says it
    return fields.map((one) => blank(one.kind === "tables" ? { ...one, ...alone } : one, { plays: view.plays, values: draft.values, all: draft.values, path: [one.key], fault: state.fault, redraw: draw }));
  }

  function draw() {
    const { step } = state;
    const heading = step === 0 ? t("What is it called?") : step === last ? t("Have a look") : view.steps[step - 1].heading;
    const open = [...document.querySelectorAll(".maker details[open][data-at]")].map((one) => /** @type {HTMLElement} */ (one).dataset.at);
    show(view.slug ? draft.title : t("Make a game"),
      h("section", { class: "panel maker-step", "data-step": String(step) },
        h("p", { class: "eyebrow" }, t("Step {number} of {count}", { number: step + 1, count: last + 1 })),
        h("h2", { id: "maker-step", tabindex: "-1" }, heading),
        parts(),
        h("p", { id: "maker-problem", class: "problem", role: "alert" })),
      h("div", { class: "maker-way" },
        h("button", { class: "button", type: "button", "data-key": "back", onclick: back }, step ? t("Back") : t("Cancel")),
        h("button", { class: "button button-main", type: "button", "data-key": step === last ? "save" : "next", onclick: () => (step === last ? save() : go(step + 1)) }, step === last ? t("Save it") : t("Next"))));
    for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".maker details[data-at]"))) if (open.includes(one.dataset.at)) one.open = true;
  }

  draw();
}

/** @param {{title: string, author: string, for_seats: [number, number]}} draft @param {FormView} view @param {MakerFault} fault */
function named(draft, view, fault) {
  const line = (/** @type {"title" | "author"} */ key, /** @type {string} */ label) => h("label", { class: "field" }, h("span", {}, label),
    h("input", { type: "text", maxlength: 80, value: draft[key], "data-key": key, autocomplete: "off", "aria-invalid": problemOf(fault, ["", key]) ? "true" : null,
      oninput: (/** @type {any} */ event) => { draft[key] = event.target.value; } }),
    problemOf(fault, ["", key]));
  const end = (/** @type {0 | 1} */ at, /** @type {string} */ label) => h("label", { class: "field" }, h("span", {}, label),
    h("select", { "data-key": `seats-${at}`, "aria-invalid": problemOf(fault, ["", "seats"]) ? "true" : null, onchange: (/** @type {any} */ event) => { draft.for_seats[at] = Number(event.target.value); } },
      range(view.seats).map((count) => h("option", { value: count, selected: count === draft.for_seats[at] }, String(count)))));
  return [
    view.remarks && h("p", { class: "maker-remarks" }, t("This file was written by hand. Its remarks (after #) are lost when you save it here.")),
    line("title", t("Name of the game")), line("author", t("Who made it (if you like)")),
    view.seats && h("div", { class: "maker-pair" }, end(0, t("Fewest players")), end(1, t("Most players"))),
    problemOf(fault, ["", "seats"]),
  ];
}

/** @param {[number, number]} ends */
function range([first, last]) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
