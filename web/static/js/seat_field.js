// The board on a player's own page: what can be done is outlined, and a tap there does it.

import { fill, h } from "./core/dom.js";
import { boardView, publicBoard } from "./core/field.js";
import { hasText, read } from "./core/read.js";
import { t } from "./core/words.js";
import { telling } from "./seat_secret.js";

const PLACE = "board-as-a-list";
const LEAST_PX = 40; // a field that is smaller can be made larger
const FEW = 3;

/** The panel in `node`. `pick(options, place, sure)` takes what was tapped, without asking again when two taps have made it
 * `sure`; `changed()` is called when something was chosen. */
export function fieldPanel(node, pick, changed) {
  const state = { packet: null, open: false, busy: "", face: null, from: "", wish: "", list: remembered(), large: false };
  const said = h("p", { class: "field-said", "aria-hidden": "true" });
  const larger = h("button", { class: "button small", type: "button", hidden: true, onclick: () => size(!state.large) }, t("Larger"));
  const list = h("button", { class: "button small", type: "button", onclick: () => asList(!state.list) }, t("As a list"));
  const view = h("div", { class: "field-view" });
  const wrong = h("ul", { class: "field-wrong", "aria-label": t("To do at the table"), hidden: true });
  node.replaceChildren(view, h("div", { class: "field-bar" }, said, larger, list), wrong);
  new ResizeObserver(fits).observe(view);
  asList(state.list);

  function asList(on) {
    state.list = on;
    list.textContent = on ? t("Show the board") : t("As a list");
    if (state.packet) remember(on);
    fits();
    if (state.packet) changed();
  }

  function size(on) {
    state.large = on;
    larger.setAttribute("aria-pressed", String(on));
    view.classList.toggle("field-large", on);
    view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
  }

  function fits() {
    const across = Number(view.querySelector(".field-frame")?.style.getPropertyValue("--across")) || 0;
    const small = across > 0 && view.clientWidth / across < LEAST_PX;
    larger.hidden = state.list || !(small || state.large);
  }

  /** The options that are listed now: nothing that depends on the hand while it is hidden. */
  function options() {
    const question = state.packet?.question;
    if (!question?.yours || state.packet.result) return [];
    const secret = question.seats.length > 1 || (question.seats.length === 1 && question.options.some(telling(state.packet)));
    return secret && !state.open ? [] : question.options;
  }

  const inUse = () => Boolean(state.packet?.board) && !state.list;
  const names = () => new Set(state.packet.board.fields.map((field) => field.name));
  const has = (option) => inUse() && Boolean(option.cell) && names().has(option.cell);
  const about = (face) => options().filter((one) => one.face && (one.maybe ? one.face.title === face.title : one.face.piece === face.piece));

  /** The piece of the hand that is to be used, with all its options; null while none is chosen. */
  function chosen() {
    if (!state.face || !inUse()) return null;
    const found = about(state.face);
    return found.some((one) => has(one) && !one.why_not) ? { face: state.face, options: found } : null;
  }

  const offered = () => chosen()?.options ?? options().filter((one) => !one.maybe);
  const different = (some, what) => some.filter((one, n) => some.findIndex((any) => what(any) === what(one)) === n);
  const allowed = (some) => some.filter((one) => !one.why_not);

  /** What ends on a field, with the piece that is to go there if one is chosen. */
  const at = (field) => different(offered().filter((one) => one.cell === field.name && (!one.from_cell || one.from_cell === state.from)), (one) => one.label);

  /** What the piece on a field may do. */
  const starts = (name) => offered().filter((one) => one.from_cell === name && names().has(one.cell));

  /** The cards with which the piece on a field can be used. */
  const reached = (name) => offered().filter((one) => !one.why_not && one.reach?.includes(name));

  /** What a tap on a field is about: what ends there, the piece that stands there, or the cards that would move it. */
  function meaning(field) {
    const here = at(field);
    if (allowed(here).length) return { mark: null, can: allowed(here), here };
    const own = starts(field.name);
    if (allowed(own).length) return { mark: field.name === state.from ? "chosen" : "piece", can: allowed(own), here: own };
    const cards = reached(field.name);
    if (cards.length) return { mark: "reach", can: cards, here: cards };
    return { mark: null, can: [], here: here.length ? here : different(own, (one) => one.why_not.long) };
  }

  function doing(field) {
    const { mark, can, here } = meaning(field);
    if (can.length && !state.busy) return { state: "ok", mark, words: wordsOf(mark, can) };
    if (here.length && !can.length) return { state: "no", words: t("Not now: {why}", { why: here[0].why_not.short }) };
    return hasText(field.stack?.face) ? { state: "read", words: t("Read it") } : null;
  }

  function wordsOf(mark, can) {
    if (mark === "piece" || mark === "chosen") return t("{count|One field|{count} fields} to go to", { count: can.length });
    return can.length <= FEW ? can.map((one) => one.label).join("; ") : t("{count} things to do here", { count: can.length });
  }

  function tapped(field) {
    const { mark, can, here } = meaning(field);
    if (can.length && state.busy) return;
    if (mark === "piece" || mark === "chosen") return start(mark === "chosen" ? "" : field.name);
    state.wish = mark === "reach" ? field.name : ""; // the card is laid first, then this piece goes on
    if (can.length) pick(can, field.name, can[0].from_cell !== "");
    else if (here.length) pick(here, field.name);
    else if (hasText(field.stack?.face)) read(field.stack.face);
  }

  /** The piece on this field is to go somewhere; "" for none. */
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

  function standing() {
    const held = state.packet.board.fields.filter((field) => field.stack || field.marker);
    return h("details", { class: "panel fold" }, h("summary", { "data-key": "standing" }, t("What lies and stands on the board")), h("ul", { class: "field-list" },
      held.length ? held.map((field) => h("li", {}, field.label)) : h("li", { class: "empty" }, t("Nothing yet."))));
  }

  /** What is there to read before a field is looked at: whether there is more to choose than the board shows. */
  function hint() {
    if (state.from) return t("Tap where it goes, or the piece again.");
    if (options().some((one) => !one.maybe && !one.why_not && one.reach?.length)) return t("Tap a card, or an outlined piece that one of your cards can use.");
    const more = options().filter((one) => !one.face && !one.why_not && !has(one)).length;
    if (more && options().some(has)) return t("{count|One more choice|{count} more choices} below the board.", { count: more });
    return t("Tap a field to see what lies there.");
  }

  /** Whether what is asked now is not about the board, nor about the hand alone: then it is read first. */
  function idle() {
    const held = state.packet.piles.filter((pile) => pile.shape === "hand" && pile.owner === state.packet.seat).flatMap((pile) => pile.cards);
    const inHand = new Set(held.map((view) => view.face?.piece));
    const asked = options();
    if (!asked.length || asked.some((one) => has(one) || one.reach?.length)) return false;
    const plain = asked.filter((one) => !one.face && !one.why_not && !one.grave).length;
    return plain > FEW || !asked.some((one) => (one.maybe && held.length > 0) || inHand.has(one.face?.piece));
  }

  function draw(packet, open, busy) {
    Object.assign(state, { packet, open, busy });
    node.hidden = !packet.board;
    if (!packet.board) return;
    if (state.face && !chosen()) state.face = null;
    keepStart();
    const table = { board: open ? packet.board : publicBoard(packet.board), players: packet.players };
    const key = [table.board, table.players.map((one) => one.shape), options(), busy, state.face, state.from, state.list];
    if (fill(view, key, () => (state.list ? standing() : boardView(table, { doing, onField: tapped, onLook: (field) => (said.textContent = field.label) })))) {
      fits();
      said.textContent = hint();
    }
    said.hidden = state.list;
    wrong.hidden = !packet.board.differences?.length;
    fill(wrong, wrong.hidden ? [] : packet.todo, () => (wrong.hidden ? [] : packet.todo.map((one) => h("li", {}, one.text))));
  }

  return {
    draw,
    chosen,
    has,
    /** Whether something can be done with a tap on the board now. */
    offers: () => options().some((one) => has(one) && !one.maybe && !one.why_not),
    /** Whether a piece on the board is tapped first, then the field where it goes. */
    inSteps: () => inUse() && allowed(options()).some((one) => has(one) && one.from_cell && !one.maybe),
    /** Whether these options of one piece are shown on the board first. */
    wants: (group) => group.some((one) => has(one) && !one.why_not),
    choose(face) {
      state.face = face;
      if (face) node.scrollIntoView({ block: "nearest" });
      changed();
    },
    /** Nothing is chosen any more. */
    put: () => Object.assign(state, { face: null, from: "" }),
    key: () => [state.list, state.face?.piece],
    idle: () => Boolean(state.packet.board) && idle(),
  };
}

function remembered() {
  try {
    return localStorage.getItem(PLACE) === "yes";
  } catch {
    return false; // a browser without storage begins with the board
  }
}

function remember(on) {
  try {
    localStorage.setItem(PLACE, on ? "yes" : "no");
  } catch {
    // It holds as long as the page is open.
  }
}
