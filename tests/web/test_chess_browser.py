"""The chess deckbuilder in a real browser, from packets of real matches: figures, sides, piles, two taps for a move,
and what only the owner of a hand sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from companion.reading.todo import Chore, Todo
from rules.engine.types import PieceId
from tests.evenings.measured import outline, sideways, small_targets, violations
from tests.games.chess_deckbuilder._match import do, game, use
from tests.web.chess_table import ChessTable
from tests.web.on_phones import IN_A_BROWSER, Phones, phones_at, recolour, resize, wait_for
from tests.web.test_board_browser import STICKING_OUT, TOO_SMALL, field, outlined, tap

pytestmark = IN_A_BROWSER

MIDDLE_GAME = "r1b1k2r/2pp1ppp/2n2n2/2b1p3/4P3/2NP1N2/2P2PPP/R1BQK2R w KQkq"
CHECK = "rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq"
DRAWN = ".board-svg .cell"
COVERED = """() => {
  const [tray, frame] = ['#tray', '#mat-frame'].map((one) => document.querySelector(one).getBoundingClientRect());
  const middle = tray.top + tray.height / 2;
  const seen = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(tray.left + part * tray.width, middle));
  return [seen.every((node) => node.closest('#tray')), frame.bottom <= tray.top + 1];
}"""
LOOKS = """names => names.map((name) => {
  const style = getComputedStyle(document.querySelector(`[data-field="${name}"] .stack`));
  return ['--figure-fill', '--figure-line', '--figure-band'].map((part) => style.getPropertyValue(part).trim());
})"""
STOCKS = "all => all.map((one) => one.innerText.split(/\\s+/).filter(Boolean))"
LINES = """all => all.map((one) => ['dt', 'dd'].map((part) => one.querySelector(part).innerText))
  .map((texts) => texts.map((text) => text.replace(/\\s+/g, ' ')))"""


@dataclass
class Room:
    """A table with a match, the two players' pages and the shared screen; each test looks at fresh pages."""

    table: ChessTable
    scene: Phones
    pages: dict[int | None, Any]

    def open(self, seat: int | None, size: tuple[int, int] = (390, 844), hand: bool = False) -> Any:
        """The page of a seat, or the shared screen, when it has drawn the board."""
        path = "/table" if seat is None else "/seat"
        page = self.pages.get(seat)
        if page is None:
            token = None if seat is None else self.table.seat_token(seat)
            page = self.pages[seat] = self.scene.open(path, token, size, locale="en-GB", reduced_motion="reduce")
        else:
            resize(page, size)
            page.reload()
        page.wait_for_selector(DRAWN)
        if hand:
            page.click("#keep")
            page.wait_for_selector("#hand [data-piece]")
        return page


@pytest.fixture(scope="module")
def room(chromium: Any) -> Iterator[Room]:
    with phones_at(table := ChessTable(), chromium, has_touch=False) as found:
        yield Room(table, found, {})


def under_way(room: Room) -> None:
    """White's turn in the middle of a match, with cards everywhere."""
    match = game(
        MIDDLE_GAME,
        hands={0: "pawn pawn knight rook copper", 1: "bishop king copper pawn ?"},
        decks={0: "copper silver", 1: "copper"},
        discards={0: "rook silver", 1: "pawn copper knight"},
        captured={0: "ppnq", 1: "PPB"},
        supply={"queen": 0, "king": 3},
    )
    room.table.play_on(match)


def in_check(room: Room, hand: str) -> None:
    """White is in check and holds these cards."""
    room.table.play_on(game(CHECK, hands={0: hand, 1: "pawn copper copper copper ?"}))


def taps(room: Room, page: Any, *wanted: str) -> None:
    """Waits until the table has heard just these answers."""
    wait_for(page, lambda: room.table.taps == list(wanted))


def marked(page: Any, mark: str) -> list[str]:
    """The fields with this mark, sorted."""
    found: list[str] = page.locator(f'[data-mark="{mark}"]').evaluate_all("all => all.map((one) => one.dataset.field)")
    return sorted(found)


def place(page: Any, name: str) -> tuple[float, float]:
    """Where a field lies in the window."""
    box = field(page, name).locator(".cell-face").bounding_box()
    return box["x"], box["y"]


@pytest.mark.parametrize(("reader", "near", "left"), [(None, "e1", "a4"), (0, "e1", "a4"), (1, "e8", "h4")])
def test_everybody_sees_the_board_from_their_own_side(room: Room, reader: int | None, near: str, left: str) -> None:
    room.table.play_on(game())
    page = room.open(reader)
    assert page.locator(DRAWN).count() == 64
    other = {"e1": "e8", "e8": "e1", "a4": "h4", "h4": "a4"}
    assert place(page, near)[1] > place(page, other[near])[1]
    assert place(page, left)[0] < place(page, other[left])[0]
    edges = page.locator(".cell-edge").all_text_contents()
    assert sorted(edges) == sorted("abcdefgh12345678")
    rows = page.locator(".cell-row").all_text_contents()
    assert rows == list("87654321" if near == "e1" else "12345678")  # from the top down


