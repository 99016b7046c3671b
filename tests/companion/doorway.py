"""The pages' door in front of a small table, with everything that it needs: for tests of what goes through it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.camera.eye_tally import EyeTally
from companion.camera.kept_pictures import KeptPictures
from companion.camera.spot_files import SpotFiles
from companion.doors.games_door import GamesDoor
from companion.doors.host_door import HostDoor
from companion.doors.kept_door import KeptDoor
from companion.doors.lookup import Lookup
from companion.doors.maker_door import MakerDoor
from companion.doors.match_door import MatchDoor
from companion.doors.office_door import OfficeDoor
from companion.doors.people_door import PeopleDoor
from companion.doors.replies import Replies
from companion.doors.seat_notes import SeatNotes
from companion.doors.setup_doors import CameraDoor, EyeDoor, PiecesDoor, SpotsDoor
from companion.doors.shelf_door import ShelfDoor
from companion.doors.wiring_door import WiringDoor
from companion.doors.wizard_door import WizardDoor
from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from companion.past.history import History, TableNow
from companion.past.replays import Replays
from companion.people.join_view import WayIn
from companion.people.joining import Joining
from companion.people.presence import Presence
from companion.people.seating import Seating
from companion.referee.inbox import Stop
from companion.settings.config import CodeShown, WebConfig
from companion.shelf.sharing import Sharing
from companion.shelf.shelf import OwnersShelf
from companion.values.notices import Notice
from companion.wiring.button_test import ButtonTest
from hardware import PinFactory, PinMap, Rig
from hardware.types import ButtonRole
from rules.engine import Chapter
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.host_office import quiet_office
from tests.companion.shelf import no_camera, pieces_of
from vision import MatLayout
from web import Pages
from web.views import JoinWay, Session

DEADLINE_S = 60.0


@dataclass(frozen=True)
class Outside:
    """What lies behind the doors, as far as it is not the table: no camera, no devices, no bots."""

    read_photo: Callable[[bytes], tuple[str, ...]] = lambda picture: ()
    picture: bytes | None = None
    rules: tuple[Chapter, ...] = ()
    modes: tuple[str, ...] = ()


class Doorway:
    """The doors to an evening of High Card for two. The clock of people is the evening's."""

    def __init__(self, evening: Evening, journal: Journal, outside: Outside = Outside(), way: JoinWay = JoinWay.CODE):
        self.evening = evening
        self.endings: list[Ending] = []
        self.journal = journal
        self.seating = Seating(journal, ("One", "Two"), lambda: "off")
        self.joining = Joining(journal, self.seating, way, self._clock)
        self.way_in = WayIn(WebConfig(host="127.0.0.1", wifi_name="Games", show_code=CodeShown.OFF), self.joining)
        evening.referee.doorbell.joining = self.joining
        self.pages = self._pages(outside)
        self.thread = threading.Thread(target=evening.referee.run, name="companion-referee")

    def _clock(self) -> float:
        return self.evening.now_s

    def _pages(self, outside: Outside) -> Pages:
        evening, journal = self.evening, self.journal
        pieces, tags = pieces_of(journal, read_photo=outside.read_photo)
        office, presence = quiet_office(journal), Presence(self._clock)
        replays = Replays(HIGH_CARD, lambda: (evening.match.header, ()), lambda: evening.outlet.board)
        replies = Replies(evening.inbox, lambda: evening.outlet.board)
        match = MatchDoor(
            replies=replies,
            publisher=evening.publisher,
            seating=self.seating,
            presence=presence,
            notes=SeatNotes(journal, lambda: None),
            read_photo=outside.read_photo,
            picture=lambda: outside.picture,
            virtual=None,
        )
        host = HostDoor(
            replies=replies,
            inbox=evening.inbox,
            pieces=pieces,
            replays=replays,
            set_bots=lambda mode: mode in outside.modes,
            bots_mode=lambda: "off",
        )

        def tell(notice: Notice) -> None:
            evening.running.note(notice)

        def rig() -> Rig:
            return nothing

        nothing = Rig(PinFactory.NONE, PinMap())
        at_office = OfficeDoor(replies, office)
        return Pages(
            match=match,
            people=PeopleDoor(replies, evening.inbox, self.joining, presence, self.way_in),
            host=host,
            office=at_office,
            wizard=WizardDoor(replies, office.first_run, self.seating),
            past=History(journal, lambda slug: HIGH_CARD, TableNow(lambda: None, self.seating.everybody, tell)),
            lookup=Lookup(
                HIGH_CARD, {}, tags, lambda: evening.outlet.board, evening.outlet.handout, lambda voice: outside.rules
            ),
            pieces=PiecesDoor(replies, pieces),
            camera=CameraDoor(replies, no_camera(journal)),
            eye=EyeDoor(replies, None, lambda: self.way_in.address),
            spots=SpotsDoor(
                replies=replies,
                setup=no_camera(journal),
                files=SpotFiles(journal.path.parent),
                game=HIGH_CARD,
                seats=len(evening.match.state.seats),
                settings={},
                end=lambda ending: None,
            ),
            kept=KeptDoor(replies, EyeTally(MatLayout(0, 0, ())), KeptPictures(journal.path.parent, None), tell),
            wiring=WiringDoor(replies, nothing, ButtonTest(rig, self._clock, lambda notice: None), self._clock),
            doctor=at_office,
            games=GamesDoor(replies, OwnersShelf(journal.path.parent / "games"), journal, HIGH_CARD.slug),
            maker=MakerDoor(
                replies,
                OwnersShelf(journal.path.parent / "games"),
                journal,
                HIGH_CARD.slug,
                Sharing(self._clock),
                lambda: self.way_in.address,
                host.host,
                self.endings.append,
            ),
            shelf=ShelfDoor(
                replies=replies,
                seating=self.seating,
                office=office,
                game=HIGH_CARD,
                seats=2,
                tell=tell,
                end=self.endings.append,
            ),
        )

    def seated(self, name: str, seat: int) -> Session:
        """A phone that has come in."""
        joined = self.seating.sit(self.seating.open_session().token, seat, name)
        assert joined is not None
        return joined.session

    def press(self, seat: int) -> None:
        """The seat's button, worked in by this thread."""
        self.evening.press(ButtonRole.SEAT, seat)

    def stop(self) -> None:
        """Ends the referee's thread, where it was started."""
        self.evening.inbox.put(Stop())
        if self.thread.ident is not None:
            self.thread.join(DEADLINE_S)
