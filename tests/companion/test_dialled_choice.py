"""Choosing with the dial: what everybody may know, before everybody's eyes, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from companion.kit.laws import worlds
from companion.kit.laws.playing import Tape
from companion.kit.laws.truth import Truth, pick_true
from companion.kit.laws.worlds import Count, try_worlds
from companion.referee.dialled_choice import comparable, listed_publicly, public_choices
from hardware.types import ButtonRole
from rules import games
from rules.engine import packets
from rules.engine.entries import Header
from rules.engine.game import Game, Play
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Choose, Number, Option, Scale
from rules.engine.table import Table
from rules.engine.types import PUBLIC, Claim, PieceId, Refusal, Say, Seat, State
from tests.companion import war_chest_table
from tests.companion.dice_race import PAWN, dice_race
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.laws.playing import script_of
from tests.toy import changed
from web.views import DialledView

ANNA, BEN = Seat(0), Seat(1)


def option(n: int, **more: object) -> Option:
    return Option(f"steps:{n}", n, Say("rolled", {"dice": f"{n} steps"}), **more)  # type: ignore[arg-type]


def play(options: tuple[Option, ...], kind: str, t: Table) -> Play:
    """Each seat in turn chooses how far it goes."""
    seat = ANNA
    while t.result is None:
        steps = yield Choose(kind=kind, seat=seat, choices=lambda seen: options)
        t.add(f"steps/{seat}", steps)
        t.tell("thrown", seat=seat, count=steps)
        seat = t.left_of(seat)


def stroll(*options: Option, kind: str = "throw") -> Game:
    """A walk whose steps are chosen."""
    plain = tuple(option(n) for n in (1, 2, 3))
    return changed(dice_race(), play=partial(play, options or plain, kind))


def table(*options: Option, kind: str = "throw") -> Evening:
    return Evening(stroll(*options, kind=kind), phones=lambda seat: False)


def dialled(evening: Evening) -> DialledView | None:
    return evening.packet().dialled


def steps(evening: Evening, seat: Seat) -> int:
    return evening.match.state.number(f"steps/{seat}")


def test_turning_shows_the_options_one_by_one_and_pushing_takes_one() -> None:
    evening = table()
    found = []
    for turn in (1, 1, 1, 1, -1, -1):
        evening.turn(turn)
        view = dialled(evening)
        assert view is not None
        found.append((view.number, view.label))
    assert found == [(1, "1 steps"), (2, "2 steps"), (3, "3 steps"), (1, "1 steps"), (3, "3 steps"), (2, "2 steps")]
    assert evening.match.version == 0
    evening.press(ButtonRole.DIAL)
    assert evening.match.log == [Answer(ANNA, "steps:2")]
    assert dialled(evening) is None


def test_to_the_left_it_begins_with_the_last() -> None:
    evening = table()
    evening.turn(-1)
    assert dialled(evening) == DialledView("3 steps", 3, 3)


def of_numbers(t: Table) -> Play:
    """Each seat says how far it goes, from 0 to 500; the page begins with 20."""
    while t.result is None:
        steps = yield Number(kind="throw", seats=(ANNA,), scale=Scale(0, 500, usual=20))
        t.tell("thrown", seat=ANNA, count=steps)


def test_a_number_is_dialled_from_the_usual_one_and_a_fast_turn_goes_by_tens() -> None:
    evening = Evening(changed(dice_race(), play=of_numbers), phones=lambda seat: False)
    found = []
    for turn, after_s in ((1, 1.0), (1, 1.0), (1, 0.05), (1, 0.05), (-1, 1.0), (-1, 0.05), (-9, 0.05), (-1, 1.0)):
        evening.wait(after_s)
        evening.turn(turn)
        view = dialled(evening)
        assert view is not None
        found.append(view.number - 1)
    assert found == [20, 21, 31, 41, 40, 30, 0, 500], "in single steps it goes round, in large ones to the end"
    evening.press(ButtonRole.DIAL)
    assert evening.match.log == [Answer(ANNA, "500")]


def test_it_is_said_when_the_dial_rests() -> None:
    evening = table()
    evening.turn(1)
    evening.wait(0.5)
    evening.turn(1)
    evening.wait(0.5)
    assert evening.spoken == []
    evening.wait(0.4)
    assert evening.spoken == ["2 steps."]


def test_the_own_button_takes_it_and_another_s_does_not() -> None:
    evening = table()
    evening.turn(3)
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.version == 0
    evening.press(ButtonRole.SEAT, 0)
    assert evening.match.log == [Answer(ANNA, "steps:3")]
    evening.turn(1)
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.log[1] == Answer(BEN, "steps:1")


def with_a_way_out(t: Table) -> Play:
    """A choice that a mere press answers with one step, as long as nothing is dialled."""
    while t.result is None:
        steps = yield Choose(kind="throw", seat=ANNA, choices=lambda seen: (option(1), option(2)), button="steps:1")
        t.tell("thrown", seat=ANNA, count=steps)


@pytest.mark.parametrize(("role", "seat"), [(ButtonRole.SEAT, 0), (ButtonRole.CONFIRM, None)])
def test_a_press_takes_what_the_dial_shows_rather_than_what_a_mere_press_means(
    role: ButtonRole, seat: int | None
) -> None:
    evening = Evening(changed(dice_race(), play=with_a_way_out), phones=lambda seat: False)
    evening.turn(2)
    evening.press(role, seat)
    evening.press(role, seat)
    assert [entry.key for entry in evening.match.log if isinstance(entry, Answer)] == ["steps:2", "steps:1"]


def test_pushing_first_says_how_it_is_done() -> None:
    evening = table()
    evening.press(ButtonRole.DIAL)
    assert evening.spoken == ["Turn the dial to choose, then press it."]
    assert evening.match.version == 0


def test_whoever_has_a_phone_chooses_there() -> None:
    evening = Evening(stroll())
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    assert dialled(evening) is None
    assert evening.match.version == 0


def test_what_is_not_allowed_is_left_out() -> None:
    no = Refusal("too_far", "")
    evening = table(option(1), option(2, refusal=no), option(3))
    evening.turn(2)
    assert dialled(evening) == DialledView("3 steps", 2, 2)


def test_the_next_question_begins_anew() -> None:
    evening = table()
    evening.turn(2)
    evening.tap(0, "steps:1")
    assert dialled(evening) is None
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.SEAT, 1)
    assert steps(evening, BEN) == 0


def test_a_pause_takes_no_choice() -> None:
    evening = table()
    evening.turn(2)
    evening.press(ButtonRole.PAUSE)
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    evening.press(ButtonRole.SEAT, 0)
    assert evening.match.version == 0
    evening.press(ButtonRole.PAUSE)
    evening.press(ButtonRole.DIAL)
    assert steps(evening, ANNA) == 2


def test_a_choice_that_could_not_be_saved_changes_nothing() -> None:
    evening = table()
    evening.turn(2)
    evening.disk.broken = "full"
    evening.press(ButtonRole.DIAL)
    assert evening.match.version == 0
    assert "disk is full" in evening.packet().notice


# ---- what the dial must not choose -----------------------------------------------------------------------------------


def by_hand(seen: State) -> tuple[Option, ...]:
    """What only the seat's own cards decide: whoever knows them may not go one step."""
    held = seen.pile("hand/0").pieces
    return tuple(option(n, refusal=Refusal("no", "") if n == 1 and held else None) for n in (1, 2, 3))


