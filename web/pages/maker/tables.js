// A list of tables as cards: added, opened, moved, doubled, removed.

import { h } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { t } from "../shared/core/words.js";
import { pasted } from "./paste.js";
import { problemOf, titleOf } from "./said.js";

/** @typedef {import("./blanks.js").Place} Place */

/** @param {Blank} one @param {Place} place @param {(one: Blank, place: Place) => any} blank
 * @param {(list: string) => [string, string][]} keysOf what tables may be named, with what people call them */
export function tables(one, place, blank, keysOf) {
  const list = place.values[one.key] ?? (place.values[one.key] = []);
  const at = place.path.join(".");
  const titledBy = one.fields.find((field) => field.key === one.title_of);

  /** @param {() => void} change @param {number} open which card is open then */
  function after(change, open) {
    change();
    place.redraw();
    const cards = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(`details[data-at^="${at}."]`)]).filter((card) => card.dataset.at.slice(at.length + 1).match(/^\d+$/));
    cards.forEach((card, number) => { card.open = number === open; });
    (cards[open]?.querySelector("input") ?? /** @type {HTMLElement} */ (document.querySelector(`[data-key="add-${at}"]`)))?.focus();
  }

  /** @param {number} from @param {number} to */
  const move = (from, to) => after(() => list.splice(to, 0, ...list.splice(from, 1)), to);
  /** @param {number} from */
  const double = (from) => after(() => {
    const twin = structuredClone(list[from]);
    delete twin.key;
    list.splice(from + 1, 0, twin);
    nameKeys(one, list);
  }, from + 1);

  /** @param {any} table @param {number} number */
  function card(table, number) {
    const inside = { ...place, values: table, path: [...place.path, number] };
    const called = () => titledBy?.choices.find((choice) => choice.key === table[one.title_of])?.label || titleOf(table, one.title_of) || t("Not named yet");
    const title = h("b", {}, called());
    const drawn = (/** @type {Blank} */ field) => blank(field, { ...inside, path: [...inside.path, field.key] });
    const rare = one.fields.filter((field) => field.rare);
    const asked = one.fields.filter((field) => field.only).map((field) => /** @type {[Blank, any]} */ ([field, drawn(field)]));
    const node = (/** @type {Blank} */ field) => asked.find(([other]) => other === field)?.[1] ?? drawn(field);
    const choose = () => asked.forEach(([field, each]) => { each.hidden = !isAsked(one, field, table); });
    choose();
    const path = [...place.path, number];
    return h("details", { class: "fold maker-card", "data-at": path.join("."),
      oninput: () => { title.textContent = called(); }, onchange: () => {
        nameKeys(one, list);
        choose();
        title.textContent = called();
      } },
      h("summary", {}, title),
      problemOf(place.fault, path),
      one.fields.filter((field) => !field.rare).map(node),
      rare.length > 0 && h("details", { class: "fold", "data-at": `${path.join(".")}.more` }, h("summary", {}, t("More")), rare.map(node)),
      h("div", { class: "buttons" },
        number > 0 && button(t("Move up"), () => move(number, number - 1), {}, { key: `up-${path.join(".")}` }),
        number < list.length - 1 && button(t("Move down"), () => move(number, number + 1), {}, { key: `down-${path.join(".")}` }),
        list.length < one.most && button(t("Make a copy"), () => double(number), {}, { key: `double-${path.join(".")}` }),
        button(t("Remove"), () => after(() => list.splice(number, 1), -1), {}, { key: `remove-${path.join(".")}`, sure: t("Press again") })));
  }

  /** @param {any[]} found */
  function take(found) {
    if (list.length + found.length > one.most) return t("That would be {count}, and there is room for {most}.", { count: list.length + found.length, most: one.most });
    for (const field of one.fields.filter(({ kind }) => ["key", "keys"].includes(kind))) {
      const named = (/** @type {string} */ said) => keysOf(field.of).find(([, title]) => title.toLowerCase() === said.toLowerCase())?.[0] ?? said;
      for (const table of found.filter((each) => each[field.key])) table[field.key] = field.kind === "key" ? named(table[field.key]) : table[field.key].map(named);
    }
    after(() => {
      list.push(...found);
      nameKeys(one, list);
    }, -1);
    return "";
  }

  return h("section", { class: "maker-tables" },
    one.label && h("h3", {}, one.label), one.hint && h("small", {}, one.hint),
    problemOf(place.fault, place.path),
    list.map(card),
    list.length < one.most && h("button", { class: "button wide", type: "button", "data-key": `add-${at}`, onclick: () => after(() => list.push({}), list.length) }, t("Add one")),
    list.length < one.most && pasted(one, place, take));
}

/** Whether a field is asked for; what is said is shown in any case.
 * @param {Blank} one @param {Blank} field @param {any} table */
function isAsked(one, field, table) {
  const { key, among } = field.only;
  const said = table[key] ?? one.fields.find((other) => other.key === key)?.usual;
  const value = table[field.key];
  return among.includes(said) || (value !== undefined && String(value) !== String(field.usual ?? ""));
}

/** Gives a table that has none the key that is made from its name.
 * @param {Blank} one @param {any[]} list */
function nameKeys(one, list) {
  const slug = one.fields.find((field) => field.kind === "slug");
  if (!slug) return;
  for (const table of list.filter((each) => !each[slug.key] && each[slug.of])) {
    const taken = new Set(list.map((each) => each[slug.key]));
    const plain = String(table[slug.of]).normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 30);
    const word = /^[a-z]/.test(plain) ? plain : `k_${plain}`.replace(/_$/, "");
    let key = word;
    for (let number = 2; taken.has(key); number += 1) key = `${word}_${number}`;
    table[slug.key] = key;
  }
}
