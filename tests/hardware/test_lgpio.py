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
levels, wanted, edges = {}, [], queue.Queue()
opened = []
def gpiochip_open(chip): opened.append(chip); return 0
def gpiochip_close(handle): opened.pop()
def gpio_claim_input(handle, pin, flags=0): handle & 0xffff; _free(pin); levels[pin] = 1
def _free(pin):
    if pin in held: raise error("'GPIO busy'")
held = set()  # pins of another program
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
        self.entry = (pin, func)
        wanted.append(self.entry)
    def cancel(self):
        if self.entry in wanted: wanted.remove(self.entry)
def _notify():
    while True:
        changed, level, tick = edges.get()
        levels[changed] = level
        for pin, func in wanted:
            if pin == changed: func(0, pin, level, tick)
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

    def start(lgpio: str, script: str, argument: object = runtime, **more: str) -> str:
        (modules / "lgpio.py").write_text(lgpio)
        environment = {**os.environ, "PYTHONPATH": f"{modules}{os.pathsep}{ROOT}", "GPIOZERO_PIN_FACTORY": "mock"}
        for name in ("LG_WD", "RUNTIME_DIRECTORY"):
            environment.pop(name, None)
        environment |= more
        done = subprocess.run(
            [sys.executable, "-c", script, str(argument)],
            cwd=elsewhere,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
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
    broken = WORKS_LIKE_LGPIO.replace(
        "gpiochip_open(chip): opened.append(chip); return 0", "gpiochip_open(chip): raise error('no chip')"
    )
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
rig = hardware.open_rig(hardware.PinFactory.LGPIO, pins, lambda: 1.0, post, runtime_dir=Path(sys.argv[1]))
assert os.getcwd() == before
import lgpio
for pin in (4, 5):
    for level in (0, 1, 0, 1, 0, 1):
        lgpio.finger(pin, level)
press = inbox.get(timeout=60)
rig.lights.show({0: hardware.LightState.ON})
print(press.role.value, press.seat, lgpio._notify_thread.is_alive(), int(lgpio.levels[12]), inbox.qsize())
rig.close()
"""


def test_on_lgpio_a_raising_callback_kills_neither_its_thread_nor_the_other_buttons(run) -> None:
    assert run(WORKS_LIKE_LGPIO, PLAYED).split() == ["seat", "1", "True", "1", "0"]


OPENS = """
import os, sys, time, queue, threading
from pathlib import Path
import gpiozero.pins.local
gpiozero.pins.local.get_pi_revision = lambda: 0xA02082
from hardware import *
inbox = queue.Queue()
def open_pins(pins, **more):
    return open_rig(PinFactory.LGPIO, pins, time.monotonic, inbox.put, **more)
def come(count):
    return [inbox.get(timeout=60) for _ in range(count)]
"""

ALL_DEVICES = (
    OPENS
    + """
pins = PinMap(die_button=26, die_lights=(6, 7, 8, 9), dial=(20, 21), dial_button=16, tray_sensor=24)
rig = open_pins(pins, runtime_dir=Path(sys.argv[1]))
import lgpio
def edges(*moves):
    for pin, level in moves: lgpio.finger(pin, level)
edges((20, 0), (21, 0), (20, 1), (21, 1))
edges((21, 0), (20, 0), (21, 1), (20, 1))
edges((24, 0), (24, 1))
edges((16, 0), (16, 1))
edges((26, 0), (26, 1))
for signal in come(6): print(key_of(signal), type(signal).__name__, getattr(signal, "steps", ""))
rig.die.show(5)
print([int(lgpio.levels[pin]) for pin in pins["die_lights"]])
rig.close()
print(lgpio.opened, lgpio.wanted, inbox.qsize(), lgpio._notify_thread.is_alive())
"""
)


def test_on_lgpio_dial_tray_and_die_tell_what_hands_do(run) -> None:
    assert run(WORKS_LIKE_LGPIO, ALL_DEVICES).splitlines() == [
        "dial Turn 1",
        "dial Turn -1",
        "tray_sensor Tripped ",
        "dial_button Press ",
        "die_button Press ",
        "die_button Release ",
        "[1, 1, 1, 0]",
        "[] [] 0 True",
    ]


HELD = (
    OPENS
    + """
import lgpio
lgpio.held.add(int(sys.argv[1]))
before = threading.active_count()
parts = dict(seat_buttons=(4, 5), seat_lights=(12, 13), die_lights=(6, 7, 8, 9), dial=(20, 21), tray_sensor=24)
for _ in range(2):
    try:
        open_pins(PinMap(**parts))
    except HardwareError as error:
        print(error)
    assert lgpio.opened == [], "the chip stayed open"
    assert lgpio.wanted == [], "callbacks were left"
    assert threading.active_count() == before
lgpio.held.clear()
rig = open_pins(PinMap(**parts))
lgpio.finger(5, 0)
print(come(1)[0].seat)
rig.close()
"""
)


@pytest.mark.parametrize("pin", [5, 8, 21])
def test_a_pin_that_another_program_holds_is_named_and_nothing_stays_open(run, tmp_path, pin) -> None:
    first, second, seat = run(WORKS_LIKE_LGPIO, HELD, pin, LG_WD=str(tmp_path / "runtime")).splitlines()
    assert first == second
    assert first.startswith("Pin ")
    assert str(pin) in first
    assert "held by another program" in first
    assert "gpioinfo" in first
    assert seat == "1"


AGAIN = (
    OPENS
    + """
pins = PinMap(seat_buttons=(4,), dial=(20, 21), tray_sensor=24)
for _ in range(3):
    rig = open_pins(pins)
    import lgpio
    for pin, level in ((4, 0), (4, 1), (20, 0), (21, 0), (20, 1), (21, 1), (24, 0), (24, 1)): lgpio.finger(pin, level)
    print(*(type(signal).__name__ for signal in come(3)), rig.is_alive(), inbox.qsize())
    rig.close()
"""
)


def test_opened_again_in_the_same_process_every_device_still_tells(run) -> None:
    assert run(WORKS_LIKE_LGPIO, AGAIN).splitlines() == ["Press Turn Tripped True 0"] * 3


BUSY_AT_THE_END = (
    OPENS
    + """
pins = PinMap(seat_buttons=(4, 5), seat_lights=(12,), dial=(20, 21), tray_sensor=24)
rig = open_pins(pins)
import lgpio
lgpio.held.update((5, 12, 20))
rig.close()
print(lgpio.opened, lgpio.wanted)
lgpio.held.clear()
rig = open_pins(pins)
lgpio.finger(5, 0)
print(come(1)[0].seat)
rig.close()
"""
)


def test_pins_that_cannot_be_reset_at_the_end_keep_neither_chip_nor_pins(run) -> None:
    assert run(WORKS_LIKE_LGPIO, BUSY_AT_THE_END).splitlines() == ["[] []", "1"]


DIES = (
    OPENS
    + """
import lgpio
now, due, faults = [0.0], [], []
def later(delay_s, call): due.append((now[0] + delay_s, call))
def pass_time(seconds):
    now[0] += seconds
    for waiting in [waiting for waiting in due if waiting[0] <= now[0]]:
        due.remove(waiting)
        waiting[1]()
rig = open_pins(PinMap(seat_buttons=(4,)), on_fault=faults.append, later=later)
for _ in range(4): pass_time(5.0)
print(rig.is_alive(), len(faults))
def not_ours(*_): raise RuntimeError("somebody else's callback")
threading.excepthook = lambda _arguments: None
lgpio.callback(0, 25, lgpio.BOTH_EDGES, not_ours)
lgpio.finger(25, 0)
lgpio._notify_thread.join(60)
for _ in range(4): pass_time(5.0)
print(rig.is_alive(), [fault.device for fault in faults])
print(faults[0].sentence)
rig.close()
"""
)


def test_when_the_callback_thread_of_lgpio_has_died_it_is_told_once(run, tmp_path) -> None:
    before, after, sentence = run(WORKS_LIKE_LGPIO, DIES, LG_WD=str(tmp_path / "runtime")).splitlines()
    assert before == "True 0"
    assert after == "False ['buttons']"
    assert "no longer answer" in sentence


CLOSES = OPENS + "open_pins(PinMap(seat_buttons=(4,))).close()\nprint(os.environ['LG_WD'])"


def test_the_directory_of_the_service_is_used_the_first_of_several(run, tmp_path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    said = run(WORKS_LIKE_LGPIO, CLOSES, LG_WD=str(second), RUNTIME_DIRECTORY=f"{first}:{second}")
    assert said.split() == [str(first)]
    assert (first / ".lgd-nfy0").exists()


def test_a_directory_of_another_service_is_left_alone(run, tmp_path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    said = run(WORKS_LIKE_LGPIO, CLOSES, LG_WD=str(own), RUNTIME_DIRECTORY=str(tmp_path / "gone"))
    assert said.split() == [str(own)]


def test_a_directory_that_was_named_goes_before_that_of_the_service(run, tmp_path) -> None:
    of_service = tmp_path / "service"
    of_service.mkdir()
    script = CLOSES.replace("seat_buttons=(4,))", "seat_buttons=(4,)), runtime_dir=Path(sys.argv[1])")
    said = run(WORKS_LIKE_LGPIO, script, RUNTIME_DIRECTORY=str(of_service))
    assert said.split() == [str(tmp_path / "runtime")]


def test_a_directory_of_its_own_goes_with_the_process(run, tmp_path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    said = run(WORKS_LIKE_LGPIO, CLOSES, TMPDIR=str(scratch))
    assert said.strip().startswith(str(scratch))
    assert list(scratch.iterdir()) == []
