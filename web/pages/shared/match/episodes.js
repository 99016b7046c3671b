// What has just happened: the last turn or trick with its cards, who won it and why, and what is going on. Knows no game.

import { back } from "../board/cards.js";
import { known, stamp } from "../board/read.js";
import { seatMark } from "../board/seat_mark.js";
import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";

const MOST_LINES = 3; // of a turn; the log has them all

/** The strip of what happened since this reader's last decision; without `lines`, which the log has too, only what there
 * are cards or a reason to show of.
 * @param {Packet} packet */
export const episodesView = (packet, lines = true) => packet.episodes.filter((one) => !one.counting && (lines || one.laid.length > 0 || one.why)).map((one) => episode(packet, one, false, lines));

/** The same for a screen: one part, with its cards drawn whole. Where cards are played the present lies on the table, so
 * it is the last one that is over; on a board it is the latest of which there is something to tell.
 * @param {Packet} packet */
export function lastEpisode(packet) {
  const told = packet.episodes.filter((one) => !one.counting);
  const wanted = told.filter((one) => (packet.board ? one.why || one.lines.length > 0 : one.over));
  return (wanted.length ? wanted : told).slice(-1).map((one) => episode(packet, one, true));
}

const drawn = /** @type {Map<number, {laid: number, over: boolean}>} */ (new Map()); // of each part: what has moved already

/** @param {Packet} packet @param {EpisodeView} one @param {boolean} large */
function episode(packet, one, large, withLines = true) {
  const before = drawn.get(one.number) ?? { laid: 0, over: false };
  drawn.set(one.number, { laid: one.laid.length, over: one.why !== "" });
  const lines = withLines ? one.lines.slice(-MOST_LINES) : [];
  return h("article", { class: `episode ${one.over ? "episode-over" : ""} ${one.why && !before.over ? "episode-won" : ""}` },
    h("header", {}, h("span", { class: "eyebrow" }, one.over ? t("Just happened") : t("Now")), h("b", {}, one.title)),
    one.laid.length > 0 && h("ul", { class: "episode-laid" }, one.laid.map((laid, n) => laidCard(packet, one, n, large, n >= before.laid))),
    one.why && h("p", { class: "episode-why" }, one.why),
    lines.length > 0 && h("ul", { class: "episode-lines" }, lines.map((line) => h("li", {}, line))));
}

/** @param {Packet} packet @param {EpisodeView} one @param {number} n @param {boolean} large @param {boolean} fresh */
function laidCard(packet, one, n, large, fresh) {
  const { seat, face } = one.laid[n];
  const player = seatOf(packet, seat);
  const won = one.winner !== null && seat === one.winner;
  const key = `laid-${one.number}-${n}`;
  const covered = () => (large ? back() : h("span", { class: "mini mini-back", role: "img", "aria-label": t("a card face down") }));
  return h("li", { class: `laid ${fresh ? "laid-fresh" : ""} ${seat === packet.seat ? "laid-own" : ""} ${won ? "laid-won" : ""}` },
    face ? (large ? known(face, key) : stamp(face, key, true)) : covered(), h("span", { class: "laid-by" }, won && shape("crown"), player && seatMark(player)));
}

/** @param {Packet} packet @param {number} seat */
const seatOf = (packet, seat) => packet.players.find((one) => one.seat === seat) ?? null;

/** The lines of the log, the newest first, grouped by turn; what says nothing new is left out.
 * @param {EventView[]} events */
export function logLines(events) {
  const newest = events.findLast((event) => !event.undone);
  return inParts(events).reverse().flatMap(({ heading, group }) => {
    const lines = group.filter((event, n) => !event.plain && event.text !== group[n - 1]?.text).reverse();
    const isNow = group.includes(newest);
    return [
      heading && (lines.length > 0 || isNow) && h("li", { class: "log-heading" }, heading),
      ...lines.map((event, n) => h("li", { class: [event.undone && "undone", event === newest && "log-new"].filter(Boolean).join(" ") },
        h("span", { class: "log-number" }, event.entry > 0 && event.entry !== lines[n - 1]?.entry && event.entry),
        h("span", {}, event.text, event.undone && [" ", h("em", {}, t("taken back"))]))),
    ];
  });
}

/** The events under the heading of the part to which each belongs. Where a part was taken back with its heading, the
 * match goes on in the one before.
 * @param {EventView[]} events */
function inParts(events) {
  const parts = /** @type {{heading: string, isGone: boolean, group: EventView[]}[]} */ ([]);
  let standing = "";
  for (const event of events) {
    const goesOn = parts.at(-1)?.isGone && !event.undone;
    if (event.heading || goesOn || !parts.length) parts.push({ heading: event.heading || standing, isGone: event.undone, group: [] });
    if (event.heading && !event.undone) standing = event.heading;
    parts.at(-1).group.push(event);
  }
  return parts;
}
