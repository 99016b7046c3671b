"""Checks with devices: the table is wired, starts at boot, hears its buttons, shows its lights, sees a card, speaks."""

from __future__ import annotations

import secrets
import time
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.booted.box import Failed, wait_for
from tests.booted.pictures import HEIGHT, WIDTH
from tests.booted.world import (
    CONFIRM,
    NAMES,
    PAUSE,
    PICTURE,
    SEAT_BUTTONS,
    SEAT_LIGHTS,
    SETTINGS,
    SETTLE_S,
    UNDO,
    World,
)

CARD, SPOT = "H01", "history"
_FEED = Path(__file__).with_name("feed.py")
_CAMERA_UNIT = f"""[Unit]
Description=What the virtual camera sees
Before=companion.service

[Service]
ExecStart=/usr/bin/python3 /var/lib/table/feed.py /dev/video0 {PICTURE} {WIDTH} {HEIGHT}
Restart=always

[Install]
WantedBy=multi-user.target
"""
_LOUD_RMS = 100.0
_SPEECH_S = 25


def wired(world: World) -> str:
    """Settings with pins, camera and voice; people take their seats; the kernel names who holds the lines."""
    box = world.box
    box.write("/var/lib/table/feed.py", _FEED.read_bytes())
    box.write("/etc/systemd/system/table-camera.service", _CAMERA_UNIT)
    world.lay()
    box.must("systemctl daemon-reload && systemctl enable --now table-camera")
    box.must(f"cat >/etc/companion/companion.toml <<'END'\n{SETTINGS}END\nsystemctl restart companion", 300.0)
    world.wait_for_page()
    world.sign_on()
    box.run("mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug")
    lines = box.must("grep -c '|lg' /sys/kernel/debug/gpio || true")
    wanted = len(SEAT_BUTTONS) + len(SEAT_LIGHTS) + 3
    if int(lines or 0) != wanted:
        raise Failed(f"{lines} lines are held instead of {wanted}: {box.run('cat /sys/kernel/debug/gpio').out[:300]}")
    return f"{lines} kernel lines held by lgpio; {len(NAMES)} phones and the host signed on"


def boots(world: World) -> str:
    """A clean restart of the machine: the service is there by itself, the match and the phones too."""
    before = world.stand()
    world.box.power("stop")
    began_s = time.monotonic()
    world.box.power("start")
    up_s = time.monotonic() - began_s
    world.wait_for_page()
    page_s = time.monotonic() - began_s
    world.at_the_page()
    known = world.service("ActiveState", "NRestarts")
    if known != {"ActiveState": "active", "NRestarts": "0"}:
        raise Failed(f"{known}")
    if world.stand() != before:
        raise Failed("the table stands elsewhere than before")
    return f"machine up after {up_s:.0f} s, page after {page_s:.0f} s, same match, phones still signed on"


def camera(world: World) -> str:
    """A card is laid before the virtual camera: its tag is read, and it answers the rules' question."""
    world.wait_until_asked("history")
    before = world.packet()["version"]
    world.lay((CARD, SPOT))
    began_s = time.monotonic()
    wait_for(
        lambda: world.packet()["version"] != before, SETTLE_S * 2, f"{CARD} seen;", lambda: world.packet()["notice"]
    )
    seen_s = time.monotonic() - began_s
    piles = [p for p in world.packet()["piles"] if p["spot"] == SPOT or p["key"] == SPOT]
    shown = [c["face"]["piece"] for p in piles for c in p["cards"] if c["face"]]
    if shown != [CARD]:
        raise Failed(f"{shown} lies there instead of {CARD}")
    return f"{CARD} read {seen_s:.1f} s after it was laid; the table now asks '{world.asks()}'"


