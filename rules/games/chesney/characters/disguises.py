"""The Master of Disguise: Disguises that lie on faction cards (CH-CHAR-DISGUISE-01 to -13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.engine import Choose, Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table, only
from rules.games.chesney.factions import covered_by, shown, up_sides
from rules.games.chesney.names import SIDES, Faction, Side, backup, disguise, slot
from rules.games.chesney.pieces import disguise_number, faction_of
from rules.games.chesney.situation import works


def may_cover(t: Table, seat: Seat, side: Side) -> Play:
    """Asks a working Master of Disguise whether to cover a card that is being turned up; whether that was done."""
    if not works(t.state, seat, "DISGUISE") or not t.pile(backup(seat)).slots:
        return False

    def choices(seen: State) -> list[Option]:
        found = [Option("open", None, Say("no_disguise"))]
        for mask in seen.pile(backup(seat)).pieces:
            gesture = Laid(slot(side, seat), mask)
            found.append(Option(f"cover:{mask}", mask, Say("cover", {"piece": mask}), gesture, piece=mask))
        return found

    mask = yield Choose(kind="disguise", seat=seat, choices=choices, facts={"side": side})
    if mask is None:
        return False
    yield from cover(t, seat, side, mask)
    return True


def cover(t: Table, seat: Seat, side: Side, mask: PieceId) -> Play:
    """A Disguise comes to lie on a faction card, which stays face-down under it."""
    t.move(mask, disguise(side, seat), frm=backup(seat))
    t.tell("disguised", seat=seat, side=side, piece=mask)
    yield from name_public(t, seat)


def cover_options(
    seen: State,
    seat: Seat,
    sides: Iterable[Side],
    why_not: Callable[[PieceId], Refusal | None] = lambda mask: None,
) -> Iterator[Option]:
    """The Disguises that a working Master of Disguise may lay on face-down cards, without a word on what lies there
    (CH-CHAR-DISGUISE-02); the value has the slot and the Disguise behind the word `cover`."""
    if not works(seen, seat, "DISGUISE"):
        return
    for side in sides:
        for mask in seen.pile(backup(seat)).pieces:
            say = Say(f"cover_{side}", {"piece": mask})  # cover_left, cover_right
            yield Option(
                f"cover:{side}:{mask}",
                ("cover", side, mask),
                say,
                Laid(slot(side, seat), mask),
                why_not(mask),
                piece=mask,
                pile=backup(seat),
            )


def show_instead(t: Table, seat: Seat, side: Side, looker: Seat) -> Play:
    """Somebody looks at a face-down card of a working Master of Disguise, who may show a Disguise instead
    (CH-CHAR-DISGUISE-04); whether that was done. Only the looker learns what was shown, and that it was a Disguise."""
    if not works(t.state, seat, "DISGUISE") or not t.pile(backup(seat)).slots:
        return False

    def choices(seen: State) -> list[Option]:
        masks = seen.pile(backup(seat)).pieces
        shown_options = [Option(f"show:{m}", m, Say("show_mask", {"piece": m}), piece=m) for m in masks]
        return [Option("truth", None, Say("show_truth")), *shown_options]

    mask = yield Choose(kind="show_to", seat=seat, choices=choices, facts={"looker": looker, "side": side})
    if mask is None:
        return False
    t.tell("saw_disguise", only(looker), seat=looker, target=seat, side=side, faction=faction_of(mask))
    return True


def take_back(t: Table, side: Side, seat: Seat) -> None:
    """The Disguise of a slot goes back to the backup."""
    mask = covered_by(t.state, side, seat)
    if mask is not None:
        t.move(mask, backup(seat), frm=disguise(side, seat))
        t.tell("disguise_back", seat=seat, piece=mask)


def name_public(t: Table, seat: Seat) -> Play:
    """Two slots up of different factions, a Disguise without a number among them: the owner names which of the two is
    the Public Faction (JC-37)."""
    if f"shown/{seat}" not in t.state.tracks or t[f"shown/{seat}"]:
        return
    masks = [mask for side in SIDES if (mask := covered_by(t.state, side, seat)) is not None]
    if len(up_sides(t.state, seat)) < len(SIDES) or not masks:
        return
    factions = tuple(dict.fromkeys(f for side in SIDES if (f := shown(t.state, side, seat)) is not None))
    if len(factions) < 2 or all(disguise_number(faction_of(mask).upper()) for mask in masks):
        return
    options = tuple(Option(f"faction:{f}", f, Say("faction", {"faction": f})) for f in factions)
    named: Faction = yield Choose(kind="name_public", seat=seat, choices=lambda seen: options)
    t.set(f"shown/{seat}", named)
    t.tell("public_named", seat=seat, faction=named)


def forget_public(t: Table, seat: Seat) -> None:
    """A slot has changed: what was named counts no longer."""
    if f"shown/{seat}" in t.state.tracks and t[f"shown/{seat}"]:
        t.set(f"shown/{seat}", "")
