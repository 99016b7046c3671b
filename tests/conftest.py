"""What every test of the house gets: a look afterwards at what it left behind; and what belongs together stays so."""

from __future__ import annotations

import gc
import hashlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.lasting import told_by_part
from tests.quick import is_quick, spread
from tests.seeds import VARIABLE, of_this_run

settings.register_profile("house", deadline=None)  # no test asserts a time: the machine may be busy
settings.load_profile("house")

THREADS_END_WITHIN_S = 2.0
_LONGEST = 30  # files that a run of very many names


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="some tests of each file that needs no browser, no other process, no service",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if config.getoption("quick") and collection_path.suffix == ".py" and not is_quick(collection_path):
        return True
    return None


def pytest_configure() -> None:
    """The seed stands before any worker starts. A PIN is hashed slowly on purpose, and nearly every test of a table has
    one: where no process of its own is started the hash costs nothing. `tests/attacks/test_guessing.py` looks at what
    is asked of it."""
    of_this_run()
    hashlib.scrypt = partial(_quick_hash, hashlib.scrypt)


def _quick_hash(
    scrypt: Callable[..., bytes], password: bytes, *, salt: bytes, n: int, r: int, p: int, **more: int
) -> bytes:
    assert n >= 2**14, "a PIN of four digits wants a slow hash"
    return scrypt(password, salt=salt, n=2, r=1, p=1, **more)


def pytest_collection_finish() -> None:
    """All tests and what they import stay until the end: not looking through them for garbage again and again saves a
    tenth of the time, and looking for what the tests make more seldom a twentieth."""
    if "flask" in sys.modules:
        from tests.templates import translate_once  # here, since most tests need nothing of the pages

        translate_once()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What repeats this run, and of a long one how long its parts took."""
    reports = [one for some in terminalreporter.stats.values() for one in some if hasattr(one, "duration")]
    lines = told_by_part(reports)
    if config.getoption("markexpr") != "soak":
        lines = [*lines[:_LONGEST], lines[-1]] if len(lines) > _LONGEST else []
    for line in lines:
        terminalreporter.write_line(line)
    terminalreporter.write_line(f"what chance decided is repeated with {VARIABLE}={of_this_run()}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A quick run asks some tests of each file. Tests of one `xdist_group` and folder go to one worker, which xdist
    tells by the end of their names. xdist 3.8 writes it where pytest from 9.2 on does not look any more; then every
    worker would make again what the tests share. What waits for browsers and tables comes early and among what
    computes: so the processors have work while somebody waits, and at the end nobody does."""
    if config.getoption("quick"):
        kept = spread(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    if not getattr(config.option, "loadgroup", False):
        return
    for item in items:
        groups = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        end = "@" + "_".join([item.path.parent.name, *groups])
        if groups and not item.nodeid.endswith(end):
            item._id = type(item.id).parse(item.nodeid + end)
    waiting = sorted(filter(_waits, items), key=lambda item: item.get_closest_marker("browser") is None)
    places = _spread_over(waiting, _EARLY) | _spread_over([item for item in items if not _waits(item)], 1.0)
    items.sort(key=lambda item: places[_work(item)])


_EARLY = 0.5
"""By this part of the tests all that waits has begun."""


def _waits(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None or item.path.parent.name in ("evenings", "deploy")


def _work(item: pytest.Item) -> str:
    """What a worker takes as a whole: a group, or one test."""
    return item.nodeid.rpartition("@")[2] if item.get_closest_marker("xdist_group") else item.nodeid


def _spread_over(items: list[pytest.Item], share: float) -> dict[str, float]:
    """The place of each piece of work between nought and `share`, in the order in which they stand."""
    works = list(dict.fromkeys(map(_work, items)))
    return {work: share * number / len(works) for number, work in enumerate(works)}


def _is_ours(thread: threading.Thread) -> bool:
    """A thread that would keep the process alive, or one that we named as ours. The one that writes on pictures is the
    process's, and ends with it."""
    if thread.name.startswith("picture-letters"):
        return False
    return not thread.daemon or thread.name.startswith("companion-")


def _pin_factory() -> object:
    """gpiozero's process-wide pin factory, without importing gpiozero for tests that do not."""
    gpiozero = sys.modules.get("gpiozero")
    return gpiozero.Device.pin_factory if gpiozero else None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser without a screen: one for all tests of a worker, since its start costs as much as some pages. Each
    test opens contexts of its own in it and closes them. While it lives its driver holds the asyncio of this thread:
    no test here may call `asyncio.run`, nor start a second driver."""
    api = pytest.importorskip("playwright.sync_api", reason="the browser driver playwright is not installed")
    from tests.web.on_phones import ARGS, CHROMIUM  # here, since most tests need nothing of the pages

    with api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield started
        started.close()


@pytest.fixture(autouse=True)
def leaves_nothing_behind() -> Iterator[None]:
    """No thread of ours outlives its test, and nobody exchanges the pin factory under the next test's feet."""
    threads_before = set(threading.enumerate())
    factory_before = _pin_factory()
    yield
    deadline_s = time.monotonic() + THREADS_END_WITHIN_S
    left = [thread for thread in threading.enumerate() if thread not in threads_before and _is_ours(thread)]
    for thread in left:
        thread.join(max(0.0, deadline_s - time.monotonic()))
    alive = [thread.name for thread in left if thread.is_alive()]
    assert not alive, f"threads outlived the test: {', '.join(alive)}"
    assert _pin_factory() is factory_before, "the test exchanged gpiozero's pin factory and did not put it back"
