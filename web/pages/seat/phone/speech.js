// Reads aloud what everybody may hear, and nothing else: for tables without a loudspeaker, always or while it is silent.

import { t } from "../../shared/core/words.js";

const MOST = 3; // lines that wait; older ones are dropped
const STALE_MS = 12000;
const STUCK_MS = 20000; // some browsers never say that a sentence has ended

/** What everybody heard of an event; empty when it was not for everybody.
 * @param {EventView} event */
export const heardByAll = (event) => (event.own ? event.public : event.text);

/** `chosen` are the settings of this phone.
 * @param {ReturnType<typeof import("./phone.js").thisPhone>["chosen"]} chosen */
export function speaker(chosen) {
  const synth = globalThis.speechSynthesis;
  const state = { last: /** @type {number} */ (null), lines: /** @type {{text: string, topic?: string, made_ms: number}[]} */ ([]), saying: /** @type {SpeechSynthesisUtterance} */ (null), stuck: 0, here: false, hushes: /** @type {number} */ (null) };
  const speaks = () => Boolean(synth) && (chosen.speak || (chosen.standin && state.here));

  function stop() {
    state.lines = [];
    state.saying = null;
    clearTimeout(state.stuck);
    synth?.cancel();
  }

  /** @param {string} text */
  function utter(text) {
    const line = new SpeechSynthesisUtterance(text);
    line.lang = document.documentElement.lang;
    line.voice = synth.getVoices().find((one) => one.voiceURI === chosen.voice) || null;
    line.rate = chosen.rate;
    return line;
  }

  function next() {
    clearTimeout(state.stuck);
    state.saying = null;
    const now = performance.now();
    state.lines = state.lines.filter((line) => now - line.made_ms < STALE_MS);
    const first = state.lines.shift();
    if (!first) return;
    const line = utter(first.text);
    state.saying = line;
    const done = () => state.saying === line && next();
    line.addEventListener("end", done);
    line.addEventListener("error", done);
    state.stuck = setTimeout(() => {
      synth.cancel();
      done();
    }, STUCK_MS);
    synth.speak(line);
  }

  /** @param {{text: string, topic?: string}[]} lines */
  function say(lines, even = false) {
    if (!synth || !(even || speaks())) return;
    const made_ms = performance.now();
    for (const { text, topic } of lines) {
      state.lines = [...state.lines.filter((one) => !topic || one.topic !== topic), { text, topic, made_ms }].slice(-MOST);
    }
    if (!state.saying) next();
  }

  /** This phone speaks in the loudspeaker's place from now on, and says so. */
  function begin() {
    stop();
    say([{ text: t("I speak here now, until the loudspeaker is back.") }]);
  }

  return {
    /** Hears every packet; says what is new in it. The first one after a gap only says how far things are.
     * @param {Packet} packet */
    hear(packet) {
      const { lines, here, hushes } = packet.aloud;
      const spoke = speaks();
      if (state.hushes !== null && hushes !== state.hushes) stop();
      state.hushes = hushes;
      state.here = here;
      if (spoke && !speaks()) stop(); // the loudspeaker is back
      const newest = lines.at(-1)?.number ?? -1;
      const before = state.last;
      state.last = newest;
      if (before === null || newest < before) return; // a page that was just opened, or a table that was started anew
      if (!spoke && speaks()) begin();
      const fresh = lines.filter((line) => line.number > before);
      if (fresh.length) say(fresh);
    },
    /** Whether the loudspeaker is silent, and this phone could speak in its place if its owner wanted that. */
    isWanted: () => Boolean(synth) && state.here && !chosen.speak && !chosen.standin,
    begin,
    /** The line to the table was gone: what happened meanwhile is old. */
    gap() {
      state.last = null;
    },
    changed: () => !speaks() && stop(),
    /** Says one sentence now; false where the browser cannot.
     * @param {string} text */
    tryOut(text) {
      if (!synth || !(chosen.speak || chosen.standin)) return false;
      stop();
      say([{ text }], true);
      return true;
    },
  };
}
