// What hands have to put right on the table.

import { fold } from "../asking/plain.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";

const FEW = 3;

/** A few things as they are; many behind a line that says how many.
 * @param {TodoView[]} todo */
export function todoList(todo) {
  const list = h("ul", {}, todo.map((one) => h("li", {}, one.text)));
  return todo.length > FEW ? fold("todo", t("{count} things to put right on the table", { count: todo.length }), list) : todo.length ? list : null;
}
