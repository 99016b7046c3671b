// A game that was made here: changed, copied, handed on, played, deleted.

import { h } from "../shared/core/dom.js";
import { button } from "../shared/core/forms.js";
import { t } from "../shared/core/words.js";

/** @param {MadeGame} game @param {string} playing @param {{change: (slug: string) => void, copy: (slug: string) => void, play: (slug: string) => void, act: (path: string, body: object) => void}} acts */
export function madeGame(game, playing, { change, copy, play, act }) {
  const { slug } = game;
  const ends = playing && t("This ends the match of {title} on the table. Press again", { title: playing });
  const sure = game.open_matches > 0 ? t("{count|A match|{count} matches} of it cannot go on then. Press again", { count: game.open_matches }) : t("Press again");
  return h("li", { "data-game-made": slug },
    h("div", {}, h("b", {}, game.title), h("small", {}, game.on_table ? t("On the table now") : game.kind)),
    h("div", { class: "buttons" },
      button(t("Change"), () => change(slug), {}, { key: `change-${slug}` }),
      !game.on_table && button(t("Play it"), () => play(slug), {}, { key: `play-${slug}`, sure: ends })),
    h("details", { class: "fold" }, h("summary", {}, t("More")),
      h("div", { class: "buttons" },
        button(t("Make a copy"), () => copy(slug), {}, { key: `copy-${slug}` }),
        h("a", { class: "button", href: `/api/make/${encodeURIComponent(slug)}.zip`, download: "" }, t("Save as a file")),
        button(game.shared ? t("Stop sharing") : t("Share by a code"), () => act("/api/make/hand-on", { slug, yes: !game.shared }), {}, { key: `share-${slug}` }),
        !game.on_table && button(t("Delete"), () => act("/api/games/remove", { slug }), {}, { key: `delete-${slug}`, sure }))),
    game.shared && shared(game));
}

/** @param {MadeGame} game */
const shared = ({ slug, shared: link, minutes }) => h("figure", { class: "maker-code" },
  h("img", { src: [`/api/make/${encodeURIComponent(slug)}.svg`, encodeURIComponent(link)].join("?"), alt: t("QR code of the link") }),
  h("figcaption", {}, t("Scan this in the same network to get the game as a file, for {count|one more minute|{count} more minutes}. It is brought in at your own host page, under Games of your own.", { count: minutes }),
    " ", h("a", { href: link }, link)));
