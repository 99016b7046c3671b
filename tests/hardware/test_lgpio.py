"""The real pins, each time in a process of its own: importing lgpio changes the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Imitates what importing lgpio 0.2.2 does: a FIFO in LG_WD, and the process moved there.
IMPORTS_LIKE_LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))
open(".lgd-nfy0", "w").close()
"""

# And what gpiozero uses of it. All callbacks come from one thread that nothing protects against exceptions.
WORKS_LIKE_LGPIO = (
    IMPORTS_LIKE_LGPIO
    + """
import queue, threading
SET_ACTIVE_LOW, SET_OPEN_DRAIN, SET_OPEN_SOURCE, SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 4, 8, 16, 32, 64, 128
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
class error(Exception): pass
levels, wanted, edges = {}, {}, queue.Queue()
def gpiochip_open(chip): return 0
def gpiochip_close(handle): return 0
def gpio_claim_input(handle, pin, flags=0): levels[pin] = 1
outputs = set()
def gpio_claim_output(handle, pin, level=0, flags=0): levels[pin] = level; outputs.add(pin)
def gpio_claim_alert(handle, pin, edge, flags=0): levels.setdefault(pin, 1)
def gpio_free(handle, pin): return 0
def gpio_get_mode(handle, pin): return 2 if pin in outputs else 0
def gpio_read(handle, pin): return levels.get(pin, 1)
def gpio_write(handle, pin, level): levels[pin] = level
def gpio_set_debounce_micros(handle, pin, us): return 0
class callback:
    def __init__(self, handle, pin, edge, func):
        self.pin = pin
        wanted[pin] = func
    def cancel(self): wanted.pop(self.pin, None)
def _notify():
    while True:
        pin, level, tick = edges.get()
        levels[pin] = level
        if pin in wanted: wanted[pin](0, pin, level, tick)
_notify_thread = threading.Thread(target=_notify, daemon=True)
_notify_thread.start()
def finger(pin, level): edges.put((pin, level, 0))
"""
)

REFUSED = """
import os, sys, time
from pathlib import Path
from hardware import HardwareError, PinFactory, PinMap, open_rig
import gpiozero
before = os.getcwd()
try:
    open_rig(PinFactory.LGPIO, PinMap(seat_buttons=(4,)), time.monotonic, print, runtime_dir=Path(sys.argv[1]))
except HardwareError as error:
    print(error)
assert os.getcwd() == before, os.getcwd()
assert gpiozero.Device.pin_factory is None, "a pin factory was guessed"
assert "gpiozero.pins.mock" not in sys.modules, "the simulated pins were loaded"
"""


@pytest.fixture
def run(tmp_path):
    """Run a script from a directory of its own, with this text as the module lgpio."""
    modules, runtime, elsewhere = (tmp_path / name for name in ("modules", "runtime", "elsewhere"))
    for folder in (modules, runtime, elsewhere):
        folder.mkdir()

    def start(lgpio: str, script: str, runtime_dir: Path = runtime) -> str:
        (modules / "lgpio.py").write_text(lgpio)
        environment = {**os.environ, "PYTHONPATH": f"{modules}{os.pathsep}{ROOT}", "GPIOZERO_PIN_FACTORY": "mock"}
        environment.pop("LG_WD", None)
        done = subprocess.run(
            [sys.executable, "-c", script, str(runtime_dir)],
            cwd=elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert not list(elsewhere.iterdir()), "something was left in the working directory"
        return done.stdout

    return start


def test_without_lgpio_the_setting_and_the_cure_are_named_and_nothing_is_guessed(run) -> None:
    said = run('raise ModuleNotFoundError("No module named lgpio", name="lgpio")', REFUSED)
    assert len(said.splitlines()) == 1
    for words in ("hardware.pins", '"mock"', '"none"', "python3-lgpio"):
        assert words in said


def test_an_empty_stub_of_lgpio_is_told_apart(run) -> None:
    said = run("", REFUSED)
    assert "hardware.pins" in said
    assert "not usable" in said


def test_without_a_chip_the_cure_is_named_and_the_process_stays_where_it_was(run, tmp_path) -> None:
    broken = WORKS_LIKE_LGPIO.replace("gpiochip_open(chip): return 0", "gpiochip_open(chip): raise error('no chip')")
    said = run(broken, REFUSED)
    assert "hardware.pins" in said
    assert "group gpio" in said
    assert (tmp_path / "runtime" / ".lgd-nfy0").exists()


def test_a_runtime_directory_that_is_missing_is_named(run, tmp_path) -> None:
    said = run(WORKS_LIKE_LGPIO, REFUSED, tmp_path / "nowhere")
    assert str(tmp_path / "nowhere") in said


PLAYED = """
import os, sys, time, queue
from pathlib import Path
import gpiozero.pins.local
gpiozero.pins.local.get_pi_revision = lambda: 0xA02082
import hardware
inbox = queue.Queue()
def post(press):
    if press.seat == 0:
        raise RuntimeError("inbox on fire")
    inbox.put(press)
pins = hardware.PinMap(seat_buttons=(4, 5), seat_lights=(12,))
before = os.getcwd()
rig = hardware.open_rig(hardware.PinFactory.LGPIO, pins, time.monotonic, post, runtime_dir=Path(sys.argv[1]))
assert os.getcwd() == before
import lgpio
for pin in (4, 5):
    for level in (0, 1, 0, 1, 0, 1):
        lgpio.finger(pin, level)
press = inbox.get(timeout=10)
rig.lights.show({0: hardware.LightState.ON})
print(press.role.value, press.seat, lgpio._notify_thread.is_alive(), int(lgpio.levels[12]), inbox.qsize())
rig.close()
"""


def test_on_lgpio_a_raising_callback_kills_neither_its_thread_nor_the_other_buttons(run) -> None:
    assert run(WORKS_LIKE_LGPIO, PLAYED).split() == ["seat", "1", "True", "1", "0"]
