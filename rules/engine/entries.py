"""The inputs of a match, one line of the journal each, and their JSON form.

A match is its header and its entries; the state is their replay. Corrections are the closed list of what a host may
change without the rules' leave; each carries a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, Card, PieceId, Seat

EDITION: Final = 1
"""The rulings that new matches are played by. It goes up when a mended rule would refuse or leave out an answer that a
match of before has in its log; the games ask a match's own edition there."""

TrackSetting = int | str | bool | None | tuple[str, ...]
"""What a track can be set to from outside; a seat is an int of the type `Seat`."""


@dataclass(frozen=True)
class Identify:
    """The owner of a pile (or a reader box for it) shows the companion which cards are in it. Nobody else learns it."""

    pile: str
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True)
class MovePiece:
    """Correction: a piece lies in another pile than the notes say; `frm` is needed for an unseen one."""

    piece: Card
    to: str
    reason: str
    frm: str = ""
    face_up: bool | None = None


@dataclass(frozen=True)
class NameCard:
    """Correction: an unseen card of a pile is this piece."""

    pile: str
    piece: PieceId
    reason: str


@dataclass(frozen=True)
class SetTrack:
    """Correction: a counter or track has this value."""

    track: str
    value: TrackSetting
    reason: str


@dataclass(frozen=True)
class SetTurn:
    """Correction: it is this seat's turn. What was being asked is dropped."""

    seat: Seat
    reason: str


@dataclass(frozen=True)
class EndMatch:
    """Correction: the match ends here without a winner."""

    reason: str


@dataclass(frozen=True)
class Redefine:
    """Correction: from here on the match goes by this text of the file that makes its game."""

    text: str
    reason: str


@dataclass(frozen=True)
class Rewind:
    """Takes back everything after the first `to` entries that count."""

    to: int
    reason: str = ""


Correction = MovePiece | NameCard | SetTrack | SetTurn | EndMatch | Redefine
Entry = Answer | Identify | Correction | Rewind


@dataclass(frozen=True)
class Position:
    """A position to start from: cards per pile (`?` unseen, `:up` or `:down` behind a name for how it lies), tracks,
    phase and turn. Piles and tracks left out stay as the game's setup makes them."""

    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tracks: Mapping[str, TrackSetting] = field(default_factory=dict)
    phase: str = ""
    turn: int | None = None


@dataclass(frozen=True)
class Header:
    """What a match is before its first entry. It keeps the edition of the rulings that it was begun with, and its
    game's version, and the text of the file that made the game, where one did."""

    game: str
    seats: int
    settings: Mapping[str, object] = field(default_factory=dict)
    position: Position | None = None
    edition: int = EDITION
    version: str = ""  # of the game; "": of a game that names none, or from before they were kept
    definition: str = ""  # the text of its file; "": no file made it, or from before that was kept


class EntryError(Exception):
    """A stored entry that cannot be read: one sentence naming what is wrong."""


def card_names(cards: Iterable[Card]) -> list[str]:
    """Cards as texts, `?` for one that nobody names."""
    return [UNSEEN.value if card is UNSEEN else str(card) for card in cards]


def _value(value: TrackSetting) -> object:
    """A track's value as JSON; a seat stays a seat, so that screens go on naming its player."""
    if isinstance(value, Seat):
        return {"seat": int(value)}
    return list(value) if isinstance(value, tuple) else value


def _stored_value(stored: Any) -> TrackSetting:
    if isinstance(stored, Mapping):
        return Seat(stored["seat"])
    if isinstance(stored, list):
        return tuple(str(v) for v in stored)
    if stored is None or isinstance(stored, int | str):
        return stored
    raise TypeError(f"{stored!r} is no value of a track")


