"""Matches of games that are there no longer, or in another version: their history stays, and the table starts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal, JournalError
from companion.journal.keeping import MatchKeeper
from companion.journal.rosters import Seated
from companion.kit.laws.playing import Tape
from companion.past.history import History, TableNow
from companion.settings.chosen_game import game_gone, prepare, shelved
from companion.settings.config import Loaded, load_config
from rules import games
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.sampling import pick
from tests.companion.played import GUEST, PEOPLE
from tests.owners_game import change, owners_game
from web.pages.history.views import ExportForm, PastMatch
from web.views import Role, Session

GERMAN = Session(Role.SPECTATOR, language="de")


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A data directory with a game and one finished match of it, of which everything was kept as at its end."""
    owners_game(tmp_path / "games")
    games.look_in(tmp_path / "games")
    match = ended("high_card")
    with Journal.open(tmp_path / "companion.db") as journal:
        number = journal.start_match(match.header, match.game.title)
        for n, entry in enumerate(match.journal, start=1):
            journal.append(number, n, entry, "test")
        journal.rosters.note(number, PEOPLE)
        journal.finish(number)
        history(journal).keep_tellings()
    yield tmp_path
    games.look_in(None)


def ended(slug: str) -> Match:
    """A match of an owner's game that was played to its end by chance."""
    game, tape = games.game(slug), Tape(7)
    match = Match(game, Header(slug, 2, version=game.about.version))
    while match.table.result is None:
        match.submit(pick(match, tape))
    return match


def history(journal: Journal) -> History:
    """Looks at the journal anew, with the games that are there now."""
    return History(journal, games.game, TableNow(lambda: None, lambda: (), lambda notice: None))


def past(data: Path, session: Session = GUEST) -> PastMatch:
    with Journal.open(data / "companion.db") as journal:
        found = history(journal).past_match(session, 1)
    assert found is not None
    return found


def test_after_its_removal_everything_that_was_told_can_still_be_read(data: Path) -> None:
    before, german = past(data), past(data, GERMAN)
    assert before.steps
    assert not before.why
    shutil.rmtree(data / "games/high_card")
    now = past(data)
    assert (now.text, now.lines, now.courses) == (before.text, before.lines, before.courses)
    assert now.told == before.steps
    assert now.row == before.row
    assert not now.steps
    assert now.why == (
        "High Card is not here any more (it was version 1.0), so this match cannot be looked at step by step."
        " Install it again, and it can."
    )
    assert any("Ada plays " in step.text for step in now.told)
    assert past(data, GERMAN).told == german.steps
    assert past(data, GERMAN).why.startswith("High Card ist nicht mehr da (es war Version 1.0)")


def test_statistics_and_exports_still_have_it(data: Path) -> None:
    shutil.rmtree(data / "games/high_card")
    with Journal.open(data / "companion.db") as journal:
        looked = history(journal)
        view = looked.history(GUEST, 1, False)
        assert [one.games for one in view.people] == [1, 1]
        assert sum(one.wins for one in view.people) >= 1
        (match,) = json.loads(looked.export(GUEST, ExportForm.JSON, 1) or "")["matches"]
    assert match["result"]["text"]
    assert len(match["story"]) > 3


def test_a_name_is_forgotten_there_too(data: Path) -> None:
    shutil.rmtree(data / "games/high_card")
    with Journal.open(data / "companion.db") as journal:
        journal.rosters.forget_name("Ada")
        journal.rosters.note(1, [Seated(1, 'B"ea\\')])
        found = history(journal).past_match(GUEST, 1)
        assert found is not None
        assert "Ada" not in repr(found)
        assert any('B"ea\\ plays ' in step.text for step in found.told)
        kept = journal.rosters.telling(1, found_entries(journal), "en")
    assert kept is not None
    assert "Ada" not in kept
    assert "Bea" not in kept


def found_entries(journal: Journal) -> int:
    stored = journal.match(journal.matches()[0].match)
    assert stored is not None
    return stored.entries


