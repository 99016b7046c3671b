// Draws a board of hexes or squares: its ground, markers, stacks, the last move, and what can be done where.

import { h } from "../core/dom.js";
import { MIDDLE, PITCH, bounds, corners, inReadingOrder, middleOf, points, towards } from "./grid.js";
import { markerOf, stackOf } from "./pieces_on.js";
import { emblem, s, sideClass } from "./sides.js";
import { above, groundPicture, isDetailed, signsOf, wallsOf } from "./signs.js";
import { cellClass, keys, tappable } from "./tapping.js";
import { t } from "../core/words.js";

const SHORT_OF_COIN = 0.36;
const MANY_ACROSS = 9; // fields side by side, of which each is drawn small
let drawn = 0;

/** @typedef {{id: string, sides: Map<string, SideView>, seat: (stack: StackView) => PlayerView, act: Doing, stop: boolean,
 *   marks: Record<string, Set<string>>, edges: string[] | null} & Hands<FieldView>} CellLook how one field is drawn */

/** The board as an element. `table`: {board, players}. `doing(field)` tells what a tap there would do: {state: "ok", "no"
 * or "read", words} or null; its `mark` is "piece" where a piece can be chosen, "reach" where a card could move it, and
 * "chosen"; `onField(field)` hears the tap; `onLook(field)` which field somebody looks at.
 * @param {{board: BoardView, players: PlayerView[]}} table
 * @param {Hands<FieldView>} hands */
export function boardView(table, { doing = () => null, onField = () => {}, onLook = () => {} } = {}) {
  const { board } = table;
  const sides = new Map(board.factions.map((side) => [side.code, side]));
  const shared = table.players.length > board.factions.length && board.factions.length > 0;
  /** @param {StackView} stack */
  const seat = (stack) => (shared && stack.owner !== null ? table.players.find((one) => one.seat === stack.owner) : null);
  const id = `field-${(drawn += 1)}`;
  const box = bounds(board);
  const wood = isCheckered(board);
  const can = new Map(board.fields.map((field) => [field.name, doing(field)]));
  const stops = tabStops(board, can);
  const last = new Set(board.last);
  const marks = { last, alarm: new Set(board.alarm), differs: new Set(board.differences) };
  const cells = inReadingOrder(board.fields).map((field) => cell(board, field, {
    id, sides, seat, act: can.get(field.name), stop: stops.has(field.name), marks, edges: wood ? edgesOf(field, box) : null, onField, onLook,
  }));
  const svg = s("svg", { class: "board-svg", viewBox: [box.left, box.top, box.width, box.height].map((n) => n.toFixed(1)).join(" "), role: "group", "aria-label": t("The board") },
    s("defs", {}, patterns(id, board.factions)),
    s("g", { class: "grounds", "aria-hidden": "true" }, board.fields.map((field) => ground(board, field, sides, marks, wood))),
    lastMove(board, wood),
    cells,
    s("g", { class: "walls", "aria-hidden": "true" }, wallsOf(board)));
  svg.addEventListener("keydown", (event) => keys(svg, event, (name, key) => towards(board, board.fields.find((field) => field.name === name), key)?.name ?? name));
  const node = h("div", { class: `field-frame ${box.width > MANY_ACROSS * PITCH ? "field-many" : ""}` }, svg);
  node.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
  node.style.setProperty("--across", (box.width / PITCH).toFixed(2));
  return node;
}

/** A board as everybody may see it.
 * @param {BoardView} board */
export const publicBoard = (board) => board && {
  ...board,
  fields: board.fields.map((field) => (field.stack?.own ? { ...field, stack: { ...field.stack, face: null, own: false } } : field)),
};

/** Where Tab stops: at what can be done; where nothing can, at the first field, from which the arrow keys lead on.
 * @param {BoardView} board @param {Map<string, Doing>} can */
function tabStops(board, can) {
  const able = board.fields.filter((field) => can.get(field.name)?.state === "ok");
  const found = able.length ? able : inReadingOrder(board.fields).slice(0, 1);
  return new Set(found.map((field) => field.name));
}

/** Stripes and dots in the colour of a side, for its markers.
 * @param {string} id @param {SideView[]} factions */
function patterns(id, factions) {
  return factions.filter((side) => side.pattern !== "plain").map((side) => s("pattern", {
    id: `${id}-${side.code}`, class: `tint-${side.tint}`, width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  }, s("rect", { class: "pattern-paper", width: 9, height: 9 }), side.pattern === "dots" ? s("circle", { class: "pattern-ink", cx: 4.5, cy: 4.5, r: 2.4 }) : s("rect", { class: "pattern-ink", width: 4, height: 9 })));
}

/** @param {FieldView} field */
function at(field) {
  const { x, y } = middleOf(field);
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
}

/** Whether the fields are light and dark as on a chess board.
 * @param {BoardView} board */
const isCheckered = (board) => board.sides === 4 && board.fields.every((field) => field.kind === "light" || field.kind === "dark");

/** On a chess board the names of rows and columns stand along two edges: what of it is written on this field.
 * @param {FieldView} field @param {ReturnType<typeof bounds>} box */
function edgesOf(field, box) {
  const [, column, row] = /^(\D+)(\d+)$/u.exec(field.name) || [];
  const { x, y } = middleOf(field);
  return [x - box.left < PITCH && row, box.top + box.height - y < PITCH && column];
}

