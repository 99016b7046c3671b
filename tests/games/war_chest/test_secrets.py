"""Who knows what: hands, bags, discards; what the common screen and the other seats are handed, byte for byte."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Accepted, Match
from rules.engine.packets import asked as asked_packet
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Refusal, Seat
from tests.games.war_chest._match import (
    WAR_CHEST,
    allowed,
    asked,
    battle,
    board,
    coins,
    deal,
    do,
    draw,
    draw_kind,
    far_reason,
    hears,
    maneuver,
    refused,
    skirmish,
    use,
    view,
)

EVERYBODY = -1


def show(match: Match, pile: str, *pieces: str) -> None:
    """The owner shows coins of a pile to the companion."""
    outcome = match.submit(Identify(pile, tuple(PieceId(p) for p in pieces)))
    assert isinstance(outcome, Accepted)


def same_for(readers: tuple[int, ...], worlds: list[Match], *plays: Callable[[Match], object]) -> None:
    """These readers are handed the same in all worlds, now and after each of the plays."""
    for play in (lambda match: None, *plays):
        for match in worlds:
            play(match)
        for reader in readers:
            views = {view(match, reader) for match in worlds}
            assert len(views) == 1, f"seat {reader} can tell the worlds apart"


def hands(*texts: str, **more: object) -> list[Match]:
    """Worlds that differ in the first seat's hand only."""
    return [battle(hands={0: text, 1: "archer scout royal"}, **more) for text in texts]  # type: ignore[arg-type]


# -- hands -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I08", "WC-I07", "WC-I12")
def test_a_hand_is_known_to_its_player_alone() -> None:
    match = battle(hands={0: "swordsman pikeman royal", 1: "archer scout royal"}, board={"d4": "swordsman"})
    assert coins(match, "hand/0", reader=0) == ["pikeman", "royal", "swordsman"]
    assert coins(match, "hand/0", reader=1) == ["?", "?", "?"]
    assert coins(match, "hand/0", reader=EVERYBODY) == ["?", "?", "?"]
    assert coins(match, "hand/1", reader=0) == ["?", "?", "?"]
    assert coins(match, "bag/0", reader=0) == ["?"] * 5


@pytest.mark.rules("WC-I08", "WC-I12", "WC-C03")
def test_neither_the_screen_nor_the_opponent_is_handed_anything_that_depends_on_a_hand() -> None:
    """Also not which options there are: a lit-up attack would tell of the coin."""
    worlds = hands(
        "swordsman pikeman royal",
        "crossbowman crossbowman light_cavalry",
        "light_cavalry pikeman pikeman",
        board={"d4": "swordsman", "d5": "archer", "f4": "pikeman"},
        supply={"swordsman": 2, "pikeman": 1},
    )
    same_for((EVERYBODY, 1), worlds)
    for match in worlds:
        for reader in (EVERYBODY, 1):
            question = asked_packet(match, Seat(reader))
            assert question is not None
            assert (question.kind, question.options, question.yours) == ("turn", (), False)


@pytest.mark.rules("WC-I08", "WC-I09", "WC-I14", "WC-066")
@pytest.mark.parametrize("action", ["pass", "claim", "recruit:crossbowman"])
def test_what_paid_face_down_is_never_told(action: str) -> None:
    worlds = hands("swordsman pikeman", "royal light_cavalry", initiative=1)
    coins_paid = dict(zip(map(id, worlds), ("swordsman", "royal_wolf"), strict=True))
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: use(match, 0, f"down:{coins_paid[id(match)]}"),
        lambda match: use(match, 0, action),
        lambda match: use(match, 1, "down:archer", "pass"),
    )
    assert coins(worlds[0], "face_down/0", reader=0) == ["swordsman"]
    assert coins(worlds[0], "face_down/0", reader=1) == ["?"]
    assert coins(worlds[0], "face_down/0", reader=EVERYBODY) == ["?"]


@pytest.mark.rules("WC-I14")
def test_everybody_hears_which_face_down_action_it_was() -> None:
    match = battle(hands={0: "swordsman swordsman pikeman", 1: "archer scout royal"}, initiative=1)
    use(match, 0, "down:swordsman", "claim")
    use(match, 1, "down:scout", "recruit:archer")
    use(match, 0, "down:pikeman", "pass")
    for reader in (EVERYBODY, 0, 1):
        assert len(hears(match, reader, "paid_face_down")) == 3
        assert [h.event.facts["seat"] for h in hears(match, reader, "claimed")] == [0]
        assert [h.event.facts["unit"] for h in hears(match, reader, "recruited")] == ["archer"]
        assert [h.event.facts["seat"] for h in hears(match, reader, "passed")] == [0]
        assert all(set(h.event.facts) == {"seat"} for h in hears(match, reader, "paid_face_down"))