def test_white_under_the_other_seat_turns_the_boards(room: Room) -> None:
    room.table.play_on(game(white=1))
    page = room.open(1)
    assert place(page, "e1")[1] > place(page, "e8")[1]
    page = room.open(0)
    assert place(page, "e1")[1] < place(page, "e8")[1]


def test_chessmen_are_figures_that_need_no_colours(room: Room) -> None:
    room.table.play_on(game())
    page = room.open(None, (1280, 720))
    assert (page.locator(".figure-light").count(), page.locator(".figure-dark").count()) == (16, 16)
    assert page.locator(".board-svg .coin").count() == 0
    shapes = [field(page, f"{file}8").locator("use").get_attribute("href").rpartition("_")[2] for file in "abcdefgh"]
    assert shapes == ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"]
    white, black = page.evaluate(LOOKS, ["e1", "e8"])
    light = [sum(int(part[n : n + 2], 16) for n in (1, 3, 5)) / 3 for part in (*white[:2], *black[:2])]
    assert light[0] - light[1] > 150  # a light figure with a dark outline
    assert light[3] - light[2] > 150  # a dark one with a light outline
    assert (white[2], bool(black[2])) == ("", True)  # and bands on its base
    assert field(page, "e8").get_attribute("aria-label") == "e8: Black king"
    assert field(page, "e5").get_attribute("aria-label") == "e5: empty"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("phase", ["action", "buy", "answer_check"])
def test_the_table_screen_holds_everything(room: Room, size: tuple[int, int], phase: str) -> None:
    if phase == "answer_check":
        in_check(room, "pawn king copper copper silver")
    else:
        under_way(room)
        if phase == "buy":
            use(room.table.match, 0, "play:pawn", "move:g2:g3", "stop")
            room.table.publish()
    page = room.open(None, size)
    page.wait_for_selector(".stock")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
    assert page.evaluate(STICKING_OUT) == []
    bottom = page.locator(".stage-field").bounding_box()
    last = page.locator(".stock").last.bounding_box()
    assert last["y"] + last["height"] <= bottom["y"] + bottom["height"]
    assert page.locator(".board-svg").bounding_box()["height"] > size[1] * 0.55


def test_piles_prices_and_counts_stand_beside_the_board(room: Room) -> None:
    under_way(room)
    page = room.open(None, (1920, 1080))
    stocks = page.locator(".stock").evaluate_all(STOCKS)
    assert ["5", "×8", "Rook"] not in stocks
    assert ["3", "×8", "Rook"] in stocks
    assert ["4", "×3", "King"] in stocks
    assert ["×0", "Queen"] in stocks
    assert len(stocks) == 9
    assert stocks[-1][-1] == "Trash"
    tracks = page.locator(".stage-field .track").evaluate_all(STOCKS)
    assert ["Actions", "left", "1"] in tracks
    assert ["Buys", "left", "1"] in tracks
    plates = [dict(plate.locator("dl > div").evaluate_all(LINES)) for plate in page.locator(".plate").all()]
    assert [(one["Deck"], one["Hand"], one["Discard"]) for one in plates] == [
        ("2", "5", "2 Silver"),
        ("1", "5", "3 Knight"),
    ]
    captured = page.locator('[data-pile="captured/0"] .mini').evaluate_all("all => all.map((one) => one.title)")
    assert captured == ["Black knight", "Black pawn", "Black queen"]
    assert plates[0]["Captured"] == "×2"


def test_the_treasure_that_lies_open_stands_on_the_plate(room: Room) -> None:
    under_way(room)
    use(room.table.match, 0, "stop", "show:copper")
    room.table.publish()
    page = room.open(None, (1280, 720))
    assert page.locator(".plate").first.locator(".plate-notes").inner_text() == "1 treasure shown"


def test_a_card_then_a_piece_then_its_field(room: Room) -> None:
    under_way(room)
    page = room.open(0, (360, 740), hand=True)
    page.locator('#hand [data-piece^="knight#"]').click()
    page.click('#played [data-option="play:knight"]')
    page.wait_for_selector('[data-mark="piece"]')
    assert marked(page, "piece") == ["c3", "f3"]
    assert outlined(page) == ["c3", "f3"]  # nothing else can be tapped first
    tap(page, "f3")
    page.wait_for_selector('[data-field="f3"][aria-pressed="true"]')
    assert sorted(outlined(page)) == ["c3", "d2", "d4", "e5", "f3", "g1", "g5", "h4"]
    tap(page, "c3")
    page.wait_for_selector('[data-field="c3"][aria-pressed="true"]')
    tap(page, "d5")
    taps(room, page, "play:knight", "move:c3:d5")
    assert page.locator("#sheet[open]").count() == 0


