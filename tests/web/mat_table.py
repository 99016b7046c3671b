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
    return Face(
        piece=f"{kind}-{number}",
        title=f"{kind} {number}",
        corner=str(number),
        suit="diamond",
        suit_name=kind,
        tint="red",
        text=f"Number {number}.",
    )


class MatTable(FakeTable):
    """See above. `shown` is an open card at everybody's mat; seat 0 alone knows its own face-down one."""

    shown = Face(
        piece="open-1", title="Open Agate", corner="7", suit="star", suit_name="Agate", tint="green", text=OPEN_TEXT
    )
    hidden = Face(
        piece="opal-1",
        title=SECRET_CARD,
        corner="3",
        suit="moon",
        suit_name="Opal",
        tint="violet",
        text="Nobody else may know it.",
    )
    closes_in_s: int | None = None
    asks_for_cards = True
    asks_openly = False  # several seats are asked for one of three plain things
    deals = False  # cards are to be dealt, which anybody may say
    taps: tuple[str, ...] = ()  # the keys of all answers
    notes_only = False  # answers are taken and kept back

    def _packet(self, seat: int | None) -> Packet:
        players = tuple(
            PlayerView(
                seat=n,
                name=name,
                colour=LOOKS[n][0],
                shape=LOOKS[n][1],
                joined=n != 1,
                bot=n == 1,
                on_turn=n == 0,
                asked=n in (0, 3),
            )
            for n, name in enumerate(NAMES)
        )
        events = (EventView(number=1, text="A public line."), *self.own_events(seat))
        return replace(
            super()._packet(seat),
            players=players,
            piles=tuple(pile for n in range(len(NAMES)) for pile in self.mat(n, seat)) + self.middle(),
            tracks=(
                *(
                    TrackView(
                        key=f"life/{n}", label="Life", value=str(n % 4), owner=n, prominent=True, shape="heart", most=3
                    )
                    for n in range(len(NAMES))
                ),
            ),
            notes=self.notes(seat),
            events=events,
            question=self.ask(seat),
        )

    def _play(self, session: Session, key: str, version: int) -> Reply:
        self.taps = (*self.taps, key)
        return Reply(True, "Noted." if self.notes_only else "", version, noted=self.notes_only)

    def own_events(self, seat: int | None) -> tuple[EventView, ...]:
        return (EventView(number=2, text=SECRET_LINE, own=True),) if seat == 0 else ()

    def mat(self, seat: int, reader: int | None) -> tuple[PileView, ...]:
        """Right before left, as they come; the page orders them by where they lie. Two piles share the right place."""
        face = self.hidden if reader == seat == 0 else None
        name = NAMES[seat]
        covered = CardView(None, False)
        return (
            PileView(
                key=f"right/{seat}",
                label=f"Right of {name}",
                shape="slot",
                owner=seat,
                count=1,
                cards=(covered,),
                short="Right",
                spot=f"right/{seat}",
                across_mm=80.0,
            ),
            PileView(
                key=f"left/{seat}",
                label=f"Left of {name}",
                shape="slot",
                owner=seat,
                count=1,
                cards=(CardView(face, False),),
                short="Left",
                spot=f"left/{seat}",
                across_mm=0.0,
            ),
            PileView(
                key=f"over/{seat}",
                label=f"Over the right of {name}",
                shape="slot",
                owner=seat,
                count=1,
                cards=(CardView(self.shown, True),),
                short="Over",
                spot=f"right/{seat}",
                across_mm=80.0,
            ),
            PileView(
                key=f"hand/{seat}",
                label=f"Hand of {name}",
                shape="hand",
                owner=seat,
                count=2,
                cards=(covered, covered),
                short="Hand",
            ),
            PileView(
                key=f"store/{seat}",
                label=f"Store of {name}",
                shape="row",
                owner=seat,
                count=8 if seat == 4 else 0,
                cards=tuple(CardView(self.shown, True) for _ in range(8 if seat == 4 else 0)),
                short="Store",
            ),
            PileView(
                key=f"gone/{seat}", label=f"Gone from {name}", shape="hand", owner=seat, count=0, cards=(), short="Gone"
            ),
        )

    def middle(self) -> tuple[PileView, ...]:
        return (
            PileView(
                key="deck",
                label="The deck",
                shape="stack",
                owner=None,
                count=40,
                cards=tuple(CardView(None, False) for _ in range(40)),
            ),
            PileView(key="row", label="The row", shape="row", owner=None, count=1, cards=(CardView(self.shown, True),)),
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
            return QuestionView(
                kind="deal",
                text="Deal the gems.",
                seats=(),
                yours=True,
                options=(OptionView(key="dealt", label="They are dealt unseen"),),
            )
        if self.asks_openly:
            if seat in (0, 3):
                options = tuple(OptionView(key=f"say:{n}", label=f"Answer {n}") for n in range(3))
            return QuestionView(
                kind="say", text="Anna and Dan, answer.", seats=(0, 3), yours=seat in (0, 3), options=options, lots=True
            )
        if seat == 0 and self.asks_for_cards:
            why = WhyNot("No emeralds now", "Emeralds rest in this round.", "GEM-3")
            named = tuple(
                OptionView(
                    key=f"gem:{n}",
                    label=f"Play {gem(n).title}",
                    face=gem(n),
                    why_not=why if n % 3 == 2 else None,
                    maybe=True,
                )
                for n in range(15)
            )
            options = (*named, OptionView(key="gem:?", label="Play a card without a name"))
        elif seat == 0:
            why = WhyNot("It must be true", "Your cards say something else.", "GEM-4")
            options = tuple(
                OptionView(key=f"say:{n}", label=f"Answer {n}", face=None, why_not=why if n else None)
                for n in range(10)
            )
        return QuestionView(
            kind="gem",
            text="Anna plays a gem.",
            seats=(0, 3),
            yours=seat in (0, 3),
            options=options,
            dice=(),
            closes_in_s=self.closes_in_s,
        )
