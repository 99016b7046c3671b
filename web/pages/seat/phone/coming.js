// What newly concerns this seat comes into view, however far down the page stands and however high the hand; and while
// what is asked is out of sight, it stands in a line under the head of the page.

import { hasPlaces, isAsked } from "../../shared/core/asked.js";
import { byId, say } from "../../shared/core/dom.js";
import { scoringOf } from "../../shared/match/podium.js";

/** What a page can be about, the most urgent first: where it stands, and what of a packet it is, null where there is none.
 * @type {[string, (packet: Packet) => string | number | null][]} */
const SCENES = [
  ["now", (packet) => packet.result && "end"],
  ["main", (packet) => (packet.result || packet.lobby ? null : "match")],
  ["now", (packet) => packet.paused ? "pause" : null],
  ["consent", (packet) => packet.consent?.yours ? packet.consent.number : null],
  ["podium", (packet) => scoringOf(packet)?.number ?? null],
  ["question", (packet) => isAsked(packet) ? packet.question.text : null],
  ["field", (packet) => packet.board && !isAsked(packet) ? "waits" : null], // what others do there is all that there is to see
];

/** Where the new thing of `packet` stands; "" where nothing is new to this seat.
 * @param {Packet} before @param {Packet} packet */
const fresh = (before, packet) => SCENES.find(([, of]) => of(packet) !== null && of(packet) !== of(before))?.[0] ?? "";

/** Between the head of the page and the hand. */
function sight() {
  const thumb = document.querySelector(".thumb") ?? byId("hand-drawer");
  const ground = Math.min(innerHeight, byId("hand-drawer").getBoundingClientRect().top || innerHeight, thumb.getBoundingClientRect().top || innerHeight);
  return { head: Math.max(0, byId("seat-head").parentElement.getBoundingClientRect().bottom), ground };
}

/** @param {HTMLElement} node */
function bring(node) {
  const { head, ground } = sight();
  const { top, bottom } = node.getBoundingClientRect();
  const begins = node.id === "field" && top <= (head + ground) / 2; // a board is long: it is enough that it begins in view
  if (node.id === "main") scrollTo(0, 0);
  else if (node.checkVisibility() && (top < head || (bottom > ground && !begins))) node.scrollIntoView({ block: "start" });
}

/** Calls `then` when nobody reads a sheet or writes any more, at once where nobody does.
 * @param {() => void} then */
function whenFree(then) {
  const sheet = document.querySelector("dialog[open]");
  const written = document.activeElement?.matches("textarea, input:not([type]), input[type=text]") ? document.activeElement : null;
  if (sheet) sheet.addEventListener("close", then, { once: true });
  else if (written) written.addEventListener("blur", then, { once: true });
  else requestAnimationFrame(then); // all parts of the page have heard of it
}

/** Watches the packets of a page. `first()`: whether the board is asked about, so that it stands above the question. */
export function coming(first = () => false) {
  const state = { packet: /** @type {Packet} */ (null) };
  const line = byId("to-question");
  line.addEventListener("click", () => place().scrollIntoView({ block: "start" }));
  addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(byId("hand-drawer"));

  /** Where it can be read what is asked. */
  const place = () => byId(hasPlaces(state.packet) ? "now" : "question");

  function look() {
    const { packet } = state;
    const asked = packet && isAsked(packet) && !packet.lobby && !packet.result;
    const { head, ground } = sight();
    const { top, bottom } = asked ? place().getBoundingClientRect() : { top: 0, bottom: 0 };
    const read = (asked && place().querySelector("h2, .status")?.getBoundingClientRect().bottom) || top;
    line.hidden = !asked || (read > head && read <= ground && bottom > head);
    say(line, line.hidden ? "" : hasPlaces(packet) ? packet.status : packet.question.text);
  }

  return (/** @type {Packet} */ packet) => {
    const before = state.packet;
    state.packet = packet;
    const where = before && fresh(before, packet);
    const asked = first() ? "field" : "question";
    if (where) {
      whenFree(() => {
        bring(byId(where === "question" ? asked : where));
        if (where === "main" && isAsked(packet)) bring(byId(asked));
      });
    }
    requestAnimationFrame(look); // after what may have come into view
  };
}
