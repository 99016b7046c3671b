"""What the service holds in memory over an evening: phones, a television, a camera, and a game that is played.

    python -m bench.memory_bench [--minutes 5] [--only NAME] [--quick]

The real program is started as a child, and people come to it from outside: they sign on through the pages, keep a live
line, tap, and ask for the pictures that their pages show. Every second the kernel is asked what the program and its
children hold. The peer is a Python of the same run that has imported the same libraries and does nothing. An evening
is `--minutes 60`; a real camera is one that reads a folder of photographs of a table at the pace of a camera.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from bench._memory_guests import Evening, Guest, Host, Phone, Television, Virtual
from bench._watched import Usage, usage
from bench.start_bench import free_port, started
from companion.prints.mat_plan import labelled, mat_layout
from companion.reading.tags import back_code, front_code
from companion.telling.voices import build_voice
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.games import game
from vision import CameraSettings, ScenePiece, SceneState, VirtualCamera

PHONES = 10
FPS, STILL_S = 8, 4.0  # of the photographed table: pictures a second, and how long it stays as it is
SCENES = 12
WIDTH_PX, HEIGHT_PX = 1920, 1080
LIBRARIES = (
    "import sys, cv2, numpy, flask, waitress, msgspec, zxingcpp, pyzbar.pyzbar, segno, babel;"
    " print(flush=True); sys.stdin.read()"
)
_LOOK_S = 1.0
_WITHIN_S = 120.0


@dataclass(frozen=True)
class Kind:
    """One evening: the goal for its peak in MB, the words of the command line, and who comes."""

    name: str
    goal_mb: float
    words: tuple[str, ...]
    phones: int
    virtual: int = 0


KINDS = (
    Kind("pages", 220, ("chronicle", "--camera", "virtual", "--autoplay", "all", "--speed", "3"), 0, 2),
    Kind("virtual", 220, ("chesney", "--players", f"{PHONES}", "--camera", "virtual", "--autoplay", "off"), PHONES, 1),
    Kind("real", 160, ("chesney", "--players", f"{PHONES}", "--camera", "folder:{folder}/table"), PHONES),
)


@dataclass
class Held:
    """What was seen of one evening, each second: (RSS, PSS) in MB. `cpu`: percent of one core."""

    name: str
    goal_mb: float = 0.0
    rows: list[tuple[float, float]] = field(default_factory=list)
    cpu: float = 0.0
    span_s: float = 0.0
    evening: Evening = field(default_factory=lambda: Evening(0))

    def note(self, now: Usage) -> None:
        """One more look."""
        self.rows.append((now.rss / 1e6, now.pss / 1e6))

    @property
    def peak(self) -> tuple[float, float]:
        """The most that was seen of each."""
        return max(rss for rss, _ in self.rows), max(pss for _, pss in self.rows)

    def after(self, share: float) -> float:
        """The middle RSS of the tenth of the evening that begins after this share of it."""
        start = int(share * len(self.rows))
        return float(np.median([rss for rss, _ in self.rows[start : start + max(1, len(self.rows) // 10)]]))


def photographs(folder: Path, minutes: float, slug: str, seats: int) -> None:
    """A table on which cards are laid from time to time, as a folder of pictures: each second of the evening has its
    files, which are the same few pictures by many names."""
    folder.mkdir()
    found = game(slug)
    settings = Match(found, Header(slug, seats, {})).settings
    voice = build_voice(found, seats, settings, "en", tuple(str(n) for n in range(seats)))
    mat = labelled(mat_layout(voice.layout), voice)
    deck, cards = next(iter(found.box.decks(settings, seats).items()))
    spots = [spot for spot in mat.spots if spot.capacity == 1]
    paths = []
    for n in range(SCENES):
        pieces = tuple(
            ScenePiece(i, front_code(slug, card), back_code(slug, deck), spot.x_mm, spot.y_mm, spot.angle_deg)
            for i, (card, spot) in enumerate(zip(cards, spots[: 1 + 3 * n], strict=False))
        )
        sharp = CameraSettings(px_per_mm=HEIGHT_PX / mat.height_mm * 0.95, hand_frames=0)
        camera = VirtualCamera(mat, partial(SceneState, 1, pieces), sharp, time.monotonic)
        frame = camera.read(10.0)
        assert frame is not None
        picture = cv2.resize(
            frame.image, None, fx=HEIGHT_PX / frame.image.shape[0], fy=HEIGHT_PX / frame.image.shape[0]
        )
        whole = np.full((HEIGHT_PX, WIDTH_PX, 3), (86, 104, 124), np.uint8)
        wide = min(WIDTH_PX, picture.shape[1])
        whole[:, :wide] = picture[:, :wide]
        paths.append(folder.parent / f"scene{n}.jpg")
        cv2.imwrite(str(paths[-1]), whole, [cv2.IMWRITE_JPEG_QUALITY, 92])
    for number in range(int(60 * (minutes + 2) * FPS)):
        (folder / f"{number}.jpg").symlink_to(paths[int(number / FPS / STILL_S) % SCENES])


@contextlib.contextmanager
def opened(kind: Kind, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, str, str]]:
    """The running program with its port, its code and its PIN."""
    port = free_port()
    given = ("--host", "127.0.0.1", "--port", str(port), "--data", str(folder / "data"), "--voice", "off")
    words = [*(word.format(folder=folder) for word in kind.words), "--set", "play.start=at_once"]
    with started(["-m", "companion", "play", *words, *given], folder) as child:
        pause, end_s = threading.Event(), time.monotonic() + _WITHIN_S
        while time.monotonic() < end_s and child.poll() is None:
            said = (folder / "log.txt").read_text()
            if "Stop with Ctrl+C" in said:
                code, pin = re.search(r"join code\s+(\S+)", said), re.search(r"host PIN\s+(\S+)", said)
                assert code is not None
                assert pin is not None
                yield child, port, code[1], pin[1]
                return
            pause.wait(0.05)
        raise SystemExit(f"the program did not start:\n{(folder / 'log.txt').read_text()[-2000:]}")


def measured(kind: Kind, minutes: float) -> Held:
    """One evening of so many minutes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind.name == "real":
            photographs(folder / "table", minutes, kind.words[0], PHONES)
        with opened(kind, folder) as (child, port, code, pin):
            held = Held(kind.name, kind.goal_mb, evening=Evening(port))
            people: list[Guest] = [
                Phone(held.evening, n, code, hands=kind.virtual > 0 and n == 0) for n in range(kind.phones)
            ]
            people += [Television(held.evening, 20, "/table"), Host(held.evening, 21, pin)]
            people += [Virtual(held.evening, 22 + n, "/virtual") for n in range(kind.virtual)]
            for one in people:
                one.start()
            watch(child, held, 60 * minutes)
            held.evening.over.set()
            for one in people:
                one.join()
        return held


