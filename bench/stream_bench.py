"""What the eye costs a frame while it watches: a still table, a hand that passes over it, a USB camera's packed frames.

    python -m bench.stream_bench [--quick]

The pictures are rendered as in vision_bench, with fresh noise and the flicker of lamps on mains in every frame; an arm
comes in from an edge, wanders over the table for some seconds and leaves. A token lies there at once and is gone at
once, which is told in some frame after the first that shows it so (how that is with hands, acts_bench tells). Rendering
is not counted. Each row of times is held against a peer in the same run, by processor time on one thread: one pass of
absolute difference over the small picture; zxing-cpp on the whole frame as its guide calls it; unpacking each frame in
full, as OpenCV's capture does. What was measured before stands in docs/decisions/0052.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import zxingcpp

from bench.vision_bench import FRAME_S, Film, Watcher, as_camera, film, timed
from vision import ChangeKind, Frame, Image
from vision._pixels import as_image, grey
from vision.cameras._packed import Packed, PackedFrame

NOISE = 3.0  # grey levels
FLICKER = 0.02  # of the light
JPEG_QUALITY = 85
_JPEGS = 24  # different ones, shown again and again
_KINDS = 16  # of noise: made once, since making it costs more than looking at it


class Stream:
    """Endless frames of one rendered table."""

    def __init__(self, shown: Film, is_colour: bool = False) -> None:
        self.shown = shown
        self._rng = np.random.default_rng(1)
        self._is_colour = is_colour
        self._picture, self._without = shown.after[0].image, shown.before[0].image
        self._noise = [self._some_noise() for _ in range(_KINDS)]
        self._number = 0

    def _some_noise(self) -> Image:
        """Noise around 128, of the picture's shape."""
        noise = self._rng.standard_normal(self._picture.shape, np.float32)
        return as_image(np.clip(128.5 + NOISE * noise, 0, 255).astype(np.uint8))

    def frame(self, arm: float | None = None, is_whole: bool = True) -> Frame:
        """The next frame; `arm`: how far it has come, 0 to 1, None without one. `is_whole`: with the last token."""
        self._number += 1
        light = 1.0 + FLICKER * float(np.sin(2.39 * self._number))
        picture = (self._picture if is_whole else self._without).copy()
        if arm is not None:
            draw_arm(picture, arm)
        noise = self._noise[int(self._rng.integers(_KINDS))]
        picture = as_image(cv2.addWeighted(picture, light, noise, 1.0, -128.0))
        return replace(as_camera(Frame(picture, 0.0, self._number), self._is_colour), number=self._number)


def draw_arm(picture: Image, along: float) -> None:
    """A sleeve from the lower edge to where the hand is; it goes up the table, across it and back."""
    height, width = picture.shape[:2]
    x = width * (0.25 + 0.5 * along)
    y = height * (1.05 - 0.8 * float(np.sin(np.pi * along)))
    tone = (105,) if picture.ndim == 2 else (70, 90, 120)
    way = np.array([x - 0.4 * width * (along - 0.5), height * 1.2])
    cv2.line(picture, (int(x), int(y)), (int(way[0]), int(way[1])), tone, int(0.07 * width))
    cv2.circle(picture, (int(x), int(y)), int(0.05 * width), tuple(1.4 * part for part in tone), -1)


def still_row(shown: Film, rounds: int) -> str:
    """A still table, with the camera's own small picture."""
    stream, watcher = Stream(shown), Watcher(shown)
    frames = [stream.frame() for _ in range(8)]
    watcher.settle(frames)
    spent = [watcher.look(frames[n % len(frames)])[0].cpu_s for n in range(rounds)]
    small = [as_image(frame.small) for frame in frames]
    floor = [timed(lambda n=n: cv2.absdiff(small[n % 8], small[(n + 1) % 8])).cpu_s for n in range(rounds)]  # type: ignore[misc]
    return _row(f"still, {shown.name}", statistics.median(spent), "absolute difference", statistics.median(floor), 2.0)


