"""The page about https: for whoever comes, with the authority's certificate in the forms that phones take."""

from __future__ import annotations

import plistlib
import ssl
from dataclasses import replace

import pytest
from flask import Flask

from tests.web.fake_table import AUTHORITY, FakeTable
from tests.web.web_client import visitor
from web import WebError, create_app


def test_anybody_gets_the_page_and_the_certificate_by_plain_http(app: Flask) -> None:
    stranger = visitor(app)
    page = stranger.get("/https").get_data(as_text=True)
    assert 'href="https://localhost/"' in page
    assert page.count('class="screen"') == 6
    file = stranger.get("/https/authority.crt")
    assert (file.data, file.mimetype) == (AUTHORITY, "application/x-x509-ca-cert")
    profile = stranger.get("/https/iphone.mobileconfig")
    assert profile.mimetype == "application/x-apple-aspen-config"
    (inner,) = plistlib.loads(profile.data)["PayloadContent"]
    assert inner["PayloadContent"] == ssl.PEM_cert_to_DER_cert(AUTHORITY.decode())
    assert profile.data == stranger.get("/https/iphone.mobileconfig").data


def test_over_https_it_warns_of_nothing(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/https", base_url="https://localhost").get_data(as_text=True)
    assert "nobody in the network can read along" in page
    assert 'class="screen"' not in page


def test_where_none_can_be_made_the_page_still_stands(
    app: Flask, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sorry(self: FakeTable) -> bytes:
        raise WebError("/home/pi cannot be written")

    monkeypatch.setattr(FakeTable, "vouching", sorry)
    refused = visitor(app).get("/https/authority.crt")
    assert refused.status_code == 409
    assert "/home" not in refused.get_data(as_text=True)
    assert visitor(app).get("/https").status_code == 200


def test_a_table_without_https_of_its_own_has_no_such_page(table: FakeTable) -> None:
    assert visitor(create_app(replace(table.pages, trust=None))).get("/https").status_code == 404
