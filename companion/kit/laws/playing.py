"""Random matches for the laws: every choice comes from a tape, so that a failing match can be told again and shrunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from random import Random

from companion.kit.laws.truth import Truth, pick_true
from rules.engine.entries import Entry, Header, Identify, Redefine, Rewind
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.questions import Together, Window
from rules.engine.sampling import pick
from rules.engine.types import Seat

LONGEST = 3000  # entries; a match that is longer than this does not end


class Tape:
    """Chooses: first the given numbers, then by a seed."""

    def __init__(self, seed: int, first: Sequence[int] = ()):
        self._first = list(reversed(first))
        self._random = Random(seed)

    def __call__(self, count: int) -> int:
        return self._first.pop() % count if self._first else self._random.randrange(count)


@dataclass(frozen=True)
class Script:
    """What a random match is made from. `length`: at most so many entries; 0: to the end. `change`: after so many
    entries it goes by another text of its file, as soon as it can."""

    game: Game = field(repr=False)
    seats: int
    seed: int = 0
    first: tuple[int, ...] = ()
    length: int = 0
    settings: Mapping[str, object] = field(default_factory=dict)
    change: tuple[int, str] | None = None

    @property
    def header(self) -> Header:
        return Header(self.game.slug, self.seats, self.settings)


MOST_COMBINATIONS = 32


def all_settings(game: Game, seats: int = 0) -> Iterator[dict[str, object]]:
    """Every combination of the options that have few values; where that would be too many, every value once at least,
    beside others drawn by a fixed seed. With `seats` those that go with so many players."""
    for settings in every_setting(game):
        if not seats or not game.rules.unfit(game.check_settings(settings), seats):
            yield settings


def every_setting(game: Game) -> Iterator[dict[str, object]]:
    keys = [s.key for s in game.rules.settings]
    values = [
        s.choices or ((False, True) if isinstance(s.default, bool) else (s.default,)) for s in game.rules.settings
    ]
    if prod(map(len, values)) <= MOST_COMBINATIONS:
        yield from (dict(zip(keys, combination, strict=True)) for combination in product(*values))
        return
    random = Random(1)
    yield {}
    for key, choices in zip(keys, values, strict=True):
        for value in choices:
            yield {**{k: random.choice(list(v)) for k, v in zip(keys, values, strict=True)}, key: value}


def covering_settings(game: Game) -> Iterator[dict[str, object]]:
    """So few combinations of the options that every value is in one of them at least."""
    values: dict[str, tuple[object, ...]] = {}
    for one in game.rules.settings:
        values[one.key] = one.choices or ((False, True) if isinstance(one.default, bool) else (one.default,))
    for number in range(max((len(choices) for choices in values.values()), default=1)):
        yield {key: choices[(number + place) % len(choices)] for place, (key, choices) in enumerate(values.items())}


def settings_at(game: Game, seats: int, number: int) -> dict[str, object]:
    """One after the other of the combinations that go with so many players, round and round."""
    options = list(all_settings(game, seats))
    return options[number % len(options)]


def played(script: Script) -> Match:
    """The match of a script, told everything."""
    match, tape = Match(script.game, script.header), Tape(script.seed, script.first)
    if script.change is not None:
        since, text = script.change
        play_on(match, tape, since)
        while match.question is not None and not isinstance(match.submit(Redefine(text, "forgotten")), Accepted):
            play_on(match, tape, match.version + 1)
    play_on(match, tape, script.length or LONGEST)
    return match


def play_on(match: Match, tape: Tape, entries: int) -> None:
    """Plays a match on until it is over or has that many entries."""
    while match.question is not None and match.version < entries:
        answer = pick(match, tape)
        assert isinstance(outcome := match.submit(answer), Accepted), (answer, outcome)


def played_with_detours(script: Script) -> Match:
    """A match in which answers are taken back now and then and cards are shown again."""
    match, tape = Match(script.game, script.header), Tape(script.seed, script.first)
    while match.question is not None and match.version < (script.length or LONGEST):
        entry: Entry = pick(match, tape)
        match match_detour(match, tape):
            case None:
                pass
            case detour:
                entry = detour
        assert isinstance(match.submit(entry), Accepted), entry
    return match


def match_detour(match: Match, tape: Tape) -> Entry | None:
    """Sometimes an entry that is no answer."""
    dice = tape(25)
    if dice == 0 and match.log:
        return Rewind(len(match.log) - tape(min(6, len(match.log) + 1)), "a detour")
    if dice == 1:
        piles = [p for p in match.state.piles.values() if p.pieces]
        if piles:
            pile = piles[tape(len(piles))]
            return Identify(pile.key, pile.pieces[:1])
    return None


@dataclass
class Pair:
    """The same match twice: as it is, and as a companion notes it that is told only some hands."""

    truth: Truth
    watched: Match
    extra: int = 0  # questions that only the watched match asked

    def synchronous(self) -> bool:
        return not self.truth.knows_more(self.watched)


def pairs(script: Script, shown: frozenset[Seat]) -> Iterator[Pair]:
    """A match and its watched twin after every entry of the watched one."""
    tape = Tape(script.seed, script.first)
    pair = Pair(Truth(script.game, script.header, shown), Match(script.game, script.header))
    while pair.watched.question is not None and pair.watched.version < (script.length or LONGEST):
        pair.extra += pair.truth.knows_more(pair.watched)
        answer = pick_true(pair.watched, tape, pair.truth)
        outcome = pair.watched.submit(answer)
        assert isinstance(outcome, Accepted), f"{answer} is refused to those who know less: {outcome}"
        yield pair


def partly_answered(match: Match) -> bool:
    """Whether some of several seats asked have answered already."""
    return isinstance(match.question, Together | Window) and len(match.waiting) < len(match.question.asked)


def watched(script: Script, shown: frozenset[Seat]) -> Match:
    """The match of a script as a companion notes it that is told only these seats' cards."""
    *_, last = pairs(script, shown)
    return last.watched
