"""A fake table of a larger kind: ten seats with mats, notes, private lines, and a question about unshown cards."""

from __future__ import annotations

from dataclasses import replace

from tests.web.fake_table import FakeTable
from web.views import (
    CardView,
    EventView,
    Face,
    NoteView,
    OptionView,
    Packet,
    PileView,
    PlayerView,
    QuestionView,
    Reply,
    Session,
    TrackView,
    WhyNot,
)

NAMES = ("Anna", "Ben", "Cara", "Dan", "Eve", "Finn", "Gwendolyn", "Hal", "Iris", "Jo")
LOOKS = (
    *(("amber", "circle"), ("blue", "square"), ("green", "triangle"), ("violet", "diamond"), ("red", "hexagon")),
    *(("teal", "cross"), ("pink", "star"), ("brown", "pentagon"), ("slate", "drop"), ("lime", "ring")),
)
KINDS = ("Ruby", "Sapphire", "Emerald")
SECRET_NOTE, SECRET_LINE, SECRET_CARD = "Only Anna is reminded of this.", "Ben shows Anna a ruby.", "Hidden Opal"
OPEN_TEXT = "Take two coins from anybody you like."


def gem(number: int) -> Face:
    """One of the cards that may be in a hand."""
    kind = KINDS[number % 3]
    return Face(f"{kind}-{number}", f"{kind} {number}", str(number), "diamond", kind, "red", f"Number {number}.")


class MatTable(FakeTable):
    """See above. `shown` is an open card at everybody's mat; seat 0 alone knows its own face-down one."""

    shown = Face("open-1", "Open Agate", "7", "star", "Agate", "green", OPEN_TEXT)
    hidden = Face("opal-1", SECRET_CARD, "3", "moon", "Opal", "violet", "Nobody else may know it.")
    closes_in_s: int | None = None
    asks_for_cards = True
    asks_openly = False  # several seats are asked for one of three plain things
    deals = False  # cards are to be dealt, which anybody may say
    taps: tuple[str, ...] = ()  # the keys of all answers
    notes_only = False  # answers are taken and kept back

    def _packet(self, seat: int | None) -> Packet:
        players = tuple(
            PlayerView(n, name, *LOOKS[n], joined=n != 1, bot=n == 1, on_turn=n == 0, asked=n in (0, 3))
            for n, name in enumerate(NAMES)
        )
        events = (EventView(1, "A public line."), *self.own_events(seat))
        return replace(
            super()._packet(seat),
            players=players,
            piles=tuple(pile for n in range(len(NAMES)) for pile in self.mat(n, seat)) + self.middle(),
            tracks=(*(TrackView(f"life/{n}", "Life", str(n % 4), n, True, "heart", 3) for n in range(len(NAMES))),),
            notes=self.notes(seat),
            events=events,
            question=self.ask(seat),
        )

    def _play(self, session: Session, key: str, version: int) -> Reply:
        self.taps = (*self.taps, key)
        return Reply(True, "Noted." if self.notes_only else "", version, noted=self.notes_only)

    def own_events(self, seat: int | None) -> tuple[EventView, ...]:
        return (EventView(2, SECRET_LINE, own=True),) if seat == 0 else ()

    def mat(self, seat: int, reader: int | None) -> tuple[PileView, ...]:
        """Right before left, as they come; the page orders them by where they lie. Two piles share the right place."""
        face = self.hidden if reader == seat == 0 else None
        name = NAMES[seat]
        covered = CardView(None, False)
        return (
            PileView(
                f"right/{seat}", f"Right of {name}", "slot", seat, 1, (covered,), "Right", f"right/{seat}", 80.0
            ),
            PileView(
                f"left/{seat}", f"Left of {name}", "slot", seat, 1, (CardView(face, False),), "Left",
                f"left/{seat}", 0.0,
            ),
            PileView(
                f"over/{seat}", f"Over the right of {name}", "slot", seat, 1, (CardView(self.shown, True),),
                "Over", f"right/{seat}", 80.0,
            ),
            PileView(f"hand/{seat}", f"Hand of {name}", "hand", seat, 2, (covered, covered), "Hand"),
            PileView(
                f"store/{seat}", f"Store of {name}", "row", seat, 8 if seat == 4 else 0,
                tuple(CardView(self.shown, True) for _ in range(8 if seat == 4 else 0)), "Store",
            ),
            PileView(f"gone/{seat}", f"Gone from {name}", "hand", seat, 0, (), "Gone"),
        )  # fmt: skip

    def middle(self) -> tuple[PileView, ...]:
        return (
            PileView("deck", "The deck", "stack", None, 40, tuple(CardView(None, False) for _ in range(40))),
            PileView("row", "The row", "row", None, 1, (CardView(self.shown, True),)),
        )

    def notes(self, seat: int | None) -> tuple[NoteView, ...]:
        public = (
            NoteView("Ben is protected until his next turn.", "Protected", 1, rule="GEM-1"),
            NoteView("Nobody may take coins this round.", "No coins"),
        )
        own = (NoteView(SECRET_NOTE, "secret", 0, True, "GEM-2"), NoteView("Dan holds a ruby.", "a ruby", 3, True))
        return (*own, *public) if seat == 0 else public

    def ask(self, seat: int | None) -> QuestionView:
        """Seat 0 names one of many cards, or none; otherwise it says yes, or is told why not. Asked openly, seats 0 and
        3 choose one of three things, and lots may be drawn. While it deals, nothing else is asked."""
        options: tuple[OptionView, ...] = ()
        if self.deals:
            return QuestionView("deal", "Deal the gems.", (), True, (OptionView("dealt", "They are dealt unseen"),))
        if self.asks_openly:
            if seat in (0, 3):
                options = tuple(OptionView(f"say:{n}", f"Answer {n}") for n in range(3))
            return QuestionView("say", "Anna and Dan, answer.", (0, 3), seat in (0, 3), options, lots=True)
        if seat == 0 and self.asks_for_cards:
            why = WhyNot("No emeralds now", "Emeralds rest in this round.", "GEM-3")
            named = tuple(
                OptionView(f"gem:{n}", f"Play {gem(n).title}", gem(n), why if n % 3 == 2 else None, maybe=True)
                for n in range(15)
            )
            options = (*named, OptionView("gem:?", "Play a card without a name"))
        elif seat == 0:
            why = WhyNot("It must be true", "Your cards say something else.", "GEM-4")
            options = tuple(OptionView(f"say:{n}", f"Answer {n}", None, why if n else None) for n in range(10))
        return QuestionView("gem", "Anna plays a gem.", (0, 3), seat in (0, 3), options, (), self.closes_in_s)
