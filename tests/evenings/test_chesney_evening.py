"""The end of a Basic round of Chesney for five, without hardware: a Sweep that wounds two at once, an Elixir
that brings an event, one Judgement by both, and a win. Frames, a button and taps go in; phones, screen, voice tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.engine.entries import Header, Position
from rules.engine.types import PieceId
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.room import Room, open_as, picture, running
from tests.evenings.table import NAMES, wait_until
from tests.evenings.test_browser import PHONE, TELEVISION
from tests.web.on_phones import CHROMIUM

ANNA, BEN, CARA, DAN, EVE = range(5)
HANDS = {
    ANNA: ("SWEEP#1", "TRAP#1", "BELIEF#1"),
    BEN: ("AMBUSH#1",),
    CARA: ("ELIXIR#1", "NOTICE#1"),
    DAN: ("PLOT#1",),
    EVE: ("DEED#1", "INN#1"),
}
FACTIONS = {
    ANNA: ("FOX-5:up", "FOX-2:down"),
    BEN: ("BEAR-6:down", "BEAR-1:down"),
    CARA: ("FOX-6:down", "DEER-1:down"),  # hides that she is a Fox, and needs her Elixir for it
    DAN: ("DEER-5:down", "DRAGON-2:down"),
    EVE: ("FOX-1:down", "FOX-4:down"),  # wounded, and wins with them
}
HP = {ANNA: 3, BEN: 1, CARA: 1, DAN: 1, EVE: 0}


def before_the_sweep() -> Position:
    """Anna's turn: she shows Fox Tail and holds a Sweep."""
    piles: dict[str, tuple[str, ...]] = {"unused_events": ("?",) * 3}
    for seat in range(5):
        piles[f"hand/{seat}"] = HANDS[seat]
        piles[f"left/{seat}"], piles[f"right/{seat}"] = ((card,) for card in FACTIONS[seat])
    tracks = {"round": 1, "starter": 0, "events_in_pile": 2, **{f"hp/{s}": points for s, points in HP.items()}}
    return Position(piles, tracks, "plan", ANNA)


class Evening(Room):
    """Five people who play Chesney."""

    def lay(self, seat: int, kind: str, piece: str, spot: str) -> None:
        """A hand card laid face-up on a spot, which the camera reads."""
        version = self.wait_for(kind, seat)["version"]
        self.put(seat, self.in_hand(seat, piece), spot)
        wait_until(lambda: self.packet(seat)["version"] != version, what=f"the camera reads {piece}")

    def by_hand(self, seat: int, kind: str) -> None:
        """What the table asks of hands is done."""
        version = self.wait_for(kind, seat)["version"]
        self.tidy()
        wait_until(lambda: self.phones[seat].post("/api/virtual", {"act": "deal"})["reply"]["ok"], what=kind)
        wait_until(lambda: self.packet(seat)["version"] != version, what=f"after {kind}")

    def heard(self, seat: int) -> str:
        """Everything that a phone has been told."""
        return " ".join(e["text"] for e in self.packet(seat)["events"])


@contextmanager
def table(tmp_path: Path) -> Iterator[Evening]:
    """The table as it stands before the Sweep."""
    with running(tmp_path, Header("chesney", 5, {}, before_the_sweep())) as (service, phones):
        yield Evening(service, phones)


def sweep(room: Evening) -> None:
    """Up to the Judgement: Ben falls, Cara is saved and draws an event, Dan may not roll any more and falls."""
    room.tidy()
    room.lay(ANNA, "plan", "SWEEP#1", "play_area")
    room.tap(ANNA, "call", "faction:fox")
    room.tap(BEN, "loyalty", "neither")
    room.tap(BEN, "react", "pass")
    room.tap(CARA, "loyalty", "neither")
    room.lay(CARA, "react", "ELIXIR#1", "play_area")
    on_top = room.service.table
    assert on_top is not None
    on_top.lay(on_top.find(PieceId("EVENT-TRACKS")).ident, "pile", False)
    room.by_hand(CARA, "draw")
    room.by_hand(CARA, "draw")  # the event does not count as the card
    options = {o["key"]: o["why_not"] for o in room.wait_for("loyalty", DAN)["question"]["options"]}
    assert options["roll"]["rule"] == "CH-EVT-TRACKS-01"
    room.tap(DAN, "loyalty", "neither")
    room.tap(DAN, "react", "pass")


@pytest.mark.xdist_group("evening")
def test_a_sweep_an_elixir_an_event_a_joint_judgement_and_a_win(tmp_path: Path) -> None:
    with table(tmp_path) as room:
        sweep(room)
        room.wait_for("look", BEN)
        assert set(room.packet()["question"]["seats"]) == {BEN, DAN}
        for judge in (BEN, DAN):
            assert f"{NAMES[CARA]} " in room.heard(judge)
        secret = [e["text"] for e in room.packet(BEN)["events"] if e not in room.packet(ANNA)["events"]]
        assert len(secret) == 2, "the tokens of the two who are not wounded"
        for other in (ANNA, CARA, EVE):
            assert not [text for text in secret if text in room.heard(other)]
        looking = room.packet()["status"]
        room.tap(BEN, "look", "seen")
        room.press(DAN)
        wait_until(lambda: room.packet()["status"] != looking, what="the result of the Judgement")
        room.by_hand(ANNA, "round_over")
        last = wait_until(lambda: room.packet()["result"] and room.packet(), what="the result")
        room.tidy()
        assert last["result"]["winners"] == [ANNA, CARA, EVE]
        assert (misplaced(room.service), miscounted(room.service)) == ([], [])
        assert room.service.speech.wait_idle(180.0)


# -- in a real browser -------------------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no browser")
def test_a_judge_reads_the_tokens_in_the_browser_and_the_screen_shows_none(chromium: Any, tmp_path: Path) -> None:
    with table(tmp_path) as room:
        base = f"http://127.0.0.1:{room.service.port_number}"
        judge = open_as(chromium, room.phones[BEN], base, "/seat", PHONE)
        other = open_as(chromium, room.phones[EVE], base, "/seat", PHONE)
        screen = open_as(chromium, None, base, "/table", TELEVISION)
        sweep(room)
        room.wait_for("look", BEN)
        secret = [e["text"] for e in room.packet(BEN)["events"] if e not in room.packet(ANNA)["events"]]
        assert not [text for text in secret if judge.get_by_text(text).first.is_visible()], "only when it is wanted"
        judge.get_by_role("button", name="Show what only I may see").click()  # his hand is empty
        for text in secret:
            judge.wait_for_selector(f"text={text}")
        screen.wait_for_selector("text=Exposed Tracks")
        for page in (other, screen):
            assert not [text for text in secret if text in page.content()]
        picture("chesney-judging", judge)
        judge.get_by_role("button", name=next(o["label"] for o in room.packet(BEN)["question"]["options"])).click()
        room.tap(DAN, "look", "seen")
        room.by_hand(ANNA, "round_over")
        wait_until(lambda: room.packet()["result"], what="the result")
        for page in (judge, other, screen):
            page.wait_for_selector(f"text={room.packet()['result']['text']}")
        for name, page in (("judge", judge), ("other", other), ("screen", screen)):
            picture(f"chesney-{name}", page)
        for context in chromium.contexts:
            context.close()
