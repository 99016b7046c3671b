// Every setting with its meaning, its bounds and where it comes from; changed one by one, each undone by itself.

import { h, say } from "../../shared/core/dom.js";
import { t } from "../../shared/core/words.js";

/** One folded group. `choose(key, text)` gives {ok, sentence}; text null drops the choice.
 * @param {SettingGroup} group @param {ChooseSetting} choose @param {boolean} isOpen @param {(open: boolean) => void} onToggle */
export function settingGroup(group, choose, isOpen, onToggle) {
  const chosen = group.settings.filter((one) => one.origin === "page").length;
  const fold = h("details", { class: "fold group", open: isOpen },
    h("summary", { "data-key": `group-${group.key}` }, h("b", {}, group.label), chosen > 0 && h("small", {}, t("{count|1 chosen here|{count} chosen here}", { count: chosen }))),
    group.settings.map((one) => row(one, choose)));
  fold.addEventListener("toggle", () => onToggle(fold.open));
  return fold;
}

/** @param {SettingView} one @param {ChooseSetting} choose */
function row(one, choose) {
  const id = `set-${one.key.replaceAll(".", "-")}`;
  const problem = h("p", { class: "problem", role: "alert", id: `${id}-problem` });
  const open = one.lock === "open";
  const words = h("div", { class: "setting-words" },
    open ? h("label", { for: id }, one.label) : h("b", {}, one.label),
    h("small", { id: `${id}-meaning` }, one.meaning, " ", bounds(one)), h("small", {}, origin(one), one.live || !open ? "" : ` ${t("A change counts from the next start.")}`),
    one.waiting && h("span", { class: "badge badge-turn" }, t("Waits for the next start")));
  if (!open) return h("div", { class: "setting" }, words, h("div", {}, h("p", { class: "setting-value" }, shown(one)), h("p", { class: "hint" }, locked(one))));
  const input = field(one, id);
  const form = h("form", { class: "setting-field", novalidate: true }, input,
    h("button", { class: "button", type: "submit", "data-key": `${id}-save`, "aria-label": t("Change {what}", { what: one.label }) }, t("Change")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { ok, sentence } = await choose(one.key, input.type === "checkbox" ? String(input.checked) : input.value.trim());
    say(problem, ok ? "" : sentence);
  });
  const back = one.origin === "page" && h("button", { class: "link", type: "button", "data-key": `${id}-back`, onclick: () => choose(one.key, null) }, t("Undo this choice"));
  return h("div", { class: "setting" }, words, h("div", {}, form, back), problem);
}

/** @param {SettingView} one @param {string} id */
function field(one, id) {
  const common = { id, "data-key": id, "aria-describedby": `${id}-meaning ${id}-problem` };
  if (one.kind === "choice") {
    const select = h("select", common, one.choices.map((choice) => h("option", { value: choice.key }, choice.label)));
    select.value = one.value;
    return select;
  }
  if (one.kind === "switch") {
    const box = h("select", common, h("option", { value: "true" }, t("Yes")), h("option", { value: "false" }, t("No")));
    box.value = one.value;
    return box;
  }
  const type = one.kind === "number" ? "number" : one.secret ? "password" : "text";
  const input = h("input", { ...common, type, placeholder: one.secret ? shown(one) : null, step: one.kind === "number" ? "any" : null, min: one.low || null, max: one.high || null, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  input.value = one.value;
  return input;
}

/** @param {SettingView} one */
function bounds(one) {
  if (one.kind !== "number" || !one.low) return "";
  return one.high ? t("From {low} to {high}.", one) : t("From {low} up.", one);
}

/** @param {SettingView} one */
function shown(one) {
  if (one.secret) return one.is_set ? t("Set, and not shown") : t("Not set");
  const choice = one.choices.find((each) => each.key === one.value);
  return choice?.label || one.value || "–";
}

/** @param {SettingView} one */
function origin(one) {
  switch (one.origin) {
    case "page": return t("Chosen here.");
    case "file": return t("From the file {where}.", one);
    case "environment": return t("From the environment: {where}.", one);
    case "command_line": return t("From the command line: {where}.", one);
    default: return t("The default.");
  }
}

/** @param {SettingView} one */
function locked(one) {
  return one.lock === "file_only" ? t("Set in the file of settings only.") : t("What was given at the start counts more than a choice here.");
}
