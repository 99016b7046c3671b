"""What the phone that is the camera sends and is told, and what the host sees of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from web.views import Joined, Reply, Session

Place = tuple[float, float]
"""x and y in shares (0..1) of the picture."""


class EyeAsk(Enum):
    """What the companion wants of the phone now."""

    NOTHING = "nothing"
    SEND = "send"  # a picture, whether anything has changed or not


@dataclass(frozen=True, kw_only=True)
class EyeTold:
    """The answer to everything that the phone sends. `markers`: the corners of each marker that was found; `ready`: the
    companion knows where the mat lies; `width_px`, `height_px`: the size of picture that is asked of the camera;
    `is_box`: it looks at cards that nobody may see, so its own screen shows none."""

    ask: EyeAsk
    width_px: int
    height_px: int
    markers: tuple[tuple[Place, ...], ...]
    ready: bool
    is_box: bool = False


@dataclass(frozen=True)
class EyeOffer:
    """The host's word for one phone. `secret` is worth the camera, and works once."""

    address: str
    secret: str = field(repr=False)
    left_s: int


@dataclass(frozen=True, kw_only=True)
class EyeHost:
    """What the host sees. `silent_s`: since when the phone has said nothing; -1: there is none."""

    here: bool
    silent_s: int
    stills: int
    sent_mb: float


class EyePlace(Enum):
    """Where a phone looks from."""

    TABLE = "table"  # above it
    BOX = "box"  # below the glass over which cards are dealt


class EyeAct(Enum):
    """What the host may do."""

    END = "end"  # the phone is the camera no longer
    LOOK = "look"  # it is to send a picture now


class EyePort(Protocol):
    """What the pages may ask. Every call is safe from any thread. `tab`: which tab of the phone's browser speaks."""

    def eye_host(self, session: Session, place: EyePlace) -> EyeHost | None: ...  # None: no phone is to look from there
    def eye_offer(self, session: Session, place: EyePlace) -> EyeOffer | Reply: ...
    def eye_act(self, session: Session, place: EyePlace, act: EyeAct) -> Reply: ...
    def eye_enter(self, session: Session, secret: str) -> Joined | Reply: ...
    def eye_begin(self, session: Session, tab: str) -> EyeTold | Reply: ...
    def eye_still(self, session: Session, tab: str, picture: bytes) -> EyeTold | Reply: ...
    def eye_alive(self, session: Session, tab: str) -> EyeTold | Reply: ...
