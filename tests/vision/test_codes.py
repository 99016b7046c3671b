"""Codes are chosen so that they look different, whichever way they lie."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from vision import VisionError
from vision.codes import CODE_MODULES, LEAST_DISTANCE, choose_codes, code_distance, code_modules, fixed_code
from vision.sticker import sticker_modules

ADDRESS = "HTTP://C.LOCAL/"


def modules(payload: str):
    found = code_modules(payload)
    assert found is not None
    return found


def plain_distance(a: str, b: str) -> int:
    """The same as code_distance, counted one turn after the other."""
    free = ~fixed_code()[0]
    everywhere = free & np.rot90(free) & np.rot90(free, 2) & np.rot90(free, 3)
    counts = [int((modules(a) != modules(b))[free].sum())]
    counts += [int((modules(a) != np.rot90(modules(b), turn))[everywhere].sum()) for turn in (1, 2, 3)]
    return min(counts)


def test_the_fixed_modules_are_alike_in_all_codes():
    fixed, dark = fixed_code()
    assert fixed.sum() == 202
    for payload in ("0", "ABCD1234", "HTTP://C.LOCAL/ABCDE"):
        assert (modules(payload)[fixed] == dark[fixed]).all()


def test_only_version_one_codes_have_modules():
    assert modules("ABCD1234").shape == (CODE_MODULES, CODE_MODULES)
    assert (modules("ABCD1234") == (sticker_modules("ABCD1234")[2:-2, 2:-2] == 0)).all()
    for payload in ("", "a lower case text of thirty letters", "9" * 3000):
        assert code_modules(payload) is None


def test_the_distance_is_the_least_over_all_turns():
    assert code_distance("ABCD1234", "ABCD1234") == 0
    random = Random(3)
    for _ in range(12):
        a, b = ("".join(random.choices("ABCDEFGH23456789", k=8)) for _ in range(2))
        assert code_distance(a, b) == plain_distance(a, b)
    assert code_distance("ABCD1234", "x" * 60) == CODE_MODULES**2


@pytest.mark.parametrize(("prefix", "length", "least"), [("", 8, 52), (ADDRESS, 5, LEAST_DISTANCE)])
def test_chosen_codes_look_different(prefix: str, length: int, least: int):
    taken = choose_codes(15, Random(1), prefix=prefix, length=length)
    codes = choose_codes(40, Random(2), taken, prefix, length)
    assert len(set(codes)) == 40
    assert all(code.startswith(prefix) and len(code) == len(prefix) + length for code in codes)
    every = [*taken, *codes]
    assert min(code_distance(a, b) for n, a in enumerate(every) for b in every[:n]) >= least


def test_the_same_random_gives_the_same_codes_and_never_one_that_is_taken():
    first = choose_codes(5, Random(4))
    assert choose_codes(5, Random(4)) == first
    assert not set(choose_codes(5, Random(4), taken=first)) & set(first)


def test_what_cannot_be_had_is_said():
    with pytest.raises(VisionError, match="too long for a sticker"):
        choose_codes(1, Random(1), prefix="HTTP://A-LONG-NAME.EXAMPLE/", length=5)
    with pytest.raises(VisionError, match="no room for 40 more codes of 1 letters"):
        choose_codes(40, Random(1), length=1)


def test_codes_of_pieces_that_were_adopted_are_no_hindrance():
    assert len(choose_codes(3, Random(1), taken=("https://example.org/a-long-address-of-another-maker",))) == 3
