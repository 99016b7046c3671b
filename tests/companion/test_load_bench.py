"""The bench of many phones runs: its figures are not judged here, only that they are of what it says."""

from __future__ import annotations

import pytest

from bench import load_bench
from bench._load_readers import Seen, Told
from bench.load_bench import Cost


@pytest.mark.soak
def test_it_measures_the_companion_beside_a_bare_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_bench, "PLAYERS", 6)
    found = load_bench.run(10, 6.0)
    assert found.ours.refused, "one stream more than there are places was let in"
    for load in (found.ours, found.bare):
        assert load.changes >= 3
        assert len(load.seen_ms) == 10 * load.changes
        assert load.cost.memory_mb > 10
    assert found.ours.tap_ms
    load_bench.show(found)
    told = capsys.readouterr().out
    assert "a change is seen, median, ms" in told
    assert "was refused with 503" in told


def test_a_change_counts_from_when_it_was_published_until_something_as_new_was_read() -> None:
    published_s = [1.0, 2.0, 3.0, 9.0]  # of edition 1, 2, 3, and of 4, which comes too late to count
    quick, slow = Seen([(1, 1.1), (2, 2.1), (3, 3.1)], 2000), Seen([(3, 3.5)], 1000)
    told = Told([quick, slow], [5.0, 4.0], True, 0.5, 10.5)
    load = load_bench.load_of(told, published_s, Cost(1.0, 1.0, 3.0))
    assert [round(ms) for ms in load.seen_ms] == [100, 100, 100, 500, 1500, 2500]
    assert (load.page_ms, load.changes, load.sent_kb_s) == ([4.0, 5.0], 3, 0.3)
    with pytest.raises(SystemExit, match="never saw edition 3"):
        load_bench.load_of(Told([Seen([(2, 2.1)])], [1.0], True, 0.5, 10.5), published_s, Cost(1.0, 1.0, 3.0))


def test_the_bare_server_numbers_the_very_same_bytes() -> None:
    event = b'id: 3.17\nevent: packet\ndata: {"id":"3.17","version":5}\n\n'
    assert load_bench.numbered(event, 9) == b'id: b.9\nevent: packet\ndata: {"id":"b.9","version":5}\n\n'
