// Whether the own hand may be seen now. Held, or kept open until the page loses the eye of its owner.

/** `onChange(open)` is called whenever it changes. */
export function reveal(hold, keep, onChange) {
  const state = { held: false, kept: false, open: false };

  function settle() {
    const open = state.held || state.kept;
    keep.setAttribute("aria-pressed", String(state.kept));
    keep.textContent = state.kept ? "Hide now" : "Keep open";
    if (open === state.open) return;
    state.open = open;
    onChange(open);
  }

  function hide() {
    state.held = false;
    state.kept = false;
    settle();
  }

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
  addEventListener("blur", hide);
  addEventListener("pagehide", hide);
  document.addEventListener("visibilitychange", () => document.hidden && hide());

  return {
    isOpen: () => state.open,
    hide,
    /** A card was chosen while held: stay open until it is settled. */
    stay() {
      state.kept = true;
      settle();
    },
  };
}
