"""Registration by showing: one piece after the other, from wherever a code comes, and on where it stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from companion.copies.registering import LISTENS_S, Registering, Snapshot
from companion.copies.registering_state import Progress, resumed, typed_code, wanted_pieces
from companion.journal.copies import Copies, Copy, CopyError, CopyTag
from companion.journal.journal import Journal, JournalError
from companion.reading.table_tags import TableTags
from companion.reading.tags import front_code
from rules.engine.types import PieceId
from vision.registry import TagRegistry
from vision.types import Side
from web.pages.pieces.views import PieceStatus

DECKS = {"court": (PieceId("king"), PieceId("queen")), "pips": (PieceId("ace"),), "none": ()}
WANTED = wanted_pieces(DECKS)
ORDER = ["back/court", "front/king", "front/queen", "back/pips", "front/ace"]


class Bench:
    """A registration with a clock, and every registry that the eye was given."""

    def __init__(self, copies: Copies, in_play: tuple[str, ...] = ()):
        self.copies = copies
        self.now_s = 100.0
        self.eye: list[TagRegistry] = []
        self.tags = TableTags(copies, "chess", DECKS, in_play, self.eye.append)
        self.registering = Registering(copies, self.tags, self.label, self.say, lambda: self.now_s)

    @staticmethod
    def label(piece: str, is_back: bool) -> str:
        return f"back of {piece}" if is_back else piece.title()

    @staticmethod
    def say(code: str, facts: Mapping[str, object]) -> str:
        return f"{code.removeprefix('reg_')} {' '.join(str(v) for v in facts.values())}".strip()

    def look(self) -> Snapshot:
        found = self.registering.look()
        assert found is not None
        return found

    @property
    def told(self) -> str:
        told = self.look().told
        assert told is not None
        return f"{'+' if told.ok else '-'} {told.sentence}"

    @property
    def at(self) -> str:
        return self.look().progress.at

    @property
    def stored(self) -> dict[str, str]:
        return {payload: f"{k.tag.side.value}/{k.tag.piece}" for payload, k in self.copies.known().items()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


@pytest.fixture
def bench(journal: Journal) -> Bench:
    bench = Bench(journal.copies)
    bench.registering.start("mine", "Ada")
    return bench


# ---- the state ------------------------------------------------------------------------------------------------------


def test_backs_come_before_the_fronts_of_their_deck() -> None:
    assert [wanted.key for wanted in WANTED] == ORDER
    assert WANTED[0].tag("B") == CopyTag("B", "court", Side.BACK, shared=True)
    assert WANTED[1].tag("F") == CopyTag("F", "king")


def test_pieces_are_asked_for_in_order_and_left_out_ones_at_the_end() -> None:
    progress = resumed(WANTED, (), "")
    assert progress.at == "back/court"
    progress = progress.kept("A").skip().kept("C")
    assert (progress.at, progress.state("front/king")) == ("back/pips", PieceStatus.SKIPPED)
    progress = progress.kept("D", "E")
    assert progress.now is None, "a piece that was left out is not asked for again by itself"
    jumped = progress.jump("front/king")
    assert jumped is not None
    assert jumped.kept("B").done == dict(
        zip(["back/court", "front/queen", "back/pips", "front/ace", "front/king"], "ACDEB", strict=True)
    )
    assert progress.jump("front/pawn") is None
    assert progress.skip() == progress


def test_open_pieces_before_a_jump_are_asked_for_after_the_last_one() -> None:
    progress = resumed(WANTED, (), "").jump("back/pips")
    assert progress is not None
    assert progress.kept("D", "E").at == "back/court"


steps = st.lists(st.one_of(st.just("keep"), st.just("skip"), st.sampled_from(ORDER)), max_size=14)


def walked(steps: list[str]) -> list[Progress]:
    """Every state on a way of steps."""
    seen = [resumed(WANTED, (), "")]
    for number, step in enumerate(steps):
        now = seen[-1]
        after = (
            now.jump(step) if step in ORDER else now.skip() if step == "skip" or not now.at else now.kept(f"P{number}")
        )
        assert after is not None
        seen.append(after)
    return seen


@given(steps)
def test_every_step_can_be_taken_back(steps: list[str]) -> None:
    progress = walked(steps)[-1]
    while progress.steps:
        before, step = progress.back()
        assert step is not None
        assert before.at == step.key
        assert len(before.steps) == len(progress.steps) - 1
        progress = before
    assert dict(progress.done) == {}
    assert progress.skipped == frozenset()
    assert progress.back() == (progress, None)


@given(steps)
def test_a_restart_goes_on_where_it_stood(steps: list[str]) -> None:
    progress = walked(steps)[-1]
    tags = [wanted.tag(progress.done[wanted.key]) for wanted in WANTED if wanted.key in progress.done]
    again = resumed(WANTED, tags, progress.body())
    assert (again.done, again.skipped, again.at) == (progress.done, progress.skipped, progress.at)


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "7", '{"at": 3, "steps": [[1]]}', '{"at": "front/pawn", "skipped": 7}']
)
def test_a_note_that_cannot_be_read_begins_at_the_first_open_piece(body: str) -> None:
    progress = resumed(WANTED, [WANTED[0].tag("A"), CopyTag("Z", "pawn")], body)
    assert (progress.at, dict(progress.done)) == ("front/king", {"back/court": "A"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" k7rt-2m9x ", "K7RT2M9X"),
        ("k7rt2m9x", "K7RT2M9X"),
        ("http://c.local/k7rt2", "http://c.local/k7rt2"),
        ("a-b", "a-b"),
    ],
)
def test_a_typed_code_is_what_is_printed(text: str, code: str) -> None:
    assert typed_code(text) == code


# ---- by the table's camera ------------------------------------------------------------------------------------------


def test_each_new_tag_becomes_the_piece_that_is_asked_for(bench: Bench) -> None:
    assert bench.told == "+ Started mine 0 5"
    for payload, told in (("B1", "+ Kept back of court 1 King"), ("F1", "+ Kept King 1 Queen")):
        assert bench.registering.camera((payload,))
        assert bench.told == told
    assert bench.stored == {"B1": "back/court", "F1": "front/king"}
    assert "F1" in bench.eye[-1], "the eye knows it at once"
    for payload in ("F2", "B2", "F3"):
        bench.registering.camera((payload,))
    assert bench.told == "+ Complete 5 5"
    assert bench.at == ""
    bench.registering.camera(("F4",))
    assert bench.told == "- No_more"
    assert len(bench.stored) == 5


def test_of_two_new_tags_neither_is_taken(bench: Bench) -> None:
    assert bench.registering.camera(("A", "B"))
    assert bench.told == "- Two_at_once 2"
    assert bench.stored == {}
    assert bench.look().seen == ("A", "B"), "one of them may be chosen by its code"
    bench.registering.use("B")
    assert (bench.stored, bench.look().seen) == ({"B": "back/court"}, ("A",))
    with pytest.raises(CopyError, match="twice"):
        bench.registering.use("B")


def test_tags_that_lay_there_before_are_offered(journal: Journal) -> None:
    bench = Bench(journal.copies)
    for number in range(12):
        assert not bench.registering.camera((f"N{number}",))
    bench.registering.start("mine")
    assert bench.look().seen == tuple(f"N{number}" for number in range(4, 12))


def test_the_same_words_twice_are_told_twice(bench: Bench) -> None:
    bench.registering.camera(("A", "B"))
    first = bench.look().told
    bench.registering.camera(("A", "B"))
    second = bench.look().told
    assert first is not None
    assert second is not None
    assert (second.sentence, second.number) == (first.sentence, first.number + 1)


def test_a_tag_that_is_known_says_whose_it_is(bench: Bench) -> None:
    yours = bench.copies.add(Copy(0, "chess", "yours", "Ben"), (CopyTag("Y", "king"),))
    bench.copies.add(Copy(0, "go", "stones"), (CopyTag("G", "stone"),))
    bench.tags.refresh()
    bench.registering.camera(("B1",))
    bench.registering.placed("B1")
    assert bench.told == "+ Kept back of court 1 King", "it is seen as a known tag for the first time"
    bench.registering.placed("B1")
    assert bench.told == "- Twice back of court mine (Ada)"
    bench.registering.placed("Y")
    assert bench.told == f"- Taken King {yours.title}"
    bench.registering.camera(("G",))
    assert bench.told == "- Other_game stones go"
    bench.registering.placed(front_code("chess", "king"))
    assert bench.told == "- Other_game stones go", "the virtual table's own cards come and go"
    assert set(bench.stored) == {"B1", "Y", "G"}


def test_the_camera_is_listened_to_only_while_somebody_looks(bench: Bench) -> None:
    bench.look()
    bench.now_s += LISTENS_S - 1
    assert bench.registering.camera(("B1",))
    assert bench.registering.sets_aside("B1", was_aside=False)
    bench.now_s += LISTENS_S
    assert not bench.registering.camera(("F1",))
    assert not bench.registering.sets_aside("B1", was_aside=False), "then its cards are played with"
    assert bench.registering.sets_aside("B1", was_aside=True), "but not those that still lie there from before"
    assert bench.stored == {"B1": "back/court"}
    bench.look()
    assert bench.registering.camera(("F1",))


def test_a_full_disk_is_told_and_nothing_is_lost(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(bench.copies, "note_registration", full)
    assert bench.registering.camera(("B1",))
    assert bench.told == "- The disk is full."
    assert bench.at == "back/court"
    with pytest.raises(JournalError):
        bench.registering.skip()
    assert bench.at == "back/court"


# ---- skipping, undoing, jumping, typing -----------------------------------------------------------------------------


def test_the_last_step_is_taken_back_with_its_tag(bench: Bench) -> None:
    with pytest.raises(CopyError, match="no_step"):
        bench.registering.back()
    bench.registering.camera(("B1",))
    bench.registering.skip()
    assert bench.registering.back() == "Taken_back King"
    assert bench.registering.back() == "Taken_back back of court"
    assert (bench.at, bench.stored) == ("back/court", {})
    assert "B1" not in bench.eye[-1]


def test_a_worn_sticker_is_replaced(bench: Bench) -> None:
    bench.registering.camera(("B1",))
    assert bench.registering.jump("back/court") == "Jumped back of court"
    bench.registering.camera(("B2",))
    assert bench.stored == {"B2": "back/court"}
    assert bench.at == "front/king"
    bench.registering.back()
    assert bench.stored == {"B1": "back/court"}, "taken back, the old one counts again"
    with pytest.raises(CopyError, match="no_piece"):
        bench.registering.jump("front/pawn")


def test_a_code_is_typed_in(bench: Bench) -> None:
    bench.registering.typed("k7rt-2m9x")
    assert bench.stored == {"K7RT2M9X": "back/court"}
    with pytest.raises(CopyError, match="twice back of court"):
        bench.registering.typed("K7RT2M9X")
    with pytest.raises(CopyError, match="built_in"):
        bench.registering.typed(front_code("chess", "king"))
    with pytest.raises(CopyError, match="empty"):
        bench.registering.typed("  ")
    assert bench.at == "front/king"


# ---- photographs ----------------------------------------------------------------------------------------------------


def test_a_photo_is_kept_only_when_it_is_right(bench: Bench) -> None:
    bench.registering.camera(("B1",))
    assert bench.registering.photo(("F1", "B1", "F2", "F1")) == "Photo_some 2"
    found = [(a.payload, a.wanted and a.wanted.key, a.problem) for a in bench.look().photo]
    assert found == [
        ("F1", "front/king", ""),
        ("B1", None, "twice back of court mine (Ada)"),
        ("F2", "front/queen", ""),
    ]
    assert bench.stored == {"B1": "back/court"}
    bench.registering.camera(("X",))
    assert bench.told == "- Photo_first"
    assert bench.registering.keep() == "Kept_all Queen 2 back of pips"
    assert bench.stored == {"B1": "back/court", "F1": "front/king", "F2": "front/queen"}
    with pytest.raises(CopyError, match="no_photo"):
        bench.registering.keep()


def test_a_photo_follows_the_piece_that_is_asked_for(bench: Bench) -> None:
    bench.registering.photo(("A", "B"))
    bench.registering.skip()
    assert [a.wanted and a.wanted.key for a in bench.look().photo] == ["front/king", "front/queen"]
    bench.registering.keep()
    assert bench.stored == {"A": "front/king", "B": "front/queen"}


def test_a_photo_of_more_pieces_than_there_are(bench: Bench) -> None:
    bench.registering.photo(str(n) for n in range(7))
    assert [a.problem for a in bench.look().photo] == [""] * 5 + ["no_more"] * 2
    assert bench.registering.keep() == "Complete 5 5"


def test_a_photo_without_a_tag_or_discarded(bench: Bench) -> None:
    assert bench.registering.photo(()) == "Photo_none 0"
    assert bench.told.startswith("-")
    bench.registering.photo(("A",))
    bench.registering.discard()
    assert (bench.look().photo, bench.stored) == ((), {})


# ---- copies, restarts -----------------------------------------------------------------------------------------------


def test_a_restart_goes_on_with_what_was_under_way(path: Path) -> None:
    with Journal.open(path) as journal:
        bench = Bench(journal.copies)
        bench.registering.start("mine")
        bench.registering.camera(("B1",))
        bench.registering.skip()
    with Journal.open(path) as journal:
        again = Bench(journal.copies)
        assert not again.registering.camera(("X",)), "nobody looks yet"
        assert again.at == "front/queen"
        assert again.look().progress.state("front/king") is PieceStatus.SKIPPED
        again.registering.back()
        again.registering.back()
        assert again.stored == {}


def test_later_it_goes_on_where_it_stood(bench: Bench) -> None:
    bench.registering.camera(("B1",))
    copy = bench.look().copy
    assert bench.registering.later() == "later mine 1 5"
    assert bench.registering.look() is None
    assert not bench.registering.camera(("F1",))
    for act in (bench.registering.skip, bench.registering.back, bench.registering.later, bench.registering.keep):
        with pytest.raises(CopyError, match="none"):
            act()
    assert Bench(bench.copies).registering.look() is None, "a restart does not begin it by itself"
    bench.registering.go_on(copy.ident)
    assert bench.at == "front/king"
    assert bench.registering.counts(copy) == (1, 5)


def test_what_another_hand_registered_is_not_asked_for_again(bench: Bench) -> None:
    bench.copies.put(bench.look().copy.ident, WANTED[0].tag("B1"), WANTED[1].tag("F1"))
    bench.registering.reread()
    assert (len(bench.look().progress.done), "B1" in bench.eye[-1]) == (2, True)
    bench.registering.skip()
    assert bench.at == "front/queen"


def test_one_copy_at_a_time(bench: Bench) -> None:
    bench.registering.camera(("B1",))
    first = bench.look().copy
    bench.registering.start("yours")
    assert (bench.look().copy.name, bench.at) == ("yours", "back/court")
    with pytest.raises(CopyError, match="already"):
        bench.registering.start("MINE")
    assert bench.look().copy.name == "yours"
    bench.registering.go_on(first.ident)
    assert bench.at == "front/king"
    stones = bench.copies.add(Copy(0, "go", "stones"))
    with pytest.raises(CopyError, match="a copy of go, and on this table is chess"):
        bench.registering.go_on(stones.ident)


def test_a_copy_is_renamed_and_forgotten_while_it_is_registered(bench: Bench) -> None:
    bench.registering.camera(("B1",))
    copy = bench.look().copy
    bench.registering.rename(copy.ident, "old", "Ben")
    assert bench.look().copy.title == "old (Ben)"
    bench.registering.camera(("F1",))
    assert bench.registering.remove(copy.ident) == "removed old 2"
    assert bench.registering.look() is None
    assert "B1" not in bench.eye[-1]
