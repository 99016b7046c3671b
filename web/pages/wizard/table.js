// The wizard's steps about what lies on the table: markers, stickers, and the test with three cards.

import { byId, h } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { lookPart } from "./looking.js";
import { settingOf } from "./steps.js";

const WANTED = 3;
const MARKERS = 4;
const A_PAGE_MIN = 3; // to trim and glue
const A_STICKER_S = 20; // to cut and stick, once the hand knows how

/** @param {number} minutes */
const about = (minutes) => (minutes < 10 ? Math.max(1, Math.round(minutes)) : 5 * Math.round(minutes / 5));

/** @param {string} part @param {string} label */
const file = (part, label, copy = "") => h("a", { class: "button", href: `/api/prints/${part}.pdf${copy && `?copy=${copy}`}`, download: true, "data-key": `print-${part}${copy}` }, label);

/** @param {WizardView} view */
const hasCamera = (view) => settingOf(view, "camera.source").value !== "none" && !settingOf(view, "camera.source").waiting;

/** The live part, where there is a camera to look through.
 * @param {WizardView} view @param {Parameters<typeof lookPart>} how */
const seen = (view, ...how) => (hasCamera(view) ? lookPart(...how) : h("p", { class: "notice" }, t("No camera looks at the table now: you see the picture here when one does.")));

/** How far it is, as a bar with its words.
 * @param {number} all @param {string} label */
const bar = (all, label) => h("progress", { id: "so-far", max: all, value: 0, "aria-label": label });

/** @param {number} now */
function reach(now) {
  const node = /** @type {HTMLProgressElement} */ (byId("so-far"));
  if (node) node.value = now;
}

/** Fills the place for what is printed as soon as it is known how much that is.
 * @param {(prints: PrintsView) => Child} draw */
function printsPart(draw) {
  const place = h("div", { class: "wizard-prints", id: "prints" });
  get("/api/prints").then((answer) => answer.status === 200 && place.replaceChildren(...[draw(answer.body)].flat().filter(Boolean)));
  return place;
}

/** @param {WizardView} view @param {any} acts */
export function markersStep(view, acts) {
  return {
    name: t("Markers"),
    title: t("Four markers show the camera where the table is"),
    body: () => [
      h("p", {}, t("Print one of the two at 100 %, in true size. With the markers alone, screens and phones show where each pile belongs; the mat shows it on the table itself.")),
      printsPart((prints) => h("ul", { class: "wizard-list" },
        h("li", {}, file("markers", t("The markers alone")), h("span", {}, t("1 page, scissors and a tape measure: about 5 minutes"))),
        h("li", {}, file("mat", t("The whole mat")), h("span", {}, t("{pages|1 page|{pages} pages} to be glued: about {minutes} minutes", { pages: prints.mat_pages, minutes: about(A_PAGE_MIN * prints.mat_pages) }))))),
      h("p", { class: "hint" }, t("Without them no card is recognised where it lies: then tell on the phones what you do.")),
      hasCamera(view) && bar(MARKERS, t("Markers found")),
      seen(view, (look) => {
        const found = look.markers.filter((one) => one.found).length;
        reach(found);
        return { words: look.marker_text, tone: found >= MARKERS ? "good" : found ? "fair" : "bad" };
      }, "spots"),
      h("div", { class: "buttons" }, h("a", { class: "button", href: "/host/spots" }, t("Move the places of the cards"))),
    ],
    save: () => acts.keep("markers", {}),
  };
}

/** @param {PrintsView} prints @param {() => void} make */
function stickerFiles(prints, make) {
  if (!prints.stickers) return h("p", {}, t("This game has no pieces that carry stickers."));
  const some = t("{count|1 sticker|{count} stickers} on 1 page: about {minutes} minutes to cut and stick", { count: prints.first, minutes: about((prints.first * A_STICKER_S) / 60) });
  const all = t("{count|1 sticker|{count} stickers} on {pages|1 page|{pages} pages}: about {minutes} minutes", { count: prints.stickers, pages: prints.pages, minutes: about((prints.stickers * A_STICKER_S) / 60) });
  const copies = prints.copies.map((one) => [
    h("h3", {}, one.label),
    h("ul", { class: "wizard-list" },
      h("li", {}, file("first", t("One page for a start"), one.key), h("span", {}, some)),
      h("li", {}, file("used", t("All that this game needs"), one.key), h("span", {}, all)))]);
  return [...copies.flat(), h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-key": "make", onclick: make }, prints.copies.length ? t("Stickers for another copy") : t("Make the stickers")))];
}

/** @param {WizardView} view @param {any} acts */
export function stickersStep(view, acts) {
  const make = async () => {
    const answer = await post("/api/prints", {});
    if (answer.status !== 200) return acts.problem(sentenceOf(answer));
    return acts.redraw();
  };
  return {
    name: t("Stickers"),
    title: t("Stickers tell the camera which card is which"),
    body: () => [
      h("p", {}, t("Each sticker names its card. Put it near the top left corner of the front; the backs of a deck are all alike. One page is enough to try it: cards without a sticker are told by phone.")),
      printsPart((prints) => stickerFiles(prints, make)),
      h("p", { class: "hint" }, t("Codes of your own on the cards already? They are registered by showing them.")),
      h("div", { class: "buttons" }, h("a", { class: "button", href: "/host/pieces" }, t("Register pieces"))),
    ],
    save: () => acts.keep("stickers", {}),
  };
}

/** @param {WizardView} view @param {any} acts */
export function tryStep(view, acts) {
  return {
    name: t("Test"),
    title: t("Lay any three cards on the table"),
    body: () => [
      h("p", {}, t("Face up, side by side, anywhere between the markers. What is recognised gets a frame and its name.")),
      hasCamera(view) && bar(WANTED, t("Cards recognised")),
      seen(view, (look) => {
        reach(Math.min(WANTED, look.cards));
        if (look.cards >= WANTED) return { words: t("{count} cards are recognised: the table can be played.", { count: look.cards }), tone: "good" };
        const first = look.table === null ? look.headline : t("{count|One card is|{count} cards are} recognised so far.", { count: look.cards });
        return { words: first, tone: look.table === null ? "bad" : "fair" };
      }, "names"),
      h("p", { class: "hint" }, t("Too small to be read? Bring the camera closer, or print larger stickers.")),
      h("div", { class: "buttons" }, h("a", { class: "button", href: "/host/camera" }, t("Set up the camera"))),
    ],
    save: () => acts.keep("try", {}),
  };
}
