"""Join codes, PINs and hand-overs guessed at speed: slowed down, and nothing learned from the answers."""

from __future__ import annotations

import hashlib
import secrets
from functools import partial
from itertools import islice, product
from typing import Any

import pytest

from companion.people.evening import LETTERS
from tests.attacks.ring import PIN, Answer, Ring, Who
from tests.attacks.test_streams import stream
from web import WebSettings, create_app

LIMITS = WebSettings()
ONE = "127.9.9.9"


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an address may try grows back with time; here none passes, however busy the machine is."""
    monkeypatch.setattr("companion.service.building.create_app", partial(create_app, clock=lambda: 1000.0))


def wrong_codes(table: Ring, how_many: int) -> list[str]:
    """Codes of the right form that are not this table's."""
    made = ("".join(letters) for letters in product(LETTERS, repeat=5))
    return [code for code in islice(made, how_many + 1) if code != table.service.joining.code][:how_many]


def guess_code(table: Ring, code: str, source: str = "") -> Answer:
    return table.ask(Who.SPECTATOR, "/api/join", {"name": "Eve", "seat": 3, "code": code}, source=source)


def guess_pin(table: Ring, pin: str, source: str = "") -> Answer:
    return table.ask(Who.SPECTATOR, "/api/become-host", {"pin": pin}, source=source)


def refused_kindly(answer: Answer) -> None:
    assert answer.status == 429
    assert int(answer.header("Retry-After")) >= 1
    assert "wait" in answer.sentence


def test_codes_from_one_address(own_table: Ring) -> None:
    table = own_table
    table.service.seating.free_seat(3)
    before = table.state()
    answers = [guess_code(table, code, ONE) for code in wrong_codes(table, LIMITS.join_attempts + 8)]
    assert [a.status for a in answers[: LIMITS.join_attempts]] == [409] * LIMITS.join_attempts
    for answer in answers[LIMITS.join_attempts + 1 :]:  # one may have become free meanwhile
        refused_kindly(answer)
    refused_kindly(guess_code(table, table.service.joining.code, ONE))  # also the right one has to wait
    assert table.state() == before


def test_codes_from_many_addresses(own_table: Ring) -> None:
    """Beyond what all share, each address has what is kept for it and no more."""
    table = own_table
    table.service.seating.free_seat(3)
    before = table.state()
    sources = ["127.7.7.1", "127.7.7.2", "127.7.7.3", "127.7.7.4"]
    codes = iter(wrong_codes(table, 4 * LIMITS.join_attempts + 12))
    answers = [guess_code(table, next(codes), source) for source in sources for _ in range(LIMITS.join_attempts)]
    assert {a.status for a in answers[: LIMITS.join_attempts_all]} == {409}
    refused_kindly(answers[-1])
    most = LIMITS.join_attempts_all + 2 * LIMITS.join_attempts_kept
    assert table.service.joining.wrong_codes <= most + 4, "what is refused is not even compared"
    assert table.state() == before


def test_pins_from_one_address_and_from_many(own_table: Ring) -> None:
    table = own_table
    before = table.state()
    one = [guess_pin(table, f"{n:06}", ONE) for n in range(LIMITS.pin_attempts + 3)]
    assert [a.status for a in one] == [409] * LIMITS.pin_attempts + [429] * 3
    for source in ("127.7.7.1", "127.7.7.2"):
        many = [guess_pin(table, f"{n:06}", source) for n in range(LIMITS.pin_attempts)]
    assert [a.status for a in many] == [409] * LIMITS.pin_attempts_kept + [429] * 2
    refused_kindly(many[-1])
    refused_kindly(guess_pin(table, PIN, ONE))  # also the right one has to wait
    assert table.state() == before


def test_a_stranger_who_guesses_keeps_the_host_and_the_guests_out_no_longer(own_table: Ring) -> None:
    """Two addresses try again and again; then people come who know, from others, or with a phone that has a seat."""
    table = own_table
    table.service.seating.free_seat(3)
    for source in (ONE, "127.9.9.8", "127.9.9.7") * 2:
        for n in range(LIMITS.pin_attempts + 1):
            guess_pin(table, f"{n:06}", source)
        for code in wrong_codes(table, LIMITS.join_attempts + 1):
            guess_code(table, code, source)
    refused_kindly(guess_pin(table, PIN, ONE))
    assert table.ask(Who.SEAT_0, "/api/become-host", {"pin": PIN}, source=ONE).status == 200
    assert guess_pin(table, "000000", "127.8.8.8").status == 409, "somebody mistypes it"
    table.open_the_spectator()
    assert guess_code(table, table.service.joining.code, "127.8.8.8").status == 200
    table.open_the_spectator()
    assert guess_pin(table, PIN, "127.8.8.8").status == 200


