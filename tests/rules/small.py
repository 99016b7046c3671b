"""A table of a few piles for tests of the engine, with whatever coroutine a test brings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.engine.entries import Header, Position
from rules.engine.game import Game, Play, Setting
from rules.engine.match import Accepted, Match, Outcome
from rules.engine.questions import Answer, Option, Question
from rules.engine.table import Table
from rules.engine.types import ALL, Card, PieceId, Refusal, Say, Seat, Shape, only
from tests.laws.toys import high_card
from tests.toy import changed

CARDS = tuple(PieceId(name) for name in ("a1", "a2", "a3", "b1", "b2", "b3"))
COINS = tuple(PieceId(f"coin#{n}") for n in range(1, 4))
P = PieceId


def set_up(t: Table) -> None:
    """Two seats; a deck, hands, a row and a face-down slot for each, a discard pile, a bag of coins."""
    t.add_pile("deck", deck="cards", spot="deck")
    t.add_pile("bag", deck="coins")
    t.add_pile("discard", readers=ALL, ordered=True, face_up=True, top_only=True, spot="discard")
    for s in t.seats:
        t.add_pile(f"hand/{s}", readers=only(s), owner=s, shape=Shape.HAND)
        t.add_pile(f"row/{s}", readers=ALL, owner=s, shape=Shape.ROW, face_up=True, spot=f"row/{s}")
        t.add_pile(f"cover/{s}", readers=ALL, owner=s, shape=Shape.SLOT, spot=f"cover/{s}")
        t.add_track(f"score/{s}", 0, owner=s)
        t.add_track(f"purse/{s}", 3, owner=s, readers=only(s))
    t.add_track("suit", None)
    t.add_track("leader", Seat(0))
    t.add_track("open", False)
    t.add_track("name", "x")
    t.add_track("list", ("a",))
    t.go("start", Seat(0))


def small_game(play: Callable[[Table], Play], settings: tuple[Setting, ...] = ()) -> Game:
    """A game of these piles for two to four seats."""
    base = changed(high_card(), package="small", title="Small", settings=settings, seats=range(2, 5))
    return changed(base, decks=lambda settings, seats: {"cards": CARDS, "coins": COINS}, setup=set_up, play=play)


def small_match(play: Callable[[Table], Play], position: Position | None = None, seats: int = 2) -> Match:
    """A match of it."""
    return Match(small_game(play), Header("small", seats, {}, position))


def asking(*questions: Question) -> Callable[[Table], Play]:
    """A coroutine that asks these questions and tells each answer, public as it is."""
    return partial(_ask_all, questions)


def _ask_all(questions: tuple[Question, ...], t: Table) -> Play:
    for question in questions:
        value = yield question
        t.tell("got", value=repr(value))
    t.finish(())


HANDS = Position({"hand/0": ("a1", "b1"), "hand/1": ("a2", "?")})


def option(key: str, refusal: Refusal | None = None, value: object = None) -> Option:
    """An option that is worth its key."""
    return Option(key, key if value is None else value, Say("pass"), refusal=refusal)


def answer(
    match: Match,
    seat: int | None,
    key: str,
    *,
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = (),
    irregular: bool = False,
) -> Outcome:
    """Submits an answer."""
    return match.submit(Answer(None if seat is None else Seat(seat), key, cards, irregular))


def accepted(outcome: Outcome) -> list[str]:
    """The kinds of event told by an entry that must have been accepted."""
    assert isinstance(outcome, Accepted), outcome
    return [e.kind for e in outcome.events]


def refused(outcome: Outcome) -> str:
    """The code of an entry that must have been refused."""
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def got(match: Match) -> object:
    """What the coroutine received last, as text."""
    return match.told[-1].event.facts["value"]
