// The own question and the own hand. While hidden, nothing that depends on the hand is in the page at all.

import { back, bySuit, card, faceWords } from "./core/cards.js";
import { h, shape } from "./core/dom.js";
import { seatMark } from "./core/board.js";

const FEW = 8;

/** The options of a packet, grouped: those of cards in the own hand, other cards, plain choices. */
export function choices(packet) {
  const question = packet.question;
  const options = question?.yours ? question.options : [];
  const held = new Set(handOf(packet).flatMap((pile) => pile.cards).filter((view) => view.face).map((view) => view.face.piece));
  const inHand = new Map();
  const elsewhere = new Map();
  const plain = [];
  for (const option of options) {
    if (!option.face) plain.push(option);
    else {
      const group = held.has(option.face.piece) ? inHand : elsewhere;
      group.set(option.face.piece, [...(group.get(option.face.piece) || []), option]);
    }
  }
  return { inHand, elsewhere, plain, secret: options.some((one) => one.face || one.why_not || one.claim) };
}

export const handOf = (packet) => packet.piles.filter((pile) => pile.shape === "hand" && pile.owner === packet.seat);

/** The question block. `pick(options)` when something was tapped. */
export function questionView(packet, open, busy, pick) {
  const question = packet.question;
  if (!question || packet.result) return null;
  if (!question.yours) {
    const asked = packet.players.filter((one) => question.seats.includes(one.seat));
    return h("div", { class: "panel waiting" }, h("p", { class: "eyebrow" }, "Waiting for"), h("p", { class: "asked" }, asked.map(seatMark)), h("p", {}, question.text));
  }
  const { inHand, elsewhere, plain, secret } = choices(packet);
  const hidden = secret && !open;
  return h("div", { class: "panel question" },
    h("p", { class: "eyebrow" }, "Your turn"),
    h("h2", {}, question.text),
    busy === "sent" && h("p", { class: "hint" }, "Your answer is on its way…"),
    hidden && h("p", { class: "hint" }, shape("eye"), "Show your hand below to see what you can do."),
    !hidden && inHand.size > 0 && h("p", { class: "hint" }, "Tap one of the raised cards in your hand."),
    !hidden && elsewhere.size > 0 && others([...elsewhere.values()].map((group) => cardButton(group[0].face, group, busy, pick))),
    question.dice.length > 0 && diceForm(question.dice, busy, pick),
    !hidden && plain.length > 0 && h("div", { class: "plain-choices" }, [...plain].sort((a, b) => Number(Boolean(a.why_not)) - Number(Boolean(b.why_not))).map((option) => plainButton(option, busy, pick))));
}

/** A row of faces for each die. What the camera is sure of is marked already; the rest is said by tapping. */
function diceForm(dice, busy, pick) {
  const shown = dice.map((die) => die.seen);
  const send = h("button", { class: "button button-main wide", type: "submit", "data-key": "dice" });
  const update = () => {
    send.disabled = Boolean(busy) || shown.includes(0);
    send.textContent = shown.includes(0) ? "Tap what every die shows" : `Say ${shown.join(", ")}`;
  };
  update();
  return h("form", {
    class: "dice-form",
    onsubmit: (event) => {
      event.preventDefault();
      pick([{ key: shown.join("-"), label: `Say ${shown.join(", ")}` }]);
    },
  }, dice.map((die, index) => dieRow(die, index, dice.length, (face) => {
    shown[index] = face;
    update();
  })), send);
}

function dieRow(die, index, count, say) {
  return h("fieldset", { class: "die-row" },
    h("legend", {}, count > 1 ? `Die ${index + 1}` : "The die", die.sides === 6 ? "" : `, ${die.sides} sides`),
    h("div", { class: "die-faces" }, Array.from({ length: die.sides }, (_, n) => n + 1).map((face) => h("label", { class: "die-face" },
      h("input", { type: "radio", name: `die-${index}`, value: face, checked: face === die.seen, "data-key": `die-${index}-${face}`, onchange: () => say(face) }),
      h("span", {}, face)))));
}

/** Cards that lie elsewhere. A whole deck of them (which one was turned up?) is folded away: the camera sees it first. */
function others(buttons) {
  const grid = h("div", { class: "card-grid" }, buttons);
  return buttons.length <= FEW ? grid : h("details", { class: "fold" }, h("summary", {}, "Not seen by the camera? Say which card it is"), grid);
}

function plainButton(option, busy, pick) {
  return h("button", {
    class: `button choice-button ${option.why_not ? "refused" : "button-main"}`, type: "button", "data-key": option.key, "data-option": option.key,
    disabled: Boolean(busy), onclick: () => pick([option]),
  }, h("span", {}, option.label), option.why_not && h("small", {}, shape("lock"), option.why_not.short));
}

/** One card that can be tapped; `group` are the options that it stands for, possibly none. */
export function cardButton(face, group, busy, pick) {
  const open = group.filter((option) => !option.why_not);
  const state = group.length === 0 ? "idle" : open.length ? "ok" : "no";
  const why = state === "no" ? group[0].why_not.short : "";
  const words = `${faceWords(face)}${why ? `, not now: ${why}` : state === "ok" ? ", can be chosen" : ""}`;
  return h("button", {
    class: "card-button", type: "button", "data-state": state, "data-piece": face.piece, "data-key": `card-${face.piece}`, "aria-label": words,
    disabled: Boolean(busy) || state === "idle", onclick: () => pick(group),
  }, card(face, "", state === "ok" ? "check" : state === "no" ? "lock" : null), why && h("small", { class: "why" }, why));
}

/** The own hand: backs only while hidden. */
export function handView(packet, open, busy, pick) {
  const piles = handOf(packet);
  const count = piles.reduce((sum, pile) => sum + pile.count, 0);
  if (!count) return h("p", { class: "empty" }, "Your hand is empty.");
  if (!open) {
    return h("div", { class: "hand-closed" }, Array.from({ length: Math.min(count, 7) }, () => back("card-sliver", "")),
      h("span", { class: "hand-count" }, `${count} ${count === 1 ? "card" : "cards"}`));
  }
  const { inHand } = choices(packet);
  const cards = piles.flatMap((pile) => pile.cards);
  const unknown = cards.filter((view) => !view.face).length;
  return [
    h("div", { class: "hand-cards" }, cards.filter((view) => view.face).sort((a, b) => bySuit(a.face, b.face)).map((view) => cardButton(view.face, inHand.get(view.face.piece) || [], busy, pick)),
      Array.from({ length: unknown }, () => back("", "a card that the companion does not know yet"))),
    unknown > 0 && h("p", { class: "hint" }, `${unknown} of your cards ${unknown === 1 ? "is" : "are"} not known to the companion yet.`),
  ];
}

/** What this seat knows and others do not, apart from its own hand; nothing while hidden. */
export function knowledge(packet) {
  const found = [];
  for (const pile of packet.piles) {
    if (pile.shape === "hand" && pile.owner === packet.seat) continue;
    const known = pile.cards.filter((view) => view.face && !view.face_up && !view.known_to_all);
    if (known.length) found.push(h("div", { class: "known" }, h("h3", {}, pile.label), h("div", { class: "card-grid" }, known.map((view) => card(view.face)))));
  }
  return found;
}
