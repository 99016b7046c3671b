"""Cards are shown once in photographs, and known by their looks: in order, kept with their copy, told when doubled."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.copies.card_looks import CardLooks
from companion.journal.copies import Copy, CopyError
from companion.journal.journal import Journal
from companion.journal.looks import CopyLooks, KeptLooks
from companion.reading.admission import Admission
from companion.reading.table_tags import TableTags
from companion.reading.tags import card_size, front_code
from companion.service.page_doors import payloads_in
from companion.telling.voices import build_voice
from tests.companion.high_card import HIGH_CARD
from vision import Art, card_image
from vision.calibration.mat import Calibration, Glance
from vision.faces.looks import Look
from vision.registry import TagRegistry
from vision.sticker import sticker_image
from vision.types import Frame, Side, TableReport, VisionError
from web.pages.card_looks.views import HowSure, LooksAct, LooksCommand

VOICE = build_voice(HIGH_CARD, 2, {}, "en", ("P1", "P2"))
DECKS = HIGH_CARD.all_pieces({})
KEYS = [
    f"{side}/{piece}"
    for deck, pieces in DECKS.items()
    for side, piece in (("back", deck), *(("front", p) for p in pieces))
]


def face(word: str) -> np.ndarray:
    """A card with a picture of its own; `white` has none, and one whose word ends with a dot has that in a corner."""
    image = card_image(None, Art(word.rstrip("."), picture=word.rstrip(".")), 5.0).copy()
    if word == "white":
        image[:] = 245
    if word.endswith("."):
        cv2.circle(image, (45, 45), 12, (20, 20, 200), -1)
    return image


def photograph(*words: str) -> bytes:
    """Cards in rows of three on a dark cloth as a phone's JPEG."""
    wide, high, gap = 315, 440, 60
    rows = -(-len(words) // 3)
    cloth = np.full((rows * (high + gap) + gap, 3 * (wide + gap) + gap, 3), (60, 50, 45), np.uint8)
    for n, word in enumerate(words):
        x, y = gap + n % 3 * (wide + gap), gap + n // 3 * (high + gap)
        cloth[y : y + high, x : x + wide] = face(word)
    noisy = np.clip(cloth + np.random.default_rng(4).normal(0, 2, cloth.shape), 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy)[1].tobytes()


class Shelf:
    """A copy of High Card, the looks of its cards, and every registry that the eye was given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal.open(folder / "companion.db")
        self.kept = KeptLooks(folder)
        self.eye: list[TagRegistry] = []
        self.tags = TableTags(
            self.journal.copies, HIGH_CARD.slug, DECKS, changed=self.eye.append, looks=self.kept.in_play
        )
        self.glance: Glance | None = None
        self.card_looks = CardLooks(self.journal.copies, self.tags, self.kept, card_size, lambda: self.glance)
        self.copy = self.journal.copies.add(Copy(0, HIGH_CARD.slug, "mine"))

    def photo(self, *words: str) -> str:
        return self.card_looks.photo(VOICE, self.copy.ident, photograph(*words))

    def act(self, act: LooksAct, value: str = "", other: str = "") -> str:
        return self.card_looks.act(VOICE, LooksCommand(act, self.copy.ident, value, other))

    def camera_sees(self, *words: str) -> None:
        """A table with these cards side by side, 4 pixels a millimetre."""
        image = np.full((500, 320 * max(3, len(words)), 3), (70, 95, 60), np.uint8)
        for n, word in enumerate(words):
            image[74:426, 34 + 320 * n : 286 + 320 * n] = cv2.resize(
                face(word), (252, 352), interpolation=cv2.INTER_AREA
            )
        noisy = np.clip(image + np.random.default_rng(5).normal(0, 2, image.shape), 0, 255).astype(np.uint8)
        calibration = Calibration(np.diag([0.25, 0.25, 1.0]), np.diag([4.0, 4.0, 1.0]))
        self.glance = Glance(Frame(noisy, 1.0, 1), calibration, {}, frozenset(), ())

    def shown(self) -> dict[str, str]:
        return {row.key: row.stamp for row in self.card_looks.view(VOICE, self.copy.ident).rows if row.stamp}


@pytest.fixture
def shelf(tmp_path: Path):
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.journal.close()


def test_cards_are_taken_in_the_order_of_the_list_and_come_to_the_eye_with_the_registry(shelf: Shelf) -> None:
    assert shelf.photo("back", "one", "two", "three") == "4 cards are known by their looks now."
    assert list(shelf.shown()) == KEYS[:4]
    view = shelf.card_looks.view(VOICE, 0)
    assert (view.copy, view.done, len(view.rows)) == (shelf.copy.ident, 4, len(KEYS))
    (looks,) = shelf.eye[-1].looks
    assert [(looks[n].side, looks[n].piece) for n in range(2)] == [(Side.BACK, "cards"), (Side.FRONT, KEYS[1][6:])]
    assert all(shelf.card_looks.picture(shelf.copy.ident, key) for key in KEYS[:4])
    assert shelf.card_looks.picture(shelf.copy.ident, KEYS[4]) is None


def test_a_card_that_was_shown_before_is_told_and_not_taken_for_the_next(shelf: Shelf) -> None:
    shelf.photo("back", "one")
    before = shelf.shown()
    told = shelf.photo("one", "two")
    first = shelf.card_looks.view(VOICE, 0).rows[1].label
    assert told == f"One card is known by its look now. Shown before, and left as it was: {first}."
    after = shelf.shown()
    assert list(after) == KEYS[:3]
    assert {key: after[key] for key in before} == before
    assert "Shown before" in shelf.photo("three", "three")


def test_cards_that_differ_in_one_place_alone_are_told_with_that_place(shelf: Shelf) -> None:
    told = shelf.photo("back", "one", "two", "one.")
    assert told.endswith("Some look so much alike that the camera will ask: see the list, and give them stickers.")
    rows = {row.key: row for row in shelf.card_looks.view(VOICE, 0).rows}
    (alike,), (other,) = rows[KEYS[1]].alike, rows[KEYS[3]].alike
    assert (alike.label, other.label) == (rows[KEYS[3]].label, rows[KEYS[1]].label)
    assert alike.place == other.place
    assert alike.place is not None
    left, top, wide, high = alike.place
    assert left < 45 / 315 < left + wide < 0.4
    assert top < 45 / 440 < top + high < 0.3
    again = KeptLooks(shelf.folder).of(shelf.copy)
    assert [pair.place for pair in again.alike] == [pytest.approx(alike.place)]
    shelf.act(LooksAct.SWAP, KEYS[1], KEYS[2])
    assert [row.key for row in shelf.card_looks.view(VOICE, 0).rows if row.alike] == KEYS[2:4]
    shelf.act(LooksAct.DROP, KEYS[3])
    assert not any(row.alike for row in shelf.card_looks.view(VOICE, 0).rows)


def test_a_card_without_print_keeps_its_place_in_the_list_and_gets_no_look(shelf: Shelf) -> None:
    told = shelf.photo("back", "white", "two")
    assert told == (
        "2 cards are known by their looks now. One card has too little print to be known by: give it a sticker."
    )
    assert list(shelf.shown()) == [KEYS[0], KEYS[2]]
    view = shelf.card_looks.view(VOICE, 0)
    assert [row.key for row in view.rows if row.plain] == [KEYS[1]]
    assert view.done == 3
    assert KeptLooks(shelf.folder).of(shelf.copy).plain == (KEYS[1],)
    shelf.photo("three")
    assert KEYS[3] in shelf.shown()
    again = shelf.photo("back", "white", "two")
    assert "One card was left out that may have been shown before" in again, "and the next one of the list is free"
    assert len(shelf.card_looks.view(VOICE, 0).rows) - 4 == sum(
        not (row.stamp or row.plain) for row in shelf.card_looks.view(VOICE, 0).rows
    )
    shelf.act(LooksAct.DROP, KEYS[1])
    shelf.photo("four")
    assert KEYS[1] in shelf.shown()


def test_two_copies_of_more_cards_than_can_be_told_apart_do_not_stop_the_table(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in ("companion.copies.card_looks", "companion.reading.tags", "vision.faces.looks"):
        monkeypatch.setattr(f"{module}.MOST_LOOKS", 3)
    assert "Name one" not in shelf.photo("back", "one")
    other = shelf.journal.copies.add(Copy(0, HIGH_CARD.slug, "another"))
    told = shelf.card_looks.photo(VOICE, other.ident, photograph("back", "one"))
    assert told.endswith("the copies in play have more. Name one in the setting table.copies.")
    (looks,) = shelf.eye[-1].looks
    assert [looks[n].piece for n in range(len(looks))] == ["cards", KEYS[1][6:], "cards"]
    assert "of 4 looks the first 3 are used" in caplog.text


def test_looks_at_the_wrong_names_are_swapped_turned_and_forgotten(shelf: Shelf) -> None:
    shelf.photo("back", "one", "two")
    before = shelf.shown()
    shelf.act(LooksAct.SWAP, KEYS[1], KEYS[2])
    swapped = shelf.shown()
    assert (swapped[KEYS[1]], swapped[KEYS[2]]) == (before[KEYS[2]], before[KEYS[1]])
    shelf.act(LooksAct.SWAP, KEYS[1], KEYS[4])
    assert KEYS[1] not in shelf.shown()
    shelf.act(LooksAct.TURN, KEYS[2])
    assert shelf.shown()[KEYS[2]] != swapped[KEYS[2]]
    shelf.act(LooksAct.DROP, KEYS[2])
    assert set(shelf.shown()) == {KEYS[0], KEYS[4]}
    shelf.photo("five")
    assert KEYS[1] in shelf.shown(), "the first that is missing is the next one"
    with pytest.raises(CopyError):
        shelf.act(LooksAct.SWAP, KEYS[0], "front/nobody")


def test_looks_go_with_their_copy_and_neither_another_copy_nor_the_journal_holds_them(
    shelf: Shelf, tmp_path: Path
) -> None:
    shelf.photo("back", "one")
    (file,) = (tmp_path / "looks").iterdir()
    assert file.stat().st_mode & 0o077 == 0, "nobody else on the machine reads it"
    assert len(KeptLooks(tmp_path).of(shelf.copy).looks) == 2, "after a restart"
    assert "looks" not in {row[0] for row in _tables(shelf.journal)}
    shelf.kept.keep_only(shelf.journal.copies.list())
    assert file.exists()
    shelf.journal.copies.remove(shelf.copy.ident)
    shelf.kept.keep_only(shelf.journal.copies.list())
    assert not file.exists()
    again = shelf.journal.copies.add(Copy(shelf.copy.ident, HIGH_CARD.slug, "another"))
    assert shelf.kept.of(again).looks == ()


def test_more_than_a_copy_may_take_is_refused_and_a_damaged_file_is_none(shelf: Shelf, tmp_path: Path) -> None:
    large = Look("x", Side.FRONT, np.zeros((4000, 4000), np.uint8), np.zeros((1000, 1000, 2), np.uint8))
    with pytest.raises(CopyError, match="stickers"):
        shelf.kept.put(shelf.copy, CopyLooks((large, large)))
    shelf.photo("back")
    (file,) = (tmp_path / "looks").iterdir()
    file.write_bytes(file.read_bytes()[:300])
    assert KeptLooks(tmp_path).of(shelf.copy) == CopyLooks()


def test_a_photograph_without_cards_is_told(shelf: Shelf) -> None:
    with pytest.raises(VisionError, match="No card was found"):
        shelf.card_looks.photo(
            VOICE, shelf.copy.ident, cv2.imencode(".png", np.zeros((300, 300, 3), np.uint8))[1].tobytes()
        )
    assert shelf.shown() == {}


def _tables(journal: Journal) -> list[tuple[str]]:
    with journal.copies._store.reading() as db:
        return db.execute("SELECT name FROM sqlite_master").fetchall()


def test_cards_are_tried_on_the_table_and_each_is_told_with_how_sure_the_camera_is(shelf: Shelf) -> None:
    shelf.photo("back", "one", "two", "three")
    with pytest.raises(CopyError, match="does not see the table"):
        shelf.act(LooksAct.CLEAR)
    shelf.camera_sees()
    with pytest.raises(CopyError, match="without cards first"):
        shelf.act(LooksAct.TRY)
    assert shelf.act(LooksAct.CLEAR) == "Now lay any five cards on it, face up and apart from each other."
    with pytest.raises(CopyError, match="No card was found"):
        shelf.act(LooksAct.TRY)
    shelf.camera_sees("two", "stranger", "back")
    assert shelf.act(LooksAct.TRY) == "2 of 3 cards are told on this table."
    view = shelf.card_looks.view(VOICE, shelf.copy.ident)
    names = {row.key: row.label for row in view.rows}
    told = {card.says: card.sure for card in view.trial.cards}
    assert told == {
        f"{names[KEYS[2]]}: told with ease.": HowSure.SURE,
        f"{names[KEYS[0]]}: told with ease.": HowSure.SURE,
        "The camera does not know this card: show it first, or give it a sticker.": HowSure.ASKED,
    }
    assert all(shelf.card_looks.picture(shelf.copy.ident, card.key) for card in view.trial.cards)
    assert shelf.card_looks.picture(shelf.copy.ident + 1, view.trial.cards[0].key) is None


class NoRegistration:
    """Nobody registers anything meanwhile."""

    def camera(self, payloads: tuple[str, ...]) -> bool:
        return False

    def placed(self, payload: str) -> None:
        pass

    def sets_aside(self, payload: str, was_aside: bool) -> bool:
        return False


def test_a_sticker_on_the_wrong_card_is_told_to_everybody_without_saying_which(shelf: Shelf) -> None:
    report = TableReport((), (), True, 0.0, contradicted=(front_code(HIGH_CARD.slug, KEYS[1][6:]),))
    (notice,) = Admission(shelf.tags, NoRegistration())(report).standing
    assert VOICE.notice(notice, long=False) == "A sticker says another card than the picture below it."
    assert notice.facts == {"count": 1}


def test_cards_in_a_photograph_of_a_hand_are_told_by_their_looks(shelf: Shelf) -> None:
    shelf.photo("back", "one", "two", "three")
    registry = shelf.eye[-1]
    codes = [front_code(HIGH_CARD.slug, key[6:]) for key in KEYS[1:4]]
    assert payloads_in(photograph("three", "stranger", "one"), registry) == (codes[2], codes[0])
    with pytest.raises(VisionError, match="No card could be told"):
        payloads_in(photograph("stranger"), registry)


def test_a_sticker_in_a_photograph_of_a_hand_says_what_its_card_is(shelf: Shelf) -> None:
    shelf.photo("back", "one", "two", "three")
    registry = shelf.eye[-1]
    codes = [front_code(HIGH_CARD.slug, key[6:]) for key in KEYS[1:4]]
    sheet = cv2.imdecode(np.frombuffer(photograph("one", "two"), np.uint8), cv2.IMREAD_COLOR)
    assert sheet is not None
    side = 5 * 24
    sheet[75 : 75 + side, 75 : 75 + side] = sticker_image(codes[2], side)[..., None]  # on "one"
    assert payloads_in(cv2.imencode(".png", sheet)[1].tobytes(), registry) == (codes[2], codes[1])
