// The workbench of an author: the match as each seat knows it, what is asked, the log to go back in, and what is wrong.

import { byId, fill, h, say } from "../shared/core/dom.js";
import "../shared/core/languages.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 700;
const state = { at: /** @type {number} */ (null), view: /** @type {BenchView} */ (null), timer: 0 };

/** @type {Record<string, (one: BenchTrouble) => string>} */
const HEADS = {
  unloaded: () => t("The game does not open. The table goes on with the old code."),
  failed: (one) => t("Entry {entry} fails with the new code. The table goes on with the old code.", one),
  stopped: (one) => t("The game has stopped at entry {entry}. Correct it and save, or go back.", one),
  left_out: (one) => t("Entry {entry} does not fit any more. The table goes on before it.", one),
};

async function look() {
  clearTimeout(state.timer);
  const answer = await get(`/api/dev?at=${state.at ?? ""}&mark=${state.view?.mark ?? ""}`);
  if (answer.status === 200) draw(answer.body);
  if (answer.status === 403) return banner("line", t("This workbench was restarted; please open the address that the terminal shows."));
  banner("line", answer.status === 0 ? t("The workbench has ended, or is busy.") : "");
  state.timer = setTimeout(look, LOOK_MS);
}

/** Shows the match after an entry; null: as it goes on.
 * @param {number} at */
function go(at) {
  state.at = at === null || at >= state.view.last ? null : Math.max(0, at);
  state.view = { ...state.view, mark: "" };
  say(byId("said"), "");
  return look();
}

/** @param {BenchView} view */
function draw(view) {
  state.view = view;
  if (state.at !== null && state.at >= view.last) state.at = null;
  say(byId("title"), `${view.game} ${view.version}`);
  say(byId("folder"), view.folder);
  fill(byId("seats"), view.seats, () => view.seats.map((one) => h("a", { class: "button", href: `/dev/${byId("seats").dataset.key}/${one.seat}`, target: `seat-${one.seat}`, "data-key": `seat-${one.seat}` },
    t("Play as {name}", { name: one.name }))));
  drawTrouble(view.trouble);
  if (fill(byId("log"), [view.log, view.at], () => view.log.map((one) => entry(one, view.at)))) shown(byId("log"));
  say(byId("where"), t("After entry {at} of {last}", view));
  say(byId("phase"), [view.result || view.phase, !view.result && view.turn && t("{name}'s turn", { name: view.turn })].filter(Boolean).join(" · "));
  drawTime(view);
  fill(byId("question"), view.question, () => question(view.question));
  fill(byId("state"), [view.readers, view.piles, view.tracks], () => table(view));
}

/** Scrolls the log alone, never the page, to the entry that is shown.
 * @param {any} log */
function shown(log) {
  const one = log.querySelector("[aria-current]");
  if (!one) return;
  const top = one.offsetTop - log.offsetTop;
  log.scrollTop = Math.min(top, Math.max(log.scrollTop, top + one.offsetHeight - log.clientHeight));
}

/** @param {BenchTrouble} one */
function drawTrouble(one) {
  byId("trouble").hidden = !one;
  fill(byId("trouble"), one, () => one && [
    h("h2", {}, HEADS[one.kind](one)),
    h("p", {}, one.place && h("code", {}, one.place), one.place && " ", one.what, one.rule && " · ", one.rule && t("rule {rule}", one)),
    one.said && h("p", {}, t("It was:"), " ", h("code", {}, one.said)),
    one.trace && h("pre", { tabindex: "0", "aria-label": t("Where in the code") }, one.trace),
    one.kind === "failed" && h("button", { class: "button", type: "button", "data-key": "leave_out", onclick: () => act("leave_out") }, t("Go on without this entry and what follows"))]);
}

/** @param {BenchEntry} one @param {number} at */
function entry(one, at) {
  const told = one.told.map((line) => h("span", { class: "bench-told" }, line.text,
    line.who.length > 0 && h("small", {}, " ", t("for {who} alone", { who: line.who.join(", ") }))));
  return h("li", { class: one.undone && "bench-undone" }, h("button", { type: "button", "data-key": `entry-${one.number}`, "aria-current": one.number === at && "step", onclick: () => go(one.number) },
    h("span", { class: "log-number" }, String(one.number)),
    h("span", { class: "bench-entry" },
      h("b", {}, one.number === 0 ? t("The match begins.") : [one.who || t("The table"), one.label].filter(Boolean).join(": ")),
      one.undone && h("small", {}, t("taken back")),
      one.key && h("code", {}, one.key), told)));
}

