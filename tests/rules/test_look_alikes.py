"""Copies that nobody tells apart: which name comes to light tells nothing of what is hidden."""

from __future__ import annotations

from companion.kit.laws.truth import lying, public_tracks
from rules.engine.entries import EDITION
from rules.engine.parts.look_alikes import LookAlikes
from rules.engine.questions import Answer, Choose, Deal, Draw, Drawn, Laid, Moved, Option, Taken, Taking
from rules.engine.table import Table
from rules.engine.types import ALL, UNSEEN, PieceId, Refusal, Say, Seat, Shape, State, only

COINS = tuple(PieceId(f"{kind}#{n}") for kind in ("axe", "bow") for n in (1, 2, 3))


def table() -> Table:
    t = Table(2, {}, {"coins": COINS}, EDITION)
    t.add_pile("bag", deck="coins")
    t.add_pile("hand", readers=only(0), owner=Seat(0), shape=Shape.HAND)
    t.add_pile("down", owner=Seat(0), spot="down")
    t.add_pile("board", readers=ALL, face_up=True, spot="board")
    return t


def test_the_first_copy_that_not_everybody_sees_gives_its_name() -> None:
    t = table()
    t.move(PieceId("axe#1"), "down", frm="bag", face_up=False)
    t.move(PieceId("axe#3"), "hand", frm="bag")
    assert t.as_first(PieceId("axe#3")) == "axe#1"
    assert t.pile("hand").pieces == ("axe#1",)
    assert t.pile("down").pieces == ("axe#3",)
    t.move(PieceId("axe#1"), "board", frm="hand", face_up=True)
    assert t.as_first(PieceId("axe#3")) == "axe#2"  # nobody knows where that one is
    assert t.pile("down").pieces == ("axe#2",)
    assert t.as_first(PieceId("axe#1")) == "axe#1", "what everybody sees keeps its name"


def test_notes_are_compared_by_kinds_where_copies_are_alike_and_by_names_elsewhere() -> None:
    """Notes that know less may call the same coin otherwise, but not another kind, nor another place."""
    axe, other_axe, bow = COINS[0], COINS[1], COINS[3]
    states = []
    for piece, place in ((axe, "board"), (other_axe, "board"), (bow, "board"), (axe, "hand")):
        t = table()
        t.move(piece, place, frm="bag")
        t.add_track("owned", (str(bow), str(piece)))
        t.add_track("secret", str(piece), readers=only(0))
        states.append(t.state)
    one, renamed, another_kind, elsewhere = states
    for alike, same in ((("coins",), True), ((), False)):
        assert (lying(one, alike) == lying(renamed, alike)) is same
        assert (public_tracks(one, alike) == public_tracks(renamed, alike)) is same
        for wrong in (another_kind, elsewhere):
            assert lying(wrong, alike) - lying(one, alike)
        assert public_tracks(one, alike) != public_tracks(another_kind, alike)
        assert public_tracks(one, alike).keys() == {"owned"}


def test_a_deal_out_of_several_bags_takes_from_each_its_own() -> None:
    t = table()
    t.add_pile("other")
    for coin in COINS[3:]:
        t.move(coin, "other", frm="bag")
    t.shuffle("other")
    t.add_pile("hand/1", readers=only(1), owner=Seat(1), shape=Shape.HAND)
    axes, bows = frozenset(COINS[:3]), frozenset(COINS[3:])
    deal = Deal(
        kind="draw",
        pile="bag",
        counts={"hand": 1, "hand/1": 1},
        sources={"hand/1": "other"},
        among={"hand": axes, "hand/1": bows},
    )
    state = t.state
    assert (deal.source("hand"), deal.source("hand/1")) == ("bag", "other")
    good = Answer(None, "dealt", (("hand", (COINS[0],)), ("hand/1", (COINS[3],))))
    assert isinstance(deal.take(state, state, good), Taking)
    bad = Answer(None, "dealt", (("hand", (COINS[3],)),))
    assert isinstance(refused := deal.take(state, state, bad), Refusal)
    assert refused.code == "cannot_be_there"


def test_a_drawing_gives_only_what_can_be_in_there() -> None:
    t = table()
    draw = Draw(kind="draw", seat=Seat(0), pile="bag", to="hand", count=1, among=frozenset(COINS[:3]))
    for coin, is_right in ((COINS[2], True), (COINS[4], False)):
        taken = draw.take(t.state, t.state, Answer(Seat(0), "drawn", (("hand", (coin,)),)))
        assert isinstance(taken, Taking) is is_right
        if isinstance(taken, Taking):
            assert taken.value == Drawn((coin,))


def test_what_no_list_shows_is_known_for_hands() -> None:
    near = Option("near", 1, Say("near"), Moved(COINS[0], "a", "b"), also=(Taken("c", COINS[1]), Laid("b", COINS[2])))
    far = Option("far", 2, Say("far"), refusal=Refusal("too_far", "X-1", {}))

    def choices(seen: State) -> tuple[Option, ...]:
        return (near,)

    def beyond(seen: State) -> tuple[Option, ...]:
        return (far,)

    question = Choose(kind="move", seat=Seat(0), choices=choices, far=beyond, button="near")
    state = table().state
    assert question.options(state, Seat(0)) == (near,)
    assert question.unlikely(state, Seat(0)) == (far,)
    assert question.unlikely(state, Seat(1)) == ()
    assert question.confirm == "near"
    assert near.ways == (Moved(COINS[0], "a", "b"), Taken("c", COINS[1]), Laid("b", COINS[2]))
    assert far.ways == ()
    assert isinstance(question.take(state, state, Answer(Seat(0), "far")), Refusal)
    accepted = question.take(state, state, Answer(Seat(0), "far", irregular=True))
    assert isinstance(accepted, Taking), "the host saw it done"
    assert accepted.value == 2


# -- bags --------------------------------------------------------------------------------------------------------------

BAG = LookAlikes(
    deck="coins",
    own=lambda state, seat: frozenset(COINS[:4]),  # three axes, one bow
    kinds=lambda state, seat: ("bow", "axe"),
    bag=lambda seat: "bag",
    discards=lambda seat: ("down", "board"),
    refilled="refilled",
)


def test_what_a_hand_may_hold_is_what_it_shows_and_while_cards_are_unseen_what_has_no_place() -> None:
    t = table()
    t.move(COINS[1], "hand", frm="bag")
    assert BAG.possible(t.state, Seat(0), "hand") == {"axe": COINS[1]}
    t.move(UNSEEN, "hand", frm="bag")
    assert list(BAG.possible(t.state, Seat(0), "hand").items()) == [("bow", COINS[3]), ("axe", COINS[1])]
    t.move(COINS[3], "board", frm="bag")
    assert BAG.possible(t.state, Seat(0), "hand") == {"axe": COINS[1]}, "the other bows are not this seat's"


def test_what_is_brought_out_is_called_by_the_first_name_that_is_free() -> None:
    t = table()
    t.move(COINS[2], "hand", frm="bag")
    assert BAG.bring_out(t, Seat(0), "hand", "axe") == COINS[0]
    assert t.pile("hand").pieces == (COINS[0],)


def test_an_empty_bag_takes_back_what_was_discarded() -> None:
    t = table()
    while t.pile("bag").slots:
        t.move(UNSEEN, "down", frm="bag")
    t.move(COINS[0], "board", frm="down")
    assert BAG.ready(t, Seat(0), 9) == len(COINS)
    assert t.pile("bag").unseen == len(COINS)
    assert [(told.kind, told.facts["count"]) for told in t.told] == [("refilled", len(COINS))]
    assert BAG.ready(t, Seat(0), 2) == 2
