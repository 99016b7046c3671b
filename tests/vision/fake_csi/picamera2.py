"""A picamera2 without a camera, for the child process of the CSI source: rows are padded as the hardware pads them,
exposure and focus take some frames, and $FAKE_CSI names the nuisance that is played: absent, busy, built (for another
numpy), lost (the sensor stops), hang, crash, dark (the light goes out after a while)."""

from __future__ import annotations

import os
import sys
import threading
import time

import numpy as np

NUISANCE = os.environ.get("FAKE_CSI", "")
PADDING = 255
FAILS_AFTER = 30

if NUISANCE == "built":
    raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")
if NUISANCE == "missing":
    raise ImportError("No module named 'libcamera'")


def padded(size):
    return -(-size[0] // 128) * 128


class MappedArray:
    def __init__(self, request, stream, reshape=True):
        self.array = request.buffer(stream)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.array[:] = 7  # whoever still looked at the camera's own buffer would see this


class Request:
    def __init__(self, camera, number):
        self.camera, self.number = camera, number

    def buffer(self, name):
        stream = self.camera.config[name]
        (width, height), stride = stream["size"], stream["stride"]
        luma = np.full((height, stride), PADDING, np.uint8)
        luma[:, :width] = self.camera.brightness(self.number)
        luma[0, :width] = np.arange(width) % 251
        luma[1, 0] = self.number % 256
        chroma = np.full((height, stride // 2), PADDING, np.uint8)
        chroma[:, : width // 2] = 128
        return np.concatenate([luma.ravel(), chroma.ravel()])

    def make_buffer(self, name):
        return self.buffer(name)

    def get_metadata(self):
        held = self.camera.controls
        return {
            "ExposureTime": held.get("ExposureTime", 13_000),
            "AnalogueGain": held.get("AnalogueGain", 2.0),
            "DigitalGain": 1.0,
            "ColourGains": (1.5, 1.9),
            "AfState": 2 if self.number > 20 else 1,
            "LensPosition": 1.25,
        }

    def release(self):
        self.camera.lent.discard(self.number)


class Picamera2:
    def __init__(self, number):
        if NUISANCE == "busy":
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number, self.lent, self.controls = 0, set(), {}
        self.camera_controls = dict.fromkeys(
            ("AeEnable", "AwbEnable", "AfMode", "AfTrigger", "LensPosition", "ExposureTime", "AnalogueGain"), (0, 1, 0)
        ) | {"FrameDurationLimits": (1000, 1_000_000, 0), "ColourGains": (0, 8, 1)}

    def create_video_configuration(self, main, lores, buffer_count, controls):
        return {"main": main, "lores": lores, "buffer_count": buffer_count, "controls": controls}

    def configure(self, config):
        for name in ("main", "lores"):
            config[name]["stride"] = padded(config[name]["size"])
        self.config, self.frame_s = config, config["controls"].get("FrameDurationLimits", (0,))[0] / 1e6

    def camera_configuration(self):
        return self.config

    def set_controls(self, controls):
        unknown = set(controls) - set(self.camera_controls)
        assert not unknown, unknown
        self.controls |= controls
        if log := os.environ.get("FAKE_CSI_LOG"):
            with open(log, "a") as file:  # noqa: PTH123
                print(sorted(controls.items()), file=file)

    def start(self):
        print("[0:01:02.3] [12] INFO Camera camera.cpp configuring streams", file=sys.stderr)

    def brightness(self, number):
        return 20 if NUISANCE == "dark" and number > 60 else 100

    def capture_request(self):
        threading.Event().wait(self.frame_s or 0.001)
        self.number += 1
        if self.number > FAILS_AFTER:
            if NUISANCE == "lost":
                print(
                    "ERROR V4L2 v4l2_videodevice.cpp /dev/video0[13:cap]: Camera frontend has timed out!",
                    file=sys.stderr,
                )
                print(
                    "ERROR V4L2 Please check that your camera sensor connector is attached securely.", file=sys.stderr
                )
                time.sleep(3600)
            if NUISANCE == "hang":
                time.sleep(3600)
            if NUISANCE == "crash":
                print("*** stack smashing detected ***: terminated", file=sys.stderr)
                os.abort()
        assert len(self.lent) < 4, "requests are not given back"
        self.lent.add(self.number)
        return Request(self, self.number)


def plugged_in():
    return [] if NUISANCE == "absent" else [{"Model": "imx708"}]


# the real one's name, which no name of ours may be like
setattr(Picamera2, "_".join(("global", "camera", "info")), staticmethod(plugged_in))
