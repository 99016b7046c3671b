// The own question and the own hand. While hidden, nothing that depends on the hand is in the page at all.

import { back, bySuit, card, faceWords } from "../../shared/board/cards.js";
import { h, shape } from "../../shared/core/dom.js";
import { hasPlaces, mayJoinIn, waitedFor } from "../../shared/core/asked.js";
import { seatMark } from "../../shared/board/board.js";
import { clock } from "../../shared/core/countdown.js";
import { read } from "../../shared/board/read.js";
import { t } from "../../shared/core/words.js";
import { asideFold } from "./asides.js";
import { fold, plainButton } from "./plain.js";
import { telling } from "./secret.js";

const FEW = 8;
const MANY_PLAIN = 5;
const THUMB = 2; // so few choices come down to the hand on a phone
/** @type {Record<string, string>} */
const BY_HAND = { dealt: t("Deal the cards"), drawn: t("Draw"), done: t("Do it on the virtual table") };

/** The options of a packet, grouped: those of cards in the own hand, cards that lie elsewhere, cards that the companion
 * has not been told, plain choices.
 * @param {Packet} packet @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
export function choices(packet, field = null) {
  const question = packet.question;
  const options = question?.yours ? question.options : [];
  const held = new Set(handOf(packet).flatMap((pile) => pile.cards).filter((view) => view.face).map((view) => view.face.piece));
  const inHand = /** @type {Map<string, OptionView[]>} */ (new Map());
  const elsewhere = /** @type {Map<string, OptionView[]>} */ (new Map());
  const untold = /** @type {Map<string, OptionView[]>} */ (new Map());
  const plain = /** @type {OptionView[]} */ ([]);
  const asides = /** @type {OptionView[]} */ ([]);
  for (const option of options) {
    if (option.aside) {
      asides.push(option); // it is in its fold, wherever it might be tapped too
      continue;
    }
    if (field?.has(option) && !(option.maybe || held.has(option.face?.piece))) continue; // it is tapped there
    if (!option.face) plain.push(option);
    else if (option.maybe && question.seats.length) untold.set(option.face.title, [...(untold.get(option.face.title) || []), option]);
    else {
      const group = held.has(option.face.piece) ? inHand : elsewhere;
      group.set(option.face.piece, [...(group.get(option.face.piece) || []), option]);
    }
  }
  const together = options.length > 2 && question.seats.length > 1; // what several choose at the same time is nobody else's business
  const secret = !question?.open && (together || (question?.seats.length > 0 && options.some(telling(packet))));
  return { inHand, elsewhere, untold: [...untold.values()], plain, asides, secret };
}

/** @param {Packet} packet */
export const handOf = (packet) => packet.piles.filter((pile) => pile.shape === "hand" && pile.owner === packet.seat);

/** Whether this says that hands have moved cards, which the virtual table can do itself.
 * @param {OptionView} option @param {number[]} seats */
const isByHand = (option, seats) => Object.hasOwn(BY_HAND, option.key) && (option.key !== "done" || seats.length === 0) && !option.why_not;