CLAIM = Claim("hand/0", frozenset({PieceId("RED-1")}), Say("none_of", {"led": "RED"}), "")


@pytest.mark.parametrize(
    "options",
    [
        (option(1, piece=PAWN), option(2)),
        (option(1, claim=CLAIM), option(2)),
        (option(1, pile="start"), option(2)),
        (option(1, blind_key="steps:2"), option(2)),
        (option(1),),
    ],
)
def test_pieces_claims_and_single_answers_are_not_for_the_dial(options: tuple[Option, ...]) -> None:
    evening = table(*options)
    evening.turn(1)
    assert dialled(evening) is None


def test_a_question_that_nobody_may_seem_to_answer_at_once_is_not_for_the_dial() -> None:
    match = Match(changed(stroll(kind="secret"), paced=frozenset({"secret"})), Header("dice_race", 2, {}))
    assert public_choices(match) == ()


def test_what_the_own_cards_decide_is_not_for_the_dial() -> None:
    def ask(t: Table) -> Play:
        yield Choose(kind="throw", seat=ANNA, choices=by_hand)

    match = Match(changed(HIGH_CARD, play=ask), Header("high_card", 2, {}, HANDS))
    assert [o.key for o in match.options(ANNA) if o.refusal is None] == ["steps:2", "steps:3"]
    assert [o.refusal for o in listed_publicly(match)] == [None] * 3
    assert public_choices(match) == ()


