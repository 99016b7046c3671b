// The camera's picture: asked for again when something changed, at most twice a second.

const PAUSE_MS = 500;

/** Keeps the picture in `figure` fresh: call the result when something changed.
 * @param {HTMLElement} figure */
export function camera(figure) {
  const image = figure.querySelector("img");
  const state = { busy: false, again: false, url: "" };

  async function load() {
    state.busy = true;
    state.again = false;
    try {
      const response = await fetch("/camera.jpg", { cache: "no-store" });
      const blob = response.status === 200 ? await response.blob() : null;
      show(blob);
    } catch {
      figure.dataset.old = "yes";
    }
    setTimeout(() => {
      state.busy = false;
      if (state.again && !document.hidden) load();
    }, PAUSE_MS);
  }

  /** @param {Blob} blob */
  function show(blob) {
    figure.hidden = blob === null;
    delete figure.dataset.old;
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    image.src = url;
    if (state.url) URL.revokeObjectURL(state.url);
    state.url = url;
  }

  return () => {
    if (state.busy) state.again = true;
    else load();
  };
}
