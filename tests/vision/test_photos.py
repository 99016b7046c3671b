"""Real photographs: codes are read, nothing is invented, bad ones get a sentence, and one plays a card."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision._table import front
from vision import (
    Art,
    ChangeKind,
    Eye,
    FolderSource,
    RawTag,
    Side,
    TableReport,
    Tag,
    TagRegistry,
    VisionError,
    read_photo,
    read_tags_hard,
    render_card,
    render_hand_photo,
)
from vision._header import encoded_size
from vision.reading._order import reading_order
from vision.sticker import sticker_image

PHOTOS = Path(__file__).parent / "photos"
CODED = sorted(file.with_suffix("").name for file in PHOTOS.glob("*.txt"))


def photo_of(name: str) -> Path:
    (file,) = (file for file in PHOTOS.glob(f"{name}.*") if file.suffix != ".txt")
    return file


def clean(text: str) -> str:
    return text.strip().replace("\r\n", "\n")


def packed(image, kind: str = ".png") -> bytes:
    return bytes(cv2.imencode(kind, image)[1].tobytes())


@pytest.mark.parametrize("name", CODED)
def test_the_text_of_a_real_photograph(name: str):
    (tag,) = read_photo(photo_of(name).read_bytes())
    assert clean(tag.payload) == clean((PHOTOS / f"{name}.txt").read_text("utf-8"))
    assert len(tag.corners_px) == 4


@pytest.mark.parametrize(
    "file", [*sorted(PHOTOS.glob("no-code_*")), PHOTOS / "unreadable_06.png"], ids=lambda file: file.name
)
def test_a_photograph_without_a_readable_tag_says_so(file: Path):
    with pytest.raises(VisionError, match=r"^No tag could be read in this picture; .*\.$"):
        read_photo(file.read_bytes())


def test_what_is_no_picture_is_refused():
    for data in (b"", b"hello", b"<svg></svg>", b"\xff\xd8\xff"):
        with pytest.raises(VisionError, match="not a picture"):
            read_photo(data)
    with pytest.raises(VisionError, match="damaged"):
        read_photo(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 10, 10) + b"rubbish")
    with pytest.raises(VisionError, match="damaged"):
        read_photo((PHOTOS / "cut-short_1x1.webp").read_bytes())


def test_too_many_bytes_or_pixels_are_refused_before_unpacking():
    with pytest.raises(VisionError, match="too large to send"):
        read_photo(b"\0" * 2000, max_bytes=1000)
    bomb = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 60_000, 60_000)
    with pytest.raises(VisionError, match="60000 x 60000 pixels"):
        read_photo(bomb)


@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp", ".webp"])
def test_the_size_is_known_from_the_header(kind: str):
    assert encoded_size(packed(np.full((37, 53, 3), 90, np.uint8), kind)) == (53, 37)
    assert encoded_size(b"GIF89a" + struct.pack("<HH", 7, 9)) == (7, 9)


def test_any_start_of_a_file_is_survived():
    whole = packed(render_card("CARD001", Art()), ".jpg")
    for length in range(0, 400, 7):
        assert encoded_size(whole[:length]) in {None, encoded_size(whole)}


def test_a_hand_of_cards_in_reading_order():
    photo = render_hand_photo([(f"CARD{n:03d}", Art("Knight", "K")) for n in (5, 3, 9, 1)], lean_deg=5)
    assert [tag.payload for tag in read_photo(packed(photo, ".jpg"))] == ["CARD005", "CARD003", "CARD009", "CARD001"]


def test_two_rows_are_read_from_the_top():
    rows = [render_hand_photo([(f"R{row}C{n}", Art()) for n in range(3)], 4.0) for row in range(2)]
    tags = read_photo(packed(np.vstack(rows)))
    assert [tag.payload for tag in tags] == ["R0C0", "R0C1", "R0C2", "R1C0", "R1C1", "R1C2"]


def fan(count: int, step_deg: float = 11.0):
    """Cards held in one hand: each turned a little more than the one before, about a point far below them."""
    photo = np.full((760, 1100), 70, np.uint8)
    for place in range(count):
        lean = (place - (count - 1) / 2) * step_deg
        turn = cv2.getRotationMatrix2D((550, 900), -lean, 1.0)
        card = np.full((320, 130), 205, np.uint8)
        card[15:115, 10:110] = sticker_image(f"FAN{place}", 100)
        layer = np.zeros_like(photo)
        layer[160:480, 485:615] = card
        moved = cv2.warpAffine(layer, turn, (1100, 760))
        inside = cv2.warpAffine(np.where(layer > 0, 255, 0).astype(np.uint8), turn, (1100, 760)) > 200
        photo = np.where(inside, moved, photo)
    return cv2.GaussianBlur(photo, (0, 0), 0.8)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_fan_of_cards_is_one_row_however_the_phone_was_held(quarters: int):
    photo = np.ascontiguousarray(np.rot90(fan(6), quarters))
    assert [tag.payload for tag in read_photo(packed(photo))] == [f"FAN{n}" for n in range(6)]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_rows_follow_the_tags_own_top(quarters: int):
    rows = [render_hand_photo([(f"R{row}C{n}", Art()) for n in range(3)], 4.0, lean_deg=7) for row in range(2)]
    photo = np.ascontiguousarray(np.rot90(np.vstack(rows), quarters))
    assert [tag.payload for tag in read_photo(packed(photo))] == ["R0C0", "R0C1", "R0C2", "R1C0", "R1C1", "R1C2"]


def test_tags_that_lie_every_way_are_read_from_the_pictures_top():
    def tag(payload: str, x: float, y: float, turn: int) -> RawTag:
        corners = [(x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)]
        return RawTag(payload, tuple(corners[turn:] + corners[:turn]), "")

    tags = [tag("D", 90, 60, 3), tag("B", 90, 3, 1), tag("C", 5, 64, 2), tag("A", 5, 5, 0)]
    assert [one.payload for one in reading_order(tags)] == ["A", "B", "C", "D"]
    assert reading_order([]) == []


def test_a_mirrored_photograph_is_told_apart():
    photo = np.ascontiguousarray(render_hand_photo([("ONE", Art()), ("TWO", Art())])[:, ::-1])
    with pytest.raises(VisionError, match=r"^This picture is the wrong way round, as in a mirror; .*\.$"):
        read_photo(packed(photo, ".jpg"))


def test_a_gif_and_a_hundred_megapixels_get_one_sentence_each():
    with pytest.raises(
        VisionError, match=r"^A moving picture or GIF cannot be read; please send a JPEG, PNG or WebP photograph\.$"
    ):
        read_photo(b"GIF89a" + struct.pack("<HH", 700, 900) + b"\0" * 400)
    huge = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 12_000, 9_000)
    with pytest.raises(VisionError, match=r"^This picture has 12000 x 9000 pixels, which is too many; .*\.$"):
        read_photo(huge)


@pytest.mark.parametrize("is_one_near", [False, True])
def test_known_codes_help_with_tags_too_small_to_decode(is_one_near: bool):
    cards = [(f"CARD{n:03d}", Art()) for n in range(4)]
    photo = np.asarray(cv2.GaussianBlur(render_hand_photo(cards, 1.7, lean_deg=4), (0, 0), 1.0), np.uint8)
    if is_one_near:
        sharp = render_hand_photo([("CARD009", Art())], 1.7)
        wide = cv2.copyMakeBorder(sharp, 0, 0, 0, photo.shape[1] - sharp.shape[1], 1)
        photo = np.asarray(np.vstack([photo, wide]), np.uint8)
    expected = [payload for payload, _ in cards] + ["CARD009"] * is_one_near
    deck = [f"CARD{n:03d}" for n in range(60)]
    assert len(read_tags_hard(photo)) < len(expected)
    assert [tag.payload for tag in read_photo(packed(photo), payloads=deck)] == expected
    others = [f"OTHER{n:03d}" for n in range(60)]
    assert len(read_tags_hard(photo, others)) < len(expected)


def test_large_photographs_give_corners_of_the_whole_picture():
    page = np.full((3000, 4000, 3), 200, np.uint8)
    card = render_card("CARD001", Art())
    page[2000 : 2000 + card.shape[0], 3000 : 3000 + card.shape[1]] = card
    (tag,) = read_photo(packed(page, ".jpg"))
    assert all(3000 < x < 4000 and 2000 < y < 3000 for x, y in tag.corners_px)


def turned_by_its_note(image) -> bytes:
    """A JPEG that is stored lying on its side, with the camera's note to turn it by a quarter clockwise."""
    stored = packed(np.ascontiguousarray(np.rot90(image)), ".jpg")
    tags = struct.pack("<2sHIHHHIHHI", b"II", 42, 8, 1, 0x0112, 3, 1, 6, 0, 0)
    note = b"Exif\0\0" + tags
    return stored[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + stored[2:]


def test_the_cameras_note_on_how_it_was_held_is_followed():
    photo = render_hand_photo([("FIRST", Art()), ("SECOND", Art())])
    tags = read_photo(turned_by_its_note(photo))
    assert [tag.payload for tag in tags] == ["FIRST", "SECOND"]
    left, right = tags
    assert left.corners_px[0][0] < right.corners_px[0][0]


def played(folder: Path, registry: TagRegistry) -> list[TableReport]:
    """What the eye reports of the photographs in a folder, one after another."""
    reports: list[TableReport] = []
    source = FolderSource(folder)
    eye = Eye(source, None, registry, None, lambda: 0.0, reports.append)
    while (frame := source.read(0.0)) is not None:
        report = eye.look(frame)
        if report is not None:
            reports.append(report)
    return reports


@pytest.mark.parametrize("name", ["qrcode-4_01", "qrcode-4_14", "hard-1_17"])
def test_a_real_photograph_plays_the_card_that_adopted_its_code(name: str, tmp_path: Path):
    file = photo_of(name)
    shutil.copy(file, tmp_path / f"1{file.suffix}")
    shutil.copy(PHOTOS / "no-code_07.webp", tmp_path / "2.webp")
    payload = read_photo(file.read_bytes())[0].payload
    before = TagRegistry([front(1)])
    assert [c.kind for c in played(tmp_path, before)[0].changes] == [ChangeKind.UNKNOWN]
    registry = TagRegistry((*before.values(), Tag(payload, "slash#1", Side.FRONT)))
    reports = played(tmp_path, registry)
    (placed,) = reports[0].changes
    assert (placed.kind, placed.tag and placed.tag.piece, placed.spot) == (ChangeKind.PLACED, "slash#1", None)
    # the next photograph shows a table without it
    assert [(c.kind, c.payload) for c in reports[1].changes] == [(ChangeKind.GONE, payload)]


def test_moving_pictures_are_refused_whatever_they_are_wrapped_in():
    webp = b"RIFF\0\0\0\0WEBPVP8X\n\0\0\0\x02\0\0\0" + bytes(200)
    png = packed(np.full((20, 20, 3), 90, np.uint8))
    start = png.index(b"IDAT") - 4
    apng = png[:start] + struct.pack(">I", 8) + b"acTL" + bytes(12) + png[start:]
    for data in (webp, apng, b"GIF87a" + bytes(20)):
        with pytest.raises(VisionError, match=r"^A moving picture or GIF cannot be read; .*\.$"):
            read_photo(data)
    with pytest.raises(VisionError, match="No tag"):
        read_photo(png)


def test_a_webp_that_unpacks_to_a_wall_is_refused_by_its_header():
    side = 16_383 - 1
    size = side.to_bytes(3, "little") * 2
    with pytest.raises(VisionError, match="16383 x 16383 pixels"):
        read_photo(b"RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0" + size + bytes(100))
    bits = side | side << 14
    with pytest.raises(VisionError, match="16383 x 16383 pixels"):
        read_photo(b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", bits) + bytes(100))
