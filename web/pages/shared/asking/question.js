// The own question: what is asked, and everything that can be answered with a tap below the board.

import { hasAnswered, hasPlaces, isAnytime, mayJoinIn, together, waitedFor } from "../core/asked.js";
import { seatMark } from "../board/seat_mark.js";
import { card } from "../board/cards.js";
import { clock } from "../core/countdown.js";
import { h, shape } from "../core/dom.js";
import { t } from "../core/words.js";
import { asideFold } from "./asides.js";
import { areSaid, cardsOf, others, saidCards, toBoard, untoldCards } from "./card_choices.js";
import { choices, handOf } from "./choices.js";
import { diceForm } from "./dice_form.js";
import { numberForm } from "./number_form.js";
import { fold, plainButton, plainChoices } from "./plain.js";
import { telling } from "./secret.js";
import { whyAsked } from "./why.js";

/** @typedef {ReturnType<typeof choices>} Choices */

/** @type {Record<string, string>} */
const BY_HAND = { dealt: t("Deal the cards"), drawn: t("Draw"), done: t("Do it on the virtual table") };
/** @type {Record<string, string>} */
const UNDER_WAY = { dealt: t("The table is dealing…"), drawn: t("The table is drawing…"), done: t("The table is doing it…") };

/** The question block. `pick(options)` when something was tapped; `serve()` lets the virtual table do what hands
 * would and gives what dice lie there then; null where there is no such table.
 * @param {Packet} packet @param {boolean} open @param {string} busy @param {PickOptions} pick @param {Serve} serve
 * @param {FieldPanel} field */
export function questionView(packet, open, busy, pick, serve = null, field = null) {
  const { question } = packet;
  if (!question || packet.result) return null;
  if (!question.yours) return waiting(packet, open);
  const found = choices(packet, field);
  if (mayJoinIn(packet) && isNotHere(found, question, field)) return [waiting(packet, open), asideFold(packet, found.asides, busy, pick)];
  const hidden = found.secret && !open;
  const chosen = !hidden && field?.chosen();
  if (chosen) return chosenView(packet, chosen, field, busy, pick);
  if (serve && isServed(found, question)) return servedView(packet, found, busy, pick, serve);
  return hidden ? hiddenView(packet, found, busy, pick, serve) : shownView(packet, found, busy, pick, serve, field);
}

/** While the hand is hidden: what tells nothing of it.
 * @param {Packet} packet @param {Choices} found @param {string} busy @param {PickOptions} pick @param {Serve} serve */
const hiddenView = (packet, found, busy, pick, serve) => h("div", { class: "panel question" },
  asked(packet),
  sent(busy),
  hint(shape("eye"), isAnytime(packet.question) ? t("Show your hand below to see what your cards can do.") : t("Show your hand below to see what you can do.")),
  ...forAll(packet.question, found, busy, pick, serve, null),
  ...(isAnytime(packet.question) ? openly(packet, found, busy, pick) : []));

/** What may be done at will with what lies open; the rest is the business of whoever holds it.
 * @param {Packet} packet @param {Choices} found @param {string} busy @param {PickOptions} pick */
function openly(packet, found, busy, pick) {
  const tells = telling(packet);
  const lying = new Map([...found.elsewhere].filter(([, group]) => !group.some(tells)));
  return [
    ...plainChoices(found.plain.filter((option) => !tells(option)), busy, pick, false),
    lying.size > 0 && others(cardsOf(packet, lying, busy, pick), false, lying.size),
    asideFold(packet, found.asides.filter((option) => !tells(option)), busy, pick),
  ];
}

/** @param {Packet} packet @param {Choices} found @param {string} busy @param {PickOptions} pick @param {Serve} serve
 * @param {FieldPanel} field */
