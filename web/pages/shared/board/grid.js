// Where the fields of a board lie, and which lie beside each other. Knows no game and draws nothing.

export const PITCH = 100; // units of the drawing between the middles of neighbouring fields
export const MIDDLE = 7; // what lies on a field lies a little below its middle: its name stands above
const CORNER = PITCH / Math.sqrt(3);
const TOUCHING = 1.02;

/** The middle of a field in units of the drawing.
 * @param {FieldView} field */
export const middleOf = (field) => ({ x: field.x * PITCH, y: field.y * PITCH });

/** The corners of a field around its middle, made smaller by `inset` units on every side.
 * @param {number} sides */
export function corners(sides, inset = 0) {
  if (sides === 4) {
    const half = PITCH / 2 - inset;
    return [[-half, -half], [half, -half], [half, half], [-half, half]];
  }
  const reach = CORNER - inset * (2 / Math.sqrt(3));
  return Array.from({ length: 6 }, (_, n) => [reach * Math.cos((n * Math.PI) / 3), reach * Math.sin((n * Math.PI) / 3)]);
}

/** Points as SVG wants them.
 * @param {number[][]} list */
export const points = (list) => list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The whole drawing: left, top, width and height in units.
 * @param {BoardView} board */
export function bounds(board, margin = 4) {
  const wide = board.sides === 6 ? CORNER : PITCH / 2;
  const all = board.fields.map(middleOf);
  const left = Math.min(...all.map((at) => at.x)) - wide - margin;
  const top = Math.min(...all.map((at) => at.y)) - PITCH / 2 - margin;
  const right = Math.max(...all.map((at) => at.x)) + wide + margin;
  const bottom = Math.max(...all.map((at) => at.y)) + PITCH / 2 + margin;
  return { left, top, width: right - left, height: bottom - top };
}

/** The fields as they are read: from the top down, and from left to right.
 * @param {FieldView[]} fields */
export const inReadingOrder = (fields) => [...fields].sort((one, other) => one.y - other.y || one.x - other.x);

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The field beside `from` to which an arrow key leads; null where there is none. Between two hexes that lie equally well
 * it goes up and down in turn, so that several steps to one side stay in a row.
 * @param {BoardView} board @param {FieldView} from @param {string} key */
export function towards(board, from, key) {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const rising = Math.abs(Math.round(from.x / (Math.sqrt(3) / 2))) % 2 === 0 ? -1 : 1;
  let best = null;
  let most = 0.3;
  for (const field of board.fields) {
    const [dx, dy] = [field.x - from.x, field.y - from.y];
    const far = Math.hypot(dx, dy);
    if (field.name === from.name || far > TOUCHING) continue;
    const along = (dx * arrow[0] + dy * arrow[1]) / far + 0.01 * Math.sign(dy * rising) * Math.abs(arrow[0]);
    if (along > most) [best, most] = [field, along];
  }
  return best;
}
