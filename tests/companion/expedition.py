"""Expedition, a toy for one to four players together: they lead one token along a path, and all of them win or nobody.

The path is as long as the option `path` says, so the board on the mat is another one. What to do is chosen as a group;
at every second field one seat leads. Before each storm, and beside each choice, somebody may eat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.engine import Box, Rules, Screens
from rules.engine.game import CardFace, Play, Setting
from rules.engine.mat import Board, BoardState, Field, Grid, Layout, MatSpot, squares
from rules.engine.questions import GroupChoice, Moved, Option, Roll
from rules.engine.table import Table
from rules.engine.types import ALL, PieceId, Refusal, Say, Seat, Shape, State
from rules.engine.words import Words
from tests.toy import Toy

PARTY = PieceId("PARTY")
FIELDS = {"short": 3, "long": 6}
PITCH_MM = 50.0


def grid_of(path: str) -> Grid:
    """One row of fields."""
    return squares(FIELDS[path], 1)


def cells_of(state_or_table: State | Table) -> tuple[str, ...]:
    """The fields of the path in play, from the first to the last."""
    piles = state_or_table.piles if isinstance(state_or_table, State) else state_or_table.state.piles
    return tuple(key.partition("/")[2] for key in piles)


def setup(t: Table) -> None:
    for cell in grid_of(str(t.settings["path"])).cells:
        t.add_pile(f"at/{cell}", readers=ALL, spot=cell, shape=Shape.ROW, face_up=True)
    t.put_in(PARTY, "at/a1")
    t.add_track("food", 2)
    t.add_track("hope", 4)
    t.go("walk", Seat(0))


def here(state: State) -> str:
    place = state.where(PARTY)
    assert place is not None
    return place.partition("/")[2]


def play(t: Table) -> Play:
    while t.result is None:
        cells, at = cells_of(t), here(t.state)
        leader = t.turn if cells.index(at) % 2 else None
        step = yield GroupChoice(
            kind="walk",
            seats=t.seats,
            choices=choices,
            leader=leader,
            button="rest",
            far=far,
            boundary=True,
            facts={"cell": at},
        )
        if step == "eat":
            eat(t)
            continue
        if step != "rest":
            t.move(PARTY, f"at/{step}", frm=f"at/{at}")
            t.tell("walked", cell=step)
        if step == cells[-1]:
            t.finish(t.seats, (Say("score", {"score": t.number("hope")}),))
            return
        yield from storm(t)
        assert t.turn is not None
        t.go("walk", t.left_of(t.turn))


def storm(t: Table) -> Play:
    while True:
        faces = yield Roll(kind="storm", seat=None, dice=(6,), asides=meals)
        if faces != "eat":
            break
        eat(t)
    if faces[0] <= 3:
        t.add("hope", -1)
        t.tell("stormed")
    if t.number("hope") == 0:
        t.finish(())


def eat(t: Table) -> None:
    t.add("food", -1)
    t.add("hope", 1)
    t.tell("ate")


def meals(seen: State) -> Iterator[Option]:
    why = None if seen.number("food") else Refusal("no_food", "EX-2", {})
    yield Option("eat", "eat", Say("eat"), refusal=why, aside=True)


def choices(seen: State, seat: Seat) -> Iterator[Option]:
    cells, at = cells_of(seen), here(seen)
    onward = cells[cells.index(at) + 1]
    yield _step(at, onward)
    yield Option("rest", "rest", Say("rest"))
    yield from meals(seen)


def far(seen: State, seat: Seat) -> Iterator[Option]:
    cells, at = cells_of(seen), here(seen)
    for cell in cells:
        if abs(cells.index(cell) - cells.index(at)) > 1:
            yield replace(_step(at, cell), refusal=Refusal("too_far", "EX-1", {"cell": cell}))


def _step(at: str, to: str) -> Option:
    moved = Moved(PARTY, at, to)
    return Option(f"go:{to}", to, Say("go", {"cell": to}), moved, piece=PARTY, cell=to, from_cell=at)


def board(state: State) -> BoardState:
    cells = cells_of(state)
    return BoardState(
        grid_of("short" if len(cells) == FIELDS["short"] else "long"),
        tuple(
            Field(cell, "camp" if cell == cells[-1] else "", pieces=state.pile(f"at/{cell}").pieces) for cell in cells
        ),
    )


def layout(seats: int, settings: Mapping[str, object]) -> Layout:
    grid = grid_of(str(settings["path"]))
    lies = Board(grid, 90, 100, PITCH_MM, PITCH_MM * len(grid.cells), PITCH_MM)
    spots = (
        MatSpot(cell, 90 + PITCH_MM * grid.centre(cell)[0], 100, PITCH_MM, PITCH_MM, label="at", cell=cell)
        for cell in grid.cells
    )
    return Layout(460, 340, tuple(spots), tray=MatSpot("tray", 330, 240, 150, 120, label="tray"), board=lies)


ENGLISH = {
    "event": {"walked": "On to {cell}.", "stormed": "A storm takes hope.", "ate": "A meal gives hope."},
    "question": {
        "walk": {
            "short": "{seat? {seat} leads|Together}.",
            "long": "At {cell}: {seat?{seat} leads|all decide together}.",
        },
        "storm": "Roll for the storm.",
    },
    "option": {"go": "Go to {cell}", "rest": "Rest", "eat": "Eat"},
    "refusal": {"too_far": "{cell} is too far away.", "no_food": "No food is left."},
    "pile": {"at": "Field {cell}"},
    "track": {"food": "Food", "hope": "Hope"},
    "phase": {"over": "The journey is over."},
    "result": {"winners": "You have arrived.", "no_winner": "All hope is lost.", "score": "Hope: {score}."},
    "word": {"tokens": "the tokens", "camp": "Camp"},
}


def faces(settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    return {PARTY: CardFace(PARTY, "The party", "P", "circle", "", "blue")}


EXPEDITION = Toy(
    package="expedition",
    title="Expedition",
    seats=range(1, 5),
    rules=Rules(
        setup=setup,
        play=play,
        settings=(Setting("path", "short", "How long the path is.", ("short", "long")),),
    ),
    box=Box(decks=lambda settings, seats: {"tokens": (PARTY,)}, faces=faces),
    screens=Screens(board=board),
    sentences=(ENGLISH,),
    laid_out=layout,
)
