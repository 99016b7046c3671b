// The page for showing cards: how many looks are known, what came of a photograph, and which look is which card.

import { byId, fill, grouped, h, say } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { get, post, postFile, sentenceOf } from "../shared/core/net.js";
import { smaller } from "../shared/core/picture.js";
import { t } from "../shared/core/words.js";

const state = { view: /** @type {LooksView} */ (null), picked: "" };

/** @param {Answer} answer */
function take(answer) {
  const view = answer.body?.view ?? (answer.status === 200 ? answer.body : null);
  if (view?.rows) state.view = view;
  draw();
}

/** @param {Answer} answer */
function tell(answer) {
  say(byId("said"), sentenceOf(answer));
  byId("said").dataset.tone = answer.status === 200 ? "good" : "bad";
  take(answer);
  return answer.status === 200;
}

/** @param {Partial<LooksCommand>} command */
async function act(command) {
  state.picked = "";
  return tell(await post("/api/looks", { copy: state.view.copy, ...command }));
}

function draw() {
  const view = state.view;
  if (!view) return;
  say(byId("title"), view.title);
  byId("start").hidden = view.copy !== 0;
  for (const id of ["show", "try-panel", "list-panel"]) byId(id).hidden = view.copy === 0;
  byId("copies").hidden = view.copies.length < 2;
  fill(byId("copies").querySelector("select"), [view.copies, view.copy], () => view.copies.map((one) =>
    h("option", { value: one.key, selected: one.key === String(view.copy) }, one.label)));
  fill(byId("bar"), [view.done, view.rows.length], () => bar(view));
  const next = view.rows.find((row) => !row.stamp && !row.plain);
  say(byId("next"), next ? t("Next: {card}", { card: next.label }) : t("Every card was shown."));
  byId("try-panel").hidden ||= view.done === 0;
  byId("try").hidden = !view.trial.is_clear;
  fill(byId("tried"), [view.trial.cards], () => view.trial.cards.map((card) => tried(view, card)));
  fill(byId("picked"), [state.picked, view.rows], () => picked(view));
  fill(byId("list"), [view.rows, state.picked, byId("only").checked], () => list(view));
  fill(byId("forget"), [view.copy, view.done], () => view.done > 0 && button(t("Forget all looks"), act, { act: "forget" }, { sure: t("Forget all looks? Press again") }));
}

/** @param {LooksView} view */
function bar(view) {
  const facts = { done: view.done, total: view.rows.length };
  return h("div", { class: "bar" }, h("progress", { max: Math.max(1, facts.total), value: facts.done, "aria-label": t("{done} of {total} cards were shown", facts) }), h("span", {}, t("{done} of {total}", facts)));
}

/** A card that lay on the table, and what the camera says of it.
 * @param {LooksView} view @param {TriedCard} card */
function tried(view, card) {
  return h("li", { "data-sure": card.sure },
    h("img", { src: `/api/looks/picture?copy=${view.copy}&key=${encodeURIComponent(card.key)}`, alt: "" }),
    h("span", {}, card.says));
}

/** Asks the camera, which takes a moment.
 * @param {string} id @param {LooksAct} name */
async function ask(id, name) {
  byId(id).disabled = true;
  await act({ act: name });
  byId(id).disabled = false;
}

/** What can be done with the look that was pressed.
 * @param {LooksView} view */
function picked(view) {
  const row = view.rows.find((one) => one.key === state.picked);
  if (!row) return null;
  return [
    h("span", {}, t("Press the name where this look of {card} belongs, or:", { card: row.label })),
    row.stamp && h("button", { class: "button small", type: "button", onclick: () => act({ act: "turn", value: row.key }) }, t("Turn it upside down")),
    h("button", { class: "button small", type: "button", onclick: () => act({ act: "drop", value: row.key }) }, row.stamp ? t("Forget this look") : t("Show it anew")),
    h("button", { class: "button small", type: "button", onclick: () => pick("") }, t("Leave it")),
  ];
}

/** @param {string} key */
function pick(key) {
  state.picked = key;
  draw();
  /** @type {any} */ (document.querySelector(`.look[data-key="${CSS.escape(key)}"]`))?.focus();
}

