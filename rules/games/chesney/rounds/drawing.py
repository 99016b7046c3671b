"""Drawing from the two piles, and making them anew (CH-DECK-01 to -10)."""

from __future__ import annotations

from typing import Final

from rules.engine import UNSEEN, Draw, Drawn, Insert, PieceId, Play, Prepare, Seat, Shuffle, Step, Table
from rules.engine.parts import draw_out, put_back
from rules.games.chesney import damage, judging, names as n
from rules.games.chesney.action_cards import events
from rules.games.chesney.pieces import EVENTS, is_event, of_kind
from rules.games.chesney.situation import as_seat, elixir_banned, inn_banned, is_advanced, is_wounded

POISONED: Final = frozenset({"no_elixir", "no_struggle"})


def draw(t: Table, seat: Seat, count: int, *, outermost: bool = False) -> Play:
    """`seat` draws until it has `count` cards more (CH-EVT-GEN-03, CH-CHAR-CARD-13). `outermost`: nothing else is going
    on, so that an event's own Judgement comes before the draw goes on (CH-EVT-GEN-10). A draw ends for who becomes
    wounded by it (CH-EVT-GEN-09), and when there is no card anywhere (CH-DECK-06)."""
    was_wounded, got = is_wounded(t.state, seat), 0
    yield from renew_pile(t)
    while got < count and t.pile(n.PILE).slots:
        drawn: Drawn = yield _question(t, seat, min(count - got, len(t.pile(n.PILE))))
        for card in drawn.cards:
            t.move(card, n.hand(seat), frm=n.PILE)
        got += len(drawn.cards)
        if drawn.cards:
            t.tell("drew", seat=seat, count=len(drawn.cards))
        if drawn.stop is not None:
            yield from shown_at_once(t, seat, drawn.stop)
            if outermost:
                yield from judging.judge_owed(t)
        else:
            yield from renew_pile(t)
        if is_wounded(t.state, seat) and not was_wounded:
            return


def stops(t: Table) -> dict[PieceId, str]:
    """The pieces that are shown at once when they are drawn, and where they go."""
    found: dict[PieceId, str] = {}
    if t.number("events_in_pile"):
        found |= dict.fromkeys((e for e in EVENTS if t.state.where(e) is None), n.EVENT_ROW)
    if is_advanced(t):
        found |= dict.fromkeys((p for p in t.pile(n.PILE).pieces if p.kind == "POISON"), n.RESERVE)
    for kind, banned in (("ELIXIR", elixir_banned(t.state)), ("INN", inn_banned(t.state))):
        if banned:
            found |= dict.fromkeys(of_kind(kind), n.ASIDE)
    return found


def _question(t: Table, seat: Seat, count: int) -> Draw:
    return Draw(
        kind="draw",
        seat=seat,
        pile=n.PILE,
        to=n.hand(seat),
        count=count,
        stops=stops(t),
        seeded=frozenset(EVENTS),
        seeded_count=t.number("events_in_pile"),
        facts={"count": count},
    )


def shown_at_once(t: Table, seat: Seat, piece: PieceId) -> Play:
    """An event is executed (CH-EVT-GEN-01), a Poison works (CH-CHAR-CARD-10), a banned card is put aside
    (CH-EVT-CHRONIC-03, CH-EVT-INN-02). When it was the last card, the new pile comes first (CH-DECK-01)."""
    if is_event(piece):
        t.move(piece, n.EVENT_ROW, frm=n.PILE)
        t.add("events_in_pile", -1)
        yield from renew_pile(t)
        yield from events.trigger(t, seat, piece)
    elif piece.kind == "POISON":
        t.move(piece, n.RESERVE, frm=n.PILE)
        t.tell("poison_drawn", seat=seat, piece=piece)
        yield from renew_pile(t)
        yield from poison(t, seat)
    else:
        t.move(piece, n.ASIDE, frm=n.PILE)
        t.tell("put_aside", seat=seat, piece=piece)
        yield from renew_pile(t)


def poison(t: Table, seat: Seat) -> Play:
    """Who draws a Poison takes 1 damage from the Alchemist, who is immune (CH-CHAR-CARD-10 to -12)."""
    alchemist = as_seat(t["poisoner"])
    if alchemist is not None and alchemist != seat:
        yield from damage.strike(t, [damage.Hit(seat, 1, (alchemist,), "POISON", alchemist, bans=POISONED)], seat)


# -- making a pile anew ------------------------------------------------------------------------------------------------


def renew_pile(t: Table) -> Play:
    """The last action card was taken: Play Area and discards become the new pile (CH-DECK-01, -02), the first time with
    two of the unused events in it (CH-DECK-03)."""
    if t.pile(n.PILE).slots:
        return
    if not put_back(t, n.PILE, n.PLAY_AREA, n.DISCARD):
        return
    steps: tuple[Step, ...] = (Shuffle((n.PLAY_AREA, n.DISCARD), n.PILE),)
    above = None
    if not t["renewed"]:
        t.set("renewed", True)
        under, middle = put_events_in(t)
        steps, above = (*steps, under, middle), middle.above
    t.tell("pile_renewed", count=len(t.pile(n.PILE)))
    yield Prepare(kind="renew_pile", steps=steps, facts={"above": above})


def put_events_in(t: Table) -> tuple[Insert, Insert]:
    """Two of the unused events, nobody knows which, go under the pile and into its middle (CH-SETUP-12, -13)."""
    count = len(t.pile(n.PILE))
    for _ in range(2):
        t.move(UNSEEN, n.PILE, frm=n.UNUSED_EVENTS)
    t.add("events_in_pile", 2)
    return Insert(n.UNUSED_EVENTS, n.PILE, count), Insert(n.UNUSED_EVENTS, n.PILE, count // 2)


def draw_factions(t: Table, seat: Seat, count: int) -> Play:
    """`seat` privately draws faction cards (CH-INFO-22); a pile that runs out is made anew at once (CH-DECK-07)."""
    yield from renew_factions(t)
    got = 0
    while got < count and t.pile(n.FACTION_PILE).slots:
        wanted = min(count - got, len(t.pile(n.FACTION_PILE)))
        question = Draw(
            kind="draw_factions",
            seat=seat,
            pile=n.FACTION_PILE,
            to=n.choice(seat),
            count=wanted,
            facts={"count": wanted},
        )
        yield from draw_out(t, question)
        got += wanted
        yield from renew_factions(t)
    t.tell("drew_factions", seat=seat, count=got)


def renew_factions(t: Table) -> Play:
    """An empty faction pile is made anew from its discards as soon as there are any (CH-DECK-07)."""
    if t.pile(n.FACTION_PILE).slots or not t.pile(n.FACTION_DISCARD).slots:
        return
    t.tell("factions_renewed", count=put_back(t, n.FACTION_PILE, n.FACTION_DISCARD))
    yield Prepare(kind="renew_factions", steps=(Shuffle((n.FACTION_DISCARD,), n.FACTION_PILE),))
