// What is said at a field, and what people call a table.

import { h } from "../shared/core/dom.js";

/** The sentence at a field that is wrong, if it is this one.
 * @param {MakerFault} fault @param {(string | number)[]} path */
export function problemOf(fault, path) {
  if (!fault || JSON.stringify(fault.path) !== JSON.stringify(path)) return null;
  return h("small", { class: "problem", role: "alert" }, fault.sentence);
}

/** What people call a table.
 * @param {any} table */
export const titleOf = (table, by = "name") => String(table[by] || table.name || table.title || table.key || "");
