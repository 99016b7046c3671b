// How the scores have gone: drawn by the server, asked for again when a score has changed.

import { t } from "../shared/core/words.js";

const PAUSE_MS = 3000; // scores that change one after the other are one picture

/** Keeps the chart in `panel` fresh: call the result with each packet.
 * @param {HTMLElement} panel */
export function scorePanel(panel) {
  const state = { key: "", wanted: "", busy: false };

  async function load() {
    state.busy = true;
    state.key = state.wanted;
    try {
      const response = await fetch("/scores", { cache: "no-store", credentials: "same-origin" });
      if (response.ok) show(await response.text());
      else state.key = "";
    } catch {
      state.key = ""; // the line is down; the next packet asks again
    }
    setTimeout(() => {
      state.busy = false;
      if (state.key !== state.wanted) load();
    }, PAUSE_MS);
  }

  /** @param {string} text */
  function show(text) {
    const wasOpen = panel.querySelector("details")?.open;
    const page = new DOMParser().parseFromString(text, "text/html"); // our own server's drawing: nothing in it runs
    panel.replaceChildren(...page.body.childNodes);
    panel.hidden = panel.querySelector(".chart, a") === null;
    if (wasOpen && panel.querySelector("details")) panel.querySelector("details").open = true;
    panel.setAttribute("aria-label", t("Scores"));
  }

  return (/** @type {Packet} */ packet) => {
    const scores = packet.tracks.filter((track) => track.prominent && track.owner !== null).map((track) => [track.key, track.value]);
    state.wanted = JSON.stringify([scores, packet.result !== null, packet.players.map((one) => one.name)]);
    if (!state.busy && state.key !== state.wanted && (scores.length || packet.result)) load();
  };
}
