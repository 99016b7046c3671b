// How a round or a match has ended: who scored what for what, one after the other, and who has won. Knows no game.

import { resultView } from "../board/board.js";
import { seatMark } from "../board/seat_mark.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { whoGoesOn } from "./lobby.js";

/** The scoring that people look back on, if there is one; the end of the match takes its place.
 * @param {Packet} packet */
export const scoringOf = (packet) => (packet.result ? null : packet.episodes.findLast((one) => one.counting && one.number !== state.read) ?? null);

const state = { read: -1 }; // which scoring was tapped away here

/** What of a packet `scoringView` draws.
 * @param {Packet} packet */
export const scoringPart = (packet) => [scoringOf(packet), packet.players, scoringOf(packet) && packet.tracks];

/** A scoring: a row for every seat, the one that scored most at last.
 * @param {Packet} packet */
export function scoringView(packet) {
  const one = scoringOf(packet);
  if (!one) return null;
  const rows = [...one.scores].sort((a, b) => a.gain - b.gain);
  const node = h("section", { class: "scoring", "aria-label": one.title, onclick: () => {
    state.read = one.number;
    node.remove();
  } },
    h("h2", {}, one.title),
    one.lines.length > 0 && h("ul", { class: "scoring-lines" }, one.lines.map((line) => h("li", {}, line))),
    h("ol", { class: "scoring-seats" }, rows.map((row, n) => later(n, seatRow(packet, row)))),
    h("button", { class: "button small", type: "button", "data-key": "scoring-read" }, t("Close")));
  return node;
}

/** @param {Packet} packet @param {ScoreView} row */
function seatRow(packet, row) {
  const player = packet.players.find((any) => any.seat === row.seat);
  const totals = packet.tracks.filter((track) => track.prominent && track.owner === row.seat && !track.shape);
  return h("li", { class: `scoring-seat ${row.gain > 0 ? "scoring-gains" : ""}` },
    player && seatMark(player),
    h("b", { class: "scoring-gain" }, row.gain > 0 ? t("+{count}", { count: row.gain }) : ""),
    h("span", { class: "scoring-total" }, totals.map((track) => [track.value, track.label].join(" ")).join(" · ")),
    h("ul", {}, row.lines.map((line) => h("li", {}, line))));
}

/** The n-th of several that come one after the other.
 * @template {HTMLElement} N @param {number} n @param {N} node */
function later(n, node) {
  node.style.setProperty("--n", String(n));
  return node;
}

/** The end of the match on a screen: `next` is said by whom.
 * @param {Packet} packet */
export const endView = (packet) => resultView(packet, packet.result && h("p", { class: "result-next" }, whoGoesOn(packet)));
