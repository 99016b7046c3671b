"""Each lying-there is read once, told once, and forgotten when it has gone."""

from __future__ import annotations

from companion.reading.watch import Watch
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Seat
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from vision.types import ChangeKind, Presence, Side, TableChange, TableReport, Tag

BACK = Tag("BACK", "cards", Side.BACK, shared=True)


def report(*presences: Presence, calibrated: bool = True, changes: tuple[TableChange, ...] = ()) -> TableReport:
    return TableReport(changes, presences, calibrated, 0.0)


def lying(tag: Tag, spot: str | None, since_s: float = 1.0) -> Presence:
    return Presence(tag, None, 0.0, spot, since_s, since_s)


def hiding() -> Match:
    match = Match(HIDDEN_CARD, Header("hidden_card", 2, {}, HIDING))
    match.submit(Answer(Seat(0), "hide:RED-1"))
    return match


def test_what_has_become_an_answer_is_not_read_again() -> None:
    match, watch = hiding(), Watch(1.0)
    watch.report(report(), match)
    watch.report(report(lying(BACK, "place/1", 2.0)), match)
    item = next(iter(watch.open_items(match)))
    watch.done(item)
    watch.report(report(lying(BACK, "place/1", 2.0)), match)
    assert not list(watch.open_items(match))
    watch.report(report(lying(BACK, "place/1", 3.0)), match)  # laid anew
    assert list(watch.open_items(match))


def test_after_a_restart_a_back_that_lay_there_already_is_no_new_card() -> None:
    match, watch = hiding(), Watch(1.0)
    watch.report(report(lying(BACK, "place/0"), lying(BACK, "place/1")), match)
    assert not list(watch.open_items(match))


def test_after_a_restart_the_camera_may_need_a_while_to_find_the_mat() -> None:
    match, watch = hiding(), Watch(1.0)
    watch.report(report(lying(BACK, None), calibrated=False), match)
    watch.report(report(lying(BACK, "place/1", 5.0)), match)  # the mat was found: only now it has a place
    assert not list(watch.open_items(match))


def test_the_first_card_on_an_empty_table_is_a_new_card() -> None:
    match, watch = hiding(), Watch(1.0)
    watch.report(report(), match)
    watch.report(report(lying(BACK, "place/1", 2.0)), match)
    assert [i.spot for i in watch.open_items(match)] == ["place/1"]


def test_each_thing_is_told_once_about_each_lying_there() -> None:
    match, watch = hiding(), Watch(1.0)
    watch.report(report(), match)
    watch.report(report(lying(BACK, "place/1", 2.0)), match)
    item = watch.items[0]
    assert watch.tell_once(item, "crowded")
    assert not watch.tell_once(item, "crowded")
    assert watch.tell_once(item, "unlawful")
    watch.report(report(), match)
    watch.report(report(lying(BACK, "place/1", 2.0)), match)
    assert watch.tell_once(item, "crowded")  # it had gone


def test_an_unknown_tag_is_listed_until_it_stands_for_something() -> None:
    match, watch = hiding(), Watch(1.0)
    unknown = TableChange(ChangeKind.UNKNOWN, "WHAT", None, None, None, None, 1.0)
    watch.report(report(changes=(unknown,)), match)
    assert list(watch.unknown_tags) == ["WHAT"]
    watch.report(report(lying(Tag("WHAT", "RED-3", Side.FRONT), None)), match)
    assert not watch.unknown_tags


def test_a_card_that_stays_after_its_trick_is_not_played_again() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.lay("RED-1", "trick/0")
    evening.lay("RED-5", "trick/1")  # seat 1 takes the trick; the cards still lie on the places
    assert evening.match.version == 2
    evening.wait(5)
    evening.see()
    assert evening.match.version == 2
    assert len(evening.todo) == 2  # to the won cards


def test_an_answer_taken_back_is_not_given_again_by_the_card_that_still_lies_there() -> None:
    from web.pages.host.views import HostAct

    evening = Evening(HIGH_CARD, HANDS)
    card = evening.lay("RED-1", "trick/0")
    assert evening.host(HostAct.UNDO).ok
    evening.see()
    assert len(evening.match.log) == 0
    evening.take(card)
    evening.lay("RED-1", "trick/0")
    assert len(evening.match.log) == 1
