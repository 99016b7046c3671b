"""What followed from a change that the eye withdraws, at the real hub: taken back on record, or put to the host."""

from __future__ import annotations

from rules.engine.entries import Position, Rewind
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.doubted import UnsureEye
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.companion.test_chesney_trouble import table as chesney_table
from tests.companion.test_doubts import CHRONICLE, answers, meeting
from tests.companion.test_turned_cards import LAID
from tests.companion.war_chest_table import position as war_chest_position, table as war_chest_table
from web.pages.host.views import HostAct

TAKEN_BACK = "I got that wrong, so I take it back."
GONE_ON = "I got something wrong. The host can undo it."


def played(piece: str = "RED-1", seat: int = 0) -> tuple[Evening, UnsureEye, int]:
    """High Card after a card was laid, and the number of that change."""
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    placed = eye.placed(eye.front(piece), f"trick/{seat}")
    eye.tells(placed)
    assert answers(evening) == [f"play:{piece}"]
    evening.spoken.clear()
    return evening, eye, placed.number


def test_what_followed_is_taken_back_on_record_and_said_once() -> None:
    evening, eye, number = played()
    before = len(evening.disk.entries)
    eye.corrects(number)
    assert answers(evening) == []
    assert evening.disk.entries[before:] == [Rewind(0, "camera")], "the journal has it"
    assert evening.spoken.count(TAKEN_BACK) == 1
    assert "got something wrong" in evening.packet().notice
    eye.see(())
    evening.wait(10.0)
    assert evening.spoken.count(TAKEN_BACK) == 1
    assert evening.todo == []


def test_the_journal_has_it_before_anybody_hears_of_it() -> None:
    evening, eye, number = played()
    evening.trace.clear()
    eye.corrects(number)
    assert evening.trace[0] == "disk"
    assert {"packets", "voice"} <= set(evening.trace[1:])


def test_what_is_true_instead_is_read_at_the_table_of_before() -> None:
    evening, eye, number = played()
    eye.corrects(number, eye.placed(eye.front("BLU-2"), "trick/0"))
    assert answers(evening) == ["play:BLU-2"]
    assert evening.spoken.count(TAKEN_BACK) == 1, "also where an answer followed at once"
    assert [type(entry) for entry in evening.disk.entries] == [Answer, Rewind, Answer]


def test_when_others_have_acted_the_host_is_asked_instead() -> None:
    evening, eye, number = played()
    assert evening.tap(1, "play:RED-5").ok
    evening.spoken.clear()
    eye.corrects(number)
    assert answers(evening)[:2] == ["play:RED-1", "play:RED-5"], "nothing is undone behind their backs"
    assert evening.spoken.count(GONE_ON) == 1
    assert "The host can undo it." in evening.packet().notice
    assert evening.host(HostAct.UNDO, number=0, reason="").ok
    evening.everybody_agrees() if evening.packet().consent is not None else None
    assert answers(evening) == []


def test_in_a_pause_nothing_is_taken_back() -> None:
    evening, eye, number = played()
    assert evening.running.pause(True).ok
    eye.corrects(number)
    assert answers(evening) == ["play:RED-1"]
    assert GONE_ON in evening.said


def test_what_is_so_all_the_same_stays() -> None:
    evening, eye, number = played()
    eye.corrects(number, eye.placed(eye.front("RED-1"), "trick/0"))
    assert answers(evening) == ["play:RED-1"]
    assert evening.spoken == []
    assert [type(entry) for entry in evening.disk.entries] == [Answer]


def test_a_change_from_which_nothing_followed_is_withdrawn_silently() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    eye.tells(placed := eye.placed(eye.front("BLU-3"), None))
    eye.corrects(placed.number)
    assert evening.disk.entries == []
    assert TAKEN_BACK not in evening.said


def test_what_was_taken_back_already_is_not_taken_back_again() -> None:
    evening, eye, number = played()
    assert evening.host(HostAct.UNDO, reason="mistake").ok
    assert evening.tap(0, "play:BLU-2").ok
    evening.spoken.clear()
    eye.corrects(number)
    assert answers(evening) == ["play:BLU-2"]
    assert evening.said == "" or (TAKEN_BACK not in evening.said and GONE_ON not in evening.said)


