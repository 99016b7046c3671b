"""The files of the pages: each page's script and style are one file, small on the way, and kept for good under an
address that holds their version."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.house.catalogue import ROOT
from tests.web.fake_table import FakeTable
from tests.web.web_client import COOKIE, Visitor, visitor
from web import create_app
from web.door import packs
from web.door.files import address, version
from web.door.settings import WebError
from words.catalogue import catalogue

PAGES = ROOT / "web/pages"
NAMED = re.compile(r'(?:href|src)="(/static/[^"#]+)')
SCRIPT = re.compile(r'src="(/static/[^"]+\.js)"')
SAID = re.compile(r'\bt\(("(?:[^"\\]|\\.)*")')


@pytest.fixture
def reader(table: FakeTable) -> Visitor:
    return visitor(create_app(table.pages))


def text_of(reader: Visitor, path: str, **headers: str) -> str:
    return reader.get(path, **headers).get_data(as_text=True)


def scripts_of(reader: Visitor, path: str, **headers: str) -> list[str]:
    return SCRIPT.findall(text_of(reader, path, **headers))


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


def test_a_script_is_kept_for_good_in_the_language_of_its_address(reader: Visitor):
    (english,) = scripts_of(reader, "/join")
    (german,) = scripts_of(reader, "/join", **{"Accept-Language": "de"})
    assert english != german
    for path, language in ((english, "en"), (german, "de")):
        for wished in ("en", "de"):
            answer = reader.get(path, **{"Accept-Language": wished})
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert f'"language": "{language}"' in answer.get_data(as_text=True)
    plain = reader.get("/static/join/join.js", **{"Accept-Language": "de"})
    assert plain.headers["Cache-Control"] == "no-cache"
    assert '"language": "de"' in plain.get_data(as_text=True)


@pytest.mark.parametrize("path", ["shared/shapes.svg", "shared/pages.css", "seat/seat.js"])
def test_a_file_is_packed_for_whoever_can_unpack_it(path: str, reader: Visitor):
    plain, packed = reader.get(address(path)), reader.get(address(path), **{"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


TLS = "https://localhost"
BY_A_PROXY = {"X-Forwarded-Proto": "https"}


def encrypted_by(reader: Visitor) -> FlaskClient:
    """The browser of the same phone, known over https by the cookie that it has there."""
    kept = reader.client.get_cookie(COOKIE)
    assert kept is not None
    reader.client.set_cookie(f"__Host-{COOKIE}", kept.value)
    return reader.client


@pytest.mark.parametrize("path", ["/seat", "/api/packet"])
def test_a_page_and_an_answer_are_packed_unless_they_are_encrypted(path: str, table: FakeTable):
    reader = visitor(create_app(table.pages), table.seat_token(0))
    plain, packed = reader.get(path), reader.get(path, **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 2
    assert gzip.decompress(packed.data)[:200] == plain.data[:200]
    assert packed.headers["Cache-Control"] == "no-store", "nobody else is given the page of a seat"
    encrypted = encrypted_by(reader).get(path, base_url=TLS, headers={"Accept-Encoding": "gzip"})
    assert len(encrypted.data) > len(packed.data)
    assert gzip.decompress(packed.data)[:200] == encrypted.data[:200], "the seat's own, not a refusal"
    assert "Content-Encoding" not in encrypted.headers
    behind = reader.get(path, **{"Accept-Encoding": "gzip", **BY_A_PROXY})
    assert behind.data[:200] == plain.data[:200]
    assert "Content-Encoding" not in behind.headers


def test_news_are_packed_unless_they_are_encrypted(table: FakeTable):
    reader = visitor(create_app(table.pages), table.seat_token(0))
    client = encrypted_by(reader)
    for base, more, packing in (
        ("http://localhost", {}, "gzip"),
        (TLS, {}, None),
        ("http://localhost", BY_A_PROXY, None),
    ):
        headers = {"Accept-Encoding": "gzip", **more}
        answer = client.get("/events", base_url=base, headers=headers, buffered=False)
        assert answer.status_code == 200
        assert answer.headers.get("Content-Encoding") == packing
        assert answer.headers["Cache-Control"] == "no-store"
        answer.close()


@pytest.mark.parametrize("path", ["/", "/table", "/join", "/lookup", "/how", "/rules", "/history"])
def test_a_page_is_one_script_one_style_and_all_that_it_names_is_there(path: str, reader: Visitor):
    page = text_of(reader, path)
    named = set(NAMED.findall(page))
    assert len([one for one in named if one.endswith(".js")]) == 1
    assert len([one for one in named if one.endswith(".css")]) == 1
    for one in named:
        answer = reader.get(one)
        assert answer.status_code == 200, one
        assert "immutable" in answer.headers["Cache-Control"], one
        if one.endswith(".js"):
            assert not re.search(r"^import |import\.meta", answer.get_data(as_text=True), re.MULTILINE), one
        if one.endswith(".css"):
            assert "@import" not in answer.get_data(as_text=True), one
            for drawing in re.findall(r'url\("([^"]+)"\)', answer.get_data(as_text=True)):
                assert drawing.startswith("data:") or reader.get(drawing).status_code == 200, drawing


def test_every_script_is_written_so_that_it_can_be_put_together():
    """Lines that import and export have the forms that `packs` knows, and no text runs over several lines."""
    imports = re.compile(r'import (?:(?:\* as \w+|\{ [\w, ]+ \}) from )?"[./][^"]+";')
    exports = re.compile(r"export (?:const|class|function|async function) \w+")
    for path in PAGES.rglob("*.js"):
        for line in packs._REMARK.sub("", path.read_text("utf-8")).splitlines():
            if re.match(r"\s*import\b(?!\()", line):
                assert imports.fullmatch(line), (path, line)
            if re.match(r"\s*export\b", line):
                assert exports.match(line), (path, line)
            assert line.count("`") % 2 == 0, (path, line)


def test_no_style_has_the_whole_page_styled_anew_by_what_a_part_of_it_holds():
    """A rule for any element at all (`*`) under `:has()` makes browsers look at every element after each change."""
    for path in PAGES.rglob("*.css"):
        text = path.read_text("utf-8").replace(":has(", ":has(¤")
        while text != (text := re.sub(r"\(([^()]*)\)", lambda inner: "¤" if "¤" in inner[1] else "", text)):
            pass
        assert not re.findall(r"[^{},;]*¤[^{},;]*[\s>+~]\*[^{},;]*", text), path


def test_what_a_script_says_in_another_language_is_in_it():
    german = catalogue("de").sentences
    for path in PAGES.rglob("*.js"):
        said = {json.loads(text) for text in SAID.findall(packs._REMARK.sub("", path.read_text("utf-8")))} & set(german)
        told = packs.script(path, "de")
        table = json.loads(told.partition("\n")[0].removeprefix("const $words = ").removesuffix(";"))["table"]
        assert {text: table.get(text) for text in said} == {text: german[text] for text in said}, path


def test_scripts_that_import_each_other_in_a_circle_are_refused(tmp_path: Path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = b;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = a;\n')
    with pytest.raises(WebError, match=r"in a circle: a\.js, b\.js"):
        packs.script(tmp_path / "a.js", "en")


def test_a_script_goes_out_with_each_that_it_needs_once_and_before_it(tmp_path: Path):
    (tmp_path / "ground.js").write_text(
        "// Remark.\n\nexport const one = /** @type {any} */ (1); // Why.\nexport function two() {\n  return 2;\n}\n"
    )
    (tmp_path / "middle.js").write_text(
        'import * as all from "./ground.js";\n/** @type {number} */\nexport const three = all.one + all.two();\n'
    )
    (tmp_path / "top.js").write_text(
        'import "./middle.js";\nimport { one as first } from "./ground.js";\nexport const four = first;\n'
    )
    assert packs.script(tmp_path / "top.js", "en").splitlines()[1:] == [
        *(
            "const $0 = (() => {",
            "const one = (1);",
            "function two() {",
            "return 2;",
            "}",
            "return { one, two };",
            "})();",
        ),
        *("const $1 = (() => {", "const all = $0;", "const three = all.one + all.two();", "return { three };", "})();"),
        *("const { one: first } = $0;", "export const four = first;"),
    ]
