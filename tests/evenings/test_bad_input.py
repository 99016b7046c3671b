"""Something wrong is laid on the table: one clear sentence, spoken and shown, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.reading.tags import front_code
from rules.engine.questions import Option
from rules.engine.types import PieceId, Seat
from tests.evenings.table import wait_until
from tests.evenings.watched import (
    PLAYERS,
    Evenings,
    goes_on,
    is_one_sentence,
    keeps_secrets,
    lay,
    match_of,
    notice,
    open_cards,
    public,
    refused,
    said,
    sign_on_host,
    spoken_since,
    stored,
    take_back,
    title,
    to_play,
    together,
    unchanged,
)

STRANGE = "STRANGE1"  # a code that no game has


def test_an_illegal_play_is_spoken_and_shown_with_its_reason(evenings: Evenings) -> None:
    evening = evenings.open()
    seat, option = to_play(evening, lambda s: refused(evening, s, "must_follow_suit", face_up=True))
    before, told = stored(evening), len(said(evening))
    lay(evening, seat, option.piece)
    text = notice(evening, "can only be played face down")
    assert text.endswith("Take it back: nothing has changed.")
    own = evening.phones[seat].packet()["notice"]
    assert "the lead suit, so play a" in own, own
    assert "You hold" not in text, "what only the hand tells was shown to everybody"
    spoken_since(evening, told, "play it face down")
    assert not any("You have" in line or "You hold" in line for line in said(evening)[told:])
    keeps_secrets(evening, option.piece)
    unchanged(evening, before)
    take_back(evening, seat, option.piece)
    wait_until(lambda: not public(evening)["notice"], what="the notice goes with the card")
    goes_on(evening)


def test_a_card_laid_face_down_that_may_not_be_is_not_named(evenings: Evenings) -> None:
    evening = evenings.open()

    def must_follow(seat: Seat) -> Option | None:
        unnamed = [o for o in match_of(evening).options(seat) if o.key.endswith("down") and o.refusal is None]
        return None if unnamed else refused(evening, seat, "must_follow_suit", face_up=False)

    seat, option = to_play(evening, must_follow)
    before, told = stored(evening), len(said(evening))
    lay(evening, seat, option.piece, face_up=False)
    text = notice(evening, "says on their own page which one it is")
    own = evening.phones[seat].packet()
    assert "none of your cards may lie there" in own["notice"]
    assert own["question"]["options"]
    assert all(one["why_not"] for one in own["question"]["options"])
    spoken_since(evening, told, "which one is it?")
    for word in (title(evening, option.piece), "lead suit"):
        assert word not in text
        assert not any(word in line for line in said(evening)[told:])
    keeps_secrets(evening)
    unchanged(evening, before)
    take_back(evening, seat, option.piece)
    wait_until(lambda: not public(evening)["notice"], what="the notice goes with the card")
    goes_on(evening)


def test_a_card_out_of_turn_is_told_and_changes_nothing(evenings: Evenings) -> None:
    evening = evenings.open()
    seat, _ = to_play(evening, lambda s: open_cards(evening, s))
    other = Seat((seat + 2) % PLAYERS)
    card = match_of(evening).state.pile(f"hand/{other}").pieces[0]
    before, told = stored(evening), len(said(evening))
    lay(evening, other, card)
    name = public(evening)["players"][seat]["name"]
    assert name in notice(evening, "It is not your turn")
    spoken_since(evening, told, f"it is {name}'s turn")
    unchanged(evening, before)
    take_back(evening, other, card)
    goes_on(evening)


def test_two_cards_at_once_are_told_until_one_is_meant(evenings: Evenings) -> None:
    evening = evenings.open()
    seat, cards = to_play(evening, lambda s: len(open_cards(evening, s)) > 1 and open_cards(evening, s))
    before, told = stored(evening), len(said(evening))
    together(evening, seat, cards[0], cards[1])
    assert is_one_sentence(notice(evening, "More than one card lies on one place"))
    spoken_since(evening, told, "More than one card lies there.")
    unchanged(evening, before)
    take_back(evening, seat, cards[1])
    wait_until(lambda: len(stored(evening)) > len(before), what="the other is played")
    played = stored(evening)[len(before)]
    assert str(cards[0]) in str(played)
    goes_on(evening)


def test_a_card_put_back_is_asked_for_and_not_played_twice(evenings: Evenings) -> None:
    evening = evenings.open()
    seat, cards = to_play(evening, lambda s: open_cards(evening, s))
    card, version = cards[0], len(stored(evening))
    lay(evening, seat, card)
    wait_until(lambda: len(stored(evening)) > version, what="the card is played")
    before = stored(evening)
    take_back(evening, seat, card)
    wanted = f"Put {title(evening, card)} on "
    wait_until(lambda: any(wanted in t["text"] for t in public(evening)["todo"]), what=wanted)
    unchanged(evening, before)
    lay(evening, seat, card)
    wait_until(lambda: not public(evening)["todo"], what="the list is empty again")
    unchanged(evening, before)
    goes_on(evening)


def test_a_card_that_is_in_another_hand_is_told(evenings: Evenings) -> None:
    evening = evenings.open()
    table = evening.service.table
    assert table is not None
    seat, _ = to_play(evening, lambda s: open_cards(evening, s))
    other = Seat((seat + 1) % PLAYERS)
    card = match_of(evening).state.pile(f"hand/{other}").pieces[0]
    before, told = stored(evening), len(said(evening))
    table.lay(table.find(card).ident, f"meeting/{seat}", True)  # it slipped out of the neighbour's hand
    text = notice(evening, "is not in that hand")
    assert title(evening, card) in text
    spoken_since(evening, told, f"{title(evening, card)} is not in that hand.")
    unchanged(evening, before)
    assert evening.virtual(other, {"act": "tidy"})["reply"]["ok"]
    wait_until(lambda: table.find(card).hand == other, what="the card goes back to the hand it is from")
    goes_on(evening)


def test_a_tag_that_nobody_registered_can_be_adopted(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evenings.open()
    seat, cards = to_play(evening, lambda s: open_cards(evening, s))
    card, before = cards[0], stored(evening)
    table = evening.service.table
    assert table is not None
    worn = _front_with_another_code(card)
    monkeypatch.setattr(
        "companion.virtual.virtual_table.front_code", worn
    )  # a new sticker on a card whose own was worn off
    lay(evening, seat, card)
    text = notice(evening, "There is a tag on the table that nobody has registered")
    assert STRANGE in text
    assert is_one_sentence(text.split(". ")[0] + ".")
    unchanged(evening, before)
    host = sign_on_host(evening)
    assert STRANGE in host.get("/api/host")
    reply = host.post("/api/host", {"act": "adopt_tag", "value": STRANGE, "piece": card})["reply"]
    assert reply["ok"], reply
    assert title(evening, card) in reply["sentence"]
    wait_until(lambda: len(stored(evening)) > len(before), what="the card is played by its new tag")
    assert str(card) in str(stored(evening)[len(before)])
    goes_on(evening)


def _front_with_another_code(card: PieceId) -> Callable[[str, str], str]:
    return lambda game, piece: STRANGE if piece == card else front_code(game, piece)
