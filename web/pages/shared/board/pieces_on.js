// What lies and stands on a field: the marker of a side, a stack of pieces, a figure. Drawn around (0, 0) in units of the grid.

import { MIDDLE } from "./grid.js";
import { emblem, s, sideClass } from "./sides.js";

const MOST_EDGES = 5; // of a taller stack the number tells the rest
const EDGE = 4;
const RADIUS = 31;
const FIGURE = 86;

/** The marker of a side: large where nothing stands, a badge where something does.
 * @param {SideView} side @param {boolean} covered */
export function markerOf(side, covered) {
  const [x, y, half, size] = covered ? [-31, -17, 15, 19] : [0, MIDDLE, 28, 33];
  return s("g", { class: `marker ${sideClass(side)}`, transform: `translate(${x} ${y})` },
    s("rect", { class: "marker-tile", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half / 4, transform: "rotate(45) scale(.88)" }),
    !covered && s("rect", { class: "marker-rim", x: -half + 5, y: -half + 5, width: 2 * half - 10, height: 2 * half - 10, rx: half / 6, transform: "rotate(45) scale(.88)" }),
    emblem(side.shape, 0, 0, size, "on-side"));
}

/** A figure that stands there, light or dark.
 * @param {Face} face */
function figureOf(face) {
  return s("g", { class: `stack figure-${face.figure}`, "data-piece": face.piece }, emblem(face.suit, 0, 0, FIGURE));
}

/** A stack of pieces: as thick as it is high, with the top piece's emblem and title; `seat` is its owner where a side
 * has several players.
 * @param {StackView} stack @param {SideView} side @param {PlayerView} seat */
export function stackOf(stack, side, seat) {
  const face = stack.face;
  if (face?.figure) return figureOf(face);
  const edges = Math.min(stack.height, MOST_EDGES) - 1;
  const lift = MIDDLE - (edges * EDGE) / 2;
  return s("g", { class: `stack ${sideClass(side, face)}`, "data-piece": face?.piece ?? null },
    Array.from({ length: edges + 1 }, (_, n) => s("circle", { class: "coin-edge", cx: 0, cy: lift + (edges - n) * EDGE + 2, r: RADIUS })),
    s("g", { transform: `translate(0 ${lift})` },
      s("circle", { class: "coin", r: RADIUS }),
      s("circle", { class: "coin-rim", r: RADIUS - 4 }),
      emblem(face ? face.suit || "coin" : "compass", 0, 0, 38, "on-side")),
    face?.title && s("text", { class: "piece-title", y: 47, "font-size": face.title.length > 11 ? 10.5 : 12.5 }, face.title),
    stack.height > 1 && s("g", { class: "height", transform: "translate(30 -17)" }, s("circle", { r: 15 }), s("text", { y: 7.5 }, String(stack.height))),
    seat && s("g", { class: `owner seat-${seat.colour}`, transform: "translate(-31 27)" }, s("circle", { r: 14 }), emblem(seat.shape, 0, 0, 17)));
}
