// What phones and the table will show: their own pages, handed a match by chance of what was filled in.

import { byId, h, say } from "../shared/core/dom.js";
import { post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const SCREENS = { phone: { width: 390, height: 780, label: () => t("A phone") }, table: { width: 1280, height: 720, label: () => t("The table screen") } };

/** @param {object} draft @param {(fault: MakerFault) => void} point */
export function lookAt(draft, point) {
  const frames = /** @type {Record<string, HTMLIFrameElement>} */ ({});
  const ready = Object.entries(SCREENS).map(([name, { label }]) => new Promise((done) => {
    frames[name] = h("iframe", { title: label(), src: `/make/look/${name}`, tabindex: "-1", inert: true, onload: done });
  }));

  const buttons = h("div", { class: "buttons", role: "group", "aria-label": t("When") });

  /** One at a time: nobody waits for a look that is not wanted any more.
   * @param {string} at */
  async function show(at) {
    const each = /** @type {HTMLButtonElement[]} */ ([...buttons.children]);
    for (const one of each) {
      one.setAttribute("aria-pressed", String(one.dataset.key === `at-${at}`));
      one.setAttribute("aria-disabled", "true");
    }
    say(byId("maker-problem"), "");
    await look(at);
    for (const one of each) one.removeAttribute("aria-disabled");
  }

  /** @param {string} at */
  async function look(at) {
    const answer = await post("/api/make/preview", { ...draft, at });
    if (answer.status !== 200) return say(byId("maker-problem"), sentenceOf(answer));
    const view = /** @type {PreviewView} */ (answer.body);
    if (view.fault) return view.fault.path.length ? point(view.fault) : say(byId("maker-problem"), view.fault.sentence);
    await Promise.all(ready);
    for (const [name, packet] of Object.entries({ phone: view.seat, table: view.table })) frames[name].contentWindow?.postMessage({ packet }, location.origin);
  }

  /** @type {[string, string][]} */
  const moments = [["begin", t("At the start")], ["middle", t("Later")], ["end", t("At the end")]];
  buttons.append(...moments.map(([at, label]) => h("button", {
    class: "button small", type: "button", "data-key": `at-${at}`, onclick: (/** @type {any} */ event) => event.target.getAttribute("aria-disabled") || show(at),
  }, label)));
  show("begin");
  return [
    buttons,
    ...Object.entries(SCREENS).map(([name, { width, height, label }]) => h("figure", { class: `maker-look maker-look-${name}` },
      sized(frames[name], width, height), h("figcaption", {}, label()))),
  ];
}

/** A screen of that many pixels in the room that there is.
 * @param {HTMLIFrameElement} frame @param {number} width @param {number} height */
function sized(frame, width, height) {
  const box = h("div", { class: "maker-screen" }, frame);
  frame.width = String(width);
  frame.height = String(height);
  new ResizeObserver(() => {
    const part = box.clientWidth / width;
    frame.style.transform = `scale(${part})`;
    box.style.height = `${height * part}px`;
  }).observe(box);
  return box;
}
