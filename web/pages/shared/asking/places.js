// What a tap on a field of the board or on a space of a sheet does: the same for both. Draws nothing.

import { hasText, read } from "../board/read.js";
import { readSpace } from "../board/sheets.js";
import { t } from "../core/words.js";
import { telling } from "./secret.js";

const FEW = 3;

/** `pick(options, place, sure)` takes what was tapped; `changed()` is called when something was chosen.
 * @param {PickOptions} pick @param {() => void} changed */
export function tapPlaces(pick, changed) {
  const state = { packet: /** @type {Packet} */ (null), open: false, busy: "", face: /** @type {Face} */ (null), from: "", wish: "", list: false, names: new Set() };

  /** The options that are listed now: nothing that depends on the hand while it is hidden. */
  function options() {
    const question = state.packet?.question;
    if (!question?.yours || state.packet.result) return [];
    const secret = !question.open && (question.seats.length > 1 || (question.seats.length === 1 && question.options.some(telling(state.packet))));
    return secret && !state.open ? [] : question.options;
  }

  const inUse = () => state.names.size > 0 && !state.list;
  /** @param {OptionView} option */
  const has = (option) => inUse() && Boolean(option.cell) && state.names.has(option.cell);
  /** @param {Face} face */
  const about = (face) => options().filter((one) => one.face && (one.maybe ? one.face.title === face.title : one.face.piece === face.piece));

  /** The piece of the hand that is to be used, with all its options; null while none is chosen. */
  function chosen() {
    if (!state.face || !inUse()) return null;
    const found = about(state.face);
    return found.some((one) => has(one) && !one.why_not) ? { face: state.face, options: found } : null;
  }

  const offered = () => (chosen()?.options ?? options().filter((one) => !one.maybe)).filter((one) => !one.aside);
  /** @param {OptionView[]} some @param {(option: OptionView) => any} what */
  const different = (some, what) => some.filter((one, n) => some.findIndex((any) => what(any) === what(one)) === n);
  /** @param {OptionView[]} some */
  const allowed = (some) => some.filter((one) => !one.why_not);

  /** What ends on a place, with the piece that is to go there if one is chosen.
   * @param {Place} place */
  const at = (place) => different(offered().filter((one) => one.cell === place.name && (!one.from_cell || one.from_cell === state.from)), (one) => one.label);

  /** What the piece on a place may do.
   * @param {string} name */
  const starts = (name) => offered().filter((one) => one.from_cell === name && state.names.has(one.cell));

  /** The cards with which the piece on a field can be used.
   * @param {string} name */
  const reached = (name) => offered().filter((one) => !one.why_not && one.reach?.includes(name));

  /** What a tap on a place is about: what ends there, the piece that stands there, or the cards that would move it.
   * @param {Place} place */
  function meaning(place) {
    const here = at(place);
    if (allowed(here).length) return { mark: null, can: allowed(here), here };
    const own = starts(place.name);
    if (allowed(own).length) return { mark: place.name === state.from ? "chosen" : "piece", can: allowed(own), here: own };
    const cards = reached(place.name);
    if (cards.length) return { mark: "reach", can: cards, here: cards };
    return { mark: null, can: [], here: here.length ? here : different(own, (one) => one.why_not.long) };
  }

  /** @param {Place} place */
  const isReadable = (place) => hasText(place.stack?.face) || Boolean(place.text);

  /** @param {Place} place */
  function doing(place) {
    const { mark, can, here } = meaning(place);
    if (can.length && !state.busy) return { state: "ok", mark, words: wordsOf(mark, can) };
    if (here.length && !can.length) return { state: "no", words: t("Not now: {why}", { why: here[0].why_not.short }) };
    return isReadable(place) ? { state: "read", words: t("Read it") } : null;
  }

  /** @param {string} mark @param {OptionView[]} can */
  function wordsOf(mark, can) {
    if (mark === "piece" || mark === "chosen") return t("{count|One field|{count} fields} to go to", { count: can.length });
    return can.length <= FEW ? can.map((one) => one.label).join("; ") : t("{count} things to do here", { count: can.length });
  }

  /** What stands above the choices of a place: a field of a board is called by its name, a space without a title by
   * what is asked.
   * @param {Place} place */
  const calledOf = (place) => place.title || (!isField(place) && state.packet.question?.text) || place.name;

  /** @param {Place} place */
  const isField = (place) => (state.packet.board?.fields ?? []).some((/** @type {Place} */ one) => one.name === place.name);

  /** Two taps have said it already, or the next one takes it back.
   * @param {OptionView} option */
  const isSure = (option) => option.from_cell !== "" || option.light;

  /** @param {Place} place */
  function tapped(place) {
    const { mark, can, here } = meaning(place);
    if (can.length && state.busy) return;
    if (mark === "piece" || mark === "chosen") return start(mark === "chosen" ? "" : place.name);
    state.wish = mark === "reach" ? place.name : ""; // the card is laid first, then this piece goes on
    const called = calledOf(place);
    if (can.length) pick(can, called, isSure(can[0]));
    else if (here.length) pick(here, called);
    else if (hasText(place.stack?.face)) read(place.stack.face);
    else if (place.text) readSpace(/** @type {SpaceView} */ (place));
  }

  /** The piece on this place is to go somewhere; "" for none.
   * @param {string} name */
  function start(name) {
    Object.assign(state, { from: name, wish: "" });
    changed();
  }

  /** The piece that was chosen is kept as long as it can go anywhere. */
  function keepStart() {
    if (state.from && !(inUse() && allowed(starts(state.from)).length)) state.from = "";
    if (!state.wish || state.busy || !inUse() || !allowed(starts(state.wish)).length) return;
    Object.assign(state, { from: state.wish, wish: "" });
  }

  /** Takes what is there now; whether it may be drawn with what depends on the hand.
   * @param {Packet} packet @param {boolean} open @param {string} busy */
  function take(packet, open, busy) {
    const spaces = packet.sheets?.flatMap((sheet) => sheet.spaces) ?? [];
    Object.assign(state, { packet, open, busy, names: new Set([...(packet.board?.fields ?? []), ...spaces].map((one) => one.name)) });
    if (state.face && !chosen()) state.face = null;
    keepStart();
  }

  return {
    state, take, options, has, chosen, doing, tapped,
    /** Whether a tap on one of these places does something.
     * @param {Place[]} places */
    live: (places) => places.some((place) => meaning(place).can.length > 0),
  };
}
