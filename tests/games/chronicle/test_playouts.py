"""Whole games at random, with all hands known, some, or none: they end, and the notes agree with the table."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.packets import asked, packet, plain
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.games.chronicle._match import Evening

SHOWN = {"blind": frozenset[int](), "every other hand": frozenset({0, 2, 4}), "all hands": frozenset(range(6))}


@pytest.mark.rules("CR-001", "CR-002", "CR-072", "CR-100")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("how", SHOWN)
def test_random_games_end(seats: int, how: str) -> None:
    for seed in range(3):
        settings = {"two_histories": seed == 1, "prolonged": seed == 2}
        evening = Evening(seats, seed, settings, SHOWN[how])
        evening.play()
        full, partly = evening.full.state, evening.partly.state
        assert partly.result is not None
        assert full.result == partly.result
        assert [full[f"fame/{s}"] for s in full.seats] == [partly[f"fame/{s}"] for s in full.seats]


@pytest.mark.rules("CR-I03", "CR-I08", "CR-I10", "CR-I12")
def test_nobody_reads_a_hand_of_others() -> None:
    evening = Evening(4, 7, {}, SHOWN["all hands"])
    for _ in range(60):
        evening.step()
        state = evening.full.state
        for reader in (PUBLIC, *state.seats):
            seen = evening.full.seen(reader)
            for owner in state.seats:
                hand = seen.pile(f"hand/{owner}")
                assert len(hand) == len(state.pile(f"hand/{owner}"))
                if reader != owner:
                    assert all(PUBLIC in slot.readers for slot in hand.slots if slot.piece in hand.pieces)
                assert seen.pile(f"allies/{owner}").pieces == state.pile(f"allies/{owner}").pieces
            assert not seen.pile("deck").pieces
            assert not seen.pile("history_pile").pieces


def test_any_turn_boundary_can_be_gone_on_from() -> None:
    evening = Evening(5, 3, {"two_histories": True}, SHOWN["all hands"])
    looked = 0
    while evening.full.state.result is None:
        match = evening.full
        if match.question is not None and match.question.boundary and not match.table.state["playing_on"]:
            before = [plain(packet(match, Seat(s), 0)) for s in range(-1, 5)]
            match.begin_here()
            assert [plain(packet(match, Seat(s), 0)) for s in range(-1, 5)] == before
            looked += 1
        evening.step()
    assert looked > 50


PUBLIC_KINDS = {"steal", "give", "victim", "recall", "return", "discard_ally", "most_allies"}


def test_what_is_chosen_on_the_table_can_be_answered_with_a_hidden_hand() -> None:
    """And a card of a hand that nobody has seen never."""
    found: dict[str, set[bool]] = {}
    for seed in range(3):
        evening = Evening(4, seed, {}, SHOWN["all hands"])
        while evening.full.state.result is None:
            match = evening.full
            for seat in match.waiting:
                question = asked(match, seat)
                assert question is not None
                if question.kind in PUBLIC_KINDS or match.state.pile(f"hand/{seat}").pieces != seen_by_all(match, seat):
                    found.setdefault(question.kind, set()).add(question.public)
            evening.step()
    assert {kind for kind in found if kind in PUBLIC_KINDS} >= {"steal", "victim", "discard_ally"}
    assert found == {kind: {kind in PUBLIC_KINDS} for kind in found}


def seen_by_all(match: Match, seat: Seat) -> tuple[PieceId, ...]:
    return match.seen(PUBLIC).pile(f"hand/{seat}").pieces
