"""What the page for registering pieces needs: which copies there are, how far each is, and the acts of its host.

Everything here tells which code is which piece, so it is for the host only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Choice, Face, Reply, Session


class PieceStatus(Enum):
    """What has become of one piece in a registration."""

    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class PieceRow:
    """One side of one piece that needs a tag. `face` None: a back, shown as one. `key` is what the page sends back."""

    key: str
    label: str
    group: str  # the deck that it belongs to, in words
    face: Face | None
    status: PieceStatus


@dataclass(frozen=True)
class PhotoTag:
    """One tag of a photograph: the piece that it would become, or why it becomes none. `code` is short."""

    code: str
    piece: str = ""
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class Registration:
    """The registration that is under way. `at` is the key of the piece that is asked for, empty at the end; `told` the
    latest word on what was shown, and `told_number` grows with each."""

    copy: int
    name: str
    owner: str
    at: str
    done: int
    rows: tuple[PieceRow, ...]
    photo: tuple[PhotoTag, ...]
    can_undo: bool
    seen: tuple[Choice, ...] = ()  # codes that the camera saw and that are no piece yet
    told: str = ""
    told_ok: bool = True
    told_number: int = 0


@dataclass(frozen=True, kw_only=True)
class CopyRow:
    """One copy of the game: how many of its pieces have their tag. `in_play`: its tags count at this table."""

    ident: int
    name: str
    owner: str
    done: int
    total: int
    tags: int
    in_play: bool = True


@dataclass(frozen=True)
class PiecesView:
    """Everything that the page draws. `has_camera`: pieces can be shown to the table's camera."""

    title: str
    copies: tuple[CopyRow, ...]
    now: Registration | None
    has_camera: bool
    real_camera: bool  # it looks at a real table, not at the virtual one


class PiecesAct(Enum):
    """What the host may do on the page."""

    START = "start"  # value: name of a new copy, owner
    GO_ON = "go_on"  # copy
    LATER = "later"
    SKIP = "skip"
    BACK = "back"
    JUMP = "jump"  # value: key of a piece
    TYPE = "type"  # value: the code of a tag
    USE = "use"  # value: the key of one that the camera saw
    KEEP = "keep"  # what the photograph showed
    DISCARD = "discard"
    RENAME = "rename"  # copy, value: name, owner
    REMOVE = "remove"  # copy


class PiecesCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs; unused fields stay empty. `at`: the key of the piece that the page asked for, so that
    an act is not taken for another piece when two hosts work at once; None: not said."""

    act: PiecesAct
    value: str = ""
    owner: str = ""
    copy: int = 0
    at: str | None = None


class PiecesPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def pieces_view(self, session: Session) -> PiecesView: ...
    def pieces(self, session: Session, command: PiecesCommand) -> Reply: ...
    def pieces_photo(self, session: Session, picture: bytes) -> Reply: ...
    def pieces_file(self, session: Session) -> str: ...  # every tag of the game's copies, to keep or to carry over
    def pieces_import(self, session: Session, text: str) -> Reply: ...
