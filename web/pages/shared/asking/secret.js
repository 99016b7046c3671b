// What the choices of a player tell to whoever looks over the shoulder.

/** Whether an option tells of what only this seat knows: by what it names or why it is refused. A piece that lies open
 * for everybody tells nothing.
 * @param {Packet} packet */
export function telling(packet) {
  const lying = new Set(packet.piles.flatMap((pile) => pile.cards).filter((view) => view.face && view.face_up).map((view) => view.face.piece));
  return (/** @type {OptionView} */ option) => Boolean(option.why_not || option.claim || (option.face && !lying.has(option.face.piece)));
}

/** A packet as whoever looks on may see it while the hand is hidden: what is asked of this seat alone is hidden, too.
 * @param {Packet} packet @param {boolean} open @returns {Packet} */
export function asSeen(packet, open) {
  const { question, status } = packet;
  if (open || !question?.public) return packet;
  return { ...packet, status: status === question.text ? question.public : status, question: { ...question, text: question.public } };
}
