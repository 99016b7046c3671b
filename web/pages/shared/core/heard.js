// A tap is answered at once: the button that sent something says so itself, until the table has answered.

const tap = { button: /** @type {HTMLElement} */ (null) };

addEventListener("click", (event) => {
  tap.button = event.target instanceof Element ? event.target.closest("button") : null;
  setTimeout(() => { tap.button = null; }); // what is sent later was not meant by this tap
}, true);

/** Marks the button of the present tap, if there is one; what is given back takes the mark away. */
export function heard() {
  const { button } = tap;
  button?.setAttribute("aria-busy", "true");
  return () => button?.removeAttribute("aria-busy");
}
