"""A fake table with a map, four cards with spaces, a flat card and, where wanted, a fight; nothing is secret."""

from __future__ import annotations

import math
from dataclasses import replace

from rules.engine.mat import HexGrid
from tests.web.fake_table import FakeTable
from web.pages.virtual.views import VirtualScene, VirtualSpot
from web.views import (
    BoardView,
    DieAsked,
    Face,
    FieldView,
    GaugeView,
    LinkView,
    MarkerView,
    OptionView,
    Packet,
    PlayerView,
    QuestionView,
    Reply,
    Session,
    SheetView,
    SignView,
    SpaceView,
    StackView,
    TrackView,
    WallView,
    WhyNot,
)

HEXES = {
    "1": (0, 2, "camp", ""),
    "2": (0, 1, "", "sk"),
    "3": (1, 0, "thicket", "s"),
    "4": (1, 1, "", "s"),
    "5": (1, 2, "bog", "s"),
    "6": (2, -1, "ruins", "ssc"),
    "7": (2, 0, "spring", "s"),
    "8": (2, 1, "", "s"),
    "9": (2, 2, "ruins", "s"),
    "10": (3, -1, "", "s"),
    "11": (3, 0, "market", "s"),
    "12": (3, 1, "", "ss"),
    "13": (4, -1, "ruins", "ssc"),
    "14": (4, 0, "", "s"),
}
GRID = HexGrid({name: (q, r) for name, (q, r, _, _) in HEXES.items()})
SIGNS = {"s": SignView("skull", "skull"), "c": SignView("chest", "chest"), "k": SignView("", "unknown sign")}
WALLS = (
    WallView("2", "4", "locked", "locked wall"),
    WallView("7", "6", "locked", "locked wall (open now)", open=True),
    WallView("11", "13", "solid", "wall"),
)
PLAYERS = (
    PlayerView(seat=0, name="Anna", colour="amber", shape="circle", joined=True, bot=False, on_turn=True, asked=True),
    PlayerView(seat=1, name="Ben", colour="blue", shape="square", joined=True, bot=False, on_turn=False, asked=False),
)
CLERIC = (
    (("start", "", ""), ("Heal", "cm_heal", ""), ("Melee 1", "cm_melee1", ""), ("Gain food", "cm_gain_food", "")),
    (("Bless", "cm_bless", ""), ("Rest", "cm_rest", ""), ("Defense", "cm_defense", ""), ("Heal", "cm_heal", "")),
    (("Rally", "cm_rally", "r"), ("Heal", "cm_heal", "r"), ("Melee 2", "cm_melee2", "r")),
)
TOO_FAR = WhyNot("Not in this row", "The cube stays in its row or goes up along an arrow.", "CM-104")
MARK = {"r": SignView("removal", "cube removal"), "s": SignView("start", "start"), "u": SignView("arrow_up", "way up")}


def cube(tint: str, name: str = "cube") -> MarkerView:
    """A cube of a hero."""
    return MarkerView(name, "cube", tint)


def space(sheet: str, name: str, x: float, y: float, title: str, icon: str = "", **more: object) -> SpaceView:
    """A space whose label says what it is and who stands there."""
    markers: tuple[MarkerView, ...] = more.get("markers", ())  # type: ignore[assignment]
    label = title + (f". On it: {', '.join(m.name for m in markers)}" if markers else "")
    text = f"What {title} does." if icon else ""
    return SpaceView(name=f"{sheet}.{name}", x=x, y=y, label=label, title=title, icon=icon, text=text, **more)  # type: ignore[arg-type]


def cleric(at: str = "g00", active: bool = True) -> SheetView:
    """A grid with a track above it."""
    spaces = [
        space("cleric", f"r{n}", n * 1.1 + 0.3, -3.2, title, marks=(MARK["r"],) if n else (MARK["s"],), width=1.05,
              height=0.6, markers=(cube("gold"),) if n == 0 else ())
        for n, title in enumerate(("Near", "Any", "All"))
    ]  # fmt: skip
    for row, cells in enumerate(CLERIC):
        for column, (title, icon, marks) in enumerate(cells):
            name = f"g{row}{column}"
            here = (cube("gold"),) if name == at else ()
            signs = tuple(MARK[m] for m in marks)
            spaces.append(space("cleric", name, column, -row * 1.05, title, icon, marks=signs, markers=here))
    links = tuple(LinkView(f"cleric.g{r}{c}", f"cleric.g{r + 1}{c}") for r, c in ((0, 0), (0, 1), (0, 2), (1, 0)))
    health = GaugeView(name="Health", shape="heart", value=3, most=5, label="Health: 3 of 5")
    lines = ("Cursed: cannot be healed.",)
    return SheetView(
        key="cleric",
        title="Cleric",
        spaces=tuple(spaces),
        links=links,
        gauges=(health,),
        lines=lines,
        seat=0,
        active=active,
        big=False,
        emblem="hero_cleric",
        tint="gold",
    )


