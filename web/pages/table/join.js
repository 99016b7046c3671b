// How to come in, for everybody in the room: the address as a QR code and to type, and the Wi-Fi while the host shows it.

import { h } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

/** @param {string} url */
const plain = (url) => url.replace(/^https?:\/\//u, "").replace(/[?#].*$/u, "");

const HOW = {
  button: () => t("Take a seat, then press its button on the table."),
  code: () => t("Take a seat; the host tells you the code."),
  shown: () => t("Scan, give your name, and sit down."),
  open: () => t("Take a seat and play."),
};

/** What stands in the corner of the screen for the way in `join`. `free`: somebody can still sit down; where nobody can,
 * a line for those who want to watch is enough, and the table has the room.
 * @param {JoinView} join @param {boolean} free */
export function joinBox(join, free) {
  const [first] = join.urls;
  if (!first) return null;
  const isOpen = free && !join.locked;
  return [
    isOpen ? wayIn(join) : wayToWatch(join),
    (isOpen || join.wifi) && h("figure", { class: "join-code-box" },
      h("img", { src: `/join-code.svg?v=${encodeURIComponent(first)}`, alt: t("QR code of {address}", { address: plain(first) }), class: "join-qr" }),
      join.wifi && h("figcaption", {}, t("2. The table"))),
    join.wifi && h("figure", { class: "join-code-box join-wifi" },
      h("img", { src: `/wifi-code.svg?v=${join.wifi.length}`, alt: t("QR code that joins the Wi-Fi"), class: "join-qr" }),
      h("figcaption", {}, t("1. The Wi-Fi"))),
  ];
}

/** @param {JoinView} join */
function wayIn(join) {
  const [first, ...others] = join.urls;
  const more = join.local ? [join.local] : others.slice(0, 1);
  return h("div", { class: "join-words" },
    h("span", { class: "eyebrow" }, t("Join with your phone")),
    h("b", { class: "join-url" }, plain(first)),
    more.map((url) => h("span", { class: "join-other" }, t("or {address}", { address: plain(url) }))),
    join.code && h("span", { class: "join-secret" }, h("small", {}, t("Code")), h("b", {}, join.code)),
    h("span", { class: "join-how" }, (join.code ? HOW.shown : HOW[join.way] || HOW.open)()));
}

/** @param {JoinView} join */
function wayToWatch(join) {
  return h("div", { class: "join-words" },
    join.locked && h("span", { class: "eyebrow" }, t("The table is locked")),
    h("span", { class: "join-watch" }, t("Watch on your phone: {address}", { address: plain(join.urls[0]).replace(/\/join$/u, "") })));
}
