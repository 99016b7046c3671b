"""What no picture can tell, at a whole table with a rendered camera: decided without a wrong word, and counted where
the host looks."""

from __future__ import annotations

import json

from companion.prints.mat_plan import mat_layout
from rules.engine.types import Seat
from rules.games import game
from tests.evenings.phone import phone_at
from tests.evenings.table import Evening, wait_until
from tests.evenings.watched import PLAYERS, Evenings, public, said
from vision import Point
from vision.spots import spot_at


def free_place(evening: Evening) -> tuple[float, float]:
    """Beside all spots and away from everything that lies there, as far from the mat's edges as may be."""
    table, mat = evening.service.table, mat_layout(game("chronicle").mat(PLAYERS))
    assert table is not None
    lying = [body for body in table.bodies() if body.on_mat]
    places = [
        (float(x), float(y))
        for x in range(60, int(mat.width_mm) - 60, 20)
        for y in range(70, int(mat.height_mm) - 70, 20)
        if spot_at(Point(x, y), mat.spots) is None and all(abs(x - b.x_mm) + abs(y - b.y_mm) > 150 for b in lying)
    ]
    return min(places, key=lambda at: abs(at[0] - mat.width_mm / 2) + abs(at[1] - mat.height_mm / 2))


def test_a_face_for_a_back_in_one_go_is_doubted_decided_and_counted(evenings: Evenings) -> None:
    evening = evenings.open()
    evening.tidy()
    service, table = evening.service, evening.service.table
    assert table is not None
    x_mm, y_mm = free_place(evening)
    first, second = sorted(table.at("history_pile"), key=lambda body: -body.layer)[:2]

    wait_until(lambda: service.tally.now().changes == 2, what="both piles are seen")
    table.put(first.ident, x_mm, y_mm, 0.0, False)
    wait_until(lambda: service.tally.now().changes == 3, what="the back is seen")
    assert service.tally.now().doubted == 0
    table.take(first.ident, Seat(0))
    table.put(second.ident, x_mm, y_mm, 0.0, True)
    wait_until(lambda: service.tally.now().doubted, what="the doubt is counted")
    wait_until(lambda: public(evening)["todo"], what="what has to be put right")
    assert not any("not sure" in line for line in said(evening)), "both come to the same: nobody is asked"
    host = phone_at(service)
    host.open("/host")
    assert host.post("/api/become-host", {"pin": "4711"})
    host.open("/host")
    assert "in doubt" in json.loads(host.get("/api/kept"))["told"]
    for body in (second, first):
        table.lay(body.ident, "history_pile", False)
    wait_until(lambda: not public(evening)["todo"], what="in order again")
