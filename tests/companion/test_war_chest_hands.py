"""War Chest played by hand on a fake table: what people do with coins and markers is read as their answers."""

from __future__ import annotations

import pytest

from rules.engine.types import PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.war_chest_table import lying, position, table
from vision.types import ChangeKind, Presence, Side, TableChange, Tag
from web.pages.host.views import HostAct

HANDS = {0: ("swordsman#1", "light_cavalry#1", "royal_raven"), 1: ("archer#1", "cavalry#1", "scout#1")}


def kinds(evening: Evening, pile: str) -> list[str]:
    """What the notes have in a pile, without the copies' names."""
    return [p.kind for p in evening.match.state.pile(pile).pieces]


def asked(evening: Evening) -> str:
    question = evening.match.question
    return "" if question is None else question.kind


def settled(evening: Evening) -> list[str]:
    """The to-do list after the patience."""
    evening.wait(5.0)
    return evening.todo


def test_at_the_beginning_nothing_is_to_be_done() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2", "light_cavalry#3"), "e2": ("pikeman#1",)}))
    assert settled(evening) == []
    assert evening.match.version == 0


@pytest.mark.parametrize("unseen", [(), (0,)])
@pytest.mark.parametrize("copy", ["swordsman#1", "swordsman#3", "swordsman#2"])
def test_deploying_any_copy(copy: str, unseen: tuple[int, ...]) -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2",)}, unseen=unseen))
    evening.lay(copy, "e2")
    assert kinds(evening, "hex/e2") == ["swordsman"]
    assert len(evening.match.state.pile("hand/0")) == 2
    assert "deploys the Swordsman" in evening.said
    assert settled(evening) == []


def test_bolstering_a_unit_of_which_only_the_top_was_seen() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2", "light_cavalry#3")}))
    evening.lay("light_cavalry#1", "f4")
    assert kinds(evening, "hex/f4") == ["light_cavalry"] * 3
    assert settled(evening) == []


def test_a_supply_that_is_built_coin_by_coin() -> None:
    evening = table(position(HANDS, {}))
    for presence in [p for p in evening.lying if p.spot == "supply_1/0"]:
        evening.take(presence)
    for copy in (1, 4, 5):
        evening.lay(f"swordsman#{copy}", "supply_1/0")
    assert evening.match.version == 0
    assert settled(evening) == []


def test_a_coin_that_was_bolstered_by_phone_is_to_be_laid_and_then_is_no_news() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2", "light_cavalry#3")}))
    assert evening.tap(0, "bolster:light_cavalry:f4").ok
    assert settled(evening) == ["Put Light Cavalry on f4."]
    version = evening.match.version
    evening.lay("light_cavalry#1", "f4")
    assert evening.match.version == version
    assert settled(evening) == []


def test_a_unit_that_was_moved_by_phone_and_then_on_the_table_can_be_bolstered() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2", "swordsman#3")}))
    evening.tap(0, "up:light_cavalry")
    for key in ("up:swordsman", "move:f4:f5"):
        assert evening.tap(0, key).ok
    evening.lay("swordsman#1", "face_up/0")
    assert settled(evening) == ["Move Swordsman to f5."]
    evening.lay("swordsman#3", "f5")
    assert settled(evening) == []
    for _ in range(2):
        assert evening.tap(1, "down").ok
        assert evening.tap(1, "pass").ok
        if evening.match.waiting == (Seat(0),):
            break
    version = evening.match.version
    evening.lay("swordsman#4", "f5")
    assert evening.match.version == version, "there is no such coin in the hand"
    assert evening.said


def test_moving_a_bolstered_unit_of_which_only_the_top_was_seen() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2", "swordsman#3")}))
    evening.lay("swordsman#1", "face_up/0")
    assert asked(evening) == "maneuver"
    evening.lay("swordsman#3", "f5")
    assert kinds(evening, "hex/f5") == ["swordsman"] * 2
    assert kinds(evening, "hex/f4") == []
    assert settled(evening) == []


def test_a_move_counts_when_the_lower_coin_has_left_too() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2", "swordsman#3")}), was_built=True)
    evening.lay("swordsman#1", "face_up/0")
    evening.lay("swordsman#3", "f5")
    assert kinds(evening, "hex/f5") == [], "one of its coins is still believed to lie there"
    evening.take(lying(evening, "swordsman#2"))
    assert kinds(evening, "hex/f5") == ["swordsman"] * 2
    assert settled(evening) == []