def thief() -> SheetView:
    """A ring around a middle."""
    ring = ("cm_search", "cm_hide", "cm_pick_lock", "cm_backstab", "cm_disarm_trap", "cm_gain_money")
    names = ("Search", "Hide", "Pick lock", "Backstab", "Disarm trap", "Gain money")
    spaces = [
        space("thief", f"h{n}", round(1.2 * math.sin(n * math.pi / 3), 3), round(-1.2 * math.cos(n * math.pi / 3), 3),
              names[n], icon, round=True, markers=(cube("violet"),) if n == 0 else ())
        for n, icon in enumerate(ring)
    ]  # fmt: skip
    spaces.append(space("thief", "hc", 0, 0, "Dual melee 1", "cm_dual_melee1", round=True))
    spaces += [
        space("thief", "cw", 2.4, -0.6, "Clockwise", "turn-right", markers=(cube("violet"),)),
        space("thief", "ccw", 2.4, 0.6, "The other way", "turn-left"),
    ]
    gauges = (GaugeView(name="Health", shape="heart", value=4, most=4, label="Health: 4 of 4"),)
    return SheetView(
        key="thief",
        title="Thief",
        spaces=tuple(spaces),
        links=(),
        gauges=gauges,
        lines=(),
        seat=1,
        active=False,
        big=False,
        emblem="hero_thief",
        tint="violet",
    )


def witch() -> SheetView:
    """Two columns of ingredients."""
    names = (("Berries", ""), ("Moonwort", ""), ("Nightshade", "")), (
        ("Frog", "cm_melee1"), ("Feather", "cm_defense"), ("Eye", "cm_extra_damage"),
    )  # fmt: skip
    spaces = [
        space("witch", f"{title.lower()}", x * 1.8, y, title, icon, markers=(cube("green"),) if y == 0 else ())
        for x, column in enumerate(names)
        for y, (title, icon) in enumerate(column)
    ]
    links = (LinkView("witch.nightshade", "witch.frog", True), LinkView("witch.moonwort", "witch.feather", True))
    gauges = (GaugeView(name="Health", shape="heart", value=0, most=4, label="Health: 0 of 4"),)
    lines = ("Fallen: does nothing until revived.",)
    return SheetView(
        key="witch",
        title="Witch",
        spaces=tuple(spaces),
        links=links,
        gauges=gauges,
        lines=lines,
        seat=0,
        active=False,
        big=False,
        emblem="hero_witch",
        tint="green",
    )


def score_rows() -> SheetView:
    """Four rows of eleven numbers that are ticked, as on a sheet for dice."""
    spaces = [
        space("rows", f"{colour}{n}", n - 2, row, str(n))
        for row, colour in enumerate(("red", "gold", "green", "blue"))
        for n in range(2, 13)
    ]
    return SheetView(
        key="rows",
        title="Rows of Anna",
        spaces=tuple(spaces),
        links=(),
        gauges=(),
        lines=(),
        seat=0,
        active=True,
        big=False,
        emblem="",
        tint="red",
    )


def shepherd() -> SheetView:
    """Four arms around a middle."""
    spaces = [space("shepherd", "c", 0, 0, "Middle", markers=(cube("blue"),))]
    icons = (("Dog", "cm_dog"), ("Melee 1", "cm_melee1"), ("Search", "cm_search"))
    for way, (dx, dy) in {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}.items():
        for n, (title, icon) in enumerate(icons):
            spaces.append(space("shepherd", f"{way}{n}", dx * (n + 1), dy * (n + 1), title, icon))
    spaces.append(space("shepherd", "kennel", 2.6, -2.6, "Kennel", markers=(MarkerView("dog", "dog", "blue"),)))
    gauges = (GaugeView(name="Health", shape="heart", value=2, most=4, label="Health: 2 of 4"),)
    return SheetView(
        key="shepherd",
        title="Shepherd",
        spaces=tuple(spaces),
        links=(),
        gauges=gauges,
        lines=(),
        seat=1,
        active=False,
        big=False,
        emblem="hero_shepherd",
        tint="blue",
    )


