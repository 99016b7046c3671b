"""What the virtual table's dealer does with the cards when a question asks for hands: deal, draw, prepare, draw lots.

Each act moves the pieces of the virtual table as people would move real ones, and gives what is told of it. Which card
is which it learns from the reader box alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from random import Random

from companion.reading.bags import is_bag, whose
from companion.referee.inbox import Dealt
from companion.virtual.bodies import Bodies
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.questions import (
    ByHand,
    Chance,
    Deal,
    Draw,
    Gather,
    Insert,
    Prepare,
    Question,
    Reveal,
    Shuffle,
    Slip,
    Sort,
    Step,
)
from rules.engine.types import UNSEEN, Card, PieceId, Pile, Seat, Shape, State

ReaderBox = Callable[[PieceId], Card]
"""Shows one card to the small camera under the glass; gives what was read."""


class HandsOn:
    """The acts, one for each kind of question. Used by the dealer, under its lock."""

    def __init__(self, table: VirtualTable, box: ReaderBox | None, random: Random, alike: Set[str] = frozenset()):
        self._table = table
        self._bodies = Bodies(table, alike)
        self._box = box
        self._random = random
        self._inserted: dict[str, tuple[int, int]] = {}  # of a pile: its cards by the notes, and those left lying there

    def carry_out(self, question: Question, full: State, tell: Callable[[Dealt], None]) -> None:
        """Does what `question` asks for. `tell` is called with the answer before anything of it lies open, so that no
        camera tells less of it first; a card that is only turned up is left to the camera."""
        match question:
            case Deal():
                self._deal(question, full, tell)
            case Draw():
                self._draw(question, full, tell)
            case Prepare():
                self._prepare(question.steps, full)
                tell(Dealt((), "done"))
            case Chance():
                allowed = [o.key for o in question.options(full, None) if o.refusal is None]
                tell(Dealt((), allowed[self._random.randrange(len(allowed))]))
            case Reveal():
                self._reveal(question, full)

    def of_table(self, question: Question, full: State) -> tuple[Seat, str] | None:
        """Who would say or show what of the table, as the key of an option; None where nobody holds the piece."""
        for seat in question.asked:
            for option in question.options(full, seat):
                if option.refusal is None and option.piece in (None, *(b.piece for b in self._table.hand(seat))):
                    return seat, str(option.key)
        return None

    def only_said(self, question: ByHand, full: State) -> Dealt | None:
        """What is told without moving anything, where the pieces do not lie as the notes have them: that it is done,
        or anything that may have come; None where nothing can have."""
        if question.confirm:
            return Dealt((), question.confirm)
        allowed = [o.key for o in question.options(full, None) if o.refusal is None]
        return Dealt((), self._random.choice(allowed)) if allowed else None

    # -- dealing and drawing -----------------------------------------------------------------------------------------

    def _deal(self, question: Deal, full: State, tell: Callable[[Dealt], None]) -> None:
        """Cards into hands, one for each in turn, then onto what lies on the table: a burn card, an open row."""
        spot = full.pile(question.pile).spot
        if spot is None or question.sources:
            tell(self._told({to: self._dealt_from(question, to, full) for to in question.counts}))
            return
        self._complete(question, full, spot)
        dealt = {key: cards for some in _by_hand(question, full) for key, cards in self._round(spot, some).items()}
        stack = [b for b in self._table.at(spot) if not b.face_up]
        laid = {key: [stack.pop() for _ in range(min(n, len(stack)))] for key, n in _laid(question, full).items()}
        dealt |= {key: [body.piece for body in bodies] for key, bodies in laid.items()}
        tell(self._told({key: self._all_read(dealt[key], count) for key, count in question.counts.items()}))
        for key, bodies in laid.items():
            for body in bodies:
                self._lay_into(body, full.pile(key))

    def _all_read(self, pieces: Sequence[PieceId], count: int) -> list[Card]:
        """What was read of so many cards. Where fewer were there, nobody knows the others."""
        return [*map(self._read, pieces), *[UNSEEN] * (count - len(pieces))]

    def _dealt_from(self, question: Deal, to: str, full: State) -> list[Card]:
        """The cards of one pile, which come from its own bag or stack."""
        source = full.pile(question.source(to))
        self._return(full, source)
        return self._take(question.counts[to], source, full.pile(to), full)

    def _take(self, count: int, source: Pile, to: Pile, full: State) -> list[Card]:
        """So many cards of a pile, in their new place. Where fewer lie there than the notes say, the game goes on, and
        nobody knows the others."""
        pieces: list[PieceId] = []
        while len(pieces) < count and (body := self._next_of(source, full)) is not None:
            pieces.append(body.piece)
            self._hand_over(body, to)
        return self._all_read(pieces, count)

    def _round(self, spot: str, piles: Mapping[str, tuple[Seat, int]]) -> dict[str, list[PieceId]]:
        """Deals to piles of different seats, one card for each in turn."""
        dealt = self._table.deal(spot, dict(piles.values()))
        return {key: dealt[seat] for key, (seat, _) in piles.items()}

    def _complete(self, question: Deal, full: State, spot: str) -> None:
        """Before a deal: cards that are held or lie there although the notes know of none go back (a deal was taken
        back)."""
        table, deck = self._table, full.pile(question.pile).slots[0].deck
        surplus = self._surplus(full, deck)
        surplus += [body for key in _laid(question, full) for body in self._beyond(full.pile(key), deck)]
        if len(table.at(spot)) + len(surplus) < sum(question.counts.values()):
            table.gather(deck, spot)
        elif surplus and not any(len(full.pile(key)) for key in question.counts):
            table.stack(spot, [b.ident for b in table.shuffled((*table.at(spot), *surplus))])

    def _draw(self, question: Draw, full: State, tell: Callable[[Dealt], None]) -> None:
        """Cards from the top of a stack, or any cards of a hand, one after another, up to one that is shown at once."""
        source, to = full.pile(question.pile), full.pile(question.to)
        if source.owner is not None and source.spot is not None:
            self._collect(source, full)
        self._return(full, source)
        read: list[Card] = []
        while len(read) < question.count:
            body = self._next_of(source, full)
            if body is None:  # fewer lie there than the notes say: the game goes on, and nobody knows the others
                read += [UNSEEN] * (question.count - len(read))
                break
            if (spot := question.stops.get(body.piece)) is not None:
                tell(self._told({question.to: read}, f"{body.piece}:{len(read)}"))
                self._table.lay(body.ident, spot, True)
                return
            read.append(self._read(body.piece))
            self._hand_over(body, to)
        tell(self._told({question.to: read}, question.confirm))

    def _collect(self, source: Pile, full: State) -> None:
        """Before a seat draws from its own stack: what it has played or discarded lies there, and a discard pile that
        went into the stack is shuffled into it."""
        seat, spot = source.owner, source.spot
        assert seat is not None
        assert spot is not None
        own = [p for p in full.piles.values() if p.owner == seat and p.spot is not None and p.key != source.key]
        decks = {slot.deck for slot in source.slots}
        for pile in own:
            pieces = [s.piece for s in pile.slots if isinstance(s.piece, PieceId) and s.deck in decks]
            for body in [self._bodies.find(piece, full) for piece in pieces]:
                if not self._bodies.is_at(body, pile):
                    self._table.lay(body.ident, str(pile.spot), pile.face_up)
            missing = len(pile) - len(self._table.at(str(pile.spot)))
            held = [b for deck in decks for b in self._surplus(full, deck) if b.hand == seat]
            for body in held[: min(missing, pile.unseen)]:
                self._table.lay(body.ident, str(pile.spot), pile.face_up)
        missing = len(source) - len(self._table.at(spot))
        if missing > 0:
            more = [b for deck in decks for b in self._surplus(full, deck) if b.hand == seat]
            more += [b for deck in decks for pile in own for b in self._beyond(pile, deck)]
            bodies = self._table.shuffled((*self._table.at(spot), *more[:missing]))
            self._table.stack(spot, [b.ident for b in bodies])

    def _return(self, full: State, source: Pile) -> None:
        """Cards that are held beyond the notes go back where they came from (a draw was taken back)."""
        if not source.slots:
            return
        deck = source.slots[0].deck
        if is_bag(source):
            self._fill(source, deck, full)
            return
        back = [b for b in self._surplus(full, deck) if full.where(b.piece) in (None, source.key)]
        if source.spot is not None and back:
            self._table.stack(source.spot, [b.ident for b in (*self._table.at(source.spot), *back)])
        elif source.spot is None and source.owner is not None:
            there = sum(b.deck == deck for b in self._table.hand(source.owner))
            noted = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == source.owner]
            missing = sum(s.deck == deck for p in noted for s in p.slots) - there
            for body in back[: max(0, missing)]:
                self._table.take(body.ident, source.owner)

    def fill(self, bag: Pile, full: State) -> int:
        """Puts into a bag what the notes have there and hands have not put in yet. Gives how many."""
        return sum(self._fill(bag, deck, full) for deck in {slot.deck for slot in bag.slots})

    def _fill(self, bag: Pile, deck: str, full: State) -> int:
        """What the notes have in a bag and hands have not put into it yet: pieces that its seat holds or has lying
        beyond the notes (a draw was taken back, or a discard pile goes into the bag)."""
        seat = whose(bag, full)
        missing = len(bag) - len(self._table.inside(bag.key))
        held = [b for b in self._surplus(full, deck) if b.hand == seat]
        spare = [*held, *(b for p in full.piles.values() if whose(p, full) == seat for b in self._beyond(p, deck))]
        back = spare[: max(0, missing)]
        if back:
            self._table.put_into(bag.key, [b.ident for b in back])
        return len(back)

    def _beyond(self, pile: Pile, deck: str) -> list[Body]:
        """The topmost pieces on a pile's spot that are more than the notes have there."""
        lying = [] if pile.spot is None else [b for b in self._table.at(pile.spot) if b.deck == deck]
        more = len(lying) - sum(s.deck == deck for s in pile.slots)
        return self._bodies.unnamed(lying, [pile])[-more:] if more > 0 else []

    def _surplus(self, full: State, deck: str) -> list[Body]:
        """Cards of a deck that are held although the notes know of fewer in that hand."""
        found: list[Body] = []
        for seat in full.seats:
            held = [b for b in self._table.hand(seat) if b.deck == deck]
            piles = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == seat]
            too_many = len(held) - sum(s.deck == deck for p in piles for s in p.slots)
            found += self._bodies.unnamed(held, piles)[: max(0, too_many)]
        return found

    def _next_of(self, source: Pile, full: State) -> Body | None:
        if is_bag(source):
            inside = self._table.inside(source.key)
            return inside[self._random.randrange(len(inside))] if inside else None
        if source.spot is not None:
            stack = [b for b in self._table.at(source.spot) if not b.face_up]
            return stack[-1] if stack else None
        decks = {s.deck for s in source.slots}
        held = [] if source.owner is None else [b for b in self._table.hand(source.owner) if b.deck in decks]
        held = [b for b in held if full.where(b.piece) in (None, source.key)]  # no card of the seat's other piles
        return self._table.shuffled(held)[0] if held else None

    def _hand_over(self, body: Body, to: Pile) -> None:
        if (seat := _holder(to)) is not None:
            self._table.take(body.ident, seat)
        else:
            self._lay_into(body, to)

    def _lay_into(self, body: Body, pile: Pile) -> None:
        if pile.spot is not None:
            self._table.lay(body.ident, pile.spot, pile.face_up)
        elif is_bag(pile):
            self._table.put_into(pile.key, [body.ident])

    def _read(self, piece: PieceId) -> Card:
        return UNSEEN if self._box is None else self._box(piece)

    def _told(self, read: Mapping[str, Sequence[Card]], key: str = "dealt") -> Dealt:
        """What is told of cards that went over the reader box; without one nothing but that it was done."""
        if self._box is None:
            return Dealt((), key)
        return Dealt(tuple((pile, tuple(cards)) for pile, cards in read.items()), key)

    # -- preparing ---------------------------------------------------------------------------------------------------

    def _prepare(self, steps: Sequence[Step], full: State) -> None:
        """All steps. Cards that were inserted before this was taken back lie in their stack already."""
        sources = {step.pile for step in steps if isinstance(step, Insert)}
        done = {key for key in sources if self._inserted.get(key) == self._left(key, full)}
        for step in steps:
            if not (isinstance(step, Insert) and step.pile in done):
                self._step(step, full)
        self._inserted |= {key: self._left(key, full) for key in sources}

    def _left(self, key: str, full: State) -> tuple[int, int]:
        spot = full.pile(key).spot
        return len(full.pile(key)), 0 if spot is None else len(self._table.at(spot))

    def _step(self, step: Step, full: State) -> None:
        into = full.pile(step.into)
        match step:
            case Sort(pieces, _):
                for piece in pieces:
                    self._hand_over(self._table.find(piece), into)
            case Shuffle(piles, _):
                self._shuffle(piles, into, full)
            case Gather(deck, _) if is_bag(into):
                self._table.put_into(into.key, [b.ident for b in self._table.bodies() if b.deck == deck])
            case Slip(pieces, _) if is_bag(into):
                self._table.put_into(into.key, [self._table.find(piece).ident for piece in pieces])
            case Insert(pile, _, _) if is_bag(into):
                cards = self._all_of(full.pile(pile))
                self._table.put_into(into.key, [b.ident for b in self._table.shuffled(cards)[:1]])
            case Gather(deck, _) if into.spot is not None:
                self._table.gather(deck, into.spot)
            case Insert(pile, _, above) if into.spot is not None:
                self._insert(full.pile(pile), into.spot, above)
            case Slip(pieces, _) if into.spot is not None:
                self._slip(pieces, into.spot)

    def _all_of(self, pile: Pile) -> tuple[Body, ...]:
        """What lies on a pile's spot, or is in it."""
        return self._table.inside(pile.key) if pile.spot is None else self._table.at(pile.spot)

    def _shuffle(self, keys: Sequence[str], into: Pile, full: State) -> None:
        """All cards of these piles, but not what lies on their places and belongs to other piles. A card that somebody
        only said was laid away is still held, and goes with them."""
        bodies = {b.ident: b for key in (*keys, into.key) for b in self._all_of(full.pile(key))}
        for deck in {b.deck for b in bodies.values()}:
            seat = whose(into, full)
            bodies |= {b.ident: b for b in self._surplus(full, deck) if seat in (None, b.hand)}
        other = [p for p in full.piles.values() if p.key not in (into.key, *keys) and not is_bag(p)]
        mixed = [b for b in bodies.values() if full.where(b.piece) in (None, into.key, *keys)]
        if any(self._bodies.is_alike(b) for b in bodies.values()):  # by place: their names do not say where they are
            mixed = [b for b in bodies.values() if not any(b.piece in p and self._bodies.is_at(b, p) for p in other)]
        idents = [b.ident for b in self._table.shuffled(mixed)]
        if into.spot is not None:
            self._table.stack(into.spot, idents)
        elif is_bag(into):
            self._table.put_into(into.key, idents)

    def _insert(self, source: Pile, spot: str, above: int) -> None:
        cards = self._all_of(source)
        if cards:
            stack = [b.ident for b in self._table.at(spot)]
            stack.insert(max(0, len(stack) - above), self._table.shuffled(cards)[0].ident)
            self._table.stack(spot, stack)

    def _slip(self, pieces: Sequence[PieceId], spot: str) -> None:
        """Each into a gap of its own: then no two of them lie side by side."""
        slipped = [self._table.find(piece).ident for piece in pieces]
        stack = [b.ident for b in self._table.at(spot) if b.ident not in slipped]
        gaps = sorted(self._random.sample(range(len(stack) + 1), min(len(slipped), len(stack) + 1)), reverse=True)
        for gap, ident in zip(gaps, slipped, strict=False):
            stack.insert(gap, ident)
        self._table.stack(spot, stack)

    # -- turning up --------------------------------------------------------------------------------------------------

    def _reveal(self, question: Reveal, full: State) -> None:
        table, pile = self._table, full.pile(question.pile)
        if pile.shape is Shape.HAND and pile.owner is not None:
            held = [b for b in table.hand(pile.owner) if pile.unseen and b.piece not in pile.pieces]
            if held:
                table.lay(held[0].ident, question.to_spot, True)
        elif pile.spot == question.to_spot:
            for body in table.at(question.to_spot):
                if not body.face_up:
                    table.turn(body.ident)
        elif pile.spot is not None and (stack := table.at(pile.spot)):
            table.lay(stack[-1].ident, question.to_spot, True)


def _holder(pile: Pile) -> Seat | None:
    """Who takes the cards of a pile into the hand; None where they are laid down."""
    return pile.owner if pile.shape is Shape.HAND else None


def _laid(question: Deal, full: State) -> dict[str, int]:
    """How many cards of a deal are laid onto which pile."""
    return {key: count for key, count in question.counts.items() if _holder(full.pile(key)) is None}


def _by_hand(question: Deal, full: State) -> list[dict[str, tuple[Seat, int]]]:
    """The hands of a deal in as few rounds as one seat has of them."""
    rounds: list[dict[str, tuple[Seat, int]]] = []
    for key, count in question.counts.items():
        seat = _holder(full.pile(key))
        if seat is not None:
            free = next((r for r in rounds if all(owner != seat for owner, _ in r.values())), None)
            if free is None:
                rounds.append(free := {})
            free[key] = (seat, count)
    return rounds
