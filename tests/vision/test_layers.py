"""What lies on what: who may have been turned over or carried off, and what follows for the pieces below.

Each is a fault that evenings by chance have found, told in its own words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tests.vision._table import LAYOUT, told
from tests.vision.test_track import REGISTRY, on_card
from vision import CARD_SHAPE, ChangeKind, Sighting
from vision.table._acts import links_of
from vision.table._memory import TrackSettings, decided
from vision.table._where import Body
from vision.table.track import Look, Lying, Memory, Standing, fold

PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED
FRONT, BACK = "CARD001", "BACK1"


class Eyes:
    """Folds looks, a second apart, each with what the picture tells of those that it does not read, by their codes."""

    def __init__(self) -> None:
        self.memory, self.now_s = Memory(), 0.0

    def look(
        self,
        *seen: Sighting,
        odds: Mapping[str, float] | None = None,
        after_s: float = 1.0,
        hidden: bool = False,
        unlooked: Sequence[int] = (),
    ) -> list[tuple[ChangeKind, str]]:
        self.now_s += after_s
        here = tuple(replace(s, taken_s=self.now_s) for s in seen)

        def lies(item: Lying, gone: Sequence[Lying], over: Sequence[Body]) -> float:
            return (odds or {}).get(item.tag.payload, 0.0)

        look = Look(here, lambda item: not hidden and item.number not in unlooked, lies, self.now_s)
        look = replace(look, hidden=lambda item: hidden)
        self.memory, changes = fold(self.memory, look, REGISTRY, LAYOUT.spots)
        return [(kind, payload) for kind, payload, *_ in told(list(changes))]

    def number(self, payload: str) -> int:
        return next(item.number for item in self.memory.lying if item.tag.payload == payload)


def with_back_on_front() -> Eyes:
    """A back was laid a hair beside a front, which may also have been turned over."""
    eyes = Eyes()
    eyes.look(on_card(FRONT, 300, 200))
    assert eyes.look(on_card(BACK, 302, 201), odds={FRONT: 2.0}) == [(PLACED, BACK)]
    assert [[item.tag.payload for item in choice] for choice in eyes.memory.doubts[0].choices][1] == [BACK]
    return eyes


def test_a_back_that_went_along_comes_to_light_when_what_lies_over_it_is_not_looked_at_yet():
    """It has been taken, by all likelihood."""
    eyes = Eyes()
    for x_mm in (300, 284):
        eyes.look(on_card(BACK, x_mm, 200), odds={BACK: 4.0})
    lower, upper = sorted(item.number for item in eyes.memory.lying)
    there, bare = on_card(BACK, 164, 120), {BACK: -6.0}
    changes = [change for _ in range(2) for change in eyes.look(there, odds=bare, after_s=0.1)]
    assert changes == [(MOVED, BACK)] * 2
    assert eyes.look(on_card(BACK, 181, 120), unlooked=[upper]) == []
    shown = [change for _ in range(4) for change in eyes.look(on_card(BACK, 181, 120), after_s=0.3)]
    assert shown == [(GONE, BACK)]
    assert [item.number for item in eyes.memory.lying] == [lower]


def test_a_stack_in_the_air_takes_nothing_back():
    """That nothing is left where it lay says nothing of how its upper card came there."""
    eyes = with_back_on_front()
    lifted = {BACK: -2.4, FRONT: -6.0}
    assert [eyes.look(odds=lifted) for _ in range(2)] == [[], []]
    changes = eyes.look(on_card(BACK, 420, 120), odds=lifted)
    assert changes == [(MOVED, BACK), (MOVED, FRONT)]


@pytest.mark.parametrize("aside_mm", [4.0, CARD_SHAPE.left_mm + 3.0], ids=["over its code", "over its edge"])
def test_of_a_stack_of_backs_that_is_elsewhere_the_upper_one_is_seen_and_the_lower_went_along(aside_mm: float):
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    assert eyes.look(on_card(BACK, 300 + aside_mm, 202), odds={BACK: 4.0}) == [(PLACED, BACK)]
    upper = max(item.number for item in eyes.memory.lying)
    there = on_card(BACK, 180, 120)  # nearer to the lower one
    assert [change for _ in range(3) for change in eyes.look(there, odds={BACK: -6.0})] == [(MOVED, BACK)] * 2
    seen = next(item.number for item in eyes.memory.lying if item.standing is Standing.SEEN)
    assert seen == upper


def test_a_back_over_one_that_was_read_a_moment_ago_lies_there_no_more():
    """The next look is for where it lay alone, and there the lower one looks just like it."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    eyes.look(on_card(BACK, 304, 202), odds={BACK: 4.0})
    lower = min(item.number for item in eyes.memory.lying)
    assert eyes.look(on_card(BACK, 300, 200), odds={BACK: 4.0}, after_s=0.1) == []
    there = on_card(BACK, 180, 120)
    assert eyes.look(there, odds={BACK: 6.0}, after_s=0.1, unlooked=[lower]) == [(MOVED, BACK)]


