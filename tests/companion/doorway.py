"""The pages' door in front of a small table, with everything that it needs: for tests of what goes through it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.camera.eye_tally import EyeTally
from companion.camera.kept_pictures import KeptPictures
from companion.camera.spot_files import SpotFiles
from companion.copies.card_looks import CardLooks
from companion.doors.games_door import GamesDoor
from companion.doors.host_door import HostDoor
from companion.doors.kept_door import KeptDoor
from companion.doors.lookup import Lookup
from companion.doors.maker_door import MakerDoor
from companion.doors.maker_pictures import PicturesDoor
from companion.doors.match_door import MatchDoor, SeatNotes
from companion.doors.office_door import OfficeDoor
from companion.doors.people_door import PeopleDoor
from companion.doors.replies import Replies
from companion.doors.setup_doors import CameraDoor, EyeDoor, LooksDoor, PiecesDoor, PrintsDoor, SpotsDoor
from companion.doors.shelf_door import ShelfDoor
from companion.doors.wiring_door import WiringDoor
from companion.doors.wizard_door import WizardDoor
from companion.journal.journal import Journal
from companion.journal.looks import KeptLooks
from companion.machine.own_wifi import OwnWifi
from companion.machine.shutdown import Ending
from companion.past.history import History, TableNow
from companion.past.replays import Replays
from companion.people.consents import Consents
from companion.people.join_view import WayIn
from companion.people.joining import Joining
from companion.people.presence import Presence
from companion.people.seating import Seating
from companion.players.aside import Minds
from companion.prints.ground import PrintGround
from companion.reading.tags import card_size, piece_in_front
from companion.referee.inbox import Stop
from companion.settings.config import CodeShown, WebConfig
from companion.shelf.pictures import Pictures
from companion.shelf.sharing import Sharing
from companion.shelf.shelf import OwnersShelf
from companion.sticks.keeper import Sticks
from companion.sticks.plugged import Plugged
from companion.values.notices import Notice
from companion.values.strength import Strength
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
        self.minds = Minds(HIGH_CARD, lambda: evening.match.header, lambda seat: Strength.THINKER, 60.0, playouts=30)
        self.pages = self._pages(outside)
        self.thread = threading.Thread(target=evening.referee.run, name="companion-referee")

    def _clock(self) -> float:
        return self.evening.now_s

    def _tell(self, notice: Notice) -> None:
        self.evening.running.note(notice)

    def _match_door(self, replies: Replies, presence: Presence, outside: Outside) -> MatchDoor:
        return MatchDoor(
            replies=replies,
            publisher=self.evening.publisher,
            seating=self.seating,
            presence=presence,
            notes=SeatNotes(self.journal, lambda: None),
            read_photo=outside.read_photo,
            front_of=lambda payload: piece_in_front(self.evening.tags, payload),
            picture=lambda: outside.picture,
            virtual=None,
            handout=self.evening.outlet.handout,
            minds=self.minds,
        )

    def _spots_door(self, replies: Replies) -> SpotsDoor:
        return SpotsDoor(
            replies=replies,
            setup=no_camera(self.journal),
            files=SpotFiles(self.journal.path.parent),
            game=HIGH_CARD,
            seats=len(self.evening.match.state.seats),
            settings={},
            end=lambda ending: None,
        )

    def _maker_door(self, replies: Replies, shelf: OwnersShelf, pictures: Pictures, host: HostDoor) -> MakerDoor:
        sharing, address = Sharing(self._clock), lambda: self.way_in.address
        end = self.endings.append
        return MakerDoor(replies, shelf, self.journal, HIGH_CARD.slug, sharing, pictures, address, host.host, end)

    def _wiring_door(self, replies: Replies) -> WiringDoor:
        nothing = Rig(PinFactory.NONE, PinMap())
        test = ButtonTest(lambda: nothing, self._clock, lambda notice: None)
        return WiringDoor(replies, nothing, test, self._clock)

    def _pages(self, outside: Outside) -> Pages:
        evening, journal, folder = self.evening, self.journal, self.journal.path.parent
        pieces, tags = pieces_of(journal, read_photo=outside.read_photo)
        office, presence, shelf = quiet_office(journal), Presence(self._clock), OwnersShelf(folder / "games")
        pictures = Pictures(shelf)
        replays = Replays(HIGH_CARD, lambda: (evening.match.header, ()), lambda: evening.outlet.board)
        replies = Replies(evening.inbox, lambda: evening.outlet.board)
        host = HostDoor(
            replies=replies,
            inbox=evening.inbox,
            pieces=pieces,
            replays=replays,
            set_bots=lambda mode: mode in outside.modes,
            bots_mode=lambda: "off",
        )
        consents = Consents(journal, self.seating.holder, "http://venue.example")
        sticks = Sticks(journal, office.backups, Plugged(folder / "sticks", folder / "disks", Path.is_dir))
        at_office = OfficeDoor(replies, office, sticks, OwnWifi(folder, folder / "wifi.json"))
        return Pages(
            match=self._match_door(replies, presence, outside),
            people=PeopleDoor(replies, evening.inbox, self.joining, presence, self.way_in, consents),
            host=host,
            office=at_office,
            wizard=WizardDoor(replies, office.first_run, self.seating, sticks),
            past=History(journal, lambda slug: HIGH_CARD, TableNow(lambda: None, self.seating.everybody, self._tell)),
            lookup=Lookup(
                HIGH_CARD, {}, tags, lambda: evening.outlet.board, evening.outlet.handout, lambda voice: outside.rules
            ),
            pieces=PiecesDoor(replies, pieces),
            looks=LooksDoor(replies, CardLooks(journal.copies, tags, KeptLooks(folder), card_size)),
            prints=PrintsDoor(
                replies, PrintGround(game=HIGH_CARD, seats=2, settings={}, copies=journal.copies), pieces
            ),
            camera=CameraDoor(replies, no_camera(journal)),
            eye=EyeDoor(replies, {}, lambda: self.way_in.address),
            spots=self._spots_door(replies),
            kept=KeptDoor(replies, EyeTally(MatLayout(0, 0, ())), KeptPictures(folder, None), self._tell),
            wiring=self._wiring_door(replies),
            doctor=at_office,
            games=GamesDoor(replies, shelf, journal, HIGH_CARD.slug),
            maker=self._maker_door(replies, shelf, pictures, host),
            pictures=PicturesDoor(replies, pictures),
            shelf=ShelfDoor(
                replies=replies,
                seating=self.seating,
                office=office,
                game=HIGH_CARD,
                seats=2,
                tell=self._tell,
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
