"""The end of the process while a thread hangs in OpenCV."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import atexit, os, sys, threading
import cv2
from companion.machine import leaving

class Late:
    'Lets the thread come back from OpenCV when Python has begun to take itself apart.'
    def __init__(self, pipe):
        self.writer = os.open(pipe, os.O_WRONLY)  # returns when the thread has opened it to read
    def __del__(self, close=os.close, wait=threading.Lock().__enter__):
        close(self.writer)
        wait(), wait()  # for ever: the thread's end ends the process

def command_line():
    global late
    threading.Thread(target=cv2.imread, args=(sys.argv[1],), daemon=True).start()
    late = Late(sys.argv[1])
    atexit.register(print, "what belongs to an end")
    print("said last", end="")
    sys.exit(int(sys.argv[2]))

leaving.run(command_line)
"""


def test_a_thread_that_hangs_in_opencv_changes_no_exit_code(tmp_path: Path) -> None:
    pipe = tmp_path / "picture.png"
    os.mkfifo(pipe)
    for code in (0, 3):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(pipe), str(code)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (code, "said lastwhat belongs to an end\n", "")