def test_a_back_that_left_from_under_a_card_that_stays_does_not_go_along_with_it():
    """They were exchanged in one go: when a back is seen where that card lies, it has been turned over."""
    eyes = Eyes()
    eyes.look(on_card("CARD002", 300, 200))
    assert eyes.look(on_card(BACK, 300, 200), odds={"CARD002": -6.0}) == [(TURNED, BACK)]
    assert eyes.look(on_card(FRONT, 306, 203)) == [(PLACED, FRONT)]
    gone = [change for _ in range(3) for change in eyes.look(on_card(FRONT, 306, 203), odds={BACK: -6.0})]
    assert gone == [(GONE, BACK)]
    assert eyes.look(on_card(FRONT, 330, 203)) == [(MOVED, FRONT)]
    assert eyes.look(on_card(BACK, 327, 201), odds={FRONT: -6.0}) == [(TURNED, BACK)]


def test_what_stayed_under_another_when_a_card_left_both_goes_nowhere_with_that_card():
    """They are taken later: when a back is seen where the card lies then, it has been turned over."""
    eyes = Eyes()
    for payload, x_mm in ((BACK, 300), (BACK, 302), (FRONT, 304)):
        eyes.look(on_card(payload, x_mm, 200), odds={BACK: 4.0})
    front, back = on_card(FRONT, 420, 120), on_card(BACK, 302, 200)
    assert eyes.look(front, back, odds={BACK: 0.0}) == [(MOVED, FRONT)]
    gone = [change for _ in range(3) for change in eyes.look(front, odds={BACK: -6.0})]
    assert gone == [(GONE, BACK)] * 2
    assert eyes.look(on_card(BACK, 422, 122), odds={FRONT: -6.0}) == [(TURNED, BACK)]


def test_of_backs_with_a_front_between_them_the_upper_one_is_seen_when_the_stack_is_elsewhere():
    """Also when the picture tells of all of them that they have left their place."""
    eyes = Eyes()
    for payload, x_mm in ((BACK, 300), (FRONT, 303), (BACK, 306)):
        eyes.look(on_card(payload, x_mm, 200), odds={BACK: 4.0, FRONT: 4.0})
    upper = max(item.number for item in eyes.memory.lying)
    there, bare = on_card(BACK, 180, 120), {BACK: -6.0, FRONT: -6.0}
    changes = [change for _ in range(4) for change in eyes.look(there, odds=bare, after_s=0.15)]
    assert sorted(change[1] for change in changes if change[0] is MOVED) == [BACK, BACK, FRONT]
    assert [item.number for item in eyes.memory.lying if item.standing is Standing.SEEN] == [upper]


def test_what_lay_under_a_back_goes_along_though_that_was_read_elsewhere_before_it_was_known_to_have_left():
    """The hand that carried the stack still hid the place where it had been."""
    eyes = with_back_on_front()
    there = on_card(BACK, 420, 120)
    eyes.look(on_card(BACK, 302, 201))
    assert eyes.look(there, hidden=True, after_s=0.1) == [(PLACED, BACK)]
    bare = {BACK: -6.0, FRONT: -6.0}
    changes = [change for _ in range(3) for change in eyes.look(there, odds=bare, after_s=0.1)]
    assert changes == [(GONE, BACK), (MOVED, FRONT)]


def test_a_back_that_came_while_another_lay_in_view_elsewhere_is_not_that_one():
    """A stack is taken right after another back was laid."""
    eyes = with_back_on_front()
    eyes.look(on_card(BACK, 302, 201))
    number = eyes.number(FRONT)
    laid = on_card(BACK, 420, 120)
    in_view = [item.number for item in eyes.memory.lying]
    assert eyes.look(laid, unlooked=in_view, after_s=0.1) == [(PLACED, BACK)]
    bare = {BACK: -6.0, FRONT: -6.0}
    changes = [change for _ in range(3) for change in eyes.look(laid, odds=bare, after_s=0.1)]
    assert changes == [(GONE, BACK), (GONE, FRONT)]
    assert number not in eyes.memory.numbers


