// The floor: each table where it stands, moved by pointer, keys or buttons, or chosen and set down where somebody taps.

import { byId, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const STEP = 20; // thousandths
const SAVED_AFTER_MS = 600;
const TREMBLES_PX = 6; // a hand does that without meaning to drag
const node = byId("tables");
/** @type {Record<string, number[]>} */
const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const within = (/** @type {number} */ at) => Math.min(1000, Math.max(0, Math.round(at)));
const placeOf = (/** @type {HTMLElement} */ table) => ({ x: Number(table.dataset.x), y: Number(table.dataset.y) });

/** Each table that is not kept where it stands: where it is kept, how often it was moved, and when it is saved.
 * @type {Map<string, { x: number, y: number, turn: number, timer: number }>} */
const moving = new Map();
let chosen = "";

function arrange() {
  const all = /** @type {HTMLElement[]} */ ([...node.querySelectorAll("[data-table]")]);
  const columns = Math.max(2, Math.ceil(Math.sqrt(all.length)));
  const rows = Math.max(1, Math.ceil(all.length / columns));
  const floor = /** @type {HTMLElement} */ (node.querySelector(".venue-plan"));
  floor.style.setProperty("--columns", String(columns));
  floor.style.setProperty("--rows", String(rows));
  all.forEach((table, index) => {
    if (table.dataset.x) return show(table, Number(table.dataset.x), Number(table.dataset.y));
    show(table, (1000 * ((index % columns) + 0.5)) / columns, (1000 * (Math.floor(index / columns) + 0.5)) / rows);
  });
  choose(chosen);
}

/** @param {HTMLElement} table @param {number} x @param {number} y */
function show(table, x, y) {
  table.dataset.x = String(within(x));
  table.dataset.y = String(within(y));
  table.style.setProperty("--x", String(within(x) / 1000));
  table.style.setProperty("--y", String(within(y) / 1000));
}

/** @param {string} number */
function choose(number) {
  chosen = number;
  for (const table of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll("[data-table][tabindex]"))) {
    table.setAttribute("aria-pressed", String(table.dataset.table === number));
  }
  for (const button of document.querySelectorAll("#moves button")) /** @type {HTMLButtonElement} */ (button).disabled = !tableOf(number);
}

/** @param {string} number */
const tableOf = (number) => /** @type {HTMLElement} */ (node.querySelector(`[data-table="${CSS.escape(number)}"]`));

/** Moves a table here; it is saved after a moment, unless it is moved on or held still.
 * @param {HTMLElement} table @param {number} x @param {number} y */
function move(table, x, y, isHeld = false) {
  const number = table.dataset.table;
  const now = moving.get(number) ?? { ...placeOf(table), turn: 0, timer: 0 };
  clearTimeout(now.timer);
  now.turn += 1;
  now.timer = isHeld ? 0 : setTimeout(() => save(table), SAVED_AFTER_MS);
  moving.set(number, now);
  node.dataset.held = "yes";
  show(table, x, y);
}

/** @param {HTMLElement} table */
function settle(table) {
  moving.delete(table.dataset.table);
  if (!moving.size) delete node.dataset.held;
}

/** @param {HTMLElement} table */
async function save(table) {
  const now = moving.get(table.dataset.table);
  const [turn, place] = [now.turn, placeOf(table)];
  if (place.x === now.x && place.y === now.y) return settle(table);
  const answer = await post("/api/organiser", { act: "place", table: Number(table.dataset.table), ...place });
  const isKept = answer.status === 200;
  const name = table.querySelector("b").textContent;
  say(byId("unsaved"), isKept ? "" : `${name}: ${sentenceOf(answer)}`);
  if (isKept) Object.assign(now, place);
  if (now.turn !== turn) return; // it was moved on meanwhile, and is saved again
  show(table, now.x, now.y);
  settle(table);
  if (isKept) say(byId("said"), t("{name}: {x} percent from the left, {y} percent from the top.", { name, x: Math.round(now.x / 10), y: Math.round(now.y / 10) }));
}

/** @param {Event} event */
const tableAt = (event) => /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest("[data-table][tabindex]"));

/** @param {HTMLElement} table @param {number[]} by */
const nudge = (table, by) => move(table, Number(table.dataset.x) + by[0], Number(table.dataset.y) + by[1]);

node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const table = tableAt(event);
  if (!table || !(event.key in MOVES || event.key === "Enter" || event.key === " ")) return;
  event.preventDefault();
  if (event.key in MOVES) nudge(table, MOVES[event.key]);
  else choose(table.dataset.table);
});
node.addEventListener("click", (/** @type {PointerEvent} */ event) => {
  const [at, floor, table] = [tableAt(event), /** @type {HTMLElement} */ (event.target).closest(".venue-plan"), tableOf(chosen)];
  if (at) return choose(at.dataset.table);
  if (!floor || !table) return;
  const [room, size] = [floor.getBoundingClientRect(), table.getBoundingClientRect()];
  move(table, (1000 * (event.clientX - room.x - size.width / 2)) / (room.width - size.width), (1000 * (event.clientY - room.y - size.height / 2)) / (room.height - size.height));
});
document.getElementById("moves")?.addEventListener("click", (/** @type {Event} */ event) => {
  const by = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.move;
  if (by && tableOf(chosen)) nudge(tableOf(chosen), MOVES[by]);
});
node.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  const table = tableAt(event);
  if (!table || event.button !== 0 || event.pointerType === "touch") return; // a finger scrolls
  const [floor, size] = [table.parentElement.getBoundingClientRect(), table.getBoundingClientRect()];
  const from = { x: event.clientX, y: event.clientY, at: placeOf(table) };
  let drags = false;
  const drag = (/** @type {PointerEvent} */ now) => {
    const [x, y] = [now.clientX - from.x, now.clientY - from.y];
    drags ||= Math.hypot(x, y) > TREMBLES_PX;
    if (drags) move(table, from.at.x + (1000 * x) / (floor.width - size.width), from.at.y + (1000 * y) / (floor.height - size.height), true);
  };
  const over = (/** @type {PointerEvent} */ end) => {
    table.removeEventListener("pointermove", drag);
    for (const one of ["pointerup", "pointercancel"]) table.removeEventListener(one, over);
    const at = end.type === "pointercancel" ? from.at : placeOf(table);
    if (drags) move(table, at.x, at.y);
  };
  table.setPointerCapture(event.pointerId);
  table.addEventListener("pointermove", drag);
  for (const one of ["pointerup", "pointercancel"]) table.addEventListener(one, over);
});
node.addEventListener("drawn", arrange);
arrange();
