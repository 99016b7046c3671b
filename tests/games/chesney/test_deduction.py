"""What a player of the program makes of the tokens that its seat was shown."""

from __future__ import annotations

from random import Random

from companion.players.imagined import Worlds
from rules.engine import Seat, listed
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.redact import Seen
from rules.engine.sampling import pick
from rules.games import game
from rules.games.chesney.factions import Shown, in_order, owned
from rules.games.chesney.standing import fits


def shown_tokens(seed: int) -> tuple[Match, Seat]:
    """A match in which a seat has just been shown the tokens of others, at a point at which players think."""
    match, choose = Match(game("chesney"), Header("chesney", 4)), Random(seed).randrange
    while match.question is not None:
        for seat in match.state.seats:
            tokens = listed(match.state[f"seen_tokens/{seat}"], Shown)
            others = [one for one in tokens if one.seat != seat]
            if others and match.question.boundary and fits(match.state, seat):
                return match, seat
        match.submit(pick(match, choose))
    raise AssertionError("nobody was shown any token")


def test_tables_are_imagined_on_which_everybody_is_on_the_side_that_they_showed() -> None:
    match, seat = shown_tokens(2)
    start = Match(game("chesney"), match.header).state
    worlds, chance = Worlds(match.game, start, Seen(seat, match.seen(seat))), Random(1)
    made_up = [worlds.one(chance.randrange) for _ in range(20)]
    assert len({str(world.piles) for world in made_up}) > 1
    for one in listed(match.state[f"seen_tokens/{seat}"], Shown):
        if one.seat != seat:
            as_shown = [in_order(owned(world, one.seat) or ()) == in_order(one.token) for world in made_up]
            assert sum(as_shown) >= 16, "nearly all: it is looked for a few times only"
    assert sum(fits(worlds._any(chance.randrange), seat) for _ in range(20)) < 16, "without it they would not be"


def test_who_was_shown_nothing_takes_any_table() -> None:
    match = Match(game("chesney"), Header("chesney", 4))
    assert all(fits(match.state, seat) for seat in match.state.seats)


def test_a_token_holds_until_a_card_comes_to_who_showed_it() -> None:
    choose, old = Random(3).randrange, 0
    match = Match(game("chesney"), Header("chesney", 4))
    while (question := match.question) is not None:
        for seat in match.state.seats if question.boundary else ():
            for one in listed(match.state[f"seen_tokens/{seat}"], Shown):
                is_true = in_order(owned(match.state, one.seat) or ()) == in_order(one.token)
                assert one.is_old or is_true, "a token that does not hold any more is thought to hold"
                old += one.is_old
            assert fits(match.state, seat), "the true table fits what everybody has seen"
        match.submit(pick(match, choose))
    assert old, "no card has come to anybody who had shown a token"
