// What has changed on the table, judged on the phone in a small grey picture: only what has come to rest is worth a
// large one. As fine as the companion's own gate: with coarser cells a card that takes the place of another is missed.

const WIDE = 384;
const HIGH = 216;
const CELL = 4;
const LEAST = 7; // mean difference of a cell, in grey levels; more where the picture is noisy
const CELLS = (WIDE / CELL) * (HIGH / CELL);

/** Sees one picture after another. */
export function makeGate() {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = HIGH;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const state = { now: new Uint8Array(WIDE * HIGH), before: /** @type {Uint8Array} */ (null), sent: /** @type {Uint8Array} */ (null) };

  /** Looks; whether anything moves since the picture before, and whether it differs from the one that was sent.
   * @param {CanvasImageSource} source */
  function look(source) {
    pen.drawImage(source, 0, 0, WIDE, HIGH);
    const now = greyOf(pen.getImageData(0, 0, WIDE, HIGH).data);
    const moves = state.before === null || differs(now, state.before);
    const isNew = state.sent === null || differs(now, state.sent);
    state.before = state.now = now;
    return { moves, isNew };
  }

  return {
    look,
    /** What was seen last is sent. */
    accept: () => {
      state.sent = state.now;
    },
    /** Nothing that was sent counts any more. */
    forget: () => {
      state.sent = null;
    },
  };
}

/** @param {Uint8ClampedArray} pixels four values each */
function greyOf(pixels) {
  const grey = new Uint8Array(WIDE * HIGH);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) grey[at] = (pixels[from] + 2 * pixels[from + 1] + pixels[from + 2]) >> 2;
  return grey;
}

/** Whether any cell looks otherwise. Noise is in every cell alike, so the middle one tells how much of it there is.
 * @param {Uint8Array} one @param {Uint8Array} other */
export function differs(one, other) {
  const sums = new Uint16Array(CELLS);
  const columns = WIDE / CELL;
  for (let y = 0, at = 0; y < HIGH; y += 1) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0; x < WIDE; x += 1, at += 1) sums[row + (x >> 2)] += Math.abs(one[at] - other[at]);
  }
  const middle = Uint16Array.from(sums).sort()[CELLS >> 1] / (CELL * CELL);
  const level = Math.max(LEAST, 2 * middle + 2) * CELL * CELL;
  return sums.some((sum) => sum > level);
}
