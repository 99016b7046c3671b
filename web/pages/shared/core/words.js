// The page's sentences in the reader's language. English is the key; /words.js holds the others, which forms a number
// chooses between in that language, by their names in Unicode's CLDR, and in their order.

import { forms, language, table } from "/words.js";

const PLACE = /\{(\w+)(?:\|((?:[^{}]|\{\w+\})*))?\}/gu;
const ENGLISH = chooser("en", ["one", "other"]);
const OWN = chooser(language, forms);

/** The sentence with its facts: t("{count|one card|{count} cards}", {count: 2}).
 * @param {string} text @param {Record<string, any>} facts */
export function t(text, facts = {}) {
  const own = table[text];
  return own === undefined ? filled(text, facts, ENGLISH) : filled(own, facts, OWN);
}

/** @param {string} text @param {Record<string, any>} facts @param {(value: any) => number} choose @returns {string} */
function filled(text, facts, choose) {
  return text.replace(PLACE, (all, name, rest) => {
    if (!(name in facts)) return all;
    if (rest === undefined) return String(facts[name]);
    const written = rest.split("|");
    return filled(written[Math.min(choose(facts[name]), written.length - 1)], facts, choose);
  });
}

/** Which form a number takes, from 0: the last below zero, for a form that is not listed, and for what is no number.
 * @param {string} code @param {Intl.LDMLPluralRule[]} listed */
function chooser(code, listed) {
  const rules = new Intl.PluralRules(code);
  return (/** @type {any} */ value) => {
    const at = typeof value === "number" && value >= 0 ? listed.indexOf(rules.select(value)) : -1;
    return at < 0 ? listed.length - 1 : at;
  };
}
