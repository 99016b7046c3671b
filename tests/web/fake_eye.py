"""A phone that is the camera, without a camera behind: what its pages are tested against."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.web.fake_sessions import FakeSessions
from web.pages.eye.views import EyeAct, EyeAsk, EyeHost, EyeOffer, EyePlace, EyeTold
from web.views import Joined, Reply, Role, Session

WORD = "open-sesame"
MARKER = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))


@dataclass
class Eye:
    """What the phone has sent, and what it is told."""

    stills: list[bytes] = field(default_factory=list)
    alive: int = 0
    tab: str = ""
    ask: EyeAsk = EyeAsk.NOTHING
    word: str = WORD
    view: EyeHost | None = field(default_factory=lambda: EyeHost(here=False, silent_s=-1, stills=0, sent_mb=0.0))
    acts: list[EyeAct] = field(default_factory=list)


class FakeEye(FakeSessions):
    """See `EyePort`."""

    @property
    def looking(self) -> Eye:
        found: Eye = self.__dict__.setdefault("_looking", Eye())
        return found

    def eye_host(self, session: Session, place: EyePlace) -> EyeHost | None:
        return self.looking.view

    def eye_offer(self, session: Session, place: EyePlace) -> EyeOffer | Reply:
        self.looking.word = WORD
        return EyeOffer("http://192.168.1.20:8080", WORD, 600)

    def eye_act(self, session: Session, place: EyePlace, act: EyeAct) -> Reply:
        self.looking.acts.append(act)
        return Reply(True, "Done.", 0)

    def eye_enter(self, session: Session, secret: str) -> Joined | Reply:
        if not self.looking.word or secret != self.looking.word:
            return Reply(False, "This QR code has been used.", 0)
        self.looking.word = ""
        return self.sign(Role.CAMERA, None, "")

    def eye_begin(self, session: Session, tab: str) -> EyeTold:
        self.looking.tab = tab
        return self._told()

    def eye_still(self, session: Session, tab: str, picture: bytes) -> EyeTold | Reply:
        if tab != self.looking.tab:
            return Reply(False, "Another tab looks.", 0)
        self.looking.stills.append(picture)
        self.looking.ask = EyeAsk.NOTHING
        return self._told()

    def eye_alive(self, session: Session, tab: str) -> EyeTold | Reply:
        if tab != self.looking.tab:
            return Reply(False, "Another tab looks.", 0)
        self.looking.alive += 1
        return self._told()

    def _told(self) -> EyeTold:
        return EyeTold(ask=self.looking.ask, width_px=1920, height_px=1080, markers=(MARKER,), ready=True)
