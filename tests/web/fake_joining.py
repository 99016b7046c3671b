"""Who sits where at the table in memory: joining, claims, several seats on one phone, and the host's list."""

from __future__ import annotations

import threading
from dataclasses import replace

from tests.web.fake_sessions import FakeSessions
from web.pages.join.views import (
    ClaimRow,
    ClaimState,
    ClaimView,
    HandOver,
    JoinWish,
    MeView,
    PeopleAct,
    PeopleCommand,
    PeopleView,
    PhoneState,
    SeatName,
    SeatRow,
)
from web.views import Joined, JoinView, JoinWay, PlayerView, Reply, Role, Session

CODE = "PLUMS"
SECRET = "one-time-secret-of-a-hand-over"
ADDRESS = "http://192.168.1.20:8080/join"
WIFI = "WIFI:T:WPA;S:Games;P:open sesame;;"


class FakeJoining(FakeSessions):
    """See `JoiningPort`. `claims` by token: a test moves them on by hand, as buttons and the host would."""

    lock: threading.RLock
    players: list[PlayerView]
    version: int

    def __init__(self) -> None:
        super().__init__()
        self.way = JoinWay.CODE
        self.claims: dict[str, ClaimView] = {}
        self.people_acts: list[PeopleCommand] = []
        self.rooms_asked = 0
        self.venue = ""
        self.told_names: dict[int, bool] = {}
        self.locked = self.wifi_shown = self.code_shown = False

    def publish(self) -> None:
        """A new version to every feed."""
        raise AssertionError("the table does that")

    def ask_for_room(self, session: Session) -> Reply:
        self.rooms_asked += 1
        return Reply(True, "I have asked.", self.version)

    def join(self, session: Session, token: str, wish: JoinWish) -> Joined | ClaimView | Reply:
        with self.lock:
            if wish.code and wish.code.upper() != CODE:
                return Reply(False, "That is not the code of this table.", self.version)
            if self.way is JoinWay.CODE and not wish.code:
                return Reply(False, "Ask the host for the code, and enter it here.", self.version)
            if wish.seat not in range(4) or (self.players[wish.seat].joined and self.way is not JoinWay.BUTTON):
                return Reply(False, "That seat is taken; choose another one.", self.version)
            if self.way is JoinWay.BUTTON and not wish.code:
                self.claims[token] = self.claim_at(ClaimState.BUTTON, wish.seat, wish.name)
                return self.claims[token]
            return self._sit(token, wish.seat, wish.name)

    def seat_guest(self, session: Session, seat: int, name: str) -> Reply:
        self.players[seat] = replace(self.players[seat], name=name, joined=True, bot=False)
        self.publish()
        return Reply(True, f"{name} plays here, too.", self.version)

    def claim_at(self, state: ClaimState, seat: int = 3, name: str = "Zoe") -> ClaimView:
        """A claim that stands like this."""
        sentences = {
            ClaimState.BUTTON: "Press the button of your seat. Its light blinks.",
            ClaimState.WRONG: "That was another seat's button. Press the one with the blinking light.",
            ClaimState.LATE: "That took too long, so the seat was not given. Try again.",
        }
        return ClaimView(seat, name, state, sentences.get(state, state.value), 60)

    def _sit(self, token: str, seat: int, name: str) -> Joined:
        self.players[seat] = replace(self.players[seat], name=name, joined=True, bot=False)
        self.sessions.pop(token, None)
        joined = self.sign(Role.SEAT, seat, name)
        self.publish()
        return joined

    def join_view(self, session: Session) -> JoinView:
        wifi = WIFI if self.wifi_shown else ""
        return JoinView(
            urls=(ADDRESS,),
            local="http://companion.local:8080/join",
            way=self.way,
            locked=self.locked,
            wifi=wifi,
            code=CODE if self.code_shown else "",
        )

    def claim(self, session: Session, token: str) -> ClaimView | None:
        return self.claims.get(token)

    def collect(self, session: Session, token: str) -> Joined | Reply:
        with self.lock:
            claim = self.claims.get(token)
            if claim is None or claim.state is not ClaimState.GRANTED:
                return Reply(False, "Nothing is waiting for you here.", self.version)
            del self.claims[token]
            return self._sit(token, claim.seat, claim.name)

    def cancel_claim(self, session: Session, token: str) -> Reply:
        self.claims.pop(token, None)
        return Reply(True, "Done.", self.version)

    def take_over(self, session: Session, token: str, secret: str) -> Joined | Reply:
        if secret != SECRET:
            return Reply(False, "This link was used already or is too old.", self.version)
        return self._sit(token, 0, self.players[0].name)

    def leave(self, token: str) -> bool:
        session = self.sessions.get(token)
        if session is not None and len(session.seats) > 1:
            left = tuple(seat for seat in session.seats if seat != session.seat)
            self.sessions[token] = replace(session, seat=left[0], seats=left)
            return False
        self.sessions.pop(token, None)
        return True

    def tell_name(self, session: Session, told: bool) -> Reply:
        self.told_names[session.seat or 0] = told
        return Reply(True, "Your name goes there.", 1)

    def me(self, session: Session) -> MeView:
        seats = tuple(SeatName(seat, self.players[seat].name) for seat in session.seats)
        told = self.told_names.get(session.seat or 0, False)
        return MeView(session.seat, seats, session.role is Role.HOST, self.venue, told)

    def switch_seat(self, session: Session, token: str, seat: int) -> Reply:
        if seat not in session.seats:
            return Reply(False, "That seat is not yours.", self.version)
        self.sessions[token] = replace(self.sessions[token], seat=seat)
        return Reply(True, "Done.", self.version)

    def people_view(self, session: Session) -> PeopleView:
        rows = tuple(
            SeatRow(seat=one.seat, name=one.name, bot=one.bot, state=PhoneState.HERE, phone=one.seat + 1, seen_s=3)
            if one.joined
            else SeatRow(seat=one.seat, name=one.name, bot=one.bot, state=PhoneState.NONE)
            for one in self.players
        )
        claims = tuple(
            ClaimRow(
                number=number,
                seat=one.seat,
                name=one.name,
                state=one.state,
                taken=self.players[one.seat].joined,
                left_s=one.left_s,
            )
            for number, one in enumerate(self.claims.values())
        )
        return PeopleView(
            seats=rows,
            claims=claims,
            way=self.way,
            code=CODE,
            locked=self.locked,
            wrong_codes=0,
            wifi=True,
            wifi_shown=self.wifi_shown,
        )

    def people(self, session: Session, command: PeopleCommand) -> Reply:
        self.people_acts.append(command)
        if command.act in (PeopleAct.LOCK, PeopleAct.UNLOCK) and command.seat is None:
            self.locked = command.act is PeopleAct.LOCK
        if command.act in (PeopleAct.SHOW_WIFI, PeopleAct.HIDE_WIFI):
            self.wifi_shown = command.act is PeopleAct.SHOW_WIFI
        if command.act is PeopleAct.RENAME and command.seat is not None:
            self.players[command.seat] = replace(self.players[command.seat], name=command.value)
        self.publish()
        return Reply(True, "Done and written down.", self.version)

    def hand_over(self, session: Session, seat: int) -> HandOver | Reply:
        if seat not in range(4):
            return Reply(False, "There is no such seat.", self.version)
        return HandOver(seat, ADDRESS, SECRET, 300)
