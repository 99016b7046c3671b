"""What newly concerns a seat comes into view, however far down the page stands and however high the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.match import Match
from tests.games.asking import asked
from tests.web.fake_shelf import lobby
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, show
from tests.web.test_episodes_browser import WHOLE, until
from tests.web.told_table import ToldTable
from web.views import ResultView

pytestmark = IN_A_BROWSER

IN_SIGHT = """(selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    const head = document.querySelector(".seat-head").getBoundingClientRect().bottom;
    const hand = document.querySelector("#hand-drawer").getBoundingClientRect().top || innerHeight;
    return Boolean(box?.height) && box.top >= head && box.bottom <= hand;
}"""


def comes(page: Any, selector: str) -> None:
    """It stands between the head of the page and the hand."""
    page.wait_for_function(IN_SIGHT, arg=selector)


def at_the_bottom(page: Any) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => scrollY > 200")


def waiting(phones: Phones, seat: int = 0) -> Any:
    """The page of a seat that waits for another, scrolled down to its end, with the hand open."""
    phones.table.turn = 1
    page = phones.seat(seat)
    show(page)
    at_the_bottom(page)
    return page


def test_at_the_start_of_a_match_the_first_question_is_in_view(phones: Phones) -> None:
    phones.table.lobby = lobby()
    page = phones.open("/seat", phones.table.seat_token(0), size=(390, 500))
    page.wait_for_selector(".lobby-start")
    at_the_bottom(page)
    phones.table.lobby = None
    phones.table.publish()
    comes(page, "#question h2")


def test_what_is_asked_comes_into_view_above_an_open_hand(phones: Phones) -> None:
    page = waiting(phones)
    phones.table.turn = 0
    phones.table.publish()
    comes(page, "#question h2")
    page.wait_for_selector("#to-question", state="hidden")


def test_while_what_is_asked_is_out_of_sight_a_line_says_it_and_leads_there(phones: Phones) -> None:
    page = phones.seat(0)
    show(page)
    at_the_bottom(page)
    page.wait_for_selector("#to-question")
    assert page.inner_text("#to-question") == page.text_content("#question h2")
    page.click("#to-question")
    comes(page, "#question h2")
    page.wait_for_selector("#to-question", state="hidden")


def test_nobody_who_reads_or_writes_is_torn_away(phones: Phones) -> None:
    page = waiting(phones)
    page.click("#phone-open")
    phones.table.turn = 0
    phones.table.publish()
    page.wait_for_function("() => !document.querySelector('#to-question').hidden")
    assert not page.evaluate(IN_SIGHT, "#question h2")
    page.click("#phone-sheet [type=submit]")
    comes(page, "#question h2")


def test_a_pause_comes_into_view(phones: Phones) -> None:
    page = waiting(phones)
    phones.table.paused = True
    phones.table.publish()
    comes(page, "#now .status")
    assert "The game is paused." in page.inner_text("#now .status")
    assert page.locator("#question > *").count() == 0


def test_the_end_comes_into_view_and_the_hand_makes_room(phones: Phones) -> None:
    page = waiting(phones)
    phones.table.result = ResultView((1,), "Jonas wins.", ("Jonas: 9 Fame",))
    phones.table.publish()
    comes(page, ".result h2")
    assert page.get_attribute("#hand", "data-open") == "no"


def test_where_nobody_has_won_there_is_no_crown_and_the_scores_are_told(phones: Phones) -> None:
    page = phones.seat(0)
    show(page)  # browsers play the sound of the end after a tap only
    phones.table.result = ResultView((), "The match was ended early.", (), early=True)
    phones.table.publish()
    page.wait_for_selector(".result h2")
    assert page.locator(".result-crown").count() == 0
    assert page.locator(".result li").all_inner_texts() == [
        "Ines\n4 Fame\nwas ahead",
        "Mara\n3 Fame",
        "Emil\n2 Fame",
        "Jonas\n1 Fame",
    ]
    assert not page.is_visible("#hold")
    phones.table.result = ResultView((2,), "Ines wins.", ("Ines: 4 Fame",))
    phones.table.publish()
    page.wait_for_selector(".result-crown")
    assert page.locator(".result li").all_inner_texts() == ["Ines: 4 Fame"]


@pytest.fixture
def round_over(chromium: Any) -> Iterator[Phones]:
    """Phones at a table just before the scoring of a round."""
    with phones_at(ToldTable(until("scoring", before=1)), chromium) as found:
        yield found


def test_the_scoring_of_a_round_comes_into_view(round_over: Phones) -> None:
    page = round_over.open("/seat", round_over.table.seat_token(0))
    page.wait_for_selector("#question > *")
    at_the_bottom(page)
    assert isinstance(round_over.table, ToldTable)
    round_over.table.tell(until("scoring"))
    comes(page, "#podium h2")


def at_play(number: int) -> Match:
    """The match after so many entries."""
    return Match.replay(WHOLE.game, WHOLE.header, WHOLE.log[:number])


def is_taking(match: Match) -> bool:
    """Whether one player takes a card that another has on the table."""
    return match.question is not None and match.question.kind == "steal"


def test_an_open_hand_makes_room_for_answers_that_are_not_in_it(round_over: Phones) -> None:
    table = round_over.table
    assert isinstance(table, ToldTable)
    number = next(number for number in range(len(WHOLE.log)) if is_taking(at_play(number)))
    table.tell(at_play(number - 1))
    (seat,) = asked(at_play(number))
    page = round_over.open("/seat", table.seat_token(seat))
    show(page)
    table.tell(at_play(number))
    page.wait_for_selector("#question .why")
    comes(page, "#question [data-piece]")


def test_one_reason_for_all_cards_is_said_once_and_what_can_be_played_is_in_view(phones: Phones) -> None:
    page = phones.open("/seat", phones.table.seat_token(0), size=(360, 740))
    show(page)
    page.wait_for_selector("#hand [data-state=no]")
    reasons = page.locator("#hand .hint-hand").all_inner_texts()
    each = page.locator("#hand [data-state=no] .why").all_inner_texts()
    assert (len(reasons), len(each)) == (1, 0) or (not reasons and len(set(each)) > 1)
    assert page.evaluate(
        """() => {
          const box = (one) => document.querySelector(one).getBoundingClientRect();
          const [card, hand] = [box("#hand [data-state=ok]"), box(".hand-cards")];
          return card.top >= hand.top - 12 && card.bottom <= hand.bottom + 12;
        }"""
    )


def test_who_made_the_last_decision_can_ask_for_it_back(phones: Phones) -> None:
    phones.table.last_by = 1
    page = phones.seat(1)
    page.click("[data-key=take-back]")
    page.wait_for_selector("#banner >> text=The table is being asked.")
    assert phones.table.asked_back == phones.table.version
    assert phones.seat(0).locator("[data-key=take-back]").count() == 0
