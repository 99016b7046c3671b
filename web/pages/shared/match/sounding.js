// Which sound goes with what has just happened: a trick, a score, the end.

/** The number of the latest part of the match of which this holds, -1: of none.
 * @param {Packet} packet @param {(one: EpisodeView) => boolean} holds */
const latest = (packet, holds) => packet.episodes.findLast(holds)?.number ?? -1;

/** Plays the sound of what is new in each packet; the first one only says how things stand. A phone sounds for what its
 * own seat has won or scored, a screen for all.
 * @param {(sound: import("../core/sounds.js").Sound) => void} play */
export function sounding(play) {
  let before = /** @type {{end: boolean, score: number, trick: number}} */ (null);
  return (/** @type {Packet} */ packet) => {
    const { seat } = packet;
    const now = {
      end: packet.result !== null,
      score: latest(packet, (one) => one.gain > 0 && (seat === null || (one.counting ? one.scores.some((row) => row.seat === seat && row.gain > 0) : one.laid.some((laid) => laid.seat === seat)))),
      trick: latest(packet, (one) => one.why !== "" && (seat === null || one.winner === seat)),
    };
    if (before && now.end && !before.end) play("end");
    else if (before && now.score > before.score) play("score");
    else if (before && now.trick > before.trick) play("trick");
    before = { end: now.end, score: Math.max(now.score, before?.score ?? -1), trick: Math.max(now.trick, before?.trick ?? -1) };
  };
}
