// A button that changes something for good asks once more.

const ARMED_MS = 4000;

/** Whether a button is pressed for the second time. The first press shows `sure`, for four seconds, or until something
 * else is written in its form.
 * @param {HTMLElement} node @param {string} sure */
export function isSure(node, sure) {
  if (node.dataset.sure === "yes") return true;
  const before = [...node.childNodes];
  const form = node.closest("form");
  const calm = () => {
    clearTimeout(waiting);
    form?.removeEventListener("input", calm);
    delete node.dataset.sure;
    node.replaceChildren(...before);
  };
  node.dataset.sure = "yes";
  node.textContent = sure;
  const waiting = setTimeout(calm, ARMED_MS);
  form?.addEventListener("input", calm);
  return false;
}
