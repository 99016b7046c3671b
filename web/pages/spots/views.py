"""What the page for the places of spots draws and sends. All lengths are millimetres on the mat, from its top left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from web.views import Reply, Session


@dataclass(frozen=True, kw_only=True)
class SpotPlace:
    """A spot: its name, what people call it, its middle, its size, and how far it is turned clockwise."""

    name: str
    label: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float


@dataclass(frozen=True)
class SpotSeen:
    """A spot in the camera's picture: what people call it, and its corners in shares (0..1) of the picture. `due`: what
    hands have to do there now; of the whole list the first that has a place, empty for all others."""

    label: str
    corners: tuple[tuple[float, float], ...]
    due: str = ""


@dataclass(frozen=True, kw_only=True)
class SpotsView:
    """The mat: where its spots lie now, and where the game itself has them. `has_picture`: the camera sees the mat."""

    width_mm: float
    height_mm: float
    spots: tuple[SpotPlace, ...]
    own: tuple[SpotPlace, ...]
    has_picture: bool


class SpotsPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def spots_view(self, session: Session) -> SpotsView: ...
    def spots_picture(self, session: Session) -> bytes | None: ...  # JPEG, as from straight above
    def spots_seen(self, session: Session) -> tuple[SpotSeen, ...]: ...  # for everybody, as a printed mat is
    def spots_keep(self, session: Session, spots: tuple[SpotPlace, ...]) -> Reply: ...
    def spots_forget(self, session: Session) -> Reply: ...  # the game's own mat holds again