def watch(child: subprocess.Popen[bytes], held: Held, seconds: float) -> None:
    """Looks at the program each second for so long."""
    began_s, before = time.monotonic(), usage(child.pid)
    while time.monotonic() < began_s + seconds:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_LOOK_S)
            raise SystemExit("the program ended by itself")
        held.note(usage(child.pid))
    held.span_s = time.monotonic() - began_s
    held.cpu = 100 * (usage(child.pid).cpu_s - before.cpu_s) / held.span_s


def peer() -> Held:
    """A Python with the same libraries, which does nothing."""
    held = Held("libraries alone")
    with subprocess.Popen([sys.executable, "-c", LIBRARIES], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        child.stdout.readline()
        held.note(usage(child.pid))
        child.stdin.close()
    return held


def show(found: Sequence[Held], beside: Held, minutes: float) -> None:
    """Prints the table; x: times the peer's."""
    print(f"\nMemory over {minutes:g} minutes, MB; x: times a Python with the same libraries")
    print(f"  {'':16}{'peak RSS':>18}{'peak PSS':>18}{'RSS after 1/10':>16}{'at the end':>12}{'goal':>7}{'core':>8}")
    for one in (beside, *found):
        cells = [f"{mb:8.0f} {mb / base:5.1f}x" for mb, base in zip(one.peak, beside.peak, strict=True)]
        line = f"  {one.name:16}" + "".join(f"{cell:>18}" for cell in cells)
        if one is not beside:
            is_kept = "kept" if one.peak[0] <= one.goal_mb else "MISSED"
            line += f"{one.after(0.1):16.0f}{one.after(0.9):12.0f}{one.goal_mb:7.0f}{one.cpu:7.1f}% {is_kept}"
        print(line)
    for one in found:
        evening = one.evening
        told = f"{evening.packets} packets came, {evening.taps} taps counted, {evening.matches} further matches"
        print(f"  {one.name}: {told}" + "".join(f"\n    {sentence}" for sentence in evening.failures[:3]))


def main() -> None:
    """Prints every evening beside the peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long each evening is")
    parser.add_argument("--only", choices=[kind.name for kind in KINDS], help="one kind of evening")
    parser.add_argument("--quick", action="store_true", help="twenty seconds each")
    given = parser.parse_args()
    minutes = 1 / 3 if given.quick else given.minutes
    kinds = [kind for kind in KINDS if given.only in (None, kind.name)]
    show([measured(kind, minutes) for kind in kinds], peer(), minutes)


if __name__ == "__main__":
    main()
