"""What a player is offered: what each coin may pay for, and what a coin that was paid is for.

Everything that depends on the coins of a hand goes to its owner alone (section 1 of the rule list).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.engine import UNSEEN, Gesture, Laid, Option, PieceId, Refusal, Say, Seat, State, draw_offer
from rules.games.war_chest import deeds, names as n
from rules.games.war_chest.board import grid
from rules.games.war_chest.coins import LOOK_ALIKES, supply_of
from rules.games.war_chest.outlook import nobody_can_win
from rules.games.war_chest.pieces import coins_of
from rules.games.war_chest.position import Position, position
from rules.games.war_chest.reach import deploy_refusal
from rules.games.war_chest.settings import House


class Pay(Enum):
    """How a coin is used; the value is the sentence of its event. A draw is offered before any is."""

    DEPLOY = "deployed"
    BOLSTER = "bolstered"
    FACE_UP = "paid"
    FACE_DOWN = "paid_face_down"
    OFFER_DRAW = "draw_offered"


@dataclass(frozen=True)
class Use:
    """One use of a coin: of which kind (empty: nobody says), and where it is placed."""

    pay: Pay
    unit: str = ""
    cell: str = ""


class FaceDown(Enum):
    """What a coin discarded face-down pays for, besides a recruit, which is given as the unit's name."""

    PASS = "pass"
    CLAIM = "claim"


UNNAMED: Final = "down"
"""The key of discarding a coin face-down without saying which."""

# -- a coin ------------------------------------------------------------------------------------------------------------


def uses(seen: State, seat: Seat, pile: str, rules: House) -> tuple[Option, ...]:
    """Everything that the coins of a pile may be used for: placed, face-up or face-down (WC-035 to WC-039)."""
    at = position(seen)
    found: list[Option] = []
    for kind, piece in LOOK_ALIKES.possible(seen, seat, pile).items():
        if not n.is_royal(kind):
            found += _placements(seen, at, seat, kind, piece, pile)
        found.append(_face_up(seen, at, seat, kind, piece, pile, rules))
        found.append(_face_down(kind, piece, pile, seat))
    found.append(Option(UNNAMED, Use(Pay.FACE_DOWN), Say("face_down_unnamed"), _back(seat), blind_key=UNNAMED))
    return tuple(found)


def turns(seen: State, seat: Seat, pile: str, rules: House, was_refused: bool) -> tuple[Option, ...]:
    """What a player may do in the own turn: use a coin, or first offer a draw, once (A-12)."""
    is_obvious = seen.once(nobody_can_win)
    offer = draw_offer(Use(Pay.OFFER_DRAW), "A-12", was_refused=was_refused, is_obvious=is_obvious)
    return (*uses(seen, seat, pile, rules), offer)


def _back(seat: Seat) -> Gesture:
    return Laid(n.face_down(seat), UNSEEN, face_up=False, deck=n.COINS)


def _face_down(kind: str, piece: PieceId, pile: str, seat: Seat) -> Option:
    say = Say("face_down", {"unit": kind})
    use = Use(Pay.FACE_DOWN, kind)
    return Option(f"down:{kind}", use, say, _back(seat), piece=piece, pile=pile, blind_key=UNNAMED)


def _face_up(seen: State, at: Position, seat: Seat, kind: str, piece: PieceId, pile: str, rules: House) -> Option:
    """Paying for a maneuver: the unit must stand on the board and have something to do (WC-076, WC-036)."""
    refusal = _maneuver_refusal(seen, at, seat, kind, rules)
    gesture = Laid(n.face_up(seat), piece)
    return Option(
        f"up:{kind}", Use(Pay.FACE_UP, kind), Say("face_up", {"unit": kind}), gesture, refusal, None, piece, pile=pile
    )


def _maneuver_refusal(seen: State, at: Position, seat: Seat, kind: str, rules: House) -> Refusal | None:
    unit = "royal_guard" if n.is_royal(kind) else kind
    if unit not in n.army_of(seen, seat):
        return Refusal("royal_coin_not_allowed", "WC-036", {})
    if not at.cells_of(unit):
        return Refusal("unit_not_on_board", "WC-157" if n.is_royal(kind) else "WC-076", {"unit": unit})
    if deeds.can_maneuver(seen, at, unit, rules, royal=n.is_royal(kind)):
        return None
    if n.is_royal(kind):  # it pays for nothing but the tactic, so the tactic's own reason says it best
        return deeds.maneuvers(seen, at, unit, rules, royal=True)[0].refusal
    return Refusal("nothing_to_do", "WC-076", {"unit": unit})


