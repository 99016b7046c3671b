// The wizard's steps that only ask and keep: PIN, name, language, game, buttons.
// Each gives its name for the way, its title, its body, and where there is something to keep `save`, which says whether
// that was done.

import { h } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";
import { brokenGames } from "../shared/match/broken_games.js";

/** @param {WizardView} view @param {string} key */
export const settingOf = (view, key) => view.steps.flatMap((one) => one.settings).find((one) => one.key === key);

/** A setting that something at the start goes over cannot be chosen.
 * @param {WizardView} view @param {string} key */
export const isOpen = (view, key) => settingOf(view, key).lock === "open";

/** @param {WizardView} view @param {...string} keys */
export const lockedLine = (view, ...keys) => keys.some((key) => !isOpen(view, key)) && h("p", { class: "hint" }, t("What was given at the start counts more than a choice here."));

/** A group of radio buttons; `choices` are {key, label, small, disabled}.
 * @param {string} name @param {string} label @param {{key: string, label: string, small?: string, disabled?: boolean}[]} choices
 * @param {string} now */
export function radios(name, label, choices, now, disabled = false) {
  return h("fieldset", { class: "wizard-choice", disabled }, h("legend", {}, label), choices.map((one) => {
    const input = h("input", { type: "radio", name, value: one.key, "data-key": `${name}-${one.key}`, disabled: Boolean(one.disabled) });
    input.checked = one.key === now;
    return h("label", {}, input, h("span", {}, one.label, one.small && h("small", {}, one.small)));
  }));
}

/** @param {string} name */
export const picked = (name) => document.querySelector(`#body input[name="${name}"]:checked`)?.value ?? "";

/** Only what may be chosen, and was changed or stands for the first time.
 * @param {WizardView} view @param {any} values */
const open = (view, values) => Object.fromEntries(Object.entries(values).filter(([key]) => isOpen(view, key)));

/** @param {string} name @param {string} label @param {string} describedBy */
function secret(name, label, describedBy = null) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", { type: "password", name, maxlength: 32, autocomplete: "off", autocapitalize: "off", spellcheck: "false", class: "code-input", "aria-describedby": describedBy }));
}

/** @param {WizardView} view @param {any} acts */
export function pinStep(view, acts) {
  const words = { name: t("PIN"), title: t("A PIN of your own") };
  if (view.pin === "file") return { ...words, body: () => h("p", {}, t("The PIN is in the settings file (web.host_pin), so change it there.")) };
  /** @param {string} name */
  const value = (name) => document.querySelector(`#body input[name="${name}"]`)?.value.trim() ?? "";
  return {
    ...words,
    body: () => [
      h("p", { id: "pin-why" }, view.pin === "own" ? t("You have chosen a PIN already. A new one replaces it, and every other device stops being the host's.")
        : t("With the PIN you are the host: you can undo, correct and change the settings. Choose one that only you know; the old PIN then stops working. 4 to 32 letters and digits.")),
      view.pin === "own" && secret("old", t("PIN until now")),
      secret("new", t("New PIN"), "pin-why"),
      secret("again", t("Repeat the PIN")),
    ],
    save: async () => {
      if (value("new") !== value("again")) {
        acts.problem(t("The two are not the same; please type them again."));
        return false;
      }
      if (await acts.post("/api/wizard/pin", { old: value("old"), new: value("new") })) acts.again("name");
      return false;
    },
  };
}

/** @param {WizardView} view @param {any} acts */
export function nameStep(view, acts) {
  const one = settingOf(view, "table.name");
  return {
    name: t("Name"),
    title: t("What is the table called?"),
    body: () => {
      const input = h("input", { type: "text", name: "name", maxlength: 32, autocomplete: "off", disabled: one.lock !== "open" });
      input.value = one.value;
      return [h("p", {}, t("The start page and the table screen show the name, so that nobody joins the wrong table. You can leave it empty.")), h("label", { class: "field" }, h("span", {}, t("Name of the table")), input), lockedLine(view, "table.name")];
    },
    save: () => acts.keep("name", open(view, { "table.name": document.querySelector("#body input[name=name]").value.trim() })),
  };
}

