"""The five events (CH-EVT-GEN-01 to CH-EVT-STORM-06).

Drawing a card can trigger an event, and events make people draw: this module and `drawing` need each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from rules.engine import Choose, Claim, Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table
from rules.games.chesney import damage, dice, judging
from rules.games.chesney.factions import down_sides
from rules.games.chesney.flipping import turn_up
from rules.games.chesney.names import ASIDE, hand
from rules.games.chesney.offers import choose_side, hand_cards
from rules.games.chesney.pieces import CHRONIC, INN_DAMAGED, SECRET, STORM, of_kind
from rules.games.chesney.rounds import drawing
from rules.games.chesney.rounds.over import RoundOver
from rules.games.chesney.situation import is_wounded

MOST_EVENTS: Final = 4  # CH-EVT-GEN-05
STORM_LIMIT: Final = 8


def trigger(t: Table, seat: Seat, event: PieceId) -> Play:
    """Executes an event that `seat` has drawn. After the fourth the round ends, once an owed Judgement is made
    (CH-EVT-GEN-05, -06; J-35)."""
    triggered = t["triggered"]
    assert isinstance(triggered, tuple)
    t.set("triggered", (*triggered, event))
    text = f"text_{event.lower().replace('-', '_')}"
    t.tell("event", seat=seat, piece=event, number=len(triggered) + 1, text=text)
    effect = _EFFECTS.get(event)
    if effect is not None:
        yield from effect(t, seat)
    if len(triggered) + 1 == MOST_EVENTS:
        t.tell("fourth_event")
        damage.cut_windows_off(t)
        if t.settings["fourth_event_judges"]:
            yield from judging.judge_owed(t, draws=False)
        raise RoundOver(None)


# -- cards that are out of the round -----------------------------------------------------------------------------------


def _ban(kind: str, rule: str, t: Table, first: Seat) -> Play:
    """Everybody puts the banned cards of the own hand aside and draws as many (CH-EVT-CHRONIC-02, CH-EVT-INN-02). Every
    seat with cards is asked, so that nobody sees who holds one."""
    for seat in t.clockwise(first):
        while t.pile(hand(seat)).slots:
            card = yield Choose(
                kind="put_aside",
                seat=seat,
                choices=partial(_banned_cards, kind, rule, seat),
                facts={"card": kind.lower()},
            )
            if card is None:
                break
            t.move(card, ASIDE, frm=hand(seat))
            t.tell("put_aside", seat=seat, piece=card)
            yield from drawing.draw(t, seat, 1)


def _banned_cards(kind: str, rule: str, seat: Seat, seen: State) -> Iterator[Option]:
    for piece in hand_cards(seen, seat, lambda p: p.kind == kind):
        say, gesture = Say("aside", {"piece": piece}), Laid(ASIDE, piece)
        yield Option(f"aside:{piece}", piece, say, gesture, piece=piece, pile=hand(seat))
    lacks = seen.pile(hand(seat)).lacks(lambda p: p.kind == kind)
    refusal = Refusal("holds_banned_card", rule, {"card": kind.lower()}) if lacks is False else None
    said = Say("holds_none", {"card": kind.lower()})
    claim = Claim(hand(seat), of_kind(kind), said, rule) if lacks is None else None
    yield Option("none", None, Say("holds_none", {"card": kind.lower()}), refusal=refusal, claim=claim)


# -- the others --------------------------------------------------------------------------------------------------------


def _secret(t: Table, first: Seat) -> Play:
    """Everybody turns one face-down faction card up, of two the owner chooses (CH-EVT-SECRET-01, J-39)."""
    for seat in t.clockwise(first):
        side = yield from choose_side(t, seat, "secret", down_sides(t.state, seat))
        if side is not None:
            yield from turn_up(t, seat, side)


def _storm(t: Table, first: Seat) -> Play:
    """Every Non-wounded player rolls; 8 or less is 1 damage from nobody (CH-EVT-STORM-01 to -06)."""
    for seat in t.clockwise(first):
        if is_wounded(t.state, seat):
            continue
        result = yield from dice.throw_alone(t, seat, "storm")
        if result is not None and result <= STORM_LIMIT:
            yield from damage.strike(t, [damage.Hit(seat, 1, (), "STORM")], seat)


_EFFECTS: Final[Mapping[PieceId, Callable[[Table, Seat], Play]]] = {
    CHRONIC: partial(_ban, "ELIXIR", "CH-EVT-CHRONIC-02"),
    INN_DAMAGED: partial(_ban, "INN", "CH-EVT-INN-02"),
    SECRET: _secret,
    STORM: _storm,
}
