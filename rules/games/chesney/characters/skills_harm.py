"""Active skills that do damage. They are no action cards and have no icon (CH-CHAR-GEN-18, JC-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.engine import Choose, Option, PieceId, Play, Refusal, Reveal, Say, Seat, State, Table, refused
from rules.engine.parts import choose_together, move_all, yes_or_no
from rules.games.chesney.action_cards import battles
from rules.games.chesney.action_cards.playing import IN_PLAY
from rules.games.chesney.action_cards.sweeping import call, call_options, sweep
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.characters.specials import nameable
from rules.games.chesney.damage import Hit, strike
from rules.games.chesney.factions import public
from rules.games.chesney.healing import heal
from rules.games.chesney.names import ACTIONS, DISCARD, FACTIONS, PILE, PLAY_AREA, Faction
from rules.games.chesney.offers import choose_faction, choose_seat
from rules.games.chesney.pieces import EVENTS, action, faction_of
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import is_wounded, others_unwounded, shown_character, unwounded

RALLY: Final = 10
STAB: Final = 2
FISTS: Final = ("rock", "paper", "scissors")
BOUTS: Final = 3


def _skill_icon(t: Table) -> str:
    """Whether Rally and Keen Smell count as the cards whose effect they have (JC-10)."""
    return "mass" if t.settings["skills_are_cards"] else ""


def rally(t: Table, seat: Seat) -> Play:
    """Captain: a battle of the own against another Public Faction, +10 for the Captain (CH-CHAR-CAPTAIN-01 to -08)."""
    mine: Faction = yield from call(t, seat, "rally_own", _rally_options)
    present = rivals(t.state, seat) - {mine}
    if not present:
        t.tell("no_battle")
        return
    enemy = yield from choose_faction(t, seat, "rally_against", [f for f in FACTIONS if f in present])
    bonus = {} if t[f"bonus_off/{seat}"] else {seat: RALLY}
    yield from battles.fight(t, seat, (mine, enemy), "CAPTAIN", _skill_icon(t), bonus, {seat: mine})


def rivals(seen: State, seat: Seat) -> frozenset[Faction]:
    """The Public Factions of the other Non-wounded players."""
    return frozenset(f for s in others_unwounded(seen, seat) for f in public(seen, s))


def can_rally(seen: State, seat: Seat) -> bool:
    """The Captain has or can turn up a Public Faction, and somebody shows another (CH-CHAR-CAPTAIN-01)."""
    against = rivals(seen, seat)
    return any(o.refusal is None and against - {_called(o)} for o in call_options(seat, seen))


def _rally_options(seat: Seat, seen: State) -> Iterator[Option]:
    """As for a Sweep; a side that nobody stands against only while no other is sure to be possible."""
    options, against = tuple(call_options(seat, seen)), rivals(seen, seat)
    sure = [o for o in options if o.refusal is None and (o.piece is None or o.piece in seen.pile(o.pile))]
    why = Refusal("no_rival_side", "CH-CHAR-CAPTAIN-01") if any(against - {_called(o)} for o in sure) else None
    for option in options:
        yield option if option.refusal or against - {_called(option)} else refused(option, why)


def _called(option: Option) -> Faction:
    """The side that an option to call is for."""
    return faction_of(option.piece) if option.piece is not None else next(f for f in FACTIONS if f == option.value)


def keen_smell(t: Table, seat: Seat) -> Play:
    """Ranger: a Sweep in which nobody may roll; no Sweep card in this turn (CH-CHAR-RANGER-01 to -04)."""
    t.set("no_sweep", True)
    yield from sweep(t, seat, "RANGER", _skill_icon(t), rolls=False)


def precision_shot(t: Table, seat: Seat) -> Play:
    """Hunter: 1 damage, against which only Elixir helps (CH-CHAR-HUNTER-01 to -04)."""
    target = yield from choose_seat(t, seat, "shoot", nameable(t.state, seat))
    bans = frozenset({"no_skill", "no_struggle"})
    yield from strike(t, [Hit(target, 1, (seat,), "HUNTER", seat, bans=bans)], seat)


def stabbable(seen: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom an Assassin can name: other Non-wounded players whose character lies open (CH-CHAR-ASSASSIN-01)."""
    return tuple(s for s in nameable(seen, seat) if shown_character(seen, s))


def backstab(t: Table, seat: Seat) -> Play:
    """Assassin: 2 damage at once, and no red card in this turn (CH-CHAR-ASSASSIN-01 to -03)."""
    t.set("no_red", True)
    target = yield from choose_seat(t, seat, "stab", stabbable(t.state, seat))
    yield from strike(t, [Hit(target, STAB, (seat,), "ASSASSIN", seat)], seat)


