"""What has not changed is not put into words again, and nothing old is shown for something new."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.telling.board import Handout, Surroundings
from companion.telling.view import LATEST_EVENTS, page_packet
from companion.telling.voice import Voice, Worded
from companion.telling.voices import build_voice, seat_names
from companion.values.person import Person
from rules import games
from rules.engine.entries import Header, Rewind
from rules.engine.match import Match
from rules.engine.packets import Events, packet
from rules.engine.sampling import pick
from rules.engine.types import PUBLIC
from web.door.wire import encode

ANSWERS = 60


def test_what_is_made_of_the_same_objects_is_worded_once() -> None:
    worded, done = Worded(), []
    pile = object()

    def word() -> str:
        done.append(1)
        return f"words {len(done)}"

    assert [worded.of(("pile", 1), (pile,), word) for _ in range(3)] == ["words 1"] * 3
    assert worded.of(("pile", 2), (pile,), word) == "words 2"
    assert worded.of(("pile", 1), (object(),), word) == "words 3"


def test_one_is_not_taken_for_true() -> None:
    worded = Worded()
    assert worded.of(("track",), (1,), lambda: "1") == "1"
    assert worded.of(("track",), (True,), lambda: "yes") == "yes"


@pytest.mark.dear
@pytest.mark.parametrize("slug", games.slugs())
def test_a_voice_that_has_told_the_match_tells_every_page_like_a_fresh_one(slug: str) -> None:
    """Also after something was taken back, and with the voice of a match before. It words every answer; a fresh voice,
    which costs most, is asked at every second one."""
    game, random = games.game(slug), Random(5)
    seats = max(game.seats)
    match = Match(game, Header(slug, seats, {}))
    voice = build_voice(game, seats, match.settings, "en", seat_names((), seats, "en"))
    for number in range(ANSWERS):
        if match.question is None:
            match = Match(game, Header(slug, seats, {}))
        match.submit(Rewind(len(match.log) - 2) if number % 20 == 19 else pick(match, random.randrange))
        told = pages(voice, match)
        if number % 2:
            assert told == pages(replace(voice), match), f"after answer {number + 1}"


def pages(voice: Voice, match: Match) -> list[bytes]:
    """Every reader's page."""
    around = Surroundings(people=tuple(Person(name) for name in voice.names.seats))
    events, readers = Events(match), (PUBLIC, *match.table.seats)
    return [encode(page_packet(voice, Handout(packet(match, r, LATEST_EVENTS, events)), around, "x")) for r in readers]
