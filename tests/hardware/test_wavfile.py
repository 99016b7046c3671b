"""A WAV file that grows and can be read at any moment."""

from __future__ import annotations

import struct
import wave

import pytest

from hardware import HardwareError
from hardware.sound.wavfile import RATE_HZ, GrowingWav, read_samples, seconds_of

ONE = struct.pack("<4h", 1, 2, 3, 4)
TWO = struct.pack("<3h", -5, 6, -7)


def test_a_new_file_is_valid_at_once_and_after_every_append(tmp_path) -> None:
    path = tmp_path / "speech.wav"
    file = GrowingWav(path)
    assert read_samples(path) == b""
    file.append(ONE)
    assert read_samples(path) == ONE
    file.append(TWO)
    assert read_samples(path) == ONE + TWO


def test_an_existing_file_is_continued(tmp_path) -> None:
    path = tmp_path / "speech.wav"
    GrowingWav(path).append(ONE)
    GrowingWav(path).append(TWO)
    assert read_samples(path) == ONE + TWO


@pytest.mark.parametrize("torn", [1, 2, 5, len(TWO)])
def test_samples_torn_off_by_a_crash_harm_neither_reading_nor_going_on(tmp_path, torn: int) -> None:
    path = tmp_path / "speech.wav"
    GrowingWav(path).append(ONE)
    with path.open("ab") as file:  # the samples come first, the header that counts them last
        file.write(TWO[:torn])
    assert read_samples(path) == ONE
    GrowingWav(path).append(TWO)
    assert read_samples(path) == ONE + TWO
    assert path.stat().st_size == 44 + len(ONE + TWO)


def test_a_foreign_file_is_refused_by_name_and_left_as_it_is(tmp_path) -> None:
    path = tmp_path / "letter.wav"
    path.write_text("Dear aunt, ")
    with pytest.raises(HardwareError, match=r"letter\.wav"):
        GrowingWav(path)
    assert path.read_text() == "Dear aunt, "


def test_a_wav_of_another_form_is_refused(tmp_path) -> None:
    path = tmp_path / "stereo.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(bytes(8))
    with pytest.raises(HardwareError, match=r"stereo\.wav"):
        GrowingWav(path)


def test_a_missing_folder_is_named(tmp_path) -> None:
    with pytest.raises(HardwareError, match="nowhere"):
        GrowingWav(tmp_path / "nowhere" / "speech.wav")


def test_seconds() -> None:
    assert seconds_of(bytes(2 * RATE_HZ)) == 1.0