@pytest.mark.rules("WC-I08", "WC-I10")
def test_a_coin_used_in_the_open_is_known_to_all_and_the_rest_is_not() -> None:
    worlds = hands("swordsman pikeman", "swordsman royal", board={"d4": "swordsman"})
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: maneuver(match, 0, "swordsman", "move:d4:d5"),
        lambda match: use(match, 1, "down:archer", "pass"),
    )
    assert coins(worlds[0], "face_up/0", reader=1) == ["swordsman"]
    assert coins(worlds[0], "hand/0", reader=1) == ["?"]


@pytest.mark.rules("A-18", "WC-I08")
def test_taking_a_hidden_coin_back_tells_nothing() -> None:
    worlds = hands("swordsman pikeman", "royal pikeman")
    first = dict(zip(map(id, worlds), ("swordsman", "royal_wolf"), strict=True))
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: use(match, 0, f"down:{first[id(match)]}", "back"),
        lambda match: use(match, 0, "down:pikeman", "pass"),
    )


# -- copies ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I08", "WC-I09", "WC-I12")
def test_which_copy_comes_to_light_tells_nothing() -> None:
    """The first seat holds one pikeman or the other; the other one is face-down or in the bag."""
    worlds = [
        battle(hands={0: "? pikeman", 1: "archer scout"}, face_down={0: "?"}),
        battle(hands={0: "? ?", 1: "archer scout"}, face_down={0: "pikeman"}),
    ]
    show(worlds[0], "hand/0", "swordsman#1")
    show(worlds[1], "hand/0", "pikeman#2")
    same_for((EVERYBODY, 1), worlds, lambda match: use(match, 0, "deploy:pikeman:d7"))
    assert [str(worlds[n].state.pile("hex/d7").top) for n in range(2)] == ["pikeman#1", "pikeman#1"]
    assert coins(worlds[1], "face_down/0", reader=0) == ["pikeman"]
    assert coins(worlds[1], "hand/0", reader=0) == ["?"]


@pytest.mark.rules("WC-I09", "WC-I12")
@pytest.mark.parametrize("key", ["deploy:swordsman:d7", "bolster:swordsman:d4", "up:swordsman"])
def test_the_copies_that_come_out_are_always_in_the_same_order(key: str) -> None:
    """Two of a kind, of which the later copy was drawn first or discarded before."""
    stands = {} if key.startswith("deploy") else {"d4": "swordsman"}
    names = ("swordsman#2", "swordsman#3") if stands else ("swordsman#1", "swordsman#2")
    worlds = [
        battle(phase="draw", board=stands, supply={"swordsman": 2}, hands={1: "archer"}),
        battle(phase="draw", board=stands, supply={"swordsman": 2}, hands={1: "archer"}),
    ]
    for match, name in zip(worlds, names, strict=True):
        deal(match, s0=f"{name} pikeman#1 royal_wolf")
    same_for((EVERYBODY, 1), worlds, lambda match: use(match, 0, key))


# -- face-down discards ------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I09", "A-14")
def test_the_owner_may_recall_the_own_hidden_discards() -> None:
    match = battle(hands={0: "swordsman pikeman", 1: "archer scout"})
    use(match, 0, "down:swordsman", "pass")
    use(match, 1, "down:scout", "pass")
    use(match, 0, "down:pikeman", "pass")
    assert coins(match, "face_down/0", reader=0) == ["pikeman", "swordsman"]
    assert coins(match, "face_down/1", reader=0) == ["?"]
    assert coins(match, "bag/0", reader=0) == ["?"] * 7


@pytest.mark.rules("WC-I09", "WC-I11", "WC-I12")
def test_the_order_of_hidden_discards_tells_nothing() -> None:
    """Neither to others nor, by the order of piles and options, later in the round."""
    worlds = hands("swordsman pikeman royal", "swordsman pikeman royal")
    orders = dict(zip(map(id, worlds), (("swordsman", "royal_wolf"), ("royal_wolf", "swordsman")), strict=True))
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: use(match, 0, f"down:{orders[id(match)][0]}", "pass"),
        lambda match: use(match, 1, "down:scout", "pass"),
        lambda match: use(match, 0, f"down:{orders[id(match)][1]}", "recruit:pikeman"),
        lambda match: use(match, 1, "down:archer", "claim"),
    )
    own = [[str(p) for p in match.seen(Seat(0)).pile("face_down/0")] for match in worlds]
    assert own[0] == own[1] == ["royal_wolf", "swordsman#1"]
    keys = [[o.key for o in match.options(Seat(0))] for match in worlds]
    assert keys[0] == keys[1]


