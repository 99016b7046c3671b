"""What is said in matches, held against the files of words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.kit.findings import Finding, line_of
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import Refusal, Say
from words import SOURCE

_FACTS = " and ".join


class Heard:
    """By table and code of the words, the facts that were given every time."""

    def __init__(self) -> None:
        self.facts: dict[tuple[str, str], set[str]] = {}

    def _add(self, table: str, say: Say) -> None:
        place = (table, say.code)
        self.facts[place] = self.facts.get(place, set(say.facts)) & set(say.facts)

    def moment(self, match: Match) -> None:
        """What is asked and offered now."""
        question = match.question
        if question is None:
            return
        one = question.asked[0] if len(question.asked) == 1 else question.lead
        facts = {"seats": question.asked, **({} if one is None else {"seat": one}), **question.facts}
        self._add("question", Say(question.kind, facts))
        for seat in match.waiting or (None,):
            for option in match.options(seat):
                self._add("option", option.say)
                if option.claim is not None:
                    self._add("claim", option.claim.say)
                if isinstance(option.refusal, Refusal):
                    self._add("refusal", Say(option.refusal.code, option.refusal.facts))

    def end(self, match: Match) -> None:
        """What was told, and what lies on the table."""
        for told in match.told:
            self._add("event", Say(told.event.kind, told.event.facts))
        for pile in match.state.piles.values():
            self._add("pile", Say(pile.key.partition("/")[0], {} if pile.owner is None else {"seat": pile.owner}))
        for line in match.state.result.lines if match.state.result else ():
            self._add("result", line)


def missing_words(game: Game, heard: Heard, folder: Path) -> Iterator[Finding]:
    """Codes that no sentence stands for, and facts that a sentence names and is not given."""
    english = game.words(SOURCE)
    of_game = tomllib.loads((folder / f"text.{SOURCE}.toml").read_text("utf-8"))
    for file in sorted(folder.glob("text.*.toml")):
        words, text = game.words(file.stem.partition(".")[2]), file.read_text("utf-8")
        own = tomllib.loads(text)
        needed = {(table, code) for table, codes in of_game.items() for code in codes}
        for table, code in sorted(needed | set(heard.facts)):
            given = heard.facts.get((table, code))
            wanted_here = (table, code) in needed or (table, code) not in english
            if wanted_here and code not in own.get(table, {}):
                cure = f"There is no sentence for '{code}': write {code} = \"...\" under [{table}]."
                yield Finding(file.name, line_of(text, table), cure)
                continue
            if given is None:
                continue
            for fact in sorted(words.codes(table)[code].placeholders - given - {"cell"}):
                has = _FACTS(f"{{{one}}}" for one in sorted(given)) or "no fact"
                wrong = f"'{code}' names {{{fact}}}, and the game gives {has}: name one of those, or give that too."
                yield Finding(file.name, line_of(text, table, code), wrong)