def test_of_a_stack_only_the_top_was_moved() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2", "swordsman#3")}), was_built=True)
    evening.lay("swordsman#1", "face_up/0")
    version = evening.match.version
    evening.lay("swordsman#3", "f5")
    assert evening.match.version == version
    evening.spoken.clear()
    assert any("2 pieces on" in text for text in settled(evening))
    assert "2 pieces on" in evening.said
    assert "f4" in evening.said


@pytest.mark.parametrize("has_phone", [True, False])
def test_what_may_be_a_move_or_a_tactic_is_asked(has_phone: bool) -> None:
    on_board = {"f4": ("cavalry#2",), "f6": ("swordsman#2",)}
    evening = table(position(HANDS, on_board, turn=1), phones=lambda seat: has_phone)
    evening.lay("cavalry#1", "face_up/1")
    evening.spoken.clear()
    evening.lay("cavalry#2", "f5")
    assert "mean more than one thing" in evening.said
    assert evening.keys(1) == ["move:f4:f5", "swoop:f4:f5"]
    assert "face-down" not in evening.packet(1).notice
    reply = evening.tap(1, "move:f4:f5") if has_phone else evening.host(HostAct.TELL, value="move:f4:f5")
    assert reply.ok, reply.sentence
    assert kinds(evening, "hex/f5") == ["cavalry"]
    assert settled(evening) == []


def test_a_light_cavalry_that_takes_one_step_by_hand_just_moves() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2",)}))
    evening.lay("light_cavalry#1", "face_up/0")
    evening.lay("light_cavalry#2", "f5")
    assert kinds(evening, "hex/f5") == ["light_cavalry"]
    assert settled(evening) == []


def test_attacking_a_single_coin() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",), "f5": ("lancer#1",)}))
    evening.lay("swordsman#1", "face_up/0")
    evening.take(lying(evening, "lancer#1"))
    assert kinds(evening, "hex/f5") == []
    assert PieceId("lancer#1") in evening.match.state.pile("box")
    assert settled(evening) == []


def test_attacking_a_bolstered_unit_whose_lower_coin_comes_to_light() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",), "f5": ("lancer#1", "lancer#2")}))
    evening.lay("swordsman#1", "face_up/0")
    gone = lying(evening, "lancer#2")
    evening.lying.remove(gone)
    evening.now_s += 1
    tag = Tag(evening.front("lancer#1"), "lancer#1", Side.FRONT)
    evening.lying.append(Presence(tag, None, 0.0, "f5", evening.now_s, evening.now_s))
    evening.see(
        TableChange(ChangeKind.GONE, gone.tag.payload, gone.tag, None, "f5", None, evening.now_s),
        TableChange(ChangeKind.PLACED, tag.payload, tag, "f5", None, None, evening.now_s),
    )
    assert kinds(evening, "hex/f5") == ["lancer"]
    assert settled(evening) == []


def test_attacking_a_bolstered_unit_and_nothing_is_left() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",), "f5": ("lancer#1", "lancer#2")}))
    evening.lay("swordsman#1", "face_up/0")
    evening.take(lying(evening, "lancer#2"))
    assert kinds(evening, "hex/f5") == ["lancer"]
    assert any("one piece on" in text for text in settled(evening))
    assert "one piece on" in evening.said


def test_a_coin_taken_off_the_board_and_laid_beside_it() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",), "f5": ("lancer#1",)}))
    evening.lay("swordsman#1", "face_up/0")
    evening.lay("lancer#1", None)
    assert kinds(evening, "hex/f5") == []
    assert [text for text in settled(evening) if "Lancer" in text and "Box" in text]


def test_control_by_laying_the_marker() -> None:
    evening = table(position(HANDS, {"e5": ("swordsman#2",)}))
    evening.lay("swordsman#1", "face_up/0")
    evening.lay("marker_raven#6", "e5")
    assert kinds(evening, "control/e5") == ["marker_raven"]
    assert settled(evening) == []


def test_control_by_taking_the_marker_which_then_lies_covered() -> None:
    evening = table(position(HANDS, {"e5": ("swordsman#2",)}))
    evening.lay("swordsman#1", "face_up/0")
    evening.take(lying(evening, "marker_raven#4"))
    assert kinds(evening, "control/e5") == ["marker_raven"]
    assert settled(evening) == []


def paid_down(*, unseen: tuple[int, ...] = (0, 1)) -> Evening:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2",)}, unseen=unseen))
    evening.lay_back("face_down/0", "coins")
    return evening


