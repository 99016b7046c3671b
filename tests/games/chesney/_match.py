"""Matches of Chesney for tests: a table in the middle of a round, answers by seat, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.packets import Heard, packet
from rules.engine.types import PUBLIC, Card, Event, Seat
from rules.games.chesney import build
from tests.games.asking import (
    allowed as allowed,
    asked as asked,
    do as do,
    kind as kind,
    kinds as kinds,
    refused as refused,
    why_not as why_not,
)

CHESNEY = build()
Value = int | str | bool | tuple[str, ...] | None

APART = {
    0: ("FOX-5", "FOX-6"),
    1: ("BEAR-5", "BEAR-6"),
    2: ("DEER-5", "DEER-6"),
    3: ("DRAGON-5", "DRAGON-6"),
    4: ("FOX-1", "FOX-2"),
    5: ("BEAR-1", "BEAR-2"),
}
"""Players of all factions: no Judgement ends the round."""


def middle(
    seats: int = 5,
    *,
    hands: Mapping[int, Iterable[str]] | None = None,
    factions: Mapping[int, tuple[str, str]] | None = None,
    characters: Mapping[int, str] | None = None,
    hp: Mapping[int, int] | None = None,
    piles: Mapping[str, Iterable[str]] | None = None,
    tracks: Mapping[str, Value] | None = None,
    turn: int = 0,
    phase: str = "plan",
    settings: Mapping[str, object] | None = None,
) -> Match:
    """A round under way. `hands` are action cards by seat (left out: two unseen ones); `factions` the left and right
    card, `:up` behind a name for one that lies open (left out: both unseen and down); `characters` the same for the
    character (left out: unseen and down; Advanced Mode is on when any is given or the settings say so)."""
    options = {**({"mode": "advanced"} if characters else {}), **(settings or {})}
    content: dict[str, tuple[str, ...]] = {"unused_events": ("?",) * 3}
    for seat in range(seats):
        content[f"hand/{seat}"] = tuple((hands or {}).get(seat, ("?", "?")))
        for side, card in zip(("left", "right"), (factions or {}).get(seat, ("?", "?")), strict=True):
            content[f"{side}/{seat}"] = (_lying(card, "factions"),)
        if options.get("mode") == "advanced":
            content[f"character/{seat}"] = (_lying((characters or {}).get(seat, "?"), "characters"),)
    if options.get("mode") == "advanced":
        content["reserve"] = ("BLAST", "FIREBALL", "POISON#1", "POISON#2")
    content |= {key: tuple(cards) for key, cards in (piles or {}).items()}
    values: dict[str, Value] = {"round": 1, "starter": 0, "events_in_pile": 2}
    values |= {f"hp/{seat}": points for seat, points in (hp or {}).items()}
    position = Position(content, {**values, **(tracks or {})}, phase, turn)
    return Match(CHESNEY, Header("chesney", seats, options, position))


def _lying(card: str, deck: str) -> str:
    name, _, lies = card.partition(":")
    return f"{name}@{deck}:{lies or 'down'}" if name == "?" else f"{name}:{lies or 'down'}"


def of_edition(match: Match, edition: int) -> Match:
    """The same position in a match that was begun with an earlier edition of the rulings."""
    return Match(match.game, replace(match.header, edition=edition))


# -- answering ---------------------------------------------------------------------------------------------------------


def play(match: Match, seat: int, card: str) -> tuple[Event, ...]:
    """A card out of the hand, in Plan or Interfere."""
    return do(match, seat, f"play:{card}")


def draw(match: Match, seat: int, *names: str) -> tuple[Event, ...]:
    """The open draw of a seat: these cards, or unseen ones when none is named."""
    question = match.question
    assert question is not None
    to = getattr(question, "to", f"hand/{seat}")
    return do(match, seat, "drawn", {to: names} if names else None)


def turns_up(match: Match, seat: int, piece: str, after: int = 0) -> tuple[Event, ...]:
    """In the open draw a piece that is shown at once turned up, after so many unseen others."""
    return do(match, seat, f"{piece}:{after}")


def roll(match: Match, seat: int, die: int) -> tuple[Event, ...]:
    """The die falls; a Belief that is asked for before is passed."""
    if kind(match) == "before_roll":
        do(match, seat, "pass")
    return do(match, seat, str(die))


# -- looking -----------------------------------------------------------------------------------------------------------


def at(match: Match, seat: int) -> object:
    """The hit points of a seat."""
    return match.state[f"hp/{seat}"]


def cards(match: Match, key: str) -> list[Card]:
    """The content of a pile, as the companion knows it."""
    return [s.piece for s in match.state.pile(key).slots]


def sees(match: Match, reader: int, key: str) -> list[Card]:
    """The content of a pile as a seat sees it (-1: everybody)."""
    return [s.piece for s in match.seen(Seat(reader)).pile(key).slots]


def told(events: Iterable[Event], wanted: str) -> list[dict[str, object]]:
    """The facts of all events of one kind."""
    return [dict(e.facts) for e in events if e.kind == wanted]


def hears(match: Match, reader: int = PUBLIC) -> tuple[Heard, ...]:
    """Everything that a reader has heard in this match."""
    return packet(match, Seat(reader)).events
