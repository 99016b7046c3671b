// Cards that look alike and may do the same are as good as each other: they are one tile, with how many there are.

import { grouped } from "../core/dom.js";

/** @typedef {{ face: Face, group: OptionView[], count: number }} Tile */

/** What copies of one card have in common in their names.
 * @param {Face} face */
export const copied = (face) => (face.piece.includes("#") ? face.piece.slice(0, face.piece.lastIndexOf("#")) : "");

/** @param {OptionView} option */
const doing = ({ label, why_not, cell, from_cell, spot }) => [label, why_not?.short, cell, from_cell, spot];

/** A tile for all that is alike, in the order in which it comes first; `group` is what the first one stands for.
 * @param {{ face: Face, group: OptionView[] }[]} cards @returns {Tile[]} */
export function tilesOf(cards) {
  const alike = grouped(cards, ({ face, group }) => (copied(face) ? JSON.stringify([copied(face), face.title, face.text, group.map(doing)]) : face));
  return [...alike.values()].map((same) => ({ ...same[0], count: same.length }));
}
