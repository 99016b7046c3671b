// What makes a field of a board, or a space of a sheet, something to look at or to tap.

/** The classes of what a tap would do.
 * @param {Doing} act */
export const cellClass = (act) => `cell cell-${act?.state ?? "idle"} ${act?.mark ? `cell-${act.mark}` : ""}`;

/** The attributes of its element; `stop`: Tab stops here.
 * @param {Place} place @param {string} label @param {Doing} act @param {boolean} stop @param {Hands<any>} hands */
export function tappable(place, label, act, stop, { onField, onLook }) {
  const look = () => onLook(place);
  return {
    role: act ? "button" : "img", tabindex: stop ? 0 : -1, "aria-label": [label, act?.words].filter(Boolean).join(". "), "aria-pressed": pressed(act),
    "data-field": place.name, "data-key": `field-${place.name}`, "data-state": act?.state ?? null, "data-mark": act?.mark ?? null,
    onfocus: look, onpointerenter: look,
    onclick: () => {
      look();
      onField(place);
    },
  };
}

/** Keys on a drawing: Enter and the space bar tap, arrows lead on to what `next(name, key)` names, if anything.
 * @param {SVGElement} svg @param {any} event @param {(name: string, key: string) => string} next */
export function keys(svg, event, next) {
  const name = event.target.closest?.("[data-field]")?.dataset.field;
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else if (event.key.startsWith("Arrow")) svg.querySelector(`[data-field="${CSS.escape(next(name, event.key))}"]`)?.focus({ preventScroll: false });
  else return;
  event.preventDefault();
}

/** Only what can be chosen and put back is pressed or not.
 * @param {Doing} act */
const pressed = (act) => (act?.mark === "piece" || act?.mark === "chosen" ? String(act.mark === "chosen") : null);
