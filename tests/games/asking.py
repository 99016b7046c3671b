"""Asking and answering in a match of any game, as the tests of games do it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rules.engine.match import Accepted, Match
from rules.engine.packets import Heard, packet, plain
from rules.engine.questions import Answer, Option
from rules.engine.types import UNSEEN, Card, Event, PieceId, Refusal, Seat


def do(match: Match, seat: int | None, key: str, cards: Mapping[str, Iterable[str]] | None = None) -> tuple[Event, ...]:
    """Gives an answer that must be accepted; what it told. `cards`: what was drawn or dealt, by pile."""
    named = tuple((pile, tuple(_named(c) for c in names)) for pile, names in (cards or {}).items())
    outcome = match.submit(Answer(None if seat is None else Seat(seat), key, named))
    assert isinstance(outcome, Accepted), f"{key}: {outcome}"
    return outcome.events


def _named(text: str) -> Card:
    return UNSEEN if text == "?" else PieceId(text)


def use(match: Match, seat: int, *keys: str) -> tuple[Event, ...]:
    """Several answers of one seat, one after another; all that they told."""
    return tuple(event for key in keys for event in do(match, seat, key))


def refused(match: Match, seat: int | None, key: str, *, irregular: bool = False) -> Refusal:
    """An answer that must be refused, and why; `irregular`: although the host would accept it."""
    before = match.version
    outcome = match.submit(Answer(None if seat is None else Seat(seat), key, (), irregular))
    assert isinstance(outcome, Refusal), f"{key} was accepted"
    assert match.version == before
    return outcome


def kind(match: Match) -> str:
    """The kind of the open question; empty when the match is over."""
    return match.question.kind if match.question is not None else ""


def asked(match: Match) -> list[int]:
    """The seats that have to answer."""
    return [int(s) for s in match.waiting]


def allowed(match: Match, seat: int) -> set[str]:
    """The keys that a seat may answer with now."""
    return {o.key for o in match.options(Seat(seat)) if o.refusal is None}


def offered(match: Match, seat: int, key: str) -> Option | None:
    """The option of this key as a seat finds it in its list; None when it is not listed at all."""
    return next((o for o in match.options(Seat(seat)) if o.key == key), None)


def reason(match: Match, seat: int, key: str) -> tuple[str, str]:
    """Code and rule of why a listed option is refused; two empty texts when it is allowed."""
    option = offered(match, seat, key)
    assert option is not None, f"{key} is not listed"
    return ("", "") if option.refusal is None else (option.refusal.code, option.refusal.rule)


def why_not(match: Match, seat: int, key: str) -> str:
    """The code of the refusal that stands beside an option; empty when it is allowed."""
    return reason(match, seat, key)[0]


def far(match: Match, seat: int, key: str) -> Refusal:
    """The refusal of something that nobody lists but hands may do (`far:e2:e5`, `play:queen`), with its rule."""
    assert match.question is not None
    option = next(o for o in match.question.unlikely(match.seen(Seat(seat)), Seat(seat)) if o.key == key)
    assert option.refusal is not None
    return option.refusal


def far_reason(match: Match, seat: int, key: str) -> tuple[str, str]:
    """Code and rule of why something is refused that nobody lists but hands may do."""
    refusal = far(match, seat, key)
    return refusal.code, refusal.rule


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of events."""
    return [e.kind for e in events]


def hears(match: Match, reader: int, kind: str) -> list[Heard]:
    """The events of a kind that a seat has heard (-1: everybody)."""
    return [h for h in packet(match, Seat(reader)).events if h.event.kind == kind]


def view(match: Match, reader: int) -> str:
    """All that a seat is handed, byte for byte (-1: what everybody is)."""
    return json.dumps(plain(packet(match, Seat(reader))))
