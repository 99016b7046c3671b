"""Which line is spoken next, and what of a text reaches a voice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from hardware import Urgency, Utterance
from hardware.sound.lines import LineQueue, clean, expected_s
from tests.hardware._clock import FakeClock
from tests.hardware._sound import line

STALE_S = {Urgency.NORMAL: 12.0, Urgency.IMPORTANT: 30.0}


@pytest.fixture
def lines(clock):
    return LineQueue(clock, 4, STALE_S)


def spoken(lines: LineQueue) -> list[str]:
    found: list[str] = []
    while (taken := lines.take()) is not None:
        found.append(taken.text)
    return found


def normal(text: str, topic: str = "") -> Utterance:
    return line(text, topic=topic)


def important(text: str, topic: str = "") -> Utterance:
    return line(text, Urgency.IMPORTANT, topic)


def urgent(text: str) -> Utterance:
    return line(text, Urgency.URGENT)


def test_urgent_lines_go_first_then_important_ones_else_in_order(lines) -> None:
    for one in (normal("a"), important("b"), urgent("c"), important("d")):
        lines.put(one)
    assert spoken(lines) == ["c", "b", "d", "a"]


def test_a_newer_line_replaces_the_waiting_one_of_its_topic(lines) -> None:
    for one in (normal("turn of Ann", "turn"), normal("Ann scores"), normal("turn of Bob", "turn")):
        lines.put(one)
    assert spoken(lines) == ["Ann scores", "turn of Bob"]
    assert lines.dropped == 1


def test_lines_without_a_topic_replace_nothing(lines) -> None:
    lines.put(normal("a"))
    lines.put(normal("b"))
    assert spoken(lines) == ["a", "b"]


def test_who_is_asked_goes_stale_soon_what_happened_later_and_an_urgent_line_never(lines, clock) -> None:
    def left(after_s: float) -> list[str]:
        for one in (normal("who"), important("what"), urgent("stop")):
            lines.put(one)
        clock.advance(after_s)
        return spoken(lines)

    assert left(after_s=11.5) == ["stop", "what", "who"]
    assert left(after_s=12.5) == ["stop", "what"]
    assert left(after_s=30.5) == ["stop"]
    assert left(after_s=3600.0) == ["stop"]


def test_a_line_that_was_old_when_told_is_stale(lines, clock) -> None:
    lines.put(line("a", made_s=clock() - 13))
    lines.put(line("b", made_s=clock() - 11))
    assert spoken(lines) == ["b"]


def test_when_full_the_oldest_normal_line_goes(lines) -> None:
    for one in (important("a"), normal("b"), normal("c"), important("d"), important("e")):
        lines.put(one)
    assert spoken(lines) == ["a", "d", "e", "c"]


def test_a_normal_line_does_not_push_out_important_ones(lines) -> None:
    for text in "abcd":
        lines.put(important(text))
    lines.put(normal("e"))
    assert spoken(lines) == ["a", "b", "c", "d"]
    assert lines.dropped == 1


@given(st.lists(st.tuples(st.sampled_from(Urgency), st.sampled_from(["", "x", "y"])), max_size=40))
def test_every_line_is_spoken_waits_or_was_dropped(told: list[tuple[Urgency, str]]) -> None:
    lines = LineQueue(FakeClock(), 5, STALE_S)
    for number, (urgency, topic) in enumerate(told):
        lines.put(line(str(number), urgency, topic))
        assert len(lines) <= 5
    assert len(spoken(lines)) + lines.dropped == len(told)


def test_a_voice_takes_no_plain_text() -> None:
    plain: Any = "plain"
    with pytest.raises(TypeError):
        Utterance(plain)
    with pytest.raises(TypeError):
        replace(line("public"), text=plain)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("", ""),
        (" \n\t ", ""),
        ("two\nlines", "two lines"),
        ("bell\x07 and espeak's own \x01 command", "bell and espeak's own command"),
        ("half an emoji \ud83d", "half an emoji"),
        ("zero\u200bwidth", "zerowidth"),
        ("Grüße, 日本", "Grüße, 日本"),
        ("<speak>hi</speak>", "<speak>hi</speak>"),
    ],
)
def test_texts_are_cleaned(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(st.characters(), max_size=300))
def test_a_cleaned_text_is_one_line_that_can_be_encoded(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert len(cleaned.splitlines()) <= 1
    assert clean(cleaned) == cleaned


def test_no_text_is_too_long_for_the_pipe_to_the_voice() -> None:
    assert len(clean("word " * 100_000)) <= 4000


def test_longer_texts_and_slower_voices_are_given_more_time() -> None:
    assert expected_s("word " * 100, 165) > expected_s("word " * 10, 165)
    assert expected_s("word " * 10, 80) > expected_s("word " * 10, 165)
    assert expected_s("1984", 165) > expected_s("year", 165)