def test_hand_overs_are_guessed_no_faster(own_table: Ring) -> None:
    table = own_table
    before = table.state()
    answers = [
        table.ask(Who.SPECTATOR, "/api/join/take-over", {"secret": f"guess-{n}"}, source=ONE)
        for n in range(LIMITS.join_attempts + 3)
    ]
    assert {a.status for a in answers[: LIMITS.join_attempts]} == {409}
    refused_kindly(answers[-1])
    assert table.state() == before


def test_a_wrong_guess_says_nothing_about_the_right_one(own_table: Ring) -> None:
    table = own_table
    table.service.seating.free_seat(3)
    right = table.service.joining.code
    near = right[:-1] + next(letter for letter in LETTERS if letter != right[-1])
    far = "".join(next(letter for letter in LETTERS if letter != one) for one in right)
    codes = [guess_code(table, code) for code in (near, far, right[:3], right + "A", "0", "é" * 5)]
    pins = [guess_pin(table, pin) for pin in (PIN[:-1] + "0", "0", PIN + "1", "x" * 64)]
    for answers in (codes, pins):
        assert {(a.status, a.body) for a in answers} == {(409, answers[0].body)}


def test_every_wrong_pin_costs_the_same_work(own_table: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    """However near it is: one slow hash, and one comparison that looks at every byte. The work is counted and not the
    time, which on a busy machine says nothing."""
    done: list[tuple[str, object]] = []

    def hashed(password: bytes, **cost: Any) -> bytes:
        done.append(("hash", cost["n"]))
        return scrypt(password, **cost)

    def compared(one: bytes, other: bytes) -> bool:
        done.append(("compare", len(one)))
        return compare_digest(one, other)

    scrypt, compare_digest = hashlib.scrypt, secrets.compare_digest
    monkeypatch.setattr(hashlib, "scrypt", hashed)
    monkeypatch.setattr(secrets, "compare_digest", compared)
    for pin in (PIN[:-1] + "0", "0", PIN + "1", "", "x" * 64):
        done.clear()
        assert not own_table.service.journal.check_pin(pin)
        assert done == [("hash", 2**14), ("compare", 64)]


def test_nobody_fills_the_memory_with_sessions(own_table: Ring) -> None:
    statuses = [
        own_table.send("GET", "/", {"Host": own_table.here}, source=ONE).status for _ in range(LIMITS.visit_burst + 12)
    ]
    assert set(statuses[: LIMITS.visit_burst]) == {200}
    assert statuses[-1] == 429
    assert own_table.ask(Who.SPECTATOR, "/table", source=ONE).status == 200, "whoever has a session goes on"


def test_a_table_screen_is_not_forgotten_for_visits_without_a_cookie(own_table: Ring) -> None:
    """Nine addresses open page after page, and keep each cookie to come back with it once; the screen only listens."""
    table = own_table
    with stream(table, Who.SPECTATOR) as screen:
        screen.packets(1)
        for number in range(9):
            source = f"127.9.8.{number + 1}"
            for _ in range(LIMITS.visit_burst):
                page = table.send("GET", "/rules", {"Host": table.here}, source=source)
                assert page.status == 200
                cookie = page.header("Set-Cookie").partition(";")[0]
                assert (
                    table.send("GET", "/healthz", {"Host": table.here, "Cookie": cookie}, source=source).status == 200
                )
        assert table.ask(Who.SPECTATOR, "/api/packet").status == 200
    assert not table.csrf_is_stale(Who.SPECTATOR)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Client-IP"])
def test_nobody_chooses_the_address_that_is_counted(own_table: Ring, header: str) -> None:
    statuses = [
        own_table.ask(
            Who.SPECTATOR,
            "/api/become-host",
            {"pin": "0"},
            source=ONE,
            changed={header: f"for=10.0.0.{n}" if header == "Forwarded" else f"10.0.0.{n}"},
        ).status
        for n in range(LIMITS.pin_attempts + 1)
    ]
    assert statuses[-1] == 429
