// A number that is asked for: a field with a button for less, for more and, where it may be below nought, for the sign.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** What was typed for which question, since a page is drawn anew whenever somebody else answers. */
const typed = { question: "", text: "" };

/** The form for one number.
 * @param {QuestionView} question @param {string} busy @param {PickOptions} pick */
export function numberForm(question, busy, pick) {
  const { low, high, step, usual } = question.number;
  if (typed.question !== question.text) Object.assign(typed, { question: question.text, text: String(usual) });
  const field = h("input", {
    class: "number-field", type: "text", inputmode: "numeric", autocomplete: "off", "data-key": "number", "aria-label": question.text,
    "aria-describedby": "number-range", value: typed.text, oninput: () => update(field.value), onfocus: () => field.select(),
  });
  const send = h("button", { class: "button button-main wide", type: "submit", "data-key": "number-send" });
  const range = h("p", { class: "hint", id: "number-range" }, step > 1 ? t("From {low} to {high}, in steps of {step}.", { low, high, step }) : t("From {low} to {high}.", { low, high }));
  /** @param {string} text */
  function update(text) {
    typed.text = text;
    const number = read(text);
    const fits = Number.isInteger(number) && number >= low && number <= high && (number - low) % step === 0;
    send.disabled = Boolean(busy) || !fits;
    send.textContent = fits ? t("Enter {number}", { number }) : t("Type a number");
    range.classList.toggle("bad", text.trim() !== "" && !fits);
    field.setAttribute("aria-invalid", String(text.trim() !== "" && !fits));
  }
  /** @param {number} number */
  function show(number) {
    field.value = String(Math.min(high, Math.max(low, number)));
    update(field.value);
  }
  const now = () => read(field.value) || 0;
  update(typed.text);
  return h("form", {
    class: "number-form",
    /** @param {any} event */
    onsubmit: (event) => {
      event.preventDefault();
      if (send.disabled) return;
      typed.question = "";
      pick([{ key: String(read(field.value)), label: send.textContent }]);
    },
  },
  h("div", { class: "number-row" },
    turner("number-less", t("Less"), "−", () => show(now() - step)), field, turner("number-more", t("More"), "+", () => show(now() + step)),
    low < 0 && turner("number-sign", t("Change the sign"), "±", () => show(-now()))),
  range, send);
}

/** What stands in the field as a number; NaN where it is none.
 * @param {string} text */
const read = (text) => (/^\s*[-−]?\d{1,7}\s*$/.test(text) ? Number(text.replace("−", "-")) : Number.NaN);

/** @param {string} key @param {string} name @param {string} sign @param {() => void} press */
const turner = (key, name, sign, press) => h("button", { class: "button number-turn", type: "button", "data-key": key, "aria-label": name, onclick: press }, sign);
