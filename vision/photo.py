"""Tags in a photograph that somebody sent: decoded in memory, within limits, with more effort than a table frame."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np

from vision._decoders import RawTag, by_zbar, by_zxing
from vision._header import encoded_size
from vision._pixels import as_image, grey, resized, sharpened
from vision.reader import candidates, merge_tags
from vision.types import Image, VisionError

MAX_PHOTO_BYTES = 12_000_000
MAX_PHOTO_PIXELS = 50_000_000
_LARGE_SIDE_PX = 2600  # phones make larger pictures than the codes in them need


def open_photo(data: bytes, max_bytes: int = MAX_PHOTO_BYTES, max_pixels: int = MAX_PHOTO_PIXELS) -> Image:
    """The picture in these bytes (BGR, turned as its camera noted).

    Raises VisionError with one sentence for bytes that are no picture, or too many, or that unpack to too many pixels
    (this is read from the header, before anything is unpacked).
    """
    if len(data) > max_bytes:
        raise VisionError(f"This picture is too large to send: at most {max_bytes / 1e6:g} MB, please.")
    size = encoded_size(data)
    if size is None:
        raise VisionError("This is not a picture that can be read; please send a JPEG, PNG or WebP photograph.")
    if size[0] * size[1] > max_pixels:
        raise VisionError(
            f"This picture has {size[0]} x {size[1]} pixels, which is too many; "
            f"at most {max_pixels / 1e6:g} million, please."
        )
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise VisionError("This picture is damaged and cannot be opened; please take it again.")
    return as_image(pixels)


def read_photo(data: bytes, max_bytes: int = MAX_PHOTO_BYTES, max_pixels: int = MAX_PHOTO_PIXELS) -> tuple[RawTag, ...]:
    """The tags in a photograph, in reading order (rows from the top, each from the left).

    Raises VisionError with one sentence: not a picture, too large, damaged, or without any tag.
    """
    tags = read_tags_hard(open_photo(data, max_bytes, max_pixels))
    if not tags:
        raise VisionError(
            "No tag could be read in this picture; hold the camera closer and still, with the whole sticker in view."
        )
    return tags


def read_tags_hard(image: Image) -> tuple[RawTag, ...]:
    """The tags in a single picture, with every means there is; empty when there is none. In reading order."""
    pixels = grey(image)
    shrink = min(1.0, _LARGE_SIDE_PX / max(pixels.shape))
    pixels = resized(pixels, shrink) if shrink < 1.0 else pixels
    found: list[RawTag] = []
    merge_tags(found, by_zxing(pixels, thorough=True))
    for x, y, w, h in candidates(pixels)[:40]:  # small codes in a large picture
        part = np.ascontiguousarray(pixels[y : y + h, x : x + w])
        if w * h < 0.3 * pixels.size and not _is_taken((x, y, w, h), found):
            merge_tags(found, by_zxing(resized(part, 2.0), (x, y), 2.0))
    if not found:
        for version, factor in _versions(pixels):
            found = by_zxing(version, (0, 0), factor, thorough=True)
            found = found or by_zxing(version, (0, 0), factor, histogram=True)
            found = found or by_zbar(version, (0, 0), factor)
            if found:
                break
    found = found or _turned(pixels)
    scaled = [RawTag(t.payload, tuple((x / shrink, y / shrink) for x, y in t.corners_px), t.reader) for t in found]
    return tuple(reading_order(scaled))


def reading_order(tags: list[RawTag]) -> list[RawTag]:
    """Rows from the top, each from the left; tags whose middles differ by less than a tag's height share a row."""

    def middle(tag: RawTag) -> tuple[float, float]:
        return sum(x for x, _ in tag.corners_px) / 4, sum(y for _, y in tag.corners_px) / 4

    rows: list[list[RawTag]] = []
    for tag in sorted(tags, key=lambda t: middle(t)[1]):
        side = math.dist(tag.corners_px[0], tag.corners_px[2])
        if rows and abs(middle(rows[-1][0])[1] - middle(tag)[1]) < side:
            rows[-1].append(tag)
        else:
            rows.append([tag])
    return [tag for row in rows for tag in sorted(row, key=lambda t: middle(t)[0])]


def _is_taken(box: tuple[int, int, int, int], found: list[RawTag]) -> bool:
    x, y, w, h = box
    return any(x <= px <= x + w and y <= py <= y + h for tag in found for px, py in tag.corners_px)


def _versions(pixels: Image) -> Iterator[tuple[Image, float]]:
    """The picture as it is and in ever other clothes, those first that read most of the hard photographs."""
    yield pixels, 1.0
    largest = max(pixels.shape)
    for factor in (2.0, 1.5, 0.5, 3.0):
        if largest * factor <= 2 * _LARGE_SIDE_PX:
            other = resized(pixels, factor)
            yield other, factor
            yield sharpened(other, 2.0 * max(1.0, factor)), factor
    yield sharpened(pixels, 4.0, 2.0), 1.0
    yield as_image(cv2.createCLAHE(3.0, (8, 8)).apply(pixels)), 1.0
    yield as_image(cv2.medianBlur(pixels, 3)), 1.0
    soft = cv2.GaussianBlur(pixels, (0, 0), 1.0)
    for block in (31, 61):
        yield (
            as_image(cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, 5)),
            1.0,
        )


def _turned(pixels: Image) -> list[RawTag]:
    """Both decoders on the picture turned by odd angles; corners are turned back."""
    height, width = pixels.shape
    for angle in (45, 15, 30):
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        version = as_image(cv2.warpAffine(pixels, turn, (width, height), borderValue=255))
        found = by_zxing(version) or by_zbar(version)
        if found:
            back = cv2.invertAffineTransform(turn)
            return [RawTag(t.payload, _moved(t.corners_px, np.asarray(back, np.float64)), t.reader) for t in found]
    return []


def _moved(
    corners: tuple[tuple[float, float], ...], by: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> tuple[tuple[float, float], ...]:
    return tuple(
        (float(by[0, 0] * x + by[0, 1] * y + by[0, 2]), float(by[1, 0] * x + by[1, 1] * y + by[1, 2]))
        for x, y in corners
    )
