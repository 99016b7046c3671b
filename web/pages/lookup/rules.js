// The rules: the part that an address names is unfolded, and all in which every word of the search stands.
// Without this script the form asks the look-up.

import "../shared/core/languages.js";
import { byId, say } from "../shared/core/dom.js";
import { t } from "../shared/core/words.js";

const field = /** @type {HTMLInputElement} */ (byId("q"));
const parts = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll(".part")]);
const only = parts.length === 1;

/** A text as it is searched: small letters without accents.
 * @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function find() {
  const wanted = plain(field.value).split(/\s+/u).filter(Boolean);
  let found = 0;
  for (const part of parts) {
    const rules = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(".told")]);
    for (const rule of rules) rule.hidden = !wanted.every((word) => plain(rule.textContent).includes(word));
    const shown = rules.filter((rule) => !rule.hidden).length;
    part.hidden = !shown;
    part.open = only || wanted.length > 0;
    found += shown;
  }
  say(byId("count"), wanted.length ? t("{count|one rule|{count} rules}", { count: found }) : "");
}

/** A folded part hides the rule that somebody wants to see. */
function toRule() {
  const rule = byId(decodeURIComponent(location.hash.slice(1)));
  const part = rule?.closest("details");
  if (!part) return;
  part.open = true;
  rule.scrollIntoView({ block: "center" });
}

field?.addEventListener("input", find);
field?.form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", toRule);
toRule();