def test_a_hand_is_never_offered() -> None:
    evening = Evening(HIGH_CARD, HANDS, phones=lambda seat: False)
    evening.turn(1)
    evening.press(ButtonRole.DIAL)
    evening.wait(2)
    assert dialled(evening) is None
    assert evening.spoken == []
    assert evening.match.version == 0


def test_a_draw_is_offered_and_agreed_without_a_phone() -> None:
    hands = {0: ("swordsman#1", "royal_raven"), 1: ("archer#1",)}
    evening = war_chest_table.table(war_chest_table.position(hands), phones=lambda seat: False)
    evening.turn(1)
    assert dialled(evening) == DialledView("Offer a draw", 1, 1), "the coins of the hand are nobody's business"
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.version == 0, "it is not that player's offer"
    evening.press(ButtonRole.SEAT, 0)
    assert evening.match.log == [Answer(ANNA, "draw")]
    for role, seat in ((ButtonRole.SEAT, 0), (ButtonRole.SEAT, 1), (ButtonRole.CONFIRM, None)):
        evening.press(role, seat)
    assert evening.match.version == 1, "a mere press agrees to nothing"
    evening.turn(1)
    assert dialled(evening) == DialledView("Agree to a draw", 1, 2)
    evening.press(ButtonRole.SEAT, 1)
    assert evening.match.log[1:] == [Answer(BEN, "accept")]
    assert evening.match.state.result is not None


def test_a_mere_press_never_ends_the_match() -> None:
    evening = table(option(1, grave=True))
    for role, seat in ((ButtonRole.SEAT, 0), (ButtonRole.CONFIRM, None)):
        evening.press(role, seat)
    assert evening.match.version == 0


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize("is_seen", [True, False], ids=["hands shown", "hands unseen"])
def test_in_every_game_it_depends_on_public_facts_only_whether_the_dial_chooses(slug: str, is_seen: bool) -> None:
    """Where a choice follows from public facts, it is the very choice that the seat has: that it is offered, or not,
    tells nobody anything. Seen over matches played by chance."""
    game = games.game(slug)
    offered: Counter[str] = Counter()
    for seed in range(2):
        header, tape = Header(slug, game.seats[-1], {}), Tape(seed)
        truth = Truth(game, header, frozenset(Seat(s) for s in range(game.seats[-1])) if is_seen else frozenset())
        match = Match(game, header)
        while match.question is not None and match.version < 150:
            public = listed_publicly(match)
            asked, lead = match.question.asked, match.question.lead
            own = match.options(lead if lead is not None else asked[0] if asked else None)
            if public:
                own = comparable(own, public, match.question)
                assert [(o.key, o.refusal) for o in public] == [(o.key, o.refusal) for o in own], match.question.kind
                offered[match.question.kind] += bool(public_choices(match))
            assert isinstance(match.submit(pick_true(match, tape, truth)), Accepted)
    assert offered or slug in ("chess_deckbuilder", "roles"), "all others have such choices"


def leaks_of(monkeypatch: pytest.MonkeyPatch, slug: str, listed: Callable[[Match], object]) -> Count:
    """Swapped worlds in which everybody is also handed what `listed` gives."""
    asked = packets.asked

    def handed(match: Match, reader: Seat) -> object:
        return (asked(match, reader), listed(match)) if reader == PUBLIC else asked(match, reader)

    monkeypatch.setattr(worlds, "asked", handed)
    game, found = games.game(slug), Count()
    for seed in range(2):
        found.add(try_worlds(script_of(slug, game.seats[1], seed + 1, length=70), Random(seed), 12))
    return found


@pytest.mark.dear
@pytest.mark.parametrize("slug", ["chesney", "chronicle", "war_chest", "open_table"])
def test_whoever_watches_the_dial_does_not_notice_a_swap_of_hidden_cards(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = leaks_of(
        monkeypatch,
        slug,
        lambda match: (
            [(o.key, o.say, o.refusal) for o in listed_publicly(match)],
            [o.key for o in public_choices(match)],
        ),
    )
    assert not found.leaks, found.leaks[:3]
    assert found.compared >= 10


def test_the_seat_s_own_options_on_the_dial_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(match: Match) -> object:
        asked = () if match.question is None else match.question.asked
        return [(o.key, o.refusal) for o in match.options(asked[0] if asked else None)]

    assert leaks_of(monkeypatch, "chronicle", own).leaks
