"""What many matches of a game come to: how long they were, who won, and what of the game never came up."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Final

from companion.kit.findings import Finding
from rules.engine.game import Game
from rules.outside import files_in
from words import SOURCE
from words.files import sentences

_SURE: Final = 1.96
"""So many standard errors to either side hold the true value in 95 of 100 cases."""
_WORDED: Final = {
    "question": "Questions that were never asked",
    "option": "Answers that were never possible",
    "refusal": "Reasons that were never given",
    "event": "News that was never told",
}
"""Tables of a game's sentences that matches go by."""


@dataclass(frozen=True)
class Ending:
    """How one match went. `decisions`: answers of players, dice apart; `parts`: how often each kind of part began, such
    as a round; `scores` by seat, None where the game counts none; `is_over` False: it was broken off at the longest
    that a match may be."""

    seats: int
    seed: int
    decisions: int
    parts: Counter[str]
    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    is_over: bool


@dataclass
class Tally:
    """What some matches came to. Two are put together with `add`."""

    endings: list[Ending] = field(default_factory=list)
    faults: list[tuple[int, int, Finding]] = field(default_factory=list)  # seats, seed, and what was wrong
    said: set[tuple[str, str]] = field(default_factory=set)  # what came up, by table and code of the words
    taken: set[str] = field(default_factory=set)  # codes of answers that somebody has given
    kinds: set[str] = field(default_factory=set)  # kinds of pieces that were played or laid open
    rules: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        """How many matches were begun."""
        return len(self.endings) + len(self.faults)

    def add(self, other: Tally) -> None:
        """Counts what another one has counted."""
        self.endings += other.endings
        self.faults += other.faults
        self.said |= other.said
        self.taken |= other.taken
        self.kinds |= other.kinds
        self.rules |= other.rules


def interval(hits: float, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 times of 100 (Wilson's score interval, as `of` may be few)."""
    share, z2 = hits / of, _SURE**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = _SURE * sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def code_folder(game: Game) -> Path:
    """Where the Python of a game lies, which is another game's for one without any."""
    return Path(str(files(game.lender or game.folder)))


def unused(game: Game, tally: Tally) -> Iterator[tuple[str, list[str]]]:
    """What of a game never came up in these matches: a heading, and what it is about, perhaps nothing."""
    own = sentences(game.lender or game.folder, SOURCE)
    for table, heading in _WORDED.items():
        said = {code for place, code in tally.said if place == table}
        yield heading, sorted(own.get(table, {}).keys() - said)
    possible = {code for place, code in tally.said if place == "option"}
    yield "Answers that were possible and never given", sorted(possible - tally.taken)
    yield "Cards and pieces that were never played or laid open", _idle(game, tally)
    yield "Rules that nothing went by", sorted(_named_rules(game) - tally.rules)


# -- inside ------------------------------------------------------------------------------------------------------------


def _idle(game: Game, tally: Tally) -> list[str]:
    """The titles of kinds that never came up, of the decks of which others did: of dice or stones nobody speaks."""
    settings = game.check_settings({})
    faces = game.box.faces(settings, game.words(SOURCE))
    decks = [{piece.kind: piece for piece in pieces} for pieces in game.all_pieces(settings).values()]
    played = [kinds for kinds in decks if kinds.keys() & tally.kinds]
    return [faces[piece].title for kinds in played for kind, piece in kinds.items() if kind not in tally.kinds]


def _named_rules(game: Game) -> set[str]:
    """The rules that something of the game says it goes by: a question, or a text in its Python, such as a reason."""
    texts = {game.rule_asked(kind) for kind in game.words(SOURCE).codes("question")}
    for path in files_in(code_folder(game)):
        if path.suffix == ".py":
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            texts |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {rule for rule, _ in game.rules_text(SOURCE) if rule in texts}
