// A sound and a buzz when it is this seat's turn: by what everybody sees, so that neither tells anything new.

import { waitedFor } from "../../shared/core/asked.js";

const NOTES = [[660, 0], [880, 0.16]]; // hertz, and when they begin in seconds
const LENGTH_S = 0.35;
const LOUD = 0.18;
const BUZZ_MS = 60;

/** Whether everybody sees that this seat is asked. A window in which many may react is no reason for a sound: it would
 * come all the time.
 * @param {Packet} packet */
export function isCalled(packet) {
  const me = packet.players.find((one) => one.seat === packet.seat);
  const { question } = packet;
  if (!me || !question || packet.result || packet.paused) return false;
  const window = question.seats.length > 1 && question.closes_in_s !== null;
  return !window && (me.asked || me.on_turn) && waitedFor(question).includes(me.seat);
}

/** `chosen` are the settings of this phone.
 * @param {ReturnType<typeof import("./phone.js").thisPhone>["chosen"]} chosen */
export function caller(chosen) {
  const state = { called: /** @type {boolean} */ (null), audio: /** @type {AudioContext} */ (null) };

  function unlock() {
    if (!chosen.chime || !globalThis.AudioContext) return;
    state.audio ??= new AudioContext();
    if (state.audio.state === "suspended") state.audio.resume();
  }
  addEventListener("pointerdown", unlock); // browsers make no sound before a tap
  addEventListener("keydown", unlock);

  /** Whether it could be played. */
  function chime() {
    unlock();
    const { audio } = state;
    if (!audio) return false;
    for (const [pitch, after] of NOTES) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const begin = audio.currentTime + after;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(LOUD, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + LENGTH_S);
    }
    return audio.state !== "suspended";
  }

  return {
    chime,
    /** Hears every packet; the first one only says how things stand.
     * @param {Packet} packet */
    hear(packet) {
      const called = isCalled(packet);
      const begins = called && state.called === false;
      state.called = called;
      if (!begins) return;
      if (chosen.chime) chime();
      if (chosen.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
    },
  };
}