@pytest.mark.rules("WC-I09", "WC-022")
def test_what_was_discarded_hidden_goes_back_unseen() -> None:
    worlds = [
        battle(hands={0: "pikeman", 1: "archer"}, face_down={0: text}, empty_bags=(0,))
        for text in ("swordsman swordsman", "swordsman royal")
    ]
    for match in worlds:
        use(match, 0, "down:pikeman", "pass")
        use(match, 1, "down:archer", "pass")
    assert {len(match.state.pile("bag/0")) for match in worlds} == {3}
    assert [match.state.pile("bag/0").unseen for match in worlds] == [3, 3]
    assert coins(worlds[0], "bag/0", reader=0) == ["?", "?", "?"]
    for match in worlds:
        assert [h.event.facts for h in hears(match, 1, "refilled")] == [{"seat": Seat(0), "count": 3}]


@pytest.mark.rules("WC-I09", "WC-I08")
def test_at_the_end_nothing_hidden_is_shown() -> None:
    wolf = dict.fromkeys(("c6", "d4", "e5"), "wolf")
    match = battle(
        board={"g3": "swordsman"},
        markers=wolf,
        hands={0: "swordsman pikeman", 1: "archer scout"},
        face_down={0: "royal", 1: "royal"},
    )
    maneuver(match, 0, "swordsman", "control:g3")
    assert match.state.result is not None
    assert coins(match, "hand/0", reader=1) == ["?"]
    assert coins(match, "face_down/0", reader=1) == coins(match, "face_down/1", reader=EVERYBODY) == ["?"]


# -- bags --------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I11", "WC-I12", "A-14")
def test_nobody_knows_what_is_in_a_bag_or_what_comes_next() -> None:
    match = battle(phase="draw")
    deal(match, s0="swordsman#1 pikeman#2 royal_wolf", s1="archer#1 scout#1 scout#2")
    for reader in (EVERYBODY, 0, 1):
        assert coins(match, "bag/0", reader=reader) == ["?"] * 6
    assert match.state.pile("bag/0").unseen == 6  # the companion knows no more


@pytest.mark.rules("WC-I12", "WC-I08")
def test_a_draw_tells_others_only_how_many() -> None:
    worlds = [battle(phase="draw") for _ in range(3)]
    drawn = dict(
        zip(map(id, worlds), ("swordsman#1 pikeman#2 royal_wolf", "crossbowman#1 pikeman#1 pikeman#2", ""), strict=True)
    )
    same_for(
        (EVERYBODY, 1), worlds, lambda match: deal(match, **({"s0": drawn[id(match)]} if drawn[id(match)] else {}))
    )
    assert [h.event.facts["count"] for h in hears(worlds[0], 1, "drew")] == [3, 3]


# -- what is open ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I01", "WC-I02", "WC-I03", "WC-I04", "WC-I05", "WC-I06", "WC-I07", "WC-I10", "A-13")
@pytest.mark.parametrize("reader", [EVERYBODY, 0, 1])
def test_what_everybody_may_know(reader: int) -> None:
    match = battle(
        board={"d4": "swordsman 2", "f3": "archer"},
        hands={0: "pikeman royal", 1: "scout"},
        face_up={0: "crossbowman", 1: "lancer lancer"},
        face_down={0: "light_cavalry"},
        box={"scout": 1},
        supply={"pikeman": 1, "swordsman": 2},
        initiative=1,
    )
    seen = match.seen(Seat(reader))
    assert [str(card) for card in seen.pile("cards/1")] == ["card_archer", "card_cavalry", "card_lancer", "card_scout"]
    assert coins(match, "supply_2/0", reader) == ["pikeman"]
    assert coins(match, "hex/d4", reader) == ["swordsman", "swordsman"]
    assert coins(match, "hex/f3", reader) == ["archer"]
    assert [len(seen.pile(key)) for key in ("control/e2", "stock_wolf", "stock_raven")] == [1, 4, 4]
    assert coins(match, "box", reader).count("scout") == 1
    assert coins(match, "unused", reader).count("knight") == 4
    assert coins(match, "box", reader).count("?") == 0
    assert (seen["initiative"], seen["initiative_changed"]) == (1, False)
    sizes = [len(seen.pile(f"{key}/{seat}")) for seat in range(2) for key in ("bag", "hand", "face_up", "face_down")]
    assert sizes == [5, 2, 1, 1, 4, 1, 2, 0]
    assert coins(match, "face_up/1", reader) == ["lancer", "lancer"]
    assert coins(match, "face_up/0", reader) == ["crossbowman"]


