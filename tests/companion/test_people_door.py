"""Who sits where through the pages' door: what buttons, lights, streams and the host's list make of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.people.joining import BUTTON_S, COLLECT_S
from hardware.types import LightState
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from web.pages.join.views import (
    ClaimState,
    ClaimView,
    HandOver,
    JoinWish,
    PeopleAct,
    PeopleCommand,
    PeopleView,
    PhoneState,
    SeatName,
)
from web.views import Joined, JoinWay, Reply, Role, Session

GUEST, HOST = Session(Role.SPECTATOR), Session(Role.HOST)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db") as opened:
        opened.ensure_pin("4711")
        yield opened


@pytest.fixture
def table(journal: Journal) -> Doorway:
    return Doorway(Evening(HIGH_CARD, HANDS), journal, way=JoinWay.BUTTON)


def settle(table: Doorway) -> None:
    """The referee works off what the pages have put into its inbox."""
    while (message := table.evening.inbox.get(0.0)) is not None:
        table.evening.referee.handle(message)


def wish(table: Doorway, token: str, name: str, seat: int) -> object:
    found = table.pages.people.join(GUEST, token, JoinWish(name, seat))
    settle(table)
    return found


def act(table: Doorway, what: PeopleAct, **fields: object) -> Reply:
    found = table.pages.people.people(HOST, PeopleCommand(what, **fields))  # type: ignore[arg-type]
    settle(table)
    return found


def view(table: Doorway) -> PeopleView:
    return table.pages.people.people_view(HOST)


def test_the_light_blinks_and_the_press_answers_nothing(table: Doorway) -> None:
    token = table.pages.people.open_session().token
    claim = wish(table, token, "Ada", 0)
    assert isinstance(claim, ClaimView)
    assert (claim.state, claim.left_s) == (ClaimState.BUTTON, 60)
    assert "Its light blinks" in claim.sentence
    assert table.evening.lights == {0: LightState.BLINK, 1: LightState.OFF}
    version = table.evening.match.version
    table.press(0)
    assert table.evening.match.version == version
    assert table.evening.lights[0] is LightState.ON, "it is that seat's turn in the match"
    joined = table.pages.people.collect(GUEST, token)
    assert isinstance(joined, Joined)
    settle(table)
    assert table.evening.packet().players[0].name == "P1", "the evening has people of its own"
    assert table.pages.people.me(joined.session).seats == (SeatName(0, "Ada"),)
    assert isinstance(table.pages.people.collect(GUEST, token), Reply)


def test_a_person_says_on_the_own_phone_whether_the_venue_may_have_the_name(table: Doorway) -> None:
    people = table.pages.people
    assert not people.tell_name(GUEST, True).ok, "who has no seat has no name there"
    token = people.open_session().token
    wish(table, token, "Ada", 0)
    table.press(0)
    joined = people.collect(GUEST, token)
    assert isinstance(joined, Joined)
    assert not people.me(joined.session).told
    for told in (True, False, True):
        assert people.tell_name(joined.session, told).ok
        assert people.me(joined.session).told is told


def test_a_claim_that_ends_by_itself_leaves_no_light(table: Doorway) -> None:
    wish(table, table.pages.people.open_session().token, "Ada", 1)
    assert table.evening.lights == {0: LightState.ON, 1: LightState.BLINK}
    table.evening.wait(BUTTON_S)
    assert table.evening.lights == {0: LightState.ON, 1: LightState.OFF}


def test_joining_works_while_the_game_is_paused(table: Doorway) -> None:
    table.evening.running.pause(True)
    token = table.pages.people.open_session().token
    wish(table, token, "Ada", 0)
    table.press(0)
    assert isinstance(table.pages.people.collect(GUEST, token), Joined)


def test_whoever_wants_a_taken_seat_is_told_to_all(table: Doorway) -> None:
    old = table.seated("Ada", 0)
    feed = table.pages.match.feed(old)
    stream = iter(feed)
    assert next(stream) is not None
    token = table.pages.people.open_session().token
    wish(table, token, "Ada", 0)
    assert "P1's seat on another phone" in table.evening.packet(1).notice
    assert "another phone" in table.evening.said
    table.press(0)
    claim = table.pages.people.claim(GUEST, token)
    assert claim is not None
    assert (claim.state, "again" in claim.sentence) == (ClaimState.AGAIN, True)
    table.press(0)
    assert list(stream) == [], "the stream of the old phone ends, and nothing more comes over it"
    assert table.evening.packet(1).notice == "", "it is settled"
    assert table.pages.people.session("whatever it had") is None
    assert isinstance(table.pages.people.collect(GUEST, token), Joined)


def test_whoever_has_the_code_and_the_name_waits_for_the_host(table: Doorway) -> None:
    table.seated("Ada", 0)
    token = table.pages.people.open_session().token
    claim = table.pages.people.join(GUEST, token, JoinWish("ada", 0, table.joining.code))
    settle(table)
    assert isinstance(claim, ClaimView)
    assert claim.state is ClaimState.HOST
    assert "The host decides" in table.evening.packet(1).notice
    assert act(table, PeopleAct.DENY, number=view(table).claims[0].number).ok
    assert table.evening.packet(1).notice == ""


def test_switching_the_seat_ends_the_stream_of_the_other(table: Doorway) -> None:
    opened = table.pages.people.open_session()
    first = table.seating.sit(opened.token, 0, "Ada")
    assert first is not None
    both = table.seating.sit(first.token, 1, "Tim", also=True)
    assert both is not None
    stream = iter(table.pages.match.feed(both.session))
    packet = next(stream)
    assert packet is not None
    assert packet.seat == 1
    assert not table.pages.people.switch_seat(both.session, both.token, 5).ok
    assert table.pages.people.switch_seat(both.session, both.token, 0).ok
    settle(table)
    assert list(stream) == []
    now = table.pages.people.session(both.token)
    assert now is not None
    assert table.pages.match.packet(now).seat == 0
    assert [one.name for one in table.pages.people.me(now).seats] == ["Ada", "Tim"]


def test_the_host_sees_who_is_here(table: Doorway) -> None:
    ada = table.seated("Ada", 0)
    assert [row.state for row in view(table).seats] == [PhoneState.ASLEEP, PhoneState.NONE]
    feed = table.pages.match.feed(ada)
    row = view(table).seats[0]
    assert (row.name, row.state, row.phone, row.host) == ("Ada", PhoneState.HERE, 1, False)
    feed.close()
    feed.close()
    table.evening.now_s += 90
    assert (view(table).seats[0].state, view(table).seats[0].seen_s) == (PhoneState.ASLEEP, 90)


def test_the_host_decides_about_phones_that_wait(table: Doorway) -> None:
    first, second = table.pages.people.open_session().token, table.pages.people.open_session().token
    wish(table, first, "Ada", 0)
    wish(table, second, "Bea", 1)
    ada, bea = view(table).claims
    assert [row.claim for row in view(table).seats] == ["Ada", "Bea"]
    assert act(table, PeopleAct.ADMIT, number=ada.number).ok
    assert act(table, PeopleAct.DENY, number=bea.number).ok
    assert not act(table, PeopleAct.DENY, number=bea.number).ok
    assert isinstance(table.pages.people.collect(GUEST, first), Joined)
    denied = table.pages.people.claim(GUEST, second)
    assert denied is not None
    assert denied.state is ClaimState.DENIED
    assert view(table).claims == ()


def test_the_host_s_acts_and_their_words(table: Doorway) -> None:
    table.seated("Ada", 0)
    code = view(table).code
    for what, fields in (
        (PeopleAct.RENAME, {"seat": 0, "value": "Eve"}),
        (PeopleAct.GIVE, {"seat": 1, "to": 0}),
        (PeopleAct.LOCK, {}),
        (PeopleAct.LOCK, {"seat": 1}),
        (PeopleAct.SHOW_WIFI, {}),
        (PeopleAct.NEW_CODE, {}),
    ):
        assert act(table, what, **fields).ok, what
    shown = view(table)
    assert [row.name for row in shown.seats] == ["Eve", "Two"]
    assert [row.phone for row in shown.seats] == [1, 1]
    assert (shown.locked, shown.seats[1].locked, shown.wifi, shown.wifi_shown) == (True, True, True, True)
    assert shown.code != code
    assert table.pages.people.join_view(GUEST).locked
    assert act(table, PeopleAct.FREE, seat=1).ok
    assert act(table, PeopleAct.KICK, seat=0).ok
    assert act(table, PeopleAct.UNLOCK).ok
    assert act(table, PeopleAct.HIDE_WIFI).ok
    assert [row.phone for row in view(table).seats] == [0, 0]
    for what in (PeopleAct.KICK, PeopleAct.GIVE, PeopleAct.ADMIT):
        assert not act(table, what).ok


def test_only_the_host_may(table: Doorway) -> None:
    ada = table.seated("Ada", 0)
    for session in (GUEST, ada):
        assert "Only the host" in table.pages.people.people(session, PeopleCommand(PeopleAct.KICK, seat=0)).sentence
        assert isinstance(table.pages.people.hand_over(session, 0), Reply)
    assert table.seating.may_read(ada)


def test_a_hand_over_goes_through_once(table: Doorway) -> None:
    old = table.seated("Ada", 0)
    offer = table.pages.people.hand_over(HOST, 0)
    assert isinstance(offer, HandOver)
    assert offer.secret not in offer.address
    assert isinstance(table.pages.people.hand_over(HOST, 7), Reply)
    guest, late = table.pages.people.open_session(), table.pages.people.open_session()
    taken = table.pages.people.take_over(guest.session, guest.token, offer.secret)
    assert isinstance(taken, Joined)
    assert taken.session.name == "Ada"
    assert not table.seating.may_read(old)
    again = table.pages.people.take_over(late.session, late.token, offer.secret)
    assert isinstance(again, Reply)
    assert "has been used" in again.sentence


def test_leaving_gives_up_the_wish_too(table: Doorway) -> None:
    token = table.pages.people.open_session().token
    wish(table, token, "Ada", 0)
    assert table.pages.people.leave(token)
    settle(table)
    assert table.evening.lights[0] is LightState.ON
    assert table.pages.people.cancel_claim(GUEST, token).ok


@pytest.mark.parametrize("what", [PeopleAct.LOCK, PeopleAct.FREE, PeopleAct.KICK, PeopleAct.RENAME, PeopleAct.GIVE])
@pytest.mark.parametrize("seat", [-1, 2, 10**12])
def test_what_is_wished_of_a_seat_that_is_not_there_changes_nothing(
    table: Doorway, journal: Journal, what: PeopleAct, seat: int
) -> None:
    before = table.pages.people.people_view(HOST)
    reply = act(table, what, seat=seat, to=0, value="Ada")
    assert (reply.ok, "seat" in reply.sentence) == (False, True)
    assert table.pages.people.people_view(HOST) == before
    assert not journal.setting("seats_locked")


def test_a_seat_that_nobody_holds_has_no_name_to_change(table: Doorway) -> None:
    reply = act(table, PeopleAct.RENAME, seat=1, value="Ada")
    assert not reply.ok
    assert "no phone" in reply.sentence


def test_a_seat_that_nobody_collects_is_shown_as_free_by_itself(table: Doorway) -> None:
    guest = table.seating.open_session()
    wish(table, guest.token, "Ada", 1)
    table.press(1)
    assert table.seating.held_seats == {1}
    told = table.evening.publisher.serial
    table.evening.wait(COLLECT_S - 1.0)
    assert table.evening.publisher.serial == told
    table.evening.wait(1.0)
    assert table.evening.publisher.serial > told
    assert table.seating.held_seats == frozenset()


def test_a_phone_holds_a_seat_for_somebody_without_one_while_people_gather(table: Doorway) -> None:
    ada = table.seated("Ada", 0)
    assert table.evening.running.gather().ok
    settle(table)
    table.evening.referee.tell()
    people = table.pages.people
    reply = people.seat_guest(ada, 1, "Bea")
    assert reply.ok
    assert reply.sentence == "Bea plays here, too."
    assert people.me(replace(ada, seats=(0, 1))).seats == (SeatName(0, "Ada"), SeatName(1, "Bea"))
    holders = [table.seating.holder(seat) for seat in (0, 1)]
    assert holders[0] is not None
    assert holders[1] is not None
    assert holders[0].phone == holders[1].phone
    assert holders[0].active
    assert not holders[1].active  # the phone goes on showing its own seat
    assert people.tell_name(ada, True).ok
    guest = replace(ada, seat=1, seats=(0, 1))
    said = people.tell_name(guest, True)
    assert not said.ok, "who has no phone has said nothing"
    assert "on a phone of their own" in said.sentence
    assert [people.me(session).told for session in (ada, guest)] == [True, False]
    table.seating.free_seat(1)
    assert people.tell_name(table.seated("Bea", 1), True).ok


@pytest.mark.parametrize(("seat", "name", "why"), [(0, "Bea", "join_seat_taken"), (2, "Bea", "join_no_such_seat")])
def test_why_nobody_is_seated_there(table: Doorway, seat: int, name: str, why: str) -> None:
    ada = table.seated("Ada", 0)
    table.evening.running.gather()
    table.evening.referee.tell()
    said = table.evening.outlet.board
    assert said is not None
    count = {"count": 2}
    assert table.pages.people.seat_guest(ada, seat, name).sentence == said.voice.say("notice", why, count)
    assert table.seating.held_seats == {0}


def test_no_seat_is_held_for_somebody_once_cards_may_lie_there(table: Doorway) -> None:
    ada = table.seated("Ada", 0)
    table.evening.referee.tell()
    assert not table.pages.people.seat_guest(ada, 1, "Bea").ok
    assert table.seating.held_seats == {0}


def test_whoever_finds_every_seat_taken_asks_for_room(table: Doorway) -> None:
    table.evening.referee.running.gather()
    table.seated("Ada", 0)
    assert not table.pages.people.ask_for_room(GUEST).ok  # one is free
    table.seated("Ben", 1)
    table.evening.referee.tell()
    assert table.pages.people.ask_for_room(GUEST).ok
    settle(table)
    assert table.evening.packet().notice.endswith(" can make room with one tap.")
    table.evening.referee.running.pause(False)
    table.evening.referee.tell()
    assert not table.pages.people.ask_for_room(GUEST).ok
