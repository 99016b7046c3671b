"""What a player is reminded of: the factions and why, what lasts and until when, what this turn still allows, the own
character, and everything seen of others. Made from the state as the reader knows it, and nothing else (CH-INFO-30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import ALL, PUBLIC, UNSEEN, Note, PieceId, Say, Seat, State, listed
from rules.games.chesney.action_cards.events import MOST_EVENTS
from rules.games.chesney.characters.honours import has_done, is_at_the_end, would_count
from rules.games.chesney.factions import Shown, in_order, of_pieces, open_card, public, shown, up_sides
from rules.games.chesney.names import FACTION_DISCARD, SIDES, effect, hand, score, slot
from rules.games.chesney.pieces import CHRONIC, INN_DAMAGED, TRACKS, faction_of, number_of
from rules.games.chesney.rounds.allowance import colours_left
from rules.games.chesney.situation import is_wounded, own_character

LASTING: Final = {
    CHRONIC: ("no_elixir", "CH-EVT-CHRONIC-01"),
    TRACKS: ("no_loyalty_roll", "CH-EVT-TRACKS-01"),
    INN_DAMAGED: ("no_inn", "CH-EVT-INN-01"),
}
"""Events that stay in force for the rest of the round."""
USES: Final = {"MAIDEN": 2, "FOXGIRL": 2, "BERSERKER": 2}
"""Characters whose Honour is a number of uses (CH-CHAR-HON-08)."""
FIELD_VICTIMS: Final = 2


def notes(seen: State, reader: Seat) -> tuple[Note, ...]:
    """What this seat alone may be reminded of; for `PUBLIC` what everybody knows."""
    if not any(len(seen.pile(slot(side, seat))) for seat in seen.seats for side in SIDES):
        return ()  # the round is not dealt yet
    if reader != PUBLIC:
        return (*_own_factions(seen, reader), *_own_character(seen, reader), *_others(seen, reader))
    return (*_turn(seen), *_table(seen), *(note for seat in seen.seats for note in _shown(seen, seat)))


def _note(code: str, seat: Seat | None = None, rule: str = "", **facts: object) -> Note:
    return Note(Say(code, facts if seat is None else {"seat": seat, **facts}), seat, rule)


# -- what everybody knows ----------------------------------------------------------------------------------------------


def _turn(seen: State) -> Iterator[Note]:
    """What the turn still allows (CH-TURN-05, CH-SUP-02)."""
    seat = seen.turn
    if seat is None or seen.result is not None:
        return
    if seen.phase in ("interfere", "resupply"):
        done = seen["interfered"] if isinstance(seen["interfered"], tuple) else ()
        left = {verb: verb not in done for verb in ("play", "give", "discard")}
        yield _note("supporter_left", seat, "CH-SUP-02", **left)
    elif seen.phase in ("appear", "start_skill", "plan"):
        colours = colours_left(seen, seat)
        yield _note(f"may_play_{'_'.join(colours) or 'nothing'}", seat, "CH-TURN-05")


def _table(seen: State) -> Iterator[Note]:
    """Events in force, and how many more there can be (CH-EVT-GEN-05)."""
    triggered = seen["triggered"] if isinstance(seen["triggered"], tuple) else ()
    for event in triggered:
        if event in LASTING:
            code, rule = LASTING[PieceId(event)]
            yield _note(code, rule=rule)
    if triggered:
        yield _note("events_left", rule="CH-EVT-GEN-05", count=len(triggered), left=MOST_EVENTS - len(triggered))


def _shown(seen: State, seat: Seat) -> Iterator[Note]:
    """One seat as everybody sees it."""
    if is_wounded(seen, seat):
        yield _note("wounded", seat, "CH-TURN-02")
    yield from _public_faction(seen, seat)
    for piece in seen.pile(effect(seat)).pieces:
        if piece.kind == "BEAST":
            yield _note("beast_until", seat, "CH-ACT-BEAST-01")
        elif piece.kind == "TRAP":
            yield _note("trap_until", seat, "CH-ACT-TRAP-01")
    if seen[f"rage/{seat}"]:
        yield _note(f"rage_{seen[f'rage/{seat}']}", seat, "CH-CHAR-BERSERKER-04")
    by = seen[f"allured/{seat}"]
    if isinstance(by, int) and by is not False:
        yield _note("allured", seat, "CH-CHAR-FOXGIRL-02", by=Seat(by))


def _public_faction(seen: State, seat: Seat) -> Iterator[Note]:
    """The Public Faction and why (CH-JUDGE-04 to -06)."""
    sides, factions = up_sides(seen, seat), public(seen, seat)
    if not sides:
        return
    cards = [card for side in sides if (card := open_card(seen, side, seat)) is not None]
    if len(sides) == 1:
        yield _note("shows_one", seat, "CH-JUDGE-04", faction=shown(seen, sides[0], seat))
    elif len(cards) < len(sides):
        yield _note("shows_masked", seat, "CH-JUDGE-04", factions=factions)
    else:
        yield _compared("shows", seat, cards[0], cards[1])


def _compared(verb: str, seat: Seat, one: PieceId, other: PieceId) -> Note:
    """Two faction cards held against each other (CH-JUDGE-01 to -03)."""
    factions = in_order(of_pieces((one, other)))
    if faction_of(one) == faction_of(other):
        return _note(f"{verb}_same", seat, "CH-JUDGE-01", faction=factions[0], pieces=(one, other))
    if len(factions) > 1:
        return _note(f"{verb}_dual", seat, "CH-JUDGE-03", factions=factions, pieces=(one, other))
    high, low = (one, other) if number_of(one) > number_of(other) else (other, one)
    return _note(f"{verb}_higher", seat, "CH-JUDGE-02", faction=factions[0], piece=high, other=low)


# -- what only this reader knows ---------------------------------------------------------------------------------------


def _own_factions(seen: State, seat: Seat) -> Iterator[Note]:
    """The Owned Faction explained, or what the companion would have to be told for it."""
    found = {side: seen.pile(slot(side, seat)).pieces for side in SIDES}
    untold = [side for side in SIDES if not found[side] and len(seen.pile(slot(side, seat)))]
    if not all(len(seen.pile(slot(side, seat))) for side in SIDES):
        return  # a card is on its way
    if len(untold) == len(SIDES):
        yield _note("own_untold", seat, "CH-INFO-05")
    elif untold:
        ((known,),) = (cards for cards in found.values() if cards)
        yield _note(f"own_untold_{untold[0]}", seat, "CH-INFO-05", piece=known)
    else:
        yield _compared("own", seat, found["left"][0], found["right"][0])


def _own_character(seen: State, seat: Seat) -> Iterator[Note]:
    """What the own character does and what its Honour still needs (CH-CHAR-HON-01 to -12)."""
    kind = own_character(seen, seat)
    if not kind:
        return
    code = kind.lower()
    yield _note("own_character", seat, character=code, skill=f"text_{code}", honour=f"honour_{code}")
    if seen.tracks[score(seat)].owner is None:
        return  # no points, no Honours
    if seen[f"honoured/{seat}"] or has_done(seen, seat, kind):
        yield _note("honour_done", seat, "CH-CHAR-HON-01")
    elif is_at_the_end(kind):
        now = would_count(seen, seat, kind)
        yield _note({True: "honour_now", False: "honour_not_now", None: "honour_open"}[now], seat, "CH-CHAR-HON-07")
    elif kind in USES:
        used = seen.number(f"used/{seat}")
        yield _note("honour_uses", seat, "CH-CHAR-HON-08", count=used, left=USES[kind] - used)
    elif kind == "SPELL":
        count = len(listed(seen[f"field/{seat}"], str))
        yield _note("honour_field", seat, "CH-CHAR-SPELL-07", count=count, left=FIELD_VICTIMS - count)
    else:
        yield _note("honour_to_do", seat, "CH-CHAR-HON-03")


def _others(seen: State, reader: Seat) -> Iterator[Note]:
    """What this reader has seen of others and nobody has shown to all (CH-INFO-02, -10, -11, -18)."""
    for seat in seen.seats:
        if seat == reader:
            continue
        for side in SIDES:
            for entry in seen.pile(slot(side, seat)).slots:
                if isinstance(entry.piece, PieceId) and not entry.face_up and entry.readers != ALL:
                    yield _note(f"knows_{side}", seat, "CH-INFO-02", piece=entry.piece)
        held = tuple(e.piece for e in seen.pile(hand(seat)).slots if e.piece is not UNSEEN and e.readers != ALL)
        if held:
            yield _note("knows_hand", seat, "CH-INFO-10", pieces=held)
    yield from _tokens(seen, reader)
    discarded = seen.pile(FACTION_DISCARD).pieces
    if discarded:
        yield _note("knows_discarded", rule="CH-INFO-02", pieces=discarded)


def _tokens(seen: State, reader: Seat) -> Iterator[Note]:
    """The tokens that others showed this reader last, whatever has happened since."""
    for one in listed(seen[f"seen_tokens/{reader}"], Shown):
        if one.seat != reader:
            yield _note("saw_tokens", one.seat, "CH-INFO-18", factions=one.token)
