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
    PlayerView(seat=0, name="Anna", colour="amber", shape="circle", joined=True, bot=False, on_turn=True, asked=True),
    PlayerView(seat=1, name="Benedikta", colour="blue", shape="square", joined=True, bot=False, on_turn=False),
    PlayerView(seat=2, name="Cara", colour="green", shape="triangle", joined=False, bot=True, on_turn=False),
    PlayerView(seat=3, name="Dan", colour="violet", shape="diamond", joined=False, bot=True, on_turn=False),
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
        piece=piece,
        title=title,
        corner=title[:2],
        suit=UNITS.get(title, "crown"),
        suit_name=title,
        tint="grey",
        text=f"What the {title} does.",
        round=True,
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
            fields.append(
                FieldView(
                    name=cell,
                    x=round(x, 3),
                    y=round(y, 3),
                    label=words,
                    kind=kind,
                    ground=kind,
                    marker=marker,
                    stack=stack,
                )
            )
        return BoardView(sides=self.grid.sides, fields=tuple(fields), factions=SIDES, last=("f6", "f5", "f4"))

    def _packet(self, seat: int | None) -> Packet:
        tracks = [
            TrackView(key=f"side/{n}", label=f"Side of {p.name}", value=SIDES[n % 2].name, owner=n)
            for n, p in enumerate(self.present())
        ]
        return replace(
            super()._packet(seat),
            title="Fields and Coins",
            players=self.present(),
            piles=tuple(pile for n in range(self.seats) for pile in self.piles_of(n, seat)) + self.common(),
            tracks=(TrackView(key="round", label="Round", value="4"), *tracks),
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
            PileView(
                key=f"supply_{n}/{seat}",
                label=f"Supply of {name}",
                shape="stack",
                owner=seat,
                count=n,
                cards=(CardView(coin(title), True),) * n,
                short="Supply",
                spot=f"supply_{n}/{seat}",
                round=True,
            )
            for n, title in enumerate(("Knight", "Lancer", "Scout"), start=1)
        ]
        return (
            PileView(
                key=f"bag/{seat}",
                label=f"Bag of {name}",
                shape="stack",
                owner=seat,
                count=5,
                cards=(closed,) * 5,
                short="Bag",
                round=True,
            ),
            PileView(
                key=f"hand/{seat}",
                label=f"Hand of {name}",
                shape="hand",
                owner=seat,
                count=3,
                cards=hand,
                short="Hand",
                round=True,
            ),
            PileView(
                key=f"up/{seat}",
                label=f"Face-up discards of {name}",
                shape="row",
                owner=seat,
                count=3,
                cards=tuple(CardView(coin(t), True) for t in ("Pikeman", "Pikeman", "Ensign")),
                short="Face-up",
                round=True,
            ),
            PileView(
                key=f"down/{seat}",
                label=f"Face-down discards of {name}",
                shape="stack",
                owner=seat,
                count=2,
                cards=(closed,) * 2,
                short="Face-down",
                round=True,
            ),
            *supply,
            PileView(
                key=f"supply_4/{seat}",
                label=f"Supply of {name}",
                shape="stack",
                owner=seat,
                count=0,
                cards=(),
                short="Supply",
                spot=f"supply_4/{seat}",
            ),
            PileView(
                key=f"first/{seat}",
                label=f"The initiative, held by {name}",
                shape="slot",
                owner=seat,
                count=int(seat == 1),
                cards=(CardView(coin("Initiative"), True),) * int(seat == 1),
                short="Initiative",
                spot=f"first/{seat}",
            ),
        )

    def common(self) -> tuple[PileView, ...]:
        """What lies there for all."""
        return tuple(
            PileView(
                key=f"stock/{s.code}",
                label=f"Markers of the {s.name}",
                shape="row",
                owner=None,
                count=3,
                cards=(CardView(coin(f"{s.name} marker"), True),) * 3,
                short="Markers",
                round=True,
            )
            for s in SIDES
        )

    def ask(self, seat: int | None) -> QuestionView:
        """Seat 0 uses a coin, or is asked for a field only."""
        options: tuple[OptionView, ...] = ()
        if seat == 0 and self.apart:
            options = (OptionView(key="pass", label="Pass"), OptionView(key="claim", label="Take the initiative"))
        elif seat == 0 and self.openly:
            options = (
                *(OptionView(key=f"to:{c}", label=f"Go to {c}", cell=c) for c in ("d5", "d6")),
                OptionView(key="stay", label="Stay"),
            )
        elif seat == 0:
            archer, axe = coin("Archer"), coin(SECRET)
            options = (
                OptionView(key="move:archer:d5", label="Archer to d5", face=archer, cell="d5"),
                OptionView(key="move:archer:d6", label="Archer to d6", face=archer, cell="d6"),
                OptionView(key="hit:archer:f4", label="Archer hits f4", face=archer, why_not=TOO_FAR, cell="f4"),
                OptionView(key="pass:archer", label="Pass with the Archer", face=archer),
                OptionView(key="lay:axe:d5", label=f"{SECRET} on d5", face=axe, cell="d5"),
                OptionView(key="lay:axe:d4", label=f"{SECRET} on d4", face=axe, cell="d4"),
                OptionView(key="pass:axe", label=f"Pass with the {SECRET}", face=axe),
            )
        return QuestionView(kind="use", text="Anna uses a coin.", seats=(0,), yours=seat == 0, options=options)

    def _play(self, session: Session, key: str, version: int) -> Reply:
        self.taps = (*self.taps, key)
        return Reply(True, "", version)

    def virtual_scene(self, session: Session) -> VirtualScene:
        """The board as spots of the mat, a coin on one of them and one in the own hand."""
        spots = []
        for cell in self.grid.cells:
            x, y = self.grid.centre(cell)
            wide = 46 * 2 / 3**0.5 if self.grid.sides == 6 else 46
            spots.append(
                VirtualSpot(
                    name=cell,
                    label=cell,
                    x_mm=400 + 46 * x,
                    y_mm=300 + 46 * y,
                    width_mm=wide,
                    height_mm=46,
                    angle_deg=0,
                    sides=self.grid.sides,
                )
            )
        spots.append(
            VirtualSpot(name="up/0", label="Face-up", x_mm=400, y_mm=550, width_mm=300, height_mm=60, angle_deg=0)
        )
        standing = {"d4": ("aa11", "Archer")}
        if self.grid is SMALL:
            standing |= {"f4": ("cc33", "Crossbowman"), "h1": ("dd44", "Swordsman")}
        pieces = [
            VirtualPiece(
                handle=handle,
                x_mm=400 + 46 * self.grid.centre(cell)[0],
                y_mm=300 + 46 * self.grid.centre(cell)[1],
                angle_deg=0,
                face_up=True,
                face=coin(title),
                in_hand=False,
                width_mm=38,
                height_mm=38,
                layer=3,
                round=True,
            )
            for cell, (handle, title) in standing.items()
        ]
        if session.seat == 0:
            pieces.append(
                VirtualPiece(
                    handle="bb22",
                    x_mm=0,
                    y_mm=0,
                    angle_deg=0,
                    face_up=False,
                    face=coin(SECRET),
                    in_hand=True,
                    width_mm=38,
                    height_mm=38,
                    layer=4,
                    round=True,
                )
            )
        return VirtualScene(
            version=self.version,
            width_mm=800,
            height_mm=600,
            spots=tuple(spots),
            pieces=tuple(pieces),
        )

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        self.moves.append(move)
        return Reply(True, "Done.", self.version)
