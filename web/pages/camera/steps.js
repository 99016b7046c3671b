// The steps beside the picture: lines of advice with bars, test tags, and the measuring of the lens.

import { byId, h } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

/** @type {Tone[]} */
const ORDER = ["bad", "fair", "unknown", "good"];
const WORDS = { good: t("good"), fair: t("could be better"), bad: t("needs a hand"), unknown: t("not known yet") };

/** A step is as good as its worst part.
 * @param {string} id @param {Tone[]} tones */
export function stepTone(id, tones) {
  const known = tones.filter(Boolean);
  const worst = ORDER.find((tone) => known.includes(tone)) ?? "unknown";
  const node = byId(id);
  if (node.dataset.tone === worst) return;
  node.dataset.tone = worst;
  const heading = node.querySelector("h2");
  heading.querySelector(".unseen")?.remove();
  heading.append(h("span", { class: "unseen" }, `: ${WORDS[worst]}`));
}

/** One line of advice with its bar; `best` marks the longest that the bar has been.
 * @param {Advice} one */
export function adviceLine(one, best = 0) {
  const bar = h("div", { class: "bar", role: "meter", "aria-label": one.title, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(100 * one.level), "aria-valuetext": one.value || one.text }, h("span", {}));
  bar.querySelector("span").style.width = `${100 * one.level}%`;
  if (best > 0) {
    const mark = h("i", { class: "best", title: t("the best so far") });
    mark.style.left = `${100 * best}%`;
    bar.append(mark);
  }
  return h("div", { class: "line", "data-tone": one.tone },
    h("div", { class: "line-head" }, h("b", {}, one.title), h("span", { class: "line-value" }, one.value)), one.tone !== "unknown" && bar, h("p", {}, one.text));
}

/** What the map of one size of sticker says, in words.
 * @param {StickerMap} one */
export const mapLine = (one) => h("div", { class: "line", "data-tone": one.tone }, h("p", {}, one.summary));

/** @param {TestTag} one */
export function testChip(one) {
  const words = one.read ? `${one.px_per_module.toFixed(1)} px` : "–";
  return h("li", { class: one.read ? "test test-read" : "test" }, h("b", {}, `${one.size_mm} mm`), h("span", {}, words), h("span", { class: "unseen" }, one.read ? t("is read") : t("is not read")));
}

/** Which parts of the picture the board has been in, as a small picture of the picture.
 * @param {LensWork} lens @returns {Child} */
export function lensParts(lens) {
  if (!lens.parts.length) return [];
  const done = lens.parts.filter(Boolean).length;
  return h("div", { class: "parts-row" },
    h("div", { class: "parts", role: "img", "aria-label": t("The board has been in {done} of {all} parts of the picture", { done, all: lens.parts.length }) }, lens.parts.map((one) => h("i", { class: one ? "part part-done" : "part" }))),
    h("p", {}, t("{seen} of {wanted} views", { seen: lens.views, wanted: lens.wanted })));
}

/** @param {LensWork} lens @param {(name: CameraAct) => void} act */
export function lensActs(lens, act) {
  /** @param {string} label @param {CameraAct} name */
  const button = (label, name, main = false) => h("button", { type: "button", class: `button ${main ? "button-main" : ""}`, "data-key": name, onclick: () => act(name) }, label);
  switch (lens.stage) {
    case "gathering":
      return [lens.views > 5 && button(t("Measure now"), "lens_measure", lens.ready), button(t("Stop"), "lens_stop")];
    case "measured":
      return [button(t("Keep it"), "lens_keep", true), button(t("Once more"), "lens_begin"), button(t("Throw it away"), "lens_stop")];
    case "kept":
      return [button(t("Measure again"), "lens_begin"), button(t("Forget it"), "lens_forget")];
    default:
      return [button(t("Begin"), "lens_begin")];
  }
}
