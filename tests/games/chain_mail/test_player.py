"""The player that Chain Mail brings: it plays the whole party at the seats of a table, and before dice fall."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from companion.players.seated import Seated
from companion.players.strength import by_policy
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Bots, Game
from rules.engine.match import Match
from rules.engine.packets import asked
from rules.engine.questions import Answer, Option, Roll
from rules.engine.redact import Seen
from rules.engine.sampling import pick
from rules.engine.types import Refusal, Say, Seat
from rules.games import game

SETTINGS = {"quest": "beacons", "monsters": "restless-dead", "treasure": "old-packs"}


@dataclass
class Asks:
    """A game's policy, listened to."""

    policy: object
    heard: list[tuple[str, tuple[Option, ...], Option | None]] = field(default_factory=list)

    def __call__(self, seen: Seen, is_asked: object, options: tuple[Option, ...]) -> Option | None:
        chosen = self.policy(seen, is_asked, options)  # type: ignore[operator]
        self.heard.append((is_asked.kind, options, chosen))  # type: ignore[attr-defined]
        return chosen


def listened(rules: Game) -> tuple[Game, Asks]:
    heard = Asks(rules.bots.policy)
    return replace(rules, bots=replace(rules.bots, policy=heard)), heard


def played(rules: Game, strength: Strength, seats: int = 2) -> Match:
    match, choose = Match(rules, Header("chain_mail", seats, rules.check_settings(SETTINGS))), Random(5).randrange
    players = Seated(match, [strength] * seats)
    while match.question is not None:
        answer = players.answer(choose)
        match.submit(answer)
        players.note(answer)
    return match


def test_who_thinks_ahead_plays_as_the_game_s_own_player_does() -> None:
    rules, asks = listened(game("chain_mail"))
    match = played(rules, Strength.THINKER)
    assert match.state.result is not None
    given = {entry.key for entry in match.log if isinstance(entry, Answer)}
    assert {chosen.key for _, _, chosen in asks.heard if chosen is not None} <= given
    before_dice = [options for kind, options, _ in asks.heard if kind.startswith("roll_")]
    assert before_dice
    assert all(option.aside for options in before_dice for option in options)


def test_chance_does_not_ask_it() -> None:
    rules, asks = listened(game("chain_mail"))
    played(rules, Strength.CHANCE)
    assert not asks.heard


def test_dice_fall_by_chance_after_what_the_player_did_first() -> None:
    rules = game("chain_mail")
    match, choose = Match(rules, Header("chain_mail", 1, rules.check_settings(SETTINGS))), Random(5).randrange
    players = Seated(match, [Strength.THINKER])
    while not isinstance(match.question, Roll):
        answer = players.answer(choose)
        match.submit(answer)
        players.note(answer)
    dice = {players.answer(Random(seed).randrange).key for seed in range(40)}
    assert len(dice) > 1
    assert all(match.question.faces(key) for key in dice)


def can_do_more(match: Match) -> bool:
    """Whether something may be done before the dice that are to be rolled."""
    return isinstance(match.question, Roll) and any(
        option.aside and option.refusal is None for option in match.options(match.question.seat)
    )


def test_before_the_dice_of_somebody_else_the_player_does_nothing() -> None:
    rules, asks = listened(game("chain_mail"))
    match, choose = Match(rules, Header("chain_mail", 1, rules.check_settings(SETTINGS))), Random(5).randrange
    players = Seated(match, [Strength.THINKER])
    while not can_do_more(match):
        answer = players.answer(choose)
        match.submit(answer)
        players.note(answer)
    assert isinstance(match.question, Roll)
    players.answer(choose)
    assert asks.heard.pop()[0] == match.question.kind
    asks.heard.clear()
    theirs = Seated(match, [Strength.THINKER], own={0: lambda turn, choose: None})
    theirs.answer(choose)
    assert asks.heard == []


def test_what_it_may_not_do_before_dice_is_left_undone() -> None:
    rules = game("chain_mail")
    rules = replace(rules, bots=replace(rules.bots, policy=lambda seen, is_asked, options: options[0]))
    match, choose = Match(rules, Header("chain_mail", 1, rules.check_settings(SETTINGS))), Random(5).randrange
    while not can_do_more(match):
        match.submit(pick(match, choose))
    assert isinstance(match.question, Roll)
    players = Seated(match, [Strength.THINKER])
    assert not match.question.faces(players.answer(choose).key)
    match.check = lambda answer: Refusal("not_now", "", {})  # type: ignore[method-assign]
    assert match.question.faces(players.answer(choose).key)


@pytest.mark.parametrize("wrong", [None, Option("nowhere", None, Say("done"))])
def test_what_it_may_not_say_is_left_to_others(wrong: Option | None) -> None:
    rules = game("chain_mail")
    match = Match(rules, Header("chain_mail", 1, rules.check_settings({})))
    seat = Seat(0)
    turn = Turn(rules, match.header, Seen(seat, match.seen(seat)), match.options(seat), None, asked(match, seat))
    assert by_policy(turn) in turn.options
    odd = replace(turn, game=replace(rules, bots=Bots(policy=lambda seen, is_asked, options: wrong)))
    assert by_policy(odd) is None
    assert by_policy(replace(turn, asked=None)) is None, "it is not asked what it does not know"
    assert by_policy(replace(turn, game=replace(rules, bots=Bots()))) is None