def test_what_was_moved_along_later_than_its_upper_goes_along_again():
    eyes = with_back_on_front()
    first, second = on_card(BACK, 420, 120), on_card(BACK, 180, 120)
    bare = {BACK: -6.0, FRONT: -6.0}
    moved = [eyes.look(first, odds=bare) for _ in range(2)]
    assert moved == [[(MOVED, BACK)], [(MOVED, FRONT)]]
    assert eyes.look(second, hidden=True, after_s=0.1) == [(PLACED, BACK)]
    changes = [change for _ in range(3) for change in eyes.look(second, odds=bare, after_s=0.1)]
    assert changes == [(GONE, BACK), (MOVED, FRONT)]


def test_what_goes_along_at_the_bottom_of_a_stack_does_not_come_to_lie_on_its_top():
    """The top reaches over its edge, and not over its code."""
    eyes = Eyes()
    for payload, at in ((BACK, (300, 200)), ("CARD002", (312, 185)), (FRONT, (324, 170))):
        eyes.look(on_card(payload, *at), odds={BACK: 4.0, "CARD002": 4.0})
    top, bare = on_card(FRONT, 180, 120), {BACK: -6.0, "CARD002": -6.0}
    changes = [change for _ in range(2) for change in eyes.look(top, odds=bare, after_s=0.1)]
    assert sorted(payload for _, payload in changes) == [BACK, FRONT, "CARD002"]
    (front,) = (item for item in eyes.memory.lying if item.tag.payload == FRONT)
    assert front.covers == frozenset()
    assert [change for _ in range(4) for change in eyes.look(top, odds={"CARD002": 1.0}, after_s=0.1)] == []


def test_a_stack_that_was_taken_is_gone_together():
    eyes = with_back_on_front()
    taken = {BACK: -6.0, FRONT: -6.0}
    assert eyes.look(odds=taken) == []
    assert eyes.look(odds=taken) == [(GONE, BACK), (GONE, FRONT)]


def test_what_is_not_under_the_back_that_lies_there_was_turned_over():
    eyes = with_back_on_front()
    bare = {FRONT: -6.0}
    eyes.look(on_card(BACK, 302, 201), odds=bare)
    changes = eyes.look(on_card(BACK, 302, 201), odds=bare)
    assert changes == [(ChangeKind.CORRECTED, BACK), (TURNED, BACK)]


def test_a_back_that_was_moved_since_was_not_turned_over_when_what_lay_under_it_is_gone():
    """It was taken off, and the lower card lay there still: that it is gone later says nothing of how the back came."""
    eyes = with_back_on_front()
    there = on_card(BACK, 420, 120)
    assert eyes.look(there, odds={FRONT: 2.0, BACK: -6.0}) == [(MOVED, BACK)]
    assert eyes.look(there, odds={FRONT: 2.0}) == []
    assert [change for _ in range(3) for change in eyes.look(there, odds={FRONT: -6.0})] == [(GONE, FRONT)]


def test_a_back_that_has_shown_another_face_is_not_the_card_that_lay_under_it():
    eyes = with_back_on_front()
    face, back, stays = on_card("CARD007", 302, 201), on_card(BACK, 302, 201), {FRONT: 2.0}
    assert eyes.look(face, odds={**stays, BACK: -6.0}) == [(TURNED, "CARD007")]
    assert eyes.look(back, odds={**stays, "CARD007": -6.0}) == [(TURNED, BACK)]
    assert eyes.look(back, odds=stays) == []
    assert [change for _ in range(3) for change in eyes.look(back, odds={FRONT: -6.0})] == [(GONE, FRONT)]


def test_one_look_that_tells_otherwise_does_not_part_a_stack_that_was_moved():
    """The lower cards of three went along, though a look in between took the bare table for the lowest."""
    eyes = with_back_on_front()
    eyes.look(on_card("CARD007", 304, 202), odds={BACK: 4.0})
    there = on_card("CARD007", 420, 120)
    assert eyes.look(there, odds={BACK: -6.0, FRONT: -3.0}) == [(MOVED, "CARD007")]
    changes = eyes.look(there, odds={BACK: -6.0, FRONT: 1.0})
    changes += [change for _ in range(2) for change in eyes.look(there, odds={FRONT: -6.0})]
    assert changes == [(MOVED, BACK), (MOVED, FRONT)]


