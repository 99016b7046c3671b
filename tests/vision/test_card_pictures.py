"""Pictures of cards: small ones made of what people send, and cards cut out of photographs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.attacks.test_uploads import png
from tests.vision._photographed import photographed
from vision import Art, Image, VisionError, card_image, cards_in, is_small_picture, small_picture

NAMES = ("Lantern", "Wolf", "Harbour", "Night", "Crown")
TINTS = ((90, 180, 230), (200, 120, 90), (120, 200, 120), (60, 40, 40), (60, 200, 230))


def opened(data: bytes) -> Image:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)  # type: ignore[return-value]


def jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_a_picture_becomes_a_small_one_whatever_is_in_it() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (1500, 1100, 3), np.uint8)
    small = small_picture(jpeg(noise))
    assert is_small_picture(small)
    assert opened(small).shape[0] > opened(small).shape[1], "as high beside its width as it was"


def test_it_is_turned_as_its_camera_noted_and_nothing_else_is_kept() -> None:
    plain = np.zeros((300, 400, 3), np.uint8)
    plain[:, :100] = 255
    data = jpeg(plain)
    note = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0" + b"at home"
    small = small_picture(data[:2] + b"\xff\xe1" + (len(note) + 2).to_bytes(2, "big") + note + data[2:])
    assert opened(small).shape[:2] == (400, 300)
    assert opened(small)[20, 150].min() > 200, "what was on the left is above"
    assert b"at home" not in small


@pytest.mark.parametrize("data", [b"", b"<svg onload='alert(1)'/>", b"GIF89a\1\0\1\0", png(30_000, 30_000)])
def test_what_is_no_picture_or_unpacks_to_too_much_is_refused(data: bytes) -> None:
    with pytest.raises(VisionError):
        small_picture(data)
    with pytest.raises(VisionError):
        cards_in(data)
    assert not is_small_picture(data)


@pytest.mark.parametrize("ground", ["oak", "slate"])
def test_cards_on_a_table_are_cut_out_with_their_stickers(ground: str) -> None:
    stickers = [f"HTTP://T/0000{number}" if number % 2 == 0 else None for number in range(5)]
    cards = [
        card_image(code, Art(name, name[0], tint, "star"), 8)
        for code, name, tint in zip(stickers, NAMES, TINTS, strict=True)
    ]
    found = cards_in(photographed(cards, ground))
    assert [one.payloads for one in found] == [(code,) if code else () for code in stickers]
    for one, card in zip(found, cards, strict=True):
        cut = opened(one.content)
        assert is_small_picture(one.content)
        wanted = cv2.resize(card, (cut.shape[1], cut.shape[0]), interpolation=cv2.INTER_AREA)
        assert np.abs(cv2.blur(cut, (9, 9)).astype(int) - cv2.blur(wanted, (9, 9))).mean() < 40


def test_where_no_card_lies_the_sentence_says_what_to_do() -> None:
    with pytest.raises(VisionError, match="Lay the cards apart from one another"):
        cards_in(photographed([], "oak"))
