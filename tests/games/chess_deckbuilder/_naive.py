"""Chess moves and stacks of them, worked out in another way than the game does: on a mailbox of 10 by 12 squares, by
trying every move and looking whether a king can then be taken. An oracle for tests; slow on purpose, it uses neither
the game's code nor a chess library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

KNIGHT = (-21, -19, -12, -8, 8, 12, 19, 21)
STRAIGHT = (-10, -1, 1, 10)
DIAGONAL = (-11, -9, 9, 11)
LINES = {"b": DIAGONAL, "r": STRAIGHT, "q": (*STRAIGHT, *DIAGONAL)}
CARD = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


def number(cell: str) -> int:
    """The place of a square in the mailbox: a1 is 21, h8 is 98."""
    return 21 + "abcdefgh".index(cell[0]) + 10 * (int(cell[1]) - 1)


def name(place: int) -> str:
    """The square at a place of the mailbox."""
    return "abcdefgh"[(place - 21) % 10] + str(1 + (place - 21) // 10)


INSIDE = frozenset(number(f + r) for f in "abcdefgh" for r in "12345678")


@dataclass(frozen=True)
class Deed:
    """One move: the card that allows it, from and to, what is taken, what else happens."""

    card: str
    frm: int
    to: int
    taken: int = 0
    rook: tuple[int, int] = (0, 0)
    becomes: str = ""
    double: bool = False


@dataclass(frozen=True)
class Naive:
    """A position: letters as in FEN by place, the places of rooks that may castle, pawns that may be taken en passant
    now, and pawns of the side to move that made a double step in this turn."""

    men: Mapping[int, str]
    white: bool
    rooks: frozenset[int] = frozenset()
    passing: frozenset[int] = frozenset()
    stepped: frozenset[int] = frozenset()
    played: tuple[str, ...] = ()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def deeds(self) -> list[Deed]:
        """Every legal move of the side to move; a king is never taken."""
        return [d for d in self._tries() if self.men.get(d.taken, "").lower() != "k" and not self._dies(d)]

    def _dies(self, deed: Deed) -> bool:
        after = self.done(deed)
        return replace(after, white=not self.white).can_take_king()

    def can_take_king(self) -> bool:
        """Whether the side to move could take the other king."""
        return any(self.men.get(d.taken, "").lower() == "k" for d in self._plain())

    def in_check(self) -> bool:
        """Whether the king of the side to move could be taken."""
        return replace(self, white=not self.white, passing=frozenset()).can_take_king()

    def is_mated(self) -> bool:
        """Whether the side to move is in check and has no legal move."""
        return self.in_check() and not self.deeds()

    def _mine(self, place: int) -> bool:
        return place in self.men and self.men[place].isupper() == self.white

    def _theirs(self, place: int) -> bool:
        return place in self.men and self.men[place].isupper() != self.white

    def _tries(self) -> Iterator[Deed]:
        yield from self._plain()
        yield from self._castlings()

    def _plain(self) -> Iterator[Deed]:
        for place in [p for p in self.men if self._mine(p)]:
            letter = self.men[place].lower()
            if letter == "p":
                yield from self._pawn(place)
            elif letter in LINES:
                yield from self._along(place, letter)
            else:
                for step in KNIGHT if letter == "n" else LINES["q"]:
                    to = place + step
                    if to in INSIDE and not self._mine(to):
                        yield Deed(CARD[letter], place, to, to if to in self.men else 0)

    def _along(self, place: int, letter: str) -> Iterator[Deed]:
        for step in LINES[letter]:
            to = place + step
            while to in INSIDE and not self._mine(to):
                yield Deed(CARD[letter], place, to, to if to in self.men else 0)
                if to in self.men:
                    break
                to += step

    def _pawn(self, place: int) -> Iterator[Deed]:
        ahead = 10 if self.white else -10
        first, last = ("2", "8") if self.white else ("7", "1")
        if name(place)[1] == last:
            return  # it waits there for a King card
        to = place + ahead
        if to not in self.men:
            yield from self._arrive(place, to, 0, last)
            if name(place)[1] == first and to + ahead not in self.men:
                yield Deed("pawn", place, to + ahead, double=True)
        for to in (place + ahead - 1, place + ahead + 1):
            if self._theirs(to):
                yield from self._arrive(place, to, to, last)
            beside = to - ahead
            if not self.played and beside in self.passing and to not in self.men:
                yield Deed("pawn", place, to, beside)

    def _arrive(self, place: int, to: int, taken: int, last: str) -> Iterator[Deed]:
        for becomes in "qrbn" if name(to)[1] == last else ("",):
            yield Deed("pawn", place, to, taken, becomes=becomes)

    def _castlings(self) -> Iterator[Deed]:
        home = number("e1") if self.white else number("e8")
        if self.men.get(home, "").lower() != "k" or not self._mine(home):
            return
        for rook in self.rooks:
            if name(rook)[1] != name(home)[1] or self.men.get(rook, "").lower() != "r" or not self._mine(rook):
                continue
            side = 1 if rook > home else -1
            if any(p in self.men for p in range(home + side, rook, side)):
                continue
            way = [replace(self, men=self._king_on(home, home + side * n)) for n in range(3)]
            if not any(w.in_check() for w in way):
                yield Deed("castling", home, home + 2 * side, rook=(rook, home + side))

    def _king_on(self, home: int, place: int) -> dict[int, str]:
        return {p: m for p, m in self.men.items() if p != home} | {place: self.men[home]}

    # -- what comes of them --------------------------------------------------------------------------------------------

    def done(self, deed: Deed) -> Naive:
        """The position after a move, with the same side to move again."""
        men = {p: m for p, m in self.men.items() if p not in (deed.frm, deed.taken, deed.rook[0])}
        becomes = deed.becomes.upper() if self.white else deed.becomes
        men[deed.to] = becomes or self.men[deed.frm]
        if deed.rook[0]:
            men[deed.rook[1]] = self.men[deed.rook[0]]
        lost = {deed.frm, deed.to, *deed.rook}
        if self.men[deed.frm].lower() == "k":
            lost |= {number("a1"), number("h1")} if self.white else {number("a8"), number("h8")}
        stepped = (self.stepped - {deed.frm, deed.to}) | ({deed.to} if deed.double else frozenset())
        return Naive(men, self.white, self.rooks - lost, frozenset(), stepped, (*self.played, deed.card))

    def handed_over(self) -> Naive:
        """The position as the other side finds it at the beginning of its turn."""
        return Naive(self.men, not self.white, self.rooks, self.stepped)

    def stacks(self, length: int, ban: str) -> Iterator[Naive]:
        """Where stacks of just so many plays lead, each as often as there are ways: all but the last are Pawn and
        Knight cards, the last may be any card. `ban`: which mates are refused (the setting `stacked_mate`); any other
        mate ends the match."""
        for deed in self.deeds():
            usable = ("rook", "king") if deed.card == "castling" else (deed.card,)
            if length > 1 and deed.card not in ("pawn", "knight"):
                continue
            after = self.done(deed)
            mates = after.handed_over().is_mated()
            if mates and self._is_banned(deed, ban):
                continue
            if length == 1:
                yield from (after for _ in usable)
            elif not mates:
                yield from after.stacks(length - 1, ban)

    def _is_banned(self, deed: Deed, ban: str) -> bool:
        if ban == "any_later_play":
            return len(self.played) > 0
        if ban == "by_pawn_or_knight":
            return len(self.played) > 0 and deed.card in ("pawn", "knight")
        return any(card in ("pawn", "knight") for card in (*self.played, deed.card))

    def summary(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """What a position is: who stands where, which rooks may castle, what may be taken en passant next."""
        men = tuple(sorted(name(p) + m for p, m in self.men.items()))
        return men, tuple(sorted(map(name, self.rooks))), tuple(sorted(map(name, self.stepped)))


def of_fen(fen: str, passing: tuple[str, ...] = ()) -> Naive:
    """The position of a FEN; `passing`: the squares of the pawns that may be taken en passant."""
    rows, side, castling, *_ = fen.split()
    men: dict[int, str] = {}
    for rank, row in zip("87654321", rows.split("/"), strict=True):
        files = iter("abcdefgh")
        for letter in row:
            if letter.isdigit():
                for _ in range(int(letter)):
                    next(files)
            else:
                men[number(next(files) + rank)] = letter
    rooks = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
    may = frozenset(number(cell) for letter, cell in rooks.items() if letter in castling)
    return Naive(men, side == "w", may, frozenset(map(number, passing)))