def test_installed_again_it_can_be_replayed(data: Path) -> None:
    (data / "games/high_card").rename(data / "aside")
    with Journal.open(data / "companion.db") as journal:
        looked = history(journal)
        before = looked.past_match(GUEST, 1)
        (data / "aside").rename(data / "games/high_card")
        after = looked.past_match(GUEST, 1)
    assert before is not None
    assert after is not None
    assert after.steps == before.told


def test_of_another_version_that_refuses_the_log_the_texts_stay(data: Path) -> None:
    before = past(data)
    change(data / "games/high_card", game=("HAND = 2", "HAND = 1"), game_toml=('"1.0"', '"2.0"'))
    now = past(data)
    assert now.told == before.steps
    assert now.why.startswith("It was played with version 1.0 of High Card, and here is version 2.0")


def test_of_another_version_whose_code_fails_the_texts_stay(data: Path) -> None:
    change(data / "games/high_card", game=('t.tell("leads", seat=seat)', 't.tell("leads", seat=nobody)'))
    assert past(data).told


def test_a_deleted_match_takes_its_texts_along(data: Path) -> None:
    with Journal.open(data / "companion.db") as journal:
        journal.rosters.delete_match(1)
        assert journal.rosters.untold() == frozenset()
        with journal._entries.reading() as db:
            assert db.execute("SELECT count(*) FROM match_tellings").fetchone() == (0,)


def test_an_end_that_was_taken_back_and_another_are_told_anew(data: Path) -> None:
    with Journal.open(data / "companion.db") as journal:
        assert journal.rosters.untold() == frozenset()
        journal.append(journal.matches()[0].match, found_entries(journal) + 1, Answer(None, "done"), "test")
        journal.finish(journal.matches()[0].match)
        assert journal.rosters.untold() == {1}


# -- going on ----------------------------------------------------------------------------------------------------------


def test_an_open_match_of_another_version_says_so(data: Path) -> None:
    with Journal.open(data / "companion.db") as journal:
        first = ended("high_card")
        number = journal.start_match(first.header, "High Card")
        for n, entry in enumerate(first.journal[:-1], start=1):
            journal.append(number, n, entry, "test")
        keeper = MatchKeeper.resume(journal, games.game("high_card"))
        assert keeper is not None
        assert keeper.match.version == len(first.journal) - 1
        change(data / "games/high_card", game=("HAND = 2", "HAND = 1"), game_toml=('"1.0"', '"2.0"'))
        with pytest.raises(
            JournalError, match=r"begun with version 1\.0 of High Card, and cannot go on with version 2"
        ):
            MatchKeeper.resume(journal, games.game("high_card"))
        assert MatchKeeper.resume(journal, games.game("high_card"), lenient=True) is None


def chosen(data: Path, slug: str) -> Loaded:
    overrides = {"table.game": slug, "table.players": 4}
    found = load_config(None, [], environ={"HOME": "/nonexistent"}, chosen=overrides)
    config = replace(found.config, data=replace(found.config.data, directory=str(data)))
    return replace(found, config=config)


def test_the_table_starts_with_another_game_when_the_chosen_one_has_left(data: Path) -> None:
    found = chosen(data, "high_card")
    assert (shelved(found), game_gone(found)) == ("high_card", None)
    shutil.rmtree(data / "games/high_card")
    notice = game_gone(found)
    assert notice is not None
    assert (notice.code, notice.facts) == ("game_gone", {"game": "high_card"})
    game, config = prepare(found, shelved(found))
    assert (game.slug, config.table.game) == ("chronicle", "chronicle")


def test_and_so_it_does_when_it_does_not_open(data: Path) -> None:
    change(data / "games/high_card", game=("HAND = 2", "HAND = no"))
    notice = game_gone(chosen(data, "high_card"))
    assert notice is not None
    assert notice.code == "game_broken"
    assert notice.facts == {"game": "high_card"}  # the reason is for the host
