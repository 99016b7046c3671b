"""What the doctor finds around the table: stickers and cameras, the voice, the pins, and whose they are."""

from __future__ import annotations

import os
import wave
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.doctor import table as _doctor_table, voice as _doctor_voice
from companion.doctor.finding import NO_WISHES, Finding, Grade, Live, Wishes
from companion.doctor.voice import Spoken, loudness, sentence_to_try, spoken
from companion.journal.journal import Journal
from companion.settings.config import CameraConfig, Config, VoiceConfig
from companion.settings.hardware import HARDWARE_AS_DELIVERED
from hardware import PinMap, Rig
from hardware.types import Fault, HardwareError, PinFactory, PublicText, SpeechSettings, SpeechSink
from tests.companion.doctor_world import finding, findings, graded, table, world
from vision import FoundCamera, Frame, Image, MatLayout, Point, VisionError, sticker_image
from vision.virtual.mat import mat_image


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return table(tmp_path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "root"


# ---- readers ---------------------------------------------------------------------------------------------------------


def test_both_readers_read_a_drawn_tag(config: Config, root: Path) -> None:
    assert finding("tags", config, world(root)).grade is Grade.OK
    assert finding("second reader", config, world(root)).grade is Grade.OK


def test_a_reader_that_does_not_work_is_told_by_its_name(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_doctor_table, "by_zbar", lambda image: [])
    found = finding("second reader", config, world(root))
    assert (found.grade, "pyzbar" in found.text, "libzbar0" in found.cure) == (Grade.WARN, True, True)
    assert finding("tags", config, world(root)).grade is Grade.OK
    monkeypatch.setattr(_doctor_table, "by_zxing", lambda image: [])
    assert finding("tags", config, world(root)).grade is Grade.BAD


# ---- the camera ------------------------------------------------------------------------------------------------------


def of_folder(config: Config, tmp_path: Path, *pictures: Image) -> Config:
    folder = tmp_path / "pictures"
    folder.mkdir(exist_ok=True)
    for number, picture in enumerate(pictures):
        assert cv2.imwrite(str(folder / f"{number}.png"), picture)
    return replace(config, camera=CameraConfig(source=f"folder:{folder}", fps=0))


def from_source(config: Config, source: str) -> Config:
    return replace(config, camera=CameraConfig(source=source, fps=0))


def with_sticker(side_px: int) -> Image:
    """A grey table with one of our stickers on it, whose whole picture is so large."""
    picture = np.full((400, 600, 3), 120, np.uint8)
    sticker = cv2.resize(sticker_image("AB2CD", 250), (side_px, side_px), interpolation=cv2.INTER_AREA)
    picture[100 : 100 + side_px, 200 : 200 + side_px] = sticker.reshape(side_px, side_px, -1)
    return picture


def test_cameras(config: Config, root: Path, tmp_path: Path) -> None:
    assert finding("camera", from_source(config, "none"), world(root)).grade is Grade.OK
    assert finding("camera", config, world(root)).text == "virtual: the table in the browser"
    assert finding("camera", from_source(config, "/dev/video99"), world(root)).grade is Grade.BAD
    (tmp_path / "empty").mkdir()
    assert finding("camera", from_source(config, f"folder:{tmp_path / 'empty'}"), world(root)).grade is Grade.BAD
    found = finding("camera", of_folder(config, tmp_path, np.zeros((30, 40, 3), np.uint8)), world(root))
    assert (found.grade, found.text.endswith("40 x 30")) == (Grade.OK, True)


def test_a_camera_in_use_is_left_alone(config: Config, root: Path) -> None:
    with Journal.open(config.data.journal_path):
        found = finding("camera", from_source(config, "/dev/video99"), world(root))
    assert "not tried" in found.text
    assert "/host/doctor" in found.text


@pytest.mark.parametrize(("px_per_mm", "grade"), [(3.0, Grade.OK), (1.6, Grade.WARN), (1.0, Grade.BAD)])
def test_how_large_stickers_look_is_told_where_markers_are_in_view(
    config: Config, root: Path, tmp_path: Path, px_per_mm: float, grade: Grade
) -> None:
    layout = MatLayout(400, 300, (), {0: Point(40, 40), 2: Point(360, 260)})
    found = finding("stickers", of_folder(config, tmp_path, mat_image(layout, px_per_mm)), world(root))
    assert found.grade is grade
    assert f"{px_per_mm * 24 / 25:.1f} pixels per square" in found.text
    assert bool(found.cure) is (grade is not Grade.OK)


@pytest.mark.parametrize(("side_px", "grade"), [(100, Grade.OK), (42, Grade.WARN)])
def test_a_sticker_in_the_picture_is_measured(
    config: Config, root: Path, tmp_path: Path, side_px: int, grade: Grade
) -> None:
    found = finding("test tag", of_folder(config, tmp_path, with_sticker(side_px)), world(root))
    measured = float(found.text.split(" with ")[1].split()[0])
    assert abs(measured - side_px / 25) < 0.25, "25 squares with the quiet zone"
    assert found.grade is grade


def test_where_nothing_can_be_measured_it_is_said_how(config: Config, root: Path, tmp_path: Path) -> None:
    found = finding("stickers", of_folder(config, tmp_path, np.full((300, 400, 3), 90, np.uint8)), world(root))
    assert found.grade is Grade.OK
    assert "put a sticker under the camera" in found.text


class Held:
    """A camera under which somebody holds a sticker after some pictures."""

    name, ended = "camera /dev/video0", False

    def __init__(self, *pictures: Image, ends: bool = False) -> None:
        self._pictures, self._ends, self.closed = list(pictures), ends, False

    def read(self, timeout_s: float) -> Frame | None:
        if len(self._pictures) == 1 and self._ends:
            self.ended = True
        return Frame(self._pictures.pop(0) if len(self._pictures) > 1 else self._pictures[0], 0.0, 1)

    def close(self) -> None:
        self.closed = True


def test_a_sticker_is_waited_for(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = np.full((400, 600, 3), 90, np.uint8)
    held = Held(bare, bare, with_sticker(100))
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: held)
    asked = from_source(config, "device:0")
    assert finding("test tag", asked, world(root), wishes=Wishes(tag=True)).grade is Grade.OK
    assert held.closed
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: Held(bare, ends=True))
    found = finding("test tag", asked, world(root), wishes=Wishes(tag=True))
    assert (found.grade, found.text) == (Grade.BAD, "no sticker was read")


