"""A single card close up, as a reader box sees it: told by its look where it has no sticker."""

from __future__ import annotations

import numpy as np

from vision._pixels import as_image, colour
from vision.faces.find import changed_cards
from vision.faces.looks import Look, Looks
from vision.faces.reader import FaceReader, Named
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
