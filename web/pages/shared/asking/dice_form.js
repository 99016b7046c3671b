// Dice that were rolled by hand: what each of them shows, to be tapped.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** A row of faces for each die. What the camera is sure of is marked already; the rest is said by tapping.
 * @param {DieAsked[]} dice @param {string} busy @param {PickOptions} pick @param {Serve} serve */
export function diceForm(dice, busy, pick, serve) {
  const shown = dice.map((die) => die.seen);
  const send = h("button", { class: "button button-main wide", type: "submit", "data-key": "dice" });
  const update = () => {
    send.disabled = Boolean(busy) || shown.includes(0);
    send.textContent = shown.includes(0) ? t("Tap what every die shows") : t("Say {faces}", { faces: shown.join(", ") });
  };
  update();
  return h("form", {
    class: "dice-form",
    /** @param {any} event */
    onsubmit: (event) => {
      event.preventDefault();
      pick([{ key: shown.join("-"), label: t("Say {faces}", { faces: shown.join(", ") }) }]);
    },
  }, dice.map((die, index) => dieRow(die, index, dice.length, (face) => {
    shown[index] = face;
    update();
  })), serve && h("button", {
    class: "button wide", type: "button", "data-key": "throw", disabled: Boolean(busy), onclick: async () => {
      const lying = await serve();
      if (lying.length !== dice.length || lying.some((die, index) => die.sides !== dice[index].sides)) return;
      const drawn = document.querySelector(".dice-form"); // anew, while the dice were thrown
      lying.forEach((die, index) => drawn?.querySelector(`[data-key="die-${index}-${die.value}"]`)?.click());
    },
  }, dice.length > 1 ? t("Throw them on the virtual table") : t("Throw it on the virtual table")), send);
}

/** @param {DieAsked} die @param {number} index @param {number} count @param {(face: number) => void} say */
function dieRow(die, index, count, say) {
  return h("fieldset", { class: "die-row" },
    h("legend", {}, count > 1 ? t("Die {number}", { number: index + 1 }) : t("The die"), die.sides === 6 ? "" : t(", {sides} sides", { sides: die.sides })),
    h("div", { class: "die-faces" }, Array.from({ length: die.sides }, (_, n) => n + 1).map((face) => h("label", { class: "die-face" },
      h("input", { type: "radio", name: `die-${index}`, value: face, checked: face === die.seen, "data-key": `die-${index}-${face}`, onchange: () => say(face) }),
      h("span", {}, face)))));
}
