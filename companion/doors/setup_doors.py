"""The pages' doors to the registering of pieces, to the setting up of the camera, and to a phone that is the camera."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.camera.camera_setup import CameraSetup
from companion.camera.phone_eye import PhoneEye
from companion.copies.pieces import Pieces
from companion.doors.replies import Replies
from companion.values.notices import Notice
from vision.types import VisionError
from web.pages.camera.views import CameraAct, CameraView, PrintPart
from web.pages.eye.views import EyeAct, EyeHost, EyeOffer, EyeTold
from web.pages.pieces.views import PiecesCommand, PiecesView
from web.views import Joined, Reply, Role, Session

_PRINTING: Final = threading.Lock()


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

    def camera_print(self, session: Session, part: PrintPart) -> bytes:
        """Markers or mat for the match on the table, on A4 pages and in true size. One at a time: it takes seconds."""
        from companion.prints.stickers.fonts import load_letters  # what draws PDF is large, and seldom needed
        from companion.prints.stickers.mats import drawings_of, mats_pdf

        with _PRINTING:
            letters = load_letters()
            return mats_pdf(drawings_of(self.replies.voice(session), letters, part.value), "a4", letters)

    def _of(self, session: Session) -> CameraSetup:
        return self.setup.in_words_of(partial(self.replies.voice(session).say, "notice"))


@dataclass(frozen=True)
class EyeDoor:
    """Implements `web.pages.eye.views.EyePort`. `eye`: None where the camera is to be no phone; `address`: where phones
    find the pages."""

    replies: Replies
    eye: PhoneEye | None
    address: Callable[[], str]

    def eye_host(self, session: Session) -> EyeHost | None:
        """What the host sees."""
        return None if self.eye is None else self.eye.state()

    def eye_offer(self, session: Session) -> EyeOffer | Reply:
        """The host's word for one phone."""
        if session.role is not Role.HOST or self.eye is None:
            return self.replies.no(session, Notice("eye_off"))
        return self.eye.offer(self.address())

    def eye_act(self, session: Session, act: EyeAct) -> Reply:
        """What the host does about the phone."""

        def done() -> Notice:
            if self.eye is None:
                return Notice("eye_off")
            (self.eye.end if act is EyeAct.END else self.eye.look)()
            return Notice(f"eye_{act.value}")

        return self.replies.by_host(session, done)

    def eye_enter(self, session: Session, secret: str) -> Joined | Reply:
        """Uses the host's word."""
        done = Notice("eye_off") if self.eye is None else self.eye.enter(secret)
        return self.replies.no(session, done) if isinstance(done, Notice) else done

    def eye_begin(self, session: Session, tab: str) -> EyeTold | Reply:
        """This tab of the phone looks from now on."""
        return self.replies.no(session, Notice("eye_off")) if self.eye is None else self.eye.begin(tab)

    def eye_still(self, session: Session, tab: str, picture: bytes) -> EyeTold | Reply:
        """A picture of the table. It is kept no longer than until the next one."""
        eye = self._looking(session, tab)
        if isinstance(eye, Reply):
            return eye
        try:
            return eye.still(picture)
        except VisionError as error:
            return self.replies.no(session, error.args[0])

    def eye_alive(self, session: Session, tab: str) -> EyeTold | Reply:
        """The phone is there, and nothing has changed."""
        eye = self._looking(session, tab)
        return eye if isinstance(eye, Reply) else eye.alive()

    def _looking(self, session: Session, tab: str) -> PhoneEye | Reply:
        """What takes pictures of this tab; else why not."""
        if self.eye is None:
            return self.replies.no(session, Notice("eye_off"))
        return self.eye if self.eye.looks(tab) else self.replies.no(session, Notice("eye_elsewhere"))
