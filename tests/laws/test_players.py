"""What a player of the program answers follows from what its seat knows: swapped worlds over every game."""

from __future__ import annotations

import sys
from random import Random

import pytest

from companion.kit.laws.players import ANSWERS, PLAYOUTS, choosing, hinting
from companion.kit.laws.playing import Script, Tape, settings_at
from companion.kit.laws.worlds import Chooses, Count, try_worlds
from companion.players.hints import hints
from companion.players.imagined import Worlds
from companion.players.stage import Stage
from companion.players.strength import Player
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.match import Match
from rules.engine.playout import Playout
from rules.engine.recall import Recall, Recalls
from rules.engine.redact import Seen, redact
from rules.engine.sampling import pick
from rules.engine.types import Seat
from tests.laws.playing import GAMES, game_of, script_of
from tests.laws.test_worlds import SECRETIVE
from tests.seeds import seed_of

STRENGTHS = [Strength.GREEDY, Strength.THINKER]
PIECES = 8


def worlds_of(slug: str, strength: Strength, number: int, wanted: int, entries: int, every: int) -> Count:
    """Swapped worlds of one match, in which a player is asked at some versions of it."""
    game = game_of(slug)
    seats = game.seats[number % len(game.seats)]
    script = script_of(slug, seats, seed=number, length=entries, settings=settings_at(game, seats, number))
    chooses = choosing(game, script.header, strength, at=lambda version: version % every == number % every)
    return try_worlds(script, Random(number), wanted, chooses=chooses)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("slug", SECRETIVE)
def test_a_player_answers_the_same_in_worlds_that_its_seat_cannot_tell_apart(slug: str, strength: Strength) -> None:
    found = Count()
    for number in (1, 2):
        found.add(worlds_of(slug, strength, number, wanted=2, entries=30, every=5))
    assert not found.leaks, found.leaks[:3]
    assert found.compared


@pytest.mark.parametrize("slug", SECRETIVE)
def test_a_hint_is_the_same_in_worlds_that_its_seat_cannot_tell_apart(slug: str) -> None:
    """Its options, their order, and every word of its reasons."""
    game, found = game_of(slug), Count()
    seats = game.seats[0]
    for number in (1, 2, 3):
        script = script_of(slug, seats, seed=number, length=30, settings=settings_at(game, seats, number))
        chooses = hinting(game, script.header, lambda version: version % 5 == 1)
        found.add(try_worlds(script, Random(number), 2, chooses=chooses))
    assert not found.leaks, found.leaks[:3]
    assert found.compared


def test_hands_that_change_places_show_a_copy_of_what_the_other_world_shows() -> None:
    """Of two lookouts one was played, and the hand with the other goes to the reader, who sees it by right."""
    found = worlds_of("harbour_night", Strength.GREEDY, 377006328, wanted=20, entries=90, every=5)
    assert not found.leaks
    assert found.compared


@pytest.mark.soak
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("slug", SECRETIVE)
def test_a_player_answers_the_same_for_long(
    slug: str, strength: Strength, piece: int, capsys: pytest.CaptureFixture[str]
) -> None:
    first, found = seed_of(f"players {piece}"), Count()
    while found.compared < 5000 / PIECES / len(SECRETIVE) / len(STRENGTHS):
        found.add(worlds_of(slug, strength, first, wanted=20, entries=90, every=5))
        first += 1
    with capsys.disabled():
        print(f"\n{slug}, {strength.value}, piece {piece + 1} of {PIECES}: {found}", file=sys.stderr)
    assert not found.leaks, found.leaks[:3]


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_player_that_looks_at_the_whole_table_is_found(strength: Strength) -> None:
    """The very same search, given a state that was not redacted."""
    found = Count()
    for number in range(16):
        script = script_of("harbour_night", 2, seed=number, length=20)
        found.add(try_worlds(script, Random(number), 6, chooses=_peeking(script, strength)))
        if found.leaks:
            break
    assert any(leak.what.startswith("bot: ") for leak in found.leaks), found


def test_a_hint_that_looks_at_the_whole_table_is_found() -> None:
    """By its order or by a reason that the seat could not know."""
    found = Count()
    for number in range(6):
        script = script_of("harbour_night", 2, seed=number, length=20)
        found.add(try_worlds(script, Random(number), 4, chooses=_hinting_unredacted(script)))
        if found.leaks:
            break
    assert any(leak.what.startswith("bot: ") for leak in found.leaks), found


def _hinting_unredacted(script: Script) -> Chooses:
    stage = Stage(script.game, script.header)

    def chooses(match: Match, recalls: Recalls, reader: Seat) -> str:
        if match.question is None or reader not in match.question.asked or not match.question.boundary:
            return ""
        turn = Turn(script.game, script.header, Seen(reader, match.state), match.options(reader), Recall(match.state))
        return repr(hints(stage, turn, Random(match.version).randrange, playouts=PLAYOUTS, answers=ANSWERS))

    return chooses


def _peeking(script: Script, strength: Strength) -> Chooses:
    player = Player(strength, Stage(script.game, script.header), PLAYOUTS, ANSWERS)

    def chooses(match: Match, recalls: Recalls, reader: Seat) -> str:
        if match.question is None or reader not in match.question.asked or not match.question.boundary:
            return ""
        turn = Turn(script.game, script.header, Seen(reader, match.state), match.options(reader), Recall(match.state))
        chosen = player.choose(turn, Random(match.version).randrange)
        return "" if chosen is None else chosen.key

    return chooses


# -- what it thinks on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_an_imagined_table_is_one_that_the_seat_may_sit_at(slug: str) -> None:
    """Who looks at it from that seat sees what that seat saw."""
    game = game_of(slug)
    script = Script(game, game.seats[-1], seed=5)
    match, tape, start = Match(game, script.header), Tape(5), Playout(game, script.header).state
    while match.question is not None and match.version < 40:
        for seat in match.state.seats if match.version % 4 == 0 else ():
            world = Worlds(game, start, Seen(seat, match.seen(seat))).one(Random(match.version).randrange)
            seen = redact(world, seat)
            for key, pile in match.seen(seat).piles.items():
                assert seen.piles[key] == pile, (key, match.version)
        match.submit(pick(match, tape))


@pytest.mark.parametrize("slug", GAMES)
def test_a_playout_goes_as_the_match_goes(slug: str) -> None:
    """Put to a table at a boundary, it takes the same answers to the same tables."""
    game = game_of(slug)
    script = Script(game, game.seats[0], seed=3)
    match, tape, playout = Match(game, script.header), Tape(3), Playout(game, script.header)
    while match.question is not None and match.version < 60:
        if match.question.boundary and match.waiting == match.question.asked:
            playout.put(match.state)
        answer = pick(match, tape)
        match.submit(answer)
        assert playout.goes(answer)
        assert playout.state == match.state
        assert playout.waiting == match.waiting
        assert (playout.question is None) == (match.question is None)
