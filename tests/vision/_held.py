"""How much memory a process of its own holds after it did something; counted by the kernel, in MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[2]
_BEGIN = """
import threading
import numpy as np

def held():
    with open("/proc/self/status") as status:
        return int(status.read().split("VmRSS:")[1].split()[0]) / 1000

def in_threads(count, work):
    # the threads live on, as those that serve pages do
    stay, done = threading.Event(), threading.Semaphore(0)
    def run():
        work()
        done.release()
        stay.wait()
    threads = [threading.Thread(target=run, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        done.acquire()
"""


def grown_mb(before: str, work: str) -> float:
    """By how much the memory of a fresh Python grows while it carries out `work`, after it did `before`."""
    code = "\n".join((_BEGIN, before, "start = held()", work, "print(held() - start)"))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={"PYTHONPATH": str(_PROJECT)},
    )
    return float(done.stdout)
