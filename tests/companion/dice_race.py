"""Dice Race, a toy: the seats throw two dice in turn; whoever comes to twenty first has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from rules.engine import Box, Rules, Screens
from rules.engine.game import CardFace, Game, Play
from rules.engine.mat import Layout, MatSpot
from rules.engine.questions import Roll
from rules.engine.table import Table
from rules.engine.types import ALL, PieceId, Seat
from rules.engine.words import Words
from tests.toy import Toy

GOAL = 20
PAWN = PieceId("PAWN")


@dataclass(frozen=True)
class DiceKind:
    """Which dice are thrown."""

    sides: tuple[int, ...] = (6, 6)


def setup(t: Table) -> None:
    t.add_pile("start", deck="pawns", spot="start", readers=ALL, face_up=True)
    for seat in t.seats:
        t.add_track(f"steps/{seat}", 0, owner=seat)
    t.go("throw", Seat(0))


def play(kind: DiceKind, t: Table) -> Play:
    while t.result is None:
        seat = t.turn
        assert seat is not None
        faces = yield Roll(kind="throw", seat=seat, dice=kind.sides, boundary=True)
        t.add(f"steps/{seat}", sum(faces))
        t.tell("thrown", seat=seat, count=sum(faces))
        if t.number(f"steps/{seat}") >= GOAL:
            t.finish([seat])
        t.go("throw", t.left_of(seat))


def layout(seats: int, settings: Mapping[str, object]) -> Layout:
    tray = MatSpot("tray", 330, 180, 170, 150, label="tray")
    return Layout(460, 340, (MatSpot("start", 100, 180, 72, 96, label="start"),), tray=tray)


ENGLISH = {
    "event": {"thrown": "{seat} goes {count} steps."},
    "question": {"throw": {"short": "{seat}, throw.", "long": "{seat} throws the dice."}},
    "pile": {"start": "Start"},
    "track": {"steps": "Steps of {seat}"},
    "phase": {"over": "The race is over."},
    "result": {"winners": "{winners} wins.", "no_winner": "Nobody wins."},
    "word": {"pawns": "the pawns"},
}


def faces(settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    return {PAWN: CardFace(PAWN, "Pawn", "P", "circle", "", "blue")}


def dice_race(sides: tuple[int, ...] = (6, 6)) -> Game:
    """The race with these dice."""
    return Toy(
        package="dice_race",
        title="Dice Race",
        seats=range(2, 5),
        rules=Rules(setup=setup, play=partial(play, DiceKind(sides))),
        box=Box(decks=lambda settings, seats: {"pawns": (PAWN,)}, faces=faces),
        screens=Screens(prominent={"steps"}),
        sentences=(ENGLISH,),
        laid_out=layout,
    )
