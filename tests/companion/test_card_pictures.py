"""Pictures of cards: taken in by the host, laid to cards, kept with the game, and shown to whoever may see the card."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.journal.journal import Journal
from companion.telling.board import Handout, Surroundings
from companion.telling.view import page_packet
from companion.telling.voices import build_voice
from companion.values.person import Person
from rules import games
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.types import PUBLIC, Seat
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.games.asking import do
from tests.games.open_table._table import PLAIN, drawn, own
from tests.vision._photographed import photographed
from vision import Art, card_image
from web import Pages
from web.door.wire import encode
from web.pages.maker.views import Draft, NamedPicture, Pictured
from web.views import Role, Session

HOST = Session(Role.HOST)
WORD = "0123456789abcdef0123456789abcdef.webp"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    games.look_in(tmp_path / "games")
    with Journal.open(tmp_path / "companion.db") as journal:
        yield Doorway(Evening(HIGH_CARD, HANDS), journal).pages
    games.look_in(None)


def picture(level: int = 90) -> bytes:
    return cv2.imencode(".png", np.full((700, 500, 3), level, np.uint8))[1].tobytes()


def taken(pages: Pages, level: int = 90) -> str:
    (one,) = pages.pictures.take(HOST, picture(level), cards=False).pictures
    return one.picture


def laid(pages: Pages, text: str, *given: tuple[str, str]) -> str:
    wanted = Pictured("open_table", ["deck", "cards"], text, [NamedPicture(*one) for one in given])
    view = pages.pictures.lay(HOST, wanted)
    assert view is not None
    assert not view.problem
    return view.text


def draft(cards: str, slug: str = "") -> Draft:
    zones = [{"key": "stock", "name": "Stock", "kind": "deck"}, {"key": "hand", "name": "Hand", "kind": "hand"}]
    deck = {"key": "d", "name": "Cards", "zone": "stock", "cards": cards}
    return Draft("open_table", "Lights", {"zone": zones, "deck": [deck]}, slug=slug)


def in_file(pages: Pages, slug: str) -> set[str]:
    found = pages.maker.packed(HOST, slug)
    assert found is not None
    names = zipfile.ZipFile(BytesIO(found[1])).namelist()
    return {Path(name).name for name in names if "/pictures/" in name}


def test_a_picture_goes_to_the_card_that_is_called_so_or_names_its_file(pages: Pages) -> None:
    one, other = taken(pages), taken(pages, 200)
    text = laid(pages, "name;text;picture\nRed Lantern;Look;\nWolf;;wolf.jpg", ("red_lantern", one), ("WOLF", other))
    assert text == f"name\ttext\tpicture\nRed Lantern\tLook\t{one}\nWolf\t\t{other}\n"


def test_pictures_of_no_card_are_new_ones_and_several_of_one_name_are_counted(pages: Pages) -> None:
    one, other = taken(pages), taken(pages, 200)
    text = laid(pages, "", ("Wolf", one), ("", other), ("wolf", other))
    assert text == f"name\tcount\tpicture\nWolf\t2\t{one}\nCard 1\t\t{other}\n"


def test_pictures_go_along_when_a_game_is_saved_copied_and_changed(pages: Pages) -> None:
    one, other = taken(pages), taken(pages, 200)
    cards = laid(pages, "Lantern\nWolf", ("Lantern", one), ("Wolf", other))
    made = pages.maker.save(HOST, draft(cards))
    assert made.reply.ok, made.reply.sentence
    assert in_file(pages, made.slug) == {one, other}
    form = pages.maker.form(HOST, "", "", made.slug)
    assert form is not None
    copy = pages.maker.save(HOST, Draft("open_table", "Copy of Lights", form.values))
    assert copy.reply.ok
    assert copy.slug != made.slug
    assert in_file(pages, copy.slug) == {one, other}
    again = Draft("open_table", "Copy of Lights", form.values)
    changed = pages.maker.save(HOST, msgspec.structs.replace(again, values=draft("Wolf").values, slug=copy.slug))
    assert changed.reply.ok
    assert in_file(pages, copy.slug) == set(), "what no card has any more is not handed on"
    assert in_file(pages, made.slug) == {one, other}


def test_a_picture_that_is_not_there_is_said_with_its_card(pages: Pages) -> None:
    reply = pages.maker.save(HOST, draft(f"name,picture\nLantern,{WORD}")).reply
    assert (reply.ok, "Lantern" in reply.sentence) == (False, True)
    wrong = pages.maker.save(HOST, draft("name,picture\nLantern,lantern.jpg"))
    assert wrong.fault is not None
    assert "line 2 of the list" in wrong.fault.sentence


def test_a_photograph_gives_each_card_with_its_sticker_or_says_what_to_do(pages: Pages) -> None:
    cards = [card_image(code, Art("Wolf", "W"), 8) for code in ("HTTP://T/00001", None)]
    first, second = pages.pictures.take(HOST, photographed(cards, "oak"), cards=True).pictures
    assert (first.sticker != "", second.sticker) == (True, "")
    assert pages.pictures.shown(second.picture) is not None
    none = pages.pictures.take(HOST, photographed([], "oak"), cards=True)
    assert (none.pictures, "Lay the cards apart" in none.problem) == ((), True)
    assert pages.pictures.take(Session(Role.SPECTATOR), picture(), cards=False).pictures == ()


def test_stickers_on_photographed_cards_stand_for_those_cards(tmp_path: Path) -> None:
    games.look_in(tmp_path / "games")
    with Journal.open(tmp_path / "companion.db") as journal:
        pages = Doorway(Evening(HIGH_CARD, HANDS), journal).pages
        codes = ("HTTP://T/00001", "HTTP://T/00002", None)
        cards = [
            card_image(code, Art(name, name[0]), 8) for code, name in zip(codes, ("Wolf", "Wolf", "Owl"), strict=True)
        ]
        seen = pages.pictures.take(HOST, photographed(cards, "oak"), cards=True).pictures
        named = zip(("Wolf", "wolf", "Owl"), (one.picture for one in seen), strict=True)
        made = pages.maker.save(HOST, draft(laid(pages, "", *named)))
        assert made.reply.ok, made.reply.sentence
        known = journal.copies.known()
        assert {code: (one.copy.game, one.tag.piece) for code, one in known.items()} == {
            "HTTP://T/00001": (made.slug, "d_wolf#1"),
            "HTTP://T/00002": (made.slug, "d_wolf#2"),
        }
        again = msgspec.structs.replace(draft(laid(pages, "", ("Cat", seen[0].picture))), title="Cats")
        assert pages.maker.save(HOST, again).reply.ok
        assert journal.copies.known() == known, "what a sticker stands for already it stands for"
    games.look_in(None)


def test_what_a_stranger_has_called_a_picture_is_not_handed_out(pages: Pages, tmp_path: Path) -> None:
    folder = tmp_path / "games" / "theirs" / "pictures"
    folder.mkdir(parents=True)
    (folder / WORD).write_bytes(b"<script>alert(1)</script>")
    (folder / "x.webp").write_bytes(b"RIFF")
    assert [pages.pictures.shown(name) for name in (WORD, "x.webp", "../theirs/game.toml")] == [None] * 3


def told(match: Match, reader: Seat) -> bytes:
    """The packet of a reader, as it goes out."""
    names = tuple(f"Player {number}" for number in range(len(match.state.seats)))
    voice = build_voice(match.game, len(names), match.settings, "en", names)
    around = Surroundings(people=tuple(Person(name, joined=True) for name in names))
    return encode(page_packet(voice, Handout(packet(match, reader)), around, "x"))


def test_only_whoever_may_see_a_card_is_told_of_its_picture() -> None:
    text = PLAIN.replace("Green,1,Grow.,,Cold", f"Green,1,Grow.,,Cold,{WORD}")
    match = own(text=text)
    word = WORD.encode()
    assert not any(word in told(match, reader) for reader in (Seat(0), Seat(1), PUBLIC))
    drawn(match, 0, "d_green#1")
    assert [word in told(match, reader) for reader in (Seat(0), Seat(1), PUBLIC)] == [True, False, False]
    do(match, 0, "lay:hand:middle:d_green")
    assert all(word in told(match, reader) for reader in (Seat(0), Seat(1), PUBLIC))