@pytest.mark.rules("WC-I03", "WC-I04", "A-21")
@pytest.mark.parametrize("reader", [EVERYBODY, 0, 1])
def test_everybody_is_drawn_the_same_board(reader: int) -> None:
    match = battle(
        board={"d4": "swordsman 2", "e2": "archer"}, hands={0: "swordsman", 1: "scout"}, supply={"swordsman": 2}
    )
    maneuver(match, 0, "swordsman", "move:d4:d5")
    assert WAR_CHEST.screens.board is not None
    drawn = WAR_CHEST.screens.board(match.seen(Seat(reader)))
    fields = {f.cell: f for f in drawn.fields}
    assert len(fields) == 37
    assert (fields["d5"].pieces, fields["d5"].owner) == (("swordsman#1", "swordsman#2"), 0)
    assert [fields[cell].pieces for cell in ("e2", "d4")] == [("archer#1",), ()]
    assert {cell for cell, f in fields.items() if f.pieces} == {"d5", "e2"}
    assert drawn.last == ("d4", "d5")


@pytest.mark.rules("WC-I10", "WC-022")
def test_open_discards_are_out_of_sight_after_a_refill() -> None:
    match = battle(hands={0: "pikeman"}, face_up={0: "swordsman crossbowman"}, empty_bags=(0,))
    assert coins(match, "face_up/0", reader=1) == ["crossbowman", "swordsman"]
    use(match, 0, "down:pikeman", "pass")
    assert coins(match, "face_up/0", reader=1) == []
    assert coins(match, "bag/0", reader=1) == ["?", "?", "?"]


@pytest.mark.rules("WC-I15", "WC-156")
@pytest.mark.parametrize(("answer", "event"), [("supply", "lost_from_supply"), ("unit", "lost_coin")])
def test_everybody_hears_where_a_royal_guard_loses_its_coin(answer: str, event: str) -> None:
    match = skirmish({"f4": "swordsman"}, {"f3": "royal_guard 2"}, "swordsman")
    maneuver(match, 0, "swordsman", "attack:f4:f3")
    use(match, 1, answer)
    for reader in (EVERYBODY, 0, 1):
        assert len(hears(match, reader, event)) == 1


# -- the Warrior Priest's coin -----------------------------------------------------------------------------------------


PRIEST = ("warrior_priest swordsman pikeman crossbowman", "archer cavalry lancer scout")


def blessed() -> Match:
    match = battle(
        armies=PRIEST, board={"f4": "warrior_priest", "f3": "scout"}, hands={0: "warrior_priest", 1: "archer"}
    )
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    return match


@pytest.mark.rules("WC-I13", "WC-165")
def test_the_drawn_coin_is_its_owners_secret() -> None:
    worlds = [blessed() for _ in range(3)]
    drawn = dict(zip(map(id, worlds), ("swordsman#1", "royal_wolf", "pikeman#2"), strict=True))
    keys = {"swordsman#1": "down:swordsman", "royal_wolf": "down:royal_wolf", "pikeman#2": "down:pikeman"}
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: draw(match, 0, drawn[id(match)]),
        lambda match: use(match, 0, keys[drawn[id(match)]]),
        lambda match: use(match, 0, "recruit:pikeman"),
    )
    assert coins(worlds[1], "face_down/0", reader=0) == ["royal"]


@pytest.mark.rules("WC-I13")
def test_the_drawn_coin_is_public_once_it_is_placed() -> None:
    match = blessed()
    draw_kind(match, 0, "swordsman")
    assert coins(match, "drawn/0", reader=0) == ["swordsman"]
    assert coins(match, "drawn/0", reader=1) == ["?"]
    use(match, 0, "deploy:swordsman:d7")
    assert board(match)["d7"] == "swordsman"
    assert coins(match, "hex/d7", reader=1) == ["swordsman"]


