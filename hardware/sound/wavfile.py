"""A WAV file that grows and can be read at any moment, also after the power was cut."""

from __future__ import annotations

import struct
import wave
from pathlib import Path

from hardware.types import HardwareError
from words import Sentence

RATE_HZ = 22050
"""Samples per second of both voices: 16 bit, one channel."""

_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_SAMPLE_BYTES = 2
_MOST_BYTES = 2**32 - 1 - _HEADER.size


def _header(data_bytes: int) -> bytes:
    form = (16, 1, 1, RATE_HZ, RATE_HZ * _SAMPLE_BYTES, _SAMPLE_BYTES, 8 * _SAMPLE_BYTES)
    return _HEADER.pack(b"RIFF", _HEADER.size - 8 + data_bytes, b"WAVE", b"fmt ", *form, b"data", data_bytes)


def read_samples(path: Path) -> bytes:
    """The samples of a whole WAV file, 16 bit, one channel, RATE_HZ. Raises OSError, EOFError, wave.Error."""
    with wave.open(str(path), "rb") as source:
        if (source.getnchannels(), source.getsampwidth(), source.getframerate()) != (1, _SAMPLE_BYTES, RATE_HZ):
            raise wave.Error(Sentence("not 16 bit, one channel, 22,050 samples per second"))
        return source.readframes(source.getnframes())


def seconds_of(samples: bytes) -> float:
    """How long these samples last, in s."""
    return len(samples) / (_SAMPLE_BYTES * RATE_HZ)


def silence(length_s: float) -> bytes:
    """Samples of nothing."""
    return bytes(_SAMPLE_BYTES * round(length_s * RATE_HZ))


def write_samples(path: Path, samples: bytes) -> None:
    """Write a whole WAV file. Raises OSError."""
    path.write_bytes(_header(len(samples)) + samples)


class GrowingWav:
    """Appends to one WAV file; an existing one is continued.

    Samples are written behind the end first, and only then the header that counts them, in one write. Whatever is cut
    off in between leaves the file as it was after the utterance before.
    """

    def __init__(self, path: Path) -> None:
        """Create the file, or check an existing one. Raises HardwareError naming the path."""
        self._path = path
        try:
            if not path.exists() or path.stat().st_size == 0:
                path.write_bytes(_header(0))
            self._data_bytes = len(read_samples(path))
            if path.read_bytes()[: _HEADER.size] != _header(self._data_bytes):
                raise wave.Error(Sentence("its header was written by another program"))
        except (OSError, EOFError, wave.Error) as fault:
            raise HardwareError(
                Sentence(
                    "The speech file {path} cannot be used ({why}); choose another path, or remove the file.",
                    path=path,
                    why=str(fault),  # which remembers what it was made of, where it is ours
                )
            ) from fault

    def append(self, samples: bytes) -> None:
        """Add samples. Raises OSError when the disk refuses or the file would pass 4 GB."""
        grown = self._data_bytes + len(samples)
        if grown > _MOST_BYTES:
            raise OSError("the speech file is full")
        with self._path.open("r+b", buffering=0) as file:
            file.seek(_HEADER.size + self._data_bytes)
            rest = memoryview(samples)
            while rest:
                rest = rest[file.write(rest) :]
            file.truncate()
            file.seek(0)
            file.write(_header(grown))
        self._data_bytes = grown
