// What is printed on the fields of a map, drawn over the mat of the virtual table.

import { h } from "../shared/core/dom.js";
import { PITCH, middleOf } from "../shared/board/grid.js";
import { s } from "../shared/board/sides.js";
import { groundPicture, isDetailed, signsOf, wallsOf } from "../shared/board/signs.js";

const NEAR_MM = 2;

/** The drawing, in millimetres of the mat; null for a board that has nothing of the kind, or lies there otherwise.
 * @param {VirtualScene} scene @param {BoardView} board */
export function printed(scene, board) {
  if (!scene || !board || !(board.walls?.length || board.fields.some(isDetailed))) return null;
  const spots = new Map(scene.spots.map((spot) => [spot.name, spot]));
  const found = board.fields.filter((field) => spots.has(field.name));
  if (!found.length) return null;
  const [first] = found;
  const scale = spots.get(first.name).height_mm / PITCH;
  /** @param {FieldView} field */
  const at = (field) => ({ x: spots.get(first.name).x_mm + (middleOf(field).x - middleOf(first).x) * scale, y: spots.get(first.name).y_mm + (middleOf(field).y - middleOf(first).y) * scale });
  /** @param {FieldView} field */
  const fits = (field) => Math.hypot(at(field).x - spots.get(field.name).x_mm, at(field).y - spots.get(field.name).y_mm) < NEAR_MM;
  if (!found.every(fits)) return null;
  const [left, top] = [at(first).x - middleOf(first).x * scale, at(first).y - middleOf(first).y * scale];
  const fields = found.map((field) => s("g", { transform: `translate(${middleOf(field).x.toFixed(1)} ${middleOf(field).y.toFixed(1)})` }, groundPicture(field, false), signsOf(field)));
  const drawing = s("svg", { class: "board-svg mat-svg", viewBox: `0 0 ${scene.width_mm} ${scene.height_mm}`, "aria-hidden": "true" },
    s("g", { transform: `translate(${left.toFixed(2)} ${top.toFixed(2)}) scale(${scale.toFixed(5)})` }, fields, s("g", { class: "walls" }, wallsOf(board))));
  return h("div", { class: "mat-print" }, drawing);
}
