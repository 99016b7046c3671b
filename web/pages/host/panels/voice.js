// The voice: how loud, how fast, how much it says, in which language, when not; every change counts at once.

import { h } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";
import { setting } from "./match.js";

/** The panel. `choose(key, text)` changes a setting, `test()` lets the voice say something, `hush()` silences it.
 * @param {HostingView} desk @param {ChooseSetting} choose @param {() => void} test @param {() => void} hush */
export function voicePanel(desk, choose, test, hush) {
  /** @param {string} key */
  const get = (key) => setting(desk, key);
  const on = get("voice.sink").value !== "off";
  return [
    desk.voice_now && h("p", { class: "notice", role: "status" }, desk.voice_now),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button button-main", "data-key": "voice-test", disabled: !on, onclick: test }, t("Say something")),
      h("button", { type: "button", class: "button", "data-key": "voice-hush", disabled: !on, onclick: hush }, t("Silence")),
      h("button", { type: "button", class: "button", "data-key": "voice-on", "aria-pressed": String(on), disabled: get("voice.sink").lock !== "open", onclick: () => choose("voice.sink", on ? "off" : "speaker") }, on ? t("Voice is on") : t("Voice is off"))),
    slider(get("voice.volume"), 0, 1, 0.05, (value) => `${Math.round(value * 100)} %`, choose),
    slider(get("voice.rate_wpm"), 80, 300, 5, (value) => t("{count}/min", { count: value }), choose),
    options(get("voice.wording"), choose),
    options(get("voice.language"), choose),
    quiet(get("voice.quiet"), choose),
  ];
}

/** @param {SettingView} one @param {ChooseSetting} choose */
function quiet(one, choose) {
  const locked = one.lock !== "open";
  const [begin, end] = one.value ? one.value.split("-") : ["22:00", "07:00"];
  /** @param {string} name @param {string} label @param {string} value */
  const time = (name, label, value) => {
    const input = h("input", { type: "time", "data-key": `voice.quiet-${name}`, required: true, disabled: locked });
    input.value = value;
    return /** @type {const} */ ([input, h("label", { class: "inline-field" }, h("span", {}, label), input)]);
  };
  const [from, fromField] = time("from", t("From"), begin);
  const [to, toField] = time("to", t("Until"), end);
  const form = h("form", {}, h("fieldset", { class: "pick" }, h("legend", {}, one.label), h("p", { class: "hint" }, t("In these hours the loudspeaker says nothing. The screens show everything.")),
    h("div", { class: "quiet-times" }, fromField, toField),
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "button", "data-key": "voice.quiet-set", "aria-pressed": String(one.value !== ""), disabled: locked }, t("Keep these hours quiet")),
      h("button", { type: "button", class: "button", "data-key": "voice.quiet-none", "aria-pressed": String(one.value === ""), disabled: locked, onclick: () => choose(one.key, "") }, t("No quiet hours")))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(one.key, `${from.value}-${to.value}`);
  });
  return form;
}

/** @param {SettingView} one @param {number} low @param {number} high @param {number} step @param {(value: number) => string} words
 * @param {ChooseSetting} choose */
function slider(one, low, high, step, words, choose) {
  const shown = h("output", {}, words(Number(one.value)));
  const input = h("input", { type: "range", min: low, max: high, step, "data-key": one.key, "aria-label": one.label, disabled: one.lock !== "open" });
  input.value = one.value;
  input.setAttribute("aria-valuetext", words(Number(one.value)));
  input.addEventListener("input", () => {
    shown.textContent = words(Number(input.value));
    input.setAttribute("aria-valuetext", shown.textContent);
  });
  input.addEventListener("change", () => choose(one.key, input.value));
  return h("label", { class: "slider" }, h("span", {}, one.label), input, shown);
}

/** @param {SettingView} one @param {ChooseSetting} choose */
function options(one, choose) {
  return h("fieldset", { class: "pick" }, h("legend", {}, one.label), h("div", { class: "buttons" }, one.choices.map((choice) =>
    h("button", { type: "button", class: "button", "data-key": `${one.key}-${choice.key}`, disabled: one.lock !== "open", "aria-pressed": String(one.value === choice.key), onclick: () => choose(one.key, choice.key) }, choice.label))));
}