def buttons(world: World) -> str:
    """Presses on kernel lines: confirm and a seat's button answer, pause pauses and goes on, undo takes back a card."""
    world.wait_until_asked("deal")
    seen = [_press(world, CONFIRM, "confirm", lambda: world.asks() == "show_theme")]
    seen.append(_press(world, SEAT_BUTTONS[0], "seat 1", lambda: world.asks() == "play"))
    seen.append(_press(world, PAUSE, "pause", lambda: bool(world.packet()["paused"])))
    seen.append(_press(world, PAUSE, "go on", lambda: not world.packet()["paused"]))
    _tap(world, 0)
    wait_for(lambda: _asked(world) == [1], SETTLE_S, "that the next one is asked")
    seen.append(_press(world, UNDO, "undo", lambda: _asked(world) == [0]))
    return ", ".join(seen)


def _asked(world: World) -> list[int]:
    return list((world.packet()["question"] or {"seats": []})["seats"])


def _press(world: World, pin: int, name: str, wanted: Callable[[], bool]) -> str:
    began_s = time.monotonic()
    world.box.press(pin)
    wait_for(wanted, SETTLE_S, f"what '{name}' (line {pin}) does; the table asks", world.asks)
    return f"{name} {time.monotonic() - began_s:.1f} s"


def light(world: World) -> str:
    """The light of the one seat that is asked is on, the others are off."""
    world.wait_until_asked("play")
    wanted = [1, *(0 for _ in SEAT_LIGHTS[1:])]

    def levels() -> list[int]:
        return [world.box.level(pin) for pin in SEAT_LIGHTS]

    wait_for(lambda: levels() == wanted, SETTLE_S, f"lights {wanted}, but", levels)
    return f"{NAMES[0]} is asked; lines {list(SEAT_LIGHTS)} are {levels()}"


def voice(world: World) -> str:
    """What the loudspeaker plays is recorded: silence before, speech after a card was played."""
    wait_for(lambda: _level(world, 3)[1] < 1.0, 180.0, "silence, to begin with")
    quiet = _level(world, 3)[1]
    world.box.must(
        f"systemd-run -q --unit=recording --collect arecord -q -D plughw:Loopback,1,0 -f S16_LE -r 22050 -c 1 "
        f"-d {_SPEECH_S} /srv/speech.wav"
    )
    _tap(world, 0)
    is_over = "! systemctl is-active -q recording"
    wait_for(lambda: world.box.run(is_over).code == 0, 4.0 * _SPEECH_S, "the recording's end")
    seconds, loud, speaking = _measured(world.box.fetch("/srv/speech.wav", world.folder / "speech.wav"))
    if loud < _LOUD_RMS or speaking < 0.5:
        raise Failed(f"RMS {loud:.0f} of 32768, {speaking:.1f} s louder than a whisper in {seconds:.0f} s")
    return f"RMS {quiet:.1f} before, {loud:.0f} after a card was played; {speaking:.1f} s of speech in {seconds:.0f} s"


def _level(world: World, seconds: int) -> tuple[float, float, float]:
    world.box.must(f"arecord -q -D plughw:Loopback,1,0 -f S16_LE -r 22050 -c 1 -d {seconds} /srv/quiet.wav")
    return _measured(world.box.fetch("/srv/quiet.wav", world.folder / "quiet.wav"))


def _measured(path: Path) -> tuple[float, float, float]:
    """Length, RMS of all of it, and for how long it is loud. Seconds and steps of 16 bits."""
    with wave.open(str(path)) as sound:
        rate = sound.getframerate()
        samples = np.frombuffer(sound.readframes(sound.getnframes()), np.int16).astype(np.float64)
    parts = samples[: samples.size // (rate // 10) * (rate // 10)].reshape(-1, rate // 10)
    loud = np.sqrt((parts**2).mean(axis=1)) > _LOUD_RMS
    rms = float(np.sqrt((samples**2).mean())) if samples.size else 0.0
    return samples.size / rate, rms, float(loud.sum()) / 10


def _tap(world: World, seat: int) -> None:
    """The first answer that this seat may give, on its phone."""
    packet = world.packet(seat)
    key = next(o["key"] for o in packet["question"]["options"] if not o["why_not"])
    body = {"key": key, "version": packet["version"], "request": secrets.token_hex(8)}
    reply = world.phones[seat].post("/api/answer", body)["reply"]
    if not reply["ok"]:
        raise Failed(f"{NAMES[seat]} may not answer '{key}': {reply['sentence']}")
