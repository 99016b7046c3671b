"""What the camera has told and what came of it: each lying-there is read once, differences are told after patience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from copy import deepcopy
from dataclasses import dataclass, field, replace

from companion.players.racks import Racks
from companion.reading.board_seen import BOARD, SeenBoard
from companion.reading.look_alikes import look_alikes, named, remembered, taken_from
from companion.reading.on_table import Mark, OnTable, beneath, explained, is_one_more, on_table
from companion.reading.returned import Returned
from companion.reading.stack_heights import Heights
from companion.reading.stickered import Stickered
from companion.reading.todo import Chore, Stacks, Todo, by_names, todo_list
from rules.engine.match import Match
from rules.engine.questions import Deal, Draw, Prepare, Together
from rules.engine.types import UNSEEN, PieceId, Seat, State
from vision.types import ChangeKind, NamelessCard, TableChange, TableReport


@dataclass
class Watch:
    """The table as last seen. Owned by the referee."""

    patience_s: float
    figures: frozenset[str] = frozenset()  # decks whose pieces carry no stickers
    items: tuple[OnTable, ...] = ()  # by the names that the notes have for them
    seeing: bool = False  # a camera reports, and knows where on the mat things lie
    unknown_tags: dict[str, None] = field(default_factory=dict)
    doubled: frozenset[str] = frozenset()
    nameless: tuple[NamelessCard, ...] = ()  # cards without stickers that the camera cannot tell by their looks
    taken: list[tuple[str, OnTable]] = field(default_factory=list)  # (spot, what lay there), not yet read
    board: SeenBoard = field(default_factory=SeenBoard)  # of a game whose pieces carry no stickers
    stickered: Callable[[], Stickered | None] = lambda: None  # what carries a sticker here; None: everything
    racks: Callable[[], Set[Seat]] = frozenset  # whose cards lie in racks that nobody looks into
    _own_codes: bool = False  # pieces were seen that no copy in play has a sticker for: those are the game's own codes
    _done: set[Mark] = field(default_factory=set)
    _left_over: set[Mark] = field(default_factory=set)  # of the match before: nobody has laid it in this one
    _noted: dict[PieceId, str] = field(default_factory=dict)  # where the notes had a piece last
    _awaited: set[tuple[PieceId, str]] = field(default_factory=set)  # and where since then nobody has seen it lie
    _came_from: dict[Mark, str] = field(default_factory=dict)  # of answers: the pile in which the notes had the piece
    _bared: set[str] = field(default_factory=set)  # spots whose topmost piece was taken by an answer
    _covered: set[Mark] = field(default_factory=set)  # backs that lay under something at the last report
    _told: set[tuple[Mark, str]] = field(default_factory=set)
    _called: dict[str, PieceId] = field(default_factory=dict)  # what copies that look alike are called, by payload
    _heights: Heights = field(default_factory=Heights)
    _returned: Returned = field(default_factory=Returned)
    _racks: Racks = field(default_factory=Racks)
    _is_first_look: bool = True  # until the camera has told for the first time what lies where
    _since: dict[Todo, float] = field(default_factory=dict)

    def report(self, report: TableReport, match: Match) -> None:
        """Takes over what the camera reports."""
        decks = match.table.decks
        items = [i for p in report.presences if (i := on_table(p, report.calibrated, decks)) is not None]
        items = _uncovered(items, match.seen(None))
        self.items = tuple(sorted(items, key=lambda i: (i.since_s, i.payload)))
        self.seeing, self.nameless = report.calibrated, report.nameless
        known = self.stickered()
        self._own_codes = self._own_codes or (known is not None and not all(known.has(item) for item in items))
        if self._is_first_look and match.version:  # after a restart an old back must not be read as a new card
            self._done |= {i.mark for i in self.items if i.piece is None}
        self._is_first_look = self._is_first_look and not report.calibrated
        if report.board is not None:
            self.board.report(report.board, match)
        marks = {i.mark for i in (*self.items, self.board.item)}
        self._done &= marks
        self._left_over &= marks
        self._came_from = {mark: pile for mark, pile in self._came_from.items() if mark in marks}
        below = beneath(self.items)
        covered = {i.mark for i in self.items if i.piece is None and i.mark in below}
        self._done -= self._covered - covered  # a card turned up and down again shows the same back: it is news
        self._covered = covered
        self._told = {(mark, what) for mark, what in self._told if mark in marks}
        for presence in report.presences:  # the host may have said meanwhile what it stands for
            self.unknown_tags.pop(presence.tag.payload, None)
        for change in report.changes:
            match change.kind:
                case ChangeKind.UNKNOWN:
                    self.unknown_tags[change.payload] = None
                case ChangeKind.GONE if change.was_spot is not None and change.tag is not None:
                    self.taken.append((change.was_spot, self._gone(change.payload, change.tag.piece, change, match)))
        self.doubled = frozenset(c.payload for c in report.changes if c.kind is ChangeKind.DOUBLED)
        self._name(match)

    def _gone(self, payload: str, name: str, change: TableChange, match: Match) -> OnTable:
        """What was taken away, by the name that the notes have for it there."""
        decks, spot = match.table.decks, change.was_spot or ""
        deck = next((d for d, pieces in decks.items() if name in pieces), None)
        piece = None if deck is None else PieceId(name)
        if piece is not None:
            public = match.seen(None)
            called = self._called.get(payload)
            piece = taken_from(piece, spot, public, look_alikes(public, match.game.box.alike), called)
        return OnTable(payload, piece, deck or name, spot, False, change.at_s)

    def _name(self, match: Match) -> None:
        """Calls copies that look alike as the notes do now."""
        public = match.seen(None)
        self._returned.look(public, isinstance(match.question, Deal | Draw))
        if alike := look_alikes(public, match.game.box.alike):
            self.items = named(self.items, public, alike, self._called, self._heights.room)
            self._called = remembered(self.items, public, alike, self._called)
            self._heights.look(self.items, public, alike)

    def copied(self) -> Watch:
        """A copy, to try on it what a report would mean."""
        return deepcopy(self, self._returned.kept_whole())

    def be_patient(self, patience_s: float) -> None:
        """Tells differences that have lasted for so long from now on."""
        self.patience_s = patience_s

    def next_taken(self) -> tuple[str, OnTable] | None:
        """The oldest that was taken away and is not read yet, and from which spot: read by this."""
        return self.taken.pop(0) if self.taken else None

    def forget_taken(self) -> None:
        """What was taken away is read, or stays unread."""
        self.taken.clear()

    def forget_all(self) -> None:
        """A new match: nothing that lies there has been read, and it is no answer where it lay before."""
        self._left_over = {item.mark for item in self.items}
        self.items, self._done, self._covered, self._told, self.taken = (), set(), set(), set(), []
        self._came_from, self._noted, self._awaited = {}, {}, set()
        self._called, self._heights, self._returned, self._racks = {}, Heights(), Returned(), Racks()
        self._bared.clear()
        self._since.clear()
        self.board.forget()

    def open_items(self, match: Match) -> Iterator[OnTable]:
        """What lies on the table and has not been read yet, oldest first. What the state expects is read by that."""
        public = match.seen(None)
        self._name(match)
        self._follow(public)
        for item in self.items:
            if item.mark not in self._done:
                lying = [i for i in self.items if i.mark in self._done]
                if explained(item, public) and not is_one_more(item, lying, public):
                    self.done(item)
                elif item.mark not in self._left_over:
                    yield item

    def _follow(self, public: State) -> None:
        """Keeps in mind where the notes have had a piece that has not come to lie there yet."""
        lying = {(item.piece, item.spot) for item in self.items}
        noted = {(s.piece, p.spot) for p in public.piles.values() for s in p.slots}
        self._awaited -= noted & lying
        for piece, spot in noted:
            if piece is not UNSEEN and spot is not None and self._noted.get(piece) != spot:
                self._noted[piece] = spot
                if (piece, spot) not in lying:
                    self._awaited.add((piece, spot))

    def is_late(self, item: OnTable) -> bool:
        """Whether somebody lays a piece only now where the notes had it after a tap, and they have moved on."""
        return item.piece is not None and item.spot is not None and (item.piece, item.spot) in self._awaited

    def done(self, item: OnTable, came_from: str | None = None) -> None:
        """This lying-there has become an answer; before it the notes had the piece in the pile `came_from`."""
        if item.payload == BOARD:
            self.board.done()
            return
        self._done.add(item.mark)
        if came_from is not None:
            self._came_from[item.mark] = came_from

    def bared(self, spot: str) -> None:
        """The topmost piece was taken from a spot, and that was an answer: what lay under it comes to light."""
        self._bared.add(spot)

    def tell_once(self, item: OnTable, what: str) -> bool:
        """Whether this about this lying-there is to be told now; true only the first time."""
        if (item.mark, what) in self._told:
            return False
        self._told.add((item.mark, what))
        return True

    def still_there(self, mark: Mark) -> bool:
        """Whether that still lies where it lay."""
        return any(i.mark == mark for i in (*self.items, self.board.item))

    def differences(self, match: Match) -> tuple[Todo, ...]:
        """All differences between rules and table now, without patience; none when no camera knows places, or while
        hands shuffle and sort."""
        self._racks.follow(match.state, self.racks())
        if not self.seeing or isinstance(match.question, Prepare):
            return ()
        self._name(match)
        question = match.question
        # what some have laid already counts only when all have: until then it is not to be taken away
        is_laying = isinstance(question, Together) and len(match.waiting) < len(question.asked)
        public = match.seen(None)
        alike = look_alikes(public, match.game.box.alike)
        self._bared -= {item.spot for item in self.items if item.spot is not None}
        read = frozenset() if is_laying else self._done
        missing, returned = self._heights.missing(public, alike), self._returned.spots
        stacks = Stacks(alike, self._bared, missing, returned, self.figures, *self._stickerless(public, alike))
        found, _ = by_names(todo_list(public, self.items, match.state, read, stacks), self.nameless)
        found = tuple(self._from_rack(todo, match.state) for todo in found)
        proposed = self._proposed(match, public)
        return (*(t for t in found if t.chore is not Chore.MOVE or t.piece not in proposed), *self.board.todos(match))

    def strangers(self, match: Match) -> int:
        """How many cards lie there that the camera cannot tell, and that are not what should lie there by the notes."""
        if not self.nameless:
            return 0
        wanted = todo_list(match.seen(None), self.items, match.state)
        return len(by_names(wanted, self.nameless)[1])

    def _from_rack(self, todo: Todo, full: State) -> Todo:
        """A card that is to be laid, with the place in the rack that it comes from."""
        if todo.chore is not Chore.LAY:
            return todo
        racks = self._racks
        return replace(todo, rack=racks.left_hidden(todo.spot, full) if todo.piece is None else racks.left(todo.piece))

    def _proposed(self, match: Match, public: State) -> frozenset[PieceId]:
        """Pieces that were moved as an answer to which others have yet to agree: they are not to be put back. The notes
        have them where they had them then, and no turn has begun since."""
        if match.question is None or match.question.boundary:
            return frozenset()
        moved = (i for i in self.items if i.mark in self._came_from and i.piece is not None)
        return frozenset(i.piece for i in moved if i.piece and public.where(i.piece) == self._came_from[i.mark])

    def _stickerless(self, public: State, alike: frozenset[PieceId]) -> tuple[frozenset[PieceId], frozenset[str]]:
        """The pieces, and the decks as to their backs, that no camera can see for want of a sticker."""
        known = None if self._own_codes else self.stickered()
        if known is None:
            return frozenset(), frozenset()
        return known.bare(public.decks, alike), known.backless(public.decks)

    def todos(self, match: Match, now_s: float) -> tuple[Todo, ...]:
        """The differences that have lasted longer than the patience; what hands play from a rack at once, since they do
        not know of it otherwise."""
        found = self.differences(match)
        self._since = {t: self._since.get(t, now_s) for t in found}
        return tuple(t for t in found if t.rack is not None or now_s - self._since[t] >= self.patience_s)


def _uncovered(items: list[OnTable], public: State) -> list[OnTable]:
    """Without what lies under something else on a pile of which everybody sees the top alone: whether it is still there
    nobody knows."""
    closed = {p.spot for p in public.piles.values() if p.spot is not None and p.top_only}
    below = beneath(items)
    return [i for i in items if i.spot not in closed or i.piece is None or i.mark not in below]
