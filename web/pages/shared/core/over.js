// What lies over the page, such as a sheet, is a step of its own in the browser's history: "back" closes it and does not
// leave the page. The second of two quick taps, of which the first closed it, does not fall through to what lay below.

const FALLS_MS = 400;

let opened = 0;
let closed_ms = -FALLS_MS;

/** Shows a dialog over the page.
 * @param {HTMLDialogElement} dialog */
export function lay(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  history.scrollRestoration = "manual"; // the page below may come to something new meanwhile
  opened += 1;
  const number = opened;
  const isAfterAnother = Boolean(history.state?.over); // that one has just been closed, and its step is taken over
  history[isAfterAnother ? "replaceState" : "pushState"]({ over: number }, "");
  dialog.addEventListener("close", () => {
    closed_ms = performance.now();
    if (history.state?.over === number) history.back();
  }, { once: true });
}

addEventListener("popstate", () => {
  requestAnimationFrame(() => (history.scrollRestoration = "auto"));
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
});

addEventListener("click", (event) => {
  if (event.detail < 2 || event.timeStamp - closed_ms > FALLS_MS) return; // when it was tapped, not when a busy page hears of it
  event.preventDefault();
  event.stopPropagation();
}, true);
