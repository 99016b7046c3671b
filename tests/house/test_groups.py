"""What several tests share and costs much is made once, by one worker."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("the groups themselves")
def test_a_worker_knows_the_group_of_a_test(request: pytest.FixtureRequest) -> None:
    """The scheduler tells groups by the end of the name alone: without it they would be spread, and nobody notice."""
    if getattr(request.config.option, "loadgroup", False):
        assert request.node.nodeid.endswith("@house_the groups themselves")
