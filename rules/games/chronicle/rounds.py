"""The start of a round, from the history card to the leader of the first meeting (CR-010 to CR-023)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from rules.engine import PUBLIC, Deal, Laid, Option, PieceId, Play, Refusal, Reveal, Say, Seat, State, Table, Window
from rules.engine.parts import deal_out, put_back
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import CHARACTERS, DISCARD, hand, meeting, pieces_of, turned_up, void

HAND_SIZE: Final = {3: 12, 4: 9, 5: 7, 6: 6}  # CR-012


def start_round(t: Table, pack: Pack) -> None:
    """All characters are collected and shuffled; nothing but Fame carries over (CR-011)."""
    t.gather(CHARACTERS, "deck")
    t.add("round", 1)
    for track in ("repeated", "returning", *(void(s) for s in t.seats)):
        t.set(track, ())
    for track in ("leader", "next_leader", "theme_holder", "lead_suit", "named_winner"):
        t.set(track, None)
    t.set("meeting", 0)
    t.set("to_draw", 2 if t.settings["two_histories"] else 1)
    t.tell("round_started", round=t.number("round"))
    t.go("history")


def turn_up_history(t: Table, pack: Pack) -> Play:
    """Turns up the history cards of the round, one after the other."""
    while t.number("to_draw") > 0 and _refilled(t):
        piece = yield Reveal(kind="history", pile="history_pile", to_spot="history", boundary=True)
        t.move(piece, "history", frm="history_pile")
        t.add("to_draw", -1)
        t.tell("history_turned", piece=piece, text=pack.histories[piece].text)
        _bring_more(t, pack, piece)
    back = pieces_of(t, "returning")
    for piece in back:  # the replacement has been drawn: only now does it go back (CR-020)
        t.tell("history_returned", piece=piece)
        t.move(piece, "history_pile", frm="history")
    if back:
        t.shuffle("history_pile")
        t.set("returning", ())
    t.go("burn" if len(t.seats) == 5 else "deal")


def _refilled(t: Table) -> bool:
    """Whether there is a history card to turn up; an empty pile is made anew from the used ones (CR-023)."""
    if not t.pile("history_pile").slots and t.pile("used_history").slots:
        put_back(t, "history_pile", "used_history")
        t.tell("history_refilled")
    return len(t.pile("history_pile")) > 0


def _bring_more(t: Table, pack: Pack, piece: PieceId) -> None:
    """What a history card brings into play besides its own condition."""
    card = pack.histories[piece]
    if card.draw_more:
        t.add("to_draw", card.draw_more)
        t.tell("history_more", piece=piece, count=card.draw_more)
    if card.reactivate_previous:
        before = pieces_of(t, "past")[-card.reactivate_previous :]
        if before:
            t.set("repeated", (*pieces_of(t, "repeated"), *before))
            t.tell("history_repeated", piece=piece, pieces=before)
        else:  # CR-019
            t.set("returning", (*pieces_of(t, "returning"), piece))
            t.add("to_draw", 1)
            t.tell("nothing_to_repeat", piece=piece)


def themes(t: Table, pack: Pack) -> tuple[PieceId, ...]:
    """The theme cards of the history cards turned up this round, the first one first (CR-015, CR-022)."""
    return tuple(dict.fromkeys(pack.histories[p].theme for p in turned_up(t)))


def burn(t: Table, pack: Pack) -> Play:
    """Five players: one card is turned up and discarded, but no theme card (CR-013 to CR-015)."""
    protected = themes(t, pack)
    while not t.pile(DISCARD).slots:
        piece = yield Reveal(kind="burn", pile="deck", to_spot=DISCARD, boundary=True)
        if piece in protected:
            t.move(piece, "aside", frm="deck")
            t.tell("theme_protected", piece=piece)
        else:
            t.move(piece, DISCARD, frm="deck")
            t.tell("burned", piece=piece)
    put_back(t, "deck", "aside")
    t.go("deal")


def deal(t: Table, pack: Pack) -> Play:
    """CR-012."""
    size = HAND_SIZE[len(t.seats)]
    counts = {hand(s): size for s in t.seats}
    yield from deal_out(t, Deal(kind="deal", pile="deck", counts=counts, boundary=True, facts={"count": size}))
    t.tell("dealt", count=size)
    t.go("theme")


def show_theme(t: Table, pack: Pack) -> Play:
    """The holders of the theme cards show them; the first one's leads (CR-016, CR-022)."""
    for theme in themes(t, pack):
        if _shown(t.state, theme) is not None:
            continue
        seat, card = yield Window(
            kind="show_theme",
            seats=t.seats,
            choices=partial(_show_options, theme),
            may_pass=False,
            hands="hand",
            of_table=True,
            boundary=True,
            facts={"piece": theme},
        )
        t.name(hand(seat), card)
        t.show(hand(seat), card)
        t.tell("theme_shown", seat=seat, piece=card)
    _first_meeting(t, themes(t, pack))


def _first_meeting(t: Table, shown: Iterable[PieceId]) -> None:
    holders = [holder for theme in shown if (holder := _shown(t.state, theme)) is not None]
    first = holders[0] if holders else Seat(0)
    t.set("theme_holder", first)
    t.set("next_leader", first)
    next_meeting(t)


def next_meeting(t: Table) -> None:
    """A new meeting begins; whoever was to lead next leads it."""
    value = t["next_leader"]
    first = Seat(value) if isinstance(value, int) else Seat(0)
    t.set("leader", first)
    t.set("next_leader", None)
    t.set("lead_suit", None)
    t.set("named_winner", None)
    t.add("meeting", 1)
    t.tell("leader", seat=first)
    t.go("meeting", first)


def _shown(state: State, theme: PieceId) -> Seat | None:
    """Who holds a theme card that everybody has seen."""
    for seat in state.seats:
        for slot in state.pile(hand(seat)).slots:
            if slot.piece == theme and PUBLIC in slot.readers:
                return seat
    return None


def _show_options(theme: PieceId, seen: State, seat: Seat) -> Iterable[Option]:
    lacks = seen.pile(hand(seat)).lacks(lambda card: card == theme)
    facts = {"piece": theme}
    refusal = Refusal("card_not_in_hand", "CR-016", facts) if lacks is True else None
    gesture = Laid(meeting(seat), theme)
    yield Option(f"show:{theme}", theme, Say("show", facts), gesture, refusal, piece=theme)
    must = Refusal("theme_card_must_be_shown", "CR-016", facts)
    yield Option("keep", None, Say("keep"), refusal=must)