/** The question block. `pick(options)` when something was tapped; `serve()` lets the virtual table do what hands
 * would and gives what dice lie there then; null where there is no such table.
 * @param {Packet} packet @param {boolean} open @param {string} busy @param {PickOptions} pick @param {Serve} serve
 * @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
export function questionView(packet, open, busy, pick, serve = null, field = null) {
  const question = packet.question;
  if (!question || packet.result) return null;
  const wait = waiting(packet);
  if (!question.yours) return wait;
  const { inHand, elsewhere, untold, plain, asides, secret } = choices(packet, field);
  const here = inHand.size + elsewhere.size + untold.length + plain.length + question.dice.length > 0;
  if (mayJoinIn(packet) && !here && !field?.offers()) return [wait, asideFold(packet, asides, busy, pick)];
  const hidden = secret && !open;
  const raised = [...inHand.values()].some((group) => group.some((option) => !option.why_not));
  const cameUp = question.seats.length === 0 && elsewhere.size > 0; // hands turn a card up, and anybody may say which
  const byHand = serve && plain.length === 1 && isByHand(plain[0], question.seats) ? plain[0] : null;
  const chosen = !hidden && field?.chosen();
  if (chosen) return chosenView(packet, chosen, field, busy, pick);
  if (byHand) return servedView(packet, byHand, [...elsewhere.values()], busy, pick, serve);
  return h("div", { class: "panel question" },
    h("p", { class: "eyebrow" }, heading(packet), clock()),
    !hasPlaces(packet) && h("h2", {}, question.text),
    busy === "sent" && h("p", { class: "hint" }, t("Your answer is on its way…")),
    hidden && h("p", { class: "hint" }, shape("eye"), t("Show your hand below to see what you can do.")),
    !hidden && field?.offers() && h("p", { class: "hint" }, field.sheets() ? placesHint(field) : field.inSteps() ? t("Tap an outlined piece on the board, then where it goes.") : inHand.size > 0 ? t("Tap one of the raised pieces in your hand, or an outlined field.") : t("Tap an outlined field of the board.")),
    !hidden && raised && !field?.offers() && h("p", { class: "hint" }, handOf(packet).some((pile) => pile.round) ? t("Tap one of the raised pieces in your hand.") : plain.length > 0 ? t("Tap one of the raised cards in your hand, or choose below.") : t("Tap one of the raised cards in your hand.")),
    serve && cameUp && plain.length === 0 && h("button", { class: "button choice-button button-main", type: "button", "data-key": "serve", disabled: Boolean(busy), onclick: serve }, h("span", {}, BY_HAND.done)),
    !hidden && elsewhere.size > 0 && others([...elsewhere.values()].map((group) => cardButton(group[0].face, group, busy, pick)), cameUp),
    question.dice.length > 0 && diceForm(question.dice, busy, pick, serve),
    question.lots && plainButton({ key: "lots", label: t("Let the companion draw") }, busy, pick),
    !hidden && plainChoices(plain, busy, pick, inHand.size === 0, !field?.inSteps()),
    !hidden && untold.length > 0 && untoldCards(untold, busy, toBoard(pick, field)),
    !hidden && asideFold(packet, asides, busy, pick));
}

/** Whom everybody waits for.
 * @param {Packet} packet */
function waiting(packet) {
  const { question } = packet;
  const asked = packet.players.filter((one) => waitedFor(question).includes(one.seat));
  return h("div", { class: "panel waiting" }, h("p", { class: "eyebrow" }, t("Waiting for"), clock()), h("p", { class: "asked" }, asked.map(seatMark)), !hasPlaces(packet) && h("p", {}, question.text));
}

/** What has its fields on the board is first chosen, everything else picked at once.
 * @param {PickOptions} pick @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
const toBoard = (pick, field) => (/** @type {OptionView[]} */ group) => (field?.wants(group) ? field.choose(group[0].face) : pick(group));

/** One piece of the hand is to be used: its fields are outlined on the board, and here is what else it may do.
 * @param {Packet} packet @param {{face: Face, options: OptionView[]}} chosen
 * @param {ReturnType<typeof import("./field.js").fieldPanel>} field @param {string} busy @param {PickOptions} pick */
function chosenView(packet, chosen, field, busy, pick) {
  const plain = chosen.options.filter((option) => !field.has(option));
  return h("div", { class: "panel question" },
    h("div", { class: "chosen-piece" }, card(chosen.face), h("h2", {}, chosen.face.title), h("button", { class: "button small", type: "button", "data-key": "put-back", onclick: () => field.choose(null) }, t("Put it back"))),
    h("p", { class: "hint" }, plain.length ? t("Tap an outlined field of the board, or choose below.") : t("Tap an outlined field of the board.")),
    busy === "sent" && h("p", { class: "hint" }, t("Your answer is on its way…")),
    plainChoices(plain, busy, pick, false));
}