/** What is printed on a field. Squares take turns in being dark, where they do not say it themselves.
 * @param {BoardView} board @param {FieldView} field @param {Map<string, SideView>} sides @param {Record<string, Set<string>>} marks
 * @param {boolean} wood */
function ground(board, field, sides, marks, wood) {
  const { sides: count } = board;
  const turn = count === 4 && field.kind !== "light" && (Math.round(field.x) + Math.round(field.y)) % 2 === 0;
  const kind = field.kind;
  const crest = [...sides.values()].find((side) => kind.endsWith(`_${side.code}`));
  const plain = ["", "light", "dark", "wall", "plain"].includes(kind);
  return s("g", { class: `ground ${wood ? "ground-wood" : ""} ${turn || kind === "dark" ? "ground-dark" : ""} ${kind === "wall" ? "ground-wall" : ""}`, transform: at(field) },
    s("polygon", { class: "ground-face", points: points(corners(count, 1)) }),
    !plain && !field.icon && s("circle", { class: "ground-place", cy: MIDDLE, r: 37 }),
    groundPicture(field, field.stack !== null),
    crest && s("circle", { class: `ground-start ${sideClass(crest)}`, cy: MIDDLE, r: 37 }),
    crest && s("g", { class: `ground-crest ${sideClass(crest)}` }, emblem(crest.shape, 0, MIDDLE, 42)),
    marked(field, count, marks));
}

/** What is drawn on a field of the last move, one that gives alarm, and one where the camera sees something else.
 * @param {FieldView} field @param {number} count @param {Record<string, Set<string>>} marks */
function marked(field, count, marks) {
  return [
    marks.last.has(field.name) && s("polygon", { class: "ground-last", points: points(corners(count, 4)) }),
    ...(marks.alarm.has(field.name) ? [s("polygon", { class: "ground-alarm", points: points(corners(count, 5)) }), emblem("burst", 33, -33, 28, "alarm-mark")] : []),
    ...(marks.differs.has(field.name) ? [s("polygon", { class: "ground-differs", points: points(corners(count, 6)) }), s("circle", { class: "differs-disc", cx: -32, cy: 32, r: 15 }), emblem("eye", -32, 32, 24, "differs-mark")] : []),
  ];
}

/** One field with what lies and stands there, as something to look at or to tap.
 * @param {BoardView} board @param {FieldView} field @param {CellLook} how */
function cell(board, field, how) {
  const { act, marks } = how;
  const { stack } = field;
  const words = [field.label, marks.last.has(field.name) && t("part of the last move"), marks.differs.has(field.name) && t("the camera sees something else here")];
  const marker = markerIn(field, how);
  return s("g", { class: cellClass(act), transform: at(field), ...tappable(field, words.filter(Boolean).join(". "), act, how.stop, how) },
    s("polygon", { class: "cell-face", points: points(corners(board.sides, 1)) }),
    act?.state === "ok" && s("polygon", { class: "cell-open", points: points(corners(board.sides, 6)) }),
    act?.state === "ok" && !stack && !marker && !isDetailed(field) && s("circle", { class: "cell-dot", cy: MIDDLE, r: 9 }),
    marker,
    stack && above(field, stackOf(stack, how.sides.get(stack.side), how.seat(stack))),
    signsOf(field),
    how.edges ? edgeNames(how.edges) : cellName(board, field),
    s("polygon", { class: "cell-focus", points: points(corners(board.sides, 4)) }));
}

/** The marker of the side that has the field, if one has.
 * @param {FieldView} field @param {CellLook} how */
function markerIn(field, { id, sides }) {
  const side = sides.get(field.marker);
  const marker = side && markerOf(side, field.stack !== null);
  if (marker && side.pattern !== "plain") marker.querySelector(".marker-tile").setAttribute("fill", `url(#${id}-${side.code})`);
  return marker;
}

/** @param {string[]} edges */
const edgeNames = ([row, column]) => [row && s("text", { class: "cell-edge cell-row", x: -46, y: -28 }, row), column && s("text", { class: "cell-edge cell-column", x: 46, y: 45 }, column)];

/** @param {BoardView} board @param {FieldView} field */
function cellName(board, field) {
  if (board.sides === 4) return s("text", { class: "cell-name cell-corner", x: -45, y: -35 }, field.name);
  return s("text", { class: "cell-name", y: board.walls?.length ? -29 : -35 }, field.name);
}

/** An arrow along the fields of the last move.
 * @param {BoardView} board @param {boolean} wood */
function lastMove(board, wood) {
  const path = board.last.map((name) => board.fields.find((field) => field.name === name)).filter(Boolean).map(middleOf);
  if (path.length < 2 || (wood && path.length > 2)) return null; // several pieces moved: their fields are marked
  const [before, end] = path.slice(-2);
  const far = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / far, (end.y - before.y) / far];
  const tip = { x: end.x - dx * SHORT_OF_COIN * PITCH, y: end.y - dy * SHORT_OF_COIN * PITCH };
  const neck = { x: tip.x - dx * 20, y: tip.y - dy * 20 };
  const line = [...path.slice(0, -1), neck].map((one) => [one.x, one.y]);
  return s("g", { class: "last-move", "aria-hidden": "true" },
    s("polyline", { points: points(line) }),
    s("polygon", { points: points([[tip.x, tip.y], [neck.x - dy * 13, neck.y + dx * 13], [neck.x + dy * 13, neck.y - dx * 13]]) }));
}