/** A look is pressed: it is picked, or changes places with the one that is.
 * @param {LookRow} row */
function press(row) {
  if (state.picked && state.picked !== row.key) act({ act: "swap", value: state.picked, other: row.key });
  else if (row.stamp || row.plain) pick(state.picked === row.key ? "" : row.key);
}

/** @param {LooksView} view */
function list(view) {
  const rows = view.rows.filter((row) => !byId("only").checked || !(row.stamp || row.plain));
  if (!rows.length) return h("p", { class: "empty" }, t("Every card was shown."));
  return [...grouped(rows, (row) => row.group)].map(([group, some]) => h("section", { class: "group", "aria-label": group },
    h("h3", {}, group.slice(0, 1).toUpperCase() + group.slice(1)),
    h("ul", { class: "look-grid" }, some.map((row) => h("li", {}, look(view, row))))));
}

/** @param {LookRow} row */
function labelOf(row) {
  if (row.stamp) return [row.label, ...row.alike.map((one) => t("hardly told from {card}", { card: one.label }))].join(", ");
  return row.plain ? t("{card}: too little print, give it a sticker", { card: row.label }) : t("{card}: not shown yet", { card: row.label });
}

/** The picture of a look, and where alone it differs from others.
 * @param {LooksView} view @param {LookRow} row */
function portrait(view, row) {
  const places = row.alike.map((one) => one.place).filter(Boolean);
  return h("span", { class: "portrait" },
    h("img", { src: `/api/looks/picture?copy=${view.copy}&key=${encodeURIComponent(row.key)}&as=${row.stamp}`, alt: "", draggable: false, loading: "lazy" }),
    places.map(([left, top, wide, high]) => {
      const node = h("span", { class: "place", "aria-hidden": "true" });
      for (const [name, share] of Object.entries({ left, top, width: wide, height: high })) node.style.setProperty(name, `${100 * share}%`);
      return node;
    }));
}

/** @param {LooksView} view @param {LookRow} row */
function look(view, row) {
  const node = h("button", {
    class: "look", type: "button", "data-key": row.key, draggable: Boolean(row.stamp), "aria-pressed": row.key === state.picked,
    "aria-label": labelOf(row), onclick: () => press(row),
  },
  row.stamp ? portrait(view, row) : h("span", { class: "no-look", "aria-hidden": "true" }, row.plain ? t("too plain") : t("not shown")),
  h("span", { class: "look-name" }, row.label),
  row.plain && h("span", { class: "look-alike" }, t("too little print: give it a sticker")),
  row.alike.map((one) => h("span", { class: "look-alike" }, one.place
    ? t("like {card} but for the marked place: keep that in view, or give both stickers", { card: one.label })
    : t("just like {card}: give both stickers", { card: one.label }))));
  node.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", row.key));
  node.addEventListener("dragover", (event) => { event.preventDefault(); node.classList.add("over"); });
  node.addEventListener("dragleave", () => node.classList.remove("over"));
  node.addEventListener("drop", (event) => {
    event.preventDefault();
    const from = event.dataTransfer.getData("text/plain");
    if (from && from !== row.key) act({ act: "swap", value: from, other: row.key });
  });
  return node;
}

byId("clear").addEventListener("click", () => ask("clear", "clear"));
byId("try").addEventListener("click", () => ask("try", "try"));
byId("only").addEventListener("change", draw);
byId("copies").addEventListener("change", async (/** @type {any} */ event) => take(await get(`/api/looks?copy=${event.target.value}`)));
byId("new").addEventListener("submit", async (/** @type {any} */ event) => {
  event.preventDefault();
  await act({ act: "start", value: event.target.elements.name.value });
});
byId("photo").addEventListener("change", async (/** @type {any} */ event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  const words = byId("photo-label").querySelector("span");
  byId("photo-label").dataset.busy = "yes";
  say(words, t("Reading your photo…"));
  tell(await postFile(`/api/looks/photo?copy=${state.view.copy}`, await smaller(file)));
  byId("photo-label").dataset.busy = "no";
  say(words, t("Take a photo"));
});

get("/api/looks").then(take);