function shownView(packet, found, busy, pick, serve, field) {
  const groups = [...found.elsewhere.values()];
  const lying = groups.length > 0 && (together(packet) && areSaid(groups) ? saidCards(groups, busy, pick) : others(cardsOf(packet, found.elsewhere, busy, pick), cameUp(found, packet.question), groups.length));
  return h("div", { class: "panel question" },
    asked(packet),
    sent(busy),
    packet.question.by_itself ? !cameUp(found, packet.question) && underWay("done") : hint(whatToTap(packet, found, field)),
    ...forAll(packet.question, found, busy, pick, serve, lying),
    ...plainChoices(found.plain, busy, pick, !isInHand(found) && !found.untold.length && !field?.offers(), !field?.inSteps()),
    found.untold.length > 0 && untoldCards(found.untold, busy, toBoard(pick, field)),
    asideFold(packet, found.asides, busy, pick));
}

/** What may be tapped whether the hand is hidden or not; `lying` are the cards that came up, where they are shown.
 * @param {QuestionView} question @param {Choices} found @param {string} busy @param {PickOptions} pick @param {Serve} serve
 * @param {Child} lying */
const forAll = (question, found, busy, pick, serve, lying) => [
  serve && cameUp(found, question) && found.plain.length === 0 && (question.by_itself ? underWay("done") : serveButton(BY_HAND.done, busy, serve)),
  lying,
  question.dice.length > 0 && diceForm(question.dice, busy, pick, serve),
  question.number && numberForm(question, busy, pick),
  question.lots && plainButton({ key: "lots", label: t("Let the companion draw") }, busy, pick),
];

/** @param {string} what */
const underWay = (what) => h("p", { class: "under-way" }, h("progress", { "aria-hidden": "true" }), UNDER_WAY[what]);

/** @param {string} busy */
const sent = (busy) => busy === "sent" && hint(t("Your answer is on its way…"));

/** Whether this seat has nothing to answer with but what is aside.
 * @param {Choices} found @param {QuestionView} question @param {FieldPanel} field */
function isNotHere({ inHand, elsewhere, untold, plain }, question, field) {
  return !question.at_will && inHand.size + elsewhere.size + untold.length + plain.length + question.dice.length === 0 && !question.number && !field?.offers();
}

/** Hands turn a card up, and anybody may say which.
 * @param {Choices} found @param {QuestionView} question */
const cameUp = (found, question) => question.seats.length === 0 && found.elsewhere.size > 0;

/** Whether all there is to say is that hands have moved cards, which the virtual table can do itself.
 * @param {Choices} found @param {QuestionView} question */
function isServed({ plain: [option, ...more] }, question) {
  if (!option || more.length > 0 || option.why_not) return false;
  return Object.hasOwn(BY_HAND, option.key) && (option.key !== "done" || question.seats.length === 0);
}

/** What is asked, above everything that can be tapped.
 * @param {Packet} packet */
const asked = (packet) => [h("p", { class: "eyebrow" }, heading(packet), clock()), !hasPlaces(packet) && h("h2", {}, packet.question.text), together(packet) && hint(t("Talk about it: whoever taps decides for all of you.")), whyAsked(packet)];

/** @param {Child} words */
const hint = (...words) => words.some(Boolean) && h("p", { class: "hint" }, ...words);

/** Where the eye should go; "" where the list of choices says it all.
 * @param {Packet} packet @param {Choices} found @param {FieldPanel} field */
function whatToTap(packet, { inHand, plain }, field) {
  if (field?.offers()) return onTheBoard(field, inHand.size > 0);
  if (!isInHand({ inHand })) return "";
  if (handOf(packet).some((pile) => pile.round)) return t("Tap one of the raised pieces in your hand.");
  return plain.some((option) => !option.why_not) ? t("Tap one of the raised cards in your hand, or choose below.") : t("Tap one of the raised cards in your hand.");
}

/** Whether a card of the hand can be played: then that is what the eye should go to.
 * @param {Pick<Choices, "inHand">} found */
const isInHand = ({ inHand }) => [...inHand.values()].flat().some((option) => !option.why_not);

/** @param {FieldPanel} field @param {boolean} inHand */
function onTheBoard(field, inHand) {
  if (field.sheets()) return placesHint(field);
  if (field.inSteps()) return t("Tap an outlined piece on the board, then where it goes.");
  return inHand ? t("Tap one of the raised pieces in your hand, or an outlined field.") : t("Tap an outlined field of the board.");
}

