"""The cards and the mat of the fake table: a four-player evening of a trick-taking game, nothing real behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from web.pages.virtual.views import VirtualSpot
from web.views import Face, PlayerView

SUITS = {
    "power": ("Power", "sword", "blue"),
    "wisdom": ("Wisdom", "book", "green"),
    "love": ("Love", "heart", "red"),
    "wild": ("Wild", "star", "grey"),
}
NAMES = {
    "power": [
        "Turncoat",
        "Prince",
        "Sergeant",
        "Barbarian",
        "Herald",
        "Smith",
        "Mercenary",
        "Knight",
        "Captain",
        "Warlord",
    ],
    "wisdom": [
        "Forger",
        "Queen",
        "Merchant",
        "Fortuneteller",
        "Scribe",
        "Healer",
        "Hermit",
        "Professor",
        "Judge",
        "Archmage",
    ],
    "love": ["Gossip", "Princess", "Maid", "Minstrel", "Florist", "Weaver", "Dancer", "Cleric", "Duchess", "Muse"],
}
TEXTS = (
    "Evil: counts against its owner at the end of the round.",
    "Counts as three allies at the end of the round.",
    "When the meeting ends the lowest strength wins.",
    "Take one ally from one opponent.",
    "The meeting ends at once; all its cards are discarded.",
    "One of your allies goes back to your hand.",
    "One other card of this meeting goes back to its hand.",
    "An opponent discards a card of the own hand.",
    "Discard one of your allies.",
    "Give one of your allies to your left neighbour.",
)
WILDS = (
    ("K", "King", "crown"),
    ("D", "Demon", "skull"),
    ("S", "Sage", "scroll"),
    ("F", "Fool", "die"),
    ("A", "Angel", "star"),
    ("R", "Dragon", "shield"),
)
PLAYERS = (
    PlayerView(seat=0, name="Mara", colour="blue", shape="circle", joined=True, bot=False, on_turn=False),
    PlayerView(seat=1, name="Jonas", colour="red", shape="triangle", joined=True, bot=False, on_turn=False),
    PlayerView(seat=2, name="Ines", colour="green", shape="square", joined=False, bot=True, on_turn=False),
    PlayerView(seat=3, name="Emil", colour="violet", shape="diamond", joined=False, bot=False, on_turn=False),
)
HANDS = (
    "power-7 power-3 wisdom-2 wisdom-9 love-5 love-8 wild-2",
    "power-10 wisdom-4 love-1 love-6 wild-3 power-2",
    "power-5 power-8 wisdom-3 love-10 love-2 wild-0",
    "power-1 wisdom-8 love-3 wild-4 wisdom-1",
)
ALLIES = ("love-7 wisdom-5 power-6 wild-5", "", "wisdom-10 love-9 power-4 wild-1", "")


@dataclass
class Card:
    """One physical card of the fake: where it lies in millimetres, and whether its face is up."""

    face: Face
    pile: str
    face_up: bool
    handle: str
    known_to_all: bool = False
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    layer: int = 0


def face(piece: str) -> Face:
    """The face of `suit-number`."""
    kind, number = piece.split("-")
    name, shape, tint = SUITS[kind]
    if kind == "wild":
        corner, title, shape = WILDS[int(number)]
        return Face(
            piece=piece,
            title=title,
            corner=corner,
            suit=shape,
            suit_name=name,
            tint=tint,
            text="Wild: may be played at any time.",
            mark="house",
        )
    rank = int(number) - 1
    return Face(
        piece=piece,
        title=NAMES[kind][rank],
        corner=number,
        suit=shape,
        suit_name=name,
        tint=tint,
        text=TEXTS[rank],
        mark="house" if rank > 7 else "",
    )


def history() -> Face:
    """The round's history card."""
    text = "Most allies of Wisdom: 2 Fame. An evil ally: lose 1 Fame."
    return Face(
        piece="history-4",
        title="The Quiet Library",
        corner="IV",
        suit="scroll",
        suit_name="History",
        tint="gold",
        text=text,
        mark="house",
    )


def secret(card: Face, seat: int) -> Face:
    """The same card with a marker that must never reach another reader."""
    return replace(card, text=f"{card.text} SECRET-OF-SEAT-{seat}")


def spots() -> tuple[VirtualSpot, ...]:
    """The mat, 900 x 600 mm."""
    found = [
        VirtualSpot(name="history", label="History", x_mm=390, y_mm=210, width_mm=72, height_mm=96, angle_deg=0),
        VirtualSpot(name="discard", label="Discard", x_mm=510, y_mm=210, width_mm=72, height_mm=96, angle_deg=0),
    ]
    for seat, player in enumerate(PLAYERS):
        found.append(
            VirtualSpot(
                name=f"meeting/{seat}",
                label=f"{player.name} plays",
                x_mm=315 + 90 * seat,
                y_mm=330,
                width_mm=72,
                height_mm=96,
                angle_deg=0,
            )
        )
        x_mm, y_mm = (165, 90) if seat == 0 else (735, 90) if seat == 1 else (735, 510) if seat == 2 else (165, 510)
        found.append(
            VirtualSpot(
                name=f"allies/{seat}",
                label=f"Allies of {player.name}",
                x_mm=x_mm,
                y_mm=y_mm,
                width_mm=290,
                height_mm=100,
                angle_deg=0,
            )
        )
    return tuple(found)