def card_named(text: str) -> Card:
    """The card that such a text means."""
    return UNSEEN if text == UNSEEN.value else PieceId(text)


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """An entry as a JSON object; `entry_from_json` is its inverse."""
    match entry:
        case Answer(seat, key, cards, irregular):
            body: dict[str, Any] = {"seat": seat, "key": key}
            if cards:
                body["cards"] = {pile: card_names(c) for pile, c in cards}
            if irregular:
                body["irregular"] = True
            return {"answer": body}
        case Identify(pile, pieces):
            return {"identify": {"pile": pile, "pieces": list(pieces)}}
        case MovePiece(piece, to, reason, frm, face_up):
            (card,) = card_names((piece,))
            return {"move_piece": {"piece": card, "to": to, "reason": reason, "frm": frm, "face_up": face_up}}
        case NameCard(pile, piece, reason):
            return {"name_card": {"pile": pile, "piece": piece, "reason": reason}}
        case SetTrack(track, value, reason):
            return {"set_track": {"track": track, "value": _value(value), "reason": reason}}
        case SetTurn(seat, reason):
            return {"set_turn": {"seat": seat, "reason": reason}}
        case EndMatch(reason):
            return {"end_match": {"reason": reason}}
        case Redefine(text, reason):
            return {"redefine": {"text": text, "reason": reason}}
        case Rewind(to, reason):
            return {"rewind": {"to": to, "reason": reason}}


def _answer(body: dict[str, Any]) -> Answer:
    seat = body.get("seat")
    cards = tuple((p, tuple(card_named(c) for c in cs)) for p, cs in body.get("cards", {}).items())
    return Answer(None if seat is None else Seat(seat), body["key"], cards, body.get("irregular", False))


_READERS: Mapping[str, Callable[[dict[str, Any]], Entry]] = {
    "answer": _answer,
    "identify": lambda b: Identify(b["pile"], tuple(PieceId(p) for p in b["pieces"])),
    "move_piece": lambda b: MovePiece(card_named(b["piece"]), b["to"], b["reason"], b.get("frm", ""), b.get("face_up")),
    "name_card": lambda b: NameCard(b["pile"], PieceId(b["piece"]), b["reason"]),
    "set_track": lambda b: SetTrack(b["track"], _stored_value(b["value"]), b["reason"]),
    "set_turn": lambda b: SetTurn(Seat(b["seat"]), b["reason"]),
    "end_match": lambda b: EndMatch(b["reason"]),
    "redefine": lambda b: Redefine(b["text"], b["reason"]),
    "rewind": lambda b: Rewind(b["to"], b.get("reason", "")),
}


def entry_from_json(stored: Mapping[str, Any]) -> Entry:
    """The entry that `entry_to_json` stored. EntryError when it is none."""
    if len(stored) != 1 or (kind := next(iter(stored))) not in _READERS:
        raise EntryError(f"'{', '.join(stored)}' is not a kind of journal entry")
    try:
        return _READERS[kind](stored[kind])
    except (KeyError, TypeError, ValueError) as error:
        raise EntryError(f"the journal entry '{kind}' is not complete: {error}") from error


def header_to_json(header: Header) -> dict[str, Any]:
    """A header as a JSON object."""
    position = header.position
    return {
        "game": header.game,
        "seats": header.seats,
        "settings": dict(header.settings),
        "edition": header.edition,
        "version": header.version,
        **({"definition": header.definition} if header.definition else {}),
        "position": None
        if position is None
        else {
            "piles": {k: list(v) for k, v in position.piles.items()},
            "tracks": {k: _value(v) for k, v in position.tracks.items()},
            "phase": position.phase,
            "turn": position.turn,
        },
    }


def header_from_json(stored: Mapping[str, Any]) -> Header:
    """The header that `header_to_json` stored, before there were editions too. EntryError when it is none."""
    try:
        at = stored.get("position")
        position = None
        if at is not None:
            piles = {k: tuple(v) for k, v in at["piles"].items()}
            tracks = {k: _stored_value(v) for k, v in at["tracks"].items()}
            position = Position(piles, tracks, at["phase"], at["turn"])
        edition, version = stored.get("edition", 0), str(stored.get("version", ""))
        definition = str(stored.get("definition", ""))
        return Header(stored["game"], stored["seats"], stored["settings"], position, edition, version, definition)
    except (KeyError, TypeError, AttributeError) as error:
        raise EntryError(f"the start of the journal is not complete: {error}") from error
