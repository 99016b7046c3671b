// Games of one's own: the list, bringing one as a zip with the question before a program is installed, taking one away.

import { byId, fill, h } from "../../shared/core/dom.js";
import { button } from "../../shared/core/forms.js";
import { get, post, postFile, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** Loads the panel when it is opened. `onSaid(sentence, ok)` hears of every answer.
 * @param {(sentence: string, ok: boolean) => void} onSaid */
export function ownGames(onSaid) {
  const panel = /** @type {HTMLDetailsElement} */ (byId("games-panel"));

  async function refresh() {
    const answer = await get("/api/games");
    if (answer.status === 200) draw(answer.body);
    else onSaid(sentenceOf(answer), false);
  }

  /** @param {Answer} answer */
  function heard(answer) {
    const ok = answer.status === 200;
    onSaid(sentenceOf(answer), ok);
    if (answer.body?.view) draw(answer.body.view);
    return { ok, sentence: sentenceOf(answer) };
  }

  /** @param {string} path */
  const act = async (path, body = {}) => heard(await post(`/api/games/${path}`, body));

  /** @param {OwnGamesView} view */
  function draw(view) {
    fill(byId("own-games"), view, () => [
      h("p", { class: "panel-lead" }, t("Install only games of people whom you trust: a game with a program in it can do everything that the companion can.")),
      view.waiting && question(view.waiting, act),
      h("div", { class: "buttons" }, h("a", { class: "button button-main", href: "/make" }, t("Make a game")), upload(view, onSaid, heard)),
      view.games.length > 0 && h("ul", { class: "copies-list" }, view.games.map((one) => row(one, act))),
    ]);
  }

  panel.addEventListener("toggle", () => panel.open && refresh());
  if (panel.open) refresh();
}

/** @param {WaitingGame} game @param {(path: string, body: object) => Promise<{ ok: boolean, sentence: string }>} act */
function question(game, act) {
  return h("div", { class: "warning", role: "status" },
    h("p", {}, h("b", {}, `${game.title} ${game.version}`), " ", t("by {author}, licence {licence}", { author: game.author, licence: game.licence })),
    game.has_code && h("p", {}, t("This game has a program in it. It can do everything that the companion can do: read and change its files, and talk to the network. Install it only if you trust who wrote it.")),
    game.before && h("p", {}, t("It takes the place of version {version}.", { version: game.before })),
    game.before && game.open_matches > 0 && h("p", {}, t("{count|A match|{count} matches} of it may not go on with another version.", { count: game.open_matches })),
    h("div", { class: "buttons" },
      button(t("Install it"), () => act("answer", { yes: true }), {}, { main: true, key: "game-yes", sure: game.has_code ? t("Do you trust it? Press again") : t("Press again") }),
      button(t("Do not install it"), () => act("answer", { yes: false }), {}, { key: "game-no" })));
}

/** @param {OwnGame} game @param {(path: string, body: object) => Promise<{ ok: boolean, sentence: string }>} act */
function row(game, act) {
  const sure = game.open_matches > 0 ? t("{count|A match|{count} matches} of it cannot go on then. Press again", { count: game.open_matches }) : t("Press again");
  return h("li", {},
    h("div", {}, h("b", {}, `${game.title} ${game.version}`.trim()), h("small", {}, game.why || game.author)),
    game.can_remove && h("div", { class: "buttons" }, button(t("Remove"), () => act("remove", { slug: game.slug }), {}, { key: `remove-${game.slug}`, sure })));
}

/** @param {OwnGamesView} view @param {(sentence: string, ok: boolean) => void} onSaid @param {(answer: Answer) => void} heard */
function upload(view, onSaid, heard) {
  const input = h("input", { id: "game-file", class: "unseen", type: "file", accept: ".zip,application/zip" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    if (file.size > view.limit_bytes) {
      onSaid(t("That file is too large to be a game."), false);
      return;
    }
    heard(await postFile("/api/games/zip", file));
  });
  return [h("label", { class: "button", for: "game-file" }, t("Install a game from a file…")), input];
}
