"""What a start is tried with: nothing chosen on the host's page takes the pages away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.doors.settings_page import write_chosen
from companion.service import running
from companion.service.running import Table
from companion.service.service import Service
from companion.service.starts import Footing, Starts
from companion.settings import chosen_game as _cli_game
from companion.settings.config import CHOSEN_FILE, Config, Loaded, read_chosen
from companion.values.notices import Notice
from rules.engine.game import Game
from tests.companion.host_office import settings_in

GOOD: Mapping[str, object] = {"table.game": "chronicle", "table.name": "Ours", "camera.source": "none"}
BAD: Mapping[str, object] = {"table.game": "chesney", "table.name": "Theirs", "camera.source": "none"}
BASE: Mapping[str, object] = {"camera.source": "none"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "companion.toml").write_text(
        '[voice]\nsink = "off"\n[web]\nhost = "127.0.0.1"\nport = 0\n[table]\ngame = "war_chest"\n'
        '[camera]\nsource = "none"\n'
    )
    return tmp_path / "data"


class Tables(Iterator[Service]):
    """Starts one table after the other at the same data, and ends each before the next."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.breaks: Callable[[Loaded], None] = lambda found: None
        self.table = self._made()
        self._running: Service | None = None

    def _made(self) -> Table:
        return Table(settings_in(self.data), self._prepare)

    def _prepare(self, found: Loaded) -> tuple[Game, Config]:
        self.breaks(found)
        return _cli_game.prepare(found, None)

    def __next__(self) -> Service:
        self.end()
        self._running = self.table._started(False)
        return self._running

    def anew(self) -> None:
        """Another process, with the same data."""
        self.end()
        self.table = self._made()

    def end(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None


@pytest.fixture
def tables(data: Path) -> Iterator[Tables]:
    made = Tables(data)
    yield made
    made.end()


def chosen(data: Path) -> dict[str, object]:
    return read_chosen(data / CHOSEN_FILE)


def choose(data: Path, choices: Mapping[str, object]) -> None:
    write_chosen(data / CHOSEN_FILE, choices)


def no_chesney(found: Loaded) -> None:
    """As where one of its files is missing: no error that anybody foresaw."""
    if found.config.table.game == "chesney":
        raise FileNotFoundError("/secret/characters.toml")


def said(service: Service) -> list[tuple[str, Mapping[str, object]]]:
    """What everybody at the table was told at the start."""
    notices = []
    while (message := service.inbox.get(0.0)) is not None:
        if isinstance(message, Notice):
            notices.append((message.code, message.facts))
    return notices


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services whose referees read nothing, so that a test can read what is in their inboxes."""
    monkeypatch.setattr(Service, "start", lambda service: service.keeper.enter())


def test_a_choice_with_which_nothing_starts_is_taken_back_by_itself(data: Path, tables: Tables, silent: None) -> None:
    choose(data, GOOD)
    assert next(tables).game.slug == "chronicle"
    Starts(data).well(GOOD)
    choose(data, BAD)
    tables.breaks = no_chesney
    tables.anew()
    service = next(tables)
    assert service.game.slug == "chronicle", "the page is there"
    ((code, facts),) = said(service)
    assert code == "choices_back"
    assert str(facts["why"]).startswith("FileNotFoundError (test_starts.py, line ")
    assert "secret" not in str(facts["why"])
    assert service.office.book.loaded.aside == facts["why"], "and /setup says it where it was chosen"
    assert chosen(data) == {**GOOD, "table.name": "Theirs"}, "what counted at once was no reason"
    after = next(tables)
    assert (said(after), after.office.book.loaded.aside) == ([], ""), "and the next start is a plain one"


def test_where_the_choices_before_are_not_known_none_counts_and_they_stay_to_be_corrected(
    data: Path, tables: Tables, silent: None
) -> None:
    choose(data, BAD)
    tables.breaks = no_chesney
    service = next(tables)
    assert service.game.slug == "war_chest"
    assert [code for code, _ in said(service)] == ["choices_aside"]
    assert chosen(data) == BAD


def test_last_comes_safe_mode_and_there_is_no_fourth_try(data: Path, tables: Tables, silent: None) -> None:
    choose(data, GOOD)
    Starts(data).well(BASE)
    tried = []

    def only_safe(found: Loaded) -> None:
        tried.append(found.is_safe)
        if not found.is_safe:
            raise RuntimeError

    tables.breaks = only_safe
    service = next(tables)
    assert service.is_safe
    assert tried == [False, False, True]
    assert [code for code, _ in said(service)] == ["choices_aside"]
    tables.breaks = lambda found: None
    assert not next(tables).is_safe, "once it is corrected, a new start is as always"

    def nothing(found: Loaded) -> None:
        tried.append(found.is_safe)
        raise RuntimeError

    del tried[:]
    tables.breaks = nothing
    with pytest.raises(RuntimeError):
        next(tables)
    assert tried == [False, False, True]


@pytest.mark.parametrize("text", ["[table\n", "[table]\nplayrs = 4\n", '[web]\nport = "front"\n', "\0\0\0"])
def test_a_file_of_choices_that_cannot_be_read_is_left_aside(
    data: Path, tables: Tables, silent: None, text: str
) -> None:
    next(tables)
    (data / CHOSEN_FILE).write_text(text)
    service = next(tables)
    assert service.game.slug == "war_chest"
    assert [code for code, _ in said(service)] == ["choices_aside"]


def test_what_starts_takes_nothing_back(data: Path, tables: Tables, silent: None) -> None:
    choose(data, GOOD)
    assert said(next(tables)) == []
    assert chosen(data) == GOOD


def test_an_error_of_the_settings_file_is_told_as_ever(data: Path, tables: Tables) -> None:
    def broken(found: Loaded) -> None:
        raise ValueError("the file")

    tables.breaks = broken
    with pytest.raises(ValueError, match="the file"):
        next(tables)


# -- a start that ends without an error: killed, or hung until the watchdog came -------------------------------------


@pytest.fixture
def starts(tmp_path: Path) -> Starts:
    boot = tmp_path / "boot"
    boot.write_text("one\n")
    return Starts(tmp_path / "data", boot)


def footings(starts: Starts, unfinished: int = 0) -> list[Footing]:
    return [one.footing for one in starts.tries(unfinished)]


def test_starts_that_are_cut_again_and_again_go_down_the_ladder(starts: Starts, tmp_path: Path) -> None:
    starts.well(BASE)
    choose(tmp_path / "data", GOOD)
    assert [footings(starts, starts.begin())[0] for _ in range(5)] == [
        Footing.CHOSEN,
        Footing.CHOSEN,
        Footing.BEFORE,
        Footing.SAFE,
        Footing.SAFE,
    ]
    starts.well(GOOD)
    assert starts.begin() == 0


def test_a_pulled_plug_is_no_fault_of_any_choice(starts: Starts, tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / "boot").write_text(f"{number}\n")
        assert Starts(tmp_path / "data", tmp_path / "boot").begin() == 0


def test_without_any_choice_a_service_that_is_killed_ends_in_safe_mode(starts: Starts) -> None:
    assert footings(starts) == [Footing.CHOSEN]
    assert footings(starts, 1) == [Footing.CHOSEN]
    assert footings(starts, 2) == [Footing.SAFE]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"boot": "one"}', '{"boot": "one", "count": "x"}', "\udcff"])
def test_a_note_that_cannot_be_read_is_none(starts: Starts, tmp_path: Path, text: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/starting.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert starts.begin() == 0


def test_where_nothing_can_be_written_it_starts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    starts = Starts(tmp_path / "data")
    assert starts.begin() == 0
    starts.well(GOOD)
    starts.take_back(GOOD)


def test_a_process_that_is_killed_at_every_start_comes_to_its_pages(
    data: Path, tables: Tables, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice at which the process itself dies, such as in a camera's driver."""
    monkeypatch.setattr(running, "is_service", lambda: True)
    next(tables)
    Starts(data).well({})
    choose(data, {**BASE, "table.game": "chesney"})

    class Killed(BaseException):
        """Nothing more is done."""

    def dies(found: Loaded) -> None:
        if found.config.table.game == "chesney":
            raise Killed

    tables.breaks = dies
    deaths = 0
    for _ in range(5):
        tables.anew()
        try:
            service = next(tables)
            break
        except Killed:
            deaths += 1
    assert deaths == 2
    assert service.game.slug == "war_chest"
    assert [code for code, _ in said(service)] == ["choices_back"]
    assert chosen(data) == {}
