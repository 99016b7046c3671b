// What is chosen is shown at once, without a second press.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.venue-choice"));
form?.addEventListener("change", () => form.submit());