def _placements(seen: State, at: Position, seat: Seat, unit: str, piece: PieceId, pile: str) -> Iterator[Option]:
    """Deploying on every location (and where a Scout may go besides), and bolstering every own unit of the kind."""
    side = n.faction_of(seen, seat)
    near = at.grid.cells if unit == "scout" else at.locations
    refusals = {cell: deploy_refusal(at, unit, side, cell) for cell in near}
    on_board = at.cells_of(unit)
    if any(r is not None and r.code == "already_on_board" for r in refusals.values()):
        why = next(iter(refusals.values()))
        yield Option(
            f"deploy:{unit}", Use(Pay.DEPLOY, unit), Say("deploy", {"unit": unit}), None, why, None, piece, pile=pile
        )
    else:
        for cell, refusal in refusals.items():
            if refusal is None or (cell in at.locations and cell not in on_board):
                yield _placed("deploy_at", Use(Pay.DEPLOY, unit, cell), piece, pile, refusal)
    for cell in on_board:
        yield _placed("bolster_at", Use(Pay.BOLSTER, unit, cell), piece, pile, None)
    if not on_board:
        why = Refusal("unit_not_on_board", "WC-050", {"unit": unit})
        yield Option(
            f"bolster:{unit}", Use(Pay.BOLSTER, unit), Say("bolster", {"unit": unit}), None, why, None, piece, pile=pile
        )


def _placed(code: str, use: Use, piece: PieceId, pile: str, refusal: Refusal | None) -> Option:
    return Option(
        f"{code.removesuffix('_at')}:{use.unit}:{use.cell}",
        use,
        Say(code, {"unit": use.unit, "cell": use.cell}),
        Laid(use.cell, piece),
        refusal,
        piece=piece,
        pile=pile,
        cell=use.cell,
    )


def far_uses(seen: State, seat: Seat, pile: str, rules: House) -> Iterator[Option]:
    """What hands may try although nobody would list it: a coin on any other hex, one that cannot be in the hand."""
    at, side = position(seen), n.faction_of(seen, seat)
    listed = {o.key for o in uses(seen, seat, pile, rules)}
    held = LOOK_ALIKES.possible(seen, seat, pile)
    for kind in (*n.army_of(seen, seat), *(k for k in held if n.is_royal(k))):
        piece = held.get(kind) or coins_of(kind)[0]
        for cell in grid(4).cells:
            if kind not in held:
                why: Refusal | None = Refusal("coin_not_in_hand", "WC-035", {"unit": kind})
            elif n.is_royal(kind):
                why = Refusal("royal_coin_not_allowed", "WC-037", {})
            elif cell not in at.grid.cells:
                why = Refusal("off_board", "WC-005", {"cell": cell})
            else:
                why = deploy_refusal(at, kind, side, cell)
            option = _placed("deploy_at", Use(Pay.DEPLOY, kind, cell), piece, pile, why)
            if why is not None and option.key not in listed and cell not in at.cells_of(kind):
                yield option
        if kind not in held:
            why = Refusal("coin_not_in_hand", "WC-035", {"unit": kind})
            yield Option(
                f"up:{kind}", Use(Pay.FACE_UP, kind), Say("face_up", {"unit": kind}), Laid(n.face_up(seat), piece), why
            )


# -- what a coin was paid for ------------------------------------------------------------------------------------------


def maneuver_options(seen: State, unit: str, rules: House, royal: bool) -> tuple[Option, ...]:
    """What the units of this kind may do now; the coin can still be taken back."""
    found = deeds.maneuvers(seen, position(seen), unit, rules, royal=royal)
    return (*found, Option("back", None, Say("back"), returns=True))


def far_maneuvers(seen: State, unit: str) -> Iterator[Option]:
    """Moves that are too far, attacks on friends, and what is too far from an Ensign or a Marshall."""
    at = position(seen)
    for cell in at.cells_of(unit):
        yield from deeds.far_moves(seen, at, cell)
        yield from deeds.far_attacks(seen, at, cell)
        yield from deeds.far_commands(seen, at, cell)


def secret_options(seen: State, seat: Seat) -> tuple[Option, ...]:
    """What a coin that was discarded face-down may pay for (WC-060 to WC-070); all of it is public."""
    place = n.initiative_place(seat)
    claim = Option(
        "claim",
        FaceDown.CLAIM,
        Say("claim"),
        Laid(place, n.MARKER_PIECE),
        claim_refusal(seen, seat),
        also=(Laid(place, UNSEEN, face_up=False, deck=n.INITIATIVE_MARKER),),
    )
    return (
        Option("pass", FaceDown.PASS, Say("pass")),
        claim,
        *(_recruit(seen, seat, unit) for unit in n.army_of(seen, seat)),
        Option("back", None, Say("back"), returns=True),
    )


def _recruit(seen: State, seat: Seat, unit: str) -> Option:
    """Taking a coin of this unit from the supply (WC-065, WC-067)."""
    left = seen.pile(supply_of(seen, seat, unit))
    coin = left.top if isinstance(left.top, PieceId) else coins_of(unit)[0]
    refusal = None if len(left) else Refusal("supply_empty", "WC-067", {"unit": unit})
    facts = {"unit": unit, "left": len(left)}
    return Option(f"recruit:{unit}", unit, Say("recruit", facts), Laid(n.face_up(seat), coin), refusal)


def claim_refusal(seen: State, seat: Seat) -> Refusal | None:
    """Why the initiative cannot be claimed now: WC-061, WC-062, WC-228."""
    holder = seen[n.HOLDER]
    if holder == seat:
        return Refusal("initiative_already_yours", "WC-061", {})
    if isinstance(holder, int) and n.is_friend(seen, seat, Seat(holder)):
        return Refusal("teammate_has_initiative", "WC-228", {"other": holder})
    return Refusal("initiative_already_changed", "WC-062", {}) if seen[n.CHANGED] else None