/** On the virtual table a deal is one tap; what was moved by hand there can still be said.
 * @param {Packet} packet @param {OptionView} option @param {OptionView[][]} elsewhere @param {string} busy @param {PickOptions} pick
 * @param {Serve} serve */
function servedView(packet, option, elsewhere, busy, pick, serve) {
  return h("div", { class: "panel question" },
    h("p", { class: "eyebrow" }, heading(packet), clock()),
    !hasPlaces(packet) && h("h2", {}, packet.question.text),
    h("div", { class: "plain-choices thumb" },
      h("button", { class: "button choice-button button-main", type: "button", "data-key": "serve", disabled: Boolean(busy), onclick: serve }, h("span", {}, BY_HAND[option.key === "dealt" && packet.board ? "drawn" : option.key]))),
    fold("by-hand", t("Or say that it was done by hand"), [
      plainButton(option, busy, pick),
      elsewhere.length > 0 && h("div", { class: "card-grid" }, elsewhere.map((group) => cardButton(group[0].face, group, busy, pick))),
    ]));
}

/** @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
const placesHint = (field) => (field.away() ? t("What can be done is on the folded cards below.") : field.inSteps() ? t("Tap an outlined cube, then where it goes.") : t("Tap an outlined field or space."));

/** @param {Packet} packet */
function heading(packet) {
  if (packet.question.seats.length === 0) return t("Anybody can say it");
  const lead = packet.players.find((one) => mayJoinIn(packet) && waitedFor(packet.question).includes(one.seat));
  if (lead) return t("{name} leads; you may answer too", { name: lead.name });
  if (packet.question.open && packet.question.seats.length > 1 && packet.question.lead === null) return t("Any of you may answer");
  if (packet.question.seats.length > 1 && packet.question.lead === null) return t("Several are asked");
  return packet.players.some((one) => one.seat === packet.seat && one.on_turn) ? t("Your turn") : t("You are asked");
}

/** Choices without a card: what can be done first; many reasons why not are folded away. Beside cards of the hand that
 * can be tapped they are not `main`; what may end the match stands apart; `near`: a few may come down to the hand.
 * @param {OptionView[]} plain @param {string} busy @param {PickOptions} pick @param {boolean} main */
function plainChoices(plain, busy, pick, main, near = true) {
  const grave = plain.filter((option) => option.grave && !option.why_not).map((option) => plainButton(option, busy, pick, false));
  const can = plain.filter((option) => !option.why_not && !option.grave).map((option) => plainButton(option, busy, pick, main));
  const cannot = plain.filter((option) => option.why_not).map((option) => plainButton(option, busy, pick));
  /** @param {Child[]} buttons */
  const columns = (buttons, extra = "") => h("div", { class: `plain-choices ${buttons.length > MANY_PLAIN ? "plain-many" : ""} ${extra}` }, buttons);
  return [
    can.length > 0 && columns(can, near && can.length <= THUMB ? "thumb" : ""),
    cannot.length > 0 && (cannot.length <= 2 ? columns(cannot) : fold("why", t("Why not the others ({count})", { count: cannot.length }), columns(cannot))),
    grave.length > 0 && fold("grave", t("End the match"), columns(grave)),
  ];
}

/** A row of faces for each die. What the camera is sure of is marked already; the rest is said by tapping.
 * @param {DieAsked[]} dice @param {string} busy @param {PickOptions} pick @param {Serve} serve */
function diceForm(dice, busy, pick, serve) {
  const shown = dice.map((die) => die.seen);
  const send = h("button", { class: "button button-main wide", type: "submit", "data-key": "dice" });
  const update = () => {
    send.disabled = Boolean(busy) || shown.includes(0);
    send.textContent = shown.includes(0) ? t("Tap what every die shows") : t("Say {faces}", { faces: shown.join(", ") });
  };
  update();
  const form = h("form", {
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
      lying.forEach((die, index) => form.querySelector(`[data-key="die-${index}-${die.value}"]`)?.click());
    },
  }, dice.length > 1 ? t("Throw them on the virtual table") : t("Throw it on the virtual table")), send);
  return form;
}