/** @param {WizardView} view @param {any} acts */
export function languageStep(view, acts) {
  const language = settingOf(view, "table.language");
  const sink = settingOf(view, "voice.sink");
  const values = () => {
    const wished = picked("language");
    /** @type {Record<string, string>} */
    const chosen = { "table.language": wished, "voice.language": wished };
    if (sink.value !== "wav") chosen["voice.sink"] = document.querySelector("#body input[name=aloud]").checked ? "speaker" : "off";
    return open(view, chosen);
  };
  return {
    name: t("Language"),
    title: t("Which language does the table speak?"),
    body: () => {
      const aloud = h("input", { type: "checkbox", name: "aloud", disabled: sink.lock !== "open" || sink.value === "wav" });
      aloud.checked = sink.value !== "off";
      return [
        h("p", {}, t("The table screen and the voice speak it. Every phone chooses its own language.")),
        radios("language", t("Language of screens and voice"), language.choices, language.value, language.lock !== "open"),
        h("label", { class: "wizard-check" }, aloud, h("span", {}, t("The loudspeaker announces what happens"))),
        h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-key": "hear", onclick: async () => {
          if (await acts.keep("language", values())) await acts.post("/api/hosting/say", {});
        } }, t("Let me hear it"))),
        h("p", { class: "hint" }, t("Nothing to hear? Check that the loudspeaker is on and plugged in; the volume is on the host's page.")),
        lockedLine(view, "table.language", "voice.language", "voice.sink"),
      ];
    },
    save: () => acts.keep("language", values()),
  };
}

/** @param {WizardView} view @param {any} acts */
export function gameStep(view, acts) {
  const game = settingOf(view, "table.game");
  const players = settingOf(view, "table.players");
  /** @param {string} name @param {string} label @param {any} one */
  const select = (name, label, one) => h("label", { class: "field" }, h("span", {}, label), h("select", { name, disabled: one.lock !== "open" }));
  /** @param {string} slug */
  const seats = (slug) => view.games.find((one) => one.key === slug)?.players ?? [];
  return {
    name: t("Game"),
    title: t("What do you play, and how many are you?"),
    body: () => {
      const games = select("game", t("Game"), game);
      const many = select("players", t("Players"), players);
      const [list, count] = [games.querySelector("select"), many.querySelector("select")];
      list.append(...game.choices.map((one) => h("option", { value: one.key }, one.label)));
      list.value = game.value;
      /** @param {number} wished */
      const fit = (wished) => {
        const found = seats(list.value);
        count.replaceChildren(...found.map((n) => h("option", { value: n }, String(n))));
        count.value = String(found.includes(wished) ? wished : [...found].sort((one, other) => Math.abs(one - wished) - Math.abs(other - wished))[0]);
      };
      list.addEventListener("change", () => fit(Number(count.value)));
      fit(Number(players.value));
      return [h("p", {}, t("The table begins with this. Other games and their options are on the host's page.")), games, many, brokenGames(view.broken), lockedLine(view, "table.game", "table.players")];
    },
    save: () => {
      /** @param {string} name */
      const value = (name) => document.querySelector(`#body select[name=${name}]`).value;
      return acts.keep("game", open(view, { "table.game": value("game"), "table.players": value("players") }));
    },
  };
}

/** @param {WizardView} view @param {any} acts */
export function buttonsStep(view, acts) {
  const pins = settingOf(view, "hardware.pins");
  const choices = [
    { key: "none", label: t("Nothing is wired"), small: t("Everything is done on phones and screens.") },
    { key: "lgpio", label: t("Buttons or lights are wired"), small: view.has_pins ? "" : t("This machine has no pins that could be wired."), disabled: !view.has_pins && pins.value !== "lgpio" },
    pins.value === "mock" && { key: "mock", label: t("Simulated") },
  ].filter(Boolean);
  return {
    name: t("Buttons"),
    title: t("Buttons and lights"),
    body: () => [
      h("p", {}, t("A button and a light for each seat are pleasant, and not needed.")),
      radios("pins", t("What hangs on the machine's pins?"), choices, pins.value, pins.lock !== "open"),
      h("p", { class: "hint" }, view.wired ? t("The settings say which part hangs on which pin.") : t("Choose on the host's page which part is on which pin, under Settings, Buttons and lights.")),
      h("div", { class: "buttons" },
        view.wired && pins.value !== "none" && h("a", { class: "button", href: "/host/buttons" }, t("Test the buttons")),
        h("a", { class: "button", href: "/host/wiring" }, t("Wiring")), h("a", { class: "button", href: "/host#settings-panel" }, t("To the settings"))),
      lockedLine(view, "hardware.pins"),
    ],
    save: () => acts.keep("buttons", open(view, { "hardware.pins": picked("pins") })),
  };
}
