// The forms of the host page. Each one sends one command of the closed list.

import { h } from "./core/dom.js";

/** A select field; `choices` are {key, label}. */
export function select(name, label, choices) {
  const options = choices.map((one) => h("option", { value: one.key }, one.label));
  return h("label", { class: "field" }, h("span", {}, label), h("select", { name, required: true }, h("option", { value: "" }, "Choose…"), ...options));
}

export function text(name, label, hint = "") {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { name, type: "text", maxlength: 200, placeholder: hint || null }));
}

/** A folded form with a reason. `make(values)` gives the command; `send` carries it to the table. */
export function fold(title, fields, act, make, send) {
  const form = h("form", { class: "form", "data-act": act }, ...fields, text("reason", "Reason", "so that everybody understands it later"),
    h("button", { class: "button", type: "submit" }, title));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ act, ...make(Object.fromEntries(new FormData(form))) });
    form.reset();
  });
  return h("details", { class: "fold" }, h("summary", {}, title), form);
}

/** A button that asks once more when `sure` is given. */
export function button(label, send, command, { main = false, sure = "", key = "", disabled = false } = {}) {
  const node = h("button", { class: `button ${main ? "button-main" : ""} ${sure ? "button-risk" : ""}`, type: "button", "data-key": key || null, "data-act": command.act, disabled }, label);
  node.addEventListener("click", () => {
    if (sure && node.dataset.sure !== "yes") {
      node.dataset.sure = "yes";
      node.textContent = sure;
      setTimeout(() => {
        delete node.dataset.sure;
        node.textContent = label;
      }, 4000);
      return;
    }
    send(command);
  });
  return node;
}

/** All corrections. */
export function corrections(view, packet, send) {
  const seats = packet.players.map((one) => ({ key: String(one.seat), label: one.name || `Seat ${one.seat + 1}` }));
  const tags = view.unknown_tags.map((tag) => ({ key: tag, label: tag }));
  return [
    view.refused_play && h("div", { class: "irregular" }, h("p", {}, h("b", {}, "Just refused: "), view.refused_play),
      fold("Accept it all the same", [], "accept_irregular", (v) => ({ reason: v.reason }), send)),
    fold("Move a piece to a pile", [select("piece", "Piece", view.pieces), select("pile", "To", view.piles)], "move_piece", (v) => ({ piece: v.piece, pile: v.pile, reason: v.reason }), send),
    fold("Name a card that is not known", [select("pile", "Pile", view.piles), select("piece", "It is", view.pieces)], "name_card", (v) => ({ piece: v.piece, pile: v.pile, reason: v.reason }), send),
    fold("Set a number or a track", [select("track", "Track", view.tracks), text("value", "New value")], "set_track", (v) => ({ track: v.track, value: v.value, reason: v.reason }), send),
    fold("Set whose turn it is", [select("seat", "Player", seats)], "set_turn", (v) => ({ seat: Number(v.seat), reason: v.reason }), send),
    tags.length > 0 && fold("Adopt a tag that nobody registered", [select("value", "Tag", tags), select("piece", "Stands for", view.adoptable)], "adopt_tag", (v) => ({ value: v.value, piece: v.piece, reason: v.reason }), send),
  ];
}
