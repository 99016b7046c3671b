// What the page for registering pieces draws.

import { back, card, miniBack } from "./core/cards.js";
import { h, shape } from "./core/dom.js";
import { button } from "./host_forms.js";

const STATES = { open: "no tag yet", done: "has its tag", skipped: "left out for now" };

/** The piece that is asked for, large, with the progress. */
export function asked(view, now) {
  const row = now.rows.find((one) => one.key === now.at);
  const missing = now.rows.length - now.done;
  return [
    h("div", { class: "ask-card" }, row ? picture(row) : h("div", { class: "ask-done" }, shape("check"))),
    h("div", { class: "ask-words" },
      h("p", { class: "eyebrow" }, row ? `Show now · ${row.group}` : "No piece is asked for"),
      h("h2", { class: "ask-name" }, row ? capital(row.label) : missing ? "Only left-out pieces remain" : "Every piece has its tag"),
      h("p", { class: "hint" }, row ? how(view, row) : missing ? "Choose one in the list below, or finish." : "Well done. Finish, and the copy can be played with."),
      bar(now.done, now.rows.length)),
  ];
}

function how(view, row) {
  const side = row.face ? "its face up" : "any card of it face down";
  if (!view.has_camera) return "Take a photo of one or several in this order, or type the code.";
  const real = view.real_camera ? `Lay it under the table's camera, ${side}, one new piece at a time; or take a photo.` : "The camera of this table sees the virtual table only: take a photo, or type the code.";
  return real;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const picture = (row) => (row.face ? card(row.face, "card-large") : back("card-large", row.label));

/** A bar with its words: 12 of 60. */
export function bar(done, total) {
  const meter = h("progress", { max: Math.max(1, total), value: done, "aria-label": `${done} of ${total} pieces have their tag` });
  return h("div", { class: "bar" }, meter, h("span", {}, h("b", {}, done), ` of ${total}`));
}

/** What came of the latest piece that was shown. */
export function toldLine(now) {
  if (!now.told) return null;
  return h("p", { class: "told-line", "data-tone": now.told_ok ? "good" : "bad" }, shape(now.told_ok ? "check" : "hand"), h("span", {}, now.told));
}

/** Codes that the camera saw and that are no piece yet: one of them can be taken for the piece that is asked for. */
export function seenList(now, act) {
  if (!now.seen.length || !now.at) return null;
  return h("div", { class: "seen-tags" }, h("span", {}, "Seen on the table, not registered:"), now.seen.map((one) =>
    h("button", { class: "button small", type: "button", "data-key": `use-${one.key}`, "aria-label": `Take ${one.label} for the piece that is asked for`, onclick: () => act({ act: "use", value: one.key }) }, one.label)));
}

/** The tags of a photo, to be looked through before they are kept. */
export function photoList(photo, act) {
  if (!photo.length) return null;
  const good = photo.filter((one) => !one.problem).length;
  return h("div", { class: "photo-panel" },
    h("h2", {}, "Is this right?"),
    h("ol", { class: "photo-rows" }, photo.map((one, index) => h("li", { "data-bad": one.problem ? "yes" : "no" },
      h("span", { class: "photo-number" }, index + 1), h("code", {}, one.code),
      h("span", {}, one.problem || capital(one.piece))))),
    h("div", { class: "buttons" },
      good > 0 && h("button", { class: "button button-main", type: "button", "data-key": "keep", onclick: () => act({ act: "keep" }) }, good === 1 ? "Keep it" : `Keep all ${good}`),
      h("button", { class: "button", type: "button", "data-key": "discard", onclick: () => act({ act: "discard" }) }, "Discard")));
}

/** Every piece by deck with its state; a tap asks for it. */
export function pieceList(now, openOnly, act) {
  const groups = new Map();
  for (const row of now.rows) {
    if (openOnly && row.status === "done") continue;
    groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  }
  if (!groups.size) return h("p", { class: "empty" }, "Every piece has its tag.");
  return [...groups].map(([group, rows]) => h("section", { class: "group", "aria-label": group },
    h("h3", {}, capital(group), h("span", { class: "group-count" }, `${rows.filter((row) => row.status === "done").length} of ${rows.length}`)),
    h("ul", { class: "piece-grid" }, rows.map((row) => h("li", {}, piece(row, row.key === now.at, act))))));
}

function piece(row, isNow, act) {
  return h("button", {
    type: "button", class: "piece", "data-key": row.key, "data-state": row.status, "aria-current": isNow ? "step" : null,
    "aria-label": `${row.label}: ${isNow ? "asked for now" : STATES[row.status]}`, onclick: () => act({ act: "jump", value: row.key }),
  },
  row.face ? h("span", { class: `mini tint-${row.face.tint}`, "aria-hidden": "true" }, row.face.corner.length < 3 && row.face.corner && h("b", {}, row.face.corner), shape(row.face.suit || "diamond")) : miniBack(),
  h("span", { class: "piece-name" }, row.face ? row.label : "Back"),
  row.status === "done" ? shape("check", "shape piece-mark") : row.status === "skipped" ? h("span", { class: "piece-mark" }, "later") : null);
}

/** The copies of the game. */
export function copyList(copies, act) {
  if (!copies.length) return h("p", { class: "empty" }, "No copy is registered yet. Begin with a new one below.");
  return h("ul", { class: "plain copies" }, copies.map((one) => h("li", {},
    h("div", { class: "copy-words" }, h("b", {}, one.name), one.owner && h("span", { class: "hint" }, one.owner),
      !one.in_play && h("span", { class: "badge" }, "not in play")),
    bar(one.done, one.total),
    h("div", { class: "buttons" },
      h("button", { class: `button ${one.done < one.total ? "button-main" : ""}`, type: "button", "data-key": `go-${one.ident}`, onclick: () => act({ act: "go_on", copy: one.ident }) }, one.done === 0 ? "Begin" : one.done < one.total ? "Go on" : "Look through"),
      button("Forget", act, { act: "remove", copy: one.ident }, { sure: `Forget ${one.tags} tags? Press again`, key: `forget-${one.ident}` })),
    rename(one, act))));
}

function rename(one, act) {
  const form = h("form", { class: "type-form" },
    h("label", { class: "field" }, h("span", {}, "Name"), h("input", { name: "name", type: "text", maxlength: 60, required: true, value: one.name })),
    h("label", { class: "field" }, h("span", {}, "Owner"), h("input", { name: "owner", type: "text", maxlength: 60, value: one.owner })),
    h("button", { class: "button", type: "submit" }, "Rename"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act({ act: "rename", copy: one.ident, value: form.elements.name.value, owner: form.elements.owner.value });
  });
  return h("details", { class: "fold" }, h("summary", {}, "Name and owner"), form);
}
