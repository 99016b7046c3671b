"""Which phone holds which seats, who is host, what is locked, and which seats bots play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.people.seating import Seating
from companion.people.visitors import MOST_VISITORS
from companion.values.notices import Notice
from companion.values.person import bot_names
from rules.engine.types import Seat
from web.views import Joined, Role, Session

NAMES = ("One", "Two", "Three")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        opened.ensure_pin("4711")
        yield opened


@pytest.fixture
def seating(journal: Journal) -> Seating:
    return Seating(journal, NAMES, lambda: "off")


def sit(seating: Seating, name: str, seat: int, token: str = "", *, also: bool = False) -> Joined:
    found = seating.sit(token or seating.open_session().token, seat, name, also=also)
    assert found is not None
    return found


def names(seating: Seating) -> list[str]:
    return [person.name if person.joined else "" for person in seating.everybody()]


def test_a_guest_sits_down_under_a_new_token(seating: Seating) -> None:
    guest = seating.open_session()
    assert (guest.session.role, guest.session.seat) == (Role.SPECTATOR, None)
    seated = sit(seating, "Ada L", 1, guest.token)
    assert (seated.session.role, seated.session.seat, seated.session.name) == (Role.SEAT, 1, "Ada L")
    assert seated.token != guest.token
    assert seating.session(guest.token) is None  # the old cookie is worth nothing
    assert seating.session(seated.token) == seated.session
    assert names(seating) == ["", "Ada L", ""]
    assert seating.sit("nobody", 0, "Ada") is None


@pytest.mark.parametrize(
    ("name", "seat", "why"),
    [
        ("", 0, "join_no_name"),
        ("Ada", 3, "join_no_such_seat"),
        ("Ada", -1, "join_no_such_seat"),
        ("bEA", 0, "join_name_taken"),
        ("Bea", 1, ""),
        ("Ada", 0, ""),
    ],
)
def test_what_is_wrong_with_a_wish(seating: Seating, name: str, seat: int, why: str) -> None:
    sit(seating, "Bea", 1)
    found = seating.why_not(seating.open_session().session, seat, name, also=False)
    assert (found.code if found else "") == why


def test_changing_the_seat_frees_the_old_one_unless_it_is_kept(seating: Seating) -> None:
    first = sit(seating, "Ada", 0)
    second = sit(seating, "Ada", 2, first.token)
    assert names(seating) == ["", "", "Ada"]
    assert seating.session(first.token) is None
    third = sit(seating, "Tim", 1, second.token, also=True)
    assert names(seating) == ["", "Tim", "Ada"]
    assert (third.session.seat, third.session.seats) == (1, (1, 2))


def test_a_phone_shows_one_of_its_seats(seating: Seating) -> None:
    both = sit(seating, "Tim", 1, sit(seating, "Ada", 0).token, also=True)
    assert seating.may_read(both.session)
    assert seating.show(both.token, 0)
    assert not seating.show(both.token, 2)
    assert not seating.may_read(both.session), "a stream of the seat of before ends"
    now = seating.session(both.token)
    assert now is not None
    assert (now.seat, now.name) == (0, "Ada")
    assert seating.may_read(now)
    assert not seating.may_read(Session(Role.SPECTATOR, csrf=now.csrf))


def test_leaving_gives_the_shown_seat_back_first(seating: Seating) -> None:
    both = sit(seating, "Tim", 1, sit(seating, "Ada", 0).token, also=True)
    assert not seating.leave(both.token)
    assert names(seating) == ["Ada", "", ""]
    assert seating.leave(both.token)
    assert names(seating) == ["", "", ""]
    assert seating.session(both.token) is None
    assert seating.leave("nobody")


def test_whoever_loses_the_seat_can_read_no_more(seating: Seating) -> None:
    ada, bea = sit(seating, "Ada", 0), sit(seating, "Bea", 1)
    seating.free_seat(0)
    assert not seating.may_read(ada.session)
    assert seating.session(ada.token) is None
    assert seating.may_read(bea.session)
    sit(seating, "Bea", 1)
    assert not seating.may_read(bea.session), "the seat is held, by another phone"


def test_kicking_signs_the_whole_phone_off(seating: Seating) -> None:
    host = seating.become_host(sit(seating, "Tim", 1, sit(seating, "Ada", 0).token, also=True).token, "4711")
    assert isinstance(host, Joined)
    sit(seating, "Bea", 2)
    seating.kick(0)
    assert names(seating) == ["", "", "Bea"]
    assert seating.session(host.token) is None
    seating.kick(0)  # nobody is there


def test_freeing_a_host_s_seat_leaves_the_host(seating: Seating) -> None:
    host = seating.become_host(sit(seating, "Ada", 0).token, "4711")
    assert isinstance(host, Joined)
    assert (host.session.role, host.session.seat) == (Role.HOST, 0)
    seating.free_seat(0)
    session = seating.session(host.token)
    assert session is not None
    assert (session.role, session.seat) == (Role.HOST, None)


def test_the_pin_is_asked(seating: Seating) -> None:
    guest = seating.open_session()
    assert seating.become_host(guest.token, "0000") == Notice("bad_pin")
    assert seating.become_host("nobody", "4711") == Notice("session_ended")
    host = seating.become_host(guest.token, "4711")
    assert isinstance(host, Joined)
    assert seating.session(guest.token) is None
    assert sit(seating, "Ada", 1, host.token).session.role is Role.HOST


def test_a_seat_goes_to_the_phone_of_another(seating: Seating) -> None:
    ada, bea = sit(seating, "Ada", 0), sit(seating, "Bea", 1)
    assert seating.give(2, 0, "") is None
    assert seating.give(1, 0, "ignored: she has a name") is None
    assert names(seating) == ["Ada", "Bea", "Three"]
    session = seating.session(ada.token)
    assert session is not None
    assert (session.seat, session.seats) == (0, (0, 1, 2)), "the seat that it shows stays"
    assert seating.session(bea.token) is None
    seating.free_seat(2)
    assert seating.give(0, 2, "") == Notice("people_no_phone")
    assert seating.give(7, 0, "") == Notice("people_no_phone")
    assert seating.give(2, 0, "ADA") == Notice("join_name_taken")


def test_renaming(seating: Seating) -> None:
    sit(seating, "Ada", 0)
    sit(seating, "Bea", 1)
    assert seating.rename(0, "  Eve   of old ") is None
    assert names(seating) == ["Eve of old", "Bea", ""]
    assert seating.rename(0, "bea") == Notice("join_name_taken")
    assert seating.rename(0, " ") == Notice("join_no_name")


def test_notes_stay_with_the_person_and_go_with_them(seating: Seating, journal: Journal) -> None:
    ada = sit(seating, "Ada", 0)
    journal.set_seat_note(1, 0, "secret")
    moved = seating.sit(seating.open_session().token, 0, "Ada", same_person=True)
    assert moved is not None
    assert journal.seat_note(1, 0) == "secret", "another phone of the same person"
    assert seating.session(ada.token) is None
    sit(seating, "Bea", 0)
    assert journal.seat_note(1, 0) == ""
    for leave in (lambda: seating.free_seat(0), lambda: seating.kick(0)):
        sit(seating, "Cleo", 0)
        journal.set_seat_note(1, 0, "secret")
        leave()
        assert journal.seat_note(1, 0) == ""


def test_a_hand_over_does_not_outlive_who_sat_there(seating: Seating, journal: Journal) -> None:
    sit(seating, "Ada", 0)
    secret = journal.offer_seat(0, 300.0)
    seating.free_seat(0)
    assert journal.accept_offer(secret) is None


def test_seats_and_locks_outlive_the_service(seating: Seating, journal: Journal) -> None:
    ada = sit(seating, "Ada", 0)
    seating.lock(None, locked=True)
    seating.lock(2, locked=True)
    seating.lock(1, locked=True)
    seating.lock(1, locked=False)
    again = Seating(journal, NAMES, lambda: "off")
    assert names(again) == ["Ada", "", ""]
    assert again.session(ada.token) == ada.session
    assert (again.is_locked, again.locked_seats) == (True, frozenset({2}))
    fewer = Seating(journal, (), lambda: "off")
    assert fewer.everybody() == ()


def test_visitors_do_not_grow_without_bound(seating: Seating) -> None:
    first = seating.open_session()
    for _ in range(MOST_VISITORS):
        seating.open_session()
    assert seating.session(first.token) is None


def test_whoever_came_back_is_not_forgotten_for_those_who_never_did(seating: Seating) -> None:
    """A program that keeps no cookies opens session after session."""
    screen = seating.open_session()
    assert seating.session(screen.token) == screen.session
    for _ in range(MOST_VISITORS + 40):
        seating.open_session()
    assert seating.session(screen.token) == screen.session


def test_the_one_that_was_not_used_for_longest_goes_first(seating: Seating) -> None:
    opened = [seating.open_session() for _ in range(MOST_VISITORS)]
    for joined in (*opened, opened[0]):
        seating.session(joined.token)
    newest = seating.open_session()
    assert seating.session(newest.token) is not None, "who comes last is let in"
    assert seating.session(opened[1].token) is None
    assert seating.session(opened[0].token) is not None


@pytest.mark.parametrize(
    ("mode", "alone", "with_one", "chores"),
    [
        ("off", set(), set(), (False, False)),
        ("fill", set(), {0, 2}, (False, True)),
        ("all", {0, 1, 2}, {0, 2}, (True, True)),
    ],
)
def test_which_seats_bots_play(
    journal: Journal, mode: str, alone: set[int], with_one: set[int], chores: tuple[bool, bool]
) -> None:
    seating = Seating(journal, NAMES, lambda: mode)
    assert seating.bot_seats() == alone
    assert seating.leaves_chores() is chores[0]
    sit(seating, "Ada", 1)
    assert seating.bot_seats() == with_one
    assert seating.leaves_chores() is chores[1]
    assert seating.has_phone(Seat(1))
    assert seating.has_phone(Seat(0)) == (0 in with_one)
    for seat, name in ((0, "Ben"), (2, "Cem")):
        sit(seating, name, seat)
    assert seating.bot_seats() == set()
    assert seating.leaves_chores() is (mode != "off")  # also where only people play


def test_bots_take_no_free_seat_of_a_game_in_which_chance_says_nothing(journal: Journal) -> None:
    mode = "fill"
    seating = Seating(journal, NAMES, lambda: mode, bots_sit_down=False)
    sit(seating, "Ada", 1)
    assert seating.bot_seats() == set()
    assert seating.leaves_chores()
    mode = "all"
    assert seating.bot_seats() == {0, 2}


def test_bots_have_names_that_nobody_else_has_and_seats_of_the_settings_keep_theirs(journal: Journal) -> None:
    seating = Seating(journal, ("Ada", "Player 2", "Player 3"), lambda: "fill", given=1)
    assert [one.name for one in seating.everybody()] == ["Ada", "Player 2", "Player 3"]  # nobody plays yet
    sit(seating, "bot cleo", 1)
    called = [one.name for one in seating.everybody()]
    assert called[:2] == ["Ada", "bot cleo"]
    assert called[2].startswith("Bot ")
    assert called[2] != "Bot Cleo"
    many = bot_names(["Bot Dot"], 30)
    assert len({name.casefold() for name in (*many, "Bot Dot")}) == 31


def test_a_bot_has_not_the_name_of_whom_a_venue_has_called_to_its_seat(journal: Journal) -> None:
    seating = Seating(journal, ("Ada", "Player 2", "Player 3"), lambda: "fill", given=1)
    seating.call_seats(("Zoe", "Yann", "Xia"), to_bots=False)
    assert [one.name for one in seating.everybody()] == ["Zoe", "Yann", "Xia"]  # they are awaited
    sit(seating, "Zoe", 0)
    assert [one.name.startswith("Bot ") for one in seating.everybody()] == [False, True, True]


def test_who_sat_beyond_the_seats_of_a_smaller_game_moves_up(journal: Journal, seating: Seating) -> None:
    kept, moved = sit(seating, "Ada", 1), sit(seating, "Bea", 2)
    smaller = Seating(journal, NAMES[:2], lambda: "off")
    smaller.move_up()
    assert names(smaller) == ["Bea", "Ada"]
    for joined, seat in ((kept, 1), (moved, 0)):
        session = smaller.session(joined.token)
        assert session is not None
        assert (session.seat, session.seats) == (seat, (seat,))


def test_who_finds_no_seat_at_a_smaller_table_is_signed_off(journal: Journal, seating: Seating) -> None:
    for seat, name in enumerate(("Ada", "Bea", "Cem")):
        last = sit(seating, name, seat)
    smaller = Seating(journal, NAMES[:2], lambda: "off")
    smaller.move_up()
    assert names(smaller) == ["Ada", "Bea"]
    assert smaller.session(last.token) is None
