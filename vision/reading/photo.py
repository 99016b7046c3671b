"""Tags in a photograph that somebody sent: decoded in memory, within limits, with more effort than a table frame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import cv2
import numpy as np

from vision._header import encoded_size, is_animated, unpacking_bytes_per_pixel
from vision._pixels import as_image, grey, grown, resized, sharpened
from vision.deck.find import FindSettings
from vision.deck.reader import DeckReader, DeckSettings
from vision.reading._busy import BusyMap, busy_map
from vision.reading._order import reading_order
from vision.reading._stages import merge_tags
from vision.reading._tag_scale import SeenCodes, flat_scale, scale_of_codes
from vision.reading.decoders import RawTag, by_zbar, by_zxing
from vision.types import Image, VisionError

MAX_PHOTO_BYTES = 12_000_000
MAX_PHOTO_PIXELS = 50_000_000
_LARGE_SIDE_PX = 2600  # phones make larger pictures than the codes in them need
_REDUCED = {8: cv2.IMREAD_REDUCED_GRAYSCALE_8, 4: cv2.IMREAD_REDUCED_GRAYSCALE_4, 2: cv2.IMREAD_REDUCED_GRAYSCALE_2}
_REDUCED_COLOUR = {
    8: cv2.IMREAD_REDUCED_COLOR_8,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    2: cv2.IMREAD_REDUCED_COLOR_2,
}
_COLOUR_BYTES = 3.0  # a pixel
_UNPACKING_BYTES = 200_000_000  # of memory for one picture that somebody sends; what follows needs less
_BUSY_MODULE_PX = 2.0
_MOST_BOXES = 40
_QUIET_PX = 4  # decoders want some white around a code
_TRIED_MODULES_PX = (3.2, 2.2, 4.6, 1.5)  # each finds codes a fifth smaller or larger than it says
# a hand-held picture leans this way and that, its codes are not all equally far away, and phones sharpen it themselves
_HAND_HELD = DeckSettings(most_sheet_px=2_000_000, sharpening=0.5, find=FindSettings(leg_off=0.2, skew=0.25))


def open_photo(data: bytes, max_bytes: int = MAX_PHOTO_BYTES, max_pixels: int = MAX_PHOTO_PIXELS) -> Image:
    """The picture in these bytes (BGR, turned as its camera noted).

    Raises VisionError with one sentence for bytes that are no picture, or too many, or that unpack to too many pixels
    (this is read from the header, before anything is unpacked).
    """
    checked_size(data, max_bytes, max_pixels)
    return _unpacked(data, cv2.IMREAD_COLOR)


def checked_size(data: bytes, max_bytes: int, max_pixels: int) -> tuple[int, int]:
    """Width and height in pixels. Raises VisionError as open_photo does."""
    if len(data) > max_bytes:
        raise VisionError(
            "This picture is too large to send: at most {max_bytes} MB, please.", max_bytes=f"{max_bytes / 1000000.0:g}"
        )
    if is_animated(data):
        raise VisionError("A moving picture or GIF cannot be read; please send a JPEG, PNG or WebP photograph.")
    size = encoded_size(data)
    if size is None:
        raise VisionError("This is not a picture that can be read; please send a JPEG, PNG or WebP photograph.")
    if size[0] * size[1] > max_pixels:
        raise VisionError(
            "This picture has {size} x {size2} pixels, which is too many; at most {max_pixels} million, please.",
            size=size[0],
            size2=size[1],
            max_pixels=f"{max_pixels / 1000000.0:g}",
        )
    return size


def _unpacked(data: bytes, how: int) -> Image:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise VisionError("This picture is damaged and cannot be opened; please take it again.")
    return as_image(pixels)


def open_coloured(data: bytes, side_px: int) -> Image:
    """The picture in these bytes (BGR, turned as its camera noted), made smaller while it is unpacked where its
    longer side has more than twice `side_px`. Raises VisionError as open_photo does, for a large picture of a kind that
    takes much memory too."""
    per_pixel = unpacking_bytes_per_pixel(data) + _COLOUR_BYTES
    times = _times(data, MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, per_pixel, side_px)
    return _unpacked(data, _REDUCED_COLOUR.get(times, cv2.IMREAD_COLOR))


def _in_grey(data: bytes, max_bytes: int, max_pixels: int) -> tuple[Image, int]:
    """The picture in grey for reading codes, and how many times smaller it was made while it was unpacked: a large one
    never stands in memory as a whole. Raises VisionError as open_coloured does."""
    times = _times(data, max_bytes, max_pixels, unpacking_bytes_per_pixel(data), _LARGE_SIDE_PX)
    return _unpacked(data, _REDUCED.get(times, cv2.IMREAD_GRAYSCALE)), times


def _times(data: bytes, max_bytes: int, max_pixels: int, per_pixel: float, side_px: int) -> int:
    """How many times smaller a picture is to be made while it is unpacked, by what a pixel of it takes of memory."""
    max_pixels = min(max_pixels, int(_UNPACKING_BYTES / per_pixel / 1e6) * 1_000_000)
    largest = max(checked_size(data, max_bytes, max_pixels))
    return next((times for times in _REDUCED if largest / times >= side_px), 1)


def read_photo(
    data: bytes,
    max_bytes: int = MAX_PHOTO_BYTES,
    max_pixels: int = MAX_PHOTO_PIXELS,
    payloads: Collection[str] = (),
) -> tuple[RawTag, ...]:
    """The tags in a photograph, in reading order (see reading_order). `payloads`: codes that may be in it (a registry
    will do), which are then also known by their likeness where they are too small or too blurred to decode.

    Raises VisionError with one sentence: not a picture, too large, damaged, seen in a mirror, or without any tag.
    """
    image, times = _in_grey(data, max_bytes, max_pixels)
    tags = read_tags_hard(image, payloads)
    if tags:
        return tuple(_enlarged(tags, 1 / times))
    if by_zxing(as_image(cv2.flip(_reduced(image)[0], 1)), thorough=True):
        raise VisionError(
            "This picture is the wrong way round, as in a mirror; switch mirroring off in the camera app, or use the "
            "camera on the back of the phone."
        )
    raise VisionError(
        "No tag could be read in this picture; hold the camera closer and still, with the whole sticker in view."
    )


def read_tags_hard(image: Image, payloads: Collection[str] = ()) -> tuple[RawTag, ...]:
    """The tags in a single picture, with every means there is; empty when there is none. In reading order.

    `payloads`: as for read_photo.
    """
    pixels, shrink = _reduced(grey(image))
    found: list[RawTag] = []
    merge_tags(found, by_zxing(pixels, thorough=True))
    busy = busy_map(pixels, _BUSY_MODULE_PX)
    for box in busy.without([tag.corners_px for tag in found]).boxes[:_MOST_BOXES]:
        x, y, w, h = grown(box, _QUIET_PX, pixels.shape[1], pixels.shape[0])
        part = np.ascontiguousarray(pixels[y : y + h, x : x + w])
        if w * h < 0.3 * pixels.size:  # small codes in a large picture
            merge_tags(found, by_zxing(resized(part, 2.0), (x, y), 2.0))
    merge_tags(found, _by_likeness(pixels, busy, found, payloads))
    if not found:
        for version, factor in _versions(pixels):
            found = by_zxing(version, (0, 0), factor, thorough=True)
            found = found or by_zxing(version, (0, 0), factor, histogram=True)
            found = found or by_zbar(version, (0, 0), factor)
            if found:
                break
    found = found or _turned(pixels)
    return tuple(reading_order(_enlarged(found, shrink)))


def _enlarged(tags: Iterable[RawTag], shrink: float) -> list[RawTag]:
    """Tags that were read in a picture so much smaller."""
    return [RawTag(t.payload, tuple((x / shrink, y / shrink) for x, y in t.corners_px), t.reader) for t in tags]


def _reduced(pixels: Image) -> tuple[Image, float]:
    """The picture no larger than is of use, and by how much it was shrunk."""
    shrink = min(1.0, _LARGE_SIDE_PX / max(pixels.shape))
    return (resized(pixels, shrink) if shrink < 1.0 else pixels), shrink


def _by_likeness(pixels: Image, busy: BusyMap, found: Sequence[RawTag], payloads: Collection[str]) -> list[RawTag]:
    """Codes of the deck beside those that were read, at their scale; if none was read, at any scale there may be."""
    if not payloads:
        return []
    reader = DeckReader(payloads, _HAND_HELD)
    near: list[RawTag] = []
    beside = scale_of_codes(SeenCodes.of(found))
    for scale in [flat_scale(module_px) for module_px in _TRIED_MODULES_PX] if beside is None else []:
        near = reader.read(pixels, busy.boxes[:_MOST_BOXES], scale)
        if near:
            break
    beside = beside or scale_of_codes(SeenCodes.of(near))
    boxes = busy.without([tag.corners_px for tag in (*found, *near)]).boxes[:_MOST_BOXES]
    return near + (reader.read(pixels, boxes, beside) if boxes and beside is not None else [])


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
