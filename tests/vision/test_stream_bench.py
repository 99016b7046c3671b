"""The bench of streams runs: its figures are not judged here, only that it measures what it says."""

from __future__ import annotations

from bench.stream_bench import hand_row, packed_row, still_row
from bench.vision_bench import film


def test_each_row_sets_the_eye_beside_its_peer():
    shown = film(6, 20.0, 2.0)
    assert "absolute difference" in still_row(shown, 2)
    hand = hand_row(shown, 1)
    assert "zxing-cpp" in hand
    assert "changes told" not in hand  # a hand that passes over a table leaves it as it was
    assert "unpacking in full" in packed_row(film(6, 20.0, 2.0, is_colour=True), 2)
