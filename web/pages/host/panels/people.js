// The host's list of seats and people: who is here, who wants in, and what can be done about it.

import { seatMark } from "../../shared/board/seat_mark.js";
import { byId, fill, h, say } from "../../shared/core/dom.js";
import { get, post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";
import { handOver } from "./hand_over.js";

/** @typedef {SeatRow & { minutes: number }} SeenSeat a seat, and for how long its phone has been away */
/** @typedef {Omit<PeopleView, "seats"> & { seats: SeenSeat[] }} SeenPeople */

const LOOK_MS = 4000;

/** Fills `node`; listens to the packets that the page takes. `said` shows what came of an act.
 * @param {any} node */
export function peoplePanel(node, said = byId("said")) {
  const state = { packet: /** @type {Packet} */ (null), view: /** @type {SeenPeople} */ (null), busy: false };
  const parts = { claims: h("ul", { class: "plain people-claims", "aria-live": "polite" }), rows: h("ul", { class: "plain people-rows" }), way: h("div", { class: "people-way" }) };
  const offer = handOver((sentence, good) => tell(sentence, good));
  node.replaceChildren(parts.claims, parts.rows, offer.node, parts.way);

  /** @param {string} sentence @param {boolean} good */
  function tell(sentence, good) {
    say(said, sentence);
    said.dataset.tone = good ? "good" : "bad";
  }

  /** @param {PeopleCommand} command */
  async function send(command) {
    const answer = await post("/api/people", command);
    tell(sentenceOf(answer), answer.status === 200);
    if (answer.body?.view) take(answer.body.view);
  }

  async function look() {
    if (state.busy || document.hidden) return;
    state.busy = true;
    const answer = await get("/api/people");
    state.busy = false;
    if (answer.status === 200) take(answer.body);
  }

  /** @param {SeenPeople} view */
  function take(view) {
    const part = node.closest("details");
    if (part && view.claims.some((one) => !state.view?.claims.some((known) => known.number === one.number))) part.open = true; // somebody waits at the door
    state.view = { ...view, seats: view.seats.map((one) => ({ ...one, seen_s: 0, minutes: Math.floor(one.seen_s / 60) })) };
    draw();
  }

  function draw() {
    const { packet, view } = state;
    if (!packet || !view) return;
    const looks = packet.players.map((one) => [one.colour, one.shape]);
    fill(parts.claims, view.claims.map((one) => [one.number, one.seat, one.name, one.state]), () => view.claims.map((one) => claim(one, packet)));
    const open = new Set([...parts.rows.querySelectorAll("details[open]")].map((one) => one.dataset.seat));
    if (!parts.rows.contains(document.activeElement) || document.activeElement.tagName !== "INPUT") {
      fill(parts.rows, [looks, view.seats.map((one) => one)], () => view.seats.map((one) => row(one, packet, view, open)));
    }
    say(byId("people-now"), view.way === "open" ? "" : t("Code {code}", view));
    fill(parts.way, [view.way, view.code, view.locked, view.wrong_codes, view.wifi, view.wifi_shown], () => way(view));
  }

  /** @param {ClaimRow} one @param {Packet} packet */
  function claim(one, packet) {
    const player = packet.players[one.seat];
    const words = one.taken ? t("{name} wants this seat, which has a phone already", one) : t("{name} wants this seat", one);
    return h("li", {}, h("div", { class: "people-head" }, seatMark(player), h("b", {}, words)),
      h("div", { class: "buttons" },
        button(t("Let in"), send, { act: "admit", number: one.number }, { main: true, key: `admit-${one.number}`, sure: one.taken ? t("This signs the other phone off. Tap again to confirm.") : "" }),
        button(t("Turn away"), send, { act: "deny", number: one.number }, { key: `deny-${one.number}` })));
  }

  const STATES = {
    /** @param {SeenSeat} one */
    none: (one) => (one.bot ? t("played by the program") : t("nobody yet")),
    here: () => t("here, with a phone"),
    /** @param {SeenSeat} one */
    asleep: (one) => (one.minutes < 1 ? t("phone asleep, here a moment ago") : t("phone asleep for {minutes|one minute|{minutes} minutes}", one)),
  };

  /** @param {SeenSeat} one @param {Packet} packet @param {SeenPeople} view @param {Set<string>} open */
  function row(one, packet, view, open) {
    const shared = view.seats.filter((other) => other.phone && other.phone === one.phone && other.seat !== one.seat);
    const notes = [
      shared.length > 0 && t("same phone as {names}", { names: shared.map((other) => other.name).join(", ") }),
      one.host && t("host"),
      one.locked && t("locked"),
    ].filter(Boolean).join(" · ");
    return h("li", {},
      h("div", { class: "people-head" }, seatMark({ ...packet.players[one.seat], name: one.name }), h("span", { class: "people-state", "data-state": one.state }, STATES[one.state](one))),
      notes && h("p", { class: "hint" }, notes),
      h("details", { class: "fold", "data-seat": one.seat, open: open.has(String(one.seat)) }, h("summary", { "data-key": `more-${one.seat}`, "aria-label": t("Seat of {name}: what can be done", one) }, t("Phone, name, lock…")), acts(one, view, shared)));
  }

  /** @param {SeenSeat} one @param {SeenPeople} view @param {SeenSeat[]} shared */
  function acts(one, view, shared) {
    const held = one.state !== "none";
    const others = view.seats.filter((other) => other.phone && other.phone !== one.phone);
    const phones = others.filter((other, index) => others.findIndex((first) => first.phone === other.phone) === index);
    return h("div", { class: "people-acts" },
      h("div", { class: "buttons" },
        h("button", { class: "button", type: "button", "data-key": `over-${one.seat}`, onclick: () => offer.ask(one.seat, one.name) }, held ? t("Hand over to another phone") : t("Invite a phone by a link")),
        one.locked ? button(t("Unlock the seat"), send, { act: "unlock", seat: one.seat }, { key: `lock-${one.seat}` }) : button(t("Lock the seat"), send, { act: "lock", seat: one.seat }, { key: `lock-${one.seat}` }),
        held && button(t("Free the seat"), send, { act: "free", seat: one.seat }, { sure: t("Sure? Press again"), key: `free-${one.seat}` }),
        held && (shared.length > 0 || one.host) && button(t("Sign the whole phone off"), send, { act: "kick", seat: one.seat }, { sure: t("Sure? Press again"), key: `kick-${one.seat}` })),
      held && small(`rename-${one.seat}`, t("Name"), h("input", { name: "value", type: "text", maxlength: 24, value: one.name, required: true }), t("Rename"), (v) => send({ act: "rename", seat: one.seat, value: v.value })),
      phones.length > 0 && small(`give-${one.seat}`, held ? t("Move to the phone of") : t("Also played on the phone of"),
        h("select", { name: "to" }, phones.map((other) => h("option", { value: other.seat }, other.name))), held ? t("Move") : t("Give"), (v) => send({ act: "give", seat: one.seat, to: Number(v.to) })));
  }

  /** @param {string} key @param {string} label @param {Child} input @param {string} word @param {(values: any) => void} act */
  function small(key, label, input, word, act) {
    const form = h("form", { "data-key": key }, h("label", { class: "field" }, h("span", {}, label), input), h("button", { class: "button", type: "submit" }, word));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.querySelector("button").focus();
      act(Object.fromEntries(new FormData(form)));
    });
    return form;
  }

  const WAYS = {
    button: () => t("To take a seat, press its button. If that does not work, tell people this code:"),
    code: () => t("Code for players:"),
    open: () => t("Anybody can take a free seat. Nobody needs this code now:"),
  };

  /** @param {SeenPeople} view */
  function way(view) {
    return [
      h("p", { class: "hint" }, WAYS[view.way]()),
      h("div", { class: "people-code" }, h("b", {}, view.code), button(t("New code"), send, { act: "new_code" }, { key: "new-code" })),
      view.wrong_codes > 0 && h("p", { class: "hint" }, t("{wrong_codes|One wrong code was|{wrong_codes} wrong codes were} tried since this one was made.", view)),
      h("div", { class: "buttons" },
        view.locked ? button(t("Open the table for new phones"), send, { act: "unlock" }, { main: true, key: "lock" }) : button(t("Lock the table"), send, { act: "lock" }, { key: "lock" }),
        view.wifi && (view.wifi_shown ? button(t("Take the Wi-Fi off the screen"), send, { act: "hide_wifi" }, { main: true, key: "wifi" }) : button(t("Show the Wi-Fi on the screen"), send, { act: "show_wifi" }, { sure: t("With its password? Press again"), key: "wifi" }))),
    ];
  }

  document.addEventListener("companion-packet", (event) => {
    state.packet = event.detail;
    draw();
    look();
  });
  setInterval(look, LOOK_MS);
}

if (byId("people")) peoplePanel(byId("people"));
