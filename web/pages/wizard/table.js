// The wizard's steps about what lies on the table: markers, stickers, and the test with three cards.

import { byId, h } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";
import { lookPart } from "./looking.js";
import { picked, radios, settingOf } from "./steps.js";

const WANTED = 3;
const MARKERS = 4;
const A_PAGE_MIN = 3; // to trim and glue
const A_STICKER_S = 20; // to cut and stick, once the hand knows how
const A_LABEL_S = 8; // to peel off and stick

/** @param {number} minutes */
const about = (minutes) => (minutes < 10 ? Math.max(1, Math.round(minutes)) : 5 * Math.round(minutes / 5));

const USUAL_MM = 24;
const wish = { paper: "a4", size: USUAL_MM };

/** @param {string[][]} more */
const asked = (...more) => `?${new URLSearchParams([["paper", wish.paper], ...more])}`;

/** @param {string} part @param {string[][]} more */
const address = (part, ...more) => `/api/prints/${part}.pdf${asked(...more)}`;

/** @param {string} part @param {string} label */
const file = (part, label, copy = "") => h("a", { class: "button", href: address(part, ...(copy ? [["copy", copy]] : [])), download: true, "data-key": `print-${part}${copy}` }, label);

/** Which sizes there are, and what each is good for. */
const sizes = () => [
  { mm: 16, small: t("Leaves most of the card free. The camera has to be near, and sharp.") },
  { mm: 20, small: t("For a small table, or small cards.") },
  { mm: USUAL_MM, small: t("A good size for cards, and for most cameras.") },
  { mm: 30, small: t("For a camera that hangs high, or an old phone. It covers half of the card's width.") },
];

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
 * @param {(prints: PrintsView, ask: () => void) => Child} draw */
function printsPart(draw, withLabels = false) {
  const place = h("div", { class: "wizard-prints", id: "prints" });
  const ask = () => get(`/api/prints${asked(["size", String(wish.size)])}`).then((answer) => {
    if (answer.status !== 200) return;
    const papers = answer.body.papers.filter((/** @type {PrintPaper} */ one) => withLabels || one.labels === 0);
    const held = /** @type {HTMLElement} */ (document.activeElement)?.dataset.key;
    place.replaceChildren(paperChoice(papers, ask), ...[draw(answer.body, ask)].flat().filter(Boolean));
    if (held) place.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  });
  ask();
  return place;
}

/** @param {PrintPaper[]} papers @param {() => void} ask */
function paperChoice(papers, ask) {
  if (!papers.some((one) => one.key === wish.paper)) wish.paper = papers[0].key;
  const choice = h("select", { name: "paper", "data-key": "paper", onchange: () => {
    wish.paper = choice.value;
    ask();
  } }, papers.map((one) => h("option", { value: one.key }, one.labels ? t("{name}: {count} labels a sheet, nothing to cut", { name: one.name, count: one.labels }) : t("{name}, plain: to be cut with scissors", { name: one.name }))));
  choice.value = wish.paper;
  return h("label", { class: "field" }, h("span", {}, t("Paper")), choice);
}

/** @param {() => void} ask */
function sizeChoice(ask) {
  const choice = radios("size", t("How large?"), sizes().map(({ mm, small }) => ({ key: String(mm), label: t("{mm} mm", { mm }), small })), String(wish.size));
  choice.addEventListener("change", () => {
    wish.size = Number(picked("size"));
    ask();
  });
  return choice;
}

/** Some cards alone: those of one hand, or those whose stickers are worn.
 * @param {PrintsView} prints @param {string} copy */
function chosenPart(prints, copy) {
  const link = h("a", { class: "button", download: true, hidden: true, "data-key": `print-chosen${copy}` }, t("Print these"));
  const boxes = h("div", { class: "wizard-pieces" }, prints.pieces.map((title) => h("label", {}, h("input", { type: "checkbox", value: title }), h("span", {}, title))));
  boxes.addEventListener("change", () => {
    const only = [...boxes.querySelectorAll("input:checked")].map((node) => ["only", /** @type {HTMLInputElement} */ (node).value]);
    link.hidden = !only.length;
    link.setAttribute("href", address("chosen", ["copy", copy], ...only));
  });
  return h("details", { class: "fold" }, h("summary", {}, t("Only some cards")), boxes, link);
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

/** @param {CopyPrints} one @param {PrintsView} prints */
function copyFiles(one, prints) {
  const isCut = !prints.papers.some((paper) => paper.key === wish.paper && paper.labels);
  const minutes = (/** @type {number} */ count) => about((count * (isCut ? A_STICKER_S : A_LABEL_S)) / 60);
  if (!one.stickers) return h("p", { class: "notice" }, t("These labels have no room for stickers of {mm} mm: choose another paper.", { mm: one.size_mm }));
  const some = t("{count|1 sticker|{count} stickers} on 1 page: about {minutes} minutes to cut and stick", { count: one.first, minutes: minutes(one.first) });
  const all = t("{count|1 sticker|{count} stickers} on {pages|1 page|{pages} pages}: about {minutes} minutes", { count: one.stickers, pages: one.pages, minutes: minutes(one.stickers) });
  return h("ul", { class: "wizard-list" },
    h("li", {}, file("first", t("One page for a start"), one.key), h("span", {}, some)),
    h("li", {}, file("used", t("All that this game needs"), one.key), h("span", {}, all)));
}

/** @param {PrintsView} prints @param {() => void} ask @param {() => void} make */
function stickerFiles(prints, ask, make) {
  if (!prints.pieces.length) return h("p", {}, t("This game has no pieces that carry stickers."));
  const { fresh } = prints;
  const need = fresh.stickers ? t("{count|1 sticker|{count} stickers} on {pages|1 page|{pages} pages}", { count: fresh.stickers, pages: fresh.pages }) : t("These labels have no room for stickers of {mm} mm: choose another paper.", { mm: fresh.size_mm });
  const another = [sizeChoice(ask), h("p", { class: "hint" }, need), h("div", { class: "buttons" }, h("button", { type: "button", class: "button", "data-key": "make", disabled: !fresh.stickers, onclick: make }, prints.copies.length ? t("Stickers for another copy") : t("Make the stickers")))];
  const copies = prints.copies.map((one) => [h("h3", {}, t("{name}, {mm} mm", { name: one.label, mm: one.size_mm })), copyFiles(one, prints), one.stickers > 0 && chosenPart(prints, one.key)]);
  return prints.copies.length ? [...copies.flat(), h("details", { class: "fold" }, h("summary", {}, t("Another copy, or another size")), another)] : another;
}

/** @param {WizardView} view @param {any} acts */
export function stickersStep(view, acts) {
  const make = async () => {
    const answer = await post("/api/prints", { size_mm: wish.size });
    if (answer.status !== 200) return acts.problem(sentenceOf(answer));
    return acts.redraw();
  };
  return {
    name: t("Stickers"),
    title: t("Stickers tell the camera which card is which"),
    body: () => [
      h("p", {}, t("Each sticker names its card. Put it near the top left corner of the front; the backs of a deck are all alike. One page is enough to try it: cards without a sticker are told by phone.")),
      printsPart((prints, ask) => stickerFiles(prints, ask, make), true),
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
