"""What the eye believes beside what is true: which beliefs are wrong, and for how long they stood in clear view."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from tests.vision._soak import SoakTable
from tests.vision._soak_pieces import CARDS, TOKENS, outline_px, sticker_at
from vision import CARD_SHAPE, Presence, ScenePiece

_NEAR_MM = 9.0  # a belief is right about a place up to here
_SEEN_SHARE = 0.3  # of a body that is in view, so that a picture can tell that it is not there
_FINE = 0.5  # pixels a millimetre, for that
_SIZE_PX = 350

Wrong = tuple[str, str, float]
"""What is wrong ("ghost" or "unseen"), which code, and since when it is believed or as which piece it lies there."""


def wrong_beliefs(table: SoakTable) -> dict[Wrong, str]:
    """What is believed and not there, and what is there in clear view and not believed, each with a sentence."""
    believed = list(table.last.presences) if table.last is not None else []
    true = [(ident, table.payload(ident), sticker_at(piece)) for ident, piece in table.pieces.items() if ident < 100]
    pairs = sorted(
        (math.dist((p.at.x_mm, p.at.y_mm), place), b, t)
        for b, p in enumerate(believed)
        if p.at is not None
        for t, (_, payload, place) in enumerate(true)
        if payload == p.tag.payload
    )
    matched_b: set[int] = set()
    matched_t: set[int] = set()
    for gap, b, t in pairs:
        if gap < _NEAR_MM and b not in matched_b and t not in matched_t:
            matched_b.add(b)
            matched_t.add(t)
    found: dict[Wrong, str] = {}
    for b, p in enumerate(believed):
        if b not in matched_b and _is_in_view(p, table):
            found["ghost", p.tag.payload, p.since_s] = f"not there: {p.tag.payload} at {p.at}"
    for t, (ident, payload, (x, y)) in enumerate(true):
        if t not in matched_t and ident < CARDS + TOKENS and table.is_readable(ident):
            found["unseen", payload, float(ident)] = f"not seen: {payload} at {x:.0f},{y:.0f}"
    return found


def _is_in_view(ghost: Presence, table: SoakTable) -> bool:
    """Whether so much of the place where it should lie can be seen that it would be seen there."""
    if ghost.at is None:
        return True
    shape = ghost.tag.shape or CARD_SHAPE
    turn = math.radians(ghost.angle_deg)
    dx, dy = (shape.right_mm - shape.left_mm) / 2, (shape.down_mm - shape.up_mm) / 2
    body = ScenePiece(
        -1,
        None,
        None,
        ghost.at.x_mm + dx * math.cos(turn) - dy * math.sin(turn),
        ghost.at.y_mm + dx * math.sin(turn) + dy * math.cos(turn),
        ghost.angle_deg,
        width_mm=shape.left_mm + shape.right_mm,
        height_mm=shape.up_mm + shape.down_mm,
    )
    own = outline_px(body, 0.0, _FINE, _SIZE_PX)
    rest = own.copy()
    for piece in table.pieces.values():
        rest &= ~outline_px(piece, 0.0, _FINE, _SIZE_PX)
    return bool(rest.sum() > _SEEN_SHARE * max(1, int(np.count_nonzero(own))))


@dataclass
class BeliefWatch:
    """How long each wrong belief stands while its place is in clear view and no hand is in the picture."""

    table: SoakTable
    ages_s: dict[Wrong, float] = field(default_factory=dict)  # of those that stand now
    over_s: list[tuple[float, Wrong]] = field(default_factory=list)  # of those that are over
    _last_s: float = 0.0

    def step(self) -> None:
        """After each frame."""
        passed_s, self._last_s = self.table.now_s - self._last_s, self.table.now_s
        wrong = wrong_beliefs(self.table)
        for one in list(self.ages_s):
            if one not in wrong:
                self.over_s.append((self.ages_s.pop(one), one))
        if not self.table.camera.has_hand and not self.table.camera.is_busy:
            for one in wrong:
                self.ages_s[one] = self.ages_s[one] + passed_s if one in self.ages_s else 0.0

    def older_than(self, limit_s: float) -> list[tuple[float, Wrong]]:
        """Those that stood longer, or stand now, the oldest first."""
        everything = [*self.over_s, *((age, one) for one, age in self.ages_s.items())]
        return sorted((one for one in everything if one[0] > limit_s), reverse=True)
