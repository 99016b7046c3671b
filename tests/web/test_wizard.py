"""The first-run wizard's routes: the PIN first, then every act, with closed bodies; and who hears of a new table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from tests.web.fake_table import FakeTable
from tests.web.fake_wizard import VIEW
from tests.web.web_client import COOKIE, Visitor, host_of, visitor
from web import WebSettings, create_app
from web.pages.wizard.views import PinKind, StepKey, StepState

ACTS = {
    "/api/wizard/step": {"step": "name", "values": {"table.name": "Blue table"}},
    "/api/wizard/start": {"over": True},
    "/api/wizard/pin": {"new": "82736"},
}


@pytest.fixture
def app(table: FakeTable) -> Flask:
    table.wizardry.view = VIEW
    return create_app(table.pages)


def outsiders(app: Flask, table: FakeTable) -> dict[str, Visitor]:
    return {
        "nobody": visitor(app),
        "spectator": visitor(app, table.open_session()),
        "player": visitor(app, table.seat_token(1)),
    }


def untouched(table: FakeTable) -> bool:
    asked = table.wizardry
    return asked.view == VIEW and not (asked.chosen or asked.skipped or asked.started or asked.pins)


def test_without_the_pin_the_page_asks_for_it_and_tells_nothing(app: Flask, table: FakeTable) -> None:
    for name, reader in outsiders(app, table).items():
        page = reader.get("/setup").get_data(as_text=True)
        assert 'name="pin"' in page, name
        assert "wizard.js" not in page, name
        assert "HD Webcam" not in page, name
    assert "wizard.js" in host_of(app, table).get("/setup").get_data(as_text=True)


def test_the_pin_is_not_sent_before_the_script_is_there_to_do_it(app: Flask) -> None:
    """A form without a script goes into the address, and from there into histories and logs."""
    for path in ("/setup", "/host"):
        page = visitor(app).get(path).get_data(as_text=True)
        assert page.count('<button class="button button-main wide" type="submit" disabled>') == 1, path


def test_without_the_pin_nothing_is_read_or_done(app: Flask, table: FakeTable) -> None:
    for name, reader in outsiders(app, table).items():
        assert reader.get("/api/wizard").status_code == 403, name
        for path, body in ACTS.items():
            assert reader.post(path, body).status_code == 403, (name, path)
    assert untouched(table)


def test_a_host_without_the_page_s_token_or_from_another_site_does_nothing(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    for path, body in ACTS.items():
        assert host.post(path, body, **{"X-CSRF-Token": "other"}).status_code == 403
        assert host.post(path, body, Origin="http://evil.example").status_code == 403
    assert untouched(table)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/wizard/step", {"step": "machine", "values": {}}),
        ("/api/wizard/step", {"step": "name", "values": {"table.name": 4}}),
        ("/api/wizard/step", {"step": "name", "values": [], "skipped": False}),
        ("/api/wizard/step", {"step": "name", "values": {}, "role": "host"}),
        ("/api/wizard/step", []),
        ("/api/wizard/start", {}),
        ("/api/wizard/start", {"over": "yes"}),
        ("/api/wizard/pin", {"old": "4711"}),
        ("/api/wizard/pin", {"new": 82736}),
        ("/api/wizard/pin", b"\xff\xfe"),
    ],
)
def test_bodies_are_closed(app: Flask, table: FakeTable, path: str, body: object) -> None:
    assert host_of(app, table).post(path, body).status_code == 400
    assert untouched(table)


def test_a_step_is_kept_or_skipped_and_the_answer_shows_it(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    kept = host.post("/api/wizard/step", ACTS["/api/wizard/step"])
    assert kept.json is not None
    assert kept.json["view"]["steps"][1]["state"] == "done"
    assert kept.json["view"]["steps"][1]["settings"][0]["value"] == "Blue table"
    skipped = host.post("/api/wizard/step", {"step": "camera", "skipped": True})
    assert skipped.json is not None
    assert skipped.json["view"]["steps"][4]["state"] == "skipped"
    assert table.wizardry.chosen == [(StepKey.NAME, {"table.name": "Blue table"})]
    assert table.wizardry.skipped == [StepKey.CAMERA]
    refused = host.post("/api/wizard/step", {"step": "name", "values": {"table.name": "bad"}})
    assert refused.status_code == 409


def test_another_pin_signs_the_host_on_anew(app: Flask, table: FakeTable) -> None:
    host = host_of(app, table)
    before = host.client.get_cookie(COOKIE)
    done = host.post("/api/wizard/pin", {"new": "82736", "old": " 4711 "})
    assert done.status_code == 200
    assert "82736" not in done.get_data(as_text=True)
    after = host.client.get_cookie(COOKIE)
    assert before is not None
    assert after is not None
    assert before.value != after.value
    assert host.get("/api/wizard").status_code == 200
    assert host.post("/api/wizard/start", {"over": False}).status_code == 403, "the old page's token is of no use"
    assert table.wizardry.pins == [("4711", "82736")]
    assert table.wizardry.view.pin is PinKind.OWN
    assert table.wizardry.view.steps[0].state is StepState.DONE


def test_whoever_holds_the_host_s_phone_cannot_try_pins_for_long(table: FakeTable) -> None:
    table.wizardry.view = replace(VIEW, pin=PinKind.OWN)
    app = create_app(table.pages, WebSettings(pin_attempts=3))
    host = host_of(app, table)
    codes = [host.post("/api/wizard/pin", {"new": "82736", "old": f"{n}"}).status_code for n in range(1)]
    host = host_of(app, table)
    codes += [host.post("/api/wizard/pin", {"new": "0000", "old": f"{n}"}).status_code for n in range(4)]
    assert codes == [200, 409, 409, 409, 429]  # the first was made with a session that has ended


def test_who_comes_to_a_new_table_after_others_is_not_asked_to_set_it_up(app: Flask, table: FakeTable) -> None:
    table.players[0] = replace(table.players[0], joined=True)
    assert "This table is new" not in visitor(app).get("/").get_data(as_text=True)
    assert "This table is new" in host_of(app, table).get("/").get_data(as_text=True)


def test_a_new_table_says_so_on_its_start_page_until_it_is_set_up(app: Flask, table: FakeTable) -> None:
    link = 'href="/setup"'
    table.players = [replace(one, joined=False) for one in table.players]
    guest, host = visitor(app), host_of(app, table)
    for reader, path in ((guest, "/"), (host, "/host")):
        assert "This table is new" in reader.get(path).get_data(as_text=True)
    assert link in guest.get("/").get_data(as_text=True)
    host.post("/api/wizard/start", {"over": True})
    for reader, path in ((guest, "/"), (host, "/host")):
        assert "This table is new" not in reader.get(path).get_data(as_text=True)
    assert link not in guest.get("/").get_data(as_text=True)
    assert link in host.get("/host").get_data(as_text=True), "the host can go through it again"
    assert host.get("/setup").status_code == 200


def test_long_values_are_cut_before_anybody_reads_them(app: Flask, table: FakeTable) -> None:
    host_of(app, table).post("/api/wizard/step", {"step": "name", "values": {"table.name": "x" * 5000}})
    assert len(table.wizardry.chosen[0][1]["table.name"]) == 200
    many = {f"k{n}": "v" for n in range(500)}
    host_of(app, table).post("/api/wizard/step", {"step": "name", "values": many})
    assert len(table.wizardry.chosen[1][1]) == 8
