"""Score sheets: numbers and ticks in spaces, their totals, and what is drawn of them."""

from __future__ import annotations

import pytest

from rules.engine import Choose, Refusal, ScoreSheet, Seat, State, Table
from rules.engine.entries import EDITION
from rules.engine.table import TableError

ANNA, BEN = Seat(0), Seat(1)
SHEET = ScoreSheet(("shells", "crabs", "boat"), frozenset({"boat"}), 2, lambda written: sum(written.values()) * 10)


def table() -> Table:
    t = Table(2, {}, {}, EDITION)
    SHEET.setup(t)
    return t


def test_what_is_written_stands_in_its_space_and_in_the_total() -> None:
    t = table()
    SHEET.write(t, ANNA, "shells", 7)
    SHEET.write(t, ANNA, "boat")
    assert SHEET.written(t, ANNA) == {"shells": 7, "boat": 1}
    assert (SHEET.empty(t, ANNA), SHEET.empty(t, BEN)) == (("crabs",), ("shells", "crabs", "boat"))
    assert [event.facts["total"] for event in t.told] == [70, 80]
    spaces = {space.name: space for space in SHEET.sheets(t.state)[0].spaces}
    assert (spaces["shells/0"].number, spaces["boat/0"].number, spaces["boat/0"].ticked) == (7, None, True)
    assert (spaces["crabs/0"].number, spaces["crabs/0"].ticked) == (None, False)
    assert spaces["total/0"].number == 80
    assert SHEET.score(t, BEN) == 0


def test_a_zero_fills_a_space() -> None:
    t = table()
    SHEET.write(t, BEN, "crabs", 0)
    assert SHEET.empty(t, BEN) == ("shells", "boat")
    assert not SHEET.is_full(t)


def test_nothing_is_written_twice() -> None:
    t = table()
    SHEET.write(t, ANNA, "shells", 7)
    with pytest.raises(TableError, match=r"'shells' of seat 0 .*: offer only spaces of empty\(t, seat\)"):
        SHEET.write(t, ANNA, "shells", 8)


def test_a_space_is_chosen_with_its_number_or_refused() -> None:
    t = table()
    no = Refusal("not_now", "X-1")
    play = SHEET.choose(t, ANNA, "write", lambda space: no if space == "boat" else len(space))
    question = next(play)
    assert isinstance(question, Choose)
    state: State = t.state
    found = {o.key: (o.say.facts["number"], o.refusal, o.cell) for o in question.options(state, ANNA)}
    assert found == {
        "write:shells": (6, None, "shells/0"),
        "write:crabs": (5, None, "crabs/0"),
        "write:boat": (0, no, "boat/0"),
    }
    with pytest.raises(StopIteration) as done:
        play.send("crabs")
    assert (done.value.value, SHEET.written(t, ANNA)) == ("crabs", {"crabs": 5})


def test_the_spaces_of_a_sheet_do_not_overlap() -> None:
    for one in SHEET.sheets(table().state):
        boxes = [(s.x - s.width / 2, s.y - s.height / 2, s.x + s.width / 2, s.y + s.height / 2) for s in one.spaces]
        for n, (left, top, right, bottom) in enumerate(boxes):
            for x, y, x2, y2 in boxes[n + 1 :]:
                assert x >= right - 1e-9 or x2 <= left + 1e-9 or y >= bottom - 1e-9 or y2 <= top + 1e-9
