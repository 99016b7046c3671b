// The part of a finished match's page in which the program looks at it again: fetched, and drawn anew while it thinks.

import { byId, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";

const EACH_MS = 2000;
const part = byId("again");
const address = `/history/${Number(byId("main").dataset.match || 0)}/again`;

async function draw() {
  try {
    const response = await fetch(address, { cache: "no-store", credentials: "same-origin" });
    if (response.status === 404) {
      part.hidden = true; // the match goes on, or it was deleted
      return;
    }
    if (!response.ok) {
      setTimeout(draw, EACH_MS); // the next look may be answered
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html"); // our own server's drawing
    part.replaceChildren(...page.body.childNodes);
  } catch {
    // the line is down; the next look asks again
  }
  part.hidden = part.querySelector("h2") === null;
  part.querySelector("button")?.addEventListener("click", begin);
  if (part.querySelector("progress")) setTimeout(draw, EACH_MS);
}

async function begin() {
  say(byId("said"), sentenceOf(await post(`/api${address}`, {})));
  await draw();
}

draw();
