"""The end of a round and of a match (CH-SCORE-01 to -16): who wins, who scores what, and why."""

from __future__ import annotations

from typing import Final

from rules.engine import PieceId, Play, Prepare, Reveal, Say, Seat, Table, listed
from rules.games.chesney.characters import honours
from rules.games.chesney.factions import Owned, in_order, of_pieces, real_cards
from rules.games.chesney.names import FACTIONS, SIDES, Faction, Side, character, score, slot
from rules.games.chesney.pieces import number_of
from rules.games.chesney.situation import is_advanced, own_character

ROUNDS: Final = 3
SINGLE: Final = 3
DUAL: Final = 2
DECLARED: Final = 1


def round_end(t: Table) -> Play:
    """The round is over: all faction cards and characters are turned up, then scored (CH-INFO-38)."""
    yield Prepare(kind="round_over", steps=(), boundary=True, facts={"faction": t["last_faction"]})
    position = honours.position(t)  # before anything is turned up (CH-CHAR-HON-07)
    for seat in t.seats:
        for side in SIDES:
            yield from _face_up(t, slot(side, seat), seat, side)
        if is_advanced(t):
            yield from _face_up(t, character(seat), seat, "character")
    score_round(t, position)
    legend = t.settings["scoring"] == "legend"
    if legend and t.number("round") < ROUNDS:
        t.go("next_starter")
    elif legend:
        _finish_legend(t)
    else:
        _finish_round(t)


def _face_up(t: Table, key: str, seat: Seat, place: Side | str) -> Play:
    """A card that still lies face-down is turned up; nobody having told which it is, the table says so."""
    if t.pile(key).unseen:
        piece = yield Reveal(kind="turn_up_last", pile=key, to_spot=key, facts={"seat": seat, "place": place})
        t.name(key, piece)
    for entry in t.pile(key).slots:
        if not entry.face_up and isinstance(entry.piece, PieceId):
            t.turn_face(key, entry.piece, True)
            t.tell("was", seat=seat, place=place, piece=entry.piece)


def owned_now(t: Table, seat: Seat) -> Owned:
    """The Owned Faction by the cards that lie there when the round ends (CH-SCORE-11)."""
    return in_order(of_pieces(real_cards(t.state, seat)))


def score_round(t: Table, position: honours.Position) -> None:
    """Faction victory, a successful Declare, Honours (CH-SCORE-04 to -09)."""
    last = _faction(t["last_faction"])
    t.tell("round_result", faction=last, winners=_owners(t, last))
    if t.settings["scoring"] != "legend":
        return
    for seat in t.seats:
        honour = honours.at_the_end(t, seat, position)
        if last is not None and last in (mine := owned_now(t, seat)):
            if len(mine) == 1:
                _give(t, seat, SINGLE, "faction")
            elif honour and honours.keeps_points(t, seat):
                _give(t, seat, SINGLE, own_character(t.state, seat).lower())
            else:
                _give(t, seat, DUAL, "dual")
        if last is not None and t["declarer"] == seat:
            _give(t, seat, DECLARED, "declare")
        if honour and not t[f"honoured/{seat}"]:
            honours.book(t, seat, own_character(t.state, seat))
    for seat in t.seats:
        t.tell("total", seat=seat, total=t.number(score(seat)))


def _give(t: Table, seat: Seat, points: int, why: str) -> None:
    t.add(score(seat), points)
    honours.note_points(t, seat, why, points)
    t.tell("points", seat=seat, count=points, gain=points, why=f"why_{why}", rule=RULES[why])


def _owners(t: Table, last: Faction | None) -> tuple[Seat, ...]:
    return () if last is None else tuple(s for s in t.seats if last in owned_now(t, s))


def _faction(value: object) -> Faction | None:
    return next((f for f in FACTIONS if f == value), None)


# -- the end of the match ----------------------------------------------------------------------------------------------


def _finish_round(t: Table) -> None:
    """Adventurer: all owners of the Last Faction win; without one it is a draw (CH-SCORE-01, -02)."""
    last = _faction(t["last_faction"])
    lines = [] if last is not None else [Say("draw_line", {"rule": "CH-SCORE-02"})]
    for seat in t.seats:
        mine = owned_now(t, seat)
        won = {"rule": "CH-SCORE-01"} if last in mine else {}
        lines.append(Say("owner_line" if won else "other_line", {"seat": seat, "factions": mine, **won}))
    t.finish(_owners(t, last), lines)


def _finish_legend(t: Table) -> None:
    """The highest total wins; then the higher sum of own faction numbers; then it is shared (CH-SCORE-14 to -16)."""
    totals = {s: t.number(score(s)) for s in t.seats}
    best = [s for s in t.seats if totals[s] == max(totals.values())]
    sums = {s: sum(number_of(p) for p in real_cards(t.state, s)) for s in t.seats}
    winners = [s for s in best if sums[s] == max(sums[b] for b in best)]
    tied = best if len(best) > 1 else []
    lines = [Say("tie_line", {"seat": s, "count": sums[s], "rule": "CH-SCORE-14"}) for s in tied]
    for seat in sorted(t.seats, key=lambda s: -totals[s]):
        lines.append(Say("score_line", {"seat": seat, "count": totals[seat]}))
        lines += breakdown(t, seat)
    t.finish(winners, lines)


def breakdown(t: Table, seat: Seat) -> list[Say]:
    """Where a player's points come from, round by round."""
    return [
        Say(
            "points_line",
            {"seat": seat, "round": p.round, "why": f"why_{p.why}", "count": p.count, "rule": RULES[p.why]},
        )
        for p in listed(t[f"ledger/{seat}"], honours.Points)
    ]


RULES: Final = {
    "faction": "CH-SCORE-04",
    "dual": "CH-SCORE-04",
    "merchant": "CH-CHAR-MERCHANT-07",
    "hypno": "CH-CHAR-HYPNO-05",
    "declare": "CH-SCORE-06",
    "honour": "CH-SCORE-08",
}
"""The rule behind each kind of points."""
