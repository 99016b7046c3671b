// What a player may answer, sorted by where it is tapped: in the hand, on the table, on the board or in a list.

import { grouped } from "../core/dom.js";
import { telling } from "./secret.js";

/** The options of a packet, grouped: those of cards in the own hand, cards that lie elsewhere, cards that the companion
 * has not been told, plain choices. What has its field on the board is tapped there.
 * @param {Packet} packet @param {FieldPanel} field */
export function choices(packet, field = null) {
  const question = packet.question;
  const options = question?.yours ? question.options : [];
  const held = new Set(handOf(packet).flatMap((pile) => pile.cards).filter((view) => view.face).map((view) => view.face.piece));
  /** @param {OptionView} option */
  const isHeld = (option) => held.has(option.face?.piece);
  const here = options.filter((option) => !option.aside && (option.maybe || isHeld(option) || !field?.has(option)));
  const named = here.filter((option) => option.face);
  const untold = named.filter((option) => option.maybe && question.seats.length > 0);
  const told = named.filter((option) => !untold.includes(option));
  const inHand = grouped(told.filter(isHeld), (option) => option.face.piece);
  return {
    inHand,
    elsewhere: grouped(told.filter((option) => !isHeld(option)), (option) => option.face.piece),
    untold: [...grouped(untold, (option) => option.face.title).values()],
    plain: here.filter((option) => !option.face),
    asides: options.filter((option) => option.aside), // they are in their fold, wherever they might be tapped too
    secret: isSecret(packet, options, inHand.size > 0),
  };
}

/** Whether the choices tell of what only this seat knows, or are cards of the hand, which is shown to tap them; what several
 * choose at the same time is nobody else's business, but for a single thing that all may do.
 * @param {Packet} packet @param {OptionView[]} options @param {boolean} inHand */
function isSecret(packet, options, inHand) {
  if (options.length === 0 || packet.question.open) return inHand;
  const asked = packet.question.seats.length;
  return (options.length > 1 && asked > 1) || (asked > 0 && options.some(telling(packet)));
}

/** @param {Packet} packet */
export const handOf = (packet) => packet.piles.filter((pile) => pile.shape === "hand" && pile.owner === packet.seat);