def passing(stream: Stream, passes: int, frames: int) -> Iterator[Frame]:
    """An arm that passes over the table again and again, with a short rest after each pass."""
    for _ in range(passes):
        yield from (stream.frame(n / frames) for n in range(frames))
        yield from (stream.frame() for _ in range(frames // 8))


def hand_row(shown: Film, passes: int) -> str:
    """Frames while a hand passes over a table that stays as it is."""
    stream, watcher = Stream(shown), Watcher(shown)
    watcher.settle([stream.frame() for _ in range(8)])
    ours, peer, wrong = [], [], 0
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for frame in passing(stream, passes, 48):
        spent, report = watcher.look(frame)
        ours.append(spent.cpu_s)
        wrong += 0 if report is None else len(report.changes)
        if frame.number % 6 == 0:
            peer.append(timed(lambda frame=frame: zxingcpp.read_barcodes(grey(frame.image), formats)).cpu_s)  # type: ignore[misc]
    told = f", {wrong} changes told, none is right" if wrong else ""
    slow = f" (95 %: {1000 * sorted(ours)[int(0.95 * len(ours))]:.2f} ms)"
    mean = statistics.mean(ours)
    return _row(f"hand, {shown.name}", mean, "zxing-cpp", statistics.mean(peer), 0.25) + slow + told


def noticed_row(shown: Film, times: int) -> str:
    """In which frame a token is told that lies there or is gone at once; the first that shows it so is 0."""
    stream, watcher = Stream(shown), Watcher(shown)
    told: dict[ChangeKind, list[int]] = {ChangeKind.GONE: [], ChangeKind.PLACED: []}
    watcher.settle([stream.frame() for _ in range(8)])
    for n in range(2 * times):
        kind = (ChangeKind.GONE, ChangeKind.PLACED)[n % 2]
        for number in range(16):
            report = watcher.look(stream.frame(is_whole=kind is ChangeKind.PLACED))[1]
            told[kind] += [number for change in (report.changes if report else ()) if change.kind is kind]
    placed, gone = (
        f"{statistics.median(found):g} (latest {max(found)})" if len(found) == times else f"{len(found)} of {times}"
        for found in (told[ChangeKind.PLACED], told[ChangeKind.GONE])
    )
    return f"{f'noticed, {shown.name}':44} placed in frame {placed}, at most 1; taken in frame {gone}, at most 2"


def packed_row(shown: Film, rounds: int) -> str:
    """A still table by a USB camera: the whole chain from its JPEG on, the mean of frames that are looked at and of
    those that are left packed."""
    stream, watcher = Stream(shown, is_colour=True), Watcher(shown)
    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    jpegs = [np.asarray(cv2.imencode(".jpg", stream.frame().image, options)[1]).reshape(1, -1) for _ in range(_JPEGS)]

    def look(data: Image) -> None:
        packed = Packed.of(data, is_colour=True)
        assert packed is not None
        watcher.eye.look(PackedFrame(packed, watcher.next_s(), 0))

    for number in range(2 * _JPEGS):
        look(jpegs[number % _JPEGS])
    spent = [timed(lambda n=n: look(jpegs[n % _JPEGS])).cpu_s for n in range(rounds)]  # type: ignore[misc]
    whole = [timed(lambda n=n: cv2.imdecode(jpegs[n % _JPEGS], cv2.IMREAD_COLOR)).cpu_s for n in range(rounds)]  # type: ignore[misc]
    name = f"packed, {shown.name}, {len(jpegs[0][0]) // 1000} kB"
    return _row(name, statistics.mean(spent), "unpacking in full", statistics.mean(whole), 0.3)


def _row(name: str, ours_s: float, peer: str, peer_s: float, wanted: float) -> str:
    ratio = ours_s / peer_s
    return f"{name:44}{1000 * ours_s:8.3f} ms | {peer} {1000 * peer_s:8.3f} ms | {ratio:5.2f} (at most {wanted:g})"


def rows(quick: bool) -> Iterator[str]:
    """All rows, one after the other."""
    fine, coarse = film(120, 20.0), film(60, 15.0, px_per_mm=2.08)
    colour = film(40, 24.0, px_per_mm=1.78, is_colour=True)
    large = film(40, 24.0, is_colour=True)
    rounds = 40 if quick else 200
    yield still_row(fine, rounds)
    yield still_row(coarse, rounds)
    yield hand_row(coarse, 1 if quick else 4)
    yield hand_row(fine, 1 if quick else 2)
    yield noticed_row(coarse, 3 if quick else 12)
    yield noticed_row(fine, 3 if quick else 12)
    yield packed_row(colour, rounds)
    yield packed_row(large, rounds // 4)


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer frames")
    cv2.setNumThreads(1)
    print(f"processor time a frame, one thread, {1 / FRAME_S:.0f} frames a second")
    for row in rows(parser.parse_args().quick):
        print(row, flush=True)


if __name__ == "__main__":
    main()
