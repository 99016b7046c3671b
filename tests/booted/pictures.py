"""What lies on the table before the virtual camera: a printed mat and cards, seen by a camera that leans a little."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

import cv2
import numpy as np

from companion.prints.mat_plan import labelled, mat_layout
from companion.telling.voice import Voice
from companion.telling.voices import build_voice
from companion.virtual.virtual_table import VirtualTable
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.types import PieceId
from rules.games import game
from vision.types import FrameSource, Image
from vision.virtual.camera import CameraSettings, VirtualCamera

WIDTH, HEIGHT = 1920, 1440
PX_PER_MM = 1.95
"""So that the mat of Chronicle for three fills the picture; a sticker of 24 mm then has some two pixels a module."""


class Mat:
    """The mat of a game for so many players, and where cards lie on it."""

    def __init__(self, slug: str, players: int) -> None:
        rules = game(slug)
        self._match = Match(rules, Header(slug, players, rules.check_settings({})))
        names = tuple(f"Seat {number + 1}" for number in range(players))
        self._voice: Voice = build_voice(rules, players, self._match.settings, "en", names)

    def picture(self, *lying: tuple[str, str]) -> Image:
        """The table as the camera sees it: each (piece, spot) lies face up in the middle of its spot."""
        table = VirtualTable(
            self._match.header.game,
            self._match.table.decks,
            self._voice.layout,
            self._voice.faces,
            Random(0),
        )
        self._lay(table, lying)
        layout = labelled(mat_layout(self._voice.layout), self._voice)
        settings = CameraSettings(px_per_mm=PX_PER_MM, hand_frames=0)
        camera: FrameSource = VirtualCamera(layout, table.scene, settings, time.monotonic)
        frame = camera.read(5.0)
        assert frame is not None  # a new camera has a frame at once
        return _framed(frame.image)

    def _lay(self, table: VirtualTable, lying: Sequence[tuple[str, str]]) -> None:
        table.put_into("box", [body.ident for body in table.bodies()])
        for piece, spot in lying:
            place = self._voice.layout.spot(spot)
            table.put(table.find(PieceId(piece)).ident, place.x_mm, place.y_mm, place.angle_deg, True)


def _framed(picture: Image) -> Image:
    """The picture in the middle of one of the camera's size."""
    height, width = picture.shape[:2]
    whole = np.full((HEIGHT, WIDTH, 3), 96, np.uint8)
    top, left = (HEIGHT - height) // 2, (WIDTH - width) // 2
    assert min(top, left) >= 0, f"the mat is larger than the picture: {width} x {height}"
    whole[top : top + height, left : left + width] = picture
    return whole


def yuyv(picture: Image) -> bytes:
    """A colour picture as a camera without compression sends it: four bytes for two pixels."""
    wide = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    # Cameras leave the ends of each byte free: brightness goes from 16 to 235, colours 112 to both sides of 128.
    wide[..., 0] = 16.0 + wide[..., 0] * 219.0 / 255.0
    wide[..., 1:] = 128.0 + (wide[..., 1:] - 128.0) * 224.0 / 255.0
    bytewise = np.rint(wide).astype(np.uint8)
    packed = np.empty((*picture.shape[:2], 2), np.uint8)
    packed[..., 0] = bytewise[..., 0]
    packed[:, 0::2, 1] = bytewise[:, 0::2, 2]  # blue
    packed[:, 1::2, 1] = bytewise[:, 0::2, 1]  # red
    return packed.tobytes()
