"""The bench of many phones runs: its figures are not judged here, only that they are of what it says."""

from __future__ import annotations

import pytest

from bench import load_bench
from bench._load_readers import Seen, Told


@pytest.mark.soak
def test_it_measures_streams_beside_asking(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_bench, "PLAYERS", 6)
    monkeypatch.setattr(load_bench, "SPECTATORS", 4)
    found = load_bench.run(4.0)
    assert found.live.refused, "one stream more than there are places was let in"
    assert found.live.changes >= 3
    assert len(found.live.seen_ms) == 10 * found.live.changes
    assert found.live.share(0.5) < found.polled.share(0.5)
    assert found.live_quiet.sent_kb_s < found.polled_quiet.sent_kb_s
    assert all(mb > 10 for mb in (*found.live.memory_mb, *found.polled.memory_mb))
    load_bench.show(found)
    told = capsys.readouterr().out
    assert "a change is seen, median, ms" in told
    assert "was refused with 503" in told


def test_a_change_counts_from_when_it_was_published_until_something_as_new_was_read() -> None:
    published_s = [1.0, 2.0, 3.0, 9.0]  # of edition 1, 2, 3, and of 4, which comes too late to count
    quick, slow = Seen([(1, 1.1), (2, 2.1), (3, 3.1)], 2000), Seen([(3, 3.5)], 1000)
    load = load_bench.load_of(Told([quick, slow], [5.0, 4.0], True, 0.5, 10.5), published_s, 1.0, (1, 2, 3))
    assert [round(ms) for ms in load.seen_ms] == [100, 100, 100, 500, 1500, 2500]
    assert (load.page_ms, load.changes, load.sent_kb_s) == ([4.0, 5.0], 3, 0.3)
    with pytest.raises(SystemExit, match="never saw edition 3"):
        load_bench.load_of(Told([Seen([(2, 2.1)])], [1.0], True, 0.5, 10.5), published_s, 1.0, (1, 2, 3))
