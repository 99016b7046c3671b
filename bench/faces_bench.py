"""Cards without stickers, told by their print.

    python -m bench.faces_bench [--cards N] [--seed N] [--photos FOLDER] [--quick]

A deck of 100 pictured cards, a pack of playing cards, pairs of look-alikes (the same picture, another digit in the
corner) and 116 other cards: 300 looks in one book, each learned from two photographs. Then one card at a time comes to
a real table top (or a photograph of `--photos`), is found by its outline beside the picture before, and is named: tilt
0 to 25 degrees, light from bright to dim, noise, JPEG, a calibration that is up to half a millimetre wrong. Each card
is read from one frame, and every fourth one from ten frames of the card at rest as well.

right: the card's own name. unsure: it is asked which of two or more, or whether it is one of the deck at all. lost: no
outline was found. WRONG: any other name. Strangers are cards of other games; the last kind is the third of a pair of
look-alikes, which nobody ever showed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np

from bench._face_cards import FINE, SIZE, Drawn, deck, look_alikes, playing_cards
from bench._face_views import Laid, Seen, Shot, grounds, shot, shown_close, some_way
from vision import Image, Scale
from vision._pixels import as_image
from vision.calibration.mat import Calibration
from vision.codes import choose_codes
from vision.faces.find import changed_cards, mean_of
from vision.faces.looks import Looks, learned
from vision.faces.reader import Answer, FaceReader, Named
from vision.reading.reader import cascade
from vision.sticker import sticker_image

PX_PER_MM = (2.0, 2.6, 4.0)
FRAMES = 10
BOOK = 300
_STICKER_MM = 24.0
_AT_REST = 4  # every so many cards are read from ten frames as well


@dataclass(frozen=True)
class Group:
    """Cards that are laid on the table, and whether their names are in the book."""

    name: str
    cards: tuple[Drawn, ...]


@dataclass
class Tally:
    """What came of the cards of one kind."""

    right: int = 0
    unsure: int = 0
    lost: int = 0
    wrong: int = 0
    spent_ms: float = 0.0

    @property
    def of(self) -> int:
        return self.right + self.unsure + self.lost + self.wrong

    def add(self, answer: Answer | None, name: str) -> None:
        """One more; None: no outline was found."""
        if answer is None:
            self.lost += 1
        elif not isinstance(answer, Named):
            self.unsure += 1
        elif answer.look.piece == name:
            self.right += 1
        else:
            self.wrong += 1

    def __str__(self) -> str:
        shares = (f"{100 * n / max(1, self.of):5.1f} % {word}" for n, word in self._parts())
        return f"{self.of:5} cards: {', '.join(shares)}, {self.wrong} WRONG"

    def _parts(self) -> tuple[tuple[int, str], ...]:
        return (self.right, "right"), (self.unsure, "unsure"), (self.lost, "lost")


def groups() -> tuple[Group, ...]:
    """What is laid on the table."""
    strangers = deck(60, 77) + deck(60, 78, 1) + deck(60, 79, 2)
    sets = look_alikes(16, 3)
    return (
        Group("pictured", deck(100, 1)),
        Group("playing cards", playing_cards()),
        Group("look-alikes", tuple(card for cards in sets for card in cards[:2])),
        Group("strangers", strangers),
        Group("a look-alike never shown", tuple(cards[2] for cards in sets)),
    )


def in_the_book() -> tuple[Drawn, ...]:
    """The 300 cards of which the looks are known."""
    pictured, playing, alike, *_ = groups()
    known = pictured.cards + playing.cards + alike.cards
    return known + deck(BOOK - len(known), 2, 1)


def book(cards: Sequence[Drawn], rng: np.random.Generator) -> Looks:
    """Their looks, each learned from two photographs."""
    shown = ((card.name, card.picture()) for card in cards)
    return Looks([learned(name, [shown_close(one, rng) for _ in range(2)], SIZE) for name, one in shown], SIZE)


def laid(picture: Image, grounds_: Sequence[Image], seen: Seen, rng: np.random.Generator, frames: int) -> Shot:
    """The card on one of the grounds, anyhow."""
    x, y = rng.uniform(-6, 6, 2)
    card = Laid(picture, float(x), float(y), float(rng.uniform(0, 360)))
    return shot([card], grounds_[int(rng.integers(len(grounds_)))], seen, rng, frames)


def told(reader: FaceReader, seen: Shot, frames: int) -> Answer | None:
    """What the reader says of the card in so many frames; None where no card is found."""
    picture = mean_of(seen.frames[:frames])
    to_mm = np.linalg.inv(seen.to_px)
    calibration = Calibration(np.asarray(to_mm / to_mm[2, 2]), seen.to_px)
    found = changed_cards(picture, seen.before, SIZE, calibration.places)
    return reader.read(picture, found) if found else None


def rates(group: Group, reader: FaceReader, tables: Sequence[Image], count: int, seed: int) -> tuple[Tally, Tally]:
    """So many cards of a kind, from one frame each, and some of them from several."""
    one, several = Tally(), Tally()
    rng = np.random.default_rng((seed, len(group.name)))
    for number in range(count):
        card = group.cards[int(rng.integers(len(group.cards)))]
        rested = number % _AT_REST == 0
        seen = some_way(rng, PX_PER_MM[number % len(PX_PER_MM)])
        view = laid(card.picture(), tables, seen, rng, FRAMES if rested else 1)
        started = time.process_time()
        one.add(told(reader, view, 1), card.name)
        one.spent_ms += 1000 * (time.process_time() - started)
        if rested:
            several.add(told(reader, view, FRAMES), card.name)
    return one, several


def beside_stickers(looks: Looks, tables: Sequence[Image], rounds: int, seed: int) -> None:
    """Prints what naming a card costs beside reading a sticker in the same place, and with fewer looks."""
    rng = np.random.default_rng(seed)
    codes = choose_codes(BOOK, Random(seed))
    tags = cascade(codes)
    few, many = FaceReader(Looks([looks[n] for n in range(50)], SIZE)), FaceReader(looks)
    cards = groups()[0].cards[:50]
    spent = {"sticker": 0.0, "print, 50 looks": 0.0, "print, 300 looks": 0.0}
    for number in range(rounds):
        card, px_per_mm = cards[number % len(cards)], PX_PER_MM[number % len(PX_PER_MM)]
        picture = with_sticker(card.picture(), codes[number])
        view = laid(picture, tables, replace(some_way(rng, px_per_mm), tilt_deg=5.0), rng, 1)
        to_mm = np.linalg.inv(view.to_px)
        scale = Scale(Calibration(np.asarray(to_mm / to_mm[2, 2]), view.to_px), (_STICKER_MM,))
        spent["sticker"] += _spent(partial(tags.read_tags, view.frames[0], None, scale))
        spent["print, 50 looks"] += _spent(partial(told, few, view, 1))
        spent["print, 300 looks"] += _spent(partial(told, many, view, 1))
    for name, ms in spent.items():
        print(f"  {name:18} {ms / rounds:6.1f} ms a changed card = {ms / spent['sticker']:5.2f} x the sticker")
    print(f"  memory: {looks.nbytes / 1e6:.1f} MB for {len(looks)} looks")


def with_sticker(card: Image, payload: str) -> Image:
    """The card with a sticker near its top left corner."""
    side, edge = round(_STICKER_MM * FINE), 4 * FINE
    covered = card.copy()
    covered[edge : edge + side, edge : edge + side] = sticker_image(payload, side)[..., None]
    return as_image(covered)


def _spent(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return 1000 * (time.process_time() - started)


def main() -> None:
    """Prints the rates of each kind, then the costs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--photos", type=Path, help="a folder of photographs of tables")
    parser.add_argument("--quick", action="store_true", help="30 cards of each kind")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    count = 30 if options.quick else options.cards
    tables = grounds(options.photos)
    looks = book(in_the_book(), np.random.default_rng(options.seed))
    reader = FaceReader(looks)
    for group in groups():
        one, several = rates(group, reader, tables, count, options.seed)
        print(f"{group.name}\n  one frame    {one}\n  {FRAMES} at rest   {several}", flush=True)
    beside_stickers(looks, tables, 12 if options.quick else 60, options.seed)


if __name__ == "__main__":
    main()
