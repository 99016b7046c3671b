"""The half of the CSI camera that speaks to picamera2. It is run as a program by the system's own Python.

The package picamera2 is built for the system's Python and its numpy, and ours has another one, so it lives in a
process of its own; there it may also hang or crash in the camera's driver without harm, and can be killed. Frames are
written into shared memory, words go through a pipe, one a line:

    ready W H w h     sizes of the frames and of the small ones, which lie in the memory one slot after another
    wait              no frame yet: the light and the focus are being settled
    frame K           slot K holds a frame: first the brightness (W x H), then the small one as I420
    sorry WHY TEXT    it cannot be: absent, busy, missing or failed

and the other way: `free K`; the end of that pipe ends the program. Imports nothing of ours: it runs alone.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SETTLE_FRAMES = 10
SETTLE_LIMIT = 60  # frames; a focus that is not found by then stays where it is
LONGEST_US = 40_000
DARKER, BRIGHTER = 0.6, 1.6  # the light is measured again when the mean brightness leaves these shares of before
CHANGED_FRAMES = 12
FOCUS_FOUND, FOCUS_FAILED = 2, 3


@dataclass(frozen=True)
class Wishes:
    """What the other half asks for, in the order of the command line."""

    camera: int
    width: int
    height: int
    small_width: int
    small_height: int
    fps: float
    mains_hz: int
    holds_light: bool
    lens: float  # dioptres; below 0: focus once
    slots: int
    memory: int  # file descriptors
    words: int


def steady_exposure(exposure_us: float, gain: float, mains_hz: int, frame_us: float) -> tuple[int, float]:
    """Exposure in microseconds and gain that give as much light as those two, but without the bands of lamps.

    Lamps flicker with twice the frequency of the mains, so the exposure is a whole number of half periods, the longest
    that fits the frame, for a low gain. A table in so much light that one half period is too long keeps its own.
    """
    light = exposure_us * gain
    half_us = 1e6 / (2 * mains_hz)
    longest = min(LONGEST_US, frame_us)
    count = int(min(light, longest) // half_us)
    exposure = count * half_us if count else min(light, longest)
    return round(exposure), max(1.0, light / exposure)


class Light:
    """Lets the camera settle exposure, white balance and focus, then holds them until the light is another."""

    def __init__(self, wishes: Wishes, known: Mapping[str, Any], frame_us: float) -> None:
        self._wishes = wishes
        self._known = known
        self._frame_us = frame_us
        self._frames = 0
        self._odd = 0
        self._mean: float | None = None
        self.is_settled = not wishes.holds_light and wishes.lens >= 0

    def begin(self) -> dict[str, Any]:
        """The controls to start with."""
        first: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "NoiseReductionMode": 0}
        if self._wishes.lens >= 0:
            first |= {"AfMode": 0, "LensPosition": self._wishes.lens}
        else:
            first |= {"AfMode": 1, "AfTrigger": 0}
        return self._possible(first)

    def step(self, metadata: Mapping[str, Any], mean: float) -> dict[str, Any]:
        """Takes a frame's metadata and mean brightness; the controls to change, mostly none."""
        self._frames += 1
        if self.is_settled and not self._wishes.holds_light:
            return {}
        if not self.is_settled:
            is_focused = metadata.get("AfState", FOCUS_FOUND) in (FOCUS_FOUND, FOCUS_FAILED) or self._wishes.lens >= 0
            if self._frames < SETTLE_FRAMES or (not is_focused and self._frames < SETTLE_LIMIT):
                return {}
            self.is_settled, self._mean = True, None
            return self._possible(self._held(metadata))
        if self._mean is None:
            self._mean = mean if self._frames > SETTLE_FRAMES + 3 else None  # the held controls take some frames
            return {}
        is_odd = not DARKER * self._mean < mean < BRIGHTER * self._mean
        self._odd = self._odd + 1 if is_odd else 0
        if self._odd < CHANGED_FRAMES:
            return {}
        self.is_settled, self._frames, self._odd = False, 0, 0
        return self._possible({"AeEnable": True, "AwbEnable": True})

    def _held(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        exposure, gain = steady_exposure(
            float(metadata.get("ExposureTime", 10_000)),
            float(metadata.get("AnalogueGain", 1.0)) * float(metadata.get("DigitalGain", 1.0)),
            self._wishes.mains_hz,
            self._frame_us,
        )
        held: dict[str, Any] = {}
        if self._wishes.holds_light:
            held |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain, "AwbEnable": False}
        if self._wishes.holds_light and "ColourGains" in metadata:
            held["ColourGains"] = tuple(metadata["ColourGains"])
        if self._wishes.lens < 0 and "LensPosition" in metadata:
            held |= {"AfMode": 0, "LensPosition": float(metadata["LensPosition"])}
        return held

    def _possible(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in wanted.items() if name in self._known}


