"""The service from the command line: its PIN, whether somebody plays, and what only an installed one can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.journal.first_pin import FirstPin
from companion.journal.journal import Journal
from companion.journal.keeping import going_on
from companion.journal.rosters import Seated
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.engine.types import Seat
from web.views import Role

NOW = datetime(2026, 7, 1, 20, 0, tzinfo=UTC)


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path, clock: Clock) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db", clock) as opened:
        yield opened


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main([*words])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out + said.err


# -- the PIN -----------------------------------------------------------------------------------------------------------


def test_the_first_pin_is_kept_private_until_it_is_another_one(tmp_path: Path, journal: Journal) -> None:
    first, pin = FirstPin(journal.path), journal.ensure_pin()
    first.keep(pin, journal)
    assert first.path.stat().st_mode & 0o777 == 0o600
    assert first.read(journal) == pin
    first.keep("", journal)
    assert first.read(journal) == pin, "a second start makes no new one, and this one still holds"
    journal.change_pin("4711", journal.create_session(Role.HOST))
    assert not first.path.exists(), "gone as soon as it is another one"


@pytest.mark.parametrize(
    "look", [lambda first, people: first.read(people), lambda first, people: first.keep("", people)]
)
def test_an_outdated_pin_is_never_shown(journal: Journal, look: Callable[[FirstPin, Journal], object]) -> None:
    """A program of another version may have changed it."""
    journal.ensure_pin()
    first = FirstPin(journal.path)
    first.path.write_text("271828\n")
    assert not look(first, journal)
    assert not first.path.exists()


def test_the_command_shows_it_beside_a_running_companion(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    pin = journal.ensure_pin()
    FirstPin(journal.path).keep(pin, journal)
    assert ran(capsys, "pin", "--data", str(tmp_path)) == (0, f"host PIN               {pin}\n")


def test_the_command_makes_another_one_and_signs_hosts_off(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    old = journal.ensure_pin()
    FirstPin(journal.path).keep(old, journal)
    token = journal.create_session(Role.HOST)
    code, text = ran(capsys, "pin", "--new", "--data", str(tmp_path))
    assert code == 0
    new = text.split()[2]
    assert journal.check_pin(new)
    assert journal.find_session(token) is None
    assert not FirstPin(journal.path).path.exists()
    code, text = ran(capsys, "pin", "--data", str(tmp_path))
    assert (code, "pin --new" in text) == (2, True)


def test_a_pin_of_the_settings_is_not_made_anew(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_WEB_HOST_PIN", "4711")
    code, text = ran(capsys, "pin", "--new", "--data", str(tmp_path))
    assert code == 2
    assert "web.host_pin" in text
    assert "4711" not in text


def test_without_a_journal_there_is_no_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("pin",), ("pin", "--new")):
        code, text = ran(capsys, *words, "--data", str(tmp_path / "none"))
        assert code == 2
        assert "There is no journal yet" in text
    assert not (tmp_path / "none").exists()


# -- whether somebody plays --------------------------------------------------------------------------------------------


def played(journal: Journal, seat: int, origin: str) -> None:
    match = journal.start_match(Header("high_card", 2, {}))
    journal.append(match, 1, Answer(Seat(seat), "play:RED-1"), origin)


def test_nobody_plays_at_an_empty_table(journal: Journal) -> None:
    assert going_on(journal, NOW) == ""
    journal.start_match(Header("high_card", 2, {}))
    assert going_on(journal, NOW) == ""


@pytest.mark.parametrize(
    ("later", "said"),
    [
        (timedelta(seconds=20), "A game is going on: the last move was made a moment ago."),
        (timedelta(seconds=80), "A game is going on: the last move was made one minute ago."),
        (timedelta(minutes=29), "A game is going on: the last move was made 29 minutes ago."),
        (timedelta(minutes=31), ""),
        (timedelta(days=-61), ""),
    ],
)
def test_a_move_of_the_last_half_hour_is_a_game(journal: Journal, later: timedelta, said: str) -> None:
    played(journal, 1, "camera")
    assert going_on(journal, NOW + later) == said


def test_an_ended_game_is_none(journal: Journal) -> None:
    played(journal, 1, "phone 1")
    match = journal.last_open_match()
    assert match is not None
    journal.finish(match)
    assert going_on(journal, NOW) == ""


def test_the_programs_own_moves_are_nobodys(journal: Journal) -> None:
    played(journal, 1, "camera")
    match = journal.last_open_match()
    assert match is not None
    journal.rosters.note(match, [Seated(0, "Ada"), Seated(1, "Bot", bot=True)])
    assert going_on(journal, NOW) == ""
    journal.append(match, 2, Answer(Seat(0), "play:RED-2"), "phone 0")
    assert going_on(journal, NOW) != ""


def test_a_phone_at_the_table_counts_and_one_of_yesterday_does_not(journal: Journal, clock: Clock) -> None:
    journal.create_session(Role.SEAT, 0, "Ada")
    assert going_on(journal, NOW + timedelta(minutes=5)) == "One phone sits at the table."
    journal.create_session(Role.SEAT, 1, "Ben")
    assert going_on(journal, NOW + timedelta(minutes=5)) == "2 phones sit at the table."
    assert going_on(journal, NOW + timedelta(hours=20)) == ""
    assert going_on(journal, NOW - timedelta(days=61)) == "", "a clock that was set back keeps no update off"


def test_the_command_says_by_its_code_whether_somebody_plays(
    tmp_path: Path, journal: Journal, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    clock.now = datetime.now(UTC)
    assert ran(capsys, "status", "--idle", "--data", str(tmp_path)) == (0, "Nobody plays just now.\n")
    played(journal, 1, "phone 1")
    code, text = ran(capsys, "status", "--idle", "--data", str(tmp_path))
    assert code == 1
    assert "A game is going on" in text
    journal.close()
    assert ran(capsys, "status", "--idle", "--data", str(tmp_path))[0] == 0, "nothing runs that could be disturbed"


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_status_without_a_service_has_a_code_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = ran(capsys, "status", "--data", str(tmp_path), "--set", "web.host=127.0.0.1", "--set", "web.port=1")
    assert code == 3
    assert "no page answers" in text


@pytest.mark.parametrize("words", [("update", "x.tar.gz"), ("rollback",), ("uninstall",)])
def test_a_checkout_is_not_updated(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, text = ran(capsys, *words)
    assert code == 2
    assert f"sudo companion {words[0]}" in text
