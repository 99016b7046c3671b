"""The report of a problem: what helps is in it, and no secret of the table, however deep it is looked for."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.doctor.report import MASK, Cover, no_names
from companion.journal.journal import Journal
from companion.machine.recent_log import MOST, RecentLines
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import load_config
from rules.engine.entries import Header
from rules.engine.match import Match
from tests.companion.evening import HANDS
from tests.companion.high_card import HIGH_CARD
from web.pages.history.views import HistoryAct, HistoryCommand
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish
from web.views import Joined, Role, Session

HOST = Session(Role.HOST)
PIN = "Geheim4711"
WIFI = "open sesame 77"
SSID = "Kleeblatt"
NOTE = "Ben surely has the red five"
SETTINGS = f"""
[table]
players = 2
seed = 3
names = ["Adalind", "Benedikt"]
[camera]
source = "none"
[web]
port = 0
host = "127.0.0.1"
host_pin = "{PIN}"
wifi_name = "{SSID}"
wifi_password = "{WIFI}"
[voice]
sink = "off"
[play]
autoplay = "off"
"""


@dataclass
class Planted:
    """A running table full of secrets."""

    service: Service
    secrets: tuple[str, ...]

    def report(self, *, names: bool = False) -> dict[str, str]:
        content = self.service.pages.office.problem_report(HOST, names=names)
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            return {name: file.read(name).decode("utf-8") for name in file.namelist()}


@pytest.fixture
def planted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Planted]:
    caplog.set_level(logging.INFO)
    file = tmp_path / "companion.toml"
    file.write_text(SETTINGS, "utf-8")
    loaded = load_config(file, (), {"STATE_DIRECTORY": str(tmp_path / "data")})
    with Journal.open(loaded.config.data.journal_path) as journal:
        journal.start_match(Header("high_card", 2, {}, HANDS), "High Card")
    service = build(loaded.config, HIGH_CARD, loaded=loaded)
    try:
        service.start()
        tokens = []
        for seat, name in enumerate(("Adalind", "Benedikt")):
            opened = service.pages.people.open_session()
            joined = service.pages.people.join(opened.session, opened.token, JoinWish(name, seat, service.joining.code))
            assert isinstance(joined, Joined)
            tokens += [joined.token, joined.session.csrf]
        service.pages.match.keep_seat_notes(Session(Role.SEAT, 0), NOTE)
        assert service.pages.match.answer(Session(Role.SEAT, 0), "play:RED-1", 0, "r-1").ok
        hidden = ("BLU-2", "Blue 2", "RED-5", "Red 5", "BLU-6", "Blue 6")  # what is still in the hands
        yield Planted(service, (*hidden, *tokens, PIN, WIFI, SSID, NOTE, service.joining.code, "scrypt$"))
    finally:
        service.stop()


def test_no_secret_of_the_table_is_in_it(planted: Planted) -> None:
    logging.getLogger("companion.test").info("a careless call pin=%s token=%s at %s", PIN, planted.secrets[6], SSID)
    for names in (False, True):
        parts = planted.report(names=names)
        for part, text in parts.items():
            for secret in planted.secrets:
                assert secret not in text, f"{secret!r} stands in {part}"
    assert "careless call" in parts["log.txt"]


def test_a_fault_of_the_program_is_in_it_with_its_place(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> object:
        raise RuntimeError("RED-5 is in hand 1")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "submit", fails)
        assert not planted.service.pages.match.answer(Session(Role.SEAT, 1), "play:RED-5", 1, "r-2").ok
    for number in range(MOST):
        logging.getLogger("companion.test").info("line %d", number)
    log = planted.report()["log.txt"]
    assert (
        "error=RuntimeError kind=Tapped game=high_card entry=1 question=play at=tests/companion/test_report.py" in log
    )
    assert "RED-5" not in log


def test_it_tells_what_helps(planted: Planted) -> None:
    parts = planted.report()
    facts = json.loads(parts["report.json"])
    assert facts["table"] == {
        "game": "high_card",
        "seats": 2,
        "version": 1,
        "question": "play",
        "is_over": False,
        "camera": "none",
    }
    assert facts["versions"]["flask"][0].isdigit()
    assert facts["versions"]["tabletop-companion"][0].isdigit(), "from a checkout too"
    assert {"system", "journal", "port"} <= {finding["name"] for finding in facts["doctor"]}
    assert facts["settings"]["web.host_pin"]["value"] == MASK
    assert facts["settings"]["web.wifi_password"]["value"] == MASK
    assert facts["settings"]["voice.sink"]["value"] == "off"
    assert facts["settings"]["voice.sink"]["from"].startswith("the file")
    assert "Seat 1 plays Red 1" in parts["story.txt"]


def test_people_are_seats_unless_their_names_are_wanted(planted: Planted) -> None:
    without, named = planted.report(), planted.report(names=True)
    assert not any(name in text for text in without.values() for name in ("Adalind", "Benedikt"))
    assert "Adalind plays Red 1" in named["story.txt"]


def test_what_was_taken_back_is_marked(planted: Planted) -> None:
    assert planted.service.pages.host.host(HOST, HostCommand(HostAct.UNDO)).ok
    assert "(taken back) Seat 1 plays Red 1" in planted.report()["story.txt"]


def test_the_whole_log_is_given_away_only_when_the_match_is_over(planted: Planted) -> None:
    pages = planted.service.pages
    assert pages.office.match_log(HOST) is None
    assert pages.host.host(HOST, HostCommand(HostAct.END_MATCH, reason="late")).ok
    assert pages.office.match_log(HOST) is None  # the end can be taken back
    opened = pages.past.history_act(HOST, HistoryCommand(HistoryAct.OPEN, planted.service.keeper.number or 0))
    assert opened.ok
    log = pages.office.match_log(HOST)
    assert log is not None
    assert json.loads(log)["entries"][0]["entry"]
    assert pages.office.match_log(Session(Role.SEAT, 0)) is None


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("pin=4711 ok", f"pin={MASK} ok"),
        ("Ada lays Adagio", "Seat 1 lays Adagio"),
        ("cookie: abc", f"cookie: {MASK}"),
        ("x q8Zp1kY7vR3sT9uW2xC4 y", f"x {MASK} y"),
        ("/usr/lib/python3.11/site-packages/flask/app.py:12", "/usr/lib/python3.11/site-packages/flask/app.py:12"),
        (f"{Path.home()}/games", "~/games"),
        ("hidden word", f"{MASK} word"),
    ],
)
def test_what_is_struck_out(text: str, covered: str) -> None:
    cover = Cover(no_names(("Ada", "Ben")), frozenset({"hidden", "abc"}))
    assert cover(text) == covered


def test_the_log_keeps_the_latest_lines() -> None:
    recent = RecentLines(most=2)
    log = logging.getLogger("companion.test.recent")
    log.addHandler(recent)
    log.setLevel(logging.INFO)
    try:
        for number in range(4):
            log.info("line %d", number)
    finally:
        log.removeHandler(recent)
    assert [line.rpartition(" ")[2] for line in recent.lines] == ["2", "3"]
