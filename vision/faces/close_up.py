"""Cards close up, as a reader box sees one and a photograph some that lie apart: told by their looks where they have no
sticker."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision._pixels import as_image, colour
from vision.faces.find import changed_cards
from vision.faces.learn import framed
from vision.faces.looks import Look, Looks
from vision.faces.reader import Answer, FaceReader, Named, Unsure
from vision.reading.card_pictures import straight_cards, straight_cards_of
from vision.reading.photo import read_tags_hard
from vision.types import Image


def look_in(picture: Image, decks: tuple[Looks, ...], px_per_mm: float) -> Look | None:
    """The look of the card that lies in a picture, on a ground of one colour; None where it cannot be told."""
    seen = colour(picture)
    ground = as_image(np.broadcast_to(np.median(seen[:4].reshape(-1, 3), axis=0), seen.shape))
    for looks in decks:
        places = changed_cards(seen, ground, looks.size, lambda pixels: pixels / px_per_mm)
        answer = FaceReader(looks).read(seen, places)
        if isinstance(answer, Named):
            return answer.look
    return None


def looks_in(photo: bytes, decks: Sequence[Looks]) -> tuple[Look, ...]:
    """The looks of the cards that lie apart from each other in a photograph, in reading order, without those that have
    a sticker or cannot be told. VisionError where it is no picture, or no card is in it."""
    found = []
    for card in straight_cards(photo):
        if read_tags_hard(card):
            continue
        found += [answer.look for answer in _answers(card, decks) if isinstance(answer, Named)][:1]
    return tuple(found)


def on_glass(picture: Image, decks: Sequence[Looks]) -> tuple[Look | None, ...]:
    """The looks of the cards that lie on the glass of a reader box, in a picture of it; None for one that may be one of
    several. What is like no card is left out."""
    found: list[Look | None] = []
    for card in straight_cards_of(colour(picture)):
        answers = _answers(card, decks)
        named = [answer.look for answer in answers if isinstance(answer, Named)]
        if named or any(isinstance(answer, Unsure) for answer in answers):
            found.append(named[0] if named else None)
    return tuple(found)


def _answers(card: Image, decks: Sequence[Looks]) -> list[Answer]:
    return [FaceReader(looks).named(framed(card, looks.size)) for looks in decks if len(looks)]
