// What leaves the phone: one picture at a time, the newest, as large as the network bears; and a sign of life.

const STILL_MS = 20000;
const ALIVE_MS = 2000;
const SLOW_MS = 1500;
const QUICK_MS = 350;
const QUICK_ENOUGH = 6; // so many quick ones on end before a better picture is tried
const STEPS = [[1, 0.92], [1, 0.82], [1, 0.7], [0.75, 0.8], [0.66, 0.7]]; // share of the size, quality of the JPEG
const PAUSES_MS = [1000, 2000, 4000, 8000];
const OVER = new Set([401, 403, 409]);

/** `still` and `alive`: where pictures and signs of life go, none of these where `alive` is empty; `headers`: what signs
 * them; `tab`: what a sign of life says. `told` hears each answer, `over` that none will be taken any more.
 * @template Told
 * @param {{still: string, alive: string, headers: () => Record<string, string>, tab: string, told: (answer: Told) => void, over: (status: number) => void, lost: (isLost: boolean) => void}} its */
export function makeSender(its) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { alpha: false });
  const state = { step: 0, quick: 0, busy: false, spoken: 0, failed: 0, until: 0, sent: 0, bytes: 0 };

  /** @param {string} path @param {BodyInit} body @param {string} type */
  async function say(path, body, type) {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), STILL_MS);
    try {
      const answer = await fetch(path, { method: "POST", body, signal: clock.signal, cache: "no-store", credentials: "same-origin", headers: { ...its.headers(), "Content-Type": type } });
      heard(answer.status, answer.ok ? await answer.json() : null);
      return answer.ok;
    } catch {
      heard(0, null);
      return false;
    } finally {
      clearTimeout(timer);
      state.spoken = performance.now();
    }
  }

  /** @param {number} status @param {Told} body */
  function heard(status, body) {
    if (OVER.has(status)) return its.over(status);
    const failed = body === null;
    if (status === 413) state.step = Math.min(state.step + 1, STEPS.length - 1);
    state.failed = failed ? state.failed + 1 : 0;
    state.until = failed ? performance.now() + PAUSES_MS[Math.min(state.failed, PAUSES_MS.length) - 1] : 0;
    its.lost(failed);
    if (!failed) its.told(body);
  }

  /** Sends what `video` shows now; true when it has arrived.
   * @param {HTMLVideoElement} video */
  async function still(video) {
    state.busy = true;
    try {
      const [share, quality] = STEPS[state.step];
      canvas.width = Math.round(video.videoWidth * share);
      canvas.height = Math.round(video.videoHeight * share);
      pen.drawImage(video, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, "image/jpeg", quality));
      if (blob === null) return false;
      const from = performance.now();
      const ok = await say(its.still, blob, "image/jpeg");
      if (ok) measured(performance.now() - from, blob.size);
      return ok;
    } finally {
      state.busy = false;
    }
  }

  /** Slow answers make smaller pictures, quick ones better ones again.
   * @param {number} took_ms @param {number} bytes */
  function measured(took_ms, bytes) {
    state.sent += 1;
    state.bytes += bytes;
    state.quick = took_ms < QUICK_MS ? state.quick + 1 : 0;
    if (took_ms > SLOW_MS) state.step = Math.min(state.step + 1, STEPS.length - 1);
    else if (state.quick >= QUICK_ENOUGH && state.step > 0) {
      state.step -= 1;
      state.quick = 0;
    }
  }

  /** A sign of life, where nothing else was said lately. */
  async function alive() {
    state.busy = true;
    try {
      await say(its.alive, JSON.stringify({ tab: its.tab }), "application/json");
    } finally {
      state.busy = false;
    }
  }

  return {
    still,
    alive,
    /** Whether something may be sent now. */
    isFree: () => !state.busy && performance.now() >= state.until,
    isDue: () => its.alive !== "" && performance.now() - state.spoken >= ALIVE_MS,
    count: () => state,
  };
}
