// The name that was given last on this phone. It never leaves it but by the form.

const PLACE = "name";

/** The name, or "" for nobody yet. */
export function name() {
  try {
    return localStorage.getItem(PLACE) ?? "";
  } catch {
    return ""; // a browser without storage
  }
}

/** @param {string} name */
export function keep(name) {
  try {
    localStorage.setItem(PLACE, name);
  } catch {
    // It is typed again next time.
  }
}