def test_an_answer_from_a_doubt_that_was_decided_is_taken_back_like_any_other() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    foreign = (eye.placed(eye.front("BLU-5"), "trick/0"),)
    placed = eye.placed(eye.front("RED-1"), "trick/0")
    eye.tells(placed, odds=0.5, instead=[(foreign, 0.5)])
    assert answers(evening) == ["play:RED-1"]
    eye.corrects(placed.number)
    assert answers(evening) == []
    assert TAKEN_BACK in evening.said


def test_where_it_cannot_be_written_nothing_is_said_to_be_taken_back() -> None:
    evening, eye, number = played()
    evening.disk.broken = "full"
    eye.corrects(number)
    assert answers(evening) == ["play:RED-1"]
    assert TAKEN_BACK not in evening.said
    assert "full" in evening.packet().notice


def test_a_table_of_many_changes_remembers_the_latest_only() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    eye = UnsureEye(evening)
    for n in range(700):
        eye.tells(eye.placed(eye.front("BLU-3"), f"aside-{n}"))
        eye.tells(eye.gone(eye.front("BLU-3"), f"aside-{n}"))
    assert len(evening.referee.table_side._second_looks._traces._numbers) == 256


# -- three games -------------------------------------------------------------------------------------------------------


def test_chronicle_a_card_that_was_never_played_goes_back_to_the_hand() -> None:
    evening, eye = meeting()
    eye.tells(placed := eye.placed(eye.front("POW-7"), "meeting/1"))
    assert answers(evening)[-1] == "play:POW-7:up"
    evening.spoken.clear()
    eye.corrects(placed.number)
    assert answers(evening) == ["play:POW-6:up"]
    assert evening.match.waiting == (Seat(1),)
    assert "POW-7" in evening.match.state.pile("hand/1").pieces
    assert evening.spoken.count(TAKEN_BACK) == 1


def test_war_chest_a_coin_that_was_never_discarded_is_in_the_hand_again() -> None:
    units = {"d3": ("swordsman#2:up",)}
    evening = war_chest_table(war_chest_position({0: ("swordsman#1", "pikeman#1")}, units))
    eye = UnsureEye(evening)
    eye.tells(placed := eye.placed(eye.front("swordsman#1"), "face_up/0"))
    assert answers(evening) == ["up:swordsman"]
    eye.corrects(placed.number)
    assert answers(evening) == []
    assert "swordsman#1" in evening.match.state.pile("hand/0").pieces
    assert TAKEN_BACK in evening.said


def test_chesney_a_card_that_was_never_laid_leaves_the_play_area() -> None:
    evening = chesney_table()
    eye = UnsureEye(evening)
    eye.tells(placed := eye.placed(eye.front("AMBUSH#1"), "play_area"))
    assert answers(evening) == ["play:AMBUSH#1"]
    evening.spoken.clear()
    eye.corrects(placed.number)
    assert answers(evening) == []
    assert evening.match.state.pile("play_area").pieces == ()
    assert evening.spoken.count(TAKEN_BACK) == 1


def test_where_something_came_to_be_known_by_it_the_table_has_to_agree_as_to_any_undo() -> None:
    evening = Evening(CHRONICLE, Position({}, {"to_draw": 1}, "history", 0), seats=4)
    eye = UnsureEye(evening)
    card = str(evening.match.options(None)[0].key)
    eye.tells(placed := eye.placed(eye.front(card), "history"))
    assert answers(evening)[:1] == [card]
    evening.spoken.clear()
    eye.corrects(placed.number)
    assert answers(evening)[:1] == [card], "a card that all have seen cannot be made unseen without a word"
    assert evening.packet().consent is not None
    assert TAKEN_BACK not in evening.said
    evening.everybody_agrees()
    assert answers(evening) == []


def test_a_card_that_was_never_turned_up_lies_face_down_as_before() -> None:
    evening = Evening(LUCKY_DRAW, LAID)
    evening.lay_back("place/0")
    eye = UnsureEye(evening)
    eye.tells(turned := eye.turned(eye.front("RED-1"), "place/0"))
    assert answers(evening) == ["up:RED-1"]
    eye.corrects(turned.number)
    assert answers(evening) == []
    assert [(i.piece, i.spot) for i in evening.running.watch.items] == [(None, "place/0")]
    assert evening.match.state.pile("place/0").slots[0].face_up is False
