"""How somebody comes to a seat: button, code, hand-over, host, or just so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.people.evening import CODE_LENGTH, LETTERS
from companion.people.join_view import WayIn, join_way, wifi_payload
from companion.people.joining import BUTTON_S, COLLECT_S, HOST_S, TOLD_S, Claim, Joining
from companion.people.seating import Seating
from companion.settings.config import CodeShown, Config, ConfigError, JoinRule, WebConfig
from companion.settings.hardware import HARDWARE_AS_DELIVERED
from companion.values.notices import Notice
from hardware.types import PinFactory
from rules.engine.types import Seat
from web.pages.join.views import ClaimState, JoinWish
from web.views import Joined, JoinWay, Role


class Table:
    """A table of three seats with a clock that a test moves."""

    def __init__(self, journal: Journal, way: JoinWay = JoinWay.BUTTON) -> None:
        self.now_s = 0.0
        self.journal = journal
        self.seating = Seating(journal, ("One", "Two", "Three"), lambda: "off")
        self.joining = Joining(journal, self.seating, way, lambda: self.now_s)

    def guest(self) -> str:
        return self.seating.open_session().token

    def wish(self, token: str, name: str, seat: int, code: str = "", *, also: bool = False) -> Joined | Claim | Notice:
        return self.joining.wish(token, JoinWish(name, seat, code, also))

    def sit(self, name: str, seat: int) -> Joined:
        """A phone that came in by the code."""
        return got(self.wish(self.guest(), name, seat, self.joining.code))

    def press(self, seat: int, *, is_asked: bool = False) -> bool:
        return self.joining.pressed(Seat(seat), is_asked=is_asked)

    def state(self, token: str) -> ClaimState | None:
        claim = self.joining.claim_of(token)
        return None if claim is None else claim.state

    def names(self) -> list[str]:
        return [person.name if person.joined else "" for person in self.seating.everybody()]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        opened.ensure_pin("4711")
        yield opened


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(journal)


def got(found: object) -> Joined:
    assert isinstance(found, Joined), found
    return found


def why(found: object) -> str:
    assert isinstance(found, Notice), found
    return found.code


# ---- by button ------------------------------------------------------------------------------------------------------


def test_the_button_of_a_free_seat_gives_it_to_the_phone_that_waits(table: Table) -> None:
    guest, other = table.guest(), table.guest()
    claim = table.wish(guest, "  Ada   L ", 1)
    assert isinstance(claim, Claim)
    assert (claim.name, claim.state, claim.taken) == ("Ada L", ClaimState.BUTTON, False)
    assert table.joining.blinking() == {1}
    assert why(table.joining.collect(guest)) == "join_not_granted"
    assert table.press(1)
    assert table.joining.blinking() == frozenset()
    assert table.names() == ["", "Ada L", ""]
    assert why(table.joining.collect(other)) == "join_not_granted"
    seated = got(table.joining.collect(guest))
    assert seated.token != guest
    assert (seated.session.role, seated.session.seat) == (Role.SEAT, 1)
    assert table.seating.session(guest) is None, "a cookie from before has no seat"
    assert why(table.joining.collect(guest)) == "join_not_granted"
    assert not table.press(1), "the next press is for the game"


def test_the_phone_that_waits_reads_nothing_before_it_collects(table: Table) -> None:
    guest = table.guest()
    table.wish(guest, "Ada", 1)
    table.press(1)
    session = table.seating.session(guest)
    assert session is not None
    assert (session.role, session.seat) == (Role.SPECTATOR, None)
    assert not table.seating.may_read(session)


def test_nobody_collects_in_time(table: Table) -> None:
    guest = table.guest()
    table.wish(guest, "Ada", 1)
    table.press(1)
    table.now_s += COLLECT_S
    assert why(table.joining.collect(guest)) == "join_not_granted"
    assert table.names() == ["", "", ""]


def test_a_claim_ends_after_a_minute(table: Table) -> None:
    guest = table.guest()
    table.wish(guest, "Ada", 1)
    table.now_s += BUTTON_S - 0.1
    assert table.joining.blinking() == {1}
    table.now_s += 0.1
    assert table.joining.blinking() == frozenset()
    assert table.state(guest) is ClaimState.LATE
    assert not table.press(1)
    table.now_s += TOLD_S
    assert table.state(guest) is None


def test_two_phones_want_one_seat_and_the_second_is_told(table: Table) -> None:
    first, second = table.guest(), table.guest()
    table.wish(first, "Ada", 1)
    assert why(table.wish(second, "Bea", 1)) == "join_claimed"
    assert why(table.wish(second, "ADA", 2)) == "join_name_taken"
    assert why(table.wish(second, "Bea", 1, table.joining.code)) == "join_claimed"
    assert isinstance(table.wish(second, "Bea", 2), Claim)
    assert table.joining.blinking() == {1, 2}
    table.joining.cancel(first)
    assert table.joining.blinking() == {2}
    assert isinstance(table.wish(second, "Bea", 1), Claim), "a new wish of a phone replaces its own"
    assert table.joining.blinking() == {1}


def test_the_wrong_button_tells_kindly_and_costs_nothing(table: Table) -> None:
    guest = table.guest()
    table.sit("Ada", 0)
    table.wish(guest, "Bea", 1)
    assert not table.press(0), "that is a player's, who means the game"
    assert not table.press(2, is_asked=True), "a player without a phone answers"
    assert table.state(guest) is ClaimState.BUTTON
    assert table.press(2)
    assert table.state(guest) is ClaimState.WRONG
    assert table.press(1)
    assert table.state(guest) is ClaimState.GRANTED


def test_a_taken_seat_wants_two_presses_and_the_old_phone_is_signed_off(table: Table) -> None:
    old, guest = table.sit("Ada", 1), table.guest()
    table.journal.set_seat_note(1, 1, "mine")
    claim = table.wish(guest, "ada", 1)
    assert isinstance(claim, Claim)
    assert claim.taken
    assert table.press(1, is_asked=True), "it may be a player's answer by mistake, so nothing happens yet"
    assert table.seating.may_read(old.session)
    assert table.state(guest) is ClaimState.AGAIN
    assert table.press(1, is_asked=True)
    assert not table.seating.may_read(old.session)
    assert table.seating.session(old.token) is None
    assert got(table.joining.collect(guest)).session.name == "ada"
    assert table.journal.seat_note(1, 1) == "mine", "the same person with another phone"


def test_a_seat_that_the_host_gave_away_meanwhile_is_a_taken_one(table: Table) -> None:
    parent, guest = table.sit("Ada", 0), table.guest()
    table.wish(guest, "Bea", 1)
    assert table.seating.give(1, 0, "Tim") is None
    assert table.press(1, is_asked=True)
    assert table.state(guest) is ClaimState.AGAIN
    assert table.joining.contested() == {1}
    assert table.seating.may_read(parent.session)
    assert table.names() == ["Ada", "Tim", ""]


def test_somebody_else_on_a_taken_seat_does_not_inherit_the_notes(table: Table) -> None:
    table.sit("Ada", 1)
    table.journal.set_seat_note(1, 1, "mine")
    table.wish(table.guest(), "Bea", 1)
    table.press(1)
    table.press(1)
    assert table.journal.seat_note(1, 1) == ""
    assert table.names() == ["", "Bea", ""]


def test_a_second_seat_for_the_same_phone(table: Table) -> None:
    parent = table.sit("Ada", 0)
    table.wish(parent.token, "Tim", 2, also=True)
    table.press(2)
    both = got(table.joining.collect(parent.token))
    assert both.session.seats == (0, 2)
    assert table.seating.session(parent.token) is None
    table.wish(both.token, "Ada", 1)
    table.press(1)
    assert got(table.joining.collect(both.token)).session.seats == (1,), "without 'also' the phone changes its seat"
    assert table.names() == ["", "Ada", ""]


def test_a_solo_player_holds_every_seat(journal: Journal) -> None:
    table = Table(journal, JoinWay.OPEN)
    token = table.guest()
    for seat, name in enumerate(("One", "Two", "Three")):
        token = got(table.wish(token, name, seat, also=True)).token
    session = table.seating.session(token)
    assert session is not None
    assert (session.seat, session.seats) == (2, (0, 1, 2))


def test_what_changed_meanwhile_is_looked_at_when_the_button_is_pressed(table: Table) -> None:
    guest = table.guest()
    table.wish(guest, "Ada", 1)
    table.seating.sit(table.guest(), 0, "Ada")
    assert table.press(1)
    claim = table.joining.claim_of(guest)
    assert claim is not None
    assert (claim.state, claim.why) == (ClaimState.DENIED, Notice("join_name_taken"))
    gone = table.guest()
    table.wish(gone, "Bea", 1)
    table.seating.end(gone)
    assert table.press(1)
    assert table.names() == ["Ada", "", ""]


# ---- by code, and just so -------------------------------------------------------------------------------------------


def test_the_code(journal: Journal) -> None:
    table = Table(journal, JoinWay.CODE)
    code = table.joining.code
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS)
    assert not set(LETTERS) & set("IO01")
    guest = table.guest()
    assert why(table.wish(guest, "Ada", 1)) == "join_needs_code"
    for wrong in ("WRONG", "ÄÖÜ", code[:-1], code + "A"):
        assert why(table.wish(guest, "Ada", 1, wrong)) == "join_bad_code"
    assert table.joining.wrong_codes == 4
    as_read_aloud = f" {code[:2].lower()} {code[2:4]}-{code[4:]} "
    assert got(table.wish(guest, "Ada", 1, as_read_aloud)).session.seat == 1
    assert why(table.wish(table.guest(), "Bea", 1, code)) == "join_seat_taken"
    table.joining.new_code()
    assert table.joining.wrong_codes == 0
    assert why(table.wish(table.guest(), "Bea", 2, code)) == "join_bad_code"
    assert Table(journal).joining.code != table.joining.code, "a start makes another"


def test_the_code_helps_where_a_button_does_not_work(table: Table) -> None:
    assert table.sit("Ada", 1).session.seat == 1


def test_with_the_code_and_the_old_name_the_host_decides(journal: Journal) -> None:
    table = Table(journal, JoinWay.CODE)
    old, guest = table.sit("Ada", 1), table.guest()
    assert why(table.wish(guest, "Ada", 1)) == "join_needs_code"
    claim = table.wish(guest, "ADA", 1, table.joining.code)
    assert isinstance(claim, Claim)
    assert claim.state is ClaimState.HOST
    assert table.joining.blinking() == frozenset(), "no button is asked for"
    assert not table.press(1)
    assert table.joining.waiting() == (claim,)
    assert table.joining.decide(claim.number, admit=True) is None
    assert table.seating.session(old.token) is None
    assert got(table.joining.collect(guest)).session.seat == 1
    assert table.joining.decide(claim.number, admit=True) == Notice("people_no_claim")


def test_the_host_turns_away_and_lets_in_without_a_button(table: Table) -> None:
    first, second = table.guest(), table.guest()
    one, two = table.wish(first, "Ada", 1), table.wish(second, "Bea", 2)
    assert isinstance(one, Claim)
    assert isinstance(two, Claim)
    assert table.joining.decide(one.number, admit=False) is None
    assert table.state(first) is ClaimState.DENIED
    assert table.joining.decide(two.number, admit=True) is None
    assert got(table.joining.collect(second)).session.seat == 2
    asked = Table(table.journal, JoinWay.CODE)
    guest = asked.guest()
    asked.wish(guest, "Bea", 2, asked.joining.code)
    asked.now_s += HOST_S
    assert asked.state(guest) is ClaimState.LATE


def test_at_an_open_table_whoever_picks_a_free_seat_sits(journal: Journal) -> None:
    table = Table(journal, JoinWay.OPEN)
    assert got(table.wish(table.guest(), "Ada", 1)).session.seat == 1
    assert why(table.wish(table.guest(), "Bea", 1)) == "join_seat_taken"
    assert isinstance(table.wish(table.guest(), "Ada", 1), Claim), "the same name on a taken seat asks the host"


def test_whoever_holds_the_seat_may_change_the_name(table: Table) -> None:
    ada = table.sit("Ada", 1)
    table.seating.lock(None, locked=True)
    renamed = got(table.wish(ada.token, "Eve", 1))
    assert table.names() == ["", "Eve", ""]
    assert renamed.token != ada.token
    assert why(table.wish("nobody", "Bea", 0)) == "session_ended"


def test_locked(table: Table) -> None:
    table.seating.lock(2, locked=True)
    assert why(table.wish(table.guest(), "Ada", 2)) == "join_seat_locked"
    assert why(table.wish(table.guest(), "Ada", 2, table.joining.code)) == "join_seat_locked"
    table.seating.lock(None, locked=True)
    assert why(table.wish(table.guest(), "Ada", 1)) == "join_locked"
    table.seating.lock(None, locked=False)
    assert isinstance(table.wish(table.guest(), "Ada", 1), Claim)


# ---- hand-over ------------------------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_to_another_phone(table: Table) -> None:
    old, guest = table.sit("Ada", 1), table.guest()
    table.journal.set_seat_note(1, 1, "mine")
    table.seating.lock(None, locked=True)
    secret = table.joining.hand_over(1)
    assert isinstance(secret, str)
    assert why(table.joining.take_over("nobody", secret)) == "session_ended"
    assert why(table.joining.take_over(guest, "guessed")) == "hand_over_late"
    fresh = got(table.joining.take_over(guest, secret))
    assert (fresh.session.seat, fresh.session.name) == (1, "Ada")
    assert table.seating.session(old.token) is None
    assert table.seating.session(guest) is None
    assert why(table.joining.take_over(table.guest(), secret)) == "hand_over_late"
    assert table.journal.seat_note(1, 1) == "mine"
    assert why(table.joining.hand_over(3)) == "join_no_such_seat"


def test_a_link_to_a_free_seat_invites(table: Table) -> None:
    waiting, guest = table.guest(), table.guest()
    table.wish(waiting, "Bea", 2)
    secret = table.joining.hand_over(2)
    assert isinstance(secret, str)
    assert got(table.joining.take_over(guest, secret)).session.name == "Three"
    assert table.state(waiting) is None, "nobody waits for a seat that was given"


# ---- how seats are taken, by the settings ---------------------------------------------------------------------------


def wired(buttons: int, pins: PinFactory, rule: JoinRule = JoinRule.AUTO) -> Config:
    hardware = replace(HARDWARE_AS_DELIVERED, pins=pins, **{"seat_buttons": tuple(range(5, 5 + buttons))})
    return replace(Config(), hardware=hardware, web=WebConfig(joining=rule))


@pytest.mark.parametrize(
    ("config", "way"),
    [
        (wired(3, PinFactory.MOCK), JoinWay.BUTTON),
        (wired(2, PinFactory.MOCK), JoinWay.CODE),
        (wired(3, PinFactory.NONE), JoinWay.CODE),
        (wired(3, PinFactory.MOCK, JoinRule.CODE), JoinWay.CODE),
        (wired(3, PinFactory.MOCK, JoinRule.OPEN), JoinWay.OPEN),
        (wired(3, PinFactory.MOCK, JoinRule.BUTTON), JoinWay.BUTTON),
    ],
)
def test_which_way_in(config: Config, way: JoinWay) -> None:
    assert join_way(config, 3) is way


def test_buttons_that_are_not_there_are_told_at_the_start() -> None:
    with pytest.raises(ConfigError, match="not every seat has a button"):
        join_way(wired(2, PinFactory.MOCK, JoinRule.BUTTON), 3)


def test_what_the_screen_shows_of_the_way_in(table: Table) -> None:
    web = WebConfig(wifi_name='Games; "home"', wifi_password="open:sesame\\", show_code=CodeShown.OFF)
    way = WayIn(web, table.joining)
    view = way.view()
    assert view.urls[0].startswith("http://")
    assert view.urls[0].endswith(":8080/join")
    assert view.local.endswith(".local:8080/join")
    assert (view.wifi, view.locked) == ("", False)
    assert table.joining.code not in str(view)
    way.show_wifi(True)
    table.seating.lock(None, locked=True)
    assert way.view().wifi == 'WIFI:T:WPA;S:Games\\; \\"home\\";P:open\\:sesame\\\\;;'
    assert way.view().locked
    assert wifi_payload("Guests", "") == "WIFI:T:nopass;S:Guests;;"
    here = WayIn(WebConfig(host="127.0.0.1"), table.joining)
    here.show_wifi(True)
    assert (here.view().local, here.view().wifi, here.has_wifi) == ("", "", False)


@pytest.mark.parametrize(
    ("way", "shown", "host", "is_there"),
    [
        (JoinWay.CODE, CodeShown.AUTO, "127.0.0.1", True),
        (JoinWay.CODE, CodeShown.AUTO, "192.168.1.20", True),
        (JoinWay.CODE, CodeShown.AUTO, "8.8.4.4", False),
        (JoinWay.CODE, CodeShown.AUTO, "games.example.org", False),
        (JoinWay.CODE, CodeShown.ON, "8.8.4.4", True),
        (JoinWay.CODE, CodeShown.OFF, "192.168.1.20", False),
        (JoinWay.BUTTON, CodeShown.ON, "192.168.1.20", False),
        (JoinWay.OPEN, CodeShown.ON, "192.168.1.20", False),
    ],
)
def test_where_the_code_stands_on_the_screen(
    table: Table, way: JoinWay, shown: CodeShown, host: str, is_there: bool
) -> None:
    table.joining.way = way
    view = WayIn(WebConfig(host=host, show_code=shown), table.joining).view()
    assert view.code == (table.joining.code if is_there else "")


def test_whoever_comes_with_another_phone_and_the_own_name_means_the_own_seat(table: Table) -> None:
    table.seating.sit(table.guest(), 1, "Ada")
    claim = table.wish(table.guest(), "ada", 0, code=table.joining.code)
    assert isinstance(claim, Claim)
    assert (claim.seat, claim.state) == (1, ClaimState.HOST)
    assert table.seating.holder(0) is None
