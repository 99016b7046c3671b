"""Matches of Roles and Secrets: roles are dealt, all answer, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import Event
from rules.games.roles import DEFINITION, build
from tests.games.asking import asked, do, kind

ROLES = games.game("roles")
VILLAGE = ("wolf", "lamplighter", "herbalist", "shepherd", "shepherd")
STEAMER = ("saboteur", "saboteur", "purser", "sailor", "sailor")
PARTY = ("guest", "friend", "friend")


def begin(script: str, *roles: str, word: str = "secret_3", **settings: object) -> Match:
    """A match with these roles, by seat, in which all have looked at them."""
    match = Match(ROLES, Header("roles", len(roles), {"script": script, **settings}))
    return met(match, roles, word)


def own(text: str, *roles: str) -> Match:
    """The same with a script of one's own."""
    return met(Match(build(DEFINITION.read(text)), Header("roles", len(roles), {})), roles, "secret_0")


def met(match: Match, roles: tuple[str, ...], word: str) -> Match:
    deal(match, *roles)
    if kind(match) == "draw_word":
        do(match, None, "dealt", {"word": [word]})
    all_say(match, "seen")
    return match


def deal(match: Match, *roles: str) -> None:
    """Everybody is dealt one of these cards."""
    do(match, None, "dealt", {f"role/{seat}": [card] for seat, card in enumerate(cards_of(*roles))})


def cards_of(*roles: str) -> list[str]:
    """The cards of these roles, each another copy."""
    return [f"{role}#{roles[: at + 1].count(role)}" for at, role in enumerate(roles)]


def all_say(match: Match, *keys: str) -> tuple[Event, ...]:
    """All who are asked answer, in the order of their seats; the same where only one answer is given."""
    seats = asked(match)
    given = keys * len(seats) if len(keys) == 1 else keys
    assert len(seats) == len(given), seats
    return tuple(event for seat, key in zip(seats, given, strict=True) for event in do(match, seat, key))


def name(match: Match, whom: Mapping[int, int | None], rest: int | None = None) -> tuple[Event, ...]:
    """All who are asked name a player, or nobody: these by seat, the others `rest`, or who sits next to them."""

    def key(seat: int) -> str:
        beside = next(other for other in asked_first if other != seat)
        named = whom.get(seat, beside if rest in (None, seat) else rest)
        return "nobody" if named is None else f"player:{named}"

    asked_first = asked(match)
    return tuple(event for seat in asked_first for event in do(match, seat, key(seat)))


def night(match: Match, hunt: int, *, light: int | None = None, herbs: int | None = None) -> tuple[Event, ...]:
    """A night in the valley of seats 0 (wolf), 1 (lamplighter) and 2 (herbalist); all told of it."""
    told: tuple[Event, ...] = ()
    for caller, choice in ((1, light), (2, herbs), (0, hunt)):
        told += name(match, {} if choice is None else {caller: choice})
    return told


def talked(match: Match) -> None:
    """All have said that they are done."""
    assert kind(match) == "talk"
    all_say(match, "pass")


def told(events: tuple[Event, ...], kind_of: str) -> list[Mapping[str, object]]:
    """The facts of the events of a kind."""
    return [event.facts for event in events if event.kind == kind_of]


def winners(match: Match) -> list[int]:
    """Who has won."""
    assert match.state.result is not None
    return [int(seat) for seat in match.state.result.winners]
