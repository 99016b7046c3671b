"""Everything that a page shows or tells a screen reader, and which of it is left in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from words.catalogue import catalogue

SEEN = """() => {
  const NAMES = ["aria-label", "aria-description", "title", "alt", "placeholder", "data-text", "data-title"];
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest("script, style, noscript")) texts.push(node.nodeValue);
  }
  for (const node of document.querySelectorAll("*")) {
    for (const name of NAMES) {
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    }
  }
  return texts.map((text) => text.replace(/\\s+/gu, " ").trim()).filter((text) => /\\p{L}/u.test(text));
}"""
_PLACE = re.compile(r"\{(\w+)(?:([|?])((?:[^{}]|\{\w+\})*))?\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_WHOLE = re.compile(r"^[A-Z]\S+ \S+ .*[.!?…]$")


def seen(page: Any) -> list[str]:
    """All texts of a page, hidden and folded ones too, and all names and descriptions."""
    texts: list[str] = page.evaluate(SEEN)
    return texts


def english_sentences(language: str) -> Mapping[str, re.Pattern[str]]:
    """Every English sentence of the pages that is another one in that language, as a pattern."""
    return patterns(catalogue(language).sentences.items())


def patterns(pairs: Iterable[tuple[str, str]]) -> Mapping[str, re.Pattern[str]]:
    """Of sentences and what they are in another language: those that differ, as patterns. What is little more than its
    facts would be found in anything, and is left out."""
    return {
        sentence: pattern(sentence) for sentence, other in pairs if sentence != other and not _is_all_facts(sentence)
    }


def _is_all_facts(sentence: str) -> bool:
    facts = [match for match in _PLACE.finditer(sentence) if match[3] is None]
    return bool(facts) and len(_WORD.findall(_PLACE.sub("", sentence))) < len(facts) + 1


def pattern(sentence: str) -> re.Pattern[str]:
    """What it looks like with any facts. A whole sentence may stand among others, a few words have to be all."""
    written = _written(sentence)
    return re.compile(written if _WHOLE.search(sentence) else f"^{written}$")


def _written(sentence: str, number: str = "") -> str:
    parts, at = [], 0
    for match in _PLACE.finditer(sentence):
        forms = [] if match[3] is None else match[3].split("|")
        choice = "|".join(_written(form, match[1] if match[2] == "|" else "") for form in forms)
        fact = f"(?:{choice})" if forms else r"[\d.,]+" if match[1] == number else ".+?"
        parts += [re.escape(sentence[at : match.start()]), fact]
        at = match.end()
    return "".join((*parts, re.escape(sentence[at:])))


def left_in_english(texts: Iterable[str], sentences: Mapping[str, re.Pattern[str]]) -> list[str]:
    """Those of the texts that say one of these sentences, with the sentence."""
    known = [(sentence, _surest(sentence), found) for sentence, found in sentences.items()]
    return [
        f"{text} [{sentence}]"
        for text in sorted(set(texts))
        for sentence, surest, found in known
        if surest in text and found.search(text)
    ]


@cache
def _surest(sentence: str) -> str:
    """The longest part of it that stands there whatever the facts: where it is missing no pattern has to be tried."""
    ends = [0, *(match.end() for match in _PLACE.finditer(sentence))]
    starts = [*(match.start() for match in _PLACE.finditer(sentence)), len(sentence)]
    return max((sentence[end:start] for end, start in zip(ends, starts, strict=True)), key=len)
