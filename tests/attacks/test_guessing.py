"""Join codes, PINs and hand-overs guessed at speed: slowed down, and nothing learned from the answers."""

from __future__ import annotations

import statistics
import time
from itertools import islice, product

import pytest

from companion.joining import LETTERS
from tests.attacks.ring import PIN, Answer, Ring, Who
from web.settings import WebSettings

LIMITS = WebSettings()
ONE = "127.9.9.9"


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
    table = own_table
    table.service.seating.free_seat(3)
    before = table.state()
    answers = [guess_code(table, code) for code in wrong_codes(table, LIMITS.join_attempts_all + 12)]
    assert {a.status for a in answers[: LIMITS.join_attempts_all]} == {409}
    assert sum(a.status == 429 for a in answers[LIMITS.join_attempts_all :]) >= 10
    refused_kindly(answers[-1])
    assert table.state() == before
    assert table.service.joining.wrong_codes <= LIMITS.join_attempts_all + 2, "what is refused is not even compared"


def test_pins_from_one_address_and_from_many(own_table: Ring) -> None:
    table = own_table
    before = table.state()
    one = [guess_pin(table, f"{n:06}", ONE) for n in range(LIMITS.pin_attempts + 3)]
    assert [a.status for a in one] == [409] * LIMITS.pin_attempts + [429] * 3
    many = [guess_pin(table, f"{n:06}") for n in range(12)]
    refused_kindly(many[-1])
    assert sum(a.status == 409 for a in many) <= LIMITS.pin_attempts_all - LIMITS.pin_attempts + 1
    refused_kindly(guess_pin(table, PIN))
    assert table.state() == before


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


def test_the_time_of_a_wrong_guess_says_nothing(own_table: Ring) -> None:
    """The code is compared in constant time and a PIN is hashed before it is; what stays is noise."""
    journal = own_table.service.journal

    def median_s(pin: str) -> float:
        taken = []
        for _ in range(5):
            begun = time.perf_counter()
            assert not journal.check_pin(pin)
            taken.append(time.perf_counter() - begun)
        return statistics.median(taken)

    near, far = median_s(PIN[:-1] + "0"), median_s("0")
    assert near > 0.01, "a guess costs work"
    assert 0.3 < near / far < 3.0


def test_nobody_fills_the_memory_with_sessions(own_table: Ring) -> None:
    statuses = [
        own_table.send("GET", "/", {"Host": own_table.here}, source=ONE).status for _ in range(LIMITS.visit_burst + 12)
    ]
    assert set(statuses[: LIMITS.visit_burst]) == {200}
    assert statuses[-1] == 429
    assert own_table.ask(Who.SPECTATOR, "/table", source=ONE).status == 200, "whoever has a session goes on"


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