/** @param {DieAsked} die @param {number} index @param {number} count @param {(face: number) => void} say */
function dieRow(die, index, count, say) {
  return h("fieldset", { class: "die-row" },
    h("legend", {}, count > 1 ? t("Die {number}", { number: index + 1 }) : t("The die"), die.sides === 6 ? "" : t(", {sides} sides", { sides: die.sides })),
    h("div", { class: "die-faces" }, Array.from({ length: die.sides }, (_, n) => n + 1).map((face) => h("label", { class: "die-face" },
      h("input", { type: "radio", name: `die-${index}`, value: face, checked: face === die.seen, "data-key": `die-${index}-${face}`, onchange: () => say(face) }),
      h("span", {}, face)))));
}

/** Cards that lie elsewhere. Where a whole deck of them only says what came up, it is folded away: the camera sees it first.
 * @param {Child[]} buttons @param {boolean} cameUp */
function others(buttons, cameUp) {
  const grid = h("div", { class: "card-grid" }, buttons);
  return !cameUp || buttons.length <= FEW ? grid : fold("elsewhere", t("Say which card it is, unless the camera sees it"), grid);
}

/** Cards that the companion has not been told: any of them may be in the hand. Many are sorted, and found by typing.
 * @param {OptionView[][]} groups @param {string} busy @param {PickOptions} pick */
function untoldCards(groups, busy, pick) {
  /** @param {OptionView[]} group */
  const button = (group) => cardButton(group[0].face, group, busy, pick);
  /** @param {OptionView[]} group */
  const usable = (group) => group.some((option) => !option.why_not);
  const sorted = [...groups].sort((one, other) => Number(usable(other)) - Number(usable(one)));
  const optional = groups.every((group) => group[0].unnamed);
  if (!optional && groups.length <= FEW) return h("div", { class: "card-grid" }, sorted.map(button));
  /** @type {Map<string, OptionView[][]>} */
  const kinds = new Map();
  for (const group of sorted) kinds.set(group[0].face.suit_name, [...(kinds.get(group[0].face.suit_name) || []), group]);
  const found = h("div", { class: "card-kinds" }, [...kinds].map(([kind, some]) => h("section", { "aria-label": kind || t("Others") },
    kind && h("h3", {}, kind), h("div", { class: "card-grid" }, some.map(button)))));
  return fold("untold", optional ? t("Say which card it is, if you like") : t("Say which of your cards it is"), [
    h("p", { class: "hint" }, t("The companion has not been told your cards, so any of these may be yours.")),
    groups.length > FEW && h("label", { class: "field" }, h("span", {}, t("Find a card")), h("input", { type: "search", "data-key": "find-card", autocomplete: "off", oninput: (/** @type {any} */ event) => sift(found, event.target.value) })),
    found,
  ]);
}

/** @param {HTMLElement} found @param {string} words */
function sift(found, words) {
  const wanted = words.trim().toLowerCase();
  for (const button of found.querySelectorAll(".card-button")) button.hidden = !button.getAttribute("aria-label").toLowerCase().includes(wanted);
  for (const kind of found.querySelectorAll("section")) kind.hidden = !kind.querySelector(".card-button:not([hidden])");
}

/** One card that can be tapped; `group` are the options that it stands for, possibly none.
 * @param {Face} face @param {OptionView[]} group @param {string} busy @param {PickOptions} pick @param {boolean} pressed */
