// A few short sounds, made here out of notes. Browsers let a page sound only after somebody has tapped on it.

const NOTES = { // hertz, and when they begin in seconds
  turn: [[660, 0], [880, 0.16]],
  trick: [[523, 0], [784, 0.1]],
  score: [[784, 0], [988, 0.1], [1175, 0.2]],
  end: [[523, 0], [659, 0.14], [784, 0.28], [1047, 0.42]],
};
const LENGTH_S = 0.35;
const LOUD = 0.18;

/** Lets `button` switch sounds on and off by a tap. `choose` gives whether they are on, changed to `wanted` if that is
 * given; the result shows on the button how it stands.
 * @param {HTMLElement} button @param {(wanted?: boolean) => boolean} choose */
export function soundSwitch(button, choose) {
  const show = () => button.setAttribute("aria-pressed", choose() ? "true" : "false");
  button.addEventListener("click", () => {
    choose(!choose());
    show();
  });
  show();
  return show;
}

/** @typedef {keyof typeof NOTES} Sound */

/** Plays sounds for as long as `isOn` says so; the result tells whether the browser could.
 * @param {() => boolean} isOn */
export function sounds(isOn) {
  /** @type {AudioContext} */
  let audio = null;

  function unlock() {
    if (!isOn() || !globalThis.AudioContext) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }
  addEventListener("pointerdown", unlock);
  addEventListener("keydown", unlock);

  return (/** @type {Sound} */ name) => {
    unlock();
    if (!audio || !isOn()) return false;
    for (const [pitch, after] of NOTES[name]) {
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
  };
}
