// Whose the pieces are that stand on the fields of a board: drawn as on every other page, with the mark of their side.

import { MIDDLE } from "../shared/board/grid.js";
import { stackOf } from "../shared/board/pieces_on.js";
import { emblem, s, sideClass } from "../shared/board/sides.js";

const HALF = 33; // of the part of a field that a piece takes up

/** Draws the piece with this face that lies on a spot; null for one that belongs to nobody there.
 * @param {Packet} packet @returns {(spot: string, face: Face) => SVGElement} */
export function owners(packet) {
  const { board, players } = packet;
  const fields = new Map((board?.fields ?? []).filter((field) => field.stack?.face && field.stack.side).map((field) => [field.name, field]));
  const sides = new Map((board?.factions ?? []).map((side) => [side.code, side]));
  const shared = board && players.length > board.factions.length;
  return (spot, face) => {
    const stack = fields.get(spot)?.stack;
    const side = sides.get(stack?.side);
    if (!side || !face || face.figure || face.title !== stack.face.title) return null;
    const seat = shared && players.find((one) => one.seat === stack.owner);
    return s("svg", { class: "board-svg piece-owned", viewBox: `${-HALF} ${MIDDLE - HALF} ${2 * HALF} ${2 * HALF}`, "aria-hidden": "true" },
      stackOf(stack, side, seat || null),
      !seat && s("g", { class: `owner-side ${sideClass(side)}`, transform: "translate(-23 31)" }, s("circle", { r: 12 }), emblem(side.shape, 0, 0, 17)));
  };
}
