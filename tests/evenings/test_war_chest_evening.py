"""The end of a battle of War Chest for two, without hardware: coins on a rendered board of hexes are laid, moved, taken
and controlled by hand, an unlawful move is explained, and the last control marker wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.engine.entries import Header
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.room import Room, open_as, picture, running
from tests.evenings.table import wait_until
from tests.evenings.test_browser import PHONE, TELEVISION
from tests.games.war_chest._match import battle
from tests.web.on_phones import CHROMIUM

ANNA, BEN = range(2)


def late_battle() -> Header:
    """Anna, the Wolf, has five of her six markers on the board; her Pikemen stand beside the last location."""
    match = battle(
        board={"g3": "swordsman", "f3": "scout", "d5": "pikeman 2", "h1": "archer"},
        hands={ANNA: "swordsman pikeman pikeman", BEN: "archer royal scout"},
        markers={"d4": "wolf", "e5": "wolf", "g3": "wolf"},
        initiative=ANNA,
    )
    return match.header


class Evening(Room):
    """Two people who play War Chest."""

    def by_hand(self, seat: int, kind: str, act: Callable[[], None]) -> None:
        """Something done on the table while the seat is asked this, which the camera reads as its answer."""
        version = self.wait_for(kind, seat)["version"]
        act()
        wait_until(lambda: self.packet(seat)["version"] != version, what=f"the camera reads what was done for {kind}")

    def lay(self, seat: int, piece: str, spot: str, *, face_up: bool = True) -> None:
        """A coin of the own hand goes to a place on the mat."""
        self.put(seat, self.in_hand(seat, piece), spot, face_up=face_up)

    def move(self, seat: int, frm: str, spot: str) -> None:
        """What lies on top of a place goes to another."""
        self.put(seat, self._top(seat, frm), spot)

    def take(self, seat: int, frm: str) -> None:
        """What lies on top of a place is taken off the mat."""
        move = {"act": "take", "handle": self._top(seat, frm)["handle"]}
        assert self.phones[seat].post("/api/virtual", move)["reply"]["ok"]

    def field(self, name: str) -> dict[str, Any]:
        """One hex as everybody sees it."""
        found: dict[str, Any] = next(f for f in self.packet()["board"]["fields"] if f["name"] == name)
        return found

    def _top(self, seat: int, spot: str) -> dict[str, Any]:
        scene = self.phones[seat].scene()
        place = next(s for s in scene["spots"] if s["name"] == spot)
        there = [p for p in scene["pieces"] if not p["in_hand"] and _lies_on(p, place)]
        found: dict[str, Any] = max(there, key=lambda p: p["layer"])
        return found


def _lies_on(piece: dict[str, Any], place: dict[str, Any]) -> bool:
    """Whether the middle of a piece lies on a place that stands upright or upside down."""
    dx, dy = abs(piece["x_mm"] - place["x_mm"]), abs(piece["y_mm"] - place["y_mm"])
    return dx <= place["width_mm"] / 2 and dy <= place["height_mm"] / 2


@contextmanager
def table(tmp_path: Path, header: Header | None = None) -> Iterator[Evening]:
    """The table as the battle stands."""
    with running(tmp_path, header or late_battle()) as (service, phones):
        yield Evening(service, phones)


def attack(room: Evening) -> None:
    """Anna tries a move that is not allowed, puts it right, and attacks; Ben bolsters."""
    room.tidy()
    room.by_hand(ANNA, "turn", lambda: room.lay(ANNA, "swordsman", "face_up/0"))
    room.move(ANNA, "g3", "e4")
    wait_until(lambda: "not next to" in room.packet()["notice"], what="the reason why that is not allowed")
    room.move(ANNA, "e4", "g3")
    wait_until(lambda: not room.packet()["notice"], what="all is well again")
    room.by_hand(ANNA, "maneuver", lambda: room.take(ANNA, "f3"))
    room.tap(ANNA, "step_on", "stop")
    room.tidy()
    assert room.field("f3")["stack"] is None
    room.by_hand(BEN, "turn", lambda: room.lay(BEN, "archer", "h1"))
    assert room.field("h1")["stack"]["height"] == 2


def march(room: Evening) -> None:
    """Anna moves both coins of her Pikemen at once; Ben discards face-down, says on his phone alone which coin it was,
    and takes the initiative."""
    room.by_hand(ANNA, "turn", lambda: room.lay(ANNA, "pikeman", "face_up/0"))
    room.by_hand(ANNA, "maneuver", lambda: room.move(ANNA, "d5", "c6"))
    assert room.field("c6")["stack"]["height"] == 2
    room.wait_for("turn", BEN)
    room.lay(BEN, "royal", "face_down/1", face_up=False)
    wait_until(lambda: room.packet(BEN)["notice"], what="Ben is asked which coin it was")
    room.tap(BEN, "turn", "down:royal_raven")
    room.by_hand(BEN, "face_down", lambda: room.move(BEN, "initiative/0", "initiative/1"))
    room.tidy()


def take_the_last(room: Evening) -> None:
    """The last marker goes from the stock to the Pikemen's location."""
    room.by_hand(ANNA, "turn", lambda: room.lay(ANNA, "pikeman", "face_up/0"))
    room.move(ANNA, "stock_wolf", "c6")
    wait_until(lambda: room.packet()["result"], what="the result")
    room.tidy()


