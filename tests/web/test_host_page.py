"""The host's page beside the match: who may ask, what is sent, files that are saved, and the question to the table."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from tests.web.fake_hosting import REPORT, SECRET_COPY
from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor
from web.pages.host.hosting_views import BackupView, DamageView, MachineAct, VersionAct
from web.views import ConsentView

GETS = ("", "/companion.db", "/copies/daily-20261122-180000.db", "/report.zip", "/match.json")
POSTS = {
    "setting": {"key": "voice.volume", "text": "0.5"},
    "say": {},
    "copies": {},
    "restore-kept": {"name": "daily-20261122-180000.db"},
    "wifi": {"name": "Home", "password": "correct horse"},
    "stick": {"act": "restore", "stick": "sda1", "name": "daily-20261122-180000-4f2a.db", "password": "correct horse"},
    "damages-read": {},
    "machine": {"act": "stop"},
    "version": {"act": "rollback"},
    "release": {},
    "signature": {},
}


def test_nobody_but_the_host_gets_in(app: Flask, table: FakeTable) -> None:
    table.office.opened = True
    for who in (visitor(app, table.open_session()), visitor(app, table.seat_token(0))):
        for path in GETS:
            answer = who.get(f"/api/hosting{path}")
            assert answer.status_code == 403
            assert SECRET_COPY not in answer.data
        for path, body in POSTS.items():
            assert who.post(f"/api/hosting/{path}", body).status_code == 403
        assert who.post("/api/hosting/restore", SECRET_COPY).status_code == 403
    office = table.office
    assert (office.chosen, office.said, office.kept, office.restored, office.machine) == ([], 0, 0, [], [])
    assert (office.brought, office.changes) == ([], [])


def test_acts_need_the_page_s_token(app: Flask, host: Visitor, table: FakeTable) -> None:
    host.csrf = "another"
    for path, body in POSTS.items():
        assert host.post(f"/api/hosting/{path}", body).status_code == 403
    assert host.post("/api/hosting/restore", SECRET_COPY).status_code == 403
    assert table.office.machine == []


def test_the_view_has_settings_copies_and_devices_and_no_secret(host: Visitor) -> None:
    view = host.get("/api/hosting").get_json()
    keys = [one["key"] for group in view["groups"] for one in group["settings"]]
    assert "voice.volume" in keys
    pin = next(one for group in view["groups"] for one in group["settings"] if one["secret"])
    assert (pin["value"], pin["is_set"]) == ("", True)
    assert [copy["kind"] for copy in view["backups"]["copies"]] == ["daily", "daily", "before-restore"]
    assert [one["works"] for one in view["devices"]] == [True, None, False]


def test_a_setting_is_chosen_dropped_and_refused(host: Visitor, table: FakeTable) -> None:
    done = host.post("/api/hosting/setting", {"key": "voice.volume", "text": "0.5"})
    assert done.status_code == 200
    assert done.get_json()["view"]["groups"]
    assert host.post("/api/hosting/setting", {"key": "voice.volume"}).status_code == 200
    refused = host.post("/api/hosting/setting", {"key": "voice.rate_wpm", "text": "bad"})
    assert (refused.status_code, refused.get_json()["reply"]["ok"]) == (409, False)
    assert table.office.chosen == [("voice.volume", "0.5"), ("voice.volume", None), ("voice.rate_wpm", "bad")]
    host.post("/api/hosting/setting", {"key": "table.names", "text": "x" * 5000})
    assert len(table.office.chosen[-1][1] or "") == 2000


@pytest.mark.parametrize("path", ["/companion.db", "/copies/daily-20261122-180000.db"])
def test_a_copy_is_a_file_that_no_cache_keeps(host: Visitor, path: str) -> None:
    answer = host.get(f"/api/hosting{path}")
    assert answer.data == SECRET_COPY
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="')
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_there_is_no_other_file(host: Visitor) -> None:
    for name in ("companion.db", "..%2Fcompanion.db", "%2e%2e/companion.db", "x" * 300):
        assert host.get(f"/api/hosting/copies/{name}").status_code == 404


def test_a_copy_is_brought_back_from_a_file_and_from_here(host: Visitor, table: FakeTable) -> None:
    assert host.post("/api/hosting/restore", b"rubbish").status_code == 409
    taken = host.post("/api/hosting/restore", SECRET_COPY, **{"Content-Type": "application/octet-stream"})
    assert taken.get_json()["view"]["backups"]["waiting"] is True
    host.post("/api/hosting/restore-kept", {"name": "daily-20261122-180000.db"})
    host.post("/api/hosting/restore-kept", {})
    assert table.office.restored_names == ["daily-20261122-180000.db"]
    assert table.office.dropped == 1


def test_a_damaged_journal_is_told_on_the_landing_page_until_the_host_has_read(
    app: Flask, host: Visitor, table: FakeTable
) -> None:
    def told() -> bool:
        return "notes of this table were damaged" in visitor(app).get("/").get_data(as_text=True)

    assert not told()
    table.office.damages = (DamageView("Match 3 is damaged.", BackupView("daily-20261122-180000.db", "", 1, "daily")),)
    assert told()
    view = host.get("/api/hosting").get_json()
    assert view["damages"][0]["copy"]["name"] == "daily-20261122-180000.db"
    assert host.post("/api/hosting/damages-read", {}).get_json()["view"]["damages"] == []
    assert not told()


def test_a_file_beyond_the_limit_is_one_sentence(host: Visitor, table: FakeTable) -> None:
    answer = host.post("/api/hosting/restore", b"\0" * 30_000_001)
    assert answer.status_code == 413
    assert json.loads(answer.data)["sentence"]
    assert table.office.restored == []


def test_the_program_ends_only_in_the_ways_there_are(host: Visitor, table: FakeTable) -> None:
    for act in MachineAct:
        assert host.post("/api/hosting/machine", {"act": act.value}).status_code == 200
    wrongs: tuple[object, ...] = ({"act": "explode"}, {}, {"act": "stop", "command": "rm"}, [])
    for wrong in wrongs:
        assert host.post("/api/hosting/machine", wrong).status_code == 400
    assert table.office.machine == list(MachineAct)


def test_the_report_is_without_names_unless_they_are_wanted(host: Visitor, table: FakeTable) -> None:
    answer = host.get("/api/hosting/report.zip")
    assert (answer.data, answer.mimetype) == (REPORT, "application/zip")
    host.get("/api/hosting/report.zip?names=yes")
    host.get("/api/hosting/report.zip?names=1")
    assert table.office.reports == [False, True, False]


def test_the_log_of_a_match_is_there_when_it_was_opened(host: Visitor, table: FakeTable) -> None:
    assert host.get("/api/hosting/match.json").status_code == 404
    table.office.opened = True
    assert host.get("/api/hosting/match.json").status_code == 200


# ---- what the whole table is asked ----------------------------------------------------------------------------------


@pytest.fixture
def asked(table: FakeTable) -> FakeTable:
    table.office.consent = ConsentView(
        number=7, text="Would everybody take back a roll?", agreed=(), missing=(0, 1), aloud=(), yours=False
    )
    return table


def test_a_seat_says_yes_for_itself_only(app: Flask, asked: FakeTable) -> None:
    seat = visitor(app, asked.seat_token(1))
    packet = seat.get("/api/packet").get_json()
    assert packet["consent"]["yours"] is True
    answer = seat.post("/api/consent", {"agrees": True, "number": 7})
    assert answer.status_code == 200
    assert answer.get_json()["packet"]["consent"]["agreed"] == [1]
    assert asked.office.answers == [(1, True, 7)]
    forged = seat.post("/api/consent", {"agrees": True, "number": 7, "seat": 0})
    assert forged.status_code == 400


def test_a_spectator_is_not_asked(app: Flask, asked: FakeTable) -> None:
    guest = visitor(app, asked.open_session())
    assert guest.get("/api/packet").get_json()["consent"]["yours"] is False
    assert guest.post("/api/consent", {"agrees": True, "number": 7}).status_code == 403


def test_an_old_question_gets_a_sentence(app: Flask, asked: FakeTable) -> None:
    answer = visitor(app, asked.seat_token(0)).post("/api/consent", {"agrees": False, "number": 6})
    assert answer.status_code == 409
    assert "question is over" in answer.get_json()["reply"]["sentence"]


def test_a_release_is_brought_in_two_files_and_wished_for(host: Visitor, table: FakeTable) -> None:
    octets = {"Content-Type": "application/octet-stream"}
    assert host.post("/api/hosting/release", b"archive", **octets).status_code == 200
    assert host.post("/api/hosting/signature", b"signature", **octets).status_code == 200
    assert host.post("/api/hosting/signature", b"\0" * 10_001, **octets).status_code == 413
    assert host.post("/api/hosting/version", {"act": "update"}).status_code == 200
    assert host.post("/api/hosting/version", {"act": "unsigned"}).status_code == 400
    assert table.office.brought == [(b"archive", False), (b"signature", True)]
    assert table.office.changes == [VersionAct.UPDATE]
