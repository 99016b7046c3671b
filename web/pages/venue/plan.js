// The floor: each table where it stands, moved by finger, pointer or arrow keys.

import { byId, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const STEP = 20; // thousandths
const SAVED_AFTER_MS = 600;
const node = byId("tables");
const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const within = (/** @type {number} */ at) => Math.min(1000, Math.max(0, Math.round(at)));

function arrange() {
  const all = /** @type {HTMLElement[]} */ ([...node.querySelectorAll("[data-table]")]);
  const columns = Math.max(2, Math.ceil(Math.sqrt(all.length)));
  const rows = Math.max(1, Math.ceil(all.length / columns));
  all.forEach((table, index) => {
    if (table.dataset.x) return show(table, Number(table.dataset.x), Number(table.dataset.y));
    show(table, (1000 * ((index % columns) + 0.5)) / columns, (1000 * (Math.floor(index / columns) + 0.5)) / rows);
  });
}

/** @param {HTMLElement} table @param {number} x @param {number} y */
function show(table, x, y) {
  table.dataset.x = String(within(x));
  table.dataset.y = String(within(y));
  table.style.setProperty("--x", String(within(x) / 1000));
  table.style.setProperty("--y", String(within(y) / 1000));
}

/** @param {HTMLElement} table */
async function save(table) {
  const [x, y] = [Number(table.dataset.x), Number(table.dataset.y)];
  const answer = await post("/api/organiser", { act: "place", table: Number(table.dataset.table), x, y });
  delete node.dataset.held;
  if (answer.status !== 200) return say(byId("away"), sentenceOf(answer));
  say(byId("said"), t("{name}: {x} percent from the left, {y} percent from the top.", { name: table.querySelector("b").textContent, x: Math.round(x / 10), y: Math.round(y / 10) }));
}

/** @param {Event} event */
const tableAt = (event) => /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest("[data-table][tabindex]"));

let waiting = 0;
node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const table = tableAt(event);
  const move = MOVES[/** @type {keyof typeof MOVES} */ (event.key)];
  if (!table || !move) return;
  event.preventDefault();
  node.dataset.held = "yes";
  show(table, Number(table.dataset.x) + move[0], Number(table.dataset.y) + move[1]);
  clearTimeout(waiting);
  waiting = setTimeout(() => save(table), SAVED_AFTER_MS);
});
node.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  const table = tableAt(event);
  if (!table) return;
  const floor = table.parentElement.getBoundingClientRect();
  const size = table.getBoundingClientRect();
  const from = { x: event.clientX, y: event.clientY, atX: Number(table.dataset.x), atY: Number(table.dataset.y) };
  let moved = false;
  node.dataset.held = "yes";
  table.setPointerCapture(event.pointerId);
  const drag = (/** @type {PointerEvent} */ now) => {
    moved = true;
    show(table, from.atX + (1000 * (now.clientX - from.x)) / (floor.width - size.width), from.atY + (1000 * (now.clientY - from.y)) / (floor.height - size.height));
  };
  const over = () => {
    table.removeEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) table.removeEventListener(end, over);
    if (moved) save(table);
    else delete node.dataset.held;
  };
  table.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, over);
});
node.addEventListener("drawn", arrange);
arrange();
