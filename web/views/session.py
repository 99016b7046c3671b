"""Who asks, and what a command gives back."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum


class Role(Enum):
    """What a session may do. A spectator sees the public packet only."""

    SPECTATOR = "spectator"
    SEAT = "seat"
    HOST = "host"
    CAMERA = "camera"  # a phone that lies above the table: it may send pictures, and nothing else
    BOX = "box"  # one that lies below the glass of the reader box: likewise

    @property
    def is_camera(self) -> bool:
        """Whether it is a phone that looks for the table, and may do nothing else."""
        return self in (Role.CAMERA, Role.BOX)


@dataclass(frozen=True)
class Session:
    """Who a request comes from; looked up on the server from the cookie's random token, never taken from the body."""

    role: Role
    seat: int | None = None
    _: KW_ONLY
    name: str = ""
    csrf: str = ""  # the token that this session's forms and fetches must carry
    language: str = ""  # what this phone reads, a language code; empty: the table's own
    seats: tuple[int, ...] = ()  # all that this phone holds; `seat` is the one that it shows


@dataclass(frozen=True)
class Reply:
    """What a command gives back: done or one clear sentence why not. `version` is the table's version now."""

    ok: bool
    sentence: str
    version: int
    rule: str = ""
    noted: bool = False  # taken, and kept back for a while: the table does not move on yet


@dataclass(frozen=True)
class Joined:
    """A successful join: the cookie's token and the session it stands for."""

    token: str
    session: Session
