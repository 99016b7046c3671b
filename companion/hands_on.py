"""What the virtual table's dealer does with the cards when a question asks for hands: deal, draw, prepare, draw lots.

Each act moves the pieces of the virtual table as people would move real ones, and gives what is told of it. Which card
is which it learns from the reader box alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from companion.inbox import Dealt
from companion.virtual_table import Body, VirtualTable
from rules.engine.hands_on import Chance, Draw, Gather, Insert, Prepare, Shuffle, Slip, Sort, Step
from rules.engine.questions import Deal, Question, Reveal
from rules.engine.types import UNSEEN, Card, PieceId, Pile, Seat, Shape, State

ReaderBox = Callable[[PieceId], Card]
"""Shows one card to the small camera under the glass; gives what was read."""

ByHand = Deal | Draw | Prepare | Chance | Reveal
"""The questions that hands answer."""


class HandsOn:
    """The acts, one for each kind of question. Used by the dealer, under its lock."""

    def __init__(self, table: VirtualTable, box: ReaderBox | None, random: Random):
        self._table = table
        self._box = box
        self._random = random
        self._inserted: dict[str, tuple[int, int]] = {}  # of a pile: its cards by the notes, and those left lying there

    def carry_out(self, question: Question, full: State, tell: Callable[[Dealt], None]) -> None:
        """Does what `question` asks for. `tell` is called with the answer before anything of it lies open, so that no
        camera tells less of it first; a card that is only turned up is left to the camera."""
        match question:
            case Deal():
                tell(self._deal(question, full))
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

    # -- dealing and drawing -----------------------------------------------------------------------------------------

    def _deal(self, question: Deal, full: State) -> Dealt:
        spot = full.pile(question.pile).spot
        if spot is None:
            return Dealt(())
        self._complete(question, full, spot)
        dealt = {key: cards for some in _by_owner(question, full) for key, cards in self._round(spot, some).items()}
        return self._told({key: [self._read(piece) for piece in cards] for key, cards in dealt.items()})

    def _round(self, spot: str, piles: Mapping[str, tuple[Seat, int]]) -> dict[str, list[PieceId]]:
        """Deals to piles of different seats, one card for each in turn."""
        dealt = self._table.deal(spot, dict(piles.values()))
        return {key: dealt[seat] for key, (seat, _) in piles.items()}

    def _complete(self, question: Deal, full: State, spot: str) -> None:
        """Before a deal: cards that are held although the notes know of none go back (a deal was taken back)."""
        table, deck = self._table, full.pile(question.pile).slots[0].deck
        surplus = self._surplus(full, deck)
        if len(table.at(spot)) + len(surplus) < sum(question.counts.values()):
            table.gather(deck, spot)
        elif surplus and not any(len(full.pile(key)) for key in question.counts):
            table.stack(spot, [b.ident for b in table.shuffled((*table.at(spot), *surplus))])

    def _draw(self, question: Draw, full: State, tell: Callable[[Dealt], None]) -> None:
        """Cards from the top of a stack, or any cards of a hand, one after another, up to one that is shown at once."""
        source, to = full.pile(question.pile), full.pile(question.to)
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

    def _return(self, full: State, source: Pile) -> None:
        """Cards that are held beyond the notes go back where they came from (a draw was taken back)."""
        if not source.slots:
            return
        deck = source.slots[0].deck
        back = [b for b in self._surplus(full, deck) if full.where(b.piece) in (None, source.key)]
        if source.spot is not None and back:
            self._table.stack(source.spot, [b.ident for b in (*self._table.at(source.spot), *back)])
        elif source.spot is None and source.owner is not None:
            there = sum(b.deck == deck for b in self._table.hand(source.owner))
            noted = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == source.owner]
            missing = sum(s.deck == deck for p in noted for s in p.slots) - there
            for body in back[: max(0, missing)]:
                self._table.take(body.ident, source.owner)

    def _surplus(self, full: State, deck: str) -> list[Body]:
        """Cards of a deck that are held although the notes know of fewer in that hand."""
        found: list[Body] = []
        for seat in full.seats:
            held = [b for b in self._table.hand(seat) if b.deck == deck]
            piles = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == seat]
            too_many = len(held) - sum(s.deck == deck for p in piles for s in p.slots)
            found += [b for b in held if not any(b.piece in p for p in piles)][: max(0, too_many)]
        return found

    def _next_of(self, source: Pile, full: State) -> Body | None:
        if source.spot is not None:
            stack = [b for b in self._table.at(source.spot) if not b.face_up]
            return stack[-1] if stack else None
        decks = {s.deck for s in source.slots}
        held = [] if source.owner is None else [b for b in self._table.hand(source.owner) if b.deck in decks]
        held = [b for b in held if full.where(b.piece) in (None, source.key)]  # no card of the seat's other piles
        return self._table.shuffled(held)[0] if held else None

    def _hand_over(self, body: Body, to: Pile) -> None:
        if to.shape is Shape.HAND and to.owner is not None:
            self._table.take(body.ident, to.owner)
        elif to.spot is not None:
            self._table.lay(body.ident, to.spot, to.face_up)

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
        spot = full.pile(step.into).spot
        if spot is None:
            return
        match step:
            case Gather(deck, _):
                self._table.gather(deck, spot)
            case Sort(pieces, into):
                for piece in pieces:
                    self._table.lay(self._table.find(piece).ident, spot, full.pile(into).face_up)
            case Shuffle(piles, into):
                self._shuffle(piles, into, full)
            case Insert(pile, _, above):
                self._insert(full.pile(pile).spot, spot, above)
            case Slip(pieces, _):
                self._slip(pieces, spot)

    def _shuffle(self, keys: Sequence[str], into: str, full: State) -> None:
        """All cards of these piles, but not what lies on their places and belongs to other piles. A card that somebody
        only said was laid away is still held, and goes with them."""
        spots = {full.pile(key).spot for key in (*keys, into)} - {None}
        bodies = {b.ident: b for spot in spots if spot is not None for b in self._table.at(spot)}
        for deck in {b.deck for b in bodies.values()}:
            bodies |= {b.ident: b for b in self._surplus(full, deck)}
        mixed = [b for b in bodies.values() if full.where(b.piece) in (None, into, *keys)]
        if (target := full.pile(into).spot) is not None:
            self._table.stack(target, [b.ident for b in self._table.shuffled(mixed)])

    def _insert(self, source: str | None, spot: str, above: int) -> None:
        cards = () if source is None else self._table.at(source)
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


def _by_owner(question: Deal, full: State) -> list[dict[str, tuple[Seat, int]]]:
    """The piles of a deal in as few rounds as there are piles of one seat."""
    rounds: list[dict[str, tuple[Seat, int]]] = []
    for key, count in question.counts.items():
        seat = full.pile(key).owner
        if seat is not None:
            free = next((r for r in rounds if all(owner != seat for owner, _ in r.values())), None)
            if free is None:
                rounds.append(free := {})
            free[key] = (seat, count)
    return rounds
