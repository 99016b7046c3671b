"""The pages' door in front of a small table, with everything that it needs: for tests of what goes through it."""

from __future__ import annotations

import threading

from companion.doors.lookup import Lookup
from companion.doors.people_door import Entrance
from companion.doors.port import Outside, Port
from companion.doors.seat_door import Beside, SeatNotes
from companion.doors.wiring_door import no_wiring
from companion.journal.journal import Journal
from companion.past.history import History, TableNow
from companion.past.replays import Replays
from companion.people.join_view import WayIn
from companion.people.joining import Joining
from companion.people.presence import Presence
from companion.people.seating import Seating
from companion.referee.inbox import Stop
from companion.settings.config import WebConfig
from companion.values.notices import Notice
from hardware.types import ButtonRole
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.host_office import quiet_office
from tests.companion.shelf import no_camera, pieces_of
from web.views import JoinWay, Session

DEADLINE_S = 60.0


def nothing_outside() -> Outside:
    """No camera, no devices, no bots."""
    return Outside(lambda b: (), lambda: None, lambda: (), lambda voice: (), lambda mode: False, lambda: "off")


class Doorway:
    """A port on an evening of High Card for two. The clock of people is the evening's."""

    def __init__(self, evening: Evening, journal: Journal, outside: Outside | None = None, way: JoinWay = JoinWay.CODE):
        self.evening = evening
        self.journal = journal
        self.seating = Seating(journal, ("One", "Two"), lambda: "off")
        self.joining = Joining(journal, self.seating, way, self._clock)
        self.way_in = WayIn(WebConfig(host="127.0.0.1", wifi_name="Games"), way, self.seating, lambda: 8080)
        evening.referee.doorbell.joining = self.joining
        self.port = self._port(outside or nothing_outside())
        self.thread = threading.Thread(target=evening.referee.run, name="companion-referee")

    def _clock(self) -> float:
        return self.evening.now_s

    def _port(self, outside: Outside) -> Port:
        evening, journal = self.evening, self.journal
        pieces, tags = pieces_of(journal, read_photo=outside.read_photo)

        def tell(notice: Notice) -> None:
            evening.desk.note(notice)

        past = History(journal, lambda slug: HIGH_CARD, TableNow(lambda: None, self.seating.everybody, tell))
        look_up = Lookup(HIGH_CARD, {}, tags, lambda: evening.outlet.board, evening.outlet.handout, outside.rules_text)
        return Port(
            evening.publisher,
            evening.inbox,
            lambda: evening.outlet.board,
            outside,
            Replays(HIGH_CARD, lambda: (evening.match.header, ()), lambda: evening.outlet.board),
            None,
            pieces,
            no_camera(journal),
            past,
            Beside(look_up, SeatNotes(journal, lambda: None)),
            Entrance(self.joining, Presence(self._clock), self.way_in),
            quiet_office(journal),
            no_wiring(self._clock),
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
