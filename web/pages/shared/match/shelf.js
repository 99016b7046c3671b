// The shelf of games, and how the one on the table is played: a sheet over the page of whoever may choose.

import { h, shape } from "../core/dom.js";
import { keep, kept } from "../core/kept.js";
import { get, post, sentenceOf } from "../core/net.js";
import { lay } from "../core/over.js";
import { banner, laysOut } from "../core/stream.js";
import { t } from "../core/words.js";
import { brokenGames } from "./broken_games.js";

const WISHED = "game"; // on the first page, before there was a seat
const forThisVisit = () => sessionStorage;
const sheet = h("dialog", { class: "sheet shelf", "aria-labelledby": "shelf-title" });
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());

/** Opens the shelf: another game, with the same people. */
export const openShelf = () => open(gamesOf);

/** Opens how the game on the table is played: for how many, and its options. */
export const openOptions = () => open(optionsOf);

/** Where nobody has chosen a game yet, the one that was wished for on the first page is laid out, or the shelf opens. */
export const openUnnamed = () => open((view) => {
  const wished = view.unnamed && kept(WISHED, forThisVisit);
  keep(WISHED, null, forThisVisit);
  if (wished) layOut({ game: wished });
  return view.unnamed && !wished && gamesOf(view);
});

/** The games, for the first page of a table where nobody has chosen one and nobody sits; null elsewhere. Whoever taps one
 * takes a seat next. */
export async function wishes() {
  const { status, body } = await get("/api/shelf");
  if (status !== 200 || !body.unnamed || body.people) return null;
  return listOf(body, (/** @type {ShelfGame} */ game) => {
    keep(WISHED, game.slug, forThisVisit);
    location.assign("/join");
  });
}

/** @param {(view: ShelfView) => Child} build */
async function open(build) {
  const answer = await get("/api/shelf");
  if (answer.status !== 200) return banner("said", sentenceOf(answer), null, "info");
  const parts = build(answer.body);
  if (!parts) return;
  const problem = h("p", { class: "problem", role: "alert" });
  sheet.replaceChildren(h("div", { class: "sheet-body" }, h("div", { class: "sheet-words" }, parts, problem,
    h("button", { class: "button wide", type: "button", onclick: () => sheet.close() }, t("Close")))));
  if (!sheet.isConnected) document.body.append(sheet);
  lay(sheet);
}

/** @param {ShelfView} view */
function gamesOf(view) {
  return [
    h("h2", { id: "shelf-title" }, t("What do we play?")),
    listOf(view, (game, isHere) => (isHere ? sheet.close() : layOut({ game: game.slug }))),
    h("a", { class: "button wide", href: "/make", "data-key": "make" }, t("Make a game of your own")),
    brokenGames(view.broken),
  ];
}

/** @param {ShelfView} view @param {(game: ShelfGame, isHere: boolean) => void} pick */
const listOf = (view, pick) => h("ul", { class: "shelf-games" }, view.games.map((game) => h("li", {}, choice(game, view, pick))));

/** @param {Partial<GamePick>} pick */
async function layOut(pick) {
  const answer = await post("/api/shelf", pick);
  if (answer.status === 200) laysOut();
  if (answer.status === 200) sheet.close();
  else if (!sheet.open) banner("said", sentenceOf(answer), null, "info");
  else sheet.querySelector(".problem").textContent = sentenceOf(answer);
}

/** For how many the game can be laid out next, where all seats are taken; null where one is free, or it takes no more.
 * @param {Packet} packet */
export function moreSeats({ lobby, players }) {
  const isFull = lobby && players.every((one) => one.joined);
  return isFull ? lobby.game.seats.find((count) => count > players.length) ?? null : null;
}

/** For how many it can be laid out, so that no seat stays free that no bot takes; null where that is not so.
 * @param {Packet} packet */
export function fewerSeats({ lobby, players }) {
  const people = players.filter((one) => one.joined).length;
  const fit = lobby.game.seats.find((count) => count >= people);
  return lobby.people_only && people > 0 && fit < players.length ? fit : null;
}

/** One tap lays the same game out for so many, as for whoever still comes.
 * @param {Packet} packet @param {number} seats @param {string} words */
export const seatsButton = (packet, seats, words, look = "") => h("button", {
  class: `button wide ${look}`, type: "button", "data-key": "seats",
  onclick: async () => {
    const answer = await post("/api/shelf", { game: packet.lobby.game.slug, seats });
    if (answer.status === 200) laysOut();
    else banner("said", sentenceOf(answer), null, "info");
  },
}, words);

/** What that button is called.
 * @param {Packet} packet @param {number} seats */
export const moreWords = (packet, seats) => t("{count|One more seat|{count} more seats}", { count: seats - packet.players.length });

