"""The recorder: what is recorded is told again by the same program, and anything else is noticed and said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.telling.voice import Voice
from tests.alike.plan import Recorded, files_of
from tests.alike.recording import compare, record, recorded, replayed, what_differs

SHORT = 8


@pytest.fixture(scope="module")
def match() -> Recorded:
    return recorded("war_chest", 2, 1, SHORT)


def test_recorded_matches_are_told_alike(tmp_path: Path) -> None:
    made = list(record(tmp_path, ["chess_deckbuilder", "chronicle"], 2, 1, SHORT))
    assert [one.header.game for one in made] == ["chess_deckbuilder", "chronicle"]
    assert all(one.steps and one.past for one in made)
    assert list(compare(tmp_path)) == [None, None]
    assert len(list(files_of(tmp_path, 1))) == 1


def test_every_outlet_is_recorded(match: Recorded) -> None:
    phones = [f"phone of seat {seat + 1}" for seat in range(match.header.seats)]
    for told in match.told:
        assert set(told) >= {"table screen", *phones, "voice", "lights", "die", "to-do list", "reply", "order"}
    assert set(match.past) >= {"history", "match page", "journal page", "export of one as json", "export of all as csv"}
    assert any(name.endswith("open") for name in match.past)


def test_a_changed_sentence_is_noticed(match: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Voice.say

    def say(voice: Voice, section: str, code: str, facts: object = None, **more: object) -> str:
        text = before(voice, section, code, {} if facts is None else facts, **more)  # type: ignore[arg-type]
        return text.replace(".", "!") if section == "question" else text

    monkeypatch.setattr(Voice, "say", say)
    found = replayed(match)
    assert found is not None
    assert "now : " in str(found)
    assert "!" in found.what


def test_what_is_done_otherwise_is_noticed_where_it_happens(match: Recorded) -> None:
    told = [*match.told]
    told[3] = {**told[3], "lights": "0:blink"}
    found = replayed(replace(match, told=told))
    assert found is not None
    assert (found.step, found.outlet) == (3, "lights")
    assert "then: 0:blink" in str(found)


def test_a_difference_in_a_packet_names_the_place() -> None:
    then, now = '{"board":{"fields":[{"x":1}]},"id":"a"}', '{"board":{"fields":[{"x":2}]},"id":"a"}'
    assert what_differs(then, now).splitlines() == ["  board.fields[0].x", "    then: 1", "    now : 2"]
