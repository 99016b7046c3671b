// The look-up: draws the cards, and asks while one types, as the form does.

import "../shared/core/languages.js";
import { byId, say } from "../shared/core/dom.js";
import { drawFaces } from "./faces.js";

const SOON_MS = 120;
const PARTS = ["looked", "found"]; // of the page, beside the words above them
const field = byId("q");
let timer = 0;

async function typed() {
  const words = field.value;
  try {
    const response = await fetch(`/lookup?q=${encodeURIComponent(words)}`, { cache: "no-store", credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html"); // our own server's page: nothing in it runs
    if (!response.ok || words !== field.value) return; // an answer that is late tells nothing
    for (const id of PARTS) byId(id).replaceChildren(...page.getElementById(id).childNodes);
    say(byId("count"), page.getElementById("count").textContent);
    drawFaces();
  } catch {
    // The line is down; the form asks once more.
  }
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(typed, SOON_MS);
});