def resources() -> SheetView:
    """A flat card that belongs to all."""
    rows = (("Food", "food", 3), ("Money", "coin", 2), ("Experience", "experience", 0), ("Level", "level", 1))
    spaces = tuple(
        space("goods", f"{name.lower()}-{n}", n * 0.8 + (y % 2) * 5.4, (y // 2) * 0.7, str(n), width=0.75, height=0.62,
              markers=(MarkerView(name, icon, "green"),) if n == value else ())
        for y, (name, icon, value) in enumerate(rows) for n in range(6)
    )  # fmt: skip
    clock = GaugeView(name="Time", shape="clock", value=17, most=22, label="Time: 17 of 22", tint="gold")
    return SheetView(
        key="goods",
        title="The party",
        spaces=spaces,
        links=(),
        gauges=(clock,),
        lines=(),
        seat=None,
        active=False,
        big=False,
        emblem="party",
        tint="grey",
        lying="row",
    )


def battle() -> SheetView:
    """Five rows and four columns, a monster in the middle of them."""
    rows = ("Hide", "Prep", "Battle", "Flank", "Taunt")
    heroes = {"prep-0": ("Cleric", "hero_cleric", "gold"), "battle-1": ("Thief", "hero_thief", "violet"),
              "battle-3": ("Witch", "hero_witch", "green"), "flank-4": ("Shepherd", "hero_shepherd", "blue"),
              "battle-2": ("Bone Rattler", "monster", "red")}  # fmt: skip
    spaces = []
    for y, row in enumerate(rows):
        spaces.append(space("battle", row.lower(), -1, y * 0.85, row, f"row_{row.lower()}", height=0.8))
        for x in range(5):
            name = f"{row.lower()}-{x}"
            found = heroes.get(name)
            down = found is not None and found[0] == "Witch"
            markers = (MarkerView(*found, down=down),) if found else ()
            lit = name in ("battle-1", "battle-3")
            label = f"{row} {x + 1}" + (f". On it: {markers[0].name}" if markers else "")
            spaces.append(
                SpaceView(name=f"battle.{name}", x=x, y=y * 0.85, label=label, height=0.8, markers=markers, lit=lit)
            )
    gauges = (GaugeView(name="Health", shape="heart", value=2, most=3, label="Health of the monster: 2 of 3"),)
    lines = ("Round 2: the heroes act.", "The first time its health reaches 0 it stays at 1.")
    return SheetView(
        key="battle",
        title="Bone Rattler",
        spaces=tuple(spaces),
        links=(),
        gauges=gauges,
        lines=lines,
        seat=None,
        active=True,
        big=True,
        emblem="monster",
        tint="red",
    )


class SheetTable(FakeTable):
    """See above. `scene` says what is asked: move, cube, steps, other, dice, fight, join, rows."""

    scene = "move"
    board_there = True
    asides = True
    taps: tuple[str, ...] = ()

    def board(self) -> BoardView:
        """The map with the party on it."""
        fields = []
        party = StackView(
            Face(
                piece="party",
                title="The party",
                corner="",
                suit="party",
                suit_name="The party",
                tint="gold",
                text="",
                round=True,
            ),
            1,
        )
        for name, (_, _, terrain, signs) in HEXES.items():
            x, y = GRID.centre(name)
            here = party if name == "4" else None
            label = f"{name}{', ' + terrain if terrain else ''}: {'the party' if here else 'empty'}"
            views = tuple(SIGNS[sign] for sign in signs)
            title = {"6": "A", "9": "B", "12": "C", "13": "D"}.get(name, "")
            fields.append(
                FieldView(
                    name=name,
                    x=round(x, 3),
                    y=round(y, 3),
                    label=label,
                    kind=terrain,
                    ground=terrain,
                    marker="",
                    stack=here,
                    icon=terrain,
                    title=title,
                    signs=views,
                )
            )
        return BoardView(sides=6, fields=tuple(fields), factions=(), last=("1", "4"), walls=WALLS)

    def sheets(self) -> tuple[SheetView, ...]:
        """All of them; in a fight that too."""
        fight = (battle(),) if self.scene == "fight" else ()
        if self.scene == "rows":
            return (score_rows(),)
        heroes = (cleric(active=self.scene in ("cube", "steps")), thief(), witch(), shepherd())
        return (*fight, *heroes, resources())

    def _packet(self, seat: int | None) -> Packet:
        question = self.ask(seat)
        lead = question.lead
        players = tuple(
            replace(p, on_turn=p.seat == (lead or 0), asked=lead is None or p.seat == lead) for p in PLAYERS
        )
        return replace(
            super()._packet(seat),
            title="Caves",
            players=players,
            piles=(),
            nameable=(),
            unnamed=0,
            tracks=(
                TrackView(key="turn", label="Turn", value="5"),
                TrackView(key="health/cleric", label="Health of the Cleric", value="3"),
            ),
            question=question,
            status=question.text,
            board=self.board() if self.board_there else None,
            sheets=self.sheets(),
        )

    def ask(self, seat: int | None) -> QuestionView:
        """What is asked, as this seat reads it."""
        yours = seat is not None
        feed = OptionView(key="feed:cleric", label="2 food: the Cleric gains a heart", aside=True)
        swap = OptionView(
            key="swap", label="Change a die", why_not=WhyNot("No money", "There is no money.", "CM-077"), aside=True
        )
        asides = (feed, swap) if yours and self.asides else ()
        wall = WhyNot("A wall", "A wall cuts this hex off.", "CM-024")
        match self.scene:
            case "move" | "join":
                options: tuple[OptionView, ...] = (
                    OptionView(key="stay", label="Stay here: 1 food"),
                    *(OptionView(key=f"move:{n}", label=f"Move to {n}", cell=n) for n in ("1", "3", "5", "8")),
                    *(OptionView(key=f"move:{n}", label=f"Move to {n}", cell=n, why_not=wall) for n in ("2", "7")),
                )
                only_asides = self.scene == "join" and seat != 0
                given = () if only_asides or not yours else options
                text = "Anna leads: stay, or move the party?"
                return QuestionView(
                    kind="move", text=text, seats=(0, 1), yours=yours, options=(*given, *asides), lead=0, open=True
                )
            case "rows":
                ticks = (OptionView(key=f"tick:{n}", label=f"Tick {n}", cell=f"rows.{n}") for n in ("red2", "blue12"))
                return QuestionView(
                    kind="tick",
                    text="Anna ticks a number.",
                    seats=(0,),
                    yours=seat == 0,
                    options=tuple(ticks) if seat == 0 else (),
                )
            case "dice":
                rolled = asides if seat == 0 else ()
                dice = (DieAsked(6), DieAsked(6, 4))
                return QuestionView(
                    kind="roll",
                    text="Anna rolls two dice.",
                    seats=(0,),
                    yours=seat == 0,
                    options=rolled,
                    dice=dice,
                    open=True,
                )
            case "fight":
                moves = tuple(
                    OptionView(
                        key=f"go:{n}", label=f"The Cleric goes to {n}", cell=f"battle.{n}", from_cell="battle.prep-0"
                    )
                    for n in ("hide-0", "battle-0")
                )
                swaps = (
                    OptionView(
                        key="swap:1", label="Swap with the Thief", cell="battle.battle-1", from_cell="battle.prep-0"
                    ),
                )
                plain = (
                    OptionView(key="nothing", label="The Cleric does nothing"),
                    OptionView(key="act", label="The Cleric acts"),
                )
                own = (*moves, *swaps, *plain) if seat == 0 else ()
                return QuestionView(
                    kind="act",
                    text="The Cleric acts or moves.",
                    seats=(0,),
                    yours=seat == 0,
                    options=(*own, *asides),
                    open=True,
                )
        return self._cubes(seat, asides)  # of the first seat's card, which everybody may do where it is the group's

    def _cubes(self, seat: int | None, asides: tuple[OptionView, ...]) -> QuestionView:
        start = "cleric.g00" if self.scene == "steps" else ""
        options = tuple(
            OptionView(key=f"to:{n}", label=f"Cube to {n}", cell=f"cleric.{n}", from_cell=start)
            for n in ("g01", "g02", "g10")
        )
        again = OptionView(key="to:g02:rest", label="Cube to g02 and rest there", cell="cleric.g02", from_cell=start)
        range_cube = OptionView(
            key="any", label="Range to Any", cell="cleric.r1", from_cell="cleric.r0" if start else ""
        )
        no = OptionView(key="to:g21", label="Cube to g21", cell="cleric.g21", from_cell=start, why_not=TOO_FAR)
        group = self.scene == "other"
        yours = seat == 0 or (group and seat is not None)
        own = (*options, again, range_cube, no) if yours else ()
        seats = (0, 1) if group else (0,)
        return QuestionView(
            kind="cube",
            text="Anna moves a cube of the Cleric.",
            seats=seats,
            yours=yours,
            options=(*own, *asides),
            open=True,
        )

    def virtual_scene(self, session: Session) -> VirtualScene:
        """The map as spots of the mat; nothing lies there."""
        spots = []
        for name, (_, _, terrain, _) in HEXES.items():
            x, y = GRID.centre(name)
            spots.append(
                VirtualSpot(
                    name=name,
                    label=name,
                    x_mm=300 + 46 * x,
                    y_mm=200 + 46 * y,
                    width_mm=92 / 3**0.5,
                    height_mm=46,
                    angle_deg=0,
                    sides=6,
                    ground=terrain,
                )
            )
        return VirtualScene(version=self.version, width_mm=800, height_mm=500, spots=tuple(spots), pieces=())

    def _play(self, session: Session, key: str, version: int) -> Reply:
        self.taps = (*self.taps, key)
        return Reply(True, "", version)
