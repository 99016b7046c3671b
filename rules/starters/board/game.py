"""My Game: put your stones on a board of nine fields, then move them. Three in a row win."""

from rules.engine import Game, Play, Refusal, Rules, Screens, Seat, SideLook, State, Table, squares
from rules.engine.parts import Phases, Stones, Turns

BOARD = squares(3, 3)
stones = Stones(BOARD, {"gold": SideLook("circle", "gold"), "blue": SideLook("square", "blue", "stripes")}, each=3)
turns, phases = Turns(last=40), Phases()


@phases.step
def turn(t: Table, seat: Seat) -> Play:
    if stones.left(t, seat):
        yield from stones.put(t, seat)  # MG-1
    else:
        yield from stones.move(t, seat, may_move)  # MG-2
    t.go("turn", t.left_of(seat))
    if stones.has_row(t, seat, 3):  # MG-3
        t.finish([seat])
    elif turns.end(t):  # MG-4
        t.finish([])


def may_move(seen: State, frm: str, to: str) -> Refusal | None:
    (x, y), (right, up) = BOARD.cells[frm], BOARD.cells[to]
    near = max(abs(right - x), abs(up - y)) == 1
    return None if near else Refusal("too_far", "MG-2", {"cell": to})


def build() -> Game:
    return Game(
        package=__name__,
        title="My Game",
        seats=range(2, 3),
        rules=Rules(setup=phases.setup(stones, turns), play=phases.play),
        box=stones.box,
        screens=Screens(board=stones.draw, put_away={"turns"}),
    )
