"""The first run: a new table is told from an old one, steps are kept, and the PIN becomes the host's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.doors.first_run import SETTINGS, FirstRun
from companion.doors.settings_page import FILE_ONLY, SettingsBook, groups_of
from companion.journal.journal import Journal
from companion.machine.shutdown import Ending
from companion.settings.config import Override
from companion.values.notices import Notice
from rules.engine.entries import Header
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.host_office import ground, settings_in, words
from vision import FoundCamera
from web.pages.wizard.views import PinKind, StepKey, StepState
from web.views import Joined, Reply, Role, Session

START, OWN = "271828", "heron61"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data" / "companion.db") as opened:
        yield opened


class Table:
    """A new table, whose wizard can be made anew as after a start."""

    def __init__(self, journal: Journal, *given: Override) -> None:
        self.journal = journal
        self.given = given
        self.ended: list[Ending] = []
        self.run = self.again()

    def again(self, **more: Any) -> FirstRun:
        loaded = settings_in(self.journal.path.parent, *self.given)
        self.book = SettingsBook(loaded, lambda old, new: None)
        self.run = FirstRun(self.journal, self.book, ground(self.ended.append, **more))
        return self.run

    def state(self, step: StepKey) -> StepState:
        return next(one.state for one in self.run.view(words()).steps if one.key is step)

    @property
    def chosen(self) -> dict[str, Any]:
        path = self.book.config.data.chosen_path
        return tomllib.loads(path.read_text()) if path.exists() else {}


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(journal)


def code(outcome: Notice | str | None) -> str:
    assert isinstance(outcome, Notice), outcome
    return outcome.code


# -- new or not ----


def test_a_journal_without_a_match_is_a_new_table_s_until_the_wizard_is_over(table: Table) -> None:
    assert table.run.is_new
    table.journal.start_match(Header("chronicle", 4, {}))
    assert table.again().is_new, "a start begins a match by itself; that does not set a table up"
    table.run.start(over=True)
    assert not table.run.is_new
    assert not table.again().is_new


def test_a_table_that_was_played_at_before_is_not_new(journal: Journal) -> None:
    journal.start_match(Header("chronicle", 4, {}))
    assert not Table(journal).run.is_new


# -- steps ----


def test_what_was_chosen_is_kept_and_the_steps_are_known_after_a_start(table: Table) -> None:
    assert code(table.run.choose(StepKey.NAME, {"table.name": "Blue table"})) == "first_run_kept"
    table.run.note(StepKey.GAME, StepState.SKIPPED)
    table.again()
    assert table.chosen["table"]["name"] == "Blue table"
    assert [table.state(step) for step in (StepKey.NAME, StepKey.GAME, StepKey.CAMERA)] == [
        StepState.DONE,
        StepState.SKIPPED,
        StepState.OPEN,
    ]


@pytest.mark.parametrize("name", ["x" * 33, "two\nlines"])
def test_a_name_that_cannot_be_is_refused_and_its_step_stays_open(table: Table, name: str) -> None:
    assert code(table.run.choose(StepKey.NAME, {"table.name": name})) == "setting_must"
    assert table.state(StepKey.NAME) is StepState.OPEN
    assert table.chosen == {}


def test_every_step_chooses_what_the_host_s_page_may_choose_and_nothing_else(table: Table) -> None:
    of_page = {key for keys in groups_of().values() for key in keys} - FILE_ONLY
    for step, keys in SETTINGS.items():
        assert set(keys) <= of_page
        for foreign in ("web.host_pin", "data.directory", "voice.volume", "no.such"):
            assert code(table.run.choose(step, {foreign: "1"})) == "setting_unknown"
    assert table.chosen == {}


def test_no_file_of_the_machine_becomes_the_camera(table: Table) -> None:
    for source in ("folder:/etc", "/dev/../etc/passwd", "recording:/root"):
        assert code(table.run.choose(StepKey.CAMERA, {"camera.source": source})) == "setting_file_only"
    assert table.chosen == {}


@pytest.mark.parametrize("source", ["phone", "http://192.168.1.30:8080/video", "rtsp://192.168.1.30/live", "none"])
def test_every_camera_that_is_offered_can_be_chosen(table: Table, source: str) -> None:
    login = {"camera.user": "me", "camera.password": "sesame"} if "://" in source else {}
    assert code(table.run.choose(StepKey.CAMERA, {"camera.source": source, **login})) != "setting_file_only"
    assert table.book.config.camera.source == source


def test_choices_that_belong_together_are_taken_all_or_none(table: Table) -> None:
    refused = table.run.choose(StepKey.LANGUAGE, {"table.language": "de", "voice.language": "NO SUCH"})
    assert code(refused) == "setting_must"
    assert table.chosen == {}
    assert (
        code(table.run.choose(StepKey.LANGUAGE, {"table.language": "de", "voice.language": "de"})) == "first_run_kept"
    )
    assert (table.chosen["table"]["language"], table.chosen["voice"]["language"]) == ("de", "de")


def test_a_game_is_not_taken_for_a_number_of_players_that_it_is_not_for(table: Table) -> None:
    wish = {"table.game": "war_chest", "table.players": "3"}
    refused = table.run.choose(StepKey.GAME, wish)
    assert code(refused) == "first_run_players"
    assert isinstance(refused, Notice)
    assert "2, 4" in words().notice(refused)
    for players in ("0", "99999", "٣", "-4", "four"):
        assert isinstance(table.run.choose(StepKey.GAME, {**wish, "table.players": players}), Notice)
    assert code(table.run.choose(StepKey.GAME, {"table.game": "no_such", "table.players": "4"})) == "setting_game"
    assert table.chosen == {}
    assert code(table.run.choose(StepKey.GAME, {**wish, "table.players": "4"})) == "first_run_kept_for_start"


def test_a_game_for_one_is_chosen_for_one(table: Table) -> None:
    assert code(table.run.choose(StepKey.GAME, {"table.game": "chain_mail", "table.players": "1"})).startswith(
        "first_run_kept"
    )
    assert (table.book.config.table.players, table.chosen["table"]["players"]) == (1, 1)
    (choice,) = (g for g in table.run.view(words()).games if g.key == "chain_mail")
    assert choice.players == (1, 2, 3, 4)
    for players in ("0", "5"):
        wish = {"table.game": "chain_mail", "table.players": players}
        assert code(table.run.choose(StepKey.GAME, wish)) == "first_run_players"


def test_options_of_another_game_do_not_keep_the_new_one_from_starting(table: Table) -> None:
    table.run.choose(StepKey.GAME, {"table.game": "chronicle", "table.players": "4"})
    assert isinstance(table.book.choose("play.options", "variant=x"), Notice)
    assert "options" in table.chosen["play"]
    assert (
        code(table.run.choose(StepKey.GAME, {"table.game": "chesney", "table.players": "4"}))
        == "first_run_kept_for_start"
    )
    assert "play" not in table.chosen
    assert table.book.config.table.game == "chesney"


def test_options_that_the_game_does_not_have_are_told_at_once_and_not_at_the_next_start(table: Table) -> None:
    table.book.choose("play.options", "no_such_option=1")
    refused = table.run.choose(StepKey.GAME, {"table.game": "chronicle", "table.players": "4"})
    assert "no_such_option" in str(refused)
    assert "table" not in table.chosen


# -- cameras and pins ----


def test_cameras_that_are_there_can_be_chosen_and_the_one_that_is_set_stays_in_the_list(table: Table) -> None:
    table.book.choose("camera.source", "/dev/video9")
    webcam = FoundCamera(Path("/dev/video0"), "HD Webcam", Path("/dev/v4l/by-id/hd"))
    view = table.again(cameras=lambda: (webcam,), has_pins=lambda: True).view(words())
    assert [one.key for one in view.cameras] == [
        "/dev/video9",
        "/dev/v4l/by-id/hd",
        "csi:0",
        "phone",
        "network",
        "virtual",
        "none",
    ]
    assert view.cameras[1].label == "HD Webcam"
    without = table.again().view(words())
    assert "csi:0" not in [one.key for one in without.cameras]
    assert (view.has_pins, view.wired) == (True, False)


def test_it_is_known_whether_something_is_wired(journal: Journal) -> None:
    wired = Table(journal, Override("hardware.seat_buttons", "5,6", "--set"))
    assert wired.run.view(words()).wired


# -- the start at the end ----


def test_nothing_that_waits_needs_no_start(table: Table) -> None:
    table.run.choose(StepKey.NAME, {"table.name": "Blue"})
    assert not table.run.view(words()).waits
    assert code(table.run.start(over=True)) == "first_run_over"
    assert table.ended == []


def test_what_waits_lets_the_companion_start_anew(table: Table) -> None:
    table.run.choose(StepKey.CAMERA, {"camera.source": "none"})
    view = table.run.view(words())
    assert (view.waits, view.new_match, view.ending) == (True, False, False)
    assert code(table.run.start(over=True)) == "machine_again"
    assert table.ended == [Ending.AGAIN]
    assert table.run.view(words()).ending


def test_another_number_of_players_begins_a_new_match_of_a_new_table_only(table: Table) -> None:
    table.run.choose(StepKey.GAME, {"table.game": "chronicle", "table.players": "5"})
    assert table.run.view(words()).new_match
    table.run.start(over=True)
    assert table.ended == [Ending.ANEW]
    assert not table.again(playing=lambda: ("chronicle", 5)).view(words()).waits
    table.run.choose(StepKey.GAME, {"table.game": "chronicle", "table.players": "3"})
    table.run.start(over=True)
    assert table.ended == [Ending.ANEW, Ending.AGAIN], "later a match is somebody's: the number is for the next one"


def test_a_start_in_the_middle_does_not_end_the_wizard(table: Table) -> None:
    table.run.start(over=False)
    assert table.ended == [Ending.AGAIN]
    assert table.again().is_new


def test_why_the_choices_were_left_aside_is_told(journal: Journal) -> None:
    table = Table(journal)
    book = SettingsBook(replace(table.book.loaded, aside="There is no camera."), lambda old, new: None)
    assert FirstRun(journal, book, ground()).view(words()).aside == "There is no camera."


# -- the PIN ----


@pytest.fixture
def door(journal: Journal) -> Doorway:
    journal.ensure_pin(START)
    return Doorway(Evening(HIGH_CARD, HANDS), journal)


def hosted(door: Doorway, pin: str = START) -> Joined:
    opened = door.seating.open_session()
    joined = door.seating.become_host(opened.token, pin)
    assert isinstance(joined, Joined), joined
    return joined


def test_the_host_s_own_pin_takes_the_place_of_the_start_pin_and_other_hosts_are_none_any_more(door: Doorway) -> None:
    other, player, host = hosted(door), hosted(door), hosted(door)
    seated = door.seating.sit(player.token, 0, "Ada")
    assert seated is not None
    assert seated.session.role is Role.HOST
    changed = door.pages.wizard.choose_pin(host.session, host.token, "", OWN)
    assert isinstance(changed, Joined)
    assert changed.session.role is Role.HOST
    assert changed.token != host.token
    assert door.pages.people.session(host.token) is None
    assert door.pages.people.session(other.token) is None
    still = door.pages.people.session(seated.token)
    assert still is not None
    assert (still.role, still.seat) == (Role.SEAT, 0), "who also plays goes on playing"
    assert isinstance(door.seating.become_host(door.seating.open_session().token, START), Notice)
    assert isinstance(door.seating.become_host(door.seating.open_session().token, OWN), Joined)


def test_the_pin_stands_nowhere_in_the_data(door: Doorway, journal: Journal) -> None:
    host = hosted(door)
    assert isinstance(door.pages.wizard.choose_pin(host.session, host.token, "", OWN), Joined)
    for file in journal.path.parent.rglob("*"):
        assert file.is_dir() or OWN.encode() not in file.read_bytes(), file


def test_once_it_is_the_host_s_own_it_is_changed_only_with_the_one_that_holds(door: Doorway) -> None:
    host = hosted(door)
    own = door.pages.wizard.choose_pin(host.session, host.token, "", OWN)
    assert isinstance(own, Joined)
    refused = door.pages.wizard.choose_pin(own.session, own.token, START, "otter17")
    assert isinstance(refused, Reply)
    assert "not the current PIN" in refused.sentence
    assert isinstance(door.pages.wizard.choose_pin(own.session, own.token, OWN, "otter17"), Joined)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("123", "4 to 32"),
        ("", "4 to 32"),
        ("käse1", "4 to 32"),
        ("a b c d", "4 to 32"),
        ("x" * 33, "4 to 32"),
        ("4444", "would try"),
        ("1234", "would try"),
        ("9876", "would try"),
        (START, "already"),
    ],
)
def test_a_pin_that_is_none_or_too_easy_is_refused(door: Doorway, new: str, said: str) -> None:
    host = hosted(door)
    refused = door.pages.wizard.choose_pin(host.session, host.token, "", new)
    assert isinstance(refused, Reply)
    assert said in refused.sentence
    assert door.pages.people.session(host.token) is not None
    assert door.journal.check_pin(START)


def test_nobody_but_a_host_changes_it(door: Doorway) -> None:
    guest = door.seating.open_session()
    seated = door.seating.sit(door.seating.open_session().token, 0, "Ada")
    assert seated is not None
    for joined in (guest, seated):
        assert isinstance(door.pages.wizard.choose_pin(joined.session, joined.token, START, OWN), Reply)
        forged = Session(Role.HOST, csrf=joined.session.csrf)  # one that was a host when its request came in
        assert isinstance(door.pages.wizard.choose_pin(forged, joined.token, START, OWN), Reply)
    assert door.journal.check_pin(START)


def test_a_host_who_lost_the_race_does_not_become_host_again(door: Doorway) -> None:
    first, second = hosted(door), hosted(door)
    assert isinstance(door.pages.wizard.choose_pin(first.session, first.token, "", OWN), Joined)
    assert isinstance(door.seating.change_pin(second.token, "otter17"), Notice)
    assert door.journal.check_pin(OWN)


def test_a_pin_in_the_file_of_settings_is_changed_there(journal: Journal) -> None:
    loaded = settings_in(journal.path.parent, environ={"COMPANION_WEB_HOST_PIN": START})
    run = FirstRun(journal, SettingsBook(loaded, lambda old, new: None), ground())
    assert run.view(words()).pin is PinKind.FILE
    assert code(run.why_not_pin("", OWN)) == "pin_in_file"


def test_a_pin_that_the_file_brings_later_is_not_taken_for_the_host_s_own(door: Doorway, journal: Journal) -> None:
    host = hosted(door)
    assert isinstance(door.pages.wizard.choose_pin(host.session, host.token, "", OWN), Joined)
    assert journal.has_own_pin
    journal.ensure_pin("998877")
    assert not journal.has_own_pin


# -- what the door lets through ----


def test_only_the_host_does_anything_in_the_wizard(door: Doorway) -> None:
    for session in (Session(Role.SPECTATOR), Session(Role.SEAT, 0)):
        assert not door.pages.wizard.wizard_choose(session, StepKey.NAME, {"table.name": "Mine"}).ok
        assert not door.pages.wizard.wizard_skip(session, StepKey.NAME).ok
        assert not door.pages.wizard.wizard_start(session, over=True).ok
    assert door.pages.wizard.is_new_table()
    host = Session(Role.HOST)
    assert door.pages.wizard.wizard_choose(host, StepKey.NAME, {"table.name": "Ours"}).ok
    assert not door.pages.wizard.wizard_choose(host, StepKey.NAME, {"voice.volume": "1"}).ok
    assert door.pages.wizard.wizard_skip(host, StepKey.GAME).ok
    states = {one.key: one.state for one in door.pages.wizard.wizard_view(host).steps}
    assert (states[StepKey.NAME], states[StepKey.GAME]) == (StepState.DONE, StepState.SKIPPED)
    assert door.pages.wizard.wizard_start(host, over=True).ok
    assert not door.pages.wizard.is_new_table()
