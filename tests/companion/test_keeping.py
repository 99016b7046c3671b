"""The running match in the journal: going on, and what stands in the way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import DamageKind, Journal, JournalError
from companion.journal.keeping import MatchKeeper, SaveError
from companion.journal.unsettled import LIMIT, choice_body
from companion.service.building import build
from companion.settings.chosen_game import prepare
from companion.settings.config import Override, load_config
from rules.engine.game import Setting
from rules.engine.questions import Answer
from rules.engine.table import Table
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.spoiled import change
from tests.toy import changed
from web.pages.host.views import HostAct


def test_a_match_keeps_all_its_options(tmp_path: Path) -> None:
    game = changed(HIGH_CARD, settings=(Setting("pack", "ours", "which data", ("ours",)),))
    with Journal.open(tmp_path / "companion.db") as journal:
        keeper = MatchKeeper.start(journal, game, 2, {})
        keeper.enter()
        assert keeper.stored()[0].settings == {"pack": "ours"}


def test_a_match_begun_with_other_data_is_one_sentence_and_stays(tmp_path: Path) -> None:
    ours = changed(HIGH_CARD, settings=(Setting("pack", "ours", "which data", ("ours",)),))
    other = changed(HIGH_CARD, settings=(Setting("pack", "theirs", "which data", ("theirs",)),))
    with Journal.open(tmp_path / "companion.db") as journal:
        MatchKeeper.start(journal, ours, 2, {}).enter()
        with pytest.raises(JournalError, match=r"begun with other game data .* begin a new one with --new"):
            MatchKeeper.resume(journal, other)
        resumed = MatchKeeper.resume(journal, ours)
    assert resumed is not None
    assert resumed.match.version == 0


def played(journal: Journal, origin: str) -> MatchKeeper:
    """A match for two in which one answer was given."""
    keeper = MatchKeeper.start(journal, HIGH_CARD, 2, {})
    cards = iter(HIGH_CARD.box.decks({}, 2)["cards"])
    answer = Answer(None, "dealt", tuple((f"hand/{seat}", (next(cards), next(cards))) for seat in range(2)))
    keeper.append(1, answer, origin, "", None)
    return keeper


def test_a_match_in_which_nobody_played_is_left_for_the_number_of_players_that_is_asked_for(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "companion.db") as journal:
        MatchKeeper.start(journal, HIGH_CARD, 2, {}).enter()
        assert MatchKeeper.resume(journal, HIGH_CARD, 3) is None
        assert MatchKeeper.resume(journal, HIGH_CARD, 2) is not None
        assert MatchKeeper.resume(journal, HIGH_CARD) is not None, "nobody asked for any number"


def test_what_the_program_did_by_itself_is_nobodys_match_and_what_people_did_is_theirs(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "companion.db") as journal:
        played(journal, "dealer")
        assert MatchKeeper.resume(journal, HIGH_CARD, 3) is None
        played(journal, "phone 0")
        resumed = MatchKeeper.resume(journal, HIGH_CARD, 3)
        assert resumed is not None
        assert resumed.match.header.seats == 2


def test_after_somebodys_match_the_next_one_is_for_those_who_were_asked_for(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "companion.db") as journal:
        played(journal, "phone 0")
        resumed = MatchKeeper.resume(journal, HIGH_CARD, 3)
        assert resumed is not None
        anew: list[str] = []
        resumed.outgrown = lambda: anew.append("a new start")
        assert resumed.number is not None
        journal.finish(resumed.number)
        resumed.begin()
        assert anew == ["a new start"]
        assert journal.last_open_match() is None, "no match for two is opened"


def test_a_file_that_says_three_players_opens_no_match_for_four(tmp_path: Path) -> None:
    file, data = tmp_path / "companion.toml", Override("data.directory", str(tmp_path / "data"), "--data")
    plain = '[camera]\nsource = "none"\n[voice]\nsink = "off"\n[web]\nhost = "127.0.0.1"\nport = 0\n[table]\n'

    def seats(text: str) -> int:
        file.write_text(plain + text)
        found = load_config(file, (data,), {})
        game, config = prepare(found, "chronicle")
        service = build(config, game, loaded=found)
        service.start()
        service.stop()
        return service.keeper.match.header.seats

    assert seats("") == 4, "a new box begins one by itself"
    assert seats("players = 3\n") == 3
    assert seats('names = ["Ada", "Ben", "Cleo", "Dan", "Eve"]\n') == 5


def test_a_service_starts_whatever_the_rules_make_of_an_old_match(tmp_path: Path) -> None:
    def broken(t: Table) -> None:
        raise KeyError("a rule that is no longer there")

    with Journal.open(tmp_path / "companion.db") as journal:
        MatchKeeper.start(journal, HIGH_CARD, 2, {}).enter()
        assert MatchKeeper.resume(journal, changed(HIGH_CARD, setup=broken), lenient=True) is None
        assert [(one.kind, one.match) for one in journal.damages.unread()] == [(DamageKind.RULES, 1)]
        assert journal.last_open_match() == 1, "with the rules of then it goes on"


@pytest.mark.parametrize("lenient", [False, True])
def test_an_entry_that_cannot_be_read_does_not_stop_the_start(tmp_path: Path, lenient: bool) -> None:
    path = tmp_path / "companion.db"
    with Journal.open(path) as journal:
        MatchKeeper.start(journal, HIGH_CARD, 2, {}).append(1, Answer(None, "dealt"), "host", "", None)
    change(path, "UPDATE entries SET body = '{}'")
    with Journal.open(path) as journal:
        assert MatchKeeper.resume(journal, HIGH_CARD, lenient=lenient) is None
        assert [(one.kind, one.match) for one in journal.damages.unread()] == [(DamageKind.MATCH, 1)]
        assert [one.match for one in journal.matches()] == [1]


def test_each_end_of_a_match_is_heard_of(tmp_path: Path) -> None:
    heard = []
    with Journal.open(tmp_path / "companion.db") as journal:
        keeper = MatchKeeper.start(journal, HIGH_CARD, 2, {})
        keeper.over = lambda: heard.append(keeper.number)
        evening = Evening(HIGH_CARD, keeper=keeper)
        assert evening.host(HostAct.END_MATCH, reason="late").ok
        assert heard == [keeper.number]


def test_the_next_match_begins_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    with Journal.open(path) as journal:
        keeper = MatchKeeper.start(journal, HIGH_CARD, 2, {})
        keeper.enter()
        keeper.settle({LIMIT: choice_body("20.0", "40.0")})
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            full = "BEFORE INSERT ON unsettled BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            db.execute(f"CREATE TRIGGER full {full}")
        with pytest.raises(SaveError):
            keeper.begin()
        assert [match.match for match in journal.matches()] == [1]
        keeper.append(1, Answer(None, "dealt"), "host", "", None)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("DROP TRIGGER full")
        keeper.begin()
        assert keeper.number == 2
        assert LIMIT in keeper.unsettled()
