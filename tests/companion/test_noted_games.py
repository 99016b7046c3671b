"""Every game, killed whenever something was noted: its journal is that of an evening in which nothing happened."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rules.engine.entries import Header
from rules.games import game
from tests.companion.lives import PACE, Lives
from tests.seeds import seed_of
from web.pages.host.views import HostAct

SEATS = {"chronicle": 3, "chesney": 4, "war_chest": 2, "chess_deckbuilder": 2, "chain_mail": 2}
PAUSED = 0.2  # how often the host has paused when the service is killed
SHORT, LONG = 150, 400


def evening(path: Path, slug: str, seed: int, taps: int, *, killed: bool) -> tuple[Lives, Counter[str]]:
    """People tap at random; `killed`: after every answer that was noted. With the kinds of question of those."""
    played = game(slug)
    lives = Lives(path, played, Header(slug, SEATS[slug], played.check_settings({})))
    random, dice, noted = Random(seed), Random(seed), Counter[str]()
    try:
        for number in range(taps):
            match = lives.evening.match
            if match.question is None:
                break
            waiting = [s for s in match.waiting if not lives.evening.referee.pacing.has_noted(s)]
            seat = random.choice(waiting) if waiting else None
            if seat is None and match.question.asked:
                lives.evening.wait(PACE.minimum_s + 0.1)
                continue
            allowed = sorted(
                o.key for o in match.options(seat) if o.refusal is None and o.key not in match.game.bots.seldom
            )
            kind, request = match.question.kind, f"r{number}"
            first = lives.evening.tap(seat or 0, random.choice(allowed), request=request)
            if not first.noted:
                continue
            noted[kind] += 1
            if not killed:
                continue
            if dice.random() < PAUSED:
                assert lives.evening.host(HostAct.PAUSE).ok
                assert lives.kill().packet().paused
                assert lives.evening.host(HostAct.RESUME).ok
            lives.kill()
            assert lives.evening.tap(seat or 0, "", request=request) == first, "a repeated tap hears the same"
        lives.evening.wait(PACE.minimum_s + 0.1)
        return lives, noted
    finally:
        lives.journal.close()


def same(tmp_path: Path, slug: str, seed: int, taps: int) -> Counter[str]:
    """Plays the evening twice; gives the kinds of question to which something was noted."""
    plain, noted = evening(tmp_path / f"plain{seed}" / "companion.db", slug, seed, taps, killed=False)
    killed, _ = evening(tmp_path / f"killed{seed}" / "companion.db", slug, seed, taps, killed=True)
    with plain.opened() as one, killed.opened() as two:
        stored = [[(e.entry, e.origin, e.seat, e.request) for e in j.load(plain.match)[1]] for j in (one, two)]
        assert stored[0] == stored[1]
        assert two.unsettled.of(killed.match) == {}
    return noted


@pytest.mark.dear
@pytest.mark.parametrize("slug", SEATS)
def test_a_kill_after_every_noted_answer_changes_nothing(tmp_path: Path, slug: str) -> None:
    same(tmp_path, slug, 1, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("slug", SEATS)
def test_kills_in_every_window_and_secret_choice_change_nothing(tmp_path: Path, slug: str) -> None:
    seeds = (*range(4), seed_of("noted answers"))
    noted = sum((same(tmp_path, slug, seed, LONG) for seed in seeds), Counter[str]())
    print(slug, dict(noted))
    if slug == "chesney":
        assert {"tokens", "before_roll"} <= set(noted), noted
