"""What the players decide as a group, what may be done before dice fall, and mats that depend on options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from rules.engine.entries import Header, Rewind
from rules.engine.game import Setting
from rules.engine.mat import Layout, MatSpot
from rules.engine.match import Accepted, Match
from rules.engine.packets import asked
from rules.engine.questions import Answer, Choose, GroupChoice, Option, Roll, Taking, Together, Window
from rules.engine.sampling import RARELY, pick, without_rare
from rules.engine.types import PUBLIC, Refusal, Result, Say, Seat, State
from rules.engine.words import Names, Words
from tests.companion.expedition import EXPEDITION
from tests.rules.small import accepted, answer, asking, got, option, refused, small_game, small_match
from tests.toy import changed

ANNA, BEN = Seat(0), Seat(1)
NO = Refusal("no_good", "R-1", {})


def group(leader: Seat | None = None, seats: tuple[Seat, ...] = (ANNA, BEN), button: str = "") -> GroupChoice:
    """Each seat may go on or say its own name; leaping is only listed where somebody tries it."""

    def choices(seen: State, seat: Seat) -> Iterator[Option]:
        yield option("on")
        yield option(f"name:{seat}", value=(seat, "name"))
        yield option("never", NO)

    def far(seen: State, seat: Seat) -> Iterator[Option]:
        yield option(f"leap:{seat}", NO)

    return GroupChoice(kind="walk", seats=seats, choices=choices, leader=leader, button=button, far=far)


# -- GroupChoice -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", [None, ANNA, BEN])
@pytest.mark.parametrize("seat", [0, 1])
def test_any_of_the_seats_may_answer_and_the_first_answer_counts(leader: Seat | None, seat: int) -> None:
    match = small_match(asking(group(leader), group(leader)))
    assert match.waiting == (ANNA, BEN)
    assert accepted(answer(match, seat, "on")) == ["got"]
    assert got(match) == "'on'"
    assert match.question is not None
    assert match.waiting == (ANNA, BEN), "the next question asks everybody again"
    assert accepted(answer(match, 1 - seat, f"name:{1 - seat}")) == ["got"]
    assert got(match) == f"(Seat({1 - seat}), 'name')"


def test_each_seat_has_its_own_options_and_nobody_else_any() -> None:
    match = small_match(asking(group(seats=(BEN,))), seats=2)
    assert [o.key for o in match.options(BEN)] == ["on", "name:1", "never"]
    assert match.options(ANNA) == match.options(None) == ()
    assert refused(answer(match, 0, "on")) == "not_your_turn"
    assert refused(answer(match, None, "on")) == "not_your_turn"
    assert refused(answer(match, 1, "name:0")) == "no_such_option"
    assert refused(answer(match, 1, "never")) == "no_good"
    assert match.version == 0


def test_what_is_only_told_to_who_tries_it_is_refused_and_not_listed() -> None:
    match = small_match(asking(group()))
    assert match.question is not None
    assert [o.key for o in match.question.unlikely(match.seen(BEN), BEN)] == ["leap:1"]
    assert match.question.unlikely(match.seen(None), None) == ()
    assert replace(group(), far=None).unlikely(match.seen(BEN), BEN) == ()
    assert refused(answer(match, 1, "leap:1")) == "no_such_option"


def test_it_says_who_leads_what_a_press_means_and_that_nothing_is_secret() -> None:
    question = group(BEN, button="on")
    assert (question.lead, question.confirm, question.open, question.asked) == (BEN, "on", True, (ANNA, BEN))
    assert group().lead is None
    others = (
        Choose(kind="choose", seat=ANNA, choices=lambda seen: ()),
        Roll(kind="roll", seat=None, dice=(6,)),
        Window(kind="react", seats=(ANNA, BEN), choices=lambda seen, seat: ()),
        Together(kind="both", parts={}),
    )
    assert [(other.lead, other.open) for other in others] == [(None, False)] * 4


@pytest.mark.parametrize("leader", [None, BEN])
def test_every_reader_is_told_who_leads_and_only_who_is_asked_has_options(leader: Seat | None) -> None:
    match = small_match(asking(group(leader, seats=(ANNA, BEN))), seats=3)
    views = {reader: asked(match, reader) for reader in (PUBLIC, ANNA, BEN, Seat(2))}
    for reader, view in views.items():
        assert view is not None
        assert (view.seats, view.lead, view.open) == ((ANNA, BEN), leader, True)
        assert view.yours == (reader in (ANNA, BEN)) == bool(view.options)
    plain = asked(small_match(asking(Choose(kind="c", seat=ANNA, choices=lambda seen: (option("x"),)))), ANNA)
    assert plain is not None
    assert (plain.lead, plain.open) == (None, False)


def test_group_answers_are_replayed_and_taken_back() -> None:
    match = small_match(asking(group(), group(BEN), group()))
    for seat, key in ((1, "name:1"), (0, "on"), (1, "on")):
        accepted(answer(match, seat, key))
    again = Match.replay(match.game, match.header, match.journal)
    assert [t.event for t in again.told] == [t.event for t in match.told]
    match.submit(Rewind(1, "looked again"))
    assert match.waiting == (ANNA, BEN)
    assert match.log == [Answer(BEN, "name:1")]


# -- Roll.asides -------------------------------------------------------------------------------------------------------


def asides(seen: State) -> Iterator[Option]:
    yield Option("eat:anna", "a meal", Say("pass"), aside=True)
    yield Option("eat:ben", "no meal", Say("pass"), refusal=NO, aside=True)


def rolling(*dice: int, seat: Seat | None = None) -> Roll:
    return Roll(kind="storm", seat=seat, dice=dice, asides=asides)


@pytest.mark.parametrize("seat", [None, 1])
def test_before_dice_fall_something_else_may_be_done_and_its_value_comes_instead(seat: int | None) -> None:
    question = rolling(6, seat=None if seat is None else Seat(seat))
    match = small_match(asking(question, question))
    assert [o.key for o in match.options(question.seat)] == ["1", "2", "3", "4", "5", "6", "eat:anna", "eat:ben"]
    assert refused(answer(match, seat, "eat:ben")) == "no_good"
    assert refused(answer(match, seat, "7")) == refused(answer(match, seat, "eat")) == "not_a_roll"
    accepted(answer(match, seat, "eat:anna"))
    assert got(match) == "'a meal'"
    accepted(answer(match, seat, "4"))
    assert got(match) == "(4,)"


def test_of_many_dice_only_the_asides_are_listed() -> None:
    match = small_match(asking(rolling(6, 6, 6, 6)))
    assert [o.key for o in match.options(None)] == ["eat:anna", "eat:ben"]
    assert isinstance(match.check(Answer(None, "1-2-3-4")), Taking)
    assert Roll(kind="storm", seat=None, dice=(6, 6, 6, 6)).options(match.seen(None), None) == ()


def test_whose_roll_it_is_not_has_no_asides_either() -> None:
    match = small_match(asking(rolling(6, seat=BEN)))
    assert match.options(ANNA) == ()
    assert refused(answer(match, 0, "eat:anna")) == "not_your_turn"


@pytest.mark.parametrize(
    ("key", "faces"),
    [("2-6", (2, 6)), ("2", ()), ("2-7", ()), ("0-1", ()), ("1-2-3", ()), ("eat:anna", ()), ("", ()), ("-", ())],
)
def test_a_roll_knows_its_answers_by_their_keys(key: str, faces: tuple[int, ...]) -> None:
    assert rolling(6, 6).faces(key) == faces


# -- play by chance ----------------------------------------------------------------------------------------------------


def keys_by_chance(match: Match, count: int = 3000) -> dict[str, int]:
    """How often each key is picked of the question that stands open."""
    random, found = Random(5), dict[str, int]()
    for _ in range(count):
        key = pick(match, random.randrange).key
        found[key] = found.get(key, 0) + 1
    return found


def test_play_by_chance_rarely_does_something_before_dice_fall() -> None:
    found = keys_by_chance(small_match(asking(rolling(6))))
    assert set(found) == {"1", "2", "3", "4", "5", "6", "eat:anna"}, "and never what is refused"
    assert found["eat:anna"] < 3000 / RARELY * 2


def test_what_a_game_wants_seldom_is_rarer_still_before_dice() -> None:
    def two(seen: State) -> Iterator[Option]:
        yield Option("eat", "eat", Say("pass"), aside=True)
        yield Option("sing", "sing", Say("pass"), aside=True)

    question = replace(rolling(6), asides=two)
    game = changed(small_game(asking(question)), seldom=frozenset({"sing"}))
    found = keys_by_chance(Match(game, Header("small", 2)))
    assert found["eat"] > 3 * found.get("sing", 0)
    equal = keys_by_chance(Match(changed(game, seldom=frozenset()), Header("small", 2)))
    assert equal["sing"] > 3 * found.get("sing", 0), "a game that does not say so has both alike"


def test_without_asides_dice_are_drawn_as_ever() -> None:
    plain, tape = small_match(asking(Roll(kind="storm", seat=None, dice=(6, 4)))), list[int]()

    def choose(count: int) -> int:
        tape.append(count)
        return 0

    assert pick(plain, choose).key == "1-1"
    assert tape == [6, 4]


def test_asides_of_a_choice_are_rare() -> None:
    game = small_game(asking())
    here = (option("go"), replace(option("eat"), aside=True), replace(option("cube:1"), aside=True))
    mostly, rarely = (lambda count: 1), (lambda count: 0)
    assert [o.key for o in without_rare(game, list(here), mostly)] == ["go"]
    assert [o.key for o in without_rare(game, list(here), rarely)] == ["go", "eat", "cube:1"]
    assert [o.key for o in without_rare(game, list(here[1:]), mostly)] == ["eat", "cube:1"], "there is nothing else"
    eager = changed(game, eager=frozenset({"cube"}))
    assert [o.key for o in without_rare(eager, list(here), mostly)] == ["cube:1"]
    obvious = [*here[:1], replace(here[1], obvious=True), here[2]]
    assert [o.key for o in without_rare(game, obvious, mostly)] == ["eat"]


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("path", ["short", "long"])
def test_a_game_of_groups_is_played_to_its_end_by_chance(seats: int, path: str) -> None:
    seen: set[str] = set()
    for seed in range(12):
        match, random = Match(EXPEDITION, Header("expedition", seats, {"path": path})), Random(seed)
        while match.question is not None:
            assert match.version < 200
            assert isinstance(match.submit(pick(match, random.randrange)), Accepted)
        result = match.table.result
        assert result is not None
        assert result.winners in ((), match.table.seats), "all win together or nobody"
        assert result.shared_score == (match.table.number("hope") if result.winners else None)
        seen |= {str(entry.seat) for entry in match.log if isinstance(entry, Answer)}
    assert seen == {"None", *(str(seat) for seat in range(seats))}


# -- a mat that options change, a shared score, words ------------------------------------------------------------------


def roomy(seats: int, settings: Mapping[str, object]) -> Layout:
    """A mat with as many rooms for each seat as the option says."""
    count = seats * int(str(settings["rooms"]))
    return Layout(460, 340, tuple(MatSpot(f"room{n}", 50 + 60 * n, 50, 50, 50) for n in range(count)))


def test_the_mat_is_asked_for_with_the_options_of_a_match() -> None:
    rooms = Setting("rooms", 1, "How many rooms.")
    game = changed(small_game(asking()), settings=(rooms,), laid_out=roomy)
    assert [s.name for s in game.mat(2, {"rooms": 3}).spots] == [f"room{n}" for n in range(6)]
    assert len(game.mat(3).spots) == 3, "without options the defaults hold"


@pytest.mark.parametrize(
    ("facts", "score"),
    [
        ({"score": 7}, 7),
        ({"score": 7, "seat": ANNA}, None),
        ({"score": True}, None),
        ({"score": ANNA}, None),
        ({}, None),
    ],
)
def test_a_score_that_all_have_together_is_one_of_no_seat(facts: dict[str, object], score: int | None) -> None:
    assert Result((ANNA, BEN), (Say("other"), Say("line", facts))).shared_score == score


Keyed = Callable[[str], str]


@pytest.fixture
def keyed() -> Keyed:
    tables = {"pile": {"hand": "Hand of {seat}", "hex": "Field {cell}", "bag": "Bag"}, "event": {"put": "Into {pile}."}}
    words = Words("en", {"word": {}}, tables)
    return lambda key: words.say("event", Say("put", {"pile": key}), Names(("Anna", "Ben"), {}))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("hand/1", "Into Hand of Ben."),
        ("hex/d4", "Into Field d4."),
        ("hex/12", "Into Field 12."),
        ("bag", "Into Bag."),
        ("box", "Into box."),
    ],
)
def test_a_key_is_said_with_the_seat_or_the_field_that_it_names(keyed: Keyed, key: str, text: str) -> None:
    assert keyed(key) == text


def test_what_is_listed_is_worked_out_once_for_each_moment_and_seat() -> None:
    """Screens, lights, dial and buttons all ask, and a game may take its time to answer."""
    asked_for: list[tuple[Seat, int]] = []

    def choices(seen: State, seat: Seat) -> Iterator[Option]:
        asked_for.append((seat, seen.number("purse/0")))
        yield option("on")

    question = GroupChoice(kind="walk", seats=(ANNA, BEN), choices=choices)
    match = small_match(asking(question, question))
    for _ in range(3):
        assert [o.key for seat in (ANNA, BEN) for o in match.options(seat)] == ["on", "on"]
    assert [seat for seat, _ in asked_for] == [ANNA, BEN]
    asked_for.clear()
    match.table.set("purse/0", 7)
    match.options(ANNA)
    assert asked_for == [(ANNA, 7)], "another state is another moment"
