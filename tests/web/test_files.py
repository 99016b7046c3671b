"""The files of the pages: kept for good under an address that holds their version, small on the way, and asked for at
once."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor
from web import create_app
from web.door.files import address, script, version

ADDRESS = re.compile(r'(?:href|src)="(/static/[^"#]+)')


@pytest.fixture
def reader(table: FakeTable) -> Visitor:
    return visitor(create_app(table.pages))


def test_a_browser_keeps_a_file_of_this_version_for_good(reader: Visitor):
    kept = reader.get(address("shared/base.css"))
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    other = "0" * 12
    assert other != version()
    for path in ("/static/shared/base.css", f"/static/{other}/shared/base.css"):
        answer = reader.get(path)
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.data == kept.data
        again = reader.get(path, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["shared/shapes.svg", "shared/pages.css", "seat/seat.js"])
def test_a_file_is_packed_for_whoever_can_unpack_it(path: str, reader: Visitor):
    plain, packed = reader.get(address(path)), reader.get(address(path), **{"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


def test_sentences_are_packed_and_asked_for_again(reader: Visitor):
    english = reader.get("/words.js", **{"Accept-Encoding": "gzip"})
    assert b'export const language = "en";' in gzip.decompress(english.data)
    assert reader.get("/words.js", **{"If-None-Match": english.headers["ETag"]}).status_code == 304
    german = reader.get("/words.js", **{"If-None-Match": english.headers["ETag"], "Accept-Language": "de"})
    assert german.status_code == 200
    assert b'export const language = "de";' in german.data


@pytest.mark.parametrize("path", ["/", "/table", "/join", "/lookup", "/rules", "/history"])
def test_all_that_a_page_names_is_of_this_version_and_there(path: str, reader: Visitor):
    named = set(ADDRESS.findall(reader.get(path).get_data(as_text=True)))
    assert named
    for one in named:
        assert one.startswith(f"/static/{version()}/")
        assert reader.get(one).status_code == 200, one


def test_what_a_script_imports_is_named_beside_it(reader: Visitor):
    named = ADDRESS.findall(script("seat/seat.js"))
    assert named[0] == address("seat/seat.js")
    for one in named:
        folder = one.rsplit("/", 1)[0]
        for imported in re.findall(r'from "(\.[^"]+)"', reader.get(one).get_data(as_text=True)):
            assert _joined(folder, imported) in named


def _joined(folder: str, relative: str) -> str:
    parts = folder.split("/")
    for step in relative.split("/"):
        match step:
            case ".":
                pass
            case "..":
                parts.pop()
            case _:
                parts.append(step)
    return "/".join(parts)