# -- hands that nobody tells -------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-I08", "WC-038")
def test_an_untold_hand_is_offered_all_that_its_coins_may_be() -> None:
    match = battle(hands={0: "? ?", 1: "archer"}, board={"d4": "swordsman"})
    kinds = {key.split(":")[1] for key in allowed(match, 0, "down") if ":" in key}
    assert kinds == {"swordsman", "pikeman", "crossbowman", "light_cavalry", "royal_wolf"}
    assert {"up:swordsman", "bolster:swordsman:d4", "deploy:pikeman:g6"} <= allowed(match, 0)
    use(match, 0, "deploy:pikeman:g6")
    assert board(match)["g6"] == "pikeman"
    assert coins(match, "hand/0") == ["?"]


@pytest.mark.rules("WC-I08")
def test_told_and_untold_hands_look_the_same_to_others() -> None:
    worlds = [
        battle(hands={0: "swordsman pikeman", 1: "archer scout"}, board={"d4": "swordsman"}),
        battle(hands={0: "? ?", 1: "archer scout"}, board={"d4": "swordsman"}),
        battle(hands={0: "? pikeman", 1: "archer scout"}, board={"d4": "swordsman"}),
    ]
    same_for(
        (EVERYBODY, 1),
        worlds,
        lambda match: maneuver(match, 0, "swordsman", "move:d4:d5"),
        lambda match: use(match, 1, "down:scout", "pass"),
        lambda match: use(match, 0, "down", "pass"),
        lambda match: use(match, 1, "down:archer", "pass"),
    )


@pytest.mark.rules("WC-I09", "WC-I08")
def test_an_unnamed_hidden_coin_makes_the_rest_of_the_hand_unknown() -> None:
    match = battle(hands={0: "swordsman pikeman royal", 1: "archer"})
    use(match, 0, "down", "pass")
    assert coins(match, "hand/0") == ["?", "?"]
    assert coins(match, "face_down/0", reader=0) == ["?"]
    use(match, 1, "down:archer", "pass")
    assert {"down:swordsman", "down:pikeman", "down:royal_wolf", "down:crossbowman"} <= allowed(match, 0)
    show(match, "hand/0", "swordsman#1", "royal_wolf")  # the owner may say so again
    assert coins(match, "hand/0", reader=0) == ["royal", "swordsman"]
    assert coins(match, "hand/0", reader=1) == ["?", "?"]


@pytest.mark.rules("WC-I08", "WC-035")
def test_of_a_told_hand_only_its_coins_are_offered() -> None:
    match = battle(hands={0: "pikeman", 1: "archer"}, board={"d4": "swordsman"})
    assert {o.key.split(":")[1] for o in match.options(Seat(0)) if ":" in o.key} == {"pikeman"}
    assert refused(match, 0, "up:swordsman").code == "no_such_option"
    assert far_reason(match, 0, "up:swordsman") == ("coin_not_in_hand", "WC-035")
    assert far_reason(match, 0, "deploy:crossbowman:d7") == ("coin_not_in_hand", "WC-035")


@pytest.mark.rules("WC-I12", "WC-035")
def test_a_third_coin_of_a_kind_that_can_have_but_two_is_refused() -> None:
    """Two pikemen were in the bag; one stands on the board, one lies in the open: no other can be in the hand."""
    match = battle(hands={0: "? ?", 1: "archer"}, board={"d6": "pikeman"}, face_up={0: "pikeman"})
    assert not [o.key for o in match.options(Seat(0)) if "pikeman" in o.key]
    assert refused(match, 0, "bolster:pikeman:d6").code == "no_such_option"
    assert far_reason(match, 0, "up:pikeman") == ("coin_not_in_hand", "WC-035")
    assert far_reason(match, 0, "deploy:pikeman:d7") == ("coin_not_in_hand", "WC-035")
    assert "pikeman" not in str(refused(match, 0, "up:pikeman").facts)
    assert board(match) == {"d6": "pikeman"}


@pytest.mark.rules("WC-I12")
def test_a_third_coin_cannot_be_drawn_either() -> None:
    match = battle(phase="draw", board={"d6": "pikeman"}, face_up={0: "pikeman"})
    for coin in ("pikeman#1", "pikeman#2"):
        outcome = match.check(Answer(None, "dealt", (("hand/0", (PieceId(coin), UNSEEN, UNSEEN)),)))
        assert isinstance(outcome, Refusal)
        assert outcome.code == "cannot_be_there"
    do(match, None, "dealt", {"hand/0": ["swordsman#1", "swordsman#2", "royal_wolf"]})
    assert asked(match) == [0]
