// What is drawn over the camera's picture: the reading map, the markers, the lens board.

import { points } from "../shared/board/grid.js";
import { s } from "../shared/board/sides.js";

/** Hatches, so that the zones differ without their colours.
 * @param {number} unit */
function hatches(unit) {
  /** @param {string} d */
  const line = (d) => s("path", { d, class: "hatch", "stroke-width": unit / 9 });
  const box = { width: unit, height: unit, patternUnits: "userSpaceOnUse" };
  return s("defs", {},
    s("pattern", { id: "hatch-good_light", ...box }, line(`M0 ${unit}L${unit} 0`)),
    s("pattern", { id: "hatch-not", ...box }, line(`M0 ${unit}L${unit} 0M0 0L${unit} ${unit}`)));
}

/** The nodes of the overlay. `wide`: how wide the picture is shown, in CSS pixels.
 * @param {SVGElement} svg @param {CameraView} view @param {{layer: string, size: number, eye: KeptView}} how @param {number} wide */
export function overlay(svg, view, { layer, size, eye }, wide) {
  const [w, t] = [view.width_px, view.height_px];
  svg.setAttribute("viewBox", `0 0 ${w} ${t}`);
  const unit = w / Math.max(1, wide); // one CSS pixel
  /** @param {[number, number][]} corners */
  const scaled = (corners) => corners.map(([x, y]) => [x * w, y * t]);
  const nodes = [hatches(9 * unit)];
  const map = view.table?.stickers.find((one) => one.sticker_mm === size);
  if (layer === "map" && map) nodes.push(heat(view.table, map, scaled, unit, wide));
  if (layer === "doubts" && view.table && eye) nodes.push(doubts(view.table, eye.cells, scaled, unit));
  if (layer !== "none") nodes.push(...view.markers.filter((one) => one.corners.length).map((one) => marker(one, scaled(one.corners), unit)));
  if (view.lens.outline.length) nodes.push(s("polygon", { points: points(scaled(view.lens.outline)), class: "board-outline", "stroke-width": 3 * unit }));
  return nodes;
}

/** @param {TableMap} table @param {StickerMap} map @param {(corners: [number, number][]) => number[][]} scaled @param {number} unit
 * @param {number} wide */
function heat(table, map, scaled, unit, wide) {
  const grid = scaled(table.grid);
  const group = s("g", { class: "heat" });
  const step = wide > 620 ? 1 : 3; // on a phone every third number is enough to read
  for (let row = 0; row < table.rows; row += 1) {
    for (let column = 0; column < table.columns; column += 1) {
      const index = row * table.columns + column;
      const zone = map.zones[index];
      if (zone === "outside") continue;
      const corners = field(table, grid, index);
      group.append(s("polygon", { points: points(corners), class: `zone zone-${zone}`, "stroke-width": 0.75 * unit }));
      if (zone !== "well") group.append(s("polygon", { points: points(corners), fill: `url(#hatch-${zone})` }));
      if (row % step === Math.floor(step / 2) && column % step === Math.floor(step / 2)) {
        const [x, y] = [0, 1].map((k) => corners.reduce((sum, one) => sum + one[k], 0) / 4);
        group.append(s("text", { x, y, "font-size": (wide > 620 ? 12 : 11) * unit, "stroke-width": 3 * unit, class: "heat-number" }, map.px_per_module[index].toFixed(1)));
      }
    }
  }
  return group;
}

/** The corners of one field of the map.
 * @param {TableMap} table @param {number[][]} grid @param {number} index */
function field(table, grid, index) {
  const at = Math.floor(index / table.columns) * (table.columns + 1) + (index % table.columns);
  return [grid[at], grid[at + 1], grid[at + table.columns + 2], grid[at + table.columns + 1]];
}

/** Where the eye was in doubt, and how often.
 * @param {TableMap} table @param {number[]} cells @param {(corners: [number, number][]) => number[][]} scaled @param {number} unit */
function doubts(table, cells, scaled, unit) {
  const grid = scaled(table.grid);
  const group = s("g", { class: "doubts" });
  if (cells.length !== table.columns * table.rows) return group;
  const most = Math.max(...cells);
  cells.forEach((count, index) => {
    if (!count) return;
    const corners = field(table, grid, index);
    const [x, y] = [0, 1].map((k) => corners.reduce((sum, one) => sum + one[k], 0) / 4);
    group.append(s("polygon", { points: points(corners), class: "doubt", "fill-opacity": 0.25 + (0.5 * count) / most, "stroke-width": 1.5 * unit }),
      s("text", { x, y, "font-size": 12 * unit, "stroke-width": 3 * unit, class: "heat-number" }, `${count}`));
  });
  return group;
}

/** @param {CameraMarker} one @param {number[][]} corners @param {number} unit */
function marker(one, corners, unit) {
  const [x, y] = [0, 1].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4);
  const kind = one.found ? "marker-found" : "marker-missing";
  const label = one.found ? `${one.number}` : `${one.number}?`;
  return s("g", { class: `marker ${kind}` },
    s("polygon", { points: points(corners), "stroke-width": 3 * unit, ...(one.found ? {} : { "stroke-dasharray": `${6 * unit} ${4 * unit}` }) }),
    s("text", { x, y, "font-size": 15 * unit, "stroke-width": 4 * unit }, label));
}

/** @param {HTMLElement} node @param {boolean} shown */
export function legendFor(node, shown) {
  node.dataset.shown = shown ? "yes" : "no";
}