def test_face_down_and_then_a_pass() -> None:
    evening = paid_down()
    state = evening.match.state
    assert len(state.pile("face_down/0")) == 1
    assert state.pile("face_down/0").pieces == ()
    assert "pass" in evening.keys(0)
    assert evening.tap(0, "pass").ok
    assert evening.match.waiting == (Seat(1),)
    assert settled(evening) == []


def test_face_down_and_then_a_recruit() -> None:
    evening = paid_down()
    evening.lay("light_cavalry#5", "face_up/0")
    assert kinds(evening, "face_up/0") == ["light_cavalry"]
    assert len(evening.match.state.pile("supply_4/0")) == 2
    evening.lay("light_cavalry#4", "supply_4/0")  # comes to light
    assert settled(evening) == []


def test_face_down_and_then_the_initiative() -> None:
    evening = table(position(HANDS, {}, turn=1, unseen=(0, 1)))
    evening.lay_back("face_down/1", "coins")
    marker = next(p for p in evening.lying if p.spot == "initiative/0")
    evening.take(marker)
    evening.lay_back("initiative/1", "initiative")
    assert evening.match.state["initiative"] == Seat(1)
    assert settled(evening) == []


def test_two_face_down_acts_in_a_row_are_each_read_once() -> None:
    evening = paid_down()
    evening.tap(0, "pass")
    evening.lay_back("face_down/1", "coins")
    assert len(evening.match.state.pile("face_down/1")) == 1
    evening.tap(1, "pass")
    version = evening.match.version
    evening.see()
    evening.wait(5.0)
    assert evening.match.version == version
    evening.lay_back("face_down/0", "coins")  # onto the first one
    assert len(evening.match.state.pile("face_down/0")) == 2
    assert evening.match.version == version + 1
    evening.tap(0, "pass")
    evening.tap(1, "down")
    evening.tap(1, "pass")
    evening.lay_back("face_down/1", "coins")  # what was said on the phone is done now
    assert len(evening.match.state.pile("face_down/1")) == 2
    assert evening.match.waiting == (Seat(0),)


def test_an_unlawful_deployment_is_explained_aloud_and_tells_no_hand() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2",)}))
    evening.lay("swordsman#3", "f6")
    assert evening.match.version == 0
    assert evening.said
    assert "cannot be played now" not in evening.said, "everybody could find that reason"
    assert "Light" not in evening.said
    assert "Royal" not in evening.said
    texts = settled(evening)
    assert [text for text in texts if "Swordsman" in text], texts


def test_a_move_that_is_too_far_is_explained() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",)}))
    evening.lay("swordsman#1", "face_up/0")
    version = evening.match.version
    evening.spoken.clear()
    evening.lay("swordsman#2", "f6")
    assert evening.match.version == version
    assert evening.said
    assert [text for text in settled(evening) if "f4" in text]


def test_a_coin_laid_out_of_turn() -> None:
    evening = table(position(HANDS, {"f4": ("light_cavalry#2",)}, unseen=(0, 1)))
    evening.lay("archer#2", "d7")
    assert evening.match.version == 0
    assert "P1" in evening.said, "whose turn it is"
    assert [text for text in settled(evening) if "Archer" in text]


@pytest.mark.parametrize("piece", ["archer#2", ""])
def test_a_coin_laid_out_of_turn_on_the_own_discard(piece: str) -> None:
    evening = table(position(HANDS, {}, unseen=(0, 1)))
    if piece:
        evening.lay(piece, "face_up/1")
    else:
        evening.lay_back("face_down/1", "coins")
    assert evening.match.version == 0
    assert "P1" in evening.said, "whose turn it is"


def test_a_unit_moved_before_its_coin_was_paid_is_no_deployment() -> None:
    evening = table(position(HANDS, {"d5": ("swordsman#2",)}, markers={"d4": "raven"}))
    evening.lay("swordsman#2", "d4")
    assert evening.match.version == 0
    assert kinds(evening, "hex/d4") == []
    assert [text for text in settled(evening) if "d5" in text]


def test_a_refill_is_one_thing_to_do() -> None:
    up = ("pikeman#1", "pikeman#2", "swordsman#1", "swordsman#2", "royal_raven")
    down = ("light_cavalry#1:down", "light_cavalry#2:down", "crossbowman#1:down")
    hands = {0: ("crossbowman#2",), 1: ()}
    evening = table(position(hands, {}, discards={"face_up/0": up, "face_down/0": down}))
    assert len(evening.match.state.pile("bag/0")) == 0
    assert evening.tap(0, "down:crossbowman").ok
    assert evening.tap(0, "pass").ok
    assert asked(evening) == "draw"
    assert len(evening.match.state.pile("bag/0")) == 9
    texts = settled(evening)
    assert len(texts) == 1, texts
    assert "P1's bag" in texts[0]
    assert "P1's face-up discard" in texts[0]
    assert "P1's face-down discard" in texts[0]
    for presence in [p for p in evening.lying if p.spot in ("face_up/0", "face_down/0")]:
        evening.take(presence)
    assert settled(evening) == []


