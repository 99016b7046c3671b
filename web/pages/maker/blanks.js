// A field of a game's file as people fill it in. Which fields there are comes from the game; here are only their kinds.

import { h } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";
import { fromFile } from "./paste.js";
import { pictures } from "./pictures.js";
import { problemOf, titleOf } from "./said.js";
import { tables } from "./tables.js";

/** Where a field's value goes: `values` of its table, `all` of the whole file; `path` from there.
 * @typedef {{plays: string, values: Record<string, any>, all: Record<string, any>, path: (string | number)[], fault: MakerFault, redraw: () => void}} Place */

/** @param {Blank} one @param {Place} place @returns {any} */
export function blank(one, place) {
  if (one.kind === "tables") return tables(one, place, blank, (list) => keysOf(place.all, list));
  const problem = problemOf(place.fault, place.path);
  const anew = (/** @type {string} */ text) => {
    put(one, place, text);
    place.redraw();
  };
  const words = [h("span", {}, one.label), one.hint && h("small", {}, one.hint)];
  const made = DRAWN[one.kind](one, place);
  if (problem) (made.matches("input, select, textarea") ? made : made.querySelector("input, select, textarea") ?? made).setAttribute("aria-invalid", "true");
  if (one.kind === "switch") return h("label", { class: "maker-switch" }, made, h("span", {}, words), problem);
  if (["keys", "one_of"].includes(one.kind)) return h("fieldset", { class: "field" }, h("legend", {}, one.label), one.hint && h("small", {}, one.hint), made, problem);
  return h("div", { class: "field" }, h("label", { class: "field" }, words, made), one.kind === "word" && offered(one, place), one.kind === "list" && fromFile(anew), one.pictures && pictures(one, place, anew), problem);
}

/** What is as usual is not written down.
 * @param {Blank} one @param {Place} place @param {any} value */
function put(one, { values }, value) {
  if (value === undefined || value === "") delete values[one.key];
  else values[one.key] = value;
}

/** @param {Blank} one @param {Place} place */
const now = (one, { values }) => values[one.key] ?? one.usual;

/** @param {Place} place */
const named = ({ path }) => ({ "data-field": path.join("."), autocomplete: "off" });

/** @type {Record<string, (one: Blank, place: Place) => any>} */
const DRAWN = {
  text: (one, place) => h("input", { ...named(place), type: "text", maxlength: one.most, value: now(one, place) ?? "", oninput: (/** @type {any} */ event) => put(one, place, event.target.value) }),
  word: (one, place) => h("textarea", { ...named(place), rows: 3, maxlength: one.most, autocapitalize: "off", spellcheck: "false", // a formula is longer than a phone is wide
    oninput: (/** @type {any} */ event) => put(one, place, event.target.value.replaceAll("\n", " ").trim()) }, now(one, place) ?? ""),
  lines: (one, place) => h("textarea", { ...named(place), rows: 5, maxlength: one.most, oninput: (/** @type {any} */ event) => put(one, place, event.target.value) }, now(one, place) ?? ""),
  list: (one, place) => DRAWN.lines(one, place),
  slug: (one, place) => h("input", { ...named(place), type: "text", maxlength: 40, autocapitalize: "off", spellcheck: "false", value: now(one, place) ?? "", oninput: (/** @type {any} */ event) => put(one, place, event.target.value) }),
  whole: (one, place) => h("input", { ...named(place), type: "number", step: 1, inputmode: one.low < 0 ? null : "numeric", placeholder: one.usual ?? "", value: place.values[one.key] ?? "",
    oninput: (/** @type {any} */ event) => put(one, place, event.target.value === "" ? undefined : Number(event.target.value)) }),
  numbers: (one, place) => h("input", { ...named(place), type: "text", placeholder: "5, 3, 1", value: (place.values[one.key] ?? []).join(", "), oninput: (/** @type {any} */ event) => put(one, place, numbersIn(event.target.value)) }),
  switch: (one, place) => h("input", { ...named(place), type: "checkbox", checked: Boolean(now(one, place)), onchange: (/** @type {any} */ event) => put(one, place, event.target.checked) }),
  one_of: (one, place) => h("div", { class: "maker-choices" }, one.choices.map((choice) => h("label", { class: "maker-switch" },
    h("input", { ...named(place), type: "radio", name: place.path.join("."), value: choice.key, checked: now(one, place) === choice.key, onchange: () => put(one, place, choice.key) }), h("span", {}, choice.label)))),
  key: (one, place) => h("select", { ...named(place), onchange: (/** @type {any} */ event) => put(one, place, event.target.value) },
    h("option", { value: "" }, t("Choose…")), keysOf(place.all, one.of).map(([key, title]) => h("option", { value: key, selected: place.values[one.key] === key }, title))),
  keys: (one, place) => h("div", { class: "maker-choices" }, keysOf(place.all, one.of).map(([key, title]) => h("label", { class: "maker-switch" },
    h("input", { ...named(place), type: "checkbox", checked: (place.values[one.key] ?? []).includes(key), onchange: (/** @type {any} */ event) => {
      const others = (place.values[one.key] ?? []).filter((/** @type {string} */ other) => other !== key);
      put(one, place, event.target.checked ? [...others, key] : others);
    } }), h("span", {}, title)))),
};

/** Numbers as they are typed; what is none stays as it is, so that the table says what is wrong with it.
 * @param {string} text */
function numbersIn(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length ? parts.map((part) => (/^-?\d{1,7}$/.test(part) ? Number(part) : part)) : undefined;
}

/** The keys of all tables of a list with what people call them, wherever in the file it stands.
 * @param {any} value @param {string} list @returns {[string, string][]} */
function keysOf(value, list) {
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const own = name === list && Array.isArray(inside) ? inside.filter((one) => one.key).map((one) => /** @type {[string, string]} */ ([one.key, titleOf(one)])) : [];
    return [...own, ...(Array.isArray(inside) ? inside.flatMap((one) => keysOf(one, list)) : [])];
  });
}

/** Names that may stand in a text with a grammar: a tap puts one in.
 * @param {Blank} one @param {Place} place */
function offered(one, place) {
  const keys = one.of ? keysOf(place.all, one.of).filter(([key]) => key !== place.values.key) : [];
  return keys.length > 0 && h("div", { class: "buttons" }, keys.map(([key, title]) => h("button", {
    class: "button small", type: "button", onclick: (/** @type {any} */ event) => {
      const input = event.target.closest(".field").querySelector("textarea");
      input.setRangeText(key, input.selectionStart, input.selectionEnd, "end");
      put(one, place, input.value);
      input.focus();
    },
  }, title)));
}