def test_a_camera_that_gives_another_size_than_asked(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_doctor_table, "open_table_source", lambda *given: Held(np.zeros((480, 640), np.uint8)))
    found = finding("camera", from_source(config, "device:0"), world(root))
    assert found.grade is Grade.WARN
    assert found.text == "camera /dev/video0, 640 x 480, although 1920 x 1080 was asked"


def test_cameras_that_could_be_used_are_listed(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = from_source(config, "device:0")
    monkeypatch.setattr(_doctor_table, "found_cameras", lambda: ())
    assert finding("cameras", asked, world(root)).grade is Grade.WARN
    stable = Path("/dev/v4l/by-id/usb-HD_Webcam-video-index0")
    webcam = FoundCamera(Path("/dev/video2"), "HD Webcam", stable)
    monkeypatch.setattr(_doctor_table, "found_cameras", lambda: (webcam,))
    assert finding("cameras", asked, world(root)).text == f"HD Webcam: {stable}"


def test_the_reader_box_and_a_recording_are_looked_at(config: Config, root: Path, tmp_path: Path) -> None:
    kept = replace(config, camera=CameraConfig(source="none", box_source="device:88", record=str(tmp_path)))
    box = finding("reader box", kept, world(root))
    assert box.grade is Grade.BAD
    assert "/dev/video88 is not there" in box.text
    assert "camera.box_source" in box.cure
    assert "the screens say so" in finding("recording", kept, world(root)).text


# ---- of a running table ----------------------------------------------------------------------------------------------


def live(image: Image | None = None, *, is_safe: bool = False, **faults: str) -> Live:
    frame = None if image is None else Frame(image, 0.0, 1)
    return Live(lambda: frame, lambda device: faults.get(device, ""), 8099, is_safe)


def test_a_running_table_is_looked_at_through_its_own_eye(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: object) -> None:
        pytest.fail("the camera was opened a second time")

    monkeypatch.setattr(_doctor_table, "open_table_source", never)
    asked = replace(config, camera=CameraConfig(source="device:0", width=600, box_source="device:1"))
    seen = live(with_sticker(100))
    assert finding("camera", asked, world(root), seen).text == "device:0, 600 x 400"
    assert finding("test tag", asked, world(root), seen).grade is Grade.OK
    assert finding("reader box", asked, world(root), seen).grade is Grade.OK
    assert finding("port", asked, world(root), seen).text == "127.0.0.1:8099, in use by the running companion"
    assert "no picture" in finding("camera", asked, world(root), live()).text
    broken = live(with_sticker(100), camera="The camera is gone.", box="The box is gone.")
    assert finding("camera", asked, world(root), broken).text == "The camera is gone."
    assert finding("reader box", asked, world(root), broken).grade is Grade.BAD


def test_in_safe_mode_the_devices_are_free_and_tried(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def opening(camera: CameraConfig, source: str, fps: float) -> Held:
        opened.append(source)
        raise VisionError("The camera is not there.")

    monkeypatch.setattr(_doctor_table, "open_table_source", opening)
    asked = from_source(config, "device:0")
    with Journal.open(config.data.journal_path):
        found = finding("camera", asked, world(root), live(is_safe=True))
    assert (found.text, opened) == ("The camera is not there.", ["device:0"])
    assert finding("safe mode", asked, world(root), live(is_safe=True)).grade is Grade.WARN
    assert findings("safe mode", asked, world(root), live()) == []


def test_pins_of_a_running_table(config: Config, root: Path) -> None:
    real, running = replace(config, hardware=replace(HARDWARE_AS_DELIVERED, pins=PinFactory.LGPIO)), live()
    assert finding("pins", real, world(root), running).grade is Grade.OK
    dead = finding("pins", real, world(root), replace(running, listens=lambda: False))
    assert (dead.grade, "they are dead" in dead.text) == (Grade.BAD, True)
    assert finding("pins", real, world(root), live(buttons="The buttons are gone.")).text == "The buttons are gone."


# ---- the voice -------------------------------------------------------------------------------------------------------


def speaking(config: Config, **voice: object) -> Config:
    return replace(config, voice=replace(VoiceConfig(), **voice))  # type: ignore[arg-type]


def test_programs_that_are_missing(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "apt install espeak-ng" in finding("voice", speaking(config), world(root)).cure
    assert "alsa-utils" in finding("loudspeaker", speaking(config), world(root)).cure
    assert finding("voice", config, world(root)).text == "off"


def test_sound_devices(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert finding("loudspeaker", speaking(config), world(root)).grade is Grade.WARN
    none = world(root, {"/proc/asound/cards": "--- no soundcards ---\n"})
    assert finding("loudspeaker", speaking(config), none).grade is Grade.WARN
    cards = " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n"
    one = finding("loudspeaker", speaking(config), world(root, {"/proc/asound/cards": cards}))
    assert (one.grade, one.text) == (Grade.OK, "bcm2835_headpho - bcm2835 Headphones")


def test_a_voice_without_volume_and_one_with_a_fault(config: Config, root: Path) -> None:
    assert finding("volume", speaking(config, volume=0.0), world(root)).grade is Grade.WARN
    found = findings("voice", speaking(config), world(root), live(voice="No sound device was found."))
    assert "No sound device was found." in [one.text for one in found]


def test_a_sentence_is_really_made(config: Config, root: Path) -> None:
    """By whichever voice there is: what it made is longer than nothing and not silent."""
    found = finding("phrase", speaking(config), world(root))
    assert found.grade is Grade.OK
    assert "made a sentence of " in found.text
    assert findings("phrase", config, world(root)) == [], "the voice is off"


FAULTS = {
    "pyttsx3": Fault("pyttsx3", "The voice pyttsx3 does not work."),
    "espeak-ng": Fault("espeak-ng", "The voice espeak-ng does not work."),
    "speaker": Fault("speaker", "No sound device was found."),
}


def voices(monkeypatch: pytest.MonkeyPatch, *failing: str, peak: int = 9000, is_done: bool = True) -> None:
    """Voices of which these fail, and which make a tone of one second."""

    def say(settings: SpeechSettings, text: PublicText) -> Spoken:
        if settings.sink is SpeechSink.WAV and is_done:
            samples = np.full(22050, peak, np.int16).tobytes()
            with wave.open(settings.wav_path, "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(22050)
                file.writeframes(samples)
        return Spoken(tuple(FAULTS[name] for name in failing), is_done)

    monkeypatch.setattr(_doctor_voice, "spoken", say)


def test_what_the_voices_made(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Finding:
        return finding("phrase", speaking(config), world(root))

    voices(monkeypatch)
    assert (found().grade, found().text) == (Grade.OK, "pyttsx3 made a sentence of 1.0 s")
    voices(monkeypatch, "pyttsx3")
    assert (found().grade, found().text.startswith("espeak-ng made")) == (Grade.WARN, True)
    voices(monkeypatch, peak=3)
    assert found().text == "pyttsx3 made a sentence that is silent"
    voices(monkeypatch, "pyttsx3", "espeak-ng", is_done=False)
    assert (found().grade, found().text) == (Grade.WARN, "The voice pyttsx3 does not work.")


def test_a_sentence_aloud_tells_which_voice_spoke_through_what(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(**voice: object) -> Finding:
        return finding("sound", speaking(config, **voice), world(root), wishes=Wishes(sound=True))

    voices(monkeypatch, "pyttsx3")
    assert found().text == f'espeak-ng said "{sentence_to_try("en")}" through the system\'s sound device'
    kept = root.parent / "kept.wav"
    assert found(sink=SpeechSink.WAV, wav_path=str(kept)).text.endswith(f"through {kept}")
    assert findings("sound", speaking(config), world(root), wishes=NO_WISHES) == []


def test_a_sentence_that_nobody_hears(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(settings: SpeechSettings, text: PublicText) -> Spoken:
        if settings.sink is SpeechSink.SPEAKER:
            return Spoken((FAULTS["speaker"],), False)
        return Spoken((), True)

    monkeypatch.setattr(_doctor_voice, "spoken", refuses)
    found = finding("sound", speaking(config), world(root), wishes=Wishes(sound=True))
    assert (found.grade, found.text) == (Grade.BAD, "No sound device was found.")


def test_the_real_way_of_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    said = spoken(SpeechSettings(SpeechSink.WAV, wav_path=str(path)), sentence_to_try("en"))
    assert said.voice in ("pyttsx3", "espeak-ng")
    length_s, peak = loudness(path)
    assert length_s > 0.5
    assert peak > 1000


# ---- the pins --------------------------------------------------------------------------------------------------------


def wired(config: Config, **wiring: object) -> Config:
    return replace(config, hardware=replace(HARDWARE_AS_DELIVERED, **wiring))  # type: ignore[arg-type]


def test_pins(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finding("pins", config, world(root)).text == "none: no buttons and lights"
    mock = wired(config, pins=PinFactory.MOCK, seat_buttons=(5, 6), seat_lights=(12, 13))
    assert finding("pins", mock, world(root)).text == "mock opens"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "python3-lgpio" in finding("pins", wired(config, pins=PinFactory.LGPIO), world(root)).cure


def test_wiring_that_cannot_be_and_wiring_with_a_catch(config: Config, root: Path) -> None:
    twice = finding("wiring", wired(config, pins=PinFactory.MOCK, seat_buttons=(5, 5)), world(root))
    assert (twice.grade, "used twice" in twice.text) == (Grade.BAD, True)
    shared = finding("wiring", wired(config, pins=PinFactory.MOCK, seat_buttons=(14,)), world(root))
    assert (shared.grade, bool(shared.cure)) == (Grade.WARN, True)
    assert findings("wiring", wired(config, seat_buttons=(5, 6)), world(root)) == []


@pytest.mark.parametrize(
    ("mode", "cure"), [(0o000, "usermod -aG gpio"), (0o600, "Run this on a Raspberry Pi"), (None, "Run this on")]
)
def test_pins_that_do_not_open(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None, cure: str
) -> None:
    def refuses(*given: object, **more: object) -> None:
        raise HardwareError("The pins could not be opened.")

    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("companion.doctor.pins.open_rig", refuses)
    machine = world(root) if mode is None else world(root, {"/dev/gpiochip0": ""})
    if mode == 0o000:
        monkeypatch.setattr(type(machine), "may_use", lambda self, path: False)
    found = finding("pins", wired(config, pins=PinFactory.LGPIO), machine)
    assert (found.grade, found.text) == (Grade.BAD, "The pins could not be opened.")
    assert cure in found.cure


def test_another_kind_of_pins_in_the_environment(config: Config, root: Path) -> None:
    def found(named: str, pins: PinFactory) -> list[Finding]:
        return findings("pin factory", wired(config, pins=pins), world(root, environ={"GPIOZERO_PIN_FACTORY": named}))

    (odd,) = found("pigpio", PinFactory.LGPIO)
    assert odd.grade is Grade.WARN
    assert "pigpio" in odd.text
    assert found("lgpio", PinFactory.LGPIO) == []
    assert found("lgpio", PinFactory.NONE) == []
    assert found("", PinFactory.LGPIO) == []


def test_a_directory_in_which_lgpio_cannot_work(config: Config, root: Path) -> None:
    def found() -> list[Finding]:
        machine = world(root, environ={"LG_WD": "/run/companion"})
        return findings("pin directory", wired(config, pins=PinFactory.LGPIO), machine)

    (bad,) = found()
    assert (bad.grade, "/run/companion" in bad.text) == (Grade.BAD, True)
    (root / "run/companion").mkdir(parents=True)
    assert found() == []
    assert findings("pin directory", wired(config, pins=PinFactory.LGPIO), world(root)) == []


def test_pins_that_were_tried_leave_no_directory_behind_that_is_gone(
    config: Config, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opens(*given: object, runtime_dir: Path) -> Rig:
        os.environ["LG_WD"] = str(root / runtime_dir.relative_to("/"))  # as the real one does
        return Rig(PinFactory.NONE, PinMap())

    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("companion.doctor.pins.open_rig", opens)
    machine, real = world(root, environ=os.environ), wired(config, pins=PinFactory.LGPIO)
    assert finding("pins", real, machine).text == "lgpio opens"
    assert findings("pin directory", real, machine) == []


# ---- whose devices they are ------------------------------------------------------------------------------------------

DEVICES = {"/dev/gpiochip0": "", "/dev/video0": "", "/dev/snd/controlC0": ""}


@pytest.fixture
def wants_all(config: Config) -> Config:
    camera = CameraConfig(source="device:0")
    return replace(wired(config, pins=PinFactory.LGPIO), camera=camera, voice=VoiceConfig())


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may use any device; the tests may run as an account that may everything."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)


def test_rights_to_devices(wants_all: Config, root: Path) -> None:
    found = finding("groups", wants_all, world(root, DEVICES))
    assert (found.grade, found.text) == (Grade.OK, "pi may use what the settings name (gpio, video, audio)")


@pytest.mark.usefixtures("shut")
def test_groups_that_are_missing(wants_all: Config, root: Path) -> None:
    found = findings("groups", wants_all, world(root, DEVICES))
    assert graded(found) == [Grade.BAD] * 3
    assert "sudo usermod -aG gpio pi" in found[0].cure
    fresh = world(root, DEVICES, groups=lambda user: frozenset({"gpio", "video", "audio"}))
    assert all("sign off and on again" in one.cure for one in findings("groups", wants_all, fresh))
    odd = replace(fresh, own_groups=lambda: frozenset({"gpio", "video", "audio"}))
    assert all("chgrp" in one.cure for one in findings("groups", wants_all, odd))


@pytest.mark.usefixtures("shut")
def test_only_what_the_settings_name_and_what_is_there_is_asked_for(
    config: Config, wants_all: Config, root: Path
) -> None:
    assert findings("groups", config, world(root, DEVICES)) == []
    assert findings("groups", wants_all, world(root / "bare")) == []
    video = findings("groups", wants_all, world(root / "video", {"/dev/video0": ""}))
    assert ["video" in one.text for one in video] == [True]


def test_groups_of_the_service(wants_all: Config, root: Path) -> None:
    said: dict[str, str | None] = {"systemctl show": "LoadState=loaded\nActiveState=active\nUser=companion\n"}

    def found(groups: frozenset[str] | None) -> list[Finding]:
        machine = world(root, DEVICES, said, groups=lambda user: groups if user == "companion" else frozenset())
        return findings("groups of the service", wants_all, machine)

    assert graded(found(frozenset({"gpio", "video", "audio"}))) == [Grade.OK]
    (missing,) = found(frozenset({"gpio", "audio"}))
    assert (missing.grade, missing.cure) == (Grade.BAD, "Run sudo usermod -aG video companion, then sign on again.")
    assert [one.text for one in found(None)] == ["the service runs as companion, and there is no such user"]
