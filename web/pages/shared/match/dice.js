// Dice that everybody watches, and what the dial has come to. Needs <div id="dice">.

import { byId, fill, h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @type {Record<string, string>} */
const WORDS = { tumbling: t("Rolling…"), dialled: t("Dialled so far"), rolled: t("Rolled") };
/** @type {Record<number, string>} */
const PIPS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" }; // fields of a square of nine
const D6 = 6;

document.addEventListener("companion-packet", ({ detail: packet }) => {
  const node = byId("dice");
  if (!node) return;
  node.hidden = !packet.dice && !packet.dialled;
  fill(node, [packet.dice, packet.dialled], () => [packet.dice && diceView(packet.dice), packet.dialled && choiceView(packet.dialled)]);
});

/** @param {DiceView} options */
function diceView({ stage, dice, current }) {
  const faces = dice.map((die) => die.seen || "–").join(", ");
  return h("div", { class: "dice", "data-stage": stage },
    h("p", { class: "dice-words" }, WORDS[stage], stage === "tumbling" ? "" : h("span", { class: "unseen" }, `: ${faces}`)),
    h("div", { class: "dice-row", "aria-hidden": "true" }, dice.map((die, index) => dieView(die, stage, index === current))),
    stage === "dialled" && h("p", { class: "dice-hint" }, current === dice.length - 1 ? t("It counts when the dial is pushed.") : t("Pushing the dial goes on to the next die.")));
}

/** One die: pips for six sides, else its number and how many sides it has.
 * @param {DieAsked} die @param {string} stage @param {boolean} isCurrent */
function dieView(die, stage, isCurrent) {
  const pips = die.sides === D6 && stage !== "tumbling" ? PIPS[die.seen] : null;
  return h("span", { class: "die", "data-sides": die.sides === D6 ? "6" : "other", "data-face": die.seen, "data-current": isCurrent ? "yes" : null },
    pips ? [...pips].map((place) => h("i", { class: `pip pip-${place}` })) : h("b", {}, stage === "tumbling" ? "?" : die.seen || "–"),
    die.sides !== D6 && h("small", {}, t("d{sides}", { sides: die.sides })));
}

/** @param {DialledView} options */
function choiceView({ label, number, count }) {
  return h("div", { class: "dice dialled" },
    h("p", { class: "dice-words" }, t("Dialled: {number} of {count}", { number, count })),
    h("p", { class: "dialled-label" }, label),
    h("p", { class: "dice-hint" }, t("It counts when the dial is pushed.")));
}