def face_down(room: Evening, reader: int) -> list[str]:
    """Ben's face-down discard as a seat sees it."""
    pile = next(p for p in room.packet(reader)["piles"] if p["key"] == "face_down/1")
    return [card["face"]["title"] if card["face"] else "" for card in pile["cards"]]


@pytest.mark.xdist_group("evening")
def test_a_battle_by_hand_that_the_last_marker_wins(tmp_path: Path) -> None:
    with table(tmp_path) as room:
        attack(room)
        march(room)
        assert face_down(room, BEN) == ["Royal Coin of the Raven"]
        assert face_down(room, ANNA) == [""]
        take_the_last(room)
        last = room.packet()
        assert last["result"]["winners"] == [ANNA]
        assert room.field("c6")["marker"] == "wolf"
        assert (misplaced(room.service), miscounted(room.service)) == ([], [])
        assert room.service.speech.wait_idle(180.0)


@pytest.mark.xdist_group("evening")
def test_what_was_drawn_unseen_is_tapped_in(tmp_path: Path) -> None:
    """A photo is one way; whoever would rather tap names the coins, and nobody else learns anything."""
    with table(tmp_path, battle(hands={ANNA: "? ? ?", BEN: "? ?"}).header) as room:
        before = [room.packet(BEN)["piles"], room.packet(BEN)["version"]]
        packet = room.packet(ANNA)
        assert packet["unnamed"] == 3
        kinds = {one["face"]["title"]: one for one in packet["nameable"]}
        own = {"Swordsman", "Pikeman", "Crossbowman", "Light Cavalry", "Royal Coin of the Wolf"}
        assert set(kinds) == own
        assert kinds["Royal Coin of the Wolf"]["most"] == 1
        held = [p["face"]["title"] for p in room.phones[ANNA].scene()["pieces"] if p["in_hand"]]
        wrong = {"pieces": [kinds["Swordsman"]["face"]["piece"]] * 3}  # two are in the bag or the hand
        assert not room.phones[ANNA].post("/api/hand", wrong)["reply"]["ok"]
        named = {"pieces": [kinds[title]["face"]["piece"] for title in held]}
        assert room.phones[ANNA].post("/api/hand", named)["reply"]["ok"]
        packet = room.packet(ANNA)
        hand = next(p for p in packet["piles"] if p["key"] == "hand/0")
        assert sorted(card["face"]["title"] for card in hand["cards"]) == sorted(held)
        assert (packet.get("unnamed", 0), packet.get("nameable", [])) == (0, [])
        assert room.packet(BEN)["piles"] == before[0]


# -- in a real browser -------------------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no browser")
def test_the_board_is_tapped_on_the_phone_and_the_screen_tells_no_hand(chromium: Any, tmp_path: Path) -> None:
    with table(tmp_path) as room:
        base = f"http://127.0.0.1:{room.service.port_number}"
        anna = open_as(chromium, room.phones[ANNA], base, "/seat", PHONE)
        ben = open_as(chromium, room.phones[BEN], base, "/seat", PHONE)
        screen = open_as(chromium, None, base, "/table", TELEVISION)
        virtual = open_as(chromium, room.phones[ANNA], base, "/virtual", TELEVISION)
        for name, page in (("anna", anna), ("ben", ben), ("screen", screen), ("virtual", virtual)):
            page.wait_for_selector("svg")
            picture(f"war_chest-begin-{name}", page)
        attack(room)
        march(room)
        room.tap(ANNA, "turn", "up:pikeman")
        room.wait_for("maneuver", ANNA)
        assert screen.locator('[data-field][data-state="ok"]').count() == 0
        anna.click("#keep")
        anna.wait_for_selector('[data-field="c6"][data-state="ok"]')
        picture("war_chest-maneuver-anna", anna)
        anna.locator('[data-field="c6"] .cell-face').click(force=True)
        anna.click('#sheet [data-option="control:c6"]')
        wait_until(lambda: room.packet()["result"], what="the result")
        for page in (anna, ben, screen):
            page.wait_for_selector(f"text={room.packet()['result']['text']}")
        for name, page in (("anna", anna), ("ben", ben), ("screen", screen), ("virtual", virtual)):
            picture(f"war_chest-end-{name}", page)
        assert "Royal Coin of the Raven" not in screen.content()
        for context in chromium.contexts:
            context.close()
