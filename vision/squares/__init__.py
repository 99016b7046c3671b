"""Boards whose pieces carry no stickers: which side stands on which field, seen from above.

Where the board lies is known by its corner markers (`vision.calibration.board`), or `find_checker` finds it by its dark
and light fields. `flatten` cuts the fields out of a frame. A `SquaresReader` is told once what stands where (`learn`),
in the light and with the pieces that there are; then it gives for every still picture (`read`) how probable each side,
or nobody, is on every field, and says which fields it is not sure of. `accept` tells it what the position was taken
for, so that it goes along with slow changes. `SquaresWatch` does all that for a camera, after each still moment. What
may have happened is somebody else's knowledge: `rank_positions` compares a reading with positions that are handed to
it, and says whether one of them is clearly the one; a single field that is not sure then decides nothing.

Only the side is seen, never the kind of piece. Sides are names without meaning here, the lighter one's first.
"""

from vision.squares._flat import FlatBoard, Grid, flatten, grid_of
from vision.squares.checker import CheckerFound, find_checker, follow_checker
from vision.squares.match import PositionMatch, RankedPosition, rank_positions
from vision.squares.reader import SquaresReader, SquaresSettings
from vision.squares.watch import SquaresWatch

__all__ = [
    "CheckerFound",
    "FlatBoard",
    "Grid",
    "PositionMatch",
    "RankedPosition",
    "SquaresReader",
    "SquaresSettings",
    "SquaresWatch",
    "find_checker",
    "flatten",
    "follow_checker",
    "grid_of",
    "rank_positions",
]