def test_a_piece_that_a_card_can_use_goes_on_after_the_card_is_laid(room: Room) -> None:
    under_way(room)
    page = room.open(0, (320, 640), hand=True)
    page.wait_for_selector('[data-mark="reach"]')
    assert marked(page, "reach") == ["a1", "c3", "d3", "e1", "f3", "g2", "h1", "h2"]
    tap(page, "f3")
    page.click('#sheet [data-option="play:knight"]')
    page.wait_for_selector('[data-field="f3"][aria-pressed="true"]')
    tap(page, "g5")
    taps(room, page, "play:knight", "move:f3:g5")


def test_what_the_hand_could_move_is_for_its_owner_alone(room: Room) -> None:
    under_way(room)
    owner = room.open(0)
    assert outlined(owner) == []  # the hand is hidden
    assert marked(owner, "reach") == []
    for reader in (1, None):
        page = room.open(reader)
        if reader is not None:
            page.click("#keep")
            page.wait_for_selector("#hand [data-piece]")
        assert outlined(page) == []
        packet = room.table._packet(reader)
        assert packet.question is not None
        assert packet.question.options == ()


def test_copies_of_a_card_are_one_tile_that_says_how_many(room: Room) -> None:
    under_way(room)
    page = room.open(0, hand=True)
    pawns = page.locator('#hand [data-piece^="pawn#"]')
    assert pawns.evaluate_all("all => all.map((one) => one.dataset.state)") == ["ok"]
    assert "×2" in pawns.inner_text()
    pawns.click()
    page.wait_for_selector('#played [data-option="play:pawn"]')


def test_every_move_stands_in_a_list_too(room: Room) -> None:
    under_way(room)
    do(room.table.match, 0, "play:knight")
    room.table.publish()
    page = room.open(0)
    page.get_by_role("button", name="As a list").click()
    said = page.locator("#question [data-option]").evaluate_all("all => all.map((one) => one.dataset.option)")
    assert {"move:f3:g5", "take:f3:e5", "move:c3:b5", "back"} <= set(said)
    assert page.locator("#question .choice-returns").evaluate_all("all => all.map((one) => one.dataset.option)") == [
        "back"
    ]
    page.click('#question [data-option="take:f3:e5"]')
    taps(room, page, "take:f3:e5")
    page.get_by_role("button", name="Show the board").click()
    page.wait_for_selector(DRAWN)


def test_the_keyboard_moves_a_piece(room: Room) -> None:
    under_way(room)
    do(room.table.match, 0, "play:knight")
    room.table.publish()
    page = room.open(0, (1280, 800))
    page.wait_for_selector('[data-mark="piece"]')
    assert "6 fields to go to" in field(page, "c3").get_attribute("aria-label")
    field(page, "c3").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-field="c3"][aria-pressed="true"]:focus')
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.field") == "d5"
    page.keyboard.press("Enter")
    taps(room, page, "move:c3:d5")


def test_check_is_shown_and_the_cards_that_end_it(room: Room) -> None:
    in_check(room, "pawn king rook copper silver")
    screen = room.open(None, (1280, 720))
    screen.wait_for_selector(".ground-alarm", state="attached")
    assert screen.locator(".ground-alarm").count() == 1
    assert field(screen, "e1").get_attribute("aria-label").startswith("e1: White king, in check")
    assert screen.locator(".plate-notes").inner_text() == "In check"
    page = room.open(0, hand=True)
    page.wait_for_selector('[data-mark="reach"]')  # the board is drawn after the hand
    states = page.locator("#hand [data-piece]").evaluate_all(
        "all => all.map((one) => [one.dataset.piece, one.dataset.state])"
    )
    assert {piece.partition("#")[0]: state for piece, state in states} == {
        "king": "ok",
        "pawn": "ok",
        "rook": "no",
        "silver": "idle",
        "copper": "idle",
    }
    assert "You must answer the check with a card" in page.inner_text("#knowledge")
    assert marked(page, "reach") == ["e1", "g2"]


def test_without_a_card_any_move_out_of_check_is_two_taps(room: Room) -> None:
    in_check(room, "rook rook copper copper silver")
    page = room.open(0, (390, 844), hand=True)
    page.wait_for_selector('[data-mark="piece"]')
    assert marked(page, "piece") == ["e1", "g2"]
    assert "None of your cards stops the check" in page.inner_text("#knowledge")
    tap(page, "g2")
    page.wait_for_selector('[data-field="g3"][data-state="ok"]')
    tap(page, "g3")
    taps(room, page, "escape:g2:g3")