export function cardButton(face, group, busy, pick, pressed = null) {
  const open = group.filter((option) => !option.why_not);
  const state = group.length === 0 ? "idle" : open.length ? "ok" : "no";
  const why = state === "no" ? group[0].why_not.short : "";
  const words = why ? t("{card}, not now: {why}", { card: faceWords(face), why }) : state === "ok" ? t("{card}, can be chosen", { card: faceWords(face) }) : t("{card}: read the card", { card: faceWords(face) });
  return h("button", {
    class: "card-button", type: "button", "data-state": state, "data-piece": face.piece, "data-key": `card-${face.piece}`, "aria-label": words, "aria-pressed": pressed === null ? null : String(pressed),
    disabled: Boolean(busy) && state !== "idle", onclick: () => (state === "idle" ? read(face) : pick(group)),
  }, card(face, "", state === "ok" ? "check" : state === "no" ? "lock" : null), face.round && h("small", { class: "coin-name" }, face.title), why && h("small", { class: "why" }, why));
}

/** One of the backs of a hidden hand; how many there are stands beside them.
 * @param {boolean} round */
function sliver(round) {
  const node = back("card-sliver", "", round);
  for (const name of ["role", "aria-label"]) node.removeAttribute(name);
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** The own hand: backs only while hidden.
 * @param {Packet} packet @param {boolean} open @param {string} busy @param {PickOptions} pick
 * @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
export function handView(packet, open, busy, pick, field = null) {
  const piles = handOf(packet);
  const count = piles.reduce((sum, pile) => sum + pile.count, 0);
  if (!count) return h("p", { class: "empty" }, t("Your hand is empty."));
  const round = piles.some((pile) => pile.round);
  if (!open) {
    return h("div", { class: `hand-closed ${round ? "hand-round" : ""}` }, Array.from({ length: Math.min(count, 7) }, () => sliver(round)),
      h("span", { class: "hand-count" }, round ? t("{count|one piece|{count} pieces}", { count }) : t("{count|one card|{count} cards}", { count })));
  }
  const { inHand } = choices(packet, field);
  const filled = piles.filter((pile) => pile.count > 0);
  const cards = filled.flatMap((pile) => pile.cards);
  const unknown = cards.filter((view) => !view.face).length;
  return [
    h("div", { class: `hand-cards ${round ? "hand-round" : ""}` }, filled.flatMap((pile) => [
      filled.length > 1 && h("span", { class: "hand-pile" }, pile.short || pile.label),
      ...pile.cards.filter((view) => view.face).sort((a, b) => bySuit(a.face, b.face)).map((view) => handButton(view.face, inHand.get(view.face.piece) || ofKind(inHand, view.face), busy, pick, field)),
      ...pile.cards.filter((view) => !view.face).map(() => back("", round ? t("a piece that the companion does not know yet") : t("a card that the companion does not know yet"), round)),
    ])),
    field?.chosen() && h("p", { class: "hint hint-hand" }, t("Tap an outlined field, or the piece again.")),
    unknown > 0 && h("p", { class: "hint" }, round ? t("{count|One of your pieces is|{count} of your pieces are} not known to the companion yet.", { count: unknown }) : t("{count|One of your cards is|{count} of your cards are} not known to the companion yet.", { count: unknown })),
  ];
}

/** Coins of one kind, and copies of one card, are as good as each other: what is offered for one is offered for all.
 * @param {Map<string, OptionView[]>} groups @param {Face} face */
const ofKind = (groups, face) => [...groups.values()].find(([first]) => (face.round ? first.face.round && first.face.title === face.title : copied(face) && copied(face) === copied(first.face))) || [];

/** What copies of one card have in common in their names.
 * @param {Face} face */
const copied = (face) => (face.piece.includes("#") ? face.piece.slice(0, face.piece.lastIndexOf("#")) : "");

/** A card of the hand; what has its fields on the board is pressed while these are shown, and tapped again it says all
 * that it can do.
 * @param {Face} face @param {OptionView[]} group @param {string} busy @param {PickOptions} pick
 * @param {ReturnType<typeof import("./field.js").fieldPanel>} field */
function handButton(face, group, busy, pick, field) {
  const chosen = field?.chosen()?.face;
  const pressed = field?.wants(group) ? chosen?.piece === group[0].face.piece : null;
  return cardButton(face, group, busy, pressed ? pick : toBoard(pick, field), pressed);
}
