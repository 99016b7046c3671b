"""OpenCV's own log lines are switched off: they go to standard error, in many lines and with addresses in memory, where
a person is to read one sentence. What is wrong with a picture or a camera is said by VisionError."""

from __future__ import annotations

import cv2


def hush() -> None:
    """Switches them off for this process."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
