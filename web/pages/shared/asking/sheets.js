// The sheets on a player's own page: those that it is about stand above the board, others below it, folded.

import { seatMark } from "../board/seat_mark.js";
import { fill, h } from "../core/dom.js";
import { sheetHead, sheetView } from "../board/sheets.js";
import { t } from "../core/words.js";

/** Two parts of the page, one above the board and one below; `places` knows what a tap does, `onLook(space)` hears which
 * space somebody looks at.
 * @param {ReturnType<typeof import("./places.js").tapPlaces>} places @param {(place: Place) => void} onLook */
export function sheetsPanel(places, onLook) {
  const first = h("div", { class: "leaves leaves-first" });
  const others = h("div", { class: "leaves leaves-others" });
  const unfolded = new Set();
  const state = { away: false };
  const wide = matchMedia("(min-width: 1000px)"); // then there is room for all of one's own
  wide.addEventListener("change", () => places.state.packet && draw());

  function draw() {
    const { packet, list, busy, from } = places.state;
    const sheets = packet.sheets ?? [];
    const live = new Set(sheets.filter((sheet) => places.live(sheet.spaces)).map((sheet) => sheet.key));
    const led = packet.question?.lead === packet.seat; // then what is live is for this seat, whoever leads that card else
    state.away = live.size > 0; // until one of them is drawn whole
    /** @param {SheetView} sheet */
    const isFirst = (sheet) => sheet.big || (live.has(sheet.key) && (led || sheet.seat === null || mine(sheet))) || (sheet.active && mine(sheet));
    const top = sheets.filter(isFirst).sort((one, other) => Number(other.big) - Number(one.big) || Number(other.active) - Number(one.active));
    const key = [sheets, places.options(), busy, from, list, wide.matches, packet.seat, packet.players.map((one) => [one.name, one.shape])];
    state.away &&= !top.some((sheet) => live.has(sheet.key)) && !sheets.some((sheet) => isOpen(sheet) && live.has(sheet.key));
    fill(first, key, () => top.map(whole));
    fill(others, key, () => sheets.filter((sheet) => !isFirst(sheet)).sort((one, other) => Number(isOpen(other)) - Number(isOpen(one))).map((sheet) => (isOpen(sheet) ? whole(sheet) : folded(sheet, live.has(sheet.key)))));
  }

  /** @param {SheetView} sheet */
  const mine = (sheet) => sheet.seat !== null && sheet.seat === places.state.packet.seat;
  const alone = () => places.state.packet.sheets.filter(mine).length === 1;
  /** @param {SheetView} sheet */
  const isOpen = (sheet) => sheet.lying === "row" || (mine(sheet) && (alone() || wide.matches));

  /** @param {SheetView} sheet */
  function owner(sheet) {
    const { players } = places.state.packet;
    const player = players.length > 1 ? players.find((one) => one.seat === sheet.seat) : null;
    return player ? seatMark(player) : null;
  }

  /** @param {SheetView} sheet */
  const drawn = (sheet) => sheetView(sheet, { ...(places.state.list ? {} : { doing: places.doing, onField: places.tapped }), onLook, mark: owner(sheet) });

  /** @param {SheetView} sheet */
  const whole = (sheet) => drawn(sheet);

  /** One that somebody else leads: its head tells how it is there, the rest is folded.
   * @param {SheetView} sheet @param {boolean} live */
  const folded = (sheet, live) => h("details", {
    class: `leaf-fold leaf-tint-${sheet.tint} ${live ? "leaf-fold-live" : ""}`, open: unfolded.has(sheet.key),
    /** @param {any} event */
    ontoggle: (event) => (event.target.open ? unfolded.add(sheet.key) : unfolded.delete(sheet.key)),
  }, h("summary", { "data-key": `sheet-${sheet.key}` }, sheetHead(sheet), live && h("span", { class: "badge badge-asked" }, t("Can act")), owner(sheet)), drawn({ ...sheet, gauges: [] }));

  return {
    first, others, draw,
    /** Whether all that can be tapped on sheets is on folded ones. */
    away: () => state.away,
  };
}
