// What this browser keeps for a page. One without storage keeps nothing beyond the open page.

/** What was kept under that name; null for nothing.
 * @param {string} place @returns {any} */
export function kept(place, storage = () => localStorage) {
  let text = null;
  try {
    text = storage().getItem(place);
    return JSON.parse(text);
  } catch {
    return text; // words are kept as they are
  }
}

/** Keeps it; null forgets what was kept.
 * @param {string} place @param {any} value */
export function keep(place, value, storage = () => localStorage) {
  try {
    if (value === null) storage().removeItem(place);
    else storage().setItem(place, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // It holds as long as the page is open.
  }
}
