"""Random matches for the laws: every choice comes from a tape, so that a failing match can be told again and shrunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from random import Random

from hypothesis import strategies as st

from rules.engine.entries import Entry, Header, Identify, Rewind
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.questions import Together, Window
from rules.engine.sampling import pick
from rules.engine.types import Seat
from tests.laws import shipped
from tests.laws.lantern import lantern
from tests.laws.toys import high_card
from tests.laws.truth import Truth, pick_true

TOYS = ("high_card", "lantern")
GAMES = (*TOYS, *shipped.slugs())
LONGEST = 3000  # entries; a match that is longer than this does not end


def game_of(slug: str) -> Game:
    """A toy, a toy with a fault (`high_card:FAULT`), or a game of the house."""
    name, _, fault = slug.partition(":")
    if name == "high_card":
        return high_card(fault)
    return lantern() if name == "lantern" else shipped.game(slug)


class Tape:
    """Chooses: first the given numbers, then by a seed."""

    def __init__(self, seed: int, first: Sequence[int] = ()):
        self._first = list(reversed(first))
        self._random = Random(seed)

    def __call__(self, count: int) -> int:
        return self._first.pop() % count if self._first else self._random.randrange(count)


@dataclass(frozen=True)
class Script:
    """What a random match is made from. `length`: at most so many entries; 0: to the end."""

    slug: str
    seats: int
    seed: int = 0
    first: tuple[int, ...] = ()
    length: int = 0
    settings: Mapping[str, object] = field(default_factory=dict)

    @property
    def header(self) -> Header:
        return Header(self.slug, self.seats, self.settings)


MOST_COMBINATIONS = 32


def all_settings(game: Game, seats: int = 0) -> Iterator[dict[str, object]]:
    """Every combination of the options that have few values; where that would be too many, every value once at least,
    beside others drawn by a fixed seed. With `seats` those that go with so many players."""
    for settings in _all_settings(game):
        if not seats or not game.rules.unfit(game.check_settings(settings), seats):
            yield settings


def _all_settings(game: Game) -> Iterator[dict[str, object]]:
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


def scripts(slug: str, longest: int = 0) -> st.SearchStrategy[Script]:
    """Scripts of one game; they shrink to fewer players, plain options, small choices and short matches."""
    game = game_of(slug)
    tables = [(seats, settings) for settings in _all_settings(game) for seats in game.seats]
    fit = [(n, options) for n, options in tables if not game.rules.unfit(game.check_settings(options), n)]
    return st.builds(
        lambda table, **rest: Script(slug, seats=table[0], settings=table[1], **rest),
        table=st.sampled_from(fit),
        seed=st.integers(0, 2**32 - 1),
        first=st.lists(st.integers(0, 40), max_size=20).map(tuple),
        length=st.integers(1, longest) if longest else st.just(0),
    )


def played(script: Script, game: Game | None = None) -> Match:
    """The match of a script, told everything."""
    game = game or game_of(script.slug)
    match, tape = Match(game, script.header), Tape(script.seed, script.first)
    play_on(match, tape, script.length or LONGEST)
    return match


def play_on(match: Match, tape: Tape, entries: int) -> None:
    """Plays a match on until it is over or has that many entries."""
    while match.question is not None and match.version < entries:
        answer = pick(match, tape)
        assert isinstance(outcome := match.submit(answer), Accepted), (answer, outcome)


def played_with_detours(script: Script) -> Match:
    """A match in which answers are taken back now and then and cards are shown again."""
    match, tape = Match(game_of(script.slug), script.header), Tape(script.seed, script.first)
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


def pairs(script: Script, shown: frozenset[Seat], game: Game | None = None) -> Iterator[Pair]:
    """A match and its watched twin after every entry of the watched one."""
    game = game or game_of(script.slug)
    tape = Tape(script.seed, script.first)
    pair = Pair(Truth(game, script.header, shown), Match(game, script.header))
    while pair.watched.question is not None and pair.watched.version < (script.length or LONGEST):
        pair.extra += pair.truth.knows_more(pair.watched)
        answer = pick_true(pair.watched, tape, pair.truth)
        outcome = pair.watched.submit(answer)
        assert isinstance(outcome, Accepted), f"{answer} is refused to those who know less: {outcome}"
        yield pair


def partly_answered(match: Match) -> bool:
    """Whether some of several seats asked have answered already."""
    return isinstance(match.question, Together | Window) and len(match.waiting) < len(match.question.asked)


def watched(script: Script, shown: frozenset[Seat], game: Game | None = None) -> Match:
    """The match of a script as a companion notes it that is told only these seats' cards."""
    *_, last = pairs(script, shown, game)
    return last.watched
