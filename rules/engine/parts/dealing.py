"""Dealing and drawing: the question, and the cards laid where they came to; and what is put back to be drawn again."""

from __future__ import annotations

from rules.engine.game import Play
from rules.engine.questions import Deal, Draw
from rules.engine.table import Table


def deal_out(t: Table, question: Deal) -> Play:
    """Asks for a deal and lays every card where it was dealt to. Gives the cards by pile, unseen ones too."""
    dealt = yield question
    for key, cards in dealt.items():
        for card in cards:
            t.move(card, key, frm=question.source(key))
    return dealt


def draw_out(t: Table, question: Draw) -> Play:
    """Asks for a draw and lays the cards where they are held; a piece that ended it stays where it was. Gives what was
    drawn."""
    drawn = yield question
    for card in drawn.cards:
        t.move(card, question.to, frm=question.pile)
    return drawn


def move_all(t: Table, pile: str, *sources: str, face_up: bool | None = None) -> int:
    """All that lies on some piles goes to another one, in its order, such as a trick to who has won it. Gives how much
    it was. `face_up`: how it lies there; None: as that pile says."""
    slots = [(key, slot) for key in sources for slot in t.pile(key).slots]
    for key, slot in slots:
        t.move(slot.piece, pile, frm=key, face_up=face_up)
    return len(slots)


def put_back(t: Table, pile: str, *sources: str) -> int:
    """All that lies on some piles goes into another one, which is shuffled. Gives how much it was."""
    count = move_all(t, pile, *sources)
    t.shuffle(pile)
    return count