def test_what_stayed_when_its_top_was_moved_goes_along_later_from_where_it_is():
    eyes = with_back_on_front()
    middle, top = on_card("CARD007", 303, 203), on_card("CARD008", 304, 202)
    eyes.look(middle, odds={BACK: 4.0, FRONT: 2.0})
    eyes.look(top, odds={"CARD007": 4.0, BACK: 4.0})
    aside = on_card("CARD008", 440, 120)
    eyes.look(aside, middle)
    there = on_card("CARD007", 180, 120)
    bare = {BACK: -6.0, FRONT: -6.0}
    changes = [change for _ in range(3) for change in eyes.look(aside, there, odds=bare, after_s=5.0)]
    assert changes == [(MOVED, "CARD007"), (MOVED, BACK), (MOVED, FRONT)]


def test_a_back_that_comes_to_light_where_it_lay_is_that_one():
    """It is read a millimetre aside, and the picture tells little of the card that was taken off it."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    eyes.look(on_card(FRONT, 302, 201), odds={BACK: 2.0})
    aside = on_card(BACK, 301, 200)
    assert eyes.look(aside, odds={FRONT: -1.4, BACK: 0.0}) == []
    assert [change for _ in range(3) for change in eyes.look(aside)] == [(GONE, FRONT)]


def test_the_place_of_a_back_that_went_along_unseen_is_known_to_some_millimetres():
    """What is read so near to it is that one and not laid there; of one that was read, so it is to a millimetre."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    eyes.look(on_card(FRONT, 302, 201), odds={BACK: 2.0})
    (read,) = (item for item in eyes.memory.lying if item.tag.shared)
    unseen, near = replace(read, rest_s=read.seen_s + 1.0), Body(on_card(BACK, 302, 201), read.tag)

    def price(item: Lying) -> float:
        return links_of([near], [item], [item.number], (), TrackSettings())[0].price

    assert price(unseen) < price(read) - 1.0


def test_a_back_laid_where_one_went_along_unseen_is_another_while_the_card_between_them_lies_there():
    """No code is read through a card."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    eyes.look(on_card(FRONT, 302, 201), odds={BACK: 4.0})
    bare = {BACK: -6.0}
    assert [eyes.look(on_card(FRONT, 182, 121), odds=bare) for _ in range(2)] == [[(MOVED, FRONT)], [(MOVED, BACK)]]
    changes = [change for _ in range(3) for change in eyes.look(on_card(BACK, 181, 121), odds={FRONT: 2.5})]
    assert changes == [(PLACED, BACK)]


def test_a_back_whose_angle_is_read_a_hair_otherwise_is_no_second_one():
    """The picture cannot tell: a strip of the old outline looks as before, since it is that card."""
    eyes = Eyes()
    lower = on_card(BACK, 300, 200)
    eyes.look(lower)
    noisy = replace(lower, angle_deg=lower.angle_deg + 1.4)
    assert eyes.look(noisy, odds={BACK: 3.3}) == []
    turned = replace(lower, angle_deg=lower.angle_deg + 5.0)
    assert eyes.look(turned, odds={BACK: 3.3}) == [(PLACED, BACK)]


def test_a_back_whose_corners_are_told_in_whole_pixels_is_no_second_one():
    """A pixel up at one corner and down at the next one turn it, and leave its middle where it is."""
    eyes = Eyes()
    lower = on_card(BACK, 300, 200)
    eyes.look(lower)
    assert eyes.look(replace(lower, angle_deg=lower.angle_deg + 2.6), odds={BACK: 4.1}) == []
    aside = on_card(BACK, 300.4, 200)
    assert eyes.look(replace(aside, angle_deg=lower.angle_deg + 5.2), odds={BACK: 4.1}) == [(PLACED, BACK)]


def test_a_back_that_was_seen_again_was_not_turned_over_when_it_is_taken_later():
    eyes = Eyes()
    lower, upper = on_card(BACK, 300, 200), on_card(FRONT, 302, 201)
    eyes.look(lower)
    assert eyes.look(upper, odds={BACK: 2.0}) == [(PLACED, FRONT)]
    elsewhere = on_card(FRONT, 440, 200)
    assert eyes.look(elsewhere, lower) == [(MOVED, FRONT)]
    taken = [change for _ in range(2) for change in eyes.look(elsewhere, odds={BACK: -6.0})]
    assert taken == [(GONE, BACK)]


def test_a_back_over_a_front_is_not_the_one_that_lies_under_that():
    """Who knows more has said that the front was laid over a back; a back is read there, and the front is in view."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    assert eyes.look(on_card(FRONT, 300, 200)) == [(TURNED, FRONT)]
    (doubt,) = eyes.memory.doubts
    choice = next(n for n, items in enumerate(doubt.choices) if {item.tag.payload for item in items} == {BACK, FRONT})
    eyes.memory = decided(eyes.memory, doubt.act, choice)
    upper = on_card(BACK, 301, 201)
    assert [change for _ in range(2) for change in eyes.look(upper, odds={FRONT: 2.5})] == [(PLACED, BACK)]