def test_control_of_an_enemy_location_sends_the_other_marker_home() -> None:
    evening = table(position(HANDS, {"e5": ("swordsman#2",)}, markers={"e5": "wolf"}))
    evening.lay("swordsman#1", "face_up/0")
    evening.take(lying(evening, "marker_raven#4"))
    assert kinds(evening, "control/e5") == ["marker_raven"]
    texts = settled(evening)
    assert len(texts) == 1, texts
    assert "Wolf" in texts[0]
    evening.lay("marker_wolf#3", "stock_wolf")
    assert settled(evening) == []


def test_a_known_hand_is_asked_which_coin_lies_face_down_and_no_phone_leaves_it_unsaid() -> None:
    evening = table(position(HANDS, {}))
    evening.lay_back("face_down/0", "coins")
    assert evening.match.version == 0
    assert evening.keys(0) == ["down:swordsman", "down:light_cavalry", "down:royal_raven", "down"]
    assert evening.tap(0, "down:royal_raven").ok
    assert [p.kind for p in evening.match.state.pile("face_down/0")] == ["royal_raven"]
    for reader in (-1, 1):
        assert "royal_raven" not in [c.face.piece for p in evening.packet(reader).piles for c in p.cards if c.face]
    silent = table(position(HANDS, {}), phones=lambda seat: False)
    silent.lay_back("face_down/0", "coins")
    assert silent.match.state.pile("face_down/0").unseen == 1


def test_the_host_may_accept_what_nobody_lists() -> None:
    evening = table(position(HANDS, {"f4": ("swordsman#2",)}))
    evening.lay("swordsman#1", "face_up/0")
    evening.lay("swordsman#2", "f6")
    reply = evening.host(HostAct.ACCEPT_IRREGULAR)
    assert reply.ok, reply.sentence
    assert kinds(evening, "hex/f6") == ["swordsman"]
    assert settled(evening) == []


def test_a_pile_of_backs_that_was_only_moved_is_no_act() -> None:
    evening = paid_down()
    evening.tap(0, "pass")
    evening.tap(1, "down")
    evening.tap(1, "pass")
    assert evening.match.waiting == (Seat(0),)
    version = evening.match.version
    evening.take(next(p for p in evening.lying if p.spot == "face_down/0"))
    evening.lay_back("face_down/0", "coins")
    assert evening.match.version == version


def test_a_refill_clears_what_was_counted() -> None:
    hands = {0: ("crossbowman#2",), 1: ()}
    up = ("pikeman#1", "pikeman#2", "swordsman#1", "swordsman#2", "royal_raven", "crossbowman#1")
    down = ("light_cavalry#1:down", "light_cavalry#2:down")
    evening = table(position(hands, {}, discards={"face_up/0": up, "face_down/0": down}, unseen=(0,)))
    evening.lay_back("face_down/0", "coins")
    assert len(evening.match.state.pile("face_down/0")) == 3
    assert evening.tap(0, "pass").ok
    assert asked(evening) == "draw"
    for presence in [p for p in evening.lying if p.spot in ("face_up/0", "face_down/0")]:
        evening.take(presence)
    assert evening.tap(0, "dealt").ok
    while evening.match.waiting == (Seat(1),):  # who drew too
        assert evening.tap(1, "down").ok
        assert evening.tap(1, "pass").ok
    for count in (1, 2):
        evening.lay_back("face_down/0", "coins")
        assert len(evening.match.state.pile("face_down/0")) == count
        assert evening.tap(0, "pass").ok
        if evening.match.waiting == (Seat(1),):
            assert evening.tap(1, "down").ok
            assert evening.tap(1, "pass").ok


def test_a_coin_that_was_discarded_by_phone_is_to_be_laid_down() -> None:
    evening = table(position(HANDS, {}))
    assert evening.tap(0, "down:royal_raven").ok
    texts = settled(evening)
    assert len(texts) == 1, texts
    assert "face-down" in texts[0]
    assert "Royal" not in texts[0]
    evening.lay_back("face_down/0", "coins")
    assert settled(evening) == []
    assert len(evening.match.state.pile("face_down/0")) == 1
