"""The mat of a game: spots on which nothing lies, that lie on one another, or beside the mat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from companion.kit.findings import Finding
from companion.kit.laws.playing import Script, settings_at
from rules.engine.game import Game
from rules.engine.mat import Layout, MatSpot
from rules.engine.match import Match
from rules.outside import Found

_EDGE_MM: Final = 1.0
"""So much two spots may share: cards lie in the middle of theirs."""
_Corners = Sequence[tuple[float, float]]


def wrong_spots(found: Found, game: Game) -> Iterator[Finding]:
    """What is wrong with the mat for any number of players."""
    file = found.folder / "layout.toml"
    if not file.is_file():
        return
    lines = file.read_text("utf-8").splitlines()

    def finding(spot: MatSpot, wrong: str) -> Finding:
        head = spot.name.partition("/")[0]
        line = next((n for n, one in enumerate(lines, 1) if f'"{head}"' in one or one.strip() == f"[{head}]"), 1)
        return Finding("layout.toml", line, wrong)

    for seats in game.seats:
        settings = settings_at(game, seats, 0)
        mat, players = game.mat(seats, settings), f"({seats} players.)"
        piles = Match(game, Script(game, seats, settings=settings).header).state.piles.values()
        taken = {pile.spot for pile in piles}
        for spot in mat.spots:
            if spot.name not in taken and not spot.cell and game.box.grid is None:
                name = spot.name.partition("/")[0]
                cure = f"give it one, t.add_pile(..., spot='{name}'), or delete it"
                yield finding(spot, f"No pile lies on the spot '{name}': {cure}.")
            if _leaves(mat, spot):
                cure = f"move it, or make [mat] larger than {mat.width_mm:g} by {mat.height_mm:g} mm. {players}"
                yield finding(spot, f"The spot '{spot.name}' reaches beyond the mat: {cure}")
        for one, other in combinations((*mat.spots, *([] if mat.tray is None else [mat.tray])), 2):
            if not (one.cell and other.cell) and _overlap(_corners(one), _corners(other)):
                cure = f"move one of them in layout.toml, for the camera cannot tell which is meant. {players}"
                yield finding(other, f"The spots '{one.name}' and '{other.name}' lie on one another: {cure}")


def _leaves(mat: Layout, spot: MatSpot) -> bool:
    return any(not (0 <= x <= mat.width_mm and 0 <= y <= mat.height_mm) for x, y in _corners(spot))


def _corners(spot: MatSpot) -> _Corners:
    turn = math.radians(spot.angle_deg)
    width, height = spot.width_mm / 2 - _EDGE_MM, spot.height_mm / 2 - _EDGE_MM
    return [
        (
            spot.x_mm + right * width * math.cos(turn) - down * height * math.sin(turn),
            spot.y_mm + right * width * math.sin(turn) + down * height * math.cos(turn),
        )
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _overlap(one: _Corners, other: _Corners) -> bool:
    """Whether two rectangles share anything: no side of either has all of the other beyond it."""
    for corners in (one, other):
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            across = (y2 - y1, x1 - x2)
            sides = [[across[0] * x + across[1] * y for x, y in each] for each in (one, other)]
            if max(sides[0]) <= min(sides[1]) or max(sides[1]) <= min(sides[0]):
                return False
    return True
