// Pictures for the cards of a list: from files, or of cards that lie before a camera.

import { h, say } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { post, postFile, sentenceOf } from "../shared/core/net.js";
import { smaller } from "../shared/core/picture.js";
import { t } from "../shared/core/words.js";

/** @typedef {import("./blanks.js").Place} Place */
/** A picture that was taken in: what its card is called, and what the sticker on it says, as people read it.
 * @typedef {{picture: string, name: string, sticker: string}} Found */

/** `take` gets the list with its pictures.
 * @param {Blank} one @param {Place} place @param {(text: string) => void} take */
export function pictures(one, place, take) {
  const at = place.path.join(".");
  const path = place.path.filter((part) => typeof part === "string");
  const told = h("p", { class: "problem", role: "alert" });
  const there = h("ul", { class: "maker-pictures" });
  const found = h("div", { class: "maker-found" });
  const text = () => place.values[one.key] ?? "";

  /** @param {{name: string, picture: string}[]} given */
  async function lay(given) {
    const answer = await post("/api/make/pictured", { plays: place.plays, path, text: text(), pictures: given });
    const view = /** @type {PicturedView} */ (answer.body ?? {});
    say(told, answer.status === 200 ? view.problem : sentenceOf(answer));
    return answer.status === 200 && !view.problem ? view : null;
  }

  /** @param {Found[]} taken */
  function ask(taken) {
    const row = (/** @type {Found} */ each, /** @type {number} */ number) => h("li", {}, img(each.picture),
      h("label", { class: "field" }, h("span", {}, t("What is it called?")),
        h("input", { type: "text", maxlength: 40, value: each.name, autocomplete: "off", "data-key": `called-${at}-${number}`, oninput: (/** @type {any} */ event) => { each.name = event.target.value; } }),
        each.sticker && h("small", {}, t("Sticker {code}", { code: each.sticker }))),
      button(t("Leave it out"), () => ask(taken.filter((other) => other !== each)), {}));
    found.replaceChildren(...(taken.length ? [h("ol", {}, taken.map(row)), button(t("Add them"), async () => {
      const view = await lay(taken.map(({ name, picture }) => ({ name, picture })));
      if (view) take(view.text);
    }, {}, { main: true, key: `lay-${at}` })] : []));
  }

  /** @param {File[]} files @param {boolean} cards each card in a photograph, or the picture as it is */
  async function send(files, cards) {
    const taken = /** @type {Found[]} */ ([]);
    const faults = [];
    for (const [number, file] of files.entries()) {
      say(told, t("Reading picture {number} of {count}…", { number: number + 1, count: files.length }));
      const answer = await postFile(`/api/make/picture?cards=${cards ? 1 : 0}`, await smaller(file));
      if (answer.status !== 200 || answer.body.problem) faults.push(answer.body?.problem || sentenceOf(answer));
      else taken.push(...answer.body.pictures.map((/** @type {TakenPicture} */ each) => ({ ...each, name: cards ? "" : nameOf(file) })));
    }
    ask(taken);
    say(told, [...new Set(faults)].join(" "));
    found.querySelector("input")?.focus();
  }

  if (/\.\w{3,4}\b/.test(text())) lay([]).then((view) => {
    for (const { name, picture } of view?.rows ?? []) if (picture.endsWith(".webp")) there.append(h("li", {}, img(picture, name), h("small", {}, name)));
  });
  return h("details", { class: "fold", "data-at": `${at}.pictures` }, h("summary", { "data-key": `pictures-${at}` }, t("Pictures of the cards")),
    there,
    h("small", {}, t("A picture goes to the card that is called like its file; of another name, it is a new card. Several cards can be photographed at once, apart from one another on a plain ground.")),
    h("div", { class: "buttons" },
      chooser(t("Add pictures"), { multiple: true, "data-key": `files-${at}` }, (files) => send(files, false)),
      chooser(t("Photograph cards"), { capture: "environment", "data-key": `photo-${at}` }, (files) => send(files, true))),
    told, found);
}

/** A picture; its name stands beside it where nothing is said.
 * @param {string} picture */
const img = (picture, alt = "") => h("img", { src: `/picture/${picture}`, alt, loading: "lazy" });

/** @param {string} label @param {object} props @param {(files: File[]) => void} send */
function chooser(label, props, send) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: "image/*", hidden: true, ...props }));
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) send(files);
  });
  return h("span", {}, input, button(label, () => input.click(), {}));
}

/** What a file is called; nothing where a camera called it.
 * @param {File} file */
function nameOf({ name }) {
  const plain = name.replace(/\.\w{2,4}$/, "");
  return /^(img|dsc|pxl|image|photo|screenshot)?[\W_\d]*$/i.test(plain) ? "" : plain;
}
