// The board and the sheets on a player's own page: what can be done is outlined, and a tap there does it.

import { fill, h } from "../core/dom.js";
import { boardView, publicBoard } from "../board/field.js";
import { keep, kept } from "../core/kept.js";
import { t } from "../core/words.js";
import { todoList } from "../match/todo.js";
import { tapPlaces } from "./places.js";
import { sheetsPanel } from "./sheets.js";

const PLACE = "board-as-a-list";
const LEAST_PX = 40; // a field that is smaller can be made larger
const FEW = 3;

/** The panel in `node`; what it need not be about stands in `beside`, in a narrow window. `pick(options, place, sure)` takes what was tapped, without asking again when two taps have made it
 * `sure`; `changed()` is called when something was chosen.
 * @param {HTMLElement} node @param {HTMLElement} beside @param {PickOptions} pick @param {() => void} changed */
export function fieldPanel(node, beside, pick, changed) {
  const places = tapPlaces(pick, changed);
  const { state, options, has, chosen } = places;
  const look = { large: false, mapFolded: /** @type {boolean} */ (null) };
  state.list = kept(PLACE) === "yes";
  const said = h("p", { class: "field-said", "aria-hidden": "true" });
  const larger = h("button", { class: "button small", type: "button", hidden: true, onclick: () => size(!look.large) }, t("Larger"));
  const list = h("button", { class: "button small", type: "button", onclick: () => asList(!state.list) }, t("As a list"));
  const view = h("div", { class: "field-view" });
  const map = h("details", { class: "field-map", open: true }, h("summary", {}, t("The map")), view);
  const wrong = h("div", { class: "field-wrong", role: "group", "aria-label": t("To do at the table"), hidden: true });
  const sheets = sheetsPanel(places, (place) => (said.textContent = place.label));
  node.replaceChildren(sheets.first, map, h("div", { class: "field-bar" }, said, larger, list), wrong);
  const wide = matchMedia("(min-width: 1000px)");
  const settle = () => (wide.matches ? node : beside).append(sheets.others);
  wide.addEventListener("change", settle);
  settle();
  new ResizeObserver(fits).observe(view);
  asList(state.list);

  /** @param {boolean} on */
  function asList(on) {
    state.list = on;
    list.textContent = on ? t("Show the board") : t("As a list");
    if (state.packet) keep(PLACE, on ? "yes" : "no");
    fits();
    if (state.packet) changed();
  }

  /** @param {boolean} on */
  function size(on) {
    look.large = on;
    larger.setAttribute("aria-pressed", String(on));
    view.classList.toggle("field-large", on);
    view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
  }

  function fits() {
    const across = Number(view.querySelector(".field-frame")?.style.getPropertyValue("--across")) || 0;
    const small = across > 0 && view.clientWidth > 0 && view.clientWidth / across < LEAST_PX;
    larger.hidden = state.list || !(small || look.large);
  }

  /** @param {OptionView[]} some */
  const allowed = (some) => some.filter((one) => !one.why_not);

  function standing() {
    const held = state.packet.board.fields.filter((field) => field.stack || field.marker);
    return h("details", { class: "panel fold" }, h("summary", { "data-key": "standing" }, t("What is on the board")), h("ul", { class: "field-list" },
      held.length ? held.map((field) => h("li", {}, field.label)) : h("li", { class: "empty" }, t("Nothing yet."))));
  }

  /** What is there to read before a field is looked at: whether there is more to choose than the board shows. */
  function hint() {
    if (state.from) return t("Tap where it goes, or the piece again.");
    if (options().some((one) => !one.maybe && !one.why_not && one.reach?.length)) return t("Tap a card, or an outlined piece that one of your cards can use.");
    const more = options().filter((one) => !one.face && !one.why_not && !one.aside && !has(one)).length;
    if (more && options().some(has)) return t("{count|One more choice|{count} more choices} below the board.", { count: more });
    return state.packet.sheets?.length ? t("Tap a field or a space to see what is there.") : t("Tap a field to see what is there.");
  }

  /** Whether what is asked now is not about the board, nor about the hand alone: then it is read first. */
  function idle() {
    const held = state.packet.piles.filter((pile) => pile.shape === "hand" && pile.owner === state.packet.seat).flatMap((pile) => pile.cards);
    const inHand = new Set(held.map((view) => view.face?.piece));
    const asked = options().filter((one) => !one.aside);
    if (state.packet.question?.dice.length > 0 && state.packet.sheets?.length) return true; // dice are tapped first
    if (!asked.length || asked.some((one) => has(one) || one.reach?.length)) return false;
    const plain = asked.filter((one) => !one.face && !one.why_not && !one.grave).length;
    return plain > FEW || (state.packet.sheets?.length > 0 && plain > 0) || !asked.some((one) => (one.maybe && held.length > 0) || inHand.has(one.face?.piece));
  }

  /** While something else takes the middle, as a fight does, the map is folded unless something is to be done there.
   * @param {Packet} packet */
  function foldMap(packet) {
    const folded = Boolean(packet.board) && packet.sheets?.some((sheet) => sheet.big) && !places.live(packet.board.fields);
    map.classList.toggle("field-map-bare", !packet.sheets?.some((sheet) => sheet.big));
    if (folded === look.mapFolded) return;
    look.mapFolded = folded;
    map.open = !folded;
  }

  /** @param {Packet} packet @param {boolean} open @param {string} busy */
  function draw(packet, open, busy) {
    places.take(packet, open, busy);
    const some = packet.sheets?.length > 0;
    node.hidden = !packet.board && !some;
    if (node.hidden) return;
    map.hidden = !packet.board;
    foldMap(packet);
    const table = packet.board && { board: open ? packet.board : publicBoard(packet.board), players: packet.players };
    const key = [table?.board, packet.players.map((one) => one.shape), options(), busy, state.face, state.from, state.list];
    if (fill(view, key, () => table && (state.list ? standing() : boardView(table, { doing: places.doing, onField: places.tapped, onLook: (field) => (said.textContent = field.label) })))) {
      fits();
      said.textContent = hint();
    }
    sheets.draw();
    said.hidden = state.list;
    wrong.hidden = !packet.board?.differences?.length;
    fill(wrong, wrong.hidden ? [] : packet.todo, () => (wrong.hidden ? [] : todoList(packet.todo)));
  }

  return {
    draw,
    chosen,
    has,
    /** What a tap on a place does, and the tap itself, for a page that draws the board in another way. */
    doing: places.doing,
    tapped: places.tapped,
    /** Whether something can be done with a tap on the board now. */
    offers: () => options().some((one) => has(one) && !one.aside && !one.maybe && !one.why_not),
    /** Whether a piece on the board is tapped first, then the field where it goes. */
    inSteps: () => allowed(options()).some((one) => has(one) && one.from_cell && !one.maybe),
    /** Whether these options of one piece are shown on the board first.
     * @param {OptionView[]} group */
    wants: (group) => group.some((one) => has(one) && !one.why_not),
    /** @param {Face} face */
    choose(face) {
      state.face = face;
      if (face) node.scrollIntoView({ block: "nearest" });
      changed();
    },
    /** Nothing is chosen any more. */
    put: () => Object.assign(state, { face: null, from: "" }),
    key: () => [state.list, state.face?.piece],
    idle: () => !node.hidden && idle(),
    /** Whether what can be tapped is on folded sheets only. */
    away: () => sheets.away() && !places.live(state.packet.board?.fields ?? []),
    /** Whether there are sheets beside the board, or in its place. */
    sheets: () => state.packet?.sheets?.length > 0,
  };
}
