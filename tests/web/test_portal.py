"""What phones hear in the box's own Wi-Fi that ask for internet; elsewhere a strange name is refused as ever."""

from __future__ import annotations

import pytest

from tests.web.fake_table import FakeTable
from web import WebSettings, create_app

START = "http://10.42.0.1/"
ANDROID = ("connectivitycheck.gstatic.com", "/generate_204")
APPLE = ("captive.apple.com", "/hotspot-detect.html")
WINDOWS = ("www.msftconnecttest.com", "/connecttest.txt")


def asked(table: FakeTable, mode: str, host: str, path: str) -> tuple[int, str, str]:
    app = create_app(table.pages, WebSettings(portal=lambda: mode, portal_start=START))
    answer = app.test_client().get(path, headers={"Host": host})
    assert "Set-Cookie" not in answer.headers, "a strange name is nobody's session"
    return answer.status_code, answer.headers.get("Location", ""), answer.text


@pytest.mark.parametrize(("host", "path"), [ANDROID, APPLE, WINDOWS, ("news.example.org", "/today")])
def test_what_a_phone_asks_in_the_own_wi_fi_leads_to_the_pages(table: FakeTable, host: str, path: str) -> None:
    assert asked(table, "ask", host, path)[:2] == (302, START)


@pytest.mark.parametrize(
    ("probe", "told"), [(ANDROID, (204, "")), (APPLE, (200, "Success")), (WINDOWS, (200, "Microsoft Connect Test"))]
)
def test_where_the_host_plays_without_internet_phones_hear_that_all_is_well(
    table: FakeTable, probe: tuple[str, str], told: tuple[int, str]
) -> None:
    status, _, text = asked(table, "here", *probe)
    assert (status, told[1] in text) == (told[0], True)
    assert asked(table, "here", "news.example.org", "/today")[0] == 403


@pytest.mark.parametrize(("host", "path"), [ANDROID, APPLE, WINDOWS])
def test_elsewhere_there_is_no_such_answer(table: FakeTable, host: str, path: str) -> None:
    assert asked(table, "", host, path)[0] == 403
    assert asked(table, "", "localhost", path)[0] == 404
