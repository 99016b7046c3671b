"""A law that finds nothing proves nothing: each finds the fault that breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.kit.laws import laws
from companion.kit.laws.laws import Law
from companion.kit.laws.playing import Script
from rules.engine.mat import LayoutError
from rules.engine.sampling import SamplingError
from rules.engine.table import TableError
from tests.laws.playing import script_of

FINDS: dict[str, Law] = {
    "remembers": laws.boundaries,
    "loses_a_card": laws.census,
    "refuses_the_unknown": laws.ignorance_never_refuses,
    "breaks_true_claims": laws.ignorance_never_refuses,
    "promises_too_much": laws.options_keep_their_word,
    "runs_on": laws.ends,
    "off_the_mat": laws.the_mat_has_every_spot,
    "points_off_the_mat": laws.the_mat_has_every_spot,
}


def _found(law: Callable[[Script], None], slug: str, seed: int) -> bool:
    try:
        law(script_of(slug, 3, seed, length=60))
    except (AssertionError, LayoutError, SamplingError, TableError):
        return True
    return False


@pytest.mark.parametrize("fault", FINDS)
def test_the_fault_is_found(fault: str) -> None:
    assert any(_found(FINDS[fault], f"high_card:{fault}", seed) for seed in range(10))


@pytest.mark.parametrize("law", [*laws.LAWS], ids=lambda law: law.__name__)
def test_without_a_fault_nothing_is_found(law: Law) -> None:
    assert not any(_found(law, "high_card", seed) for seed in range(10))
