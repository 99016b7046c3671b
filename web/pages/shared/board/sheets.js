// Draws sheets: cards with spaces on which markers stand, and what can be done where. Knows no game.

import { h, shape } from "../core/dom.js";
import { readWords } from "./read.js";
import { emblem, s } from "./sides.js";
import { nextSpace, room, touching, way } from "./spaces.js";
import { cellClass, keys, tappable } from "./tapping.js";
import { t } from "../core/words.js";

const UNIT = 100;
const SEAM = 5; // between neighbouring spaces, on each side
const LEGIBLE_PX = 58; // a space that is smaller has no room for words below its picture
const MOST_DRAWN = 8; // of a larger gauge the numbers tell
const LINE = 9; // letters
const FAR = 1.6; // so many times as long as its line: a name does not get so small that it fits
const WIDE = 8; // spaces side by side; more of them are tapped smaller, so that a phone shows the whole row

/** A space without anything to do: it can be read where there is something to read.
 * @param {SpaceView} space */
export const readable = (space) => (space.text ? { state: "read", words: t("Read it") } : null);

/** What a space is and does, large.
 * @param {SpaceView} space */
export const readSpace = (space) => readWords(space.title || space.name, [space.text, ...space.markers.map((one) => one.name)]);

/** One sheet as an element. `doing`, `onField` and `onLook` are those of a board. `mark` is the name plate of who uses it.
 * @param {SheetView} sheet @param {Hands<SpaceView>} parts */
export function sheetView(sheet, { doing = readable, onField = readSpace, onLook = () => {}, mark = null } = {}) {
  return h("article", { class: `leaf leaf-tint-${sheet.tint} ${sheet.active ? "leaf-active" : ""} ${sheet.big ? "leaf-big" : ""}`, "data-sheet": sheet.key, "aria-label": sheet.label || sheet.title },
    h("header", { class: "leaf-head" }, sheetHead(sheet), mark),
    sheet.lines.length > 0 && h("ul", { class: "leaf-lines" }, sheet.lines.map((line) => h("li", {}, line))),
    sheet.spaces.length > 0 && drawing(sheet, { doing, onField, onLook }));
}

/** Its emblem, its title and its gauges.
 * @param {SheetView} sheet */
export const sheetHead = (sheet) => [
  sheet.emblem && h("span", { class: "leaf-emblem" }, shape(sheet.emblem)),
  h("b", { class: "leaf-title" }, sheet.title),
  sheet.gauges.length > 0 && h("span", { class: "gauges" }, sheet.gauges.map(gauge)),
];

/** So many shapes, the rest of them empty.
 * @param {GaugeView} one */
function gauge(one) {
  const drawn = one.most <= MOST_DRAWN ? Array.from({ length: one.most }, (_, n) => shape(one.shape, `shape ${n < one.value ? "gauge-on" : "gauge-off"}`)) : [shape(one.shape, "shape gauge-on"), h("b", {}, `${one.value}/${one.most}`)];
  return h("span", { class: `gauge ink-${one.tint}`, role: "img", "aria-label": one.label, title: one.label }, drawn);
}

/** Names that stand beside a picture somewhere on the sheet: they need not be written where there is none.
 * @param {SheetView} sheet */
const explained = (sheet) => new Set(sheet.spaces.filter((space) => space.icon).map((space) => space.title));

/** @param {SheetView} sheet @param {Hands<SpaceView>} how */
function drawing(sheet, how) {
  const known = explained(sheet);
  const box = room(sheet.spaces);
  const can = new Map(sheet.spaces.map((space) => [space.name, how.doing(space)]));
  const able = sheet.spaces.filter((space) => can.get(space.name)?.state === "ok");
  const stops = new Set((able.length ? able : sheet.spaces.slice(0, 1)).map((space) => space.name));
  const svg = s("svg", { class: "leaf-svg", viewBox: [box.left, box.top, box.width, box.height].map((n) => (n * UNIT).toFixed(1)).join(" "), role: "group", "aria-label": sheet.label || sheet.title },
    s("g", { class: "links", "aria-hidden": "true" }, links(sheet, false)),
    sheet.spaces.map((space) => spaceCell(!space.icon && known.has(space.title) ? { ...space, title: "" } : space, can.get(space.name), stops.has(space.name), how)),
    s("g", { class: "links", "aria-hidden": "true" }, links(sheet, true)));
  svg.addEventListener("keydown", (event) => keys(svg, event, (name, key) => nextSpace(sheet.spaces, name, key)));
  const node = h("div", { class: "leaf-frame" }, svg);
  node.style.setProperty("--ratio", (box.width / box.height).toFixed(4));
  node.style.setProperty("--across", box.width.toFixed(2));
  node.classList.toggle("leaf-live", able.length > 0);
  node.classList.toggle("leaf-wide", box.width > WIDE);
  node.style.setProperty("--least", (Math.min(1, ...able.flatMap((space) => [space.width, space.height])) - (2 * SEAM) / UNIT).toFixed(3));
  new ResizeObserver(() => node.classList.toggle("leaf-small", Math.min(svg.clientWidth / box.width, svg.clientHeight / box.height) < LEGIBLE_PX)).observe(svg);
  return node;
}

