"""Single pictures, as a phone sends them, in which a hand or another thing rests over a whole card and around it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision._table import Table, card, told
from vision import Art, ChangeKind, Frame, Image, ScenePiece

CARD = replace(card(1, 300, 200), art=Art("Demon", "M", (105, 105, 105), "star"))
OTHER = replace(card(2, 120, 200), art=Art("King", "K", (30, 105, 205), "star"))
GONE, PLACED = [ChangeKind.GONE], [ChangeKind.PLACED]
COLOURS = {"brown": (70, 105, 150), "pale": (150, 180, 225), "grey sleeve": (60, 60, 60), "blue book": (90, 60, 40)}


class Stills:
    """A table of which single pictures are shown, each again and again."""

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self.table, self.colour, self.count = Table(), colour, 1000
        self.laid, self.bare = self._picture(CARD, OTHER), self._picture(OTHER)

    def _picture(self, *pieces: ScenePiece) -> Image:
        self.table._pieces = {piece.ident: piece for piece in pieces}
        self.table._version += 1
        image = None
        for _ in range(30):
            self.table.clock.now_s += 0.2
            frame = self.table.camera.read(0.0)
            image = frame.image if frame is not None else image
        assert image is not None
        return image

    def under_hand(self, image: Image) -> Image:
        hand, (high, wide) = image.copy(), image.shape[:2]
        at = round(wide * 0.499), round(high * 0.507)
        cv2.circle(hand, at, wide // 10, self.colour, -1, cv2.LINE_AA)
        cv2.line(hand, at, (at[0] + 50, high), self.colour, wide // 15, cv2.LINE_AA)
        return hand

    def show(self, image: Image, times: int = 8) -> list[ChangeKind]:
        kinds: list[ChangeKind] = []
        for _ in range(times):
            self.table.clock.now_s += 0.2
            self.count += 1
            report = self.table.eye.look(Frame(image, self.table.clock.now_s, self.count))
            kinds += [
                kind for kind, payload, *_ in told(list(report.changes) if report else []) if payload == "CARD001"
            ]
        return kinds


def sized(image: Image, share: float) -> Image:
    return np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
def test_a_card_under_a_resting_hand_is_not_gone_and_is_when_the_hand_leaves_without_it(
    colour: tuple[int, int, int],
) -> None:
    stills = Stills(colour)
    assert stills.show(stills.bare) == []
    assert stills.show(stills.laid) == PLACED
    assert stills.show(stills.under_hand(stills.laid)) == []
    assert stills.show(stills.laid) == []
    assert stills.show(stills.under_hand(stills.bare)) == []
    assert stills.show(stills.bare) == GONE


@pytest.mark.parametrize("share", [0.8, 1.25])
def test_a_picture_of_another_size_tells_the_same_of_what_a_hand_hid(share: float) -> None:
    """A phone sends smaller ones when the network is slow."""
    stills = Stills(COLOURS["brown"])
    stills.show(stills.bare)
    stills.show(stills.laid)
    stills.show(stills.under_hand(stills.laid))
    assert stills.show(sized(stills.under_hand(stills.laid), share)) == []
    assert stills.show(sized(stills.laid, share)) == []
    assert stills.show(sized(stills.under_hand(stills.bare), share)) == []
    assert stills.show(stills.bare, 20) == GONE
