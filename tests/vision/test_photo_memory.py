"""A photograph of a phone with many pixels is read within the memory that a small machine has for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import VisionError, open_photo, read_photo
from vision._header import unpacking_bytes_per_pixel
from vision.sticker import sticker_image

PROJECT = Path(__file__).resolve().parents[2]
SIZE = (8000, 6000)  # 48 megapixels
CODE = "HTTP://C.LOCAL/7K2M9"
AT = (5000, 3000)
MOST_MB = 250
READING = """
import sys
from pathlib import Path
from vision import read_photo

def kb(name):
    return int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0])

data = Path(sys.argv[1]).read_bytes()
read_photo((Path("tests/vision/photos") / sys.argv[2]).read_bytes())  # what is loaded once is loaded
before = kb("VmRSS")
(tag,) = read_photo(data)
print(tag.payload, (kb("VmHWM") - before) // 1000)
"""
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 85]
FULL_COLOUR = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
KINDS = {
    "jpeg": (".jpg", JPEG),
    "jpeg in all colours": (".jpg", [*JPEG, *FULL_COLOUR]),
    "progressive": (".jpg", [*JPEG, cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "png": (".png", []),
    "webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 70]),
}
TOO_COSTLY = {
    "progressive in all colours": (".jpg", [*JPEG, *FULL_COLOUR, cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "webp without loss": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
}


@pytest.fixture(scope="module")
def large() -> np.ndarray:
    """A table from above with one sticker, as a phone takes it."""
    width, height = SIZE
    picture = np.full((height, width, 3), (96, 118, 130), np.uint8)
    code = cv2.cvtColor(sticker_image(CODE, 420), cv2.COLOR_GRAY2BGR)
    picture[AT[1] : AT[1] + 420, AT[0] : AT[0] + 420] = code
    return picture


def packed(picture: np.ndarray, kind: str, how: list[int]) -> bytes:
    return bytes(cv2.imencode(kind, picture, how)[1].tobytes())


@pytest.mark.parametrize("kind", KINDS)
def test_forty_eight_megapixels_take_little_memory(large: np.ndarray, tmp_path: Path, kind: str) -> None:
    ending, how = KINDS[kind]
    file = tmp_path / f"large{ending}"
    file.write_bytes(packed(large, ending, how))
    command = [sys.executable, "-c", READING, str(file), "hard-1_1.webp"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    payload, added_mb = done.stdout.split()
    assert payload == CODE
    assert int(added_mb) <= MOST_MB


@pytest.mark.parametrize("kind", TOO_COSTLY)
def test_what_would_take_too_much_is_refused_in_one_sentence(large: np.ndarray, kind: str) -> None:
    ending, how = TOO_COSTLY[kind]
    data = packed(large, ending, how)
    assert unpacking_bytes_per_pixel(data) == 7.0
    with pytest.raises(
        VisionError, match=r"^This picture has 8000 x 6000 pixels, which is too many; at most 28 million"
    ):
        read_photo(data)


def test_places_are_those_of_the_picture_as_it_was_sent(large: np.ndarray) -> None:
    (tag,) = read_photo(packed(large, ".jpg", JPEG))
    middle = np.mean(tag.corners_px, axis=0)
    assert np.abs(middle - (AT[0] + 210, AT[1] + 210)).max() < 12


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_picture_is_turned_as_its_camera_noted(large: np.ndarray, orientation: int) -> None:
    """Whether it is made smaller or not."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + bytes((0, orientation)) + b"\0\0\0\0\0\0"
    for picture in (large, cv2.resize(large, (2400, 1800), interpolation=cv2.INTER_AREA)):
        plain = packed(picture, ".jpg", JPEG)
        data = plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2) + exif + plain[2:]
        (tag,) = read_photo(data)
        turned = open_photo(data)
        height, width = turned.shape[:2]
        x, y = np.mean(tag.corners_px, axis=0) / (width, height)
        upright = {1: (0.651, 0.535), 3: (0.349, 0.465), 6: (0.465, 0.651), 8: (0.535, 0.349)}[orientation]
        assert abs(x - upright[0]) + abs(y - upright[1]) < 0.02
        assert (width > height) == (orientation in (1, 3))
