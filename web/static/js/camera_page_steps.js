// The steps beside the picture: lines of advice with bars, test tags, and the measuring of the lens.

import { byId, h } from "./core/dom.js";

const ORDER = ["bad", "fair", "unknown", "good"];
const WORDS = { good: "good", fair: "could be better", bad: "needs a hand", unknown: "not known yet" };

/** A step is as good as its worst part. */
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

/** One line of advice with its bar; `best` marks the longest that the bar has been. */
export function adviceLine(one, best = 0) {
  const bar = h("div", { class: "bar", role: "meter", "aria-label": one.title, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(100 * one.level), "aria-valuetext": one.value || one.text }, h("span", {}));
  bar.firstChild.style.width = `${100 * one.level}%`;
  if (best > 0) {
    const mark = h("i", { class: "best", title: "the best so far" });
    mark.style.left = `${100 * best}%`;
    bar.append(mark);
  }
  return h("div", { class: "line", "data-tone": one.tone },
    h("div", { class: "line-head" }, h("b", {}, one.title), h("span", { class: "line-value" }, one.value)), one.tone !== "unknown" && bar, h("p", {}, one.text));
}

/** What the map of one size of sticker says, in words. */
export const mapLine = (one) => h("div", { class: "line", "data-tone": one.tone }, h("p", {}, one.summary));

export function testChip(one) {
  const words = one.read ? `${one.px_per_module.toFixed(1)} px` : "–";
  return h("li", { class: one.read ? "test test-read" : "test" }, h("b", {}, `${one.size_mm} mm`), h("span", {}, words), h("span", { class: "unseen" }, one.read ? "is read" : "is not read"));
}

/** Which parts of the picture the board has been in, as a small picture of the picture. */
export function lensParts(lens) {
  if (!lens.parts.length) return [];
  const done = lens.parts.filter(Boolean).length;
  return h("div", { class: "parts-row" },
    h("div", { class: "parts", role: "img", "aria-label": `The board has been in ${done} of ${lens.parts.length} parts of the picture` }, lens.parts.map((one) => h("i", { class: one ? "part part-done" : "part" }))),
    h("p", {}, h("b", {}, `${lens.views}`), ` of ${lens.wanted} views`));
}

export function lensActs(lens, act) {
  const button = (label, name, main = false) => h("button", { type: "button", class: `button ${main ? "button-main" : ""}`, "data-key": name, onclick: () => act(name) }, label);
  switch (lens.stage) {
    case "gathering":
      return [lens.views > 5 && button("Measure now", "lens_measure", lens.ready), button("Stop", "lens_stop")];
    case "measured":
      return [button("Keep it", "lens_keep", true), button("Once more", "lens_begin"), button("Throw it away", "lens_stop")];
    case "kept":
      return [button("Measure again", "lens_begin"), button("Forget it", "lens_forget")];
    default:
      return [button("Begin", "lens_begin")];
  }
}
