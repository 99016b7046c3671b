// The forms of the host page. Each one sends one command of the closed list.

import { h } from "./dom.js";
import { isSure } from "./sure.js";
import { t } from "./words.js";

/** A select field; `choices` are {key, label}.
 * @param {string} name @param {string} label @param {Choice[]} choices */
export function select(name, label, choices) {
  const options = choices.map((one) => h("option", { value: one.key }, one.label));
  return h("label", { class: "field" }, h("span", {}, label), h("select", { name, required: true }, h("option", { value: "" }, t("Choose…")), ...options));
}

/** @param {string} name @param {string} label */
export function text(name, label, hint = "") {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { name, type: "text", maxlength: 200, placeholder: hint || null }));
}

/** A folded form with a reason. `make(values)` gives the command; `send` carries it to the table and says whether it was taken.
 * @param {string} title @param {Child} fields @param {HostAct} act @param {(values: any) => object} make @param {SendCommand} send */
export function fold(title, fields, act, make, send) {
  const form = h("form", { class: "form", "data-act": act }, ...fields, text("reason", t("Reason"), t("so that everybody understands it later")),
    h("button", { class: "button", type: "submit" }, title));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const done = await send({ act, ...make(Object.fromEntries(new FormData(form))) });
    if (done) (form.isConnected ? form : document.querySelector(`form[data-act="${act}"]`))?.reset(); // what is refused stays, to be put right
  });
  return h("details", { class: "fold" }, h("summary", {}, title), form);
}

/** Draws forms anew without losing what is being written in them: a play elsewhere must not empty a half-filled form.
 * @param {any} node @param {() => boolean} draw */
export function keepWritten(node, draw) {
  const before = [...node.querySelectorAll("form")].map((form) => [form.dataset.act, form.parentElement.open, [...new FormData(form)]]);
  const at = node.contains(document.activeElement) ? /** @type {any} */ (document.activeElement) : null;
  const held = [at?.form?.dataset.act, at?.name];
  if (!draw()) return;
  for (const [act, open, values] of before) {
    const form = node.querySelector(`form[data-act="${act}"]`);
    if (!form) continue;
    form.parentElement.open = open;
    for (const [name, value] of values) form.elements[name].value = value;
    if (act === held[0] && held[1]) form.elements[held[1]].focus({ preventScroll: true });
  }
}

/** A button that asks once more when `sure` is given.
 * @param {string} label @param {(command: any) => void} send @param {any} command */
export function button(label, send, command, { main = false, sure = "", key = "", disabled = false } = {}) {
  const node = h("button", { class: `button ${main ? "button-main" : ""} ${sure ? "button-risk" : ""}`, type: "button", "data-key": key || null, "data-act": command.act, disabled }, label);
  node.addEventListener("click", () => {
    if (!sure || isSure(node, sure)) send(command);
  });
  return node;
}

/** Which seats the program plays.
 * @param {HostView} view @param {SendCommand} send */
export function botsPanel(view, send) {
  const fill = t("Bots fill empty seats");
  const modes = [["off", t("No bots")], ...(view.people_only ? [["all", fill]] : [["fill", fill], ["all", t("Bots play all seats")]])];
  return h("fieldset", { class: "pick" }, h("legend", {}, t("Bots")), h("div", { class: "buttons" }, modes.map(([value, label]) =>
    h("button", { type: "button", class: "button", "data-key": `bots-${value}`, "aria-pressed": String(view.bots === value), onclick: () => send({ act: "bots", value }) }, label))));
}

/** All corrections.
 * @param {HostView} view @param {Packet} packet @param {SendCommand} send */
export function corrections(view, packet, send) {
  const seats = packet.players.map((one) => ({ key: String(one.seat), label: one.name || t("Seat {number}", { number: one.seat + 1 }) }));
  const tags = view.unknown_tags.map((tag) => ({ key: tag, label: tag }));
  return [
    view.refused_play && h("div", { class: "irregular" }, h("p", {}, h("b", {}, t("Just refused:")), " ", view.refused_play),
      fold(t("Accept it all the same"), [], "accept_irregular", (v) => ({ reason: v.reason }), send)),
    fold(t("Move a piece to a pile"), [select("piece", t("Piece"), view.pieces), select("pile", t("To"), view.piles)], "move_piece", (v) => ({ piece: v.piece, pile: v.pile, reason: v.reason }), send),
    fold(t("Name a card that is not known"), [select("pile", t("Pile"), view.piles), select("piece", t("It is"), view.pieces)], "name_card", (v) => ({ piece: v.piece, pile: v.pile, reason: v.reason }), send),
    fold(t("Set a number or a track"), [select("track", t("Track"), view.tracks), text("value", t("New value"))], "set_track", (v) => ({ track: v.track, value: v.value, reason: v.reason }), send),
    fold(t("Set whose turn it is"), [select("seat", t("Player"), seats)], "set_turn", (v) => ({ seat: Number(v.seat), reason: v.reason }), send),
    tags.length > 0 && fold(t("Adopt a tag that nobody registered"), [select("value", t("Tag"), tags), select("piece", t("Stands for"), view.adoptable)], "adopt_tag", (v) => ({ value: v.value, piece: v.piece, reason: v.reason }), send),
  ];
}
