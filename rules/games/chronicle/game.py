"""Chronicle: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rules.engine import (
    ALL,
    Bots,
    Box,
    Episodes,
    Game,
    PieceId,
    Play,
    Rules,
    Screens,
    Setting,
    Shape,
    Table,
    by_phase,
    only,
)
from rules.games.chronicle import closing, meeting, names as n, rounds
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.faces import faces
from rules.games.chronicle.names import CHARACTERS, DISCARD, HISTORIES
from rules.games.chronicle.packs import starter
from rules.games.chronicle.standing import hints, standing

PHASES: Final[Mapping[str, Callable[[Table, Pack], Play | None]]] = {
    "round": rounds.start_round,
    "history": rounds.turn_up_history,
    "burn": rounds.burn,
    "deal": rounds.deal,
    "theme": rounds.show_theme,
    "meeting": meeting.play_card,
    "meeting_end": meeting.end_meeting,
    "taking": meeting.take_cards,
    "burning": meeting.burn_cards,
    "discarding": meeting.discard_cards,
    "giving_back": meeting.give_cards_back,
    "hands_down": closing.lay_hands_down,
    "scoring": closing.score,
    "round_over": closing.round_over,
    "play_on": closing.ask_to_play_on,
}

EPISODES: Final = Episodes(
    begins={"round_started": "round", "leader": "meeting", "scoring": "scoring"},
    counting={"scoring"},
    decides={
        *("meeting_won", "meeting_won_reversed", "meeting_won_by_wild", "meeting_won_by_burning"),
        *("meeting_won_by_leader", "meeting_won_by_hand"),
    },
    lays={"played": "piece", "played_face_down": "", "turned_up": "piece"},
    plain={"round_started", "leader", "lead_suit", "scoring", "round_over", "allies_now"},
)

SETTINGS: Final = (
    Setting("two_histories", False, "Two history cards are turned up every round, and both are paid (CR-105)."),
    Setting("prolonged", False, "Players who tie at the top may agree to play on until one is alone there (CR-103)."),
)


def setup(pack: Pack, t: Table) -> None:
    """CR-003: everybody starts without Fame; the history cards are a shuffled pile."""
    t.add_pile("deck", deck=CHARACTERS, spot="deck")
    t.add_pile("history_pile", deck=HISTORIES, spot="history_pile")
    t.add_pile("history", readers=ALL, shape=Shape.ROW, ordered=True, face_up=True, spot="history")
    t.add_pile("used_history", readers=ALL, ordered=True, face_up=True, spot="used_history")
    t.add_pile(DISCARD, readers=ALL, ordered=True, face_up=True, top_only=True, spot=DISCARD)
    t.add_pile("aside", readers=ALL, shape=Shape.ROW, face_up=True, spot=DISCARD)
    for seat in t.seats:
        t.add_pile(n.hand(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_pile(n.meeting(seat), readers=ALL, owner=seat, shape=Shape.SLOT, face_up=True, spot=n.meeting(seat))
        t.add_pile(
            n.allies(seat),
            readers=ALL,
            owner=seat,
            shape=Shape.ROW,
            ordered=True,
            face_up=True,
            spot=n.allies(seat),
        )
        t.add_track(n.fame(seat), 0, owner=seat)
        t.add_track(n.void(seat), (), owner=seat)
    for counter in ("round", "meeting", "to_draw"):
        t.add_track(counter, 0)
    for name in ("leader", "next_leader", "lead_suit", "theme_holder", "named_winner"):
        t.add_track(name, None)
    for listing in ("returning", "repeated", "past"):
        t.add_track(listing, ())
    t.add_track("playing_on", False)
    t.go("round")


def build(pack: Pack | None = None) -> Game:
    """The game with the cards of a pack, or with those of the starter pack."""
    cards = starter() if pack is None else pack
    decks: dict[str, tuple[PieceId, ...]] = {CHARACTERS: tuple(cards.characters), HISTORIES: tuple(cards.histories)}
    used = Setting("pack", cards.pack_id, "Whose card texts the match is played with.", (cards.pack_id,))
    return Game(
        package=__name__,
        title="Chronicle",
        seats=range(3, 7),
        rules=Rules(
            setup=partial(setup, cards),
            play=by_phase(PHASES, cards),
            settings=(*SETTINGS, used),
        ),
        box=Box(decks=lambda settings, seats: decks, faces=partial(faces, cards)),
        episodes=EPISODES,
        screens=Screens(prominent={"fame"}),
        bots=Bots(value=partial(standing, cards), hints=partial(hints, cards)),
    )