def arcane_field(t: Table, seat: Seat) -> Play:
    """Spellcaster: 1 damage to all Non-wounded players at once, the own one included (CH-CHAR-SPELL-01 to -05)."""
    yield from strike(t, [Hit(s, 1, (seat,), "SPELL", seat) for s in unwounded(t.state)], seat)


# -- Mothmancer --------------------------------------------------------------------------------------------------------


def swarm(t: Table, seat: Seat) -> Play:
    """Mothmancer: everybody reveals a card, red ones hurt others and heal her (CH-CHAR-MOTH-01 to -08)."""
    for other in t.clockwise(seat):
        yield from _reveal(t, seat, other)
    move_all(t, DISCARD, IN_PLAY, face_up=False)


def _reveal(t: Table, moth: Seat, seat: Seat) -> Play:
    """One player's card; what is shown at once anyway is dealt with and replaced (CH-CHAR-MOTH-05, -06; JC-24)."""
    yield from drawing.renew_pile(t)
    while t.pile(PILE).slots and not is_wounded(t.state, seat):
        piece = yield Reveal(kind="swarm", pile=PILE, to_spot=PLAY_AREA, not_these=_impossible(t), facts={"seat": seat})
        if piece in (stops := drawing.stops(t)) and stops[piece]:
            t.name(PILE, piece)
            yield from drawing.shown_at_once(t, seat, piece)
            continue
        t.move(piece, IN_PLAY, frm=PILE)
        t.tell("swarm_card", seat=seat, piece=piece)
        yield from drawing.renew_pile(t)
        if action(piece).colour != "red":
            return
        if seat != moth:
            yield from strike(t, [Hit(seat, 1, (moth,), "MOTH", moth)], moth)
        elif heal(t, moth, moth):
            deed(t, moth, "MOTH")
        return


def _impossible(t: Table) -> frozenset[PieceId]:
    """What cannot be on top of the pile: an event when none is in it; when all its unseen cards are events, whatever
    is neither an event nor known to be in it."""
    left, pile = t.number("events_in_pile"), t.pile(PILE)
    if not left:
        return frozenset(EVENTS)
    return frozenset() if pile.unseen > left else frozenset(t.decks[ACTIONS]) - {*EVENTS, *pile}


# -- Pugilist ----------------------------------------------------------------------------------------------------------


def cat_combo(t: Table, seat: Seat) -> Play:
    """Pugilist: three rounds of rock-paper-scissors decide the damage (CH-CHAR-PUGILIST-01 to -06)."""
    target = yield from choose_seat(t, seat, "box", nameable(t.state, seat))
    by_hand = yield from yes_or_no(t, seat, "box_by_hand", target=target)
    bouts = yield from (_told_bouts(t, seat, target) if by_hand else _bouts(t, seat, target))
    points = combo_points(bouts, mixed=1 if t.settings["combo_at_least_one"] else 0)
    t.tell("combo", seat=seat, target=target, wins=bouts.count("win"), count=points)
    yield from strike(t, [Hit(target, points, (seat,), "PUGILIST", seat)], seat)


def combo_points(bouts: Sequence[str], mixed: int = 0) -> int:
    """As many points as wins; without one 1 for all losses or all ties, else `mixed` (CH-CHAR-PUGILIST-02, JC-43)."""
    if wins := list(bouts).count("win"):
        return wins
    return 1 if len(set(bouts)) == 1 else mixed


def _bouts(t: Table, seat: Seat, target: Seat) -> Play:
    """Both choose by phone, unseen until both have."""
    bouts = []
    for number in range(1, BOUTS + 1):
        shown = yield from choose_together(t, (seat, target), "fist", *FISTS, number=number)
        bouts.append(bout(shown[seat], shown[target]))
        t.tell("fists", seat=seat, target=target, mine=shown[seat], theirs=shown[target])
    return bouts


def bout(mine: str, theirs: str) -> str:
    """How one round ends for the first of two fists: `win`, `loss` or `tie`."""
    ahead = (FISTS.index(mine) - FISTS.index(theirs)) % len(FISTS)
    return ("tie", "win", "loss")[ahead]


def _told_bouts(t: Table, seat: Seat, target: Seat) -> Play:
    """They play by hand: the Pugilist says how each round ended, the other confirms (CH-CHAR-PUGILIST-04)."""
    ends = ("win", "loss", "tie")
    options = tuple(Option(end, end, Say(f"bout_{end}")) for end in ends)  # bout_win, bout_loss, bout_tie
    while True:
        bouts = []
        for number in range(1, BOUTS + 1):
            bouts.append((yield Choose(kind="bout", seat=seat, choices=lambda seen: options, facts={"number": number})))
        if (yield from yes_or_no(t, target, "bouts_right", by=seat, bouts=tuple(f"bout_{b}" for b in bouts))):
            return bouts
