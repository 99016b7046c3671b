"""The spots of a mat in memory: what the page that moves them is tested against."""

from __future__ import annotations

from web.pages.spots.views import SpotPlace, SpotSeen, SpotsView
from web.views import Reply, Session


def spot(name: str, x_mm: float, y_mm: float, width_mm: float = 100, height_mm: float = 100) -> SpotPlace:
    """A spot that is called like its name."""
    return SpotPlace(
        name=name, label=name.title(), x_mm=x_mm, y_mm=y_mm, width_mm=width_mm, height_mm=height_mm, angle_deg=0
    )


class FakeSpots:
    """See `SpotsPort`."""

    def __init__(self) -> None:
        self.own = (spot("stock", 200, 300), spot("middle", 450, 300, 240))
        self.kept: list[tuple[SpotPlace, ...]] = []
        self.seen: tuple[SpotSeen, ...] = (SpotSeen("Stock", ((0.1, 0.2), (0.3, 0.2), (0.3, 0.6), (0.1, 0.6))),)

    def spots_view(self, session: Session) -> SpotsView:
        return SpotsView(width_mm=900, height_mm=600, spots=self.own, own=self.own, has_picture=False)

    def spots_picture(self, session: Session) -> bytes | None:
        return None

    def spots_seen(self, session: Session) -> tuple[SpotSeen, ...]:
        return self.seen

    def spots_keep(self, session: Session, spots: tuple[SpotPlace, ...]) -> Reply:
        self.kept.append(spots)
        return Reply(True, "Saved.", 41)

    def spots_forget(self, session: Session) -> Reply:
        return self.spots_keep(session, ())
