// Whom a question is for. Of several who may answer one may be the one that is waited for.

/** Whether there are places to tap: fields of a board, or spaces of sheets.
 * @param {Packet} packet */
export const hasPlaces = (packet) => Boolean(packet.board) || packet.sheets?.length > 0;

/** The seats that the table waits for.
 * @param {QuestionView} question */
export const waitedFor = (question) => (question.at_will ? [] : question.lead === null || question.lead === undefined ? question.seats : [question.lead]);

/** Whether each of `seats` may do what is its own business, and need not: what is offered tells nothing by being there.
 * @param {QuestionView} question */
export const isAnytime = (question) => question.at_will || (question.seats.length > 1 && question.lead !== null && !question.open);

/** Whether this reader may answer, but only others are waited for.
 * @param {Packet} packet */
export const mayJoinIn = (packet) => Boolean(packet.question?.yours) && packet.question.seats.length > 0 && !waitedFor(packet.question).includes(packet.seat);

/** Whether several people are asked for one answer, which any of them may give.
 * @param {Packet} packet */
export const together = ({ question, players, seat }) => Boolean(question?.yours && question.open) && (question.lead ?? null) === null && question.seats.some((one) => one !== seat && players[one]?.joined);

/** Whether nobody else plays here, so that a hand is hidden from nobody.
 * @param {Packet} packet */
export const isAlone = ({ players, seat }) => seat !== null && players.every((one) => one.seat === seat || !one.joined);

/** Whether this reader is one of several who were asked, and has answered; who else has is told to nobody.
 * @param {Packet} packet */
export const hasAnswered = ({ question, seat }) => Boolean(question) && !question.yours && seat !== null && waitedFor(question).includes(seat);

/** Whether this reader is waited for.
 * @param {Packet} packet */
export const isAsked = (packet) => Boolean(packet.question?.yours) && !mayJoinIn(packet);
