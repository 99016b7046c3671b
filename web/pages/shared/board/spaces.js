// Where the spaces of a sheet lie, and which lie beside each other. Draws nothing.

const MARGIN = 0.06;

/** The whole drawing: left, top, width and height in units of an ordinary space.
 * @param {SpaceView[]} spaces */
export function room(spaces) {
  const left = Math.min(...spaces.map((one) => one.x - one.width / 2)) - MARGIN;
  const top = Math.min(...spaces.map((one) => one.y - one.height / 2)) - MARGIN;
  const right = Math.max(...spaces.map((one) => one.x + one.width / 2)) + MARGIN;
  const bottom = Math.max(...spaces.map((one) => one.y + one.height / 2)) + MARGIN;
  return { left, top, width: right - left, height: bottom - top };
}

const TOUCHING = 0.24;

/** Whether two spaces nearly touch: then what joins them lies over the seam.
 * @param {SpaceView} one @param {SpaceView} other */
export const touching = (one, other) => {
  const [start, end] = edges(one, other);
  return Math.hypot(end.x - start.x, end.y - start.y) < TOUCHING;
};

/** Where the line between the middles of two spaces leaves the one and meets the other.
 * @param {SpaceView} one @param {SpaceView} other */
function edges(one, other) {
  /** @param {SpaceView} from @param {SpaceView} to */
  const edge = (from, to) => {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const far = Math.hypot(dx, dy) || 1;
    const out = from.round ? Math.min(from.width, from.height) / 2 / far : Math.min(from.width / 2 / (Math.abs(dx) || 1e-9), from.height / 2 / (Math.abs(dy) || 1e-9));
    return { x: from.x + dx * Math.min(out, 0.5), y: from.y + dy * Math.min(out, 0.5) };
  };
  return [edge(one, other), edge(other, one)];
}

/** The line that joins two spaces; between two that nearly touch it is short and lies over the seam, with its end just
 * across it, where it hides no name.
 * @param {SpaceView} one @param {SpaceView} other */
export function way(one, other, both = false) {
  const [start, end] = edges(one, other);
  if (!touching(one, other)) return [start, end];
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const [dx, dy] = [(other.x - one.x) / far, (other.y - one.y) / far];
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const [before, beyond] = both ? [0.12, 0.12] : [0.19, 0.05];
  return [{ x: middle.x - dx * before, y: middle.y - dy * before }, { x: middle.x + dx * beyond, y: middle.y + dy * beyond }];
}

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The name of the nearest space to which an arrow key leads; the same one where there is none.
 * @param {SpaceView[]} spaces @param {string} name @param {string} key */
export function nextSpace(spaces, name, key) {
  const from = spaces.find((one) => one.name === name);
  const [right, down] = ARROWS[key] ?? [0, 0];
  let [best, least] = [name, Infinity];
  for (const one of spaces) {
    const [dx, dy] = [one.x - from.x, one.y - from.y];
    const along = dx * right + dy * down;
    if (along < 0.2) continue;
    const cost = along + 2.2 * Math.abs(dx * down + dy * right);
    if (cost < least) [best, least] = [one.name, cost];
  }
  return best;
}
