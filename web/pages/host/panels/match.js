// The running match: undo, pause, end, what only hands can tell, and time.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { button } from "../../shared/core/forms.js";
import { shelfButtons } from "../../shared/match/shelf.js";

/** The acts on the match.
 * @param {Packet} packet @param {HostView} view @param {SendCommand} send */
export function matchActs(packet, view, send) {
  const over = packet.result !== null;
  return [(over || packet.lobby) && shelfButtons(Boolean(packet.lobby)), h("div", { class: "buttons" },
    button(t("Undo the last answer"), send, { act: "undo" }, { main: true, key: "undo", disabled: view.entries.length === 0 }),
    packet.paused ? button(packet.lobby ? t("Start the match") : t("Go on"), send, { act: "resume" }, { main: true, key: "pause" }) : button(t("Pause"), send, { act: "pause" }, { key: "pause", disabled: over }),
    over ? button(t("New match"), send, { act: "new_match" }, { main: true, key: "end" })
      : button(t("End the match"), send, { act: "end_match", reason: "as_wished" }, { sure: t("Really end it? Press again"), key: "end" }),
    view.tellable.map((one) => button(one.label, send, { act: "tell", value: one.key }, { key: `tell-${one.key}`, disabled: packet.paused })),
    packet.question?.lots && button(t("Let the companion draw"), send, { act: "tell", value: "lots" }, { key: "tell-lots", disabled: packet.paused }),
    view.dealing && button(t("Last card again"), send, { act: "deal_back" }, { key: "deal-back" }),
    view.dealing && button(t("Deal one unread"), send, { act: "deal_unread" }, { key: "deal-unread" }),
    view.dealing && button(t("The rest is dealt unread"), send, { act: "deal_rest" }, { sure: t("Is everything dealt? Press again"), key: "deal-rest" }))];
}

const THINKING = [0, 60, 120, 180, 300, 600];
const REACTING = [0, 10, 20, 40, 60];

/** Time: how long it was played, how long a turn may take, how long people have to react.
 * @param {HostView} view @param {HostingView} desk @param {ChooseSetting} choose @param {SendCommand} send */
export function timePanel(view, desk, choose, send) {
  const thinking = Number(setting(desk, "play.thinking_s")?.value ?? 0);
  return [
    h("dl", { class: "facts" }, h("dt", {}, t("Played so far")), h("dd", {}, played(desk.played_s))),
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

/** @param {number} seconds */
function played(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("{count|1 minute|{count} minutes}", { count: minutes });
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
