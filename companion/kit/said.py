"""What is said in matches, held against the files of words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.kit.findings import Finding, line_of
from companion.telling.voice import owner_fact, track_facts
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import Refusal, Say
from words import SOURCE

_FACTS = " and ".join


class Heard:
    """By table and code of the words, the facts that were given every time."""

    def __init__(self) -> None:
        self.facts: dict[tuple[str, str], set[str]] = {}
        self.rules: set[str] = set()  # that refusals and claims come from

    def add(self, table: str, say: Say) -> None:
        """Something of the table of words with that name is said."""
        place = (table, say.code)
        given = self.facts.setdefault(place, set(say.facts))
        if not given <= say.facts.keys():
            given &= say.facts.keys()

    def codes(self, table: str) -> set[str]:
        """What of a table of words came up."""
        return {code for one, code in self.facts if one == table}

    def moment(self, match: Match) -> None:
        """What is asked and offered now."""
        question = match.question
        if question is None:
            return
        one = question.asked[0] if len(question.asked) == 1 else question.lead
        facts = {"seats": question.asked, **({} if one is None else {"seat": one}), **question.facts}
        self.add("question", Say(question.kind, facts))
        for seat in match.waiting or (None,):
            for option in match.options(seat):
                for say in filter(None, (option.say, option.action, option.way)):
                    self.add("option", say)
                if option.claim is not None:
                    self.add("claim", option.claim.say)
                    self.rules |= {option.claim.rule} - {""}
                if option.refusal is not None:
                    self.refusal(option.refusal)
            screens = match.game.screens
            for note in (*match.notes(), *(() if seat is None else screens.notes(match.seen(seat), seat))):
                self.add("note", note.say)
        sheets = match.game.screens.sheets
        for sheet in () if sheets is None else sheets(match.seen(None)):
            for say in (sheet.title, *sheet.lines, *(Say(space.text) for space in sheet.spaces if space.text)):
                self.add("note", say)

    def refusal(self, refusal: Refusal) -> None:
        """Why something is not done."""
        self.add("refusal", Say(refusal.code, refusal.facts))
        self.rules |= {refusal.rule} - {""}

    def end(self, match: Match) -> None:
        """What was told, and what lies on the table."""
        for told in match.told:
            self.add("event", Say(told.event.kind, told.event.facts))
            if code := match.game.episodes.begins.get(told.event.kind):
                self.add("episode", Say(code, told.event.facts))
        spots = match.game.mat(len(match.state.seats), match.settings).spots
        cells = {spot.name: spot.cell for spot in spots if spot.cell}
        for pile in match.state.piles.values():
            facts = owner_fact(pile.owner, cells.get(pile.spot or "", ""))
            self.add("pile", Say(pile.key.partition("/")[0], facts))
        for track in match.state.tracks.values():
            self.add("track", Say(track.key.partition("/")[0], track_facts(track)))
        for line in match.state.result.lines if match.state.result else ():
            self.add("result", line)


def missing_words(game: Game, heard: Heard, folder: Path) -> Iterator[Finding]:
    """Codes that no sentence stands for, and facts that a sentence names and is not given."""
    english = game.words(SOURCE)
    source = folder / f"text.{SOURCE}.toml"
    if game.lender and not source.exists():
        return  # it says everything in the words of the game that it goes by
    of_game = tomllib.loads(source.read_text("utf-8"))
    for file in sorted(folder.glob("text.*.toml")):
        words, text = game.words(file.stem.partition(".")[2]), file.read_text("utf-8")
        own = tomllib.loads(text)
        needed = {(table, code) for table, codes in of_game.items() for code in codes}
        for table, code in sorted(needed | set(heard.facts)):
            given = heard.facts.get((table, code))
            is_kept = table == "track" and (table, code) not in needed  # a track without words is for the rules alone
            wanted_here = (table, code) in needed or ((table, code) not in english and not is_kept)
            if wanted_here and code not in own.get(table, {}):
                cure = f"There is no sentence for '{code}': write {code} = \"...\" under [{table}]."
                yield Finding(file.name, line_of(text, table), cure)
                continue
            if given is None or is_kept:
                continue
            for fact in sorted(words.codes(table)[code].placeholders - given):
                has = _FACTS(f"{{{one}}}" for one in sorted(given)) or "no fact"
                wrong = f"'{code}' names {{{fact}}}, and the game gives {has}: name one of those, or give that too."
                yield Finding(file.name, line_of(text, table, code), wrong)
