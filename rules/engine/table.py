"""The table that a game's coroutine works on: it moves pieces, sets tracks, tells events.

A `Table` belongs to one match and one thread. `state` is the immutable picture of it at this moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.engine.claims import BrokenClaim, Claims
from rules.engine.types import (
    ALL,
    NOBODY,
    PUBLIC,
    UNSEEN,
    Card,
    Claim,
    Event,
    PieceId,
    Pile,
    Private,
    Readers,
    Result,
    Say,
    Seat,
    Shape,
    Slot,
    State,
    Track,
    TrackValue,
    Unseen,
    visible_to,
)


class TableError(Exception):
    """A change that the table cannot make: no such pile, or the card is not there. One clear sentence, and the code
    with its facts by which people are told in their own language."""

    def __init__(self, sentence: str, code: str = "not_possible", /, **facts: object) -> None:
        super().__init__(sentence)
        self.code, self.facts = code, facts


Decks = Mapping[str, Iterable[PieceId]]
"""The pieces of each deck."""


Kept = tuple[State, Claims]
"""A table at one moment, kept to come back to."""


class Table:
    """Piles, tracks, phase and turn of a running match, and the edition of the rulings that it is played by."""

    def __init__(
        self, seats: int, settings: Mapping[str, object], decks: Decks, edition: int, shared: Iterable[str] = ()
    ):
        self.shared = frozenset(shared) & decks.keys()  # options may leave some decks in the box
        self.edition = edition
        self.seats = tuple(Seat(n) for n in range(seats))
        self.settings = MappingProxyType(dict(settings))
        self._know({name: tuple(pieces) for name, pieces in decks.items()})
        self._piles: dict[str, Pile] = {}
        self._tracks: dict[str, Track] = {}
        self._phase = ""
        self._turn: Seat | None = None
        self._result: Result | None = None
        self._state: State | None = None
        self.told: list[Event] = []
        self.claims = Claims()

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The whole table as one immutable value."""
        if self._state is None:
            self._state = State(
                self.seats,
                self.decks,
                MappingProxyType(dict(self._piles)),
                MappingProxyType(dict(self._tracks)),
                self._phase,
                self._turn,
                self._result,
                self.shared,
            )
        return self._state

    def pile(self, key: str) -> Pile:
        """The pile of that key. TableError when the game has none."""
        try:
            return self._piles[key]
        except KeyError:
            raise TableError(f"this game has no pile '{key}'", "no_such_pile", pile=key) from None

    def __getitem__(self, track: str) -> TrackValue:
        return self._track(track).value

    def number(self, track: str) -> int:
        """The value of a track that counts."""
        value = self[track]
        if not isinstance(value, int):
            raise TableError(f"'{track}' is not a number")
        return value

    def deck_of(self, piece: PieceId) -> str:
        """The deck that a piece belongs to. TableError when the game has no such piece."""
        if (deck := self._deck_of.get(piece)) is None:
            raise TableError(f"this game has no piece '{piece}'", "no_such_piece", piece=piece)
        return deck

    def clockwise(self, first: Seat) -> Iterator[Seat]:
        """All seats once, from `first` to the left."""
        return (Seat((first + n) % len(self.seats)) for n in self.seats)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return Seat((seat + 1) % len(self.seats))

    # -- keeping -----------------------------------------------------------------------------------------------------

    def keep(self) -> Kept:
        """The table as it is, to come back to."""
        return self.state, self.claims.copy()

    def restore(self, kept: Kept) -> None:
        """Puts the table back to what was kept. What has been told stays told."""
        then, claims = kept
        self._piles, self._tracks = dict(then.piles), dict(then.tracks)
        self._phase, self._turn, self._result = then.phase, then.turn, then.result
        self.claims, self.shared = claims.copy(), then.shared
        self._know(then.decks)

    # -- setting up ------------------------------------------------------------------------------------------------

    def add_pile(
        self,
        key: str,
        *,
        readers: Readers = NOBODY,
        owner: Seat | None = None,
        spot: str | None = None,
        shape: Shape = Shape.STACK,
        ordered: bool = False,
        face_up: bool = False,
        top_only: bool = False,
        deck: str | None = None,
    ) -> None:
        """A new pile; `deck` fills it with all pieces of that deck, none of them known."""
        slots = tuple(Slot(UNSEEN, deck) for _ in self.decks[deck]) if deck else ()
        self._put(Pile(key, slots, readers, owner, spot, shape, ordered, face_up, top_only))

    def put_in(self, piece: PieceId, key: str) -> None:
        """A piece that is nowhere yet lies in a pile from the start, as cards lie there."""
        pile = self.pile(key)
        slot = Slot(piece, self.deck_of(piece), pile.readers_of(pile.face_up), pile.face_up)
        self._put(pile.holding((*pile.slots, slot)))

    def add_pieces(self, deck: str, pieces: Iterable[PieceId], key: str) -> None:
        """Pieces that come into the game in its middle lie in a pile, none of them known, as those of its deck do. A
        deck that was not there before is shared by all."""
        more, pile = tuple(pieces), self.pile(key)
        self.shared |= frozenset() if deck in self.decks else {deck}
        self._know({**self.decks, deck: (*self.decks.get(deck, ()), *more)})
        self._put(pile.holding((*pile.slots, *(Slot(UNSEEN, deck) for _ in more))))

    def add_track(self, key: str, value: TrackValue, *, readers: Readers = ALL, owner: Seat | None = None) -> None:
        """A new track."""
        self._tracks[key] = Track(key, value, readers, owner)
        self._state = None

    # -- changing --------------------------------------------------------------------------------------------------

    def set(self, track: str, value: TrackValue) -> None:
        """Gives a track its new value."""
        old = self._track(track)
        self._tracks[track] = Track(old.key, value, old.readers, old.owner)
        self._state = None

    def fitting(self, track: str, value: TrackValue) -> TrackValue:
        """A value given from outside as this track holds it: a number for a seat becomes that seat. TableError when
        the track holds something else, or there is no such track or seat."""
        old = self[track]
        if old is not None and value is not None:
            if isinstance(old, Seat) and isinstance(value, int) and not isinstance(value, bool):
                value = Seat(value)
            if type(old) is not type(value):
                raise TableError(f"'{track}' takes a value like '{old}'", "not_such_a_value", value=old)
        if isinstance(value, Seat) and value not in self.seats:
            raise TableError(f"there is no seat {value + 1}", "no_such_seat", number=value + 1)
        return value

    def add(self, track: str, amount: int) -> None:
        """Adds to a track that counts."""
        self.set(track, self.number(track) + amount)

    def go(self, phase: str, turn: Seat | None = None) -> None:
        """Sets where the game stands: what `play` reads to go on from here."""
        self._phase, self._turn, self._state = phase, turn, None

    @property
    def phase(self) -> str:
        """The part of the game in which the match is."""
        return self._phase

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, None when nobody's."""
        return self._turn

    @property
    def player(self) -> Seat:
        """Whose turn it is, in a phase that is somebody's. TableError when it is nobody's."""
        if self._turn is None:
            raise TableError(f"it is nobody's turn in '{self._phase}'")
        return self._turn

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it runs."""
        return self._result

    def finish(self, winners: Iterable[Seat], lines: Iterable[Say] = ()) -> None:
        """Ends the match."""
        self._result, self._state = Result(tuple(winners), tuple(lines)), None

    def move(
        self,
        card: Card,
        to: str,
        *,
        frm: str | None = None,
        face_up: bool | None = None,
        also: Readers = NOBODY,
    ) -> None:
        """Moves one card. An `UNSEEN` card needs `frm`; so does a piece that is one of the unseen cards there, which
        then becomes known. `also` may go on knowing it besides the readers of the new pile."""
        source = frm if frm is not None else (self.state.where(card) if isinstance(card, PieceId) else None)
        if source is None:
            raise TableError(f"nobody knows where '{card}' is", "place_unknown", piece=card)
        slot = self._take(source, card)
        self._lay(to, slot, face_up, also)
        is_public = isinstance(card, PieceId) and PUBLIC in self.pile(to).slots[-1].readers
        alone = self.pile(to).shape in (Shape.SLOT, Shape.ROW)
        self._report(self.claims.moved(card, source, to, is_public, alone=alone))

    def turn_face(self, key: str, card: Card, face_up: bool) -> None:
        """Turns a card over where it lies; face-up it becomes known to the pile's readers. Face-down, whoever saw it
        goes on knowing it; see `cover`."""
        more = self.pile(key).readers if face_up else NOBODY
        self._change(key, card, lambda old: replace(old, face_up=face_up, readers=old.readers | more))
        self._check_claims(key, card)

    def cover(self, key: str, card: Card) -> None:
        """Turns a card face-down so that the companion no longer names it: its owner goes on knowing it, and those who
        knew it before it lay open. What else people remember is their own affair."""
        own = self.pile(key).readers_of(face_up=False)
        self._change(key, card, lambda old: replace(old, face_up=False, readers=(old.readers - ALL) | own))

    def name(self, key: str, piece: PieceId) -> None:
        """Makes one unseen card of a pile known as `piece`. Its readers do not change."""
        if (place := self.state.where(piece)) is not None:
            if place == key:
                return
            raise TableError(f"'{piece}' is already somewhere else", "known_elsewhere", piece=piece)
        self._change(key, UNSEEN, lambda old: replace(old, piece=piece), self.deck_of(piece))
        self._check_claims(key, piece)

    def as_first(self, piece: PieceId, among: Iterable[PieceId] | None = None) -> PieceId:
        """Of copies that nobody tells apart, the first whose place not everybody knows changes names with `piece`: so
        that which copy comes to light tells nothing. Gives the name that the piece has now. `among`: only these copies
        may change names, where each belongs to somebody."""
        copies = (p for p in among or self.decks[self.deck_of(piece)] if p.kind == piece.kind)
        first = next((p for p in copies if p == piece or not self._is_public(p)), piece)
        if first == piece:
            return piece
        names: dict[Card, Card] = {first: piece, piece: first}
        for pile in list(self._piles.values()):
            if first in pile or piece in pile:
                slots = tuple(replace(s, piece=names[s.piece]) if s.piece in names else s for s in pile.slots)
                self._put(pile.holding(slots))
        self.claims.renamed(first, piece)
        return first

    def forget(self, key: str, pieces: Iterable[PieceId] | None = None) -> None:
        """Cards of a pile become unseen for everybody: shuffled, or one of them left and nobody said which."""
        pile, gone = self.pile(key), None if pieces is None else set(pieces)
        readers = pile.readers if pile.shape is Shape.HAND else NOBODY  # who holds it may show it again
        slots = tuple(
            Slot(UNSEEN, s.deck, readers, s.face_up)
            if gone is None or (isinstance(s.piece, PieceId) and s.piece in gone)
            else s
            for s in pile.slots
        )
        self._put(pile.holding(slots))

    def show(self, key: str, piece: Card, readers: Readers = ALL) -> None:
        """`readers` now know this card, wherever it lies (a card shown and taken back). Of an unseen one they will
        know what it is as soon as the companion does."""
        self._change(key, piece, lambda old: replace(old, readers=old.readers | readers))
        self._check_claims(key, piece)

    def conceal(self, key: str, pieces: Iterable[Card]) -> None:
        """Only the pile's own readers go on knowing these cards (`UNSEEN`: those that the companion does not know): one
        of them may just have left, unnamed."""
        pile, among = self.pile(key), set(pieces)
        slots = tuple(replace(s, readers=pile.readers) if s.piece in among else s for s in pile.slots)
        self._put(pile.holding(slots))

    def show_all(self, key: str, readers: Readers) -> None:
        """`readers` now know every card of a pile; those that the companion was not told, as soon as it is."""
        pile = self.pile(key)
        self._put(pile.holding(tuple(replace(s, readers=s.readers | readers) for s in pile.slots)))
        for piece in pile.pieces:
            self._check_claims(key, piece)

    def replace_pile(self, key: str, slots: tuple[Slot, ...]) -> None:
        """Sets the whole content of a pile (positions only; play moves cards)."""
        self._put(self.pile(key).holding(slots))

    def gather(self, deck: str, into: str) -> None:
        """Collects all cards of a deck from everywhere into one pile and shuffles them: nothing stays known."""
        count = len(self.decks[deck])
        for pile in list(self._piles.values()):
            rest = tuple(s for s in pile.slots if s.deck != deck)
            if len(rest) != len(pile.slots):
                self._put(pile.holding(rest))
        target = self.pile(into)
        self._put(target.holding(target.slots + (Slot(UNSEEN, deck),) * count))
        self.claims.gathered(self.decks[deck])

    def shuffle(self, key: str) -> None:
        """Nobody knows the order or any card of this pile any more."""
        self.forget(key)

    def tell(self, kind: str, audience: Readers = ALL, **facts: object) -> None:
        """Tells an event. A piece in its facts is named only to those who may see that piece at this moment."""
        self._tell(kind, facts, audience)

    def claim(self, claim: Claim, seat: Seat, facts: Mapping[str, object]) -> None:
        """Takes `seat` at its word; a card that contradicts it later is told as the event `claim_broken`, with these
        facts."""
        self.claims.make(claim, seat, facts)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _is_public(self, card: Card) -> bool:
        return isinstance(card, PieceId) and PUBLIC in visible_to(self.state, card)

    def _check_claims(self, key: str, card: Card) -> None:
        """Holds a card against the claims once everybody may see it; what is known in private stays so."""
        if isinstance(card, PieceId) and self._is_public(card):
            self._report(self.claims.shown(key, card))

    def _report(self, broken: Iterable[BrokenClaim]) -> None:
        for found in broken:
            facts = {**found.facts, "seat": found.seat, "piece": found.piece, "rule": found.claim.rule}
            self._tell("claim_broken", facts, ALL)

    def _tell(self, kind: str, facts: Mapping[str, object], audience: Readers) -> None:
        guarded = {name: self._guard(value) for name, value in facts.items()}
        self.told.append(Event(kind, MappingProxyType(guarded), audience))

    def _guard(self, value: object) -> object:
        if isinstance(value, PieceId):
            readers = visible_to(self.state, value)
            return value if PUBLIC in readers else Private(value, readers)
        if isinstance(value, tuple | list):
            return tuple(self._guard(v) for v in value)
        if isinstance(value, frozenset | set):
            return frozenset(self._guard(v) for v in value)
        if isinstance(value, Mapping):
            return {key: self._guard(v) for key, v in value.items()}
        return value

    def _track(self, key: str) -> Track:
        if (track := self._tracks.get(key)) is None:
            raise TableError(f"this game has no track '{key}'", "no_such_track", track=key)
        return track

    def _put(self, pile: Pile) -> None:
        self._piles[pile.key] = pile
        self._state = None

    def _change(self, key: str, card: Card, change: Callable[[Slot], Slot], deck: str | None = None) -> None:
        """Changes how one card lies where it is."""
        pile = self.pile(key)
        index = self._index(pile, card, deck)
        self._put(pile.holding((*pile.slots[:index], change(pile.slots[index]), *pile.slots[index + 1 :])))

    def _know(self, decks: Mapping[str, tuple[PieceId, ...]]) -> None:
        self.decks = MappingProxyType(dict(decks))
        self._deck_of = {piece: name for name, pieces in self.decks.items() for piece in pieces}
        self._state = None

    def _index(self, pile: Pile, card: Card, deck: str | None = None) -> int:
        for index, slot in enumerate(pile.slots):
            if slot.piece == card and (deck is None or slot.deck == deck):
                return index
        code, what = ("not_in_pile", card) if isinstance(card, PieceId) else ("no_unknown_card", "an unseen card")
        raise TableError(f"'{what}' is not in '{pile.key}'", code, piece=card)

    def _take(self, key: str, card: Card) -> Slot:
        pile = self.pile(key)
        if isinstance(card, PieceId) and card not in pile:
            if self.state.where(card) is not None:
                raise TableError(f"'{card}' is not in '{key}'", "not_in_pile", piece=card)
            index = self._index(pile, UNSEEN, self.deck_of(card))
        elif isinstance(card, Unseen) and pile.ordered:  # the top one of a stack
            index = max((i for i, s in enumerate(pile.slots) if s.piece is UNSEEN), default=-1)
            if index < 0:
                raise TableError(f"no unseen card is in '{key}'", "no_unknown_card")
        else:
            index = self._index(pile, card)
        slot = pile.slots[index]
        self._put(pile.holding(pile.slots[:index] + pile.slots[index + 1 :]))
        return Slot(card, slot.deck, slot.readers, slot.face_up)

    def _lay(self, key: str, slot: Slot, face_up: bool | None, also: Readers) -> None:
        pile = self.pile(key)
        up = pile.face_up if face_up is None else face_up
        below = tuple(replace(s, readers=NOBODY) for s in pile.slots) if pile.top_only else pile.slots
        self._put(pile.holding((*below, Slot(slot.piece, slot.deck, pile.readers_of(up) | also, up))))
