// What is printed on the fields of a map beside their grounds: pictures, names, small signs, and walls between them.

import { MIDDLE, PITCH, middleOf } from "./grid.js";
import { emblem, s } from "./sides.js";

const SIGN = 19;
const SIDE = PITCH / Math.sqrt(3) / 2; // half of what two hexes share
const LIFT = -6; // what stands on a field with signs leaves room for them
const SMALLER = 0.84;
const ASIDE = 0.62;
const FEW = 2; // letters that have room beside the name

/** @param {SignView} sign */
const isSpot = (sign) => sign.shape.startsWith("spot");

/** Whether more is printed on a field than its name.
 * @param {FieldView} field */
export const isDetailed = (field) => Boolean(field.icon || field.title || field.signs?.length);

/** Room for the signs of a field where something stands on it.
 * @param {FieldView} field @param {Element} drawn */
export const above = (field, drawn) => (field.signs?.length || field.title ? s("g", { transform: `translate(0 ${LIFT}) scale(${SMALLER})` }, drawn) : drawn);

/** The picture of the ground: large where nothing stands, beside the name where something does.
 * @param {FieldView} field @param {boolean} covered */
export function groundPicture(field, covered) {
  if (!field.icon) return null;
  return covered ? emblem(field.icon, 27, -30, 19, "ground-icon ground-icon-small") : emblem(field.icon, field.signs?.some(isSpot) ? 8 : 0, field.signs?.length ? MIDDLE - 9 : MIDDLE, field.signs?.some(isSpot) ? 36 : 40, "ground-icon");
}

/** The signs of a field side by side below, and its title; the mark of a spot stands beside its name, large.
 * @param {FieldView} field */
export function signsOf(field) {
  const signs = (field.signs ?? []).filter((sign) => !isSpot(sign));
  const spots = (field.signs ?? []).filter(isSpot);
  const wide = Math.min(SIGN + 2, 64 / Math.max(signs.length, 1));
  return [
    ...spots.map((sign, n) => s("g", { class: "field-sign field-mark", "data-sign": sign.name }, s("title", {}, sign.name), emblem(sign.shape, -25, -17 + n * 22, 23))),
    field.title && field.title.length <= FEW && s("text", { class: "field-spot", x: -27, y: -20 }, field.title),
    field.title?.length > FEW && s("text", { class: "field-title", y: signs.length ? 25 : 44, "font-size": field.title.length > 9 ? 11 : 13 }, field.title),
    ...signs.map((sign, n) => {
      const x = (n - (signs.length - 1) / 2) * wide;
      return s("g", { class: "field-sign", "data-sign": sign.name }, s("title", {}, sign.name), sign.shape ? emblem(sign.shape, x, 35, Math.min(SIGN, wide + 2)) : s("text", { x, y: 40, "font-size": 13 }, sign.name.slice(0, 2)));
    }),
  ];
}

/** A line between two fields for every wall: thick, broken with a lock, or thin and broken where one may pass now.
 * @param {BoardView} board */
export function wallsOf(board) {
  const named = new Map(board.fields.map((field) => [field.name, field]));
  return (board.walls ?? []).map((wall) => {
    const ends = [named.get(wall.one), named.get(wall.other)];
    if (!ends.every(Boolean)) return null;
    const [one, other] = ends.map(middleOf);
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const half = board.sides === 6 ? SIDE : PITCH / 2;
    const [dx, dy] = [(-(other.y - one.y) / far) * half, ((other.x - one.x) / far) * half];
    const beside = { x: x + dx * ASIDE, y: y + dy * ASIDE }; // the middle is where the name of a field stands
    const locked = wall.kind.includes("lock");
    return s("g", { class: `wall ${locked ? "wall-locked" : ""} ${wall.open ? "wall-open" : ""}`, "data-wall": `${wall.one}-${wall.other}` },
      s("title", {}, wall.name),
      s("line", { class: "wall-ground", x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy }),
      s("line", { class: "wall-line", x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy }),
      (locked || wall.open) && [s("circle", { class: "wall-disc", cx: beside.x, cy: beside.y, r: 10.5 }), emblem(wall.open ? "cm_pick_lock" : "lock", beside.x, beside.y, 14, "wall-mark")]);
  });
}
