"""No reader learns what it was not shown: swapped worlds over every game, and over games with leaks on purpose."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import pytest

from companion.kit.laws.playing import Script, played, settings_at
from companion.kit.laws.worlds import Base, Count, compare, try_worlds
from rules.engine.entries import Header
from rules.engine.game import Bot, Bots, Game, Play
from rules.engine.match import Match
from rules.engine.questions import Choose, Deal, Option
from rules.engine.redact import Seen, redact_event
from rules.engine.table import Table
from rules.engine.types import PUBLIC, PieceId, Say, Seat, Shape, State, only
from tests.laws.lantern import lantern
from tests.laws.playing import GAMES, TOYS, game_of, script_of
from tests.laws.toys import LEAKS, make_toy
from tests.seeds import seed_of
from tests.toy import changed

PARTS = 3  # so that two workers share the work
PIECES = 6  # of the long run, each short enough to be repeated by itself


@dataclass(frozen=True)
class Size:
    """How much of a game is tried here: matches in each part, worlds of each, entries of each; and how many worlds
    must have been comparable in all. These are always the same, of every kind of match; `./run soak` draws sixty
    matches of each game with 200 worlds each, others each time."""

    matches: int = 7
    worlds: int = 40
    entries: int = 55
    least: int = 0


SIZES = {
    "chronicle": Size(matches=3, worlds=18, least=90),  # one to two rounds: later ones are like these
    "chesney": Size(matches=2, worlds=8, entries=90, least=15),
    "war_chest": Size(matches=2, worlds=16, least=15),
    "chess_deckbuilder": Size(matches=2, worlds=20, entries=70, least=22),
    "open_table": Size(matches=4, worlds=6, entries=45, least=27),  # of each ready table
    "roles": Size(matches=4, worlds=12, least=30),  # of each ready script
    "harbour_night": Size(matches=2, worlds=16, least=30),  # a sample: `./run soak` tries the more
}
ENTRIES = 55
OPEN = ("chain_mail", "ebb_and_flow")
"""Games in which nothing is secret, so that no two worlds look alike to anybody: see the last test."""
IN_NUMBERS = ("score_sheet",)
"""Games whose secrets are numbers and no pieces: tests/games/score_sheet/test_secrets.py changes those."""
SECRETIVE = [slug for slug in GAMES if slug not in (*OPEN, *IN_NUMBERS)]


def worlds_of(slug: str, part: int, matches: int, wanted: int, entries: int) -> Count:
    """Swapped worlds of some matches with different numbers of players and options."""
    game, total = game_of(slug), Count()
    for number in range(part * matches, (part + 1) * matches):
        seats = game.seats[number % len(game.seats)]
        script = script_of(slug, seats, seed=number, length=entries, settings=settings_at(game, seats, number))
        total.add(try_worlds(script, Random(number), wanted))
    return total


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", [slug for slug in SECRETIVE if slug not in TOYS])
def test_nobody_notices_a_swap(slug: str, part: int, capsys: pytest.CaptureFixture[str]) -> None:
    size = SIZES.get(slug, Size())
    found = worlds_of(slug, part, matches=size.matches, wanted=size.worlds, entries=size.entries)
    with capsys.disabled():
        print(f"\n{slug}, part {part + 1} of {PARTS}: {found}", file=sys.stderr)  # a worker's other output is lost
    assert not found.leaks, found.leaks[:3]
    assert found.compared >= size.least / PARTS


@pytest.mark.parametrize("slug", TOYS)
def test_nobody_notices_a_swap_in_a_toy(slug: str) -> None:
    found = worlds_of(slug, 0, matches=6, wanted=25, entries=0)
    assert not found.leaks, found.leaks[:3]
    assert found.compared >= 100


@pytest.mark.soak
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("slug", SECRETIVE)
def test_nobody_notices_a_swap_for_long(slug: str, piece: int, capsys: pytest.CaptureFixture[str]) -> None:
    first = seed_of(f"swaps {piece}")
    found = Count()
    for number in range(first, first + 10):
        found.add(worlds_of(slug, number, matches=1, wanted=200, entries=120))
    with capsys.disabled():
        print(f"\n{slug}, piece {piece + 1} of {PIECES}: {found}", file=sys.stderr)
    assert not found.leaks, found.leaks[:3]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    found = Count()
    for seed in range(5):
        found.add(try_worlds(script_of(f"high_card:{leak}", 3, seed), Random(seed), 20))
    assert found.leaks, f"{found}: nobody noticed"


def test_a_player_that_remembers_what_other_seats_know_is_found() -> None:
    """One that keeps to what it is given, as those of the samples do, is not: see the first test."""
    game, heard = game_of("harbour_night"), set[str]()

    def gossip(seen: Seen, options: tuple[Option, ...]) -> Option:
        heard.update(seen.state.known())
        return options[hash_of(heard) % len(options)]

    def hash_of(words: set[str]) -> int:
        return sum(map(ord, "".join(sorted(words))))

    found = Count()
    for seed in range(3):
        heard.clear()
        found.add(try_worlds(Script(with_bot(game, gossip), 3, seed, length=40), Random(seed), 10))
    assert any(leak.what.startswith("bot: ") for leak in found.leaks)


def with_bot(game: Game, bot: Bot) -> Game:
    return replace(game, bots=Bots(bot=bot))


def test_comparing_values_finds_what_comparing_bytes_finds() -> None:
    script = script_of("high_card:leader", 3, seed=2)
    by_value = try_worlds(script, Random(3), 25)
    by_bytes = try_worlds(script, Random(3), 25, all_bytes=True)
    places = [(leak.swap, leak.since, leak.reader, leak.version) for leak in by_bytes.leaks]
    assert places
    assert places == [(leak.swap, leak.since, leak.reader, leak.version) for leak in by_value.leaks]


def test_what_is_told_on_purpose_is_no_leak_and_only_that() -> None:
    """The comparison of two hands in Lantern is declared; not declared it is found."""
    told, silent = (Script(game, 3, seed=1) for game in (lantern(), changed(lantern(), reveals=frozenset())))
    assert not try_worlds(told, Random(1), 40).leaks
    assert try_worlds(silent, Random(1), 40).leaks


@pytest.mark.dear
@pytest.mark.parametrize("slug", SECRETIVE)
def test_nobody_notices_a_swap_where_some_hands_are_not_told(slug: str) -> None:
    game, total = game_of(slug), Count()
    for number in range(4):
        script = script_of(slug, game.seats[number % len(game.seats)], seed=number, length=ENTRIES)
        base = Base(script, shown=frozenset({Seat(0), Seat(number % 3)}))
        for world in base.worlds(Random(number), 15):
            total.add(compare(base, world))
    assert not total.leaks, total.leaks[:3]
    assert total.compared > 20


@pytest.mark.dear
def test_chesney_tells_secrets_on_purpose_only_where_it_says_so() -> None:
    """Were its reveals not declared, the comparison would find them, and nothing but them."""
    told, silent, found = game_of("chesney"), changed(game_of("chesney"), reveals=frozenset()), Count()
    for number in (1, 9):  # matches with Judgements
        honest, other = (Script(game, 4, number, length=220) for game in (told, silent))
        assert not try_worlds(honest, Random(number), 14).leaks
        found.add(try_worlds(other, Random(number), 14))
    assert found.leaks
    assert {leak.what.partition(":")[0] for leak in found.leaks} <= {"events", "state", "bytes"}


@pytest.mark.parametrize("slug", OPEN)
def test_a_game_without_secrets_has_none(slug: str) -> None:
    """Everybody knows the whole state at every moment, and hears every event whole."""
    game = game_of(slug)
    for number, seats in enumerate(game.seats):
        full = played(script_of(slug, seats, number, length=ENTRIES, settings=settings_at(game, seats, number)))
        match = Match(game, full.header)
        for entry in full.log:
            match.submit(entry)
            for reader in (None, *match.state.seats):
                seen = match.seen(reader)
                assert seen.known() == match.state.known()
                assert seen.tracks == match.state.tracks
                assert not any(pile.unseen for pile in seen.piles.values())
        assert all(redact_event(told.event, PUBLIC) == told.event for told in match.told)


@pytest.mark.parametrize("slug", [slug for slug in SECRETIVE if slug not in TOYS])
def test_every_other_game_has_secrets(slug: str) -> None:
    game = game_of(slug)
    piles = Match(game, Header(slug, game.seats[-1])).state.piles.values()
    assert any(PUBLIC not in pile.readers for pile in piles)


def guessing(*, by_table: bool = False) -> Game:
    """Everybody guesses in turn which kind of card the other holds; of each kind there is one card, called like it.
    `by_table` is a fault: the own card is left out, as found on the table and not in what the seat knows."""
    kinds = tuple(PieceId(kind) for kind in ("CAPTAIN", "LANTERN", "WHEEL", "ROPE"))

    def setup(t: Table) -> None:
        t.add_pile("deck", deck="cards", spot="deck")
        for seat in t.seats:
            t.add_pile(f"hand/{seat}", readers=only(seat), owner=seat, shape=Shape.HAND)
        t.go("deal")

    def guesses(own: tuple[PieceId, ...], seen: State) -> Iterator[Option]:
        for kind in dict.fromkeys(piece.kind for piece in kinds if piece not in own):
            yield Option(f"guess:{kind}", kind, Say("play_up", {"piece": kind}))

    def play(t: Table) -> Play:
        hands = yield Deal(kind="deal", pile="deck", counts={f"hand/{seat}": 1 for seat in t.seats}, boundary=True)
        for key, cards in hands.items():
            for card in cards:
                t.move(card, key, frm="deck")
        for seat in t.seats:
            own = t.pile(f"hand/{seat}").pieces if by_table else ()
            guess = yield Choose(kind="play", seat=seat, choices=partial(guesses, own))
            t.tell("informs", seat=seat, guess=guess)
        t.finish([])

    return make_toy("guessing", "Guessing", {"cards": kinds}, setup, play, (), range(2, 3))


def test_a_key_that_names_a_kind_is_not_taken_for_the_card_that_is_called_like_it() -> None:
    found, game = Count(), guessing()
    for seed in range(8):
        found.add(try_worlds(Script(game, 2, seed), Random(seed), 20, all_bytes=seed % 2 == 0))
    assert found.compared > 20
    assert not found.leaks, found.leaks[:2]


def test_a_question_that_is_open_by_mistake_is_found_by_who_reads_along() -> None:
    found = Count()
    for seed in range(8):
        found.add(try_worlds(Script(guessing(by_table=True), 2, seed), Random(seed), 20))
    assert {(leak.reader, leak.what.partition(":")[0]) for leak in found.leaks} == {(PUBLIC, "open question")}
