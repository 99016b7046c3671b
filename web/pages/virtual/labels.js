// A label of which pieces or another label cover a part says nothing: it is shown where it can be read, and not at all else.

const LABELS = ".spot:not(.spot-hex, .spot-square) > span";
const NARROWEST = 0.8; // of its width; a label is still easy to read then

/** A label that is higher than its place takes all the room beside it; one that is wider is drawn narrower.
 * @param {HTMLElement} mat */
export function fitted(mat) {
  const labels = /** @type {HTMLElement[]} */ ([...mat.querySelectorAll(LABELS)]);
  const high = labels.map((label) => label.offsetHeight > Math.min(label.parentElement.offsetHeight, label.parentElement.offsetWidth));
  labels.forEach((label, n) => label.classList.toggle("label-whole", high[n]));
  const shares = labels.map((label) => Number.parseFloat(label.parentElement.style.getPropertyValue("--room")) / label.scrollWidth);
  labels.forEach((label, n) => label.style.setProperty("--narrow", String(Math.min(1, Math.max(NARROWEST, shares[n])))));
}

/** Called when pieces or labels have come to lie elsewhere.
 * @param {HTMLElement} mat */
export function onlyReadable(mat) {
  const lying = [...mat.querySelectorAll(".piece:not(.lifted)")].map((node) => node.getBoundingClientRect());
  for (const label of mat.querySelectorAll(LABELS)) {
    const box = label.getBoundingClientRect();
    const under = lying.some((other) => overlap(box, other) > 0);
    label.classList.toggle("label-under", under);
    if (!under) lying.push(box); // nor does one label lie over another
  }
}

/** How many square pixels two boxes share.
 * @param {DOMRect} one @param {DOMRect} other */
export function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
