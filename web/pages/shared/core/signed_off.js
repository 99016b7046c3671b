// What a page does when its phone has lost its seat or is signed off: nothing private stays in it.

import { h } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./words.js";

const AGAIN_MS = 15000;
const PLACE = "signed-off-at";
const inThisTab = () => sessionStorage;

export const TAP = "tap-on-its-way"; // the tap that a seat keeps while the table cannot be reached

/** The phone is signed off. A page that showed a seat forgets everything at once; any other loads anew, once.
 * @param {boolean} hadSeat */
export function signedOff(hadSeat) {
  if (!hadSeat && mayReload()) return location.reload();
  forget();
  document.body.replaceChildren(h("main", { id: "main", class: "signed-off", role: "alert" },
    h("h1", {}, hadSeat ? t("You no longer have this seat") : t("This device is no longer signed on.")),
    hadSeat && h("p", { class: "lead" }, t("Somebody else plays it now, or the host has freed it. If that was not meant, ask the host.")),
    h("a", { class: "button button-main", href: hadSeat ? "/join" : "/" }, hadSeat ? t("Take a seat") : t("Start page"))));
}

/** The phone shows another seat than this page did, or none. */
export function otherSeat() {
  closeDialogs();
  document.body.replaceChildren();
  location.reload(); // the server leads to where this phone belongs now
}

/** Another game lies on the table: the page begins anew with it. */
export function otherTable() {
  closeDialogs();
  location.reload();
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

/** Nothing of the seat may stay on the phone. */
function forget() {
  closeDialogs();
  keep(TAP, null);
}

function mayReload() {
  const [now, last] = [Date.now(), Number(kept(PLACE, inThisTab))];
  keep(PLACE, now, inThisTab);
  return now - last > AGAIN_MS && kept(PLACE, inThisTab) === now; // where nothing is kept it would load again and again
}
