"""Chronicle's mat, its options and its words."""

from __future__ import annotations

import ast
import math
from itertools import combinations
from pathlib import Path

import pytest

from rules.engine.entries import Header
from rules.engine.game import SettingError
from rules.engine.mat import Layout, MatSpot
from rules.engine.match import Match
from rules.engine.types import PieceId, Say, Seat
from rules.engine.words import Names
from rules.games import chronicle, game

Box = tuple[float, float, float, float]
CORNER_MM = 37.0  # a marker of 34 mm with its centre 20 mm from both edges


def box(spot: MatSpot) -> Box:
    """Left, top, right and bottom of a spot whose angle is a multiple of 90 degrees."""
    turned = spot.angle_deg % 180 == 90
    width, height = (spot.height_mm, spot.width_mm) if turned else (spot.width_mm, spot.height_mm)
    return spot.x_mm - width / 2, spot.y_mm - height / 2, spot.x_mm + width / 2, spot.y_mm + height / 2


def corners(mat: Layout) -> dict[str, Box]:
    right, bottom = mat.width_mm - CORNER_MM, mat.height_mm - CORNER_MM
    places = ((0.0, 0.0), (right, 0.0), (0.0, bottom), (right, bottom))
    return {f"corner {n}": (x, y, x + CORNER_MM, y + CORNER_MM) for n, (x, y) in enumerate(places)}


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_spots_lie_apart_and_on_the_mat(seats: int) -> None:
    mat = game("chronicle").mat(seats)
    assert (mat.width_mm, mat.height_mm) == ((900, 640) if seats < 5 else (1150, 760))
    boxes = {s.name: box(s) for s in mat.spots} | corners(mat)
    assert not [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])]
    for left, top, right, bottom in boxes.values():
        assert 0 <= left < right <= mat.width_mm
        assert 0 <= top < bottom <= mat.height_mm


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_cards_fit_and_every_pile_has_its_spot(seats: int) -> None:
    mat = game("chronicle").mat(seats)
    width, height = mat.card_mm
    assert all(s.width_mm >= width and s.height_mm >= height for s in mat.spots)
    match = Match(game("chronicle"), Header("chronicle", seats))
    assert {p.spot for p in match.state.piles.values() if p.spot is not None} == {s.name for s in mat.spots}
    for seat in range(seats):  # two rows of cards that show the strip with their sticker
        row = mat.spot(f"allies/{seat}")
        assert 2 * (1 + math.floor((row.width_mm - width) / 29)) >= 26
        assert row.height_mm >= height + 31


@pytest.mark.rules("CR-001")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seats_go_clockwise_as_seen_from_above(seats: int) -> None:
    mat = game("chronicle").mat(seats)
    places = [mat.spot(f"allies/{s}") for s in range(seats)]
    angles = [math.atan2(p.y_mm - mat.height_mm / 2, p.x_mm - mat.width_mm / 2) for p in places]
    steps = [(b - a) % math.tau for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert sum(steps) == pytest.approx(math.tau)  # once around; with y downwards growing angles go clockwise


@pytest.mark.rules("CR-C07", "CR-001")
def test_options_are_off_unless_chosen() -> None:
    chosen = game("chronicle")
    assert chosen.check_settings({}) == {"two_histories": False, "prolonged": False, "pack": "starter-ours"}
    for seats in (2, 7):
        with pytest.raises(SettingError, match="3 to 6 players"):
            chosen.check_seats(seats)
    with pytest.raises(SettingError, match="can be starter-ours"):
        chosen.check_settings({"pack": "another"})


def called_with(name: str) -> set[str]:
    """The first text given to calls of this name in the game's code."""
    folder = Path(chronicle.__file__).parent
    found = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
                texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                texts += [str(ast.literal_eval(k.value)) for k in node.keywords if k.arg == "kind"]
                found.update(texts[:1])
    return found


@pytest.mark.parametrize(("name", "section"), [("tell", "event"), ("Refusal", "refusal"), ("_choose", "question")])
def test_every_code_has_its_sentences(name: str, section: str) -> None:
    words = game("chronicle").words("en")
    codes = called_with(name)
    assert len(codes) > 5
    assert not [code for code in codes if (section, code) not in words]


def test_the_voice_is_short() -> None:
    words = game("chronicle").words("en")
    for section in ("event", "refusal"):
        for code, sentence in words.codes(section).items():
            assert len(sentence.short.split()) <= 16, code  # choices by number count as words here


def test_sentences_read_well() -> None:
    chosen = game("chronicle")
    words = chosen.words("en")
    looks = chosen.box.faces({}, words)
    names = Names(("Anna", "Ben", "Cara"), {p: f.title for p, f in looks.items()})

    def say(code: str, **facts: object) -> str:
        return words.say("event", Say(code, facts), names, long=False)

    assert say("meeting_won", seat=Seat(1), count=1, piece=PieceId("LOV-9")) == "Ben wins one card."
    assert say("excluded", seat=Seat(0), pieces=(PieceId("POW-1"), PieceId("WILD-DEMON"))) == (
        "Anna does not score: Power 1 and Demon."
    )
    assert say("lead_suit", suit="wisdom") == "Lead suit: Wisdom."


def test_the_rules_can_be_listed() -> None:
    chosen = game("chronicle")
    listed = dict(chosen.rules_text("en"))
    assert len(listed) == 120
    assert all(rule.startswith("CR-") for rule in listed)
