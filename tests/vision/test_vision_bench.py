"""The bench runs: its figures are not judged here, only that it measures what it says."""

from __future__ import annotations

from bench.vision_bench import cold, line, placed, still


def test_the_bench_measures_cold_still_and_placed_tables():
    row, frame = cold(6, 1)
    assert (row.told, row.of) == (6, 6)
    text = line(row, frame, 1)
    assert all(word in text for word in ("cold, 6 cards", "gate", "decode", "pyzbar", "zxing", "reads  6"))
    assert still(2, 1).stages.decode_s == 0.0
    row, _ = placed(3, 1)
    assert (row.told, row.of) == (1, 1)
