// What an organiser does with tournaments.

import { byId, say } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";
import { isSure } from "../../shared/core/sure.js";

const cup = Number(byId("main").dataset.cup || 0);

/** @param {any} command @param {HTMLElement} [problem] */
async function act(command, problem = byId("said")) {
  const answer = await post("/api/organiser/tournament", { cup, ...command });
  if (answer.status === 200) return location.assign(answer.body.next);
  say(problem, sentenceOf(answer));
  problem.dataset.tone = "bad";
  problem.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
const lines = (text) => text.split("\n").map((one) => one.trim()).filter(Boolean);

byId("begin")?.addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  const { name, game, options, system, most, fewest, rounds } = event.target.elements;
  const chosen = Object.fromEntries(lines(options.value).map((one) => [one.split("=")[0].trim(), one.split("=").slice(1).join("=").trim()]));
  act({ act: "begin", name: name.value, game: game.value, options: chosen, system: system.value, most: Number(most.value), fewest: Number(fewest.value), rounds: Number(rounds.value) }, byId("problem"));
});
byId("enter")?.addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  act({ act: "enter", names: lines(event.target.elements.names.value) });
});
byId("leaves")?.addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  act({ act: event.submitter.dataset.act, entrant: Number(event.target.elements.entrant.value) });
});
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-repair]"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const places = Object.fromEntries([...form.querySelectorAll("select")].map((one) => [one.name, Number(one.value)]));
    act({ act: "repair", bout: Number(form.dataset.repair), places });
  });
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-cup-act]"))) {
  button.addEventListener("click", () => {
    const { cupAct, bout, sureText } = button.dataset;
    if (!sureText || isSure(button, sureText)) act({ act: cupAct, bout: Number(bout || 0) });
  });
}
