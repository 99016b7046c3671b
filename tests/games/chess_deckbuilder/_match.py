"""Matches of the chess deckbuilder for tests: a position given as FEN, hands, answers by seat, and what came of them.

    match = game("4k3/8/8/8/8/8/4P3/4K3 w", hands={0: "pawn knight", 1: "copper ?"})
    use(match, 0, "play:pawn", "move:e2:e4", "stop", "end")     # answers of one seat that must be accepted
    draw(match, 0, "copper", "?")                               # what was drawn; "?" was not told
    assert fen(match) == "4k3/8/8/8/4P3/8/8/4K3"
    assert pile(match, "hand/0") == ["?", "copper"]

Seat 0 is White unless `white=1` is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from rules.engine.entries import Header, Identify, Position
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet
from rules.engine.types import Event, PieceId, Seat
from rules.games.chess_deckbuilder import build
from rules.games.chess_deckbuilder.names import KINDS, SIDES, kind_of, owned_by, side_of, square
from rules.games.chess_deckbuilder.pieces import spare_men, starting_cards, starting_men, supply_cards
from rules.games.chess_deckbuilder.position import GRID, letter
from tests.games.asking import (
    asked as asked,
    do as do,
    far as far,
    far_reason as far_reason,
    hears as hears,
    kind as kind,
    kinds as kinds,
    offered as offered,
    reason as reason,
    refused as refused,
    use as use,
    view as view,
)

CHESS_DECKBUILDER = build()
Value = int | str | bool | tuple[str, ...] | None

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START_HAND = "copper copper copper pawn pawn"
ROOKS = {"Q": "a1", "K": "h1", "q": "a8", "k": "h8"}


def begin(**settings: object) -> Match:
    """A match at its first question, nothing set up yet."""
    return Match(CHESS_DECKBUILDER, Header("chess_deckbuilder", 2, settings))


def begun(**settings: object) -> Match:
    """A match from the normal start, White's first turn; the board is set up and both first hands are known."""
    match = begin(**settings)
    do(match, None, "done")
    return match


