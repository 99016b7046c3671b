"""The log's form: for eyes in a terminal, with priorities under systemd, and never two lines for one message."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator

import pytest

from companion.machine.log import facts, start_logging

LOG = logging.getLogger("companion.test")


@pytest.fixture(autouse=True)
def _root_logger_as_before() -> Iterator[None]:
    root = logging.getLogger()
    outputs, level = list(root.handlers), root.level
    yield
    root.handlers[:] = outputs
    root.setLevel(level)


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        return True


def test_priorities_under_systemd() -> None:
    out = io.StringIO()
    start_logging(logging.DEBUG, out, {"JOURNAL_STREAM": "8:1"})
    for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL):
        LOG.log(level, "it happened %s", facts(match=3))
    assert out.getvalue().splitlines() == [f"<{n}>companion.test: it happened match=3" for n in (7, 6, 4, 3, 2)]


def test_the_lines_of_a_traceback_have_their_priority() -> None:
    out = io.StringIO()
    start_logging(logging.INFO, out, {"INVOCATION_ID": "x"})
    try:
        raise ValueError("bad")
    except ValueError:
        LOG.exception("it failed")
    lines = out.getvalue().splitlines()
    assert len(lines) > 3
    assert all(line.startswith("<3>") for line in lines)
    assert lines[-1] == "<3>ValueError: bad"


def test_in_a_file_there_is_a_time_a_level_and_a_place() -> None:
    out = io.StringIO()
    start_logging(logging.INFO, out, {})
    LOG.debug("quiet")
    LOG.warning("loud")
    (line,) = out.getvalue().splitlines()
    assert line.endswith(" warning companion.test: loud")
    assert line[:2] == "20"


@pytest.mark.parametrize("environ", [{}, {"INVOCATION_ID": "x"}])
def test_at_a_terminal_there_is_the_minute_and_the_sentence_and_the_place_of_a_fault(environ: dict[str, str]) -> None:
    out = Terminal()
    start_logging(logging.INFO, out, environ)
    LOG.debug("quiet")
    LOG.warning("The table stays silent.")
    LOG.error("stumbled")
    said, fault = out.getvalue().splitlines()
    assert re.fullmatch(r"\d\d:\d\d The table stays silent\.", said)
    assert fault.endswith(" error companion.test: stumbled")


def test_one_message_is_one_line_whatever_is_in_it() -> None:
    out = io.StringIO()
    start_logging(logging.INFO, out, {"JOURNAL_STREAM": "x"})
    LOG.info("name %s", "a\n<0>b\rc")
    assert out.getvalue() == "<6>companion.test: name a\\n<0>b\\rc\n"


def test_a_second_start_replaces_the_first() -> None:
    first, second = io.StringIO(), io.StringIO()
    start_logging(logging.INFO, first, {})
    start_logging(logging.INFO, second, {})
    LOG.info("here")
    assert first.getvalue() == ""
    assert second.getvalue().count("here") == 1


def test_the_server_is_quiet() -> None:
    out = io.StringIO()
    start_logging(logging.INFO, out, {})
    logging.getLogger("waitress").info("request")
    assert out.getvalue() == ""


def test_facts_are_quoted_where_needed() -> None:
    assert (
        facts(a=1, b="x y", c='say "hi"', d="", e="k=v", f="1\n2")
        == 'a=1 b="x y" c="say \\"hi\\"" d="" e="k=v" f="1\\n2"'
    )
