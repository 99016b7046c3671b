"""What threads have freed goes back to the system."""

from __future__ import annotations

from tests.vision._held import grown_mb

_WORK = """
def look():
    for _ in range(3):
        pictures = [np.ones(7_000_000, np.uint8) for _ in range(2)]
        del pictures
        one = np.ones(3_000_000, np.uint8)
        del one
in_threads(12, look)
"""


def test_pictures_that_many_threads_had_are_given_back():
    assert grown_mb("from companion.machine.freed_memory import keep_little; keep_little()", _WORK) < 20.0
