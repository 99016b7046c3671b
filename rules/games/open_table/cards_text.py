"""Cards as people write them down: a line for each kind, as it is copied out of a spreadsheet or saved as CSV.

name      count  text                 value  suit    picture
Lantern   3      Look at a hand.      2      Light
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine.definitions import Field, GrammarError, Picture, Text, Whole, rows_of
from rules.games.open_table.table_rules import MOST_CARDS, CardRow
from words import Sentence

LARGEST: Final = 40_000
COLUMNS: Final = (
    Field("name", Text(), "What the card is called.", required=True),
    Field("count", Whole(1), "How many there are of it."),
    Field("text", Text(300), "What stands on it."),
    Field("value", Whole(-9999, 9999), "What it is worth."),
    Field("suit", Text(20), "Its suit, or its kind."),
    Field("picture", Picture(), "Its picture."),
)
CALLED: Final[Mapping[str, str]] = {
    **{"anzahl": "count", "wert": "value", "farbe": "suit", "kind": "suit", "art": "suit", "number": "count"},
    **{"nom": "name", "nombre": "count", "texte": "text", "valeur": "value", "couleur": "suit"},
    **{"bild": "picture", "image": "picture"},
}
"""What people call the columns."""


def cards_of(text: str) -> tuple[CardRow, ...]:
    """The kinds of cards that a text lists. GrammarError names the line and what to do."""
    rows = tuple(CardRow(**row) for row in rows_of(text, COLUMNS, CALLED))
    check_number(sum(row.count for row in rows))
    return rows


def check_number(count: int) -> None:
    """GrammarError where these are more cards than a table holds."""
    if count > MOST_CARDS:
        what = Sentence("a table holds at most {most} cards, and these are {count}.", most=MOST_CARDS, count=count)
        raise GrammarError(what)
