// A label of which pieces cover a part says nothing: it is shown where it can be read, and not at all else.

/** Called when pieces or labels have come to lie elsewhere.
 * @param {HTMLElement} mat */
export function onlyReadable(mat) {
  const lying = [...mat.querySelectorAll(".piece:not(.lifted)")].map((node) => node.getBoundingClientRect());
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (mat.querySelectorAll(".spot:not(.spot-hex, .spot-square) > span"))) {
    const box = label.getBoundingClientRect();
    label.classList.toggle("label-under", lying.some((piece) => overlap(box, piece) > 0));
  }
}

/** How many square pixels two boxes share.
 * @param {DOMRect} one @param {DOMRect} other */
export function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
