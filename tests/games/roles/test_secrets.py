"""Nobody learns a role, a choice of the night, a secret vote, or who acts, but whom the script tells."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Base, Count, compare
from companion.referee.dialled_choice import public_choices
from companion.telling.announcer import of_events, of_question
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import asked as asked_of
from rules.engine.types import PUBLIC, Seat
from rules.games.roles import DEFINITION, build
from tests.games.asking import do, kind
from tests.games.roles._choices import ChoiceBase
from tests.games.roles._match import ROLES, VILLAGE, begin, deal, name, night
from tests.laws.outlets import try_hubs
from tests.seeds import seed_of

SECRET_VOTE = DEFINITION.text_of("wolves").replace('ties = "again"', 'ties = "again"\nsecret = true')
GAMES: dict[str, tuple[Game, dict[str, object]]] = {
    **{script: (ROLES, {"script": script}) for script in DEFINITION.templates},
    "secret votes": (build(DEFINITION.read(SECRET_VOTE)), {}),
}


def base_of(kind_of: type[Base], which: str, seats: int, seed: int, length: int = 70) -> Base:
    game, settings = GAMES[which]
    return kind_of(Script(game, seats, seed, settings={**settings, "cards": True}, length=length))


def worlds_of(kind_of: type[Base], which: str, seed: int, wanted: int) -> Count:
    total = Count()
    for number in range(12):
        base = base_of(kind_of, which, 5 + number % 3, seed + number)
        for world in base.worlds(Random(number), wanted):
            total.add(compare(base, world))
        if total.compared >= 3 * wanted:
            break
    return total


@pytest.mark.rules("RS-14")
@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("kind_of", [Base, ChoiceBase])
def test_nobody_notices_another_role_or_choice(kind_of: type[Base], which: str) -> None:
    total = worlds_of(kind_of, which, 1, 12)
    assert not total.leaks, total.leaks[:3]
    assert total.compared > 5


@pytest.mark.soak
@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("kind_of", [Base, ChoiceBase])
def test_nobody_notices_another_role_or_choice_for_long(
    kind_of: type[Base], which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of roles and of choices 5,000 worlds each, an equal share of each script."""
    total, seed = Count(), seed_of("roles")
    while total.compared < 5000 / len(GAMES):
        total.add(worlds_of(kind_of, which, seed, 40))
        seed += 12
    with capsys.disabled():
        print(f"\n{which}, {kind_of.__name__}: {total}", file=sys.stderr)
    assert not total.leaks, total.leaks[:3]


@pytest.mark.parametrize("which", ["wolves", "crew"])
@pytest.mark.parametrize("kind_of", [Base, ChoiceBase])
def test_no_outlet_tells_a_role_or_a_choice(kind_of: type[Base], which: str) -> None:
    found = try_hubs(base_of(kind_of, which, 5, 5), Random(5), 3)
    assert not found.leaks, found.leaks[:3]
    assert found.compared > 0


def test_a_choice_that_is_told_is_found() -> None:
    """The comparison bites: where nothing may be told on purpose, who is harmed at night tells of the wolf's choice."""
    mute = replace(ROLES, rules=replace(ROLES.rules, reveals=frozenset()))
    base = ChoiceBase(Script(mute, 5, 1, settings={"script": "wolves", "cards": True}, length=70))
    noticed = Count()
    for world in base.worlds(Random(1), 40):
        noticed.add(compare(base, world))
    assert noticed.leaks


# -- who acts ----------------------------------------------------------------------------------------------------------


def said_in_a_night(*roles: str) -> Iterator[object]:
    """All that everybody hears and is asked in a night in which every seat names the one to its left."""
    match = begin("wolves", *roles)
    yield (of_question(match), asked_of(match, PUBLIC))
    while kind(match) == "call":
        for seat in list(match.waiting):
            before = len(match.told)
            do(match, seat, f"player:{(seat + 1) % 5}")
            if kind(match) == "call":
                told = of_events(one.event for one in match.told[before:])
                yield (told, of_question(match), asked_of(match, PUBLIC), match.waiting)


@pytest.mark.rules("RS-14", "RS-6")
def test_a_night_sounds_the_same_whoever_acts() -> None:
    assert list(said_in_a_night(*VILLAGE)) == list(said_in_a_night(*reversed(VILLAGE)))


@pytest.mark.rules("RS-14")
def test_all_phones_ask_the_same_number_of_things_at_night() -> None:
    match = begin("wolves", *VILLAGE)
    offered = {seat: len(match.options(seat)) for seat in match.waiting}
    assert set(offered.values()) == {4}
    texts = {seat: asked_of(match, seat) for seat in match.waiting}
    assert {len(asked.facts) for asked in texts.values() if asked is not None} == {3}


def test_no_dial_chooses_at_night() -> None:
    match = begin("wolves", *VILLAGE)
    assert not any(public_choices(match, seat) for seat in (None, *match.waiting))


def test_who_is_out_keeps_the_secret_of_a_script_that_shows_nothing() -> None:
    game = build(DEFINITION.read(DEFINITION.text_of("wolves").replace('shows = "role"', 'shows = "nothing"')))
    match = Match(game, Header("roles", 5, {}))
    deal(match, *VILLAGE)
    for seat in range(5):
        do(match, seat, "seen")
    night(match, 3)
    assert match.seen(PUBLIC).pile("role/3").unseen == 1
    assert not match.seen(Seat(0)).pile("role/3").pieces


def test_the_one_who_answers_last_is_all_that_can_be_seen_of_a_call() -> None:
    """While a call is open nothing says who has answered: the question names all of them until the last has."""
    match = begin("wolves", *VILLAGE)
    before = asked_of(match, PUBLIC)
    for seat in (4, 2, 0):
        do(match, seat, f"player:{(seat + 1) % 5}")
        assert asked_of(match, PUBLIC) == before
    name(match, {})
    assert asked_of(match, PUBLIC) != before