/** The ways between spaces: over those that touch, or below the others.
 * @param {SheetView} sheet @param {boolean} over */
function links(sheet, over) {
  const named = new Map(sheet.spaces.map((space) => [space.name, space]));
  return sheet.links.filter((one) => named.has(one.one) && named.has(one.other)).flatMap((one) => {
    /** @type {[SpaceView, SpaceView]} */
    const ends = [named.get(one.one), named.get(one.other)];
    return touching(...ends) === over ? link(one, ends) : [];
  });
}

/** @param {LinkView} one @param {[SpaceView, SpaceView]} ends */
function link(one, ends) {
  const line = way(...ends, one.both).map((at) => ({ x: at.x * UNIT, y: at.y * UNIT }));
  const [from, to] = line;
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [((to.x - from.x) / far) * 12, ((to.y - from.y) / far) * 12];
  return [
    s("line", { class: "link", x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
    !one.both && s("polygon", { class: "link-head", points: `${to.x + dx * 0.5},${to.y + dy * 0.5} ${to.x - dx * 0.7 - dy},${to.y - dy * 0.7 + dx} ${to.x - dx * 0.7 + dy},${to.y - dy * 0.7 - dx}` }),
  ];
}

/** @param {SpaceView} space @param {string} className @param {number} inset */
function outline(space, className, inset) {
  const [wide, high] = [space.width * UNIT - 2 * inset, space.height * UNIT - 2 * inset];
  if (space.round) return s("ellipse", { class: className, rx: wide / 2, ry: high / 2 });
  return s("rect", { class: className, x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 12 });
}

/** One space with what stands there, as something to look at or to tap.
 * @param {SpaceView} space @param {Doing} act @param {boolean} stop @param {Hands<SpaceView>} how */
function spaceCell(space, act, stop, how) {
  return s("g", {
    class: `${cellClass(act)} space ${space.lit ? "space-lit" : ""} ${space.dim ? "space-dim" : ""}`,
    transform: `translate(${(space.x * UNIT).toFixed(1)} ${(space.y * UNIT).toFixed(1)})`, ...tappable(space, space.label, act, stop, how),
  },
  outline(space, "cell-face space-face", SEAM),
  act?.state === "ok" && outline(space, "cell-open", SEAM + 3),
  space.height < LOW && !space.round ? lowRow(space) : [s("g", { class: "space-what" }, picture(space)), ...corner(space), ...standing(space), written(space, 0, Math.min(space.width, space.height) * 52)],
  outline(space, "cell-focus", SEAM + 1));
}

/** A number or a tick that was written into a space: its middle at `x`, or its end beside a name.
 * @param {SpaceView} space @param {number} x @param {number} size @param {string} extra */
function written(space, x, size, extra = "") {
  return space.written ? s("text", { class: `space-written ${extra}`, x: x.toFixed(1), y: (size * 0.36).toFixed(1), "font-size": size.toFixed(1) }, space.written) : null;
}

/** @param {SpaceView} space */
const writtenWidth = (space) => (space.written ? 16 + 20 * Math.max(space.written.length, 2) : 0);

const LOW = 0.8; // a lower space has its things side by side
const LEAST = 22; // letters that are smaller cannot be read in a row: the words stand in two lines then, and are cut

/** What stands in a low space from left to right: its signs, its markers, its name.
 * @param {SpaceView} space */
function lowRow(space) {
  const high = space.height * UNIT;
  const size = Math.min(high * 0.7, 52, space.width * 40);
  let x = (-space.width * UNIT) / 2 + 10;
  /** @param {number} wide */
  const place = (wide) => (x += wide) - wide / 2;
  const signs = (space.markers.length ? [] : space.marks).map((sign) => mark(sign, place(SIGN + 2), 0));
  const lone = !space.title && !signs.length && space.markers.length === 1;
  const things = space.markers.map((one) => thing(one, lone ? 0 : place(size), 0, size));
  const kept = writtenWidth(space);
  const left = (space.width * UNIT) / 2 - 8 - x - kept;
  const beside = signs.length + things.length + kept > 0;
  const middle = beside ? x + left / 2 : 0;
  const full = beside ? left : space.width * UNIT - 16;
  const one = (full * 1.5) / Math.max(space.title.length, 1);
  const lines = one < LEAST ? linesOf(space.title, Math.floor((full * 1.5) / LEAST)) : [space.title];
  const font = Math.min(34, (high * 0.5) / (lines.length > 1 ? 1.4 : 1), Math.max(one, LEAST));
  const words = space.title && (font > 9 || !things.length) ? s("text", { class: "space-words", "font-size": font.toFixed(1) }, lines.map((line, n) => s("tspan", { x: middle.toFixed(1), y: (font * (0.35 + n - (lines.length - 1) / 2)).toFixed(1) }, line))) : null;
  return [...signs, ...things, space.icon && !space.markers.length && !space.title ? emblem(space.icon, 0, 0, size) : words, written(space, (space.width * UNIT) / 2 - 16, Math.min(40, high * 0.62), "space-beside")];
}

/** The picture of a space, with its name below where there is room; without a picture the name alone.
 * @param {SpaceView} space */
function picture(space) {
  const two = titleLines(space).length > 1;
  const size = Math.min(space.width, space.height, 1.3) * (two || space.round ? 39 : 46);
  if (!space.icon) return space.title ? title(space, space.markers.length || space.written ? space.height * UNIT * 0.5 - 14 : Math.min(12, space.height * 13), space.markers.length || space.written ? "space-title" : "space-title space-words") : null;
  return [
    s("g", { class: "space-roomy" }, emblem(space.icon, 0, space.title ? -12 - (space.round ? 6 : 0) - (two ? 6 : 0) : 0, size), space.title && title(space, (space.height * UNIT) / 2 - (space.round ? 22 : 16), "space-title")),
    s("g", { class: "space-tight" }, emblem(space.icon, 0, 2, size * 1.18)),
  ];
}

/** @param {SpaceView} space */
const acrossOf = (space) => space.width * (space.round ? 0.8 : 1);

/** A name in at most two lines of so many letters; what is `far` times as long is cut.
 * @param {string} words @param {number} most */
function linesOf(words, most, far = 1) {
  const lines = [""];
  for (const word of words.split(/(?<=-)|(?<=\s)/u)) {
    if (lines.at(-1) && `${lines.at(-1)}${word}`.trim().length > most && lines.length < 2) lines.push(word);
    else lines[lines.length - 1] += word;
  }
  return lines.map((line) => line.trim()).map((line) => (line.length > most * far ? `${line.slice(0, most - 1)}…` : line));
}

/** @param {SpaceView} space */
const titleLines = (space) => linesOf(space.title, Math.max(6, Math.round(acrossOf(space) * LINE)), FAR);

/** Its lines as text; the last one stands at `y`.
 * @param {SpaceView} space @param {number} y @param {string} className */
function title(space, y, className) {
  const across = acrossOf(space);
  const lines = titleLines(space);
  const longest = Math.max(...lines.map((line) => line.length));
  const words = className.includes("words");
  const size = words ? Math.max(9.5, Math.min(34, space.height * 42, (across * UNIT * 1.3) / Math.max(longest, 2))) : Math.max(9.5, Math.min(15, (across * UNIT * 1.42) / Math.max(longest, 6)));
  const first = words ? y - (lines.length - 1) * size * 0.5 : y - (lines.length - 1) * size * 0.95 + (lines.length - 1) * 3;
  return s("text", { class: className, "font-size": size.toFixed(1) }, lines.map((line, n) => s("tspan", { x: 0, y: (first + n * size).toFixed(1) }, line)));
}

const SIGN = 21;

/** The small signs in the corner of a space.
 * @param {SpaceView} space */
function corner(space) {
  const side = space.round ? 0.72 : 1;
  return space.marks.map((sign, n) => mark(sign, (-space.width * UNIT * side) / 2 + 20 + n * (SIGN + 3), (-space.height * UNIT * side) / 2 + 21));
}

/** A small sign; without a shape its first letter.
 * @param {SignView} sign @param {number} x @param {number} y */
function mark(sign, x, y) {
  return s("g", { class: "space-mark", "data-sign": sign.name }, s("title", {}, sign.name), sign.shape ? emblem(sign.shape, x, y, SIGN) : s("text", { x, y: y + 5, "font-size": 14 }, sign.name.slice(0, 1)));
}

/** The markers of a space: beside its picture, or in the middle where there is none.
 * @param {SpaceView} space */
function standing(space) {
  const count = space.markers.length;
  const beside = Boolean(space.icon);
  const two = titleLines(space).length > 1;
  const size = beside ? Math.min(40, (space.width * UNIT * 0.9) / count) : Math.min(two ? 46 : 58, (space.width * UNIT * 0.9) / count, space.height * 62);
  const right = (space.width * UNIT) / 2 - size / 2 - (space.round ? 8 : 1);
  const top = (-space.height * UNIT) / 2 + size / 2 + (space.round ? 6 : 1);
  return space.markers.map((one, n) => {
    const x = beside ? right - n * (size - 4) : (n - (count - 1) / 2) * size;
    const y = beside ? top : two ? -17 : space.title ? -8 : 0;
    return thing(one, x, y, size);
  });
}

/** One marker; what can do nothing lies on its side.
 * @param {MarkerView} one @param {number} x @param {number} y @param {number} size */
function thing(one, x, y, size) {
  return s("g", { class: `marker-thing tint-${one.tint} ${one.down ? "marker-down" : ""}`, "data-marker": one.name, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) ${one.down ? "rotate(90)" : ""}` },
    s("title", {}, one.name), s("circle", { class: "marker-ground", r: size * 0.52 }), emblem(one.shape, 0, 0, size * 0.86, "marker-shape"));
}
