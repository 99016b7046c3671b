"""Green cards: Intelligence, Hand Control, Heal, Preserve (CH-ACT-EMISSARY to -TRAP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import ALL, UNSEEN, Choose, Laid, Option, PieceId, Play, Say, Seat, State, Table, only
from rules.games.chesney.action_cards.playing import IN_PLAY
from rules.games.chesney.characters.cards import turn_down_character
from rules.games.chesney.characters.disguises import cover_options, show_instead
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.factions import down_sides, up_sides
from rules.games.chesney.flipping import lying, show, turn_down, turn_up
from rules.games.chesney.healing import heal
from rules.games.chesney.names import CHARACTERS, MAX_HP, Side, character, effect, hand, slot
from rules.games.chesney.offers import NoEffect, choose_seat, choose_side, hand_over, turn_down_options, turn_up_options
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import hit_points, is_advanced, is_wounded, others, shown_character

Looked = tuple[Seat, Side]
"""A faction card that somebody has looked at: whose, and where it lies."""

ROBBED_DRAWS: Final = 3
REVIVED_DRAWS: Final = 2


def emissary(t: Table, seat: Seat, piece: PieceId, again: Looked | None = None) -> Play:
    """The user alone sees a face-down faction card of another player (CH-ACT-EMISSARY-01 to -03); gives which. `again`:
    the card that an Agent Rabbit has looked at before, which is not offered twice (CH-CHAR-RABBIT-03)."""
    down = {s: [side for side in down_sides(t.state, s) if (s, side) != again] for s in others(t.state, seat)}
    target = yield from choose_seat(t, seat, "look_at", [s for s in down if down[s]])
    side = yield from choose_side(t, seat, "look_side", down[target], owner=target)
    t.tell("looked", seat=seat, target=target, side=side)
    if (yield from show_instead(t, target, side, seat)):
        return target, side
    card = lying(t, side, target).piece
    t.show(slot(side, target), card, only(seat))
    if card is not UNSEEN:
        t.tell("saw", only(seat), seat=seat, target=target, side=side, piece=card)
    return target, side


def meditation(t: Table, seat: Seat, piece: PieceId) -> Play:
    """One own face-up faction card is turned down, or the own character (CH-ACT-MEDITATION-01 to -03)."""
    sides = up_sides(t.state, seat)
    has_character = is_advanced(t) and bool(shown_character(t.state, seat))
    if not sides and not has_character:
        raise NoEffect

    def choices(seen: State) -> Iterator[Option]:
        yield from turn_down_options(seen, seat, sides)
        if has_character:
            gesture = Laid(character(seat), UNSEEN, False, CHARACTERS)
            yield Option("down:character", "character", Say("turn_down_character"), gesture)

    if len(sides) + has_character == 1:
        chosen = sides[0] if sides else "character"
    else:
        chosen = yield Choose(kind="turn_down", seat=seat, choices=choices)
    if chosen == "character":
        turn_down_character(t, seat)
    else:
        turn_down(t, seat, chosen)


def notice(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Another player turns up a face-down faction card of its own choice (CH-ACT-NOTICE-01, -02)."""
    target = yield from choose_seat(t, seat, "expose", [s for s in others(t.state, seat) if down_sides(t.state, s)])
    sides = down_sides(t.state, target)
    if len(sides) == 1:
        yield from turn_up(t, target, sides[0])
    else:
        chosen = yield Choose(
            kind="turn_up",
            seat=target,
            choices=lambda seen: (*turn_up_options(seen, target, sides), *cover_options(seen, target, sides)),
            facts={"by": seat},
        )
        yield from show(t, target, chosen)
    t.add(f"turned_by/{target}", 1)
    if t.number(f"turned_by/{target}") > 1 and t.turn == seat:
        deed(t, seat, "RABBIT")  # CH-CHAR-RABBIT-07


def robbery(t: Table, seat: Seat, piece: PieceId) -> Play:
    """The user takes a whole hand, whose owner draws 3 (CH-ACT-ROBBERY-01 to -05). Only the two know the cards, save
    one that all know to be among them: everybody sees where the hand goes."""
    target = yield from choose_seat(t, seat, "rob", others(t.state, seat))
    entries = t.pile(hand(target)).slots
    for entry in entries:
        hand_over(t, target, entry.piece, seat)
        if entry.readers & ALL:
            t.show(hand(seat), entry.piece)
    t.tell("robbed", seat=seat, target=target, count=len(entries))
    yield from drawing.draw(t, target, ROBBED_DRAWS)


def inn(t: Table, seat: Seat, piece: PieceId) -> Play:
    """+1 HP for the user or one other player (CH-ACT-INN-01 to -05). A wounded user revived by it draws 2 (CH-SUP-07);
    gives whether that was so."""
    among = [s for s in (seat, *others(t.state, seat)) if hit_points(t.state, s) < MAX_HP]
    target = yield from choose_seat(t, seat, "heal_whom", among)
    revives_itself = target == seat and is_wounded(t.state, seat)
    heal(t, target, seat)
    if revives_itself:
        yield from drawing.draw(t, seat, REVIVED_DRAWS)
    return revives_itself


def beast(t: Table, seat: Seat, piece: PieceId) -> None:
    """The Fabulous Beast lies at the user's mat until the own next turn begins (CH-ACT-BEAST-01)."""
    t.move(piece, effect(seat), frm=IN_PLAY)
    t.tell("beast_guards", seat=seat, piece=piece)


def trap(t: Table, seat: Seat, piece: PieceId) -> Play:
    """A Trap is laid at another player's mat until the end of that player's next turn (CH-ACT-TRAP-01)."""
    target = yield from choose_seat(t, seat, "trap_whom", others(t.state, seat))
    t.move(piece, effect(target), frm=IN_PLAY)
    t.tell("trap_laid", seat=seat, target=target, piece=piece)
