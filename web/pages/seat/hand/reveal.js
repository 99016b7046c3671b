// Whether the own hand may be seen now. Held, or kept open until the page loses the eye of its owner.

import { say } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { quickHide } from "./hide.js";

/** `parts`: the buttons `hold` and `keep`, the `drawer` that the hand lies in, its `hint` on how to hide it, and `said`
 * for screen readers. `onChange(open)` is called whenever it changes.
 * @param {Record<string, HTMLElement>} options @param {(open: boolean) => void} onChange */
export function reveal({ hold, keep, drawer, hint, said }, onChange) {
  const state = { held: false, kept: false, open: false, empty: false, height: "" };

  function settle() {
    const open = state.held || state.kept;
    keep.setAttribute("aria-pressed", String(state.kept));
    hold.hidden = state.kept || state.empty; // it is shown already, or there is nothing to look at in passing
    keep.classList.toggle("button-main", state.kept);
    keep.textContent = state.kept ? t("Hide now") : state.empty ? t("Show what only I may see") : t("Keep open");
    if (open === state.open) return;
    state.open = open;
    hint.hidden = !open;
    const had = document.activeElement !== document.body;
    onChange(open);
    if (!open && had && document.activeElement === document.body) keep.focus({ preventScroll: true }); // it went with the hand
    say(said, open ? t("Your hand is shown.") : t("Your hand is hidden."));
  }

  function hide() {
    state.held = false;
    state.kept = false;
    settle();
  }

  /** @param {boolean} value */
  function held(value) {
    state.held = value;
    settle();
  }

  hold.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    hold.setPointerCapture(event.pointerId);
    held(true);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) hold.addEventListener(name, () => held(false));
  hold.addEventListener("contextmenu", (event) => event.preventDefault());
  hold.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      held(true);
    }
  });
  hold.addEventListener("keyup", () => held(false));
  hold.addEventListener("blur", () => held(false));
  keep.addEventListener("click", () => {
    state.kept = !state.kept;
    settle();
  });
  quickHide({ hold, drawer }, hide);
  const measured = new ResizeObserver(() => {
    state.height = `${drawer.offsetHeight}px`;
    raise();
  });
  measured.observe(drawer);

  /** What stands above the hand must know where it ends. Each is told by itself: handed down it would have the whole page styled anew. */
  function raise() {
    if (state.height) document.querySelectorAll("html, .seat-main, .played, .thumb").forEach((/** @type {any} */ node) => node.style.setProperty("--drawer", state.height));
  }

  return {
    isOpen: () => state.open,
    hide,
    raise,
    /** Whether the hand is empty; notes, and what only this seat knows, can still be shown.
     * @param {boolean} empty */
    empty(empty) {
      if (empty === state.empty) return;
      state.empty = empty;
      settle();
    },
    /** It opens and stays so: a card was chosen while held, or there is nobody to hide it from. */
    stay() {
      state.kept = true;
      settle();
    },
  };
}
