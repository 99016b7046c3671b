"""What the host's page is told of the eye in play, and of pictures that were kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Reply, Session


@dataclass(frozen=True)
class KeptOne:
    """One time that the camera's last pictures were kept. `at`: when, in the machine's time, as ISO 8601."""

    name: str
    at: str
    text: str


@dataclass(frozen=True, kw_only=True)
class KeptView:
    """What the host sees. `told`: how the eye did in this evening, `well`: nobody has to look. `cells`: how often it
    was in doubt in each field of the map, row by row from the mat's top left; empty: nowhere. `held`: what could be
    kept now; `can_keep`: there is something."""

    told: str
    well: bool
    cells: tuple[int, ...]
    held: str
    can_keep: bool
    kept: tuple[KeptOne, ...]


class KeptAct(Enum):
    """What the host may do."""

    KEEP = "keep"
    DELETE = "delete"


class KeptPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def kept_view(self, session: Session) -> KeptView: ...
    def kept_act(self, session: Session, act: KeptAct, name: str) -> Reply: ...  # `name`: what is to be deleted
    def kept_file(self, session: Session, name: str) -> bytes | None: ...  # a zip; None when there is none such
