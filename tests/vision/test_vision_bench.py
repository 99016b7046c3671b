"""The bench runs: its figures are not judged here, only that it measures what it says."""

from __future__ import annotations

from bench.vision_bench import cold, film, floor, line, peers, placed, still, verdicts


def test_the_bench_measures_cold_still_and_placed_tables():
    shown = film(6, 20.0, 3.0)
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


def test_the_bench_sets_each_ratio_beside_its_limit():
    shown = film(6, 20.0, 2.8, is_colour=True)
    others = peers(shown, 1)
    told = verdicts((cold(shown, 1), still(shown, 1), placed(shown, 1)), others, floor(shown, 1).cpu_s or 1e-6)
    assert "cold, share read 100.0% (20 mm: 100 %, 12 mm: at least 99 %)" in told
    assert len(told) == 6
    assert all("(" in text for text in told)
