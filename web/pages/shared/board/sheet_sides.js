// Where sheets stand around a board on a screen that everybody sees.

import { sheetView } from "./sheets.js";

/** The sheets of a table as elements: the big ones, the flat rows, and the others to the left and to the right.
 * `player(seat)` gives who leads one, `mark(player)` the name plate.
 * @param {Table} table @param {(seat: number) => PlayerView} player @param {(player: PlayerView) => Child} mark */
export function sheetSides(table, player, mark) {
  /** @param {SheetView} sheet */
  const drawn = (sheet) => {
    const owner = sheet.seat === null ? null : player(sheet.seat);
    return sheetView(sheet, { mark: owner ? mark(owner) : null });
  };
  const cards = table.sheets.filter((sheet) => !sheet.big && sheet.lying === "card");
  const half = Math.ceil(cards.length / 2);
  return {
    big: table.sheets.filter((sheet) => sheet.big).map(drawn),
    rows: table.sheets.filter((sheet) => !sheet.big && sheet.lying !== "card").map(drawn),
    left: cards.slice(0, half).map(drawn),
    right: cards.slice(half).map(drawn),
  };
}
