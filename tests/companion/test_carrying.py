"""Cards that nobody sees moving: the dealer brings them where the notes have them now. And bots among such cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.telling.tongues import only
from rules.engine.entries import Position
from rules.engine.questions import Laid, Option
from rules.engine.types import UNSEEN, PieceId, Say, Seat
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.companion.test_dealer_bots import Table, bots_of
from tests.toy import changed
from web.pages.host.views import HostAct

HELD = Position({"hand/0": ("RED-1", "BLU-1"), "hand/1": ("BLU-2",), "discard": ("BLU-3:down",)}, phase="swear", turn=0)
BOTH = frozenset({Seat(0), Seat(1)})


def table(position: Position = HELD) -> Table:
    found = Table(LUCKY_DRAW, position)
    found.dealer.next_chore()  # from here on the dealer knows where everything was
    return found


def move(found: Table, piece: str, pile: str, face_up: bool | None = None) -> None:
    found.evening.host(HostAct.MOVE_PIECE, piece=piece, pile=pile, reason="a test")


def body(found: Table, piece: str) -> tuple[Seat | None, str, bool]:
    there = found.virtual.find(PieceId(piece))
    spots = [s.name for s in found.virtual.layout.spots if there in found.virtual.at(s.name)]
    return there.hand, (spots or [""])[0], there.face_up


def test_a_card_that_was_given_away_goes_to_the_other_hand() -> None:
    found = table()
    move(found, "BLU-1", "hand/1")
    assert found.dealer.next_chore()
    assert body(found, "BLU-1") == (1, "", False)


def test_a_card_that_was_laid_away_unseen_goes_there_face_down() -> None:
    found = table()
    move(found, "BLU-1", "discard")
    assert found.dealer.next_chore()
    assert body(found, "BLU-1") == (None, "discard", False)


def test_what_lies_open_is_left_to_the_to_do_list() -> None:
    found = table()
    move(found, "BLU-1", "row")
    assert found.dealer._carry(found.underside) == 0  # type: ignore[arg-type]
    assert found.dealer.next_chore()
    assert body(found, "BLU-1") == (None, "row", True)


def test_a_card_that_people_moved_themselves_is_left_alone() -> None:
    found = table()
    found.virtual.lay(found.virtual.find(PieceId("BLU-1")).ident, "row", True)
    assert not found.dealer.next_chore()
    assert body(found, "BLU-1") == (None, "row", True)


def test_an_undo_brings_the_card_back() -> None:
    found = table(replace(HELD, phase="lay"))
    found.evening.tap(0, "lay:BLU-1")
    found.evening.tap(1, "lay:BLU-2")
    while found.dealer.next_chore():
        found.look()
    assert body(found, "BLU-1") == (None, "place/0", False)
    found.evening.host(HostAct.UNDO)
    found.dealer.next_chore()
    assert body(found, "BLU-1")[0] == 0


def test_tidying_up_carries_too() -> None:
    found = table()
    move(found, "BLU-1", "hand/1")
    assert found.dealer.tidy() == 1
    assert found.dealer.tidy() == 0


def test_a_card_that_lies_open_and_should_not_is_turned() -> None:
    laid = Position(
        {"hand/0": ("BLU-1",), "place/0": ("RED-1:down",), "place/1": ("BLU-2:down",)}, phase="turn", turn=0
    )
    found = table(laid)
    found.look()
    found.evening.tap(0, "up:RED-1")
    assert found.dealer.next_chore()
    assert body(found, "RED-1") == (None, "place/0", True)
    found.look()
    found.evening.tap(0, "down")
    found.evening.tap(0, "done")
    found.dealer.next_chore()
    assert body(found, "RED-1") == (None, "place/0", False)


# ---- bots ------------------------------------------------------------------------------------------------------------


def chosen(found: Table, seat: int, seeds: range = range(60)) -> Counter[str]:
    """What a bot would do, over many of its moods."""
    keys: Counter[str] = Counter()
    for seed in seeds:
        packet = found.evening.handed(seat)
        option = bots_of(found, BOTH, seed=seed)._choose(Seat(seat), packet)
        keys[option.key if option else ""] += 1
    return keys


def test_a_bot_reacts_only_with_what_it_holds() -> None:
    """Nobody has told the companion what seat 0 holds, so every red card is offered; it has one."""
    found = Table(LUCKY_DRAW, Position({"hand/0": ("?", "?"), "hand/1": ("BLU-2",)}, phase="window", turn=0))
    for there in found.virtual.hand(Seat(0)):
        found.virtual.lay(there.ident, "deck", False)
    for piece in ("RED-4", "BLU-4"):
        found.virtual.take(found.virtual.find(PieceId(piece)).ident, Seat(0))
    assert set(chosen(found, 0)) == {"save:RED-4", "pass"}


def test_a_bot_turns_up_its_own_card_and_says_which() -> None:
    laid = Position({"hand/0": ("BLU-1",), "place/0": ("?@cards",), "place/1": ("?@cards",)}, phase="turn", turn=0)
    found = Table(LUCKY_DRAW, laid)
    (there,) = found.virtual.at("place/0")
    assert set(chosen(found, 0)) == {f"up:{there.piece}"}


def test_a_bot_rarely_does_what_the_game_wants_seldom() -> None:
    found = table()
    found.evening.outlet.tongues = only(
        replace(found.evening.voice, game=changed(LUCKY_DRAW, seldom=frozenset({"yes"})))
    )
    found.evening.wait(0.0)
    found.evening.referee.tell()
    keys = chosen(found, 0, range(200))
    assert 0 < keys["yes"] < 40 < keys["no"]


def test_a_bot_gives_a_match_up_only_where_everybody_would() -> None:
    found = table()
    packet = found.evening.handed(0)
    assert packet.question is not None
    calm = (Option("stay", None, Say("no")), Option("quit", None, Say("yes"), grave=True))
    for obvious, expected in ((False, {"stay"}), (True, {"stay", "quit"})):
        options = (*calm[:1], replace(calm[1], obvious=obvious))
        asking = replace(packet, question=replace(packet.question, options=options))
        keys = set()
        for seed in range(200):
            choice = bots_of(found, BOTH, seed=seed)._choose(Seat(0), asking)
            assert choice is not None
            keys.add(choice.key)
        assert keys == expected


@pytest.mark.parametrize(
    ("piece", "spot", "is_seen"), [("BLU-1", "discard", False), ("BLU-1", "bells", True), ("RED-1", "row", True)]
)
def test_a_back_on_a_back_of_the_same_deck_is_no_news_for_the_camera(piece: str, spot: str, is_seen: bool) -> None:
    found = table()
    option = Option("x", None, Say("yes"), Laid(spot, UNSEEN, spot == "row"), piece=PieceId(piece))
    assert bots_of(found, BOTH)._gesture(Seat(0), option, found.evening.match.state) is is_seen
    assert body(found, piece) == (None, spot, spot == "row")


def test_a_bot_turns_down_what_lies_open_there() -> None:
    laid = Position(
        {"hand/0": ("BLU-1",), "place/0": ("RED-1:down",), "place/1": ("BLU-2:down",)}, phase="turn", turn=0
    )
    found = table(laid)
    found.evening.tap(0, "up:RED-1")
    found.dealer.next_chore()
    assert set(chosen(found, 0)) == {"down"}
    question = found.evening.handed(0).question
    assert question is not None
    assert bots_of(found, BOTH)._gesture(Seat(0), question.options[0], found.evening.match.state)
    assert body(found, "RED-1") == (None, "place/0", False)
    assert body(found, "BLU-1")[0] == 0


def test_a_bot_does_not_repeat_an_answer_that_was_only_noted() -> None:
    found = table()
    bots = bots_of(found, BOTH)
    assert not bots._has_answered(Seat(0), 0)
    bots._answered[Seat(0)] = (0, 1e12)
    assert bots._has_answered(Seat(0), 0)
    assert not bots._has_answered(Seat(0), 1)


def test_a_bot_leaves_drawing_to_the_dealer() -> None:
    """Else it would say that it has drawn while the cards still lie there."""
    found = Table(LUCKY_DRAW, Position({"hand/1": ("RED-1",)}, phase="draw", turn=1))
    packet = found.evening.handed(1)
    assert packet.question is not None
    assert packet.question.seats == (1,)
    assert not bots_of(found, BOTH)._move()
