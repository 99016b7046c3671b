"""Chess boards without stickers: random legal moves, read from one still picture before and one after.

    python -m bench.squares_bench [--quick] [--moves N] [--workers N] [--tilt LOW HIGH] [--photos FOLDER]

Boards of wood, vinyl and print with sets of wood and plastic through a rendered camera: every game with its own tilt
(0 to 18 degrees, or `--tilt`), blur, noise, light, and a board that was pushed and turned and is found by its pattern.
Pieces stand up to a quarter of a square off the middle, turned anyhow; after about every third move the light is
another one, half of the time with the shadow of a hand over the edge of the board. Each reading is matched with all
legal moves and with "nothing was done"; afterwards the reader is told the truth, as the rules would tell it.

Then photographs of real boards, or only they, from `--photos` (those that `bench/_board_photos.py` has marks for):
moves are made of each photograph's own pixels, under another light and with other noise. The reader learns the
photograph and reads the move; what kind a piece is nobody says, so the candidates are the moves of a queen and a knight
for every piece of both sides, many more than a game would allow.

square errors: squares whose likeliest occupant is wrong. position: readings without one. move: the right move is
clearly best. asked: no move was clearly best, people would be asked. wrong: another move was taken for clear. Behind
the line the same for the version before, which judged every square alone, on the same pictures.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import chess
import cv2

from bench._board_photos import OWN_PHOTOS, BoardPhoto, board_photos, field_of, photo_moves, reached
from bench._boards import (
    SIDES,
    USUAL_TILT,
    BoardScene,
    Conditions,
    board_mat,
    candidates,
    drawn_conditions,
    drawn_lamp,
    sides_of,
)
from vision import BoardSeen, Scale, SquaresReader, TagRegistry, rank_positions, table_reader
from vision.calibration.board import AS_DRAWN
from vision.squares import find_checker, flatten, follow_checker, grid_of

MOVES, FEW, A_GAME = 2000, 24, 40
STARTS = (  # the start, and known perft positions with castling, en passant and promotions near (chessprogramming.org)
    chess.STARTING_FEN,
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
)


@dataclass(frozen=True)
class Outcome:
    """One move: what kind it was, with which set, how many squares were read wrong or unsure, and what came of it
    ("right", "asked" or "wrong"); `alone`: with every square judged alone."""

    kind: str
    make: str
    errors: int
    unsure: int
    result: str
    alone: str


def played(number: int, moves: int, seed: int, tilt_deg: tuple[float, float] = USUAL_TILT) -> list[Outcome]:
    """One game of so many moves at most, each read from a picture. An empty list when the board was not found."""
    random = Random(seed * 1000 + number)
    board = chess.Board(STARTS[number % len(STARTS)])
    scene = BoardScene(drawn_conditions(random, number, tilt_deg), seed * 1000 + number)
    scene.put(board)
    grid, calibration = grid_of(scene.layout), scene.calibration()
    picture = scene.picture()
    found = find_checker(picture, grid, calibration)
    flat = None if found is None else flatten(picture, grid, calibration, found.fit)
    if found is None or flat is None:
        return []
    reader = SquaresReader(grid, SIDES)
    told: list[Outcome] = []
    reader.learn(flat, sides_of(board), 0.0)
    while len(told) < moves and not board.is_game_over():
        move = _chosen(board, random)
        possible = {"": sides_of(board), **candidates(board)}
        kind = _kind(board, move)
        board.push(move)
        scene.put(board)
        if random.random() < 0.3:
            scene.relight(drawn_lamp(random, scene.conditions.lamp))
        flat = flatten(scene.picture(), grid, calibration, found.fit)
        assert flat is not None
        seen, truth = reader.read(flat, float(len(told))), sides_of(board)
        told.append(_judged((kind, scene.conditions.make), seen, truth, possible, move.uci()))
        reader.accept(truth)
    return told


def _judged(
    what: tuple[str, str],
    seen: BoardSeen,
    truth: Mapping[str, str],
    possible: Mapping[str, Mapping[str, str]],
    move: str,
) -> Outcome:
    errors = sum(occupant.side != truth.get(name, "") for name, occupant in seen.cells.items())
    results = []
    for told in (seen, replace(seen, changes={})):
        match = rank_positions(told, possible)
        assert match.best is not None
        results.append("asked" if not match.is_clear else "right" if move in match.best.names else "wrong")
    return Outcome(*what, errors, len(seen.unsure), *results)


def photographed(photo: BoardPhoto, moves: int, seed: int) -> list[Outcome] | None:
    """So many moves on a photograph, each from the photograph itself. None when the board was not found."""
    grid = grid_of(board_mat())
    found = find_checker(photo.picture, grid, photo.calibration)
    before = None if found is None else flatten(photo.picture, grid, photo.calibration, found.fit)
    if found is None or before is None:
        return None
    possible = {"": photo.position()}
    for was, side in photo.pieces.items():
        for now in reached(was, photo.pieces):
            pieces = {at: other for at, other in photo.pieces.items() if at != was} | {now: side}
            possible[field_of(was) + field_of(now)] = photo.position(pieces)
    told = []
    for move in photo_moves(photo, moves, Random(seed)):
        after = flatten(move.picture, grid, photo.calibration, found.fit)
        assert after is not None
        reader = SquaresReader(grid, SIDES)
        reader.learn(before, photo.position(), 0.0)
        kind = "capture" if move.now in photo.pieces else "quiet"
        name = field_of(move.was) + field_of(move.now)
        what = (kind, f"photo {photo.name}")
        told.append(_judged(what, reader.read(after, 1.0), photo.position(move.pieces), possible, name))
    return told


def _chosen(board: chess.Board, random: Random) -> chess.Move:
    """A legal move; the rarer kinds more often than by chance."""
    moves = list(board.legal_moves)
    by_kind: dict[str, list[chess.Move]] = {}
    for move in moves:
        by_kind.setdefault(_kind(board, move), []).append(move)
    rare = [kind for kind in by_kind if kind != "quiet"]
    return random.choice(by_kind[random.choice(rare)] if rare and random.random() < 0.5 else moves)


def _kind(board: chess.Board, move: chess.Move) -> str:
    if board.is_castling(move):
        return "castling"
    if board.is_en_passant(move):
        return "en passant"
    if move.promotion:
        return "promotion"
    return "capture" if board.is_capture(move) else "quiet"


def shown(outcomes: Sequence[Outcome], lost: int) -> list[str]:
    """The table of the rates."""
    lines = [f"Boards without stickers: {len(outcomes)} moves read; {lost} boards were not found by their pattern"]
    rates = f"{'move':>9}{'asked':>8}{'wrong':>8}"
    lines.append(f"  {'':14}{'moves':>7}{'square err':>12}{'unsure':>9}{'position':>10}{rates} |{rates}")
    groups = [("all", outcomes)]
    groups += [(make, [o for o in outcomes if o.make == make]) for make in sorted({o.make for o in outcomes})]
    groups += [(kind, [o for o in outcomes if o.kind == kind]) for kind in sorted({o.kind for o in outcomes})]
    for name, group in groups:
        count = max(1, len(group))
        errors, unsure = (sum(getattr(o, part) for o in group) / (64 * count) for part in ("errors", "unsure"))
        whole = sum(o.errors == 0 for o in group) / count
        rates = " |".join(_rates([getattr(o, version) for o in group]) for version in ("result", "alone"))
        lines.append(f"  {name:14}{len(group):>7}{errors:>12.3%}{unsure:>9.2%}{whole:>10.2%}{rates}")
    return lines


def _rates(results: Sequence[str]) -> str:
    counts, count = Counter(results), max(1, len(results))
    return "".join(f"{counts[part] / count:>{wide}.2%}" for part, wide in (("right", 9), ("asked", 8), ("wrong", 8)))


def timed() -> list[str]:
    """What reading a board costs in a frame of about 1920 x 1080, beside reading the whole frame for tags."""
    scene = BoardScene(Conditions(px_per_mm=1.85), 5, board_mat(1000.0, 560.0))
    board = chess.Board()
    scene.put(board)
    grid, calibration, picture = grid_of(scene.layout), scene.calibration(), scene.picture()
    reader, tags = SquaresReader(grid, SIDES), table_reader(TagRegistry())
    flat = flatten(picture, grid, calibration)
    assert flat is not None
    reader.learn(flat, sides_of(board), 0.0)

    def read() -> None:
        seen = flatten(picture, grid, calibration)
        assert seen is not None
        reader.read(seen, 0.0)

    scale = Scale(calibration, (24.0,))
    jobs = (
        ("board read", read),
        ("board followed by its pattern", lambda: follow_checker(picture, grid, calibration, AS_DRAWN)),
        ("board found by its pattern", lambda: find_checker(picture, grid, calibration)),
        ("whole frame read for tags", lambda: tags.read_tags(picture, None, scale)),
    )
    cost = {}
    for name, job in jobs:
        times = []
        for _ in range(7):
            began = time.process_time()
            job()
            times.append(time.process_time() - began)
        cost[name] = min(times)
    peer = cost["whole frame read for tags"]
    height, width = picture.shape[:2]
    lines = [f"  one frame of {width} x {height}, processor ms (share of reading it for tags)"]
    return lines + [f"    {name:<32}{took * 1000:8.1f}  {took / peer:6.2f}" for name, took in cost.items()]


def measured(
    moves: int, seed: int = 1, workers: int = 2, tilt_deg: tuple[float, float] = USUAL_TILT
) -> tuple[list[Outcome], int]:
    """The outcomes of about so many moves, and how many boards were not found."""
    games = range((moves + A_GAME - 1) // A_GAME) if moves >= A_GAME else range(min(moves, len(STARTS)))
    length = A_GAME if moves >= A_GAME else max(1, moves // len(games))
    if workers <= 1:
        return _together([played(number, length, seed, tilt_deg) for number in games])
    outcomes: list[list[Outcome]] = []
    with ProcessPoolExecutor(workers, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        number = 0
        while sum(map(len, outcomes)) < moves and number < 4 * len(games):
            batch = range(number, number + max(workers, len(games) - len(outcomes)))
            outcomes += pool.map(played, *zip(*((number, length, seed, tilt_deg) for number in batch), strict=True))
            number = batch.stop
    return _together(outcomes)


def _together(games: Iterable[Sequence[Outcome]]) -> tuple[list[Outcome], int]:
    told = list(games)
    return [outcome for game in told for outcome in game], sum(not game for game in told)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few moves")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--workers", type=int, default=2, help="processes that work at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tilt", type=float, nargs=2, default=USUAL_TILT, help="degrees, of the rendered boards")
    parser.add_argument("--photos", type=Path, help="other photographs of real boards; then no board is rendered")
    arguments = parser.parse_args()
    if arguments.photos is None:
        moves, workers = (FEW, 1) if arguments.quick else (arguments.moves, arguments.workers)
        outcomes, lost = measured(moves, arguments.seed, workers, tuple(arguments.tilt))
        print("\n" + "\n".join([*shown(outcomes, lost), *timed()]))
    folder, moves = arguments.photos or OWN_PHOTOS, 2 if arguments.quick else A_GAME // 2
    boards = [photographed(photo, moves, arguments.seed) for photo in board_photos(folder)]
    found = [outcomes for outcomes in boards if outcomes is not None]
    print("\nPhotographs of real boards")
    print("\n".join(shown([outcome for board in found for outcome in board], len(boards) - len(found))))


if __name__ == "__main__":
    main()
