"""The doctor finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import _doctor_devices, _doctor_system, doctor
from companion.config import CameraConfig, Config, DataConfig, HardwareConfig, VoiceConfig, WebConfig
from companion.doctor import Finding, Grade, examine, exit_code
from companion.journal import Journal
from hardware.types import PinFactory, SpeechSink
from rules.engine.entries import Header
from vision import FoundCamera, Frame, MatLayout, Point
from vision.virtual.mat import mat_image


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(
        data=DataConfig(str(tmp_path / "data")),
        web=WebConfig(host="127.0.0.1", port=0),
        voice=VoiceConfig(sink=SpeechSink.OFF),
    )


def found(name: str, config: Config) -> Finding:
    checks = {**dict(_doctor_system.SYSTEM_CHECKS), **dict(_doctor_devices.DEVICE_CHECKS)}
    findings = [finding for check in checks.values() for finding in doctor._guarded(name, check, config)]
    return next(finding for finding in findings if finding.name == name)


def test_a_whole_machine_is_well(config: Config, tmp_path: Path) -> None:
    findings = list(examine(config))
    assert [f for f in findings if f.grade is Grade.BAD] == []
    assert {"system", "python", "package gpiozero", "zbar", "clock", "data directory", "disk", "journal", "port"} < {
        f.name for f in findings
    }
    assert all(f.cure for f in findings if f.grade is not Grade.OK)
    assert list(tmp_path.iterdir()) == [], "looking leaves nothing behind"


def test_exit_codes() -> None:
    ok, warn, bad = (Finding("x", grade, "") for grade in Grade)
    assert (exit_code([ok]), exit_code([ok, warn]), exit_code([warn, bad]), exit_code([])) == (0, 1, 2, 0)


def test_a_check_that_fails_itself_is_a_finding(config: Config) -> None:
    def faints(_: Config) -> Iterator[Finding]:
        raise RuntimeError("dizzy")
        yield

    (finding,) = doctor._guarded("x", faints, config)
    assert finding.grade is Grade.BAD
    assert "RuntimeError: dizzy" in finding.text


@pytest.mark.parametrize("version", ["2.0.1", "2.0.1.post1", "2.0.1.post2"])
def test_versions_known_to_be_bad(config: Config, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda package: version)
    finding = found("package gpiozero", config)
    assert finding.grade is Grade.BAD
    assert "Raspberry Pi 5" in finding.cure
    assert found("package click", config).grade is Grade.OK


def test_a_missing_package(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("importlib.metadata.version", version)
    assert found("package segno", config).grade is Grade.BAD


def test_missing_libraries_and_programs(config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    speaking = replace(config, voice=VoiceConfig())
    assert "libzbar0" in found("zbar", speaking).cure
    assert "apt install espeak-ng" in found("voice", speaking).cure
    assert "alsa-utils" in found("loudspeaker", speaking).cure


def test_sound_devices(config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    speaking = replace(config, voice=VoiceConfig())
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    cards = tmp_path / "cards"
    monkeypatch.setattr(_doctor_devices, "_CARDS", cards)
    assert found("loudspeaker", speaking).grade is Grade.WARN
    cards.write_text("--- no soundcards ---\n")
    assert found("loudspeaker", speaking).grade is Grade.WARN
    cards.write_text(
        " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n"
    )
    assert found("loudspeaker", speaking) == Finding("loudspeaker", Grade.OK, "bcm2835_headpho - bcm2835 Headphones")


def test_a_taken_port(config: Config) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = replace(config, web=WebConfig(host="127.0.0.1", port=other.getsockname()[1]))
        finding = found("port", taken)
        assert finding.grade is Grade.BAD
        assert "web.port" in finding.cure
        with Journal.open(config.data.journal_path):
            assert found("port", taken).grade is Grade.OK, "it is the running companion's own"
    assert found("port", replace(config, web=WebConfig(host="nowhere.invalid"))).grade is Grade.BAD


def test_a_directory_that_cannot_be_used(config: Config, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert found("data directory", config).grade is Grade.BAD
    (tmp_path / "data").unlink()
    (tmp_path / "data").mkdir(mode=0o755)
    finding = found("data directory", config)
    assert finding.grade is Grade.WARN
    assert "chmod 700" in finding.cure


def test_little_room(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(free_mb: int) -> None:
        monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": free_mb * 1_000_000}))

    usage(10)
    assert found("disk", config).grade is Grade.BAD
    usage(300)
    assert found("disk", config).grade is Grade.WARN


def test_the_journal(config: Config) -> None:
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(Header("high_card", 2))
        assert found("journal", config).text == "1 match, whole, in use by a running companion"
    config.data.journal_path.write_bytes(b"Dear diary, " * 1000)
    finding = found("journal", config)
    assert finding.grade is Grade.BAD
    assert str(config.data.journal_path) in finding.text
    assert config.data.journal_path.exists()


def test_a_clock_that_is_wrong(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    monkeypatch.setattr(_doctor_system, "_BUILT", datetime(2199, 1, 1, tzinfo=UTC))
    assert found("clock", config).grade is Grade.WARN


def camera(config: Config, source: str) -> Finding:
    return found("camera", replace(config, camera=CameraConfig(source=source, fps=0)))


def test_cameras(config: Config, tmp_path: Path) -> None:
    assert camera(config, "none").grade is Grade.OK
    assert camera(config, "/dev/video99").grade is Grade.BAD
    assert camera(config, f"folder:{tmp_path}").grade is Grade.BAD
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((30, 40, 3), np.uint8))
    finding = camera(config, f"folder:{tmp_path}")
    assert finding.grade is Grade.OK
    assert finding.text.endswith("40 x 30")
    (tmp_path / "1.png").write_bytes(b"")
    assert "No picture of the folder" in camera(config, f"folder:{tmp_path}").text


@pytest.mark.parametrize(("px_per_mm", "grade"), [(3.0, Grade.OK), (1.6, Grade.WARN), (1.0, Grade.BAD)])
def test_how_large_stickers_look_is_told_where_markers_are_in_view(
    config: Config, tmp_path: Path, px_per_mm: float, grade: Grade
) -> None:
    layout = MatLayout(400, 300, (), {0: Point(40, 40), 2: Point(360, 260)})
    cv2.imwrite(str(tmp_path / "1.png"), mat_image(layout, px_per_mm))
    shown = replace(config, camera=CameraConfig(source=f"folder:{tmp_path}", fps=0))
    finding = found("stickers", shown)
    assert finding.grade is grade
    assert f"{px_per_mm * 24 / 25:.1f} pixels per square" in finding.text
    assert bool(finding.cure) is (grade is not Grade.OK)


def test_a_camera_in_use_is_left_alone(config: Config) -> None:
    with Journal.open(config.data.journal_path):
        assert "not tried" in camera(config, "/dev/video99").text


def pins(config: Config, **wiring: object) -> Finding:
    return found("pins", replace(config, hardware=replace(HardwareConfig(), **wiring)))  # type: ignore[arg-type]


def test_pins(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pins(config, pins=PinFactory.NONE).grade is Grade.OK
    assert pins(config, pins=PinFactory.MOCK, seat_buttons=(5, 6), seat_lights=(12, 13)).text == "mock opens"
    assert "used twice" in pins(config, pins=PinFactory.MOCK, seat_buttons=(5, 5)).text
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "python3-lgpio" in pins(config, pins=PinFactory.LGPIO).cure


def test_shared_pins_are_a_warning(config: Config) -> None:
    wired = replace(config, hardware=HardwareConfig(pins=PinFactory.MOCK, seat_buttons=(14,)))
    assert found("wiring", wired).grade is Grade.WARN


def test_cameras_that_could_be_used_are_listed(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = replace(config, camera=CameraConfig(source="device:0"))
    monkeypatch.setattr(_doctor_devices, "found_cameras", lambda: ())
    assert found("cameras", asked).grade is Grade.WARN
    stable = Path("/dev/v4l/by-id/usb-HD_Webcam-video-index0")
    webcam = FoundCamera(Path("/dev/video2"), "HD Webcam", stable)
    monkeypatch.setattr(_doctor_devices, "found_cameras", lambda: (webcam,))
    assert found("cameras", asked) == Finding("cameras", Grade.OK, f"HD Webcam: {stable}")


def test_a_camera_that_gives_another_size_than_asked(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    class Small:
        name, ended = "camera /dev/video0", False

        def read(self, timeout_s: float) -> Frame:
            return Frame(np.zeros((480, 640), np.uint8), 0.0, 1)

        def close(self) -> None:
            self.ended = True

    monkeypatch.setattr(_doctor_devices, "open_table_source", lambda *given: Small())
    finding = found("camera", replace(config, camera=CameraConfig(source="device:0")))
    assert finding.grade is Grade.WARN
    assert finding.text == "camera /dev/video0, 640 x 480, although 1920 x 1080 was asked"


def test_the_reader_box_and_a_recording_are_looked_at(config: Config, tmp_path: Path) -> None:
    kept = replace(config, camera=CameraConfig(source="none", box_source="device:88", record=str(tmp_path)))
    box = found("reader box", kept)
    assert box.grade is Grade.BAD
    assert "/dev/video88 is not there" in box.text
    assert "camera.box_source" in box.cure
    assert "the screens say so" in found("recording", kept).text
