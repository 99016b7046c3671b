"""What may be guessed in an evening, and that nobody who guesses keeps out whoever knows. docs/joining.md says these
figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from pathlib import Path

import pytest

from web import WebSettings
from web.door.limits import Bucket, Guesses
from web.door.security import KEPT_FOR, codes_of, pins_of

EVENING_S = 6 * 3600
GUIDE = Path(__file__).resolve().parents[2] / "docs/joining.md"


@dataclass
class Evening:
    """Six hours in which everybody tries again as soon as it may be of use."""

    guesses: Guesses
    now_s: float = 0.0
    compared: int = 0

    def tries(self, address: str, *, is_known: bool = False) -> float:
        """Tries as often as it may; gives how long it has to wait then."""
        while (wait_s := self.guesses.take(f"{address} {is_known}", address, is_known=is_known)) == 0:
            self.compared += 1
        return wait_s

    def passes(self, addresses: int, every_s: float, *, are_known: bool = False) -> int:
        """So many addresses all evening; gives how many guesses were compared."""
        while self.now_s < EVENING_S:
            for number in range(addresses):
                self.tries(f"10.0.{number // 250}.{number % 250}", is_known=are_known and number < 10)
            self.now_s += every_s
        return self.compared


def pins() -> Evening:
    evening = Evening(pins_of(WebSettings(), lambda: evening.now_s))
    return evening


def codes() -> Evening:
    evening = Evening(codes_of(WebSettings(), lambda: evening.now_s))
    return evening


def figure(text: str) -> int:
    """The number that stands before or after these words in the guide."""
    found = re.search(text, " ".join(GUIDE.read_text("utf-8").split()))
    assert found is not None, text
    return int(found[1].replace(",", ""))


def test_one_device_guesses_little() -> None:
    most = pins().passes(1, 30.0)
    assert most <= figure(r"one device gets at most ([\d,]+) PINs")
    assert 10**6 / most > 2500
    assert codes().passes(1, 3.0) <= figure(r"one device gets at most ([\d,]+) codes")


def test_many_addresses_guess_no_more_than_the_guide_says() -> None:
    """Also more of them than are remembered, and ten phones of the table among them."""
    most = pins().passes(300, 300.0, are_known=True)
    assert most <= figure(r"however many addresses, at most ([\d,]+) PINs")
    assert floor(10**6 / most) >= figure(r"six digits that the companion makes that is one chance in ([\d,]+)")
    most = codes().passes(300, 90.0, are_known=True)
    assert most <= figure(r"however many addresses, at most ([\d,]+) codes")
    assert floor(32**5 / most) >= figure(r"32⁵ = 33,554,432 codes, that is one chance in about ([\d,]+)")


@pytest.mark.parametrize("make", [pins, codes])
def test_at_any_time_whoever_knows_may_try(make: Callable[[], Evening]) -> None:
    """Every address of a network at home guesses all the time; the host comes with another one, or with a phone that
    has a seat."""
    evening = make()
    for hour in range(6):
        while evening.now_s < 3600 * hour:
            for number in range(KEPT_FOR - 10):
                evening.tries(f"10.0.0.{number}")
            evening.now_s += 1200.0
        assert evening.guesses.take("host", f"10.0.1.{hour}", is_known=False) == 0.0
        assert evening.guesses.take("seat", "10.0.0.1", is_known=True) == 0.0


def test_what_is_kept_is_not_forgotten() -> None:
    now = [0.0]
    bucket = Bucket(1, 100.0, lambda: now[0], keys=2, keeps=True)
    assert [bucket.take(key) for key in "abcab"] == [0.0, 0.0, 100.0, 100.0, 100.0]
    now[0] = 100.0
    assert [bucket.take(key) for key in "cdab"] == [0.0, 0.0, 100.0, 100.0], "those who used nothing since make room"
