"""What games look like: their colours can be read on every ground, their drawings are small and harmless, and the
typefaces hold what the texts say."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from companion.service.page_doors import game_looks
from rules import games
from tests.house._source import ROOT
from tests.web.fake_table import FakeTable
from tests.web.web_client import Visitor, visitor
from web import create_app
from web.door.files import address

BASE = (ROOT / "web/pages/shared/base.css").read_text("utf-8")
FONTS = ROOT / "web/pages/shared/fonts"
COLOURS = {"accent", "accent_ink", "accent_soft", "felt_light", "felt", "felt_edge", "felt_ink"}
FONTS_BYTES = 120_000
SYMBOLS = set("Ω■▶☀✓←→")
"""Signs that stand for themselves; no typeface for texts has them."""


@pytest.fixture
def reader(table: FakeTable) -> Visitor:
    return visitor(create_app(table.pages, games=game_looks()))


def light_of(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines count it: from 1 to 21."""
    dark, light = sorted((light_of(one), light_of(other)))
    return (light + 0.05) / (dark + 0.05)


def grounds(scheme: str) -> dict[str, str]:
    """The colours that no game changes."""
    light, dark = BASE.split("@media (prefers-color-scheme: dark)", 1)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light if scheme == "light" else dark))


def test_every_game_has_a_look_of_its_own() -> None:
    assert set(game_looks()) == set(games.slugs())
    accents = [look.light["accent"] for look in game_looks().values()]
    assert len(set(accents)) == len(accents)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", games.slugs())
def test_what_is_written_in_its_colours_can_be_read(game: str, scheme: str) -> None:
    look, ground = game_looks()[game], grounds(scheme)
    own = look.light if scheme == "light" else look.dark
    assert set(own) == COLOURS
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in own.values())
    assert contrast(own["accent_ink"], own["accent"]) >= 4.5
    for name in ("bg", "surface", "raised"):
        assert contrast(own["accent"], ground[name]) >= 4.5, name
    for felt in ("felt", "felt_light"):
        assert contrast(own["felt_ink"], own[felt]) >= 7, felt
        assert contrast(own["accent"], own[felt]) >= 4.5, felt
    for ink in ("ink", "muted"):
        assert contrast(ground[ink], own["accent_soft"]) >= 4.5, ink


@pytest.mark.parametrize("game", games.slugs())
def test_its_drawings_are_small_and_fetch_nothing(game: str) -> None:
    for name, drawn in game_looks()[game].drawings.items():
        assert len(drawn) < 4_000, name
        for node in Xml.fromstring(drawn).iter():
            assert node.tag.partition("}")[2] not in ("script", "image", "use", "style", "foreignObject"), name
            assert not any("href" in key or key.startswith("on") for key in node.keys()), name  # noqa: SIM118
    box = Xml.fromstring(game_looks()[game].drawings["back"]).get("viewBox")
    assert box == "0 0 126 176", "a card is 63 to 88"


def test_a_phone_keeps_sheet_and_drawings_for_good(reader: Visitor) -> None:
    page = reader.get("/").text
    (sheet,) = re.findall(r'href="(/looks/[^"]+)"', page)
    answer = reader.get(sheet)
    assert answer.mimetype == "text/css"
    drawings = set(re.findall(r'url\("([^"]+)"\)', answer.text))
    assert len(drawings) == 3 * (len(games.slugs()) + 1)  # and the product's own
    for drawing in (sheet, *drawings):
        kept = reader.get(drawing)
        assert kept.status_code == 200
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    version = sheet.split("/")[2]
    for path in (f"/looks/{version}/poker/emblem.svg", f"/looks/{version}/chronicle/look.svg"):
        assert reader.get(path).status_code == 404


def test_a_table_of_no_known_game_looks_like_the_product(table: FakeTable) -> None:
    plain = visitor(create_app(table.pages))
    (sheet,) = re.findall(r'href="(/looks/[^"]+)"', plain.get("/").text)
    assert "data-game" not in plain.get(sheet).text
    assert "shared/house/emblem.svg" in plain.get(sheet).text


def test_the_typefaces_are_few_and_bring_their_licence(reader: Visitor) -> None:
    fonts = sorted(FONTS.glob("*.woff2"))
    assert sum(font.stat().st_size for font in fonts) <= FONTS_BYTES
    for font in fonts:
        assert "SIL OPEN FONT LICENSE" in font.with_suffix(".OFL.txt").read_text("utf-8").upper()
        assert f'"fonts/{font.name}"' in BASE
        assert reader.get(address(f"shared/fonts/{font.name}")).mimetype == "font/woff2"


def test_the_typefaces_hold_every_letter_of_english_and_german() -> None:
    said = "".join(path.read_text("utf-8") for path in texts())
    for ranges in re.findall(r"unicode-range: ([^;]+);", BASE):
        held = {sign for part in ranges.split(", ") for sign in signs_of(part)}
        assert set(said) - held - SYMBOLS - {"\n", "\t"} == set()


def texts() -> list[Path]:
    found = [*ROOT.glob("rules/**/*.toml"), *ROOT.glob("companion/**/*.toml"), *ROOT.glob("words/translations/de.po")]
    return [path for path in found if ".fr." not in path.name]


def signs_of(part: str) -> set[str]:
    first, _, last = part.removeprefix("U+").partition("-")
    return {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