/** @param {BenchView} view */
function drawTime(view) {
  const isNow = view.at >= view.last;
  /** @param {string} key @param {string} text @param {number} to @param {boolean} off @param {string} words */
  const step = (key, text, to, off, words) => h("button", { class: "button small", type: "button", "data-key": key, disabled: off, "aria-label": words, title: words, onclick: () => go(to) }, text);
  fill(byId("time"), [view.at, view.last], () => [
    step("back", "‹", view.at - 1, view.at <= 0, t("One entry back")),
    step("on", "›", view.at + 1, isNow, t("One entry on")),
    step("now", "»", null, isNow, t("To now")),
    h("button", { class: "button small button-main", type: "button", "data-key": "here", disabled: isNow, onclick: () => act("back", view.at) }, t("Go on from here")),
    h("button", { class: "button small", type: "button", "data-key": "anew", onclick: () => act("anew") }, t("A new match"))]);
}

/** @param {BenchQuestion} one @returns {any} */
function question(one) {
  if (!one) return h("h2", { id: "h-question" }, t("Nothing is asked."));
  return [h("h2", { id: "h-question" }, one.text),
    h("p", { class: "hint" }, h("code", {}, one.kind), one.rule && t("rule {rule}", one)),
    one.asked.map((who) => h("div", { class: "bench-wide", tabindex: "0", role: "region", "aria-label": who.who || t("The table") }, h("table", { class: "bench-table" },
      h("caption", {}, who.who || t("The table")),
      h("thead", {}, h("tr", {}, [t("Option"), t("Key"), t("May it be taken?")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, who.fault && h("tr", {}, h("td", { colspan: 3, class: "problem" }, who.fault)), who.options.map(option)),
      who.more > 0 && h("tfoot", {}, h("tr", {}, h("td", { colspan: 3 }, t("{more|One more option is|{more} more options are} not listed.", who)))))))];
}

/** @param {BenchOption} one */
function option(one) {
  return h("tr", { class: one.why && "bench-refused" }, h("th", { scope: "row" }, one.label), h("td", {}, h("code", {}, one.key)),
    h("td", {}, one.why ? h("span", {}, t("No."), " ", one.why) : t("Yes."), one.code && h("small", {}, h("code", {}, one.code), one.rule && " ", one.rule && t("rule {rule}", one)),
      one.claim && h("small", {}, t("On the player's word: {claim}", one))));
}

/** @param {BenchView} view */
function table(view) {
  const names = [t("All there is"), t("Everybody"), ...view.readers];
  /** @param {string} head @param {BenchRow[]} rows */
  const part = (head, rows) => rows.length > 0 && h("tbody", {}, h("tr", {}, h("th", { scope: "rowgroup", colspan: names.length + 1, class: "bench-part" }, head)), rows.map(row));
  return [h("thead", {}, h("tr", {}, h("td", {}), names.map((name) => h("th", { scope: "col" }, name)))),
    part(t("Piles"), view.piles), part(t("Tracks"), view.tracks)];
}

/** @param {BenchRow} one */
function row(one) {
  return h("tr", {}, h("th", { scope: "row" }, one.label, h("code", {}, one.key)),
    one.cells.map((cell) => h("td", { class: cell.hides && "bench-hides" }, cell.lines.length ? cell.lines.map((line) => h("span", {}, line)) : h("span", { class: "empty" }, "–"))));
}

/** @param {string} what @param {number} number */
async function act(what, number = 0) {
  const answer = await post("/api/dev", { act: what, entry: number });
  if (answer.status === 200) state.at = null;
  say(byId("said"), answer.status === 200 ? t("The table restarts with it.") : sentenceOf(answer));
}

/** @param {any} event */
function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !state.view || event.target.closest("pre, .bench-wide, select")) return;
  /** @type {Record<string, number>} */
  const jumps = { ArrowLeft: state.view.at - 1, ArrowRight: state.view.at + 1, Home: 0, End: null };
  if (!(event.key in jumps)) return;
  event.preventDefault();
  go(jumps[event.key]);
}

document.addEventListener("keydown", key);
look();
