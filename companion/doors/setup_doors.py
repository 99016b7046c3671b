"""The pages' doors to registering pieces, showing cards, the camera, a phone that is the camera, and placing spots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.camera.camera_setup import CameraSetup
from companion.camera.phone_eye import PhoneEye
from companion.camera.spot_files import SpotFiles
from companion.copies.card_looks import CardLooks
from companion.copies.pieces import Pieces
from companion.doors.replies import Replies
from companion.machine.shutdown import Ending
from companion.prints.ground import PrintGround
from companion.prints.mat_plan import mat_layout
from companion.telling.todo_words import todo_text
from companion.telling.voice import Voice
from companion.values.notices import Notice
from rules.engine.game import Game
from rules.engine.mat import Layout, Place, Placement, Places, misplaced, places_of
from vision.types import VisionError
from web.pages.camera.views import CameraAct, CameraView
from web.pages.card_looks.views import LooksCommand, LooksView
from web.pages.eye.views import EyeAct, EyeHost, EyeOffer, EyePlace, EyeTold
from web.pages.pieces.views import PiecesCommand, PiecesView
from web.pages.prints.views import PrintPart, PrintsView, PrintWish
from web.pages.spots.views import SpotPlace, SpotSeen, SpotsView
from web.views import Joined, Reply, Role, Session
from words import Sentence

_TRAY: Final = "tray"
_ROLES: Final = {EyePlace.TABLE: Role.CAMERA, EyePlace.BOX: Role.BOX}
_MADE: Final = Sentence("The stickers have their codes: print them, and stick each on its card.")
_SAVED: Final = Sentence("Saved: the table starts again in a moment, and the match goes on.")


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
class LooksDoor:
    """Implements `web.pages.card_looks.views.LooksPort`."""

    replies: Replies
    card_looks: CardLooks

    def looks_view(self, session: Session, copy: int) -> LooksView:
        """What the page draws."""
        return self.card_looks.view(self.replies.voice(session), copy)

    def looks(self, session: Session, command: LooksCommand) -> Reply:
        """An act on that page."""
        return self.replies.by_host(session, lambda: self.card_looks.act(self.replies.voice(session), command))

    def looks_photo(self, session: Session, copy: int, picture: bytes) -> Reply:
        """A photograph of cards. It is read in memory and never kept."""
        return self.replies.by_host(session, lambda: self.card_looks.photo(self.replies.voice(session), copy, picture))

    def look_picture(self, session: Session, copy: int, key: str) -> bytes | None:
        """The picture of one look."""
        return self.card_looks.picture(copy, key) if session.role is Role.HOST else None


@dataclass(frozen=True)
class PrintsDoor:
    """Implements `web.pages.prints.views.PrintsPort`. What draws is large and seldom needed: it is imported when it
    runs."""

    replies: Replies
    ground: PrintGround
    shelf: Pieces

    def prints_view(self, session: Session, wish: PrintWish) -> PrintsView | None:
        """How much there is to print; None for a paper that there is not."""
        from companion.prints.stickers.at_table import TablePrints

        return TablePrints(self.ground, self.replies.voice(session), wish).view()

    def prints_copy(self, session: Session, wish: PrintWish) -> Reply:
        """Another copy gets codes of its own."""
        return self.replies.by_host(session, lambda: self._new_copy(session, wish))

    def prints_pdf(self, session: Session, part: PrintPart, copy: int, wish: PrintWish) -> bytes | None:
        """The file; None for stickers of a copy that there is not, or for which that paper has no room."""
        from companion.prints.stickers.at_table import TablePrints

        return TablePrints(self.ground, self.replies.voice(session), wish).pdf(part, copy)

    def _new_copy(self, session: Session, wish: PrintWish) -> str:
        from companion.prints.stickers.at_table import TablePrints

        voice = self.replies.voice(session)
        TablePrints(self.ground, voice, wish).new_copy()
        self.shelf.reread()
        return voice.sentence(_MADE)


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


@dataclass(frozen=True)
class EyeDoor:
    """Implements `web.pages.eye.views.EyePort`. `eyes`: the phones that are to look, by their roles; `address`: where
    phones find the pages."""

    replies: Replies
    eyes: Mapping[Role, PhoneEye]
    address: Callable[[], str]

    def eye_host(self, session: Session, place: EyePlace) -> EyeHost | None:
        """What the host sees."""
        eye = self.eyes.get(_ROLES[place])
        return None if eye is None else eye.state()

    def eye_offer(self, session: Session, place: EyePlace) -> EyeOffer | Reply:
        """The host's word for one phone."""
        eye = self.eyes.get(_ROLES[place])
        if session.role is not Role.HOST or eye is None:
            return self.replies.no(session, Notice("eye_off"))
        return eye.offer(self.address())

    def eye_act(self, session: Session, place: EyePlace, act: EyeAct) -> Reply:
        """What the host does about the phone."""

        def done() -> Notice:
            eye = self.eyes.get(_ROLES[place])
            if eye is None:
                return Notice("eye_off")
            (eye.end if act is EyeAct.END else eye.look)()
            return Notice(f"eye_{act.value}")

        return self.replies.by_host(session, done)

    def eye_enter(self, session: Session, secret: str) -> Joined | Reply:
        """Uses the host's word: it says where the phone looks from."""
        why = Notice("eye_off")
        for eye in self.eyes.values():
            done = eye.enter(secret)
            if not isinstance(done, Notice):
                return done
            why = done
        return self.replies.no(session, why)

    def eye_begin(self, session: Session, tab: str) -> EyeTold | Reply:
        """This tab of the phone looks from now on."""
        eye = self.eyes.get(session.role)
        return self.replies.no(session, Notice("eye_off")) if eye is None else eye.begin(tab)

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
        eye = self.eyes.get(session.role)
        if eye is None:
            return self.replies.no(session, Notice("eye_off"))
        return eye if eye.looks(tab) else self.replies.no(session, Notice("eye_elsewhere"))


