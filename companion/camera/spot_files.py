"""Where the people of this table have placed the spots of a game, on disk: a small file for each game."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.values.durable import write_whole
from rules.engine.mat import Place, Placement
from vision.types import VisionError

log = logging.getLogger("companion.spots")
_LARGEST: Final = 200_000
_NUMBERS: Final = ("x_mm", "y_mm", "width_mm", "height_mm", "angle_deg")


@dataclass(frozen=True)
class SpotFiles:
    """The places of this table, in its data directory."""

    directory: Path

    def load(self, slug: str) -> tuple[Placement, ...]:
        """Every mat of a game that was placed, the latest first. A file that cannot be read counts as none, and the
        log says so: then the game's own mat holds."""
        path = self._path(slug)
        try:
            if not path.exists():
                return ()
            text = path.read_text("utf-8")
            return tuple(map(_placement, json.loads(text))) if len(text) <= _LARGEST else ()
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            log.warning("places of spots left out name=%s error=%s", path.name, type(error).__name__)
            return ()

    def keep(self, slug: str, placement: Placement) -> None:
        """Keeps the places of one mat. VisionError when they cannot be written."""
        self._write(slug, (placement, *self._but(slug, placement)))

    def forget(self, slug: str, placement: Placement) -> None:
        """Forgets the places of the mat that has these spots. VisionError when it cannot be done."""
        self._write(slug, self._but(slug, placement))

    def _but(self, slug: str, placement: Placement) -> tuple[Placement, ...]:
        mat = (placement.seats, placement.places.keys())
        return tuple(one for one in self.load(slug) if (one.seats, one.places.keys()) != mat)

    def _write(self, slug: str, placements: tuple[Placement, ...]) -> None:
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(slug), json.dumps([asdict(one) for one in placements], indent=1))
        except OSError as error:
            raise VisionError("The places could not be saved ({why}); is the disk full?", why=error.strerror) from error

    def _path(self, slug: str) -> Path:
        return self.directory / f"spots-{slug}.json"


def _placement(table: dict[str, object]) -> Placement:
    seats, places = table["seats"], table["places"]
    if not isinstance(seats, int) or not isinstance(places, dict):
        raise ValueError
    return Placement(seats, {str(name): Place(*(float(one[key]) for key in _NUMBERS)) for name, one in places.items()})