def test_a_move_is_marked_with_an_arrow_and_castling_by_its_fields(room: Room) -> None:
    under_way(room)
    use(room.table.match, 0, "play:pawn", "move:g2:g3")
    room.table.publish()
    page = room.open(None, (1280, 720))
    assert page.locator(".ground-last").count() == 2
    assert page.locator(".last-move").count() == 1
    under_way(room)
    use(room.table.match, 0, "play:rook", "move:e1:g1")
    room.table.publish()
    page.wait_for_function("() => document.querySelectorAll('.ground-last').length === 4")
    assert page.locator(".last-move").count() == 0
    assert "part of the last move" in field(page, "f1").get_attribute("aria-label")


@pytest.mark.parametrize("reader", [None, 1])
def test_what_stands_otherwise_than_noted_is_marked_with_how_to_put_it_right(
    room: Room, reader: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = (Todo(Chore.CLEAR, from_spot="d4"), Todo(Chore.STAND, PieceId("white_pawn#5"), spot="e4"))
    monkeypatch.setattr(room.table, "is_virtual", False)
    room.table.play_on(game(MIDDLE_GAME), *wrong)
    page = room.open(reader, (1280, 720))
    assert page.locator(".ground-differs").count() == 2
    for cell in ("d4", "e4"):
        assert "the camera sees something else here" in field(page, cell).get_attribute("aria-label")
    said = page.locator("#todo li" if reader is None else ".field-wrong li").all_inner_texts()
    assert said == ["d4 should be empty.", "White pawn should be on e4."]
    room.table.play_on(game(MIDDLE_GAME))
    page.wait_for_function("() => document.querySelectorAll('.ground-differs').length === 0")
    assert page.locator(".field-wrong:visible").count() == 0


def test_what_can_be_bought_is_read_before_the_board(room: Room) -> None:
    match = game(hands={0: "silver silver copper copper pawn"})
    do(match, 0, "stop")
    room.table.play_on(match)
    page = room.open(0, hand=True)
    page.wait_for_selector('#question [data-option="buy:queen"]')
    assert page.locator("#question").bounding_box()["y"] < page.locator("#field").bounding_box()["y"]
    page.click('#question [data-option="buy:copper"]')
    taps(room, page, "buy:copper")


def test_giving_up_stands_apart_and_is_asked_once_more(room: Room) -> None:
    under_way(room)
    page = room.open(0, hand=True)
    resign = page.locator('#question [data-option="resign"]')
    assert not resign.is_visible()
    page.locator('#question summary:has-text("End the match")').click()
    resign.click()
    page.wait_for_selector('#sheet [data-option="resign"]')
    assert room.table.taps == []
    page.click('#sheet [data-option="resign"]')
    taps(room, page, "resign")


@pytest.mark.parametrize("width", [320, 360, 412])
def test_a_phone_holds_it_without_scrolling_sideways(room: Room, width: int) -> None:
    under_way(room)
    page = room.open(1, (width, 740))
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(TOO_SMALL) == []
    board = page.locator(".board-svg").bounding_box()
    assert board["width"] >= width - 16
    boxes = page.locator(".stock").evaluate_all("all => all.map((one) => [one.scrollWidth, one.clientWidth])")
    assert all(inside <= room_for for inside, room_for in boxes)


@pytest.mark.parametrize(("reader", "size"), [(0, (390, 844)), (None, (1920, 1080))])
def test_everybody_can_use_it(room: Room, reader: int | None, size: tuple[int, int]) -> None:
    in_check(room, "pawn king rook copper silver")
    page = room.open(reader, size, hand=reader is not None)
    found = []
    for scheme in ("dark", "light"):
        recolour(page, scheme)
        found += [*violations(page), *small_targets(page), *sideways(page), *outline(page)]
    assert found == []


def test_the_virtual_table_has_a_chess_board_figures_and_counted_piles(room: Room) -> None:
    under_way(room)
    page = room.scene.open("/virtual", room.table.seat_token(0), (390, 640), reduced_motion="reduce")
    page.wait_for_selector('[data-spot="e1"].spot-dark')
    assert page.locator('[data-spot="f1"].spot-light').count() == 1
    assert page.locator('#mat [data-handle="aa11"] .figure-light use').get_attribute("href").endswith("#chess_king")
    page.wait_for_selector(".spot-count")
    assert page.locator(".spot-count").all_inner_texts() == ["×8"]
    assert page.evaluate(COVERED) == [True, True]  # however high a pile is, nothing of the mat covers the own hand
