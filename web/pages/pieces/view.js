// What the page for registering pieces draws.

import { back, card, miniBack } from "../shared/board/cards.js";
import { grouped, h, shape } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { t } from "../shared/core/words.js";

const STATES = { open: t("no tag yet"), done: t("has its tag"), skipped: t("left out for now") };

/** The piece that is asked for, large, with the progress.
 * @param {PiecesView} view @param {Registration} now */
export function asked(view, now) {
  const row = now.rows.find((one) => one.key === now.at);
  const missing = now.rows.length - now.done;
  return [
    h("div", { class: "ask-card" }, row ? picture(row) : h("div", { class: "ask-done" }, shape("check"))),
    h("div", { class: "ask-words" },
      h("p", { class: "eyebrow" }, row ? t("Show now · {group}", { group: row.group }) : t("No piece is asked for")),
      h("h2", { class: "ask-name" }, row ? capital(row.label) : missing ? t("Only left-out pieces remain") : t("Every piece has its tag")),
      h("p", { class: "hint" }, row ? how(view, row) : missing ? t("Choose one in the list below, or finish.") : t("Well done. Finish, and you can play with this copy.")),
      bar(now.done, now.rows.length)),
  ];
}

/** @param {PiecesView} view @param {PieceRow} row */
function how(view, row) {
  if (!view.has_camera) return t("Take a photo of one or several in this order, or type the code.");
  if (!view.real_camera) return t("The camera of this table sees the virtual table only: take a photo, or type the code.");
  return row.face
    ? t("Put it under the table's camera, face up, one new piece at a time; or take a photo.")
    : t("Put any card of it under the table's camera, face down, one new piece at a time; or take a photo.");
}

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
/** @param {PieceRow} row */
const picture = (row) => (row.face ? card(row.face, "card-large") : back("card-large", row.label));

/** A bar with its words: 12 of 60.
 * @param {number} done @param {number} total */
export function bar(done, total) {
  const meter = h("progress", { max: Math.max(1, total), value: done, "aria-label": t("{done} of {total} pieces have their tag", { done, total }) });
  return h("div", { class: "bar" }, meter, h("span", {}, t("{done} of {total}", { done, total })));
}

/** What came of the latest piece that was shown.
 * @param {Registration} now */
export function toldLine(now) {
  if (!now.told) return null;
  return h("p", { class: "told-line", "data-tone": now.told_ok ? "good" : "bad" }, shape(now.told_ok ? "check" : "hand"), h("span", {}, now.told));
}

/** Codes that the camera saw and that are no piece yet: one of them can be taken for the piece that is asked for.
 * @param {Registration} now @param {(command: PiecesCommand) => void} act */
export function seenList(now, act) {
  if (!now.seen.length || !now.at) return null;
  return h("div", { class: "seen-tags" }, h("span", {}, t("Seen on the table, not registered:")), now.seen.map((one) =>
    h("button", { class: "button small", type: "button", "data-key": `use-${one.key}`, "aria-label": t("Take {code} for the piece that is asked for", { code: one.label }), onclick: () => act({ act: "use", value: one.key }) }, one.label)));
}

/** The tags of a photo, to be looked through before they are kept.
 * @param {PhotoTag[]} photo @param {(command: PiecesCommand) => void} act */
export function photoList(photo, act) {
  if (!photo.length) return null;
  const good = photo.filter((one) => !one.problem).length;
  return h("div", { class: "photo-panel" },
    h("h2", {}, t("Is this right?")),
    h("ol", { class: "photo-rows" }, photo.map((one, index) => h("li", { "data-bad": one.problem ? "yes" : "no" },
      h("span", { class: "photo-number" }, index + 1), h("code", {}, one.code),
      h("span", {}, one.problem || capital(one.piece))))),
    h("div", { class: "buttons" },
      good > 0 && h("button", { class: "button button-main", type: "button", "data-key": "keep", onclick: () => act({ act: "keep" }) }, good === 1 ? t("Keep it") : t("Keep all {count}", { count: good })),
      h("button", { class: "button", type: "button", "data-key": "discard", onclick: () => act({ act: "discard" }) }, t("Discard"))));
}

