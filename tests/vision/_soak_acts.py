"""Whatever may happen at a table, at random, and what has to be told of it: the ground truth of the soak."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.vision._soak import MAT, SoakTable, Told
from tests.vision._soak_kept import Fault
from tests.vision._soak_pieces import CARDS, TOKENS, new_piece, overlap, sticker_at
from tests.vision._table import BACK
from vision import ChangeKind, Point


class Chaos:
    """A seeded script of acts; each does something to the table and says what has to be told."""

    def __init__(self, table: SoakTable) -> None:
        self._table = table
        self._random = table.random
        self._wrong: set[str] = set()  # beliefs that have been found wrong already
        self._acts: Sequence[tuple[int, Callable[[], tuple[str, list[Told]]]]] = (
            (9, self.lay),
            (5, self.move),
            (5, self.take),
            (5, self.turn),
            (4, self.cover),
            (2, self.stranger),
            (1, self.double),
            (3, self.hand),
            (2, self.lamp),
            (2, self.shadow),
            (2, self.bump),
        )

    def step(self) -> Fault | None:
        """One act and all that the eye says of it; None when that is right."""
        table, random = self._table, self._random
        table.act += 1
        if random.random() < 0.2:
            table.camera.wave(random.uniform(40, 520), random.uniform(40, 340), random.randint(1, 4))
        (act,) = random.choices([act for _, act in self._acts], [weight for weight, _ in self._acts])
        what, expected = act()
        told = table.settle()
        table.drift(0.0)
        told = _shared_moves(told, expected)
        missing, phantom = Counter(expected) - Counter(told), Counter(told) - Counter(expected)
        believed = table.faults_of_belief()
        new, self._wrong = set(believed) - self._wrong, set(believed)
        if missing or phantom or new:
            return Fault(table.act, what, tuple(missing.elements()), tuple(phantom.elements()), believed)
        return None

    def _open(self, least: int = 0, most: int = CARDS + TOKENS) -> list[int]:
        return [ident for ident in self._table.pieces if least <= ident < most and self._table.top(ident)]

    def _kind(self, ident: int, kind: ChangeKind) -> list[Told]:
        return [(kind.value, self._table.payload(ident))]

    def lay(self) -> tuple[str, list[Told]]:
        """One or two pieces come from a hand."""
        table, what = self._table, ""
        told: list[Told] = []
        for _ in range(self._random.choice((1, 1, 1, 2))):
            held = [n for n in range(CARDS + TOKENS) if n not in table.pieces]
            if not held or len(table.pieces) > 11:
                return what or self.take()[0], told if what else self._last
            ident = self._random.choice(held)
            piece = table.free_place(replace(new_piece(ident), face_up=self._random.random() < 0.7))
            if piece is None:
                continue
            table.put(piece)
            told += self._kind(ident, ChangeKind.PLACED)
            what += f"lay {ident} {'up' if piece.face_up else 'down'} at {piece.x_mm:.0f},{piece.y_mm:.0f} "
        return what, told

    def take(self) -> tuple[str, list[Told]]:
        """A piece that nothing lies on is taken."""
        self._last: list[Told] = []
        free = self._open()
        if free:
            ident = self._random.choice(free)
            self._last = self._kind(ident, ChangeKind.GONE)
            self._table.take(ident)
            return f"take {ident}", self._last
        return "take nothing", self._last

    def move(self) -> tuple[str, list[Told]]:
        """A piece is pushed to another place."""
        table, free = self._table, self._open()
        if not free:
            return "move nothing", []
        ident = self._random.choice(free)
        old, new = table.pieces[ident], table.free_place(table.pieces[ident])
        if new is None or math.dist(sticker_at(old), sticker_at(new)) < 25.0:
            return "move nothing", []
        table.put(new)
        return f"move {ident} to {new.x_mm:.0f},{new.y_mm:.0f}", self._kind(ident, ChangeKind.MOVED)

    def turn(self) -> tuple[str, list[Told]]:
        """A piece is turned over where it lies, more or less."""
        table, free = self._table, self._open()
        if not free:
            return "turn nothing", []
        ident = self._random.choice(free)
        old = table.pieces[ident]
        if old.face_up and any(not p.face_up and p is not old and overlap(p, old, 0) for p in table.pieces.values()):
            return "turn nothing", []  # a back on a back is a pile, of which only the top can be seen
        new = replace(
            old,
            face_up=not old.face_up,
            x_mm=old.x_mm + self._random.uniform(-5, 5),
            y_mm=old.y_mm + self._random.uniform(-5, 5),
        )
        table.put(new)
        return f"turn {ident}", self._kind(ident, ChangeKind.TURNED)

    def cover(self) -> tuple[str, list[Told]]:
        """A card is laid over another, up or down, a little aside."""
        table = self._table
        below = [
            n for n in self._open(0, CARDS) if sum(overlap(table.pieces[n], p, 0) for p in table.pieces.values()) == 1
        ]
        held = [n for n in range(CARDS) if n not in table.pieces]
        if not below or not held:
            return "cover nothing", []
        lower, ident = table.pieces[self._random.choice(below)], self._random.choice(held)
        turn, off = self._random.uniform(0, 2 * math.pi), self._random.uniform(7, 12)
        piece = replace(
            new_piece(ident),
            x_mm=lower.x_mm + off * math.cos(turn),
            y_mm=lower.y_mm + off * math.sin(turn),
            angle_deg=lower.angle_deg + self._random.uniform(-6, 6),
            # a back on a back is a pile, of which only the top can be seen
            face_up=not lower.face_up or self._random.random() < 0.6,
        )
        if any(overlap(piece, other, 4.0) for other in table.pieces.values() if other.ident != lower.ident):
            return "cover nothing", []
        table.put(piece)
        return f"cover {lower.ident} by {ident} {piece.face_up}", self._kind(ident, ChangeKind.PLACED)

    def stranger(self) -> tuple[str, list[Told]]:
        """A card of another game comes or goes."""
        there = self._open(100, 200)
        if there:
            self._table.take(there[0])
            return f"stranger {there[0]} goes", []
        ident = 100 + self._random.randrange(5)
        piece = self._table.free_place(new_piece(ident))
        if piece is None or ident in self._table.pieces:
            return "no stranger", []
        self._table.put(piece)
        return f"stranger {ident} comes", self._kind(ident, ChangeKind.UNKNOWN)

    def double(self) -> tuple[str, list[Told]]:
        """A second copy of a card comes and goes again."""
        table = self._table
        up = [n for n in self._open(0, CARDS) if table.pieces[n].face_up]
        if not up:
            return "no double", []
        ident = self._random.choice(up)
        piece = table.free_place(new_piece(200 + ident))
        if piece is None:
            return "no double", []
        table.put(piece)
        told = table.settle()
        expected = self._kind(200 + ident, ChangeKind.DOUBLED)
        table.take(200 + ident)
        wrong = Counter(told) - Counter(expected)
        return f"double of {ident}, told {told}", [
            *(Counter(expected) - Counter(told)),
            *(("not", p) for _, p in wrong),
        ]

    def hand(self) -> tuple[str, list[Told]]:
        """A hand comes and goes over some places."""
        for _ in range(self._random.randint(1, 2)):
            self._table.camera.wave(
                self._random.uniform(30, 530), self._random.uniform(30, 350), self._random.randint(1, 6)
            )
        return "hand", []

    def lamp(self) -> tuple[str, list[Told]]:
        """The lamp is moved or dimmed at once, or the day fades."""
        table, random = self._table, self._random
        if random.random() < 0.5:
            table.drift(random.uniform(-0.02, 0.02))
            return "the light drifts", []
        table.shine(
            replace(
                table.lamp,
                level=random.uniform(0.6, 1.0),
                gradient=random.uniform(0.05, 0.4),
                angle_deg=random.uniform(0, 360),
            )
        )
        return "another lamp", []

    def shadow(self) -> tuple[str, list[Told]]:
        """Somebody stands in the light, or leaves."""
        random = self._random
        shade = 0.0 if self._table.lamp.shade else random.uniform(0.1, 0.4)
        at = Point(random.uniform(0, 560), random.uniform(0, 380))
        self._table.shine(replace(self._table.lamp, shade=shade, shade_at=at, shade_mm=random.uniform(60, 160)))
        return f"shadow {shade:.2f}", []

    def bump(self) -> tuple[str, list[Told]]:
        """Somebody knocks against the camera; the whole mat stays in the picture."""
        table, random, view = self._table, self._random, self._table.camera.view
        x, y = view.pixel(Point(MAT.width_mm / 2, MAT.height_mm / 2))
        right, down = view.width_px / 2 - x, view.height_px / 2 - y
        table.camera.bump(
            right + random.uniform(-12, 12), down + random.uniform(-8, 8), random.uniform(-0.6, 0.6) - self._lean()
        )
        return "bump", []

    def _lean(self) -> float:
        view = self._table.camera.view
        (x0, y0), (x1, y1) = view.pixel(Point(20, 190)), view.pixel(Point(540, 190))
        return -math.degrees(math.atan2(y1 - y0, x1 - x0))


def _shared_moves(told: list[Told], expected: Sequence[Told]) -> list[Told]:
    """A shared back that is told as gone here and placed there, in two looks, has been told as moved."""
    moved, gone, placed = (
        (kind.value, BACK.payload) for kind in (ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.PLACED)
    )
    if moved in expected and moved not in told and gone in told and placed in told:
        told = [moved, *told]
        told.remove(gone)
        told.remove(placed)
    return told
