"""The bench runs: its figures are not judged here, only that it measures what it says."""

from __future__ import annotations

from bench.vision_bench import cold, film, floor, line, peers, placed, still


def test_the_bench_measures_cold_still_and_placed_tables():
    shown = film(6, 20.0, 2.8)
    others = peers(shown, 1)
    row = cold(shown, 1)
    assert (row.told, row.of) == (6, 6)
    text = line(row, others)
    assert all(word in text for word in ("cold, 6 tags", "gate", "decode", "pyzbar", "zxing-cpp", "OpenCV"))
    assert {peer.name: peer.read for peer in others}["zxing-cpp"] == 6
    assert still(shown, 1).stages.decode_s == 0.0
    row = placed(shown, 1)
    assert (row.told, row.of) == (1, 1)
    assert floor(shown, 1).cpu_s >= 0.0