/** @param {string} words @param {string} busy @param {Serve} serve */
const serveButton = (words, busy, serve) => h("button", { class: "button choice-button button-main", type: "button", "data-key": "serve", disabled: Boolean(busy), onclick: serve }, h("span", {}, words));

/** Whom everybody waits for, and what was chosen here: with a hand that is hidden that is hidden, too.
 * @param {Packet} packet @param {boolean} open */
function waiting(packet, open) {
  const { question } = packet;
  const done = hasAnswered(packet);
  const asked = packet.players.filter((one) => waitedFor(question).includes(one.seat) && !(done && one.seat === packet.seat));
  if (question.at_will) return null;
  return h("div", { class: "panel waiting" }, h("p", { class: "eyebrow" }, t("Waiting for"), clock()), h("p", { class: "asked" }, asked.map(seatMark)), (done || !hasPlaces(packet)) && h("p", {}, done ? chosenWords(packet, open) : question.text));
}

/** @param {Packet} packet @param {boolean} open */
function chosenWords(packet, open) {
  const { said } = packet.question;
  return said && (open || !handOf(packet).length) ? t("You have chosen: {said}. The others have not all done so.", { said }) : t("You have chosen; the others have not all done so.");
}

/** One piece of the hand is to be used: its fields are outlined on the board, and here is what else it may do.
 * @param {Packet} packet @param {{face: Face, options: OptionView[]}} chosen
 * @param {FieldPanel} field @param {string} busy @param {PickOptions} pick */
function chosenView(packet, chosen, field, busy, pick) {
  const plain = chosen.options.filter((option) => !field.has(option));
  return h("div", { class: "panel question" },
    h("div", { class: "chosen-piece" }, card(chosen.face), h("h2", {}, chosen.face.title), h("button", { class: "button small", type: "button", "data-key": "put-back", onclick: () => field.choose(null) }, t("Put it back"))),
    h("p", { class: "hint" }, plain.length ? t("Tap an outlined field of the board, or choose below.") : t("Tap an outlined field of the board.")),
    sent(busy),
    plainChoices(plain, busy, pick, false));
}

/** On the virtual table a deal is one tap; what was moved by hand there can still be said.
 * @param {Packet} packet @param {Choices} found @param {string} busy @param {PickOptions} pick @param {Serve} serve */
function servedView(packet, { plain: [option], elsewhere }, busy, pick, serve) {
  const what = option.key === "dealt" && packet.board ? "drawn" : option.key;
  const isDone = packet.question.by_itself;
  return h("div", { class: "panel question" },
    asked(packet),
    (isDone || busy === "served") && underWay(what),
    !isDone && h("div", { class: "plain-choices thumb" }, serveButton(BY_HAND[what], busy, serve)),
    fold("by-hand", t("Already done by hand?"), [
      plainButton(option, busy, pick),
      elsewhere.size > 0 && cardsOf(packet, elsewhere, busy, pick),
    ]));
}

/** @param {FieldPanel} field */
const placesHint = (field) => (field.away() ? t("What can be done is on the folded cards below.") : field.inSteps() ? t("Tap an outlined cube, then where it goes.") : t("Tap an outlined field or space."));

/** @param {Packet} packet */
function heading(packet) {
  if (packet.question.seats.length === 0) return packet.question.by_itself ? t("The table does this for you") : t("Anyone can do this");
  if (packet.question.at_will) return t("At any time");
  const lead = packet.players.find((one) => mayJoinIn(packet) && waitedFor(packet.question).includes(one.seat));
  if (lead) return t("{name} leads; you may answer too", { name: lead.name });
  if (packet.question.open && packet.question.seats.length > 1 && packet.question.lead === null) return t("Decide together");
  if (packet.question.seats.length > 1 && packet.question.lead === null) return t("Each of you chooses");
  return packet.players.some((one) => one.seat === packet.seat && one.on_turn) ? t("Your turn") : t("You are asked");
}