/** @param {ShelfGame} game @param {ShelfView} view @param {(game: ShelfGame, isHere: boolean) => void} pick */
function choice(game, view, pick) {
  const most = game.seats.at(-1);
  const crowded = view.people > most;
  const here = game.slug === view.game && !view.unnamed;
  return h("button", {
    class: "shelf-game", type: "button", "data-game": game.slug, disabled: crowded, "aria-current": here ? "true" : null,
    onclick: () => pick(game, here),
  }, picture(game), h("span", { class: "shelf-words" }, h("b", {}, game.title), h("small", {}, factsOf(game)), h("span", {}, game.sentence),
    crowded && h("em", {}, t("You are {count}, and it takes {most} at most.", { count: view.people, most })),
    here && h("em", {}, t("On the table now"))));
}

/** @param {ShelfGame} game */
export const picture = (game) => h("span", { class: "game-picture", "data-game": game.slug, "aria-hidden": "true" }, h("span", { class: "emblem" }));

/** For how many it is, how long it takes, and how heavy it is.
 * @param {ShelfGame} game */
export function factsOf(game) {
  const [short, long] = game.minutes;
  return [playersOf(game), short && t("{short} to {long} minutes", { short, long }), WEIGHT[game.weight]?.()].filter(Boolean).join(" · ");
}

/** @type {Record<string, () => string>} */
const WEIGHT = { light: () => t("easy to learn"), medium: () => t("takes some learning"), heavy: () => t("for an evening with time") };

/** @param {ShelfGame} game */
function playersOf({ seats }) {
  const [first, last] = [seats[0], seats.at(-1)];
  if (seats.length === 1) return t("{count|one player|{count} players}", { count: first });
  return last - first + 1 === seats.length ? t("{first} to {last} players", { first, last }) : t("{first} or {last} players", { first, last });
}

/** @param {ShelfView} view */
function optionsOf(view) {
  const game = view.games.find((one) => one.slug === view.game);
  const form = h("form", { class: "form shelf-options" },
    game && h("fieldset", { class: "pick" }, h("legend", {}, t("How many play")), h("div", { class: "shelf-values" }, game.seats.map((count) =>
      value("seats", String(count), String(count), count === view.seats, count < view.people)))),
    view.options.map((one) => h("fieldset", { class: "pick" }, h("legend", {}, one.label), h("p", { class: "hint" }, one.meaning),
      h("div", { class: "shelf-values" }, one.choices.map((each) => value(`option-${one.key}`, each.key, each.label, each.key === one.value))))),
    h("button", { class: "button button-main wide", type: "submit" }, t("Play like this")));
  form.addEventListener("change", () => onlyWhatFits(form, view));
  onlyWhatFits(form, view);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const options = Object.fromEntries(view.options.map((one) => [one.key, String(values.get(`option-${one.key}`))]).filter(([key, now]) => view.options.find((one) => one.key === key).value !== now));
    const seats = Number(values.get("seats") ?? view.seats);
    if (seats === view.seats && !Object.keys(options).length) sheet.close();
    else layOut({ game: view.game, seats, options });
  });
  return [h("h2", { id: "shelf-title" }, game?.title ?? t("How we play")), form];
}

/** What does not go with so many players cannot be chosen; one that was chosen gives way to the first that does.
 * @param {HTMLFormElement} form @param {ShelfView} view */
function onlyWhatFits(form, view) {
  const seats = Number(new FormData(form).get("seats") ?? view.seats);
  for (const one of view.options) {
    const inputs = one.choices.map((each) => [each, /** @type {HTMLInputElement} */ (form.querySelector(`[data-key="option-${one.key}-${each.key}"]`))]);
    for (const [each, input] of /** @type {any[]} */ (inputs)) input.disabled = !each.seats.includes(seats);
    const [, first] = /** @type {any[]} */ (inputs.find(([, input]) => !(/** @type {any} */ (input).disabled)) ?? []);
    if (first && inputs.some(([, input]) => /** @type {any} */ (input).checked && /** @type {any} */ (input).disabled)) first.checked = true;
  }
}

/** @param {string} name @param {string} text @param {string} label @param {boolean} checked */
const value = (name, text, label, checked, disabled = false) => h("label", { class: "shelf-value" },
  h("input", { type: "radio", class: "unseen", name, value: text, checked, disabled, "data-key": `${name}-${text}` }), h("span", { class: "button" }, label));

/** What whoever may choose finds under the start of a match and under its end.
 * @param {boolean} withOptions */
export const shelfButtons = (withOptions) => h("div", { class: "buttons shelf-buttons" },
  h("button", { class: "button", type: "button", "data-key": "other-game", onclick: openShelf }, shape("cards"), withOptions ? t("Change the game") : t("Another game")),
  withOptions && h("button", { class: "button", type: "button", "data-key": "options", onclick: openOptions }, shape("party"), t("Players and options")));
