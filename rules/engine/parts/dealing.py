"""Dealing and drawing: the question, and the cards laid where they came to."""

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
