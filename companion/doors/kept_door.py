"""The pages' door to how the eye does in play, and to the camera's last pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.camera.advice import Say
from companion.camera.eye_tally import EyeEvening, EyeTally
from companion.camera.kept_pictures import Kept, KeptPictures
from companion.doors.replies import Replies
from companion.values.notices import Notice
from vision import VisionError
from web.pages.kept.views import KeptAct, KeptOne, KeptView
from web.views import Reply, Role, Session


@dataclass(frozen=True)
class KeptDoor:
    """Implements `web.pages.kept.views.KeptPort`. `tell`: what everybody at the table hears."""

    replies: Replies
    tally: EyeTally
    pictures: KeptPictures
    tell: Callable[[Notice], None]

    def kept_view(self, session: Session) -> KeptView:
        """What the host sees."""
        say, evening, held = self._say(session), self.tally.now(), self.pictures.held
        if held is None:
            words = say("cam_held_off")
        else:
            size = f"{held.size_bytes / 1e6:.1f}"
            words = say("cam_held", count=held.pictures, seconds=round(held.seconds), size=size)
        return KeptView(
            told=" ".join(_told(evening, say)),
            well=evening.is_well,
            cells=evening.cells,
            held=words,
            can_keep=held is not None and held.pictures > 0,
            kept=tuple(_one(kept, say) for kept in self.pictures.all()),
        )

    def kept_act(self, session: Session, act: KeptAct, name: str) -> Reply:
        """Keeps what is held, which everybody is told, or deletes what was kept."""

        def done() -> Notice:
            if act is KeptAct.DELETE:
                self.pictures.delete(name)
                return Notice("pictures_deleted")
            seconds = round(self.pictures.keep().seconds)
            self.tell(Notice("pictures_kept", {"seconds": seconds}, aloud=True))
            return Notice("pictures_kept", {"seconds": seconds})

        return self.replies.by_host(session, done)

    def kept_file(self, session: Session, name: str) -> bytes | None:
        """What was kept, as a zip."""
        if session.role is not Role.HOST:
            return None
        try:
            return self.pictures.zipped(name)
        except VisionError:
            return None

    def _say(self, session: Session) -> Say:
        voice = self.replies.voice(session)

        def say(code: str, **facts: object) -> str:
            return voice.say("notice", code, facts)

        return say


def _told(evening: EyeEvening, say: Say) -> Iterator[str]:
    """The evening in words: the same that the picture of it shows."""
    if (small := evening.unread) is not None:
        where = small.where or say("cam_eye_somewhere")
        yield say("cam_eye_unread", count=small.count, where=where, pixels=f"{small.module_px:.1f}")
    if not evening.changes:
        yield say("cam_eye_none")
        return
    yield say("cam_eye_told", changes=evening.changes, withdrawn=evening.withdrawn, doubted=evening.doubted)
    if evening.where:
        yield say("cam_eye_where", where=evening.where)
    if evening.light is not None:
        yield say("cam_eye_dim", light=evening.light)


def _one(kept: Kept, say: Say) -> KeptOne:
    size = f"{kept.size_bytes / 1e6:.1f}"
    return KeptOne(kept.name, kept.at.isoformat(), say("cam_kept_one", count=kept.pictures, size=size))