/** Every piece by deck with its state; a tap asks for it.
 * @param {Registration} now @param {boolean} openOnly @param {(command: PiecesCommand) => void} act */
export function pieceList(now, openOnly, act) {
  const groups = grouped(now.rows.filter((row) => !openOnly || row.status !== "done"), (row) => row.group);
  if (!groups.size) return h("p", { class: "empty" }, t("Every piece has its tag."));
  return [...groups].map(([group, rows]) => h("section", { class: "group", "aria-label": group },
    h("h3", {}, capital(group), h("span", { class: "group-count" }, t("{done} of {total}", { done: rows.filter((row) => row.status === "done").length, total: rows.length }))),
    h("ul", { class: "piece-grid" }, rows.map((row) => h("li", {}, piece(row, row.key === now.at, act))))));
}

/** @param {PieceRow} row @param {boolean} isNow @param {(command: PiecesCommand) => void} act */
function piece(row, isNow, act) {
  return h("button", {
    type: "button", class: "piece", "data-key": row.key, "data-state": row.status, "aria-current": isNow ? "step" : null,
    "aria-label": `${row.label}: ${isNow ? t("asked for now") : STATES[row.status]}`, onclick: () => act({ act: "jump", value: row.key }),
  },
  row.face ? h("span", { class: `mini tint-${row.face.tint}`, "aria-hidden": "true" }, row.face.corner.length < 3 && row.face.corner && h("b", {}, row.face.corner), shape(row.face.suit || "diamond")) : miniBack(),
  h("span", { class: "piece-name" }, row.face ? row.label : t("Back")),
  row.status === "done" ? shape("check", "shape piece-mark") : row.status === "skipped" ? h("span", { class: "piece-mark" }, t("later")) : null);
}

/** The copies of the game.
 * @param {CopyRow[]} copies @param {(command: PiecesCommand) => void} act */
export function copyList(copies, act) {
  if (!copies.length) return h("p", { class: "empty" }, t("No copy is registered yet. Begin with a new one below."));
  return h("ul", { class: "plain copies" }, copies.map((one) => h("li", {},
    h("div", { class: "copy-words" }, h("b", {}, one.name), one.owner && h("span", { class: "hint" }, one.owner),
      !one.in_play && h("span", { class: "badge" }, t("not in play"))),
    bar(one.done, one.total),
    h("div", { class: "buttons" },
      h("button", { class: `button ${one.done < one.total ? "button-main" : ""}`, type: "button", "data-key": `go-${one.ident}`, onclick: () => act({ act: "go_on", copy: one.ident }) }, one.done === 0 ? t("Begin") : one.done < one.total ? t("Go on") : t("Look through")),
      button(t("Forget"), act, { act: "remove", copy: one.ident }, { sure: t("Forget {count|one tag|{count} tags}? Press again", { count: one.tags }), key: `forget-${one.ident}` })),
    rename(one, act))));
}

/** @param {CopyRow} one @param {(command: PiecesCommand) => void} act */
function rename(one, act) {
  const form = h("form", { class: "type-form" },
    h("label", { class: "field" }, h("span", {}, t("Name")), h("input", { name: "name", type: "text", maxlength: 60, required: true, value: one.name })),
    h("label", { class: "field" }, h("span", {}, t("Owner")), h("input", { name: "owner", type: "text", maxlength: 60, value: one.owner })),
    h("button", { class: "button", type: "submit" }, t("Rename")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, owner } = Object.fromEntries(new FormData(form));
    act({ act: "rename", copy: one.ident, value: String(name), owner: String(owner) });
  });
  return h("details", { class: "fold" }, h("summary", {}, t("Name and owner")), form);
}
