"""The bench of the start and of idle tables runs: its figures are not judged here, only what they are of."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bench import start_bench
from bench._watched import Usage, family, usage


@pytest.mark.soak
def test_it_measures_the_program_beside_the_least_server(capsys: pytest.CaptureFixture[str]) -> None:
    found = start_bench.run(1, 2.0, start_bench.KINDS[2:], settle_s=0.5)
    cost = found.costs[0]
    assert found.peer.first_page_s > 0
    assert 0 < cost.first_page_s <= cost.table_s
    assert cost.start_cpu_s > found.peer.start_cpu_s > 0
    assert cost.pss_mb > found.peer.pss_mb > 5
    assert cost.threads > found.peer.threads
    assert found.opencv_s > 0
    start_bench.show(found, 1, 2.0)
    told = capsys.readouterr().out
    assert "first page, s" in told
    assert "OpenCV alone" in told


def test_what_a_quiet_while_cost_is_the_difference_of_two_looks() -> None:
    before = Usage(2.0, 0, 0, 4, 100, 1000, 1)
    after = Usage(2.3, 50_000_000, 40_000_000, 5, 160, 4000, 2)
    cost = start_bench.cost_of("x", (1.0, 2.0, 0.5), before, after, 30.0)
    assert (round(cost.cpu, 3), cost.rss_mb, cost.pss_mb) == (1.0, 50.0, 40.0)
    assert (cost.wakes_a_minute, cost.written_a_minute, cost.threads, cost.processes) == (120.0, 6000.0, 5, 2)


def test_children_are_counted_too_and_one_that_is_gone_is_nothing() -> None:
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", script], **pipes, text=True) as parent:  # type: ignore[call-overload]
        assert parent.stdout.readline() == "1\n"
        assert len(list(family(parent.pid))) == 2
        found = usage(parent.pid)
        assert found.processes == 2
        assert found.threads >= 2
        assert found.rss > 5_000_000
        parent.stdin.close()
    assert usage(parent.pid) == Usage()


def test_a_start_takes_nothing_in_that_only_printing_needs() -> None:
    late = "('reportlab', 'pyzbar')"
    asked = f"import companion.service.running, sys; print([name for name in {late} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": "."}
    )
    assert done.stdout == "[]\n"
