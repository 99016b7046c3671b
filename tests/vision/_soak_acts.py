"""Whatever may happen at a table, at random, and what has to be told of it: the ground truth of the soak."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.vision._soak import MAT, SoakTable, Told
from tests.vision._soak_pieces import CARDS, TOKENS, overlap, sticker_at, sticks_out
from vision import ChangeKind, Point, ScenePiece
from vision.spots import spot_at

_MOST_PIECES = 11
_CUP, _PLAIN = 300, 301
_TOLD_MOVE_MM, _SURE_MOVE_MM = 10.0, 25.0  # between these it may be told as moved, or not
_SMALL = 2.0  # pixels a module: a stranger's code is not read below that
_REST_S, _REST_FRAMES = 0.4, 10  # how a hand that rests is looked at


@dataclass(frozen=True)
class Act:
    """What happened, what has to be told of it and what may be. `tellable`: whether a picture can tell it from other
    acts; `idents`: the pieces concerned. `inside`: what was wrong already in the middle of it."""

    kind: str
    what: str = ""
    told: tuple[Told, ...] = ()
    may: tuple[Told, ...] = ()
    tellable: bool = True
    idents: frozenset[int] = frozenset()
    inside: tuple[Told, ...] = ()


NOTHING = Act("nothing")


class Acts:
    """Acts on a table; each does something to it and says what. What cannot be done now is NOTHING."""

    def __init__(self, table: SoakTable) -> None:
        self._table = table
        self._random = table.random
        self.weighted: Sequence[tuple[int, Callable[[], Act]]] = (
            (9, self.lay),
            (8, self.lay_on),
            (6, self.take),
            (6, self.turn),
            (5, self.move),
            (3, self.push),
            (3, self.move_stack),
            (2, self.take_stack),
            (2, self.exchange),
            (4, self.hand),
            (1, self.resting),
            (2, self.lamp),
            (2, self.shadow),
            (2, self.bump),
            (2, self.jump),
            (2, self.cup),
            (1, self.plain),
            (2, self.stranger),
            (1, self.double),
        )

    # ------------------------------------------------------------------------------------------------ words for acts

    def _open(self, least: int = 0, most: int = CARDS + TOKENS) -> list[int]:
        return [ident for ident in self._table.pieces if least <= ident < most and self._table.top(ident)]

    def _free(self, most: int = CARDS + TOKENS) -> list[int]:
        return [ident for ident in range(most) if ident not in self._table.pieces]

    def _one(self, kind: ChangeKind, ident: int) -> tuple[Told, ...]:
        return ((kind.value, self._table.payload(ident)),)

    def _fine(self) -> float:
        return self._table.level.px_per_mm

    def _with_below(self, piece: ScenePiece) -> frozenset[int]:
        return frozenset((piece.ident, *self._table.below(piece)))

    # -------------------------------------------------------------------------------------------------- on the table

    def lay(self) -> Act:
        """One or two pieces come from a hand and are laid beside all others."""
        table, laid = self._table, []
        for _ in range(self._random.choice((1, 1, 1, 2))):
            held = self._free()
            if not held or len(table.pieces) > _MOST_PIECES:
                break
            piece = replace(table.new(self._random.choice(held)), face_up=self._random.random() < 0.6)
            place = table.free_place(piece)
            if place is not None:
                table.put(place)
                laid.append(place)
        told = tuple(change for piece in laid for change in self._one(ChangeKind.PLACED, piece.ident))
        if not laid:
            return NOTHING
        return Act("lay", ", ".join(said(p) for p in laid), told, idents=frozenset(p.ident for p in laid))

    def lay_on(self) -> Act:
        """A card is laid over another, up or down, so far aside as hands do."""
        random = self._random
        lower, held = self._open(0, CARDS), self._free(CARDS)
        if not lower or not held or len(self._table.pieces) > _MOST_PIECES:
            return NOTHING
        ident, off = random.choice(held), random.choice((random.uniform(0, 5), random.uniform(0, 15)))
        return self.lay_over(random.choice(lower), ident, random.random() < 0.5, off) or NOTHING

    def lay_over(self, lower: int, ident: int, face_up: bool, off_mm: float, turned_deg: float = 6.0) -> Act | None:
        """This card over that one, so far aside; None where there is no room."""
        table, random = self._table, self._random
        below, turn = table.pieces[lower], random.uniform(0, 2 * math.pi)
        piece = replace(
            table.new(ident),
            x_mm=below.x_mm + off_mm * math.cos(turn),
            y_mm=below.y_mm + off_mm * math.sin(turn),
            angle_deg=below.angle_deg + random.uniform(-turned_deg, turned_deg) + random.choice((0, 0, 180)),
            face_up=face_up,
        )
        pile = {lower, *table.below(below)}
        if any(overlap(piece, p, 4.0) for n, p in table.pieces.items() if n not in pile):
            return None
        can_tell = sticks_out(below, piece, self._fine()) or (below.face_up and face_up)
        table.put(piece)
        what = f"{said(piece)} over {said(below)}, {off_mm:.1f} mm aside"
        kind = f"{'front' if face_up else 'back'} on {'front' if below.face_up else 'back'}"
        return Act(kind, what, self._one(ChangeKind.PLACED, ident), tellable=can_tell, idents=self._with_below(piece))

    def take(self) -> Act:
        """A piece that nothing lies on is taken."""
        free = self._open()
        return self.take_off(self._random.choice(free)) if free else NOTHING

    def take_off(self, ident: int) -> Act:
        """This piece is taken."""
        piece, told = self._table.pieces[ident], self._one(ChangeKind.GONE, ident)
        under = [n for n in self._table.below(piece) if n < CARDS]
        before = {n for n in under if self._table.is_readable(n)}
        idents = self._with_below(piece)
        self._table.take(ident)
        bared = [self._table.pieces[n] for n in under if n not in before and self._table.is_readable(n)]
        # another side where it lay may be the piece turned over, unless something of its own place is bare now
        can_tell = all(sticks_out(piece, p, self._fine()) or (p.face_up and piece.face_up) for p in bared)
        return Act("take", said(piece), told, tellable=can_tell, idents=idents)

    def move(self) -> Act:
        """A piece is carried to another place."""
        table, free = self._table, self._open()
        if not free:
            return NOTHING
        ident = self._random.choice(free)
        old, new = table.pieces[ident], table.free_place(table.pieces[ident])
        if new is None or math.dist(sticker_at(old), sticker_at(new)) < _SURE_MOVE_MM:
            return NOTHING
        idents = self._with_below(old)
        table.put(new)
        kind = "move" if old.face_up else "move a back"
        return Act(kind, f"{said(old)} to {at(new)}", self._one(ChangeKind.MOVED, ident), idents=idents)

    def push(self) -> Act:
        """A piece is pushed a little, by a sleeve or a finger, perhaps in several steps."""
        table, random, free = self._table, self._random, self._open()
        if not free:
            return NOTHING
        ident = random.choice(free)
        old = table.pieces[ident]
        turn, far = random.uniform(0, 2 * math.pi), random.uniform(4, 45)
        new = replace(
            old,
            x_mm=min(495.0, max(65.0, old.x_mm + far * math.cos(turn))),
            y_mm=min(305.0, max(75.0, old.y_mm + far * math.sin(turn))),
            angle_deg=old.angle_deg + random.uniform(-12, 12),
        )
        if any(overlap(new, p, 4.0) for n, p in table.pieces.items() if n != ident):
            return NOTHING
        table.put(new)
        shift = math.dist(sticker_at(old), sticker_at(new))
        told = self._one(ChangeKind.MOVED, ident) if shift >= _SURE_MOVE_MM else ()
        is_elsewhere = len({spot_at(Point(p.x_mm, p.y_mm), MAT.spots) for p in (old, new)}) == 2
        may = self._one(ChangeKind.MOVED, ident) if shift >= _TOLD_MOVE_MM or is_elsewhere else ()
        return Act("push", f"{said(old)} by {shift:.0f} mm to {at(new)}", told, may, idents=frozenset((ident,)))

    def turn(self) -> Act:
        """A piece is turned over where it lies, more or less."""
        free = self._open()
        return self.turn_over(self._random.choice(free)) if free else NOTHING

    def turn_over(self, ident: int, off_mm: float = 5.0) -> Act:
        """This piece is turned over."""
        table, old = self._table, self._table.pieces[ident]
        new = replace(
            old,
            face_up=not old.face_up,
            x_mm=old.x_mm + self._random.uniform(-off_mm, off_mm),
            y_mm=old.y_mm + self._random.uniform(-off_mm, off_mm),
        )
        idents = self._with_below(old)
        table.put(new)
        others = [table.pieces[n] for n in idents if n != ident]
        # a card that lies almost exactly over another one of the new side may have been taken away from it
        can_tell = all(sticks_out(p, new, self._fine()) or sticks_out(new, p, self._fine()) for p in others)
        return Act("turn", said(new), self._one(ChangeKind.TURNED, ident), tellable=can_tell, idents=idents)

    def move_stack(self) -> Act:
        """Cards that lie over each other are moved together."""
        table, stack = self._table, self._stack()
        if not stack:
            return NOTHING
        first = stack[0]
        for _ in range(20):
            moved = self._turned_together(stack, self._random.uniform(120, 440), self._random.uniform(110, 270))
            others = [p for n, p in table.pieces.items() if n not in stack]
            far = math.dist(sticker_at(moved[0]), sticker_at(table.pieces[first]))
            inside = all(60 < p.x_mm < 500 and 70 < p.y_mm < 310 for p in moved)
            if inside and far > 60 and not any(overlap(p, q, GAP) for p in moved for q in others):
                break
        else:
            return NOTHING
        table.put(*moved)
        seen = [p.ident for p in moved if table.is_readable(p.ident)]
        told = tuple(change for n in seen for change in self._one(ChangeKind.MOVED, n))
        may = tuple(change for p in moved if p.ident not in seen for change in self._one(ChangeKind.MOVED, p.ident))
        return Act("move a stack", " ".join(said(p) for p in moved), told, may, idents=frozenset(stack))

    def take_stack(self) -> Act:
        """Cards that lie over each other are gathered up together."""
        table, stack = self._table, self._stack()
        what = " ".join(said(table.pieces[n]) for n in stack)
        told = tuple(change for n in stack for change in self._one(ChangeKind.GONE, n))
        for n in reversed(stack):
            table.take(n)
        return Act("take a stack", what, told, idents=frozenset(stack)) if stack else NOTHING

    def _stack(self) -> list[int]:
        """Some cards that lie over each other, the lowest first; none where there are none, or with strangers among
        them, which are told otherwise."""
        table = self._table
        lowest = [n for n in table.pieces if n < CARDS and table.above(n, 0.0) and not table.below(table.pieces[n])]
        stack = [self._random.choice(lowest)] if lowest else []
        for n in sorted(table.pieces, key=lambda n: table.pieces[n].layer):
            if n not in stack and any(overlap(table.pieces[n], table.pieces[m], 0.0) for m in stack):
                stack.append(n)
        return [] if any(n >= CARDS + TOKENS for n in stack) else stack

    def _turned_together(self, stack: list[int], x_mm: float, y_mm: float) -> list[ScenePiece]:
        first, angle = self._table.pieces[stack[0]], self._random.choice((0.0, self._random.uniform(-40, 40)))
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        moved = []
        for n in stack:
            piece = self._table.pieces[n]
            dx, dy = piece.x_mm - first.x_mm, piece.y_mm - first.y_mm
            moved.append(
                replace(
                    piece,
                    x_mm=x_mm + cos * dx - sin * dy,
                    y_mm=y_mm + sin * dx + cos * dy,
                    angle_deg=piece.angle_deg + angle,
                )
            )
        return moved

    def exchange(self) -> Act:
        """A card is taken and another one laid in its place in one go. From back to front or from front to back no
        picture can tell it from turning the card over."""
        table, random = self._table, self._random
        free, held = [n for n in self._open(0, CARDS) if not table.below(table.pieces[n])], self._free(CARDS)
        if not free or not held:
            return NOTHING
        old, ident = table.pieces[random.choice(free)], random.choice(held)
        off = random.uniform(0, 10)
        turn = random.uniform(0, 2 * math.pi)
        new = replace(
            table.new(ident),
            x_mm=old.x_mm + off * math.cos(turn),
            y_mm=old.y_mm + off * math.sin(turn),
            angle_deg=old.angle_deg + random.uniform(-6, 6),
            face_up=old.face_up or random.random() < 0.5,
        )
        if not new.face_up and not old.face_up:
            new = replace(new, face_up=True)
        if any(overlap(new, p, 4.0) for n, p in table.pieces.items() if n != old.ident):
            return NOTHING
        gone = self._one(ChangeKind.GONE, old.ident)
        table.take(old.ident)
        table.put(new)
        can_tell = old.face_up and new.face_up and sticks_out(old, new, self._fine())
        told = (*gone, *self._one(ChangeKind.PLACED, ident))
        return Act(
            "exchange", f"{said(old)} for {said(new)}", told, tellable=can_tell, idents=frozenset((old.ident, ident))
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------ around the table

    def hand(self) -> Act:
        """A hand comes and goes over some places."""
        for _ in range(self._random.randint(1, 2)):
            self._table.camera.wave(
                self._random.uniform(30, 530), self._random.uniform(30, 350), self._random.randint(1, 4)
            )
        return Act("hand only")

    def resting(self) -> Act:
        """A hand rests over a piece for some seconds."""
        table, free = self._table, self._open()
        if not free:
            return NOTHING
        piece = table.pieces[self._random.choice(free)]
        x, y = sticker_at(piece)
        table.camera.wave(x, y, _REST_FRAMES)
        wrong = [
            (change.kind.value, change.payload) for _ in range(_REST_FRAMES) for change in table.look(_REST_S).changes
        ]
        return Act("hand resting", said(piece), inside=tuple(wrong), idents=frozenset((piece.ident,)))

    def lamp(self) -> Act:
        """The lamp is moved or dimmed at once, or the day fades."""
        table, random = self._table, self._random
        if random.random() < 0.5:
            table.drift(random.uniform(-0.02, 0.02))
            return Act("lamp", "the light drifts")
        level, gradient = random.uniform(0.7, 1.0), random.uniform(0.05, 0.35)
        table.shine(replace(table.lamp, level=level, gradient=gradient, angle_deg=random.uniform(0, 360)))
        return Act("lamp", "another lamp")

    def shadow(self) -> Act:
        """Somebody stands in the light, or leaves."""
        random = self._random
        shade = 0.0 if self._table.lamp.shade else random.uniform(0.1, 0.35)
        where = Point(random.uniform(0, 560), random.uniform(0, 380))
        self._table.shine(replace(self._table.lamp, shade=shade, shade_at=where, shade_mm=random.uniform(60, 160)))
        return Act("shadow", f"{shade:.2f}")

    def jump(self) -> Act:
        """The camera's exposure jumps for some frames."""
        gain = self._random.choice((0.45, 0.7, 1.4, 1.8))
        self._table.camera.jump(gain, self._random.randint(1, 6))
        return Act("gain jump", f"{gain}")

    def bump(self) -> Act:
        """Somebody knocks against the camera; the whole mat stays in the picture."""
        table, random, view = self._table, self._random, self._table.camera.view
        x, y = view.pixel(Point(MAT.width_mm / 2, MAT.height_mm / 2))
        right, down = view.width_px / 2 - x, view.height_px / 2 - y
        table.camera.bump(
            right + random.uniform(-10, 10), down + random.uniform(-6, 6), random.uniform(-0.6, 0.6) - self._lean()
        )
        return Act("bump")

    def _lean(self) -> float:
        view = self._table.camera.view
        (x0, y0), (x1, y1) = view.pixel(Point(20, 190)), view.pixel(Point(540, 190))
        return -math.degrees(math.atan2(y1 - y0, x1 - x0))

    def cup(self) -> Act:
        """A cup is put on the table, mostly on a card, or taken away."""
        table, random = self._table, self._random
        if _CUP in table.pieces:
            table.take(_CUP)
            return Act("cup", "goes")
        free = self._open(0, CARDS)
        cup = table.new(_CUP)
        if free and random.random() < 0.7:
            x, y = sticker_at(table.pieces[random.choice(free)])
            cup = replace(cup, x_mm=x + random.uniform(-15, 15), y_mm=y + random.uniform(-15, 15))
        else:
            cup = replace(cup, x_mm=random.uniform(65, 495), y_mm=random.uniform(75, 305))
        table.put(cup)
        return Act("cup", f"at {at(cup)}")

    def plain(self) -> Act:
        """A card without a sticker is laid over a card, or taken away."""
        table, random = self._table, self._random
        if _PLAIN in table.pieces:
            table.take(_PLAIN)
            return Act("plain card", "goes")
        free = self._open(0, CARDS)
        if not free:
            return NOTHING
        below = table.pieces[random.choice(free)]
        dx, dy = random.uniform(-20, 20), random.uniform(-20, 20)
        card = replace(
            table.new(_PLAIN), x_mm=below.x_mm + dx, y_mm=below.y_mm + dy, angle_deg=random.uniform(0, 360)
        )  # fmt: skip
        table.put(card)
        return Act("plain card", f"over {said(below)}, at {at(card)}")

    def stranger(self) -> Act:
        """A card of another game comes or goes."""
        table = self._table
        there = self._open(100, 200)
        if there:
            table.take(there[0])
            return Act("stranger", f"{there[0]} goes")
        ident = 100 + self._random.randrange(5)
        piece = table.free_place(table.new(ident))
        if piece is None or ident in table.pieces:
            return NOTHING
        table.put(piece)
        seen = self._one(ChangeKind.UNKNOWN, ident)
        is_small = table.level.px_per_module < _SMALL
        return Act("stranger", f"{ident} comes", () if is_small else seen, seen)

    def double(self) -> Act:
        """A second copy of a card comes and goes again."""
        table = self._table
        up = [n for n in self._open(0, CARDS) if table.pieces[n].face_up]
        if not up:
            return NOTHING
        ident = self._random.choice(up)
        piece = table.free_place(table.new(200 + ident))
        if piece is None:
            return NOTHING
        table.put(piece)
        wanted = list(self._one(ChangeKind.DOUBLED, 200 + ident))
        told = table.settle().told
        table.take(200 + ident)
        wrong = [] if told == wanted else [*told, ("wanted", str(wanted))]
        return Act("double", said(piece), inside=tuple(wrong), idents=frozenset((ident,)))


GAP = 9.0  # mm free around a stack


def said(piece: ScenePiece) -> str:
    """A piece in short."""
    return f"{piece.ident}{'^' if piece.face_up else 'v'} at {at(piece)}"


def at(piece: ScenePiece) -> str:
    """Where a piece lies, in short."""
    return f"{piece.x_mm:.0f},{piece.y_mm:.0f}/{piece.angle_deg:.0f}"
