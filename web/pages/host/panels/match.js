// The running match: the buttons of the evening, what only hands can tell, its end, and time.

import { h, shape } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";
import { shelfButtons } from "../../shared/match/shelf.js";

const FITS = 40; // letters on a button

/** The three buttons of the evening: go on or pause, undo, help.
 * @param {Packet} packet @param {HostView} view @param {SendCommand} send @param {() => void} help */
export function eveningActs(packet, view, send, help) {
  const last = packet.lobby ? null : view.entries.filter((one) => !one.undone).at(-1);
  const isLong = view.undo_of === null && last?.text.length > FITS;
  return [
    onward(packet, send),
    big("undo", t("Undo"), isLong ? t("The last step") : undoes(packet, view, last), { "data-key": "undo", "aria-describedby": "undo-takes", disabled: packet.lobby || view.entries.length === 0, onclick: () => send({ act: "undo" }) }),
    isLong && h("p", { class: "hint undo-takes", id: "undo-takes" }, t("Undo takes back: {what}", { what: last.text })),
    big("help", t("Help"), t("Something is not right"), { "data-key": "help", "aria-expanded": "false", "aria-controls": "help", onclick: help }),
  ];
}

/** What an undo takes back, in words that fit on a button.
 * @param {Packet} packet @param {HostView} view @param {EntryView} last */
function undoes(packet, view, last) {
  if (!packet.lobby && view.undo_of !== null) return t("Back to the last decision of {name}", { name: packet.players[view.undo_of].name });
  return last ? last.text : t("Nothing to undo yet");
}

/** @param {Packet} packet @param {SendCommand} send */
function onward(packet, send) {
  if (packet.result) return big("play", t("New match"), t("With the same people"), { "data-key": "new", class: "button button-main big", onclick: () => send({ act: "new_match" }) });
  if (!packet.paused) return big("pause", t("Pause"), t("The table waits"), { "data-key": "pause", onclick: () => send({ act: "pause" }) });
  const [word, what] = packet.lobby ? [t("Start the match"), t("Everybody is here")] : [t("Go on"), t("The game is paused.")];
  return big("play", word, what, { "data-key": "pause", class: "button button-main big", onclick: () => send({ act: "resume" }) });
}

/** @param {string} icon @param {string} word @param {string} what @param {object} more */
const big = (icon, word, what, more) => h("button", { type: "button", class: "button big", ...more }, shape(icon), h("b", {}, word), h("small", {}, what));

/** What is done only now: another game while none is played, and what only hands at the table can tell.
 * @param {Packet} packet @param {HostView} view @param {SendCommand} send */
export function nowActs(packet, view, send) {
  return [
    (packet.result || packet.lobby) && shelfButtons(Boolean(packet.lobby)),
    ...view.tellable.map((one) => button(one.label, send, { act: "tell", value: one.key }, { key: `tell-${one.key}`, disabled: packet.paused })),
    packet.question?.lots && button(t("Let the companion draw"), send, { act: "tell", value: "lots" }, { key: "tell-lots", disabled: packet.paused }),
    view.dealing && button(t("Last card again"), send, { act: "deal_back" }, { key: "deal-back" }),
    view.dealing && button(t("Deal one unread"), send, { act: "deal_unread" }, { key: "deal-unread" }),
    view.dealing && button(t("The rest is dealt unread"), send, { act: "deal_rest" }, { sure: t("Is everything dealt? Press again"), key: "deal-rest" }),
  ];
}

/** The end of the match.
 * @param {Packet} packet @param {SendCommand} send */
export const endAct = (packet, send) => h("div", { class: "buttons" },
  button(t("End the match"), send, { act: "end_match", reason: "as_wished" }, { sure: t("Really end it? Press again"), key: "end", disabled: packet.result !== null }));

const THINKING = [0, 60, 120, 180, 300, 600];
const REACTING = [0, 10, 20, 40, 60];

/** Time: how long it was played, how long a turn may take, how long people have to react.
 * @param {HostView} view @param {HostingView} desk @param {ChooseSetting} choose @param {SendCommand} send */
export function timePanel(view, desk, choose, send) {
  const thinking = Number(setting(desk, "play.thinking_s")?.value ?? 0);
  return [
    pick(t("Turn timer (reminder only)"), "thinking", THINKING, thinking,
      (seconds) => (seconds ? t("{count|1 minute|{count} minutes}", { count: seconds / 60 }) : t("Off")), (seconds) => choose("play.thinking_s", String(seconds))),
    pick(t("Reaction time (then: pass)"), "limit", REACTING, view.window_limit_s,
      (seconds) => (seconds ? t("{count} s", { count: seconds }) : t("No limit")), (seconds) => send({ act: "window_limit", value: String(seconds) })),
  ];
}

/** The setting of that key in the view.
 * @param {HostingView} desk @param {string} key */
export const setting = (desk, key) => desk.groups.flatMap((group) => group.settings).find((one) => one.key === key);

/** @param {string} label @param {string} name @param {number[]} values @param {number} now @param {(value: number) => string} words
 * @param {(value: number) => void} take */
function pick(label, name, values, now, words, take) {
  const all = values.includes(now) ? values : [...values, now].sort((a, b) => a - b);
  return h("fieldset", { class: "pick" }, h("legend", {}, label), h("div", { class: "buttons" }, all.map((value) =>
    h("button", { type: "button", class: "button", "data-key": `${name}-${value}`, "aria-pressed": String(now === value), onclick: () => take(value) }, words(value)))));
}

/** How long, in words.
 * @param {number} seconds */
export function played(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("{count|1 minute|{count} minutes}", { count: minutes });
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
