// A list as it is copied out of a spreadsheet or saved as a file.

import { h, say } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

/** @typedef {import("./blanks.js").Place} Place */

/** Tables for a list. `take` gets them, and says what is wrong with so many.
 * @param {Blank} one @param {Place} place @param {(tables: any[]) => string} take */
export function pasted(one, place, take) {
  const at = place.path.join(".");
  const columns = one.fields.filter((field) => !["slug", "tables"].includes(field.kind)).map((field) => field.label).join(", ");
  const text = h("textarea", { rows: 5, "data-key": `list-${at}`, "aria-label": t("A line for each") });
  const problem = h("p", { class: "problem", role: "alert" });
  const path = place.path.filter((part) => typeof part === "string");
  return h("details", { class: "fold" }, h("summary", { "data-key": `paste-${at}` }, t("Paste a list")),
    h("small", {}, t("A line for each, as copied from a spreadsheet, or with commas: {columns}.", { columns })),
    text,
    h("div", { class: "buttons" },
      fromFile((said) => { text.value = said; }),
      button(t("Add them"), async () => {
        const answer = await post("/api/make/pasted", { plays: place.plays, path, text: text.value });
        const { tables, problem: why } = /** @type {PastedView} */ (answer.body ?? {});
        say(problem, answer.status === 200 ? why || take(tables) : sentenceOf(answer));
      }, {}, { key: `take-${at}` })),
    problem);
}

/** A button that reads a text from a file.
 * @param {(text: string) => void} take */
export function fromFile(take) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".csv,.tsv,.txt,text/*", hidden: true }));
  input.addEventListener("change", async () => {
    if (input.files[0]) take(decoded(await input.files[0].arrayBuffer()));
    input.value = "";
  });
  return h("span", {}, input, button(t("From a file"), () => input.click(), {}));
}

/** Spreadsheets write files in several ways.
 * @param {ArrayBuffer} bytes */
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