@dataclass(frozen=True, kw_only=True)
class SpotsDoor:
    """Implements `web.pages.spots.views.SpotsPort`. `end`: starts the table again, with the same match."""

    replies: Replies
    setup: CameraSetup
    files: SpotFiles
    game: Game
    seats: int
    settings: Mapping[str, object]
    end: Callable[[Ending], None]

    def spots_view(self, session: Session) -> SpotsView:
        """The mat as it is, in words of who looks."""
        voice = self.replies.voice(session)
        own = places_of(self._own)
        return SpotsView(
            width_mm=self._own.width_mm,
            height_mm=self._own.height_mm,
            spots=tuple(_spot(voice, name, place) for name, place in places_of(voice.layout).items()),
            own=tuple(_spot(voice, name, place) for name, place in own.items()),
            has_picture=self.setup.flat(self._own.width_mm, self._own.height_mm) is not None,
        )

    def spots_picture(self, session: Session) -> bytes | None:
        """What the camera sees of the mat, as from straight above."""
        return self.setup.flat(self._own.width_mm, self._own.height_mm)

    def spots_seen(self, session: Session) -> tuple[SpotSeen, ...]:
        """Where each spot is in the camera's picture, with its name: what the mat would show if it were printed, and
        where something is to be done now."""
        voice, outlines = self.replies.voice(session), self.setup.outlines()
        todos = self.replies.board.around.todos
        first = next((one for one in todos if any(place in outlines for place in one.places)), None)
        due = {} if first is None else dict.fromkeys(first.places, todo_text(voice, first))
        return tuple(SpotSeen(_called(voice, name), at, due.get(name, "")) for name, at in outlines.items())

    def spots_keep(self, session: Session, spots: tuple[SpotPlace, ...]) -> Reply:
        """Saves where the spots lie; the table starts again and reads them there."""
        places = {
            one.name: Place(one.x_mm, one.y_mm, one.width_mm, one.height_mm, one.angle_deg % 360) for one in spots
        }
        return self.replies.by_host(session, lambda: self._keep(session, places))

    def spots_forget(self, session: Session) -> Reply:
        """The game's own mat holds again."""
        return self.replies.by_host(session, lambda: self._forget(session))

    @property
    def _own(self) -> Layout:
        return self.game.mat(self.seats, self.settings)

    def _keep(self, session: Session, places: Places) -> str:
        voice, own = self.replies.voice(session), self._own
        if places.keys() != places_of(own).keys():
            raise VisionError("The mat has changed meanwhile; load the page again.")
        mat = mat_layout(own)
        markers = [Place(at.x_mm, at.y_mm, own.marker_mm, own.marker_mm) for at in mat.markers.values()]
        if (wrong := misplaced(own, places, markers)) is not None:
            name = _called(voice, wrong.name)
            if wrong.other:
                raise VisionError("{one} lies on {other}.", one=name, other=_called(voice, wrong.other))
            raise VisionError("{one} has to lie on the mat, beside its markers.", one=name)
        self.files.keep(self.game.slug, Placement(self.seats, places))
        self.end(Ending.AGAIN)
        return voice.sentence(_SAVED)

    def _forget(self, session: Session) -> str:
        self.files.forget(self.game.slug, Placement(self.seats, places_of(self._own)))
        self.end(Ending.AGAIN)
        return self.replies.voice(session).sentence(_SAVED)


def _spot(voice: Voice, name: str, place: Place) -> SpotPlace:
    return SpotPlace(name=name, label=_called(voice, name), **vars(place))


def _called(voice: Voice, name: str) -> str:
    is_spot = any(spot.name == name for spot in voice.layout.spots)
    return voice.hub.word(_TRAY, voice.names) if name == _TRAY and not is_spot else voice.spot(name)
