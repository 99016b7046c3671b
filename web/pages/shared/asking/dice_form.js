// Dice that were rolled by hand: what each of them shows, to be tapped. Who has none at hand has the phone roll them.

import { h } from "../core/dom.js";
import { fold } from "./plain.js";
import { t } from "../core/words.js";

const MANY = 2 ** 32;

/** A row of faces for each die. What the camera is sure of is marked already; the rest is said by tapping. Where there
 * is a virtual table one tap throws them there, and what they show is said; else the phone can roll them.
 * @param {DieAsked[]} dice @param {string} busy @param {PickOptions} pick @param {Serve} serve */
export function diceForm(dice, busy, pick, serve) {
  const shown = dice.map((die) => die.seen);
  const send = h("button", { class: "button button-main wide", type: "submit", "data-key": "dice" });
  const update = () => {
    send.disabled = Boolean(busy) || shown.includes(0);
    send.textContent = shown.includes(0) ? t("Tap what every die shows") : t("Say {faces}", { faces: shown.join(", ") });
  };
  update();
  const say = () => pick([{ key: shown.join("-"), label: t("Say {faces}", { faces: shown.join(", ") }) }]);
  /** @param {number[]} faces */
  const tell = (faces) => {
    faces.forEach((face, index) => (shown[index] = face));
    say();
  };
  const rolled = () => tell(dice.map((die) => 1 + Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / MANY) * die.sides)));
  const rows = dice.map((die, index) => dieRow(die, index, dice.length, (face) => {
    shown[index] = face;
    update();
  }));
  const own = byItself(dice, busy, serve, serve ? tell : rolled);
  return h("form", {
    class: "dice-form",
    /** @param {any} event */
    onsubmit: (event) => {
      event.preventDefault();
      say();
    },
  }, serve ? [own, fold("by-hand", t("Already done by hand?"), [...rows, send])] : [...rows, own, send]);
}

/** The button for dice that nobody throws by hand; `tell(faces)` is called with what lies there then.
 * @param {DieAsked[]} dice @param {string} busy @param {Serve} serve @param {any} tell */
function byItself(dice, busy, serve, tell) {
  const thrown = async () => {
    const lying = await serve();
    if (!document.querySelector(".dice-form")) return; // something else is asked by now
    if (lying.length === dice.length && lying.every((die, index) => die.sides === dice[index].sides)) tell(lying.map((die) => die.value));
  };
  const many = dice.length > 1;
  const words = serve ? (many ? t("Throw them on the virtual table") : t("Throw it on the virtual table")) : many ? t("Roll them on this phone") : t("Roll it on this phone");
  return h("button", { class: `button wide ${serve ? "button-main" : ""}`, type: "button", "data-key": serve ? "throw" : "roll-here", disabled: Boolean(busy), onclick: serve ? thrown : tell }, words);
}

/** @param {DieAsked} die @param {number} index @param {number} count @param {(face: number) => void} say */
function dieRow(die, index, count, say) {
  return h("fieldset", { class: "die-row" },
    h("legend", {}, count > 1 ? t("Die {number}", { number: index + 1 }) : t("The die"), die.sides === 6 ? "" : t(", {sides} sides", { sides: die.sides })),
    h("div", { class: "die-faces" }, Array.from({ length: die.sides }, (_, n) => n + 1).map((face) => h("label", { class: "die-face" },
      h("input", { type: "radio", name: `die-${index}`, value: face, checked: face === die.seen, "data-key": `die-${index}-${face}`, onchange: () => say(face) }),
      h("span", {}, face)))));
}
