"""The phone that is the table's camera: the host's word that lets one in, and what it is told while it looks.

There is one at a time. The host's word is a secret that works once; whoever uses it gets a session for a camera and
nothing else, and the phone before loses its own. Of several tabs of that phone the one that was opened last looks.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.journal.journal import Journal
from companion.values.notices import Notice
from vision.calibration.mat import Glance
from vision.cameras.phone import PhoneInbox
from web.pages.eye.views import EyeAsk, EyeHost, EyeOffer, EyeTold
from web.views import Joined, Role

OFFER_S: Final = 600.0


@dataclass
class _Word:
    """The host's word, until it is used."""

    secret: str = field(default="", repr=False)
    ends_s: float = 0.0


class PhoneEye:
    """Safe from any thread. `glance`: the latest frame and where the markers are in it; `role`: whether the phone looks
    at the table or, below its glass, at what is dealt."""

    def __init__(
        self,
        journal: Journal,
        inbox: PhoneInbox,
        clock: Callable[[], float],
        glance: Callable[[], Glance | None],
        size: tuple[int, int],
        role: Role = Role.CAMERA,
    ):
        self._journal = journal
        self._inbox = inbox
        self._clock = clock
        self._glance = glance
        self._size = size
        self.role = role
        self._lock = threading.Lock()
        self._word = _Word()
        self._tab = ""
        self._stills = self._bytes = 0

    # -- the host ----------------------------------------------------------------------------------------------------

    def offer(self, address: str) -> EyeOffer:
        """Another word; the one before is worth nothing any more."""
        with self._lock:
            self._word = _Word(secrets.token_urlsafe(24), self._clock() + OFFER_S)
            return EyeOffer(address, self._word.secret, round(OFFER_S))

    def state(self) -> EyeHost:
        """What the host's page shows."""
        silent_s = self._inbox.silent_s
        return EyeHost(
            here=self._inbox.is_alive,
            silent_s=-1 if silent_s is None else round(silent_s),
            stills=self._stills,
            sent_mb=round(self._bytes / 1e6, 1),
        )

    def end(self) -> None:
        """No phone is the camera any more."""
        with self._lock:
            self._word, self._tab = _Word(), ""
            self._journal.end_sessions(self.role)
        self._inbox.leave()

    def look(self) -> None:
        """A picture is wanted now."""
        self._inbox.ask()

    # -- the phone ---------------------------------------------------------------------------------------------------

    def enter(self, secret: str) -> Joined | Notice:
        """Uses the host's word up: a session for a camera, in place of any other phone's."""
        with self._lock:
            word, now_s = self._word, self._clock()
            if not word.secret or now_s >= word.ends_s or not _same(word.secret, secret):
                return Notice("eye_no_word")
            self._word, self._tab = _Word(), ""
            self._journal.end_sessions(self.role)
            token = self._journal.create_session(self.role)
        self._inbox.leave()
        found = self._journal.find_session(token)
        assert found is not None  # it was made just now
        return Joined(token, found)

    def begin(self, tab: str) -> EyeTold:
        """This tab looks from now on."""
        with self._lock:
            self._tab = tab
        self._inbox.ask()
        return self.told()

    def looks(self, tab: str) -> bool:
        """Whether this tab is the one that looks; after a start of the companion the first that comes is."""
        with self._lock:
            self._tab = self._tab or tab
            return self._tab == tab

    def still(self, picture: bytes) -> EyeTold:
        """A picture. VisionError with one sentence when it cannot be one."""
        self._inbox.offer(picture)
        with self._lock:
            self._stills += 1
            self._bytes += len(picture)
        return self.told()

    def alive(self) -> EyeTold:
        """Nothing new lies before the phone."""
        self._inbox.hear()
        return self.told()

    def told(self) -> EyeTold:
        """What the phone is told in return."""
        glance = self._glance()
        width, height = self._size
        ask = EyeAsk.SEND if self._inbox.is_wanted else EyeAsk.NOTHING
        if glance is None:
            is_box = self.role is Role.BOX
            return EyeTold(ask=ask, width_px=width, height_px=height, markers=(), ready=is_box, is_box=is_box)
        high, wide = glance.frame.image.shape[:2]
        markers = tuple(
            tuple((round(float(x) / wide, 4), round(float(y) / high, 4)) for x, y in corners)
            for _, corners in sorted(glance.markers_px.items())
        )
        ready = glance.calibration is not None
        return EyeTold(ask=ask, width_px=width, height_px=height, markers=markers, ready=ready)


def _same(kept: str, told: str) -> bool:
    return hmac.compare_digest(kept.encode(), told.encode(errors="replace"))
