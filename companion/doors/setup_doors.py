"""The pages' doors to the registering of pieces and to the setting up of the camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from companion.camera.camera_setup import CameraSetup
from companion.copies.pieces import Pieces
from companion.doors.replies import Replies
from web.pages.camera.views import CameraAct, CameraView
from web.pages.pieces.views import PiecesCommand, PiecesView
from web.views import Reply, Session


@dataclass(frozen=True)
class PiecesDoor:
    """Implements `web.pages.pieces.views.PiecesPort`."""

    replies: Replies
    shelf: Pieces

    def pieces_view(self, session: Session) -> PiecesView:
        """What the page for registering pieces draws."""
        return self._of(session).view()

    def pieces(self, session: Session, command: PiecesCommand) -> Reply:
        """An act on that page."""
        return self.replies.by_host(session, lambda: self._of(session).act(command))

    def pieces_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of pieces that are to be registered. It is read in memory and never kept."""
        return self.replies.by_host(session, lambda: self._of(session).photo(picture))

    def pieces_file(self, session: Session) -> str:
        """Every tag of the game's copies, as a file."""
        return self.shelf.file()

    def pieces_import(self, session: Session, text: str) -> Reply:
        """Takes such a file over."""
        return self.replies.by_host(session, lambda: self._of(session).bring(text))

    def _of(self, session: Session) -> Pieces:
        return self.shelf.in_words_of(self.replies.voice(session))


@dataclass(frozen=True)
class CameraDoor:
    """Implements `web.pages.camera.views.CameraPort`."""

    replies: Replies
    setup: CameraSetup

    def camera_view(self, session: Session) -> CameraView:
        """What the page for setting the camera up draws."""
        return self._of(session).view()

    def camera_picture(self, session: Session) -> bytes | None:
        """The camera's latest picture as it is."""
        return self.setup.picture()

    def camera_act(self, session: Session, act: CameraAct) -> Reply:
        """An act on that page."""
        return self.replies.by_host(session, lambda: self._of(session).act(act))

    def _of(self, session: Session) -> CameraSetup:
        return self.setup.in_words_of(partial(self.replies.voice(session).say, "notice"))
