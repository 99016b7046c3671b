"""An evening of the chess deckbuilder without hardware: chessmen without stickers stand on a rendered board, cards are
laid beside it, and the camera reads what was done: a capture, a promotion, a castling, a purchase, a mate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.engine.entries import Header
from tests.evenings.agreeing import miscounted, misplaced
from tests.evenings.room import running
from tests.evenings.table import plain_json, wait_until
from tests.evenings.test_war_chest_evening import Evening
from tests.games.chess_deckbuilder._match import game

ANNA, BEN = range(2)


def before_the_end() -> Header:
    """Anna, White, can take a pawn, promote another and castle in one turn, and mates in the next."""
    return game(
        "5b1k/P5pp/8/3p4/8/2N5/8/4K2R w K",
        hands={ANNA: "knight pawn rook king copper", BEN: "copper copper copper pawn pawn"},
        decks={ANNA: "queen " * 8, BEN: "copper silver silver pawn pawn"},
    ).header


class ChessEvening(Evening):
    """Two people who play the chess deckbuilder."""

    def deal(self, kind: str, seat: int) -> None:
        """Cards are drawn over the reader box."""
        version = self.wait_for(kind, seat)["version"]
        wait_until(lambda: self._dealt(version), what=f"the cards of {kind}")

    def _dealt(self, version: int) -> bool:
        if self.packet()["version"] == version:
            self.phones[0].post("/api/virtual", {"act": "deal"})
        return bool(self.packet()["version"] != version)

    def differences(self) -> list[str]:
        """The fields that are marked on everybody's board."""
        found: list[str] = self.packet()["board"]["differences"]
        return sorted(found)

    def hand(self, seat: int, reader: int) -> list[str]:
        """A hand as a reader sees it."""
        pile = next(p for p in self.packet(reader)["piles"] if p["key"] == f"hand/{seat}")
        return [card["face"]["title"] if card["face"] else "" for card in pile["cards"]]


@contextmanager
def table(tmp_path: Path, header: Header | None = None) -> Iterator[ChessEvening]:
    """The table as the game stands."""
    with running(tmp_path, header or before_the_end()) as (service, phones):
        room = ChessEvening(service, phones)
        room.tidy()
        yield room


def what_is_not_allowed(room: ChessEvening) -> None:
    """A knight goes where no knight can: everybody hears why, the board shows where, and it is put right."""
    room.wait_for("action", ANNA)
    room.move(ANNA, "c3", "c5")
    wait_until(lambda: room.packet()["notice"], what="the reason why that is not allowed")
    wait_until(lambda: room.differences() == ["c3", "c5"], what="the fields that differ")
    assert len(room.packet()["todo"]) == 2
    room.move(ANNA, "c5", "c3")
    wait_until(lambda: not room.packet()["notice"] and not room.differences(), what="all is well again")
    assert room.packet()["version"] == 0


def capture(room: ChessEvening) -> None:
    """The card first, then the knight takes a pawn, which goes to Anna's tray."""
    room.by_hand(ANNA, "action", lambda: room.lay(ANNA, "knight", "play/0"))
    room.by_hand(ANNA, "use_card", lambda: room.move(ANNA, "c3", "d5"))
    taken = next(p for p in room.packet()["piles"] if p["key"] == "captured/0")
    assert [card["face"]["title"] for card in taken["cards"]] == ["Black pawn"]
    room.deal("bonus_draw", ANNA)


def promote(room: ChessEvening) -> None:
    """The pawn goes before its card is laid; what it becomes no camera sees."""
    room.by_hand(ANNA, "action", lambda: room.move(ANNA, "a7", "a8"))
    room.tap(ANNA, "last_rank", "as:queen")
    room.tap(ANNA, "stand_in", "spare")
    wait_until(lambda: any("Pawn" in todo["text"] for todo in room.packet()["todo"]), what="the card still to be laid")
    room.lay(ANNA, "pawn", "play/0")
    room.tidy()
    assert room.field("a8")["stack"]["face"]["title"] == "White queen"


def castle(room: ChessEvening) -> None:
    """King and rook go without a card: Anna's phone alone asks which card it was. Ben learns nothing of her hand."""
    room.wait_for("action", ANNA)
    room.move(ANNA, "e1", "g1")
    room.move(ANNA, "h1", "f1")
    wait_until(lambda: len(room.packet(ANNA)["question"]["options"]) == 2, what="Anna is asked which card it was")
    keys = {option["key"] for option in room.packet(ANNA)["question"]["options"]}
    assert keys == {"rook:move:e1:g1", "king:move:e1:g1"}
    for_ben = plain_json([room.packet(BEN), room.phones[BEN].scene()])
    assert "king:move" not in for_ben
    assert set(room.hand(ANNA, BEN)) == {""}
    room.tap(ANNA, "action", "rook:move:e1:g1")
    room.deal("bonus_draw", ANNA)  # whose hands lay the Rook card there too


def buy(room: ChessEvening) -> None:
    """Treasure is laid open, then a card of the supply on the discard pile."""
    for shown in (1, 2):
        room.by_hand(ANNA, "buy", lambda: room.lay(ANNA, "queen", "play/0"))
        assert f"{shown}" in room.packet()["status"]
    room.by_hand(ANNA, "buy", lambda: room.move(ANNA, "supply_copper", "discard/0"))
    room.tidy()
    room.deal("draw", ANNA)


def pass_by(room: ChessEvening) -> None:
    """Ben does nothing."""
    room.tap(BEN, "action", "stop")
    room.tap(BEN, "buy", "end")
    room.tidy()
    room.deal("draw", BEN)


def mate(room: ChessEvening) -> None:
    """The new queen takes the bishop."""
    room.by_hand(ANNA, "action", lambda: room.lay(ANNA, "queen", "play/0"))
    room.move(ANNA, "a8", "f8")
    wait_until(lambda: room.packet()["result"], what="the result")


@pytest.mark.xdist_group("evening")
def test_a_game_by_hand_that_ends_in_mate(tmp_path: Path) -> None:
    steps: tuple[Callable[[ChessEvening], None], ...] = (
        what_is_not_allowed,
        capture,
        promote,
        castle,
        buy,
        pass_by,
        mate,
    )
    with table(tmp_path) as room:
        for step in steps:
            step(room)
        last: dict[str, Any] = room.packet()
        assert last["result"]["winners"] == [ANNA]
        room.tidy()
        assert (misplaced(room.service), miscounted(room.service)) == ([], [])
        assert room.differences() == []