def game(
    fen: str = f"{START_FEN} w KQkq",
    *,
    hands: Mapping[int, str] | None = None,
    unseen: Mapping[int, str] | None = None,
    decks: Mapping[int, str] | None = None,
    discards: Mapping[int, str] | None = None,
    areas: Mapping[int, str] | None = None,
    captured: Mapping[int, str] | None = None,
    supply: Mapping[str, int] | None = None,
    passing: str = "",
    stepped: str = "",
    played: str = "",
    phase: str = "",
    actions: int = 1,
    buys: int = 1,
    white: int = 0,
    tracks: Mapping[str, Value] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Match:
    """A match under way, at the first question of somebody's turn.

    `fen`: the board as FEN writes it, the side to move, and who may castle ("-" or nothing: nobody).
    `hands`: cards by seat in one text, `?` for one that the companion was not told (left out: the first five cards).
    `unseen`: which kinds the `?` of a hand are in truth, so that their owner owns them (else cards of the start, then
    Coppers). `decks`: the kinds in a deck; the companion never knows a deck's cards, only which its owner owns.
    `discards`, `areas`: cards on the discard pile (top one last) and in the play area. `captured`: the letters of the
    chessmen that a seat has captured. Chessmen that are neither named here nor on the board are out of the game.
    `supply`: how many cards a pile has left (else all that nobody has); what lies in no other place is in the trash.
    `passing`: squares of pawns that may be taken en passant now; `stepped`: squares of pawns that made a double step
    in this turn. `played`: the kinds of the action cards that were played in this turn; with them, or with `phase`,
    the match begins within the turn, with so many `actions` and `buys` left. `white`: the seat that plays White.
    """
    placement, side, castling = (*fen.split(), "w", "-")[:3]
    played_kinds = tuple(played.split())
    content, tops = _cards(hands, unseen, decks, discards, areas, supply, settings or {})
    content |= _men(placement, captured or {})
    values: dict[str, Value] = {"white": Seat(white), "turn_number": 1, **tops}
    values["castling"] = tuple(rook for one, rook in ROOKS.items() if one in castling)
    values |= {"passing": tuple(passing.split()), "stepped": tuple(stepped.split()), "played": played_kinds}
    values |= {"actions": actions, "buys": buys, **(tracks or {})}
    start = phase or ("action" if played_kinds else "turn")
    turn = white if side == "w" else 1 - white
    position = Position({key: tuple(cards) for key, cards in content.items()}, values, start, turn)
    return Match(CHESS_DECKBUILDER, Header("chess_deckbuilder", 2, settings or {}, position))


def _cards(
    hands: Mapping[int, str] | None,
    unseen: Mapping[int, str] | None,
    decks: Mapping[int, str] | None,
    discards: Mapping[int, str] | None,
    areas: Mapping[int, str] | None,
    supply: Mapping[str, int] | None,
    settings: Mapping[str, object],
) -> tuple[dict[str, list[str]], dict[str, Value]]:
    """The piles of cards, and who owns which."""
    sizes = CHESS_DECKBUILDER.check_settings(settings)
    stock = {kind: list(supply_cards(kind, sizes)) for kind in KINDS}
    first = [list(starting_cards(seat)) for seat in (0, 1)]
    content: dict[str, list[str]] = {}
    owned: dict[str, Value] = {}
    for seat in (0, 1):
        mine: list[PieceId] = []

        def take(kind: str, seat: int = seat, mine: list[PieceId] = mine) -> PieceId:
            found = next((card for card in first[seat] if card.kind == kind), None)
            if found is not None:
                first[seat].remove(found)
            mine.append(found or stock[kind].pop())
            return mine[-1]

        for key, given in (("hand", hands), ("discard", discards), ("play", areas)):
            text = START_HAND if key == "hand" and given is None else (given or {}).get(seat, "")
            content[f"{key}/{seat}"] = [one if one == "?" else str(take(one)) for one in text.split()]
        secret = content[f"hand/{seat}"].count("?")
        known = (unseen or {}).get(seat, "").split()
        assert len(known) <= secret, "more kinds than unseen cards"
        inside = (decks or {}).get(seat, "").split()
        for one in (*known, *inside):
            take(one)
        for _ in range(secret - len(known)):
            take(first[seat][0].kind if first[seat] else "copper")
        content[f"hand/{seat}"] = ["?@cards" if one == "?" else one for one in content[f"hand/{seat}"]]
        content[f"deck/{seat}"] = ["?@cards"] * len(inside)
        owned[f"owned/{seat}"] = tuple(sorted(map(str, mine)))  # says nothing of where they lie
    rest = [str(card) for cards in first for card in cards]
    for one, cards in stock.items():
        left = (supply or {}).get(one, len(cards))
        assert left <= len(cards), f"there are only {len(cards)} of {one}"
        content[f"supply_{one}"] = [str(card) for card in cards[:left]]
        rest += [str(card) for card in cards[left:]]
    return content | {"trash": rest, "box": []}, owned


def _men(placement: str, captured: Mapping[int, str]) -> dict[str, list[str]]:
    """The chessmen on the board, with who captured them, and beside it; on their first squares where they can."""
    home, spare = dict(starting_men()), list(spare_men())
    wanted = dict(_squares(placement))
    content: dict[str, list[str]] = {square(cell): [] for cell in GRID.cells}
    for cell in [c for c, symbol in wanted.items() if c in home and letter(home[c]) == symbol]:
        content[square(cell)].append(str(home.pop(cell)))
        del wanted[cell]

    def pick(symbol: str) -> str:
        cell = next((c for c, piece in home.items() if letter(piece) == symbol), None)
        if cell is not None:
            return str(home.pop(cell))
        found = next(piece for piece in spare if letter(piece) == symbol)
        spare.remove(found)
        return str(found)

    for cell, symbol in wanted.items():
        content[square(cell)].append(pick(symbol))
    for seat in (0, 1):
        content[f"captured/{seat}"] = [pick(symbol) for symbol in captured.get(seat, "") if symbol.isalpha()]
    return content | {"out": list(map(str, home.values())), "spare": list(map(str, spare))}


def _squares(placement: str) -> Iterable[tuple[str, str]]:
    for rank, row in zip("87654321", placement.split("/"), strict=True):
        wide = "".join("." * int(one) if one.isdigit() else one for one in row)
        yield from ((f"{file}{rank}", one) for file, one in zip("abcdefgh", wide, strict=True) if one != ".")


class Held(TypedDict, total=False):
    """What `game` is given for one hand."""

    hands: Mapping[int, str]
    unseen: Mapping[int, str]


def held(text: str, known: bool = True, seat: int = 0) -> Held:
    """What `game` is given for a hand that the companion was shown, or for the same hand unseen:
    `game(fen, **held("pawn queen", known=False))`."""
    if known:
        return {"hands": {seat: text}}
    return {"hands": {seat: " ".join("?" for _ in text.split())}, "unseen": {seat: text}}


# -- answering ---------------------------------------------------------------------------------------------------------


def play(match: Match, seat: int, card: str, deed: str) -> tuple[Event, ...]:
    """Lays a card of this kind and does this with it: `play(match, 0, "pawn", "move:e2:e4")`."""
    return use(match, seat, f"play:{card}", deed)


def draw(match: Match, seat: int, *kinds: str) -> tuple[Event, ...]:
    """The open draw (`bonus_draw` or `draw`) brings cards of these kinds, `?` for one that is not told; without any
    kinds nothing is told of it. The cards are taken of those that the seat owns and that lie nowhere else. Where the
    discard pile has to be shuffled for it first, that is agreed to."""
    to_shuffle = match.question is not None and match.question.kind == "shuffle_to_draw"
    shuffled = do(match, seat, "shuffle") if to_shuffle else ()
    free = [p for p in match.state.unaccounted("cards") if p in owned_by(match.state, Seat(seat))]
    names: list[str] = []
    for one in kinds:
        found = "?" if one == "?" else next(p for p in free if p.kind == one and p not in names)
        names.append(str(found))
    return (*shuffled, *do(match, seat, "drawn", {f"hand/{seat}": names} if names else None))


def finish_turn(match: Match, seat: int, *drawn: str) -> None:
    """Stops playing cards if the turn is still there, buys nothing more, and draws for the next turn."""
    if kind(match) == "action":
        do(match, seat, "stop")
    if kind(match) == "buy":
        do(match, seat, "end")
    while kind(match) == "draw" and asked(match) == [seat]:
        count = next(o.say.facts["count"] for o in match.options(Seat(seat)) if o.key == "drawn")
        assert isinstance(count, int)
        now, drawn = drawn[:count], drawn[count:]
        draw(match, seat, *now)


def identify(match: Match, seat: int, *kinds: str) -> None:
    """A seat shows its unseen hand to the companion: these cards."""
    free = [p for p in match.state.unaccounted("cards") if p in owned_by(match.state, Seat(seat))]
    found: list[PieceId] = []
    for one in kinds:
        found.append(next(p for p in free if p.kind == one and p not in found))
    outcome = match.submit(Identify(f"hand/{seat}", tuple(found)))
    assert isinstance(outcome, Accepted), outcome


# -- looking at what is asked ------------------------------------------------------------------------------------------


def allowed(match: Match, seat: int, first: str = "") -> set[str]:
    """The keys that a seat may answer with now, of all or of those that begin with this."""
    return {o.key for o in match.options(Seat(seat)) if o.refusal is None and o.key.startswith(first)}


def by_hand(match: Match, seat: int) -> set[str]:
    """The keys of what hands may do at once although it is not listed: a piece moved before its card is laid."""
    assert match.question is not None
    return {o.key for o in match.question.by_hand(match.seen(Seat(seat)), Seat(seat))}


# -- looking at the table ----------------------------------------------------------------------------------------------


def fen(match: Match) -> str:
    """The board as FEN writes it, without anything behind it."""
    rows = []
    for rank in "87654321":
        row = "".join(_letter(match, f"{file}{rank}") for file in "abcdefgh")
        for count in range(8, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    return "/".join(rows)


def _letter(match: Match, cell: str) -> str:
    men = match.state.pile(square(cell)).pieces
    assert len(men) <= 1, f"two chessmen on {cell}"
    return letter(men[0]) if men else "."


def men(match: Match, key: str) -> str:
    """The letters of the chessmen in a pile beside the board, sorted: `men(match, "captured/0")`."""
    found = match.state.pile(key).pieces
    return "".join(sorted(letter(p) for p in found if side_of(p) in SIDES and kind_of(p)))


def pile(match: Match, key: str, reader: int | None = None) -> list[str]:
    """The kinds of the cards in a pile, sorted, `?` for unseen ones; as the companion or as a reader knows them."""
    state = match.state if reader is None else match.seen(Seat(reader))
    return sorted(slot.piece.kind if isinstance(slot.piece, PieceId) else "?" for slot in state.pile(key).slots)


def left(match: Match, key: str) -> int:
    """How many cards are in a pile."""
    return len(match.state.pile(key))


def number(match: Match, track: str) -> int:
    """The value of a counter: "actions", "buys", "turn_number"."""
    value = match.state[track]
    assert isinstance(value, int)
    return value


def winners(match: Match) -> list[int] | None:
    """Who has won, nobody at a draw; None while the match runs."""
    return None if match.state.result is None else [int(s) for s in match.state.result.winners]


def result(match: Match) -> str:
    """The code of why the match is over; empty while it runs."""
    return "" if match.state.result is None else match.state.result.lines[0].code


# -- what was told -----------------------------------------------------------------------------------------------------


def facts(events: Iterable[Event], kind: str) -> list[dict[str, object]]:
    """What the events of a kind told, one row each."""
    return [dict(e.facts) for e in events if e.kind == kind]


def notes(match: Match, reader: int = -1) -> list[str]:
    """The codes of what a reader is reminded of: what all are (-1), or besides that what a seat alone is."""
    found = packet(match, Seat(reader))
    return [n.say.code for n in (found.notes if reader == -1 else found.own_notes)]