class Slots:
    """Which slots of the shared memory may be written. The newest frames are dropped when none is free."""

    def __init__(self, count: int) -> None:
        self._free = list(range(count))
        self._lock = threading.Lock()

    def take(self) -> int | None:
        """A free slot, or None."""
        with self._lock:
            return self._free.pop() if self._free else None

    def listen(self) -> None:
        """Hears which slots are free again until nobody speaks any more; then the program ends at once."""
        for line in sys.stdin:
            word, _, number = line.strip().partition(" ")
            if word == "free" and number.isdecimal():
                with self._lock:
                    self._free.append(int(number))
        os._exit(0)  # the main thread may hang in the driver


def say(wishes: Wishes, text: str) -> None:
    """One line to the other half, whole."""
    os.write(wishes.words, (" ".join(text.split()) + "\n").encode())


def rows(plane: Any, height: int, stride: int, width: int) -> Any:
    """A plane without the padding at the end of its rows, as a view."""
    return plane[: height * stride].reshape(height, stride)[:, :width]


def put_small(memory: Any, buffer: Any, width: int, height: int, stride: int) -> None:
    """Copies a padded I420 picture into the memory without the padding."""
    parts = ((height, stride, width), (height // 2, stride // 2, width // 2), (height // 2, stride // 2, width // 2))
    to = at = 0
    for high, step, wide in parts:
        memory[to : to + high * wide].reshape(high, wide)[:] = rows(buffer[at:], high, step, wide)
        to, at = to + high * wide, at + high * step


def configured(camera: Any, wishes: Wishes) -> float:
    """Sets the camera up; gives the time of a frame in microseconds."""
    controls: dict[str, Any] = {}
    frame_us = 1e6 / wishes.fps if wishes.fps > 0 else 0.0
    limits = camera.camera_controls.get("FrameDurationLimits")
    if frame_us and limits is not None:
        frame_us = min(max(frame_us, float(limits[0])), float(limits[1]))
        controls["FrameDurationLimits"] = (round(frame_us), round(frame_us))
    camera.configure(
        camera.create_video_configuration(
            main={"size": (wishes.width, wishes.height), "format": "YUV420"},
            lores={"size": (wishes.small_width, wishes.small_height), "format": "YUV420"},
            buffer_count=4,
            controls=controls,
        )
    )
    return frame_us or LONGEST_US


def stream(module: Any, wishes: Wishes, slots: Slots) -> None:
    """Frames for ever."""
    import numpy as np

    camera = module.Picamera2(wishes.camera)
    frame_us = configured(camera, wishes)
    chosen = camera.camera_configuration()
    (width, height), stride = chosen["main"]["size"], chosen["main"]["stride"]
    (small_width, small_height), small_stride = chosen["lores"]["size"], chosen["lores"]["stride"]
    luma = width * height
    slot_bytes = luma + small_width * small_height * 3 // 2
    os.ftruncate(wishes.memory, wishes.slots * slot_bytes)
    memory = np.frombuffer(mmap.mmap(wishes.memory, wishes.slots * slot_bytes), np.uint8)
    light = Light(wishes, camera.camera_controls, frame_us)
    camera.set_controls(light.begin())
    camera.start()
    say(wishes, f"ready {width} {height} {small_width} {small_height}")
    while True:
        request = camera.capture_request()
        try:
            small = request.make_buffer("lores")
            change = light.step(request.get_metadata(), float(small[: small_height * small_stride : 7].mean()))
            slot = slots.take() if light.is_settled else None
            if slot is not None:
                part = memory[slot * slot_bytes : (slot + 1) * slot_bytes]
                with module.MappedArray(request, "main", reshape=False) as mapped:
                    # the one copy of a large frame: the camera needs its buffer back
                    part[:luma].reshape(height, width)[:] = rows(mapped.array, height, stride, width)
                put_small(part[luma:], small, small_width, small_height, small_stride)
        finally:
            request.release()
        if change:
            camera.set_controls(change)
        if slot is not None:
            say(wishes, f"frame {slot}")
        elif not light.is_settled:
            say(wishes, "wait")


def main(arguments: list[str]) -> int:
    """Runs until the other half is gone or the camera fails."""
    camera, width, height, small_width, small_height, fps, mains_hz, holds, lens, *rest = arguments
    sizes = (int(width), int(height), int(small_width), int(small_height))
    light = (int(mains_hz), holds == "1", float(lens))
    wishes = Wishes(int(camera), *sizes, float(fps), *light, *map(int, rest))
    slots = Slots(wishes.slots)
    threading.Thread(target=slots.listen, daemon=True).start()
    try:
        import picamera2
    except Exception as error:  # it is missing, or a part of it does not fit another one
        say(wishes, f"sorry {'missing' if isinstance(error, ImportError) else 'failed'} {error}")
        return 1
    try:
        if wishes.camera >= len(picamera2.Picamera2.global_camera_info()):
            say(wishes, "sorry absent")
            return 1
        stream(picamera2, wishes, slots)
    except Exception as error:
        text = str(error)
        is_busy = any(word in text.lower() for word in ("busy", "in use", "acquire", "did not complete"))
        say(wishes, f"sorry {'busy' if is_busy else 'failed'} {type(error).__name__}: {text}")
    return 1


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # picamera2's own threads may hang
