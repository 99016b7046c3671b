// The page's sentences in the reader's language. English is the key; /words.js holds the others.

import table from "/words.js";

const PLACE = /\{(\w+)(?:\|((?:[^{}]|\{\w+\})*))?\}/gu;

/** The sentence with its facts: t("{count|one card|{count} cards}", {count: 2}). */
export function t(text, facts = {}) {
  return filled(table[text] ?? text, facts);
}

function filled(text, facts) {
  return text.replace(PLACE, (all, name, forms) => {
    if (!(name in facts)) return all;
    if (forms === undefined) return String(facts[name]);
    const [one, many = ""] = forms.split("|");
    return filled(facts[name] === 1 ? one : many, facts);
  });
}