def test_a_card_that_another_one_lies_on_is_not_turned_over_under_it():
    eyes = Eyes()
    eyes.look(on_card("CARD005", 300, 200))
    eyes.look(on_card("CARD008", 306, 213))
    assert eyes.look(on_card(BACK, 300, 200), odds={"CARD008": 6.0}) == [(PLACED, BACK)]


def test_what_hides_a_third_of_a_code_that_is_read_lies_there_no_more():
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    upper = on_card(FRONT, 313, 205)  # its edge goes through the lower code, some millimetres beside its middle
    assert eyes.look(upper, odds={BACK: 6.0}) == [(PLACED, FRONT)]
    eyes.look(on_card(BACK, 300, 200))
    assert eyes.look(on_card(BACK, 300, 200)) == [(GONE, FRONT)]


def test_what_was_decided_to_have_been_laid_there_lies_on_what_was_there():
    eyes = Eyes()
    eyes.look(on_card(FRONT, 300, 200))
    assert eyes.look(on_card(BACK, 300, 200)) == [(TURNED, BACK)]
    doubt = eyes.memory.doubts[0]
    choice = next(n for n, items in enumerate(doubt.choices) if len(items) == 2)
    memory = decided(eyes.memory, doubt.act, choice)
    lower, upper = sorted(memory.lying, key=lambda item: item.rest_s)
    assert (lower.tag.payload, upper.tag.payload) == (FRONT, BACK)
    assert lower.covers == {upper.number}
    assert upper.number in eyes.memory.numbers  # before it was decided: what is under it is remembered
    stayed = {item.number: stayed for item, stayed in eyes.memory.imagined(eyes.now_s)}
    assert lower.number in stayed[upper.number]


def test_nothing_goes_along_with_a_card_that_is_turned_over():
    """A card was exchanged for another within a hair, which no picture tells from one that was laid on it."""
    eyes = Eyes()
    eyes.look(on_card(FRONT, 300, 200))
    assert eyes.look(on_card("CARD002", 300.5, 200), odds={FRONT: 1.0}) == [(PLACED, "CARD002")]
    bare = {FRONT: -6.0, "CARD002": -6.0}
    changes = [change for _ in range(3) for change in eyes.look(on_card(BACK, 303, 202), odds=bare)]
    assert changes == [(TURNED, BACK), (GONE, FRONT)]


def test_of_what_rode_under_a_card_only_the_next_one_comes_to_light_when_that_is_taken_off():
    """A back that lay deeper does not, so that the card was turned over."""
    eyes = Eyes()
    for payload, at in ((BACK, 300), (FRONT, 300.5), ("CARD002", 301)):
        eyes.look(on_card(payload, at, 200), odds={BACK: 4.0, FRONT: 4.0})
    bare = dict.fromkeys((BACK, FRONT, "CARD002"), -6.0)
    assert len([change for _ in range(3) for change in eyes.look(odds=bare)]) == 3
    assert eyes.look(on_card("CARD002", 180, 120)) == [(PLACED, "CARD002")]
    assert eyes.look(on_card(BACK, 180, 120), odds=bare) == [(TURNED, BACK)]


def test_a_front_that_was_in_the_hand_with_a_back_and_shows_one_when_laid_again_was_turned_over():
    """The back may still be in the hand."""
    eyes = Eyes()
    eyes.look(on_card(BACK, 300, 200))
    eyes.look(on_card(FRONT, 302, 201), odds={BACK: 4.0})
    bare = {BACK: -6.0, FRONT: -6.0}
    assert sorted(change[1] for _ in range(3) for change in eyes.look(odds=bare)) == [BACK, FRONT]
    assert eyes.look(on_card(FRONT, 180, 120)) == [(PLACED, FRONT)]
    assert eyes.look(on_card(BACK, 182, 121), odds=bare) == [(TURNED, BACK)]
