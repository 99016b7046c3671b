"""Runs in the machine: shows one picture on the virtual camera, twice a second, until it is ended.

    python3 feed.py DEVICE FILE WIDTH HEIGHT

The file holds raw YUYV. Whoever replaces it changes what lies on the table. Standard library only.
"""

from __future__ import annotations

import fcntl
import struct
import sys
import time
from pathlib import Path

PACE_S = 0.5
_SET_FORMAT = 0xC0D05605  # VIDIOC_S_FMT of a 64-bit kernel
_OUTPUT, _NOT_INTERLACED, _SRGB = 2, 1, 8


def picture_format(width: int, height: int) -> bytes:
    """The kernel's v4l2_format for raw YUYV pictures of this size that are written to the device."""
    (yuyv,) = struct.unpack("<I", b"YUYV")
    fields = (_OUTPUT, width, height, yuyv, _NOT_INTERLACED, 2 * width, 2 * width * height, _SRGB)
    return struct.pack("<I4x7I", *fields).ljust(208, b"\0")


def main() -> None:
    """Shows the picture for ever."""
    device, file, width, height = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    with Path(device).open("wb", buffering=0) as camera:
        fcntl.ioctl(camera, _SET_FORMAT, bytearray(picture_format(width, height)))
        picture, since = b"", 0
        while True:
            if (changed := file.stat().st_mtime_ns) != since:
                picture, since = file.read_bytes(), changed
            camera.write(picture)
            time.sleep(PACE_S)


if __name__ == "__main__":
    main()
