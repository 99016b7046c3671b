"""A fake table with a board of hexes or squares; coins in hands, stacks and markers on fields."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.mat import HexGrid, SquareGrid, hexes, squares
from tests.web.fake_table import FakeTable
from web.pages.virtual.views import VirtualMove, VirtualPiece, VirtualScene, VirtualSpot
from web.views import (
    BoardView,
    CardView,
    Face,
    FieldView,
    OptionView,
    Packet,
    PileView,
    PlayerView,
    QuestionView,
    Reply,
    Session,
    SideView,
    StackView,
    TrackView,
    WhyNot,
)

SMALL = hexes([(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3], first=(-5, -3))
LARGE = hexes([(q, r) for q in range(-5, 6) for r in range(-3, 4) if abs(q + r) <= 3], first=(-5, -3))
CHESS = squares(8, 8)
SIDES = (SideView("hawk", "Hawk", "raven", "violet"), SideView("hound", "Hound", "wolf", "gold", "stripes"))
PLAYERS = (
    PlayerView(0, "Anna", "amber", "circle", True, False, True, True),
    PlayerView(1, "Benedikta", "blue", "square", True, False, False),
    PlayerView(2, "Cara", "green", "triangle", False, True, False),
    PlayerView(3, "Dan", "violet", "diamond", False, True, False),
)
UNITS = {
    "Archer": "bow",
    "Berserker": "axe",
    "Cavalry": "horse",
    "Crossbowman": "crossbow",
    "Ensign": "flag",
    "Footman": "boots",
    "Knight": "helmet",
    "Lancer": "lance",
    "Light Cavalry": "light_horse",
    "Marshal": "baton",
    "Mercenary": "purse",
    "Pikeman": "pike",
    "Royal Guard": "shield",
    "Scout": "spyglass",
    "Swordsman": "sword",
    "Warrior Priest": "staff",
}
SECRET, HIDDEN = "Berserker", "Lurker"
TOO_FAR = WhyNot("Too far", "An archer reaches only fields that are two away.", "FLD-7")


def coin(title: str, copy: int = 1) -> Face:
    """A round piece."""
    piece = f"{title.lower().replace(' ', '_')}#{copy}"
    return Face(
        piece, title, title[:2], UNITS.get(title, "crown"), title, "grey", f"What the {title} does.", round=True
    )


STANDING = {
    "c5": ("Archer", 1, "hawk", 0),
    "e4": ("Light Cavalry", 3, "hawk", 2),
    "f4": ("Crossbowman", 2, "hound", 1),
    "g3": ("Warrior Priest", 1, "hound", 3),
    "e5": ("Royal Guard", 6, "hound", 1),
    "h1": ("Swordsman", 1, "hawk", 0),
    "b5": ("Knight", 1, "hawk", 2),
}
PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "hex": {"place": ("c6", "d4", "e5", "g3", "h4", "i2"), "start_hawk": ("e2", "h1"), "start_hound": ("d7", "g6")},
    "square": {"wall": ("d4",), "place": ("c5",)},
}
MARKERS = {"e2": "hawk", "h1": "hawk", "d4": "hawk", "d7": "hound", "g6": "hound", "e5": "hound", "h4": "hound"}


class BoardTable(FakeTable):
    """See above. Seat 0 may use its coins on fields; what a seat holds only that seat is told."""

    grid: HexGrid | SquareGrid = SMALL
    seats = 2
    openly = False  # the question asks for a field and nothing depends on the hand
    hidden = False  # on one field stands a piece that only the first seat knows
    apart = False  # the question has nothing to do with the board
    over_hand = True  # the coins of seat 0 are known to the companion
    taps: tuple[str, ...] = ()

    def board(self, reader: int | None) -> BoardView:
        """All fields with what stands there."""
        shape = "hex" if self.grid.sides == 6 else "square"
        kinds = {cell: kind for kind, cells in PLACES[shape].items() for cell in cells}
        fields = []
        for cell in self.grid.cells:
            x, y = self.grid.centre(cell)
            stack = None
            if cell in STANDING:
                title, height, side, owner = STANDING[cell]
                stack = StackView(coin(title), height, side, owner % self.seats)
            if cell == "d6" and self.hidden:
                stack = StackView(coin(HIDDEN) if reader == 0 else None, 1, "hawk", 0, own=reader == 0)
            marker = MARKERS.get(cell, "") if shape == "hex" else ""
            kind = kinds.get(cell, "")
            words = f"{cell}{', ' + kind if kind else ''}{', marker: ' + marker if marker else ''}"
            named = stack.face.title if stack and stack.face and not stack.own else "a piece"
            words += f": {named}, {stack.height} high" if stack else ": empty"
            fields.append(FieldView(cell, round(x, 3), round(y, 3), words, kind, kind, marker, stack))
        return BoardView(self.grid.sides, tuple(fields), SIDES, ("f6", "f5", "f4"))

    def _packet(self, seat: int | None) -> Packet:
        tracks = [
            TrackView(f"side/{n}", f"Side of {p.name}", SIDES[n % 2].name, n) for n, p in enumerate(self.present())
        ]
        return replace(
            super()._packet(seat),
            title="Fields and Coins",
            players=self.present(),
            piles=tuple(pile for n in range(self.seats) for pile in self.piles_of(n, seat)) + self.common(),
            tracks=(TrackView("round", "Round", "4"), *tracks),
            question=self.ask(seat),
            status="Anna uses a coin.",
            board=self.board(seat),
        )

    def present(self) -> tuple[PlayerView, ...]:
        """The people at the table."""
        return PLAYERS[: self.seats]

    def piles_of(self, seat: int, reader: int | None) -> tuple[PileView, ...]:
        """What a seat has beside the board."""
        name = PLAYERS[seat].name
        mine = reader == seat
        held = ("Archer", SECRET, "Royal Coin") if seat == 0 else ("Marshal", "Scout", "Royal Coin")
        hand = tuple(CardView(coin(t) if mine and self.over_hand else None, False) for t in held)
        closed = CardView(None, False)
        supply = [
            PileView(f"supply_{n}/{seat}", f"Supply of {name}", "stack", seat, n, (CardView(coin(title), True),) * n,
                     "Supply", f"supply_{n}/{seat}", round=True)
            for n, title in enumerate(("Knight", "Lancer", "Scout"), start=1)
        ]  # fmt: skip
        return (
            PileView(f"bag/{seat}", f"Bag of {name}", "stack", seat, 5, (closed,) * 5, "Bag", round=True),
            PileView(f"hand/{seat}", f"Hand of {name}", "hand", seat, 3, hand, "Hand", round=True),
            PileView(f"up/{seat}", f"Face-up discards of {name}", "row", seat, 3,
                     tuple(CardView(coin(t), True) for t in ("Pikeman", "Pikeman", "Ensign")), "Face-up", round=True),
            PileView(f"down/{seat}", f"Face-down discards of {name}", "stack", seat, 2, (closed,) * 2,
                     "Face-down", round=True),
            *supply,
            PileView(f"supply_4/{seat}", f"Supply of {name}", "stack", seat, 0, (), "Supply", f"supply_4/{seat}"),
            PileView(f"first/{seat}", f"The initiative, held by {name}", "slot", seat, int(seat == 1),
                     (CardView(coin("Initiative"), True),) * int(seat == 1), "Initiative", f"first/{seat}"),
        )  # fmt: skip

    def common(self) -> tuple[PileView, ...]:
        """What lies there for all."""
        return tuple(
            PileView(f"stock/{s.code}", f"Markers of the {s.name}", "row", None, 3,
                     (CardView(coin(f"{s.name} marker"), True),) * 3, "Markers", round=True)
            for s in SIDES
        )  # fmt: skip

    def ask(self, seat: int | None) -> QuestionView:
        """Seat 0 uses a coin, or is asked for a field only."""
        options: tuple[OptionView, ...] = ()
        if seat == 0 and self.apart:
            options = (OptionView("pass", "Pass"), OptionView("claim", "Take the initiative"))
        elif seat == 0 and self.openly:
            options = (*(OptionView(f"to:{c}", f"Go to {c}", cell=c) for c in ("d5", "d6")), OptionView("stay", "Stay"))
        elif seat == 0:
            archer, axe = coin("Archer"), coin(SECRET)
            options = (
                OptionView("move:archer:d5", "Archer to d5", archer, cell="d5"),
                OptionView("move:archer:d6", "Archer to d6", archer, cell="d6"),
                OptionView("hit:archer:f4", "Archer hits f4", archer, TOO_FAR, cell="f4"),
                OptionView("pass:archer", "Pass with the Archer", archer),
                OptionView("lay:axe:d5", f"{SECRET} on d5", axe, cell="d5"),
                OptionView("lay:axe:d4", f"{SECRET} on d4", axe, cell="d4"),
                OptionView("pass:axe", f"Pass with the {SECRET}", axe),
            )
        return QuestionView("use", "Anna uses a coin.", (0,), seat == 0, options)

    def _play(self, session: Session, key: str, version: int) -> Reply:
        self.taps = (*self.taps, key)
        return Reply(True, "", version)

    def virtual_scene(self, session: Session) -> VirtualScene:
        """The board as spots of the mat, a coin on one of them and one in the own hand."""
        spots = []
        for cell in self.grid.cells:
            x, y = self.grid.centre(cell)
            wide = 46 * 2 / 3**0.5 if self.grid.sides == 6 else 46
            spots.append(VirtualSpot(cell, cell, 400 + 46 * x, 300 + 46 * y, wide, 46, 0, self.grid.sides))
        spots.append(VirtualSpot("up/0", "Face-up", 400, 550, 300, 60, 0))
        x, y = self.grid.centre("d4")
        pieces = [VirtualPiece("aa11", 400 + 46 * x, 300 + 46 * y, 0, True, coin("Archer"), False, 38, 38, 3, True)]
        if session.seat == 0:
            pieces.append(VirtualPiece("bb22", 0, 0, 0, False, coin(SECRET), True, 38, 38, 4, True))
        return VirtualScene(self.version, 800, 600, tuple(spots), tuple(pieces), (1, 0))

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        self.moves.append(move)
        return Reply(True, "Done.", self.version)
