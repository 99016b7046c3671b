"""Every kind of message that the inbox takes, in the forms that a table brings about, for when nothing is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Final

from companion.reading.board_gestures import noted_board, sides_of
from companion.reading.tags import back_code, front_code
from companion.referee import inbox
from companion.referee.inbox import Message
from companion.referee.pacing import Pace, Tuning
from companion.values.notices import Notice
from hardware.types import ButtonRole, DiceRolled, Fault, Press, Release, TagLaid, TagLifted, Tripped, Turn
from rules.engine.types import UNSEEN, Card, PieceId, Seat
from tests.companion.evening import Evening
from vision.types import (
    Alternative,
    BoardSeen,
    CameraNote,
    ChangeKind,
    DieReading,
    Occupant,
    Presence,
    Side,
    TableChange,
    TableReport,
    Tag,
)
from web.pages.host.views import HostAct, HostCommand

KEYS: Final = ("", "pass", "dealt", "drawn", "done", "shown", "lots", "1", "no such thing")
"""What can be tapped at any table, beside whatever was asked last."""
_MOST_LYING: Final = 6
_MOST_IN_DOUBT: Final = 3
"""So many things of a full table are taken off, turned and moved, one after another."""

Messages = Callable[[Evening, tuple[str, ...]], Iterator[Message]]
"""The messages of one kind for a table at which these keys were offered last."""


def offered(evening: Evening) -> tuple[str, ...]:
    """Some of the keys that are offered to anybody now."""
    match = evening.match
    return tuple({o.key: None for seat in (None, *match.table.seats) for o in match.options(seat)})[:10]


def _some(evening: Evening) -> tuple[PieceId, ...]:
    """The first and the last piece of each deck."""
    return tuple(piece for deck in evening.match.table.decks.values() for piece in (*deck[:1], *deck[-1:]))


# -- by phone ----------------------------------------------------------------------------------------------------------


def _tapped(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for seat, key in product(evening.match.table.seats, (*KEYS, *asked)):
        yield inbox.Tapped(seat, key, evening.match.version, f"{seat}/{key}", Future())
    yield inbox.Tapped(Seat(0), "pass", 0, "", Future())


def _hand_shown(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    slug = evening.game.slug
    codes = [front_code(slug, piece) for piece in _some(evening)]
    codes += [back_code(slug, deck) for deck in evening.match.table.decks]
    for seat, payload in product(evening.match.table.seats, (*codes, "a stranger's")):
        yield inbox.HandShown(seat, (payload,), Future())
    yield inbox.HandShown(Seat(0), tuple(codes), Future())
    yield inbox.HandShown(Seat(0), (), Future())


def _hand_named(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for seat, piece in product(evening.match.table.seats, (*_some(evening), "no such thing")):
        yield inbox.HandNamed(seat, (piece,), Future())
    yield inbox.HandNamed(Seat(0), (), Future())


def _consented(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for seat, number, agrees in product(evening.match.table.seats, (0, 1, 2), (False, True)):
        yield inbox.Consented(seat, number, agrees, Future())


def _take_back_asked(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for seat, version in product(evening.match.table.seats, (0, evening.match.version)):
        yield inbox.TakeBackAsked(seat, version, Future())


def _start_asked(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield inbox.StartAsked(Future())


# -- by hands and the reader box ---------------------------------------------------------------------------------------


def _dealt(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for key in (*KEYS, *asked):
        yield inbox.Dealt((), key, evening.match.version)
    cards: tuple[Card, ...] = (*_some(evening)[:2], UNSEEN)
    for card, pile in product(cards, (*list(evening.match.state.piles)[:8], "nowhere")):
        yield inbox.Dealt(((pile, (card,)),))
    yield inbox.Dealt((), version=evening.match.version + 7)


def _box_card(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (inbox.BoxCard(piece) for piece in (*_some(evening), PieceId("a stranger's")))


def _box_odd(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (trouble for trouble in inbox.BoxTrouble)


# -- by the camera -----------------------------------------------------------------------------------------------------


def _seen(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    """Everything on its place by the notes, then one thing after another gone, back, moved, turned and seen twice."""
    lying = _by_the_notes(evening)
    yield _report(evening, lying)
    spots = [*{p.spot: None for p in evening.match.state.piles.values() if p.spot is not None}, None]
    for number, there in enumerate(lying[:: max(1, len(lying) // _MOST_LYING)]):
        rest = [p for p in lying if p is not there]
        moved = replace(there, spot=spots[number % len(spots)], since_s=evening.now_s + number)
        turned = replace(there, tag=_other_side(there.tag, evening), since_s=evening.now_s + number)
        yield _report(evening, rest, _change(ChangeKind.GONE, there, None))
        yield _report(evening, lying, _change(ChangeKind.PLACED, there, there))
        yield _report(evening, [*rest, moved], _change(ChangeKind.MOVED, there, moved))
        yield _report(evening, [*rest, turned], _change(ChangeKind.TURNED, there, turned))
        yield _report(evening, lying, _change(ChangeKind.DOUBLED, there, there))
    yield from _in_doubt(evening, lying)
    for number, (piece, spot) in enumerate(product(_some(evening), (*spots[:5], None))):
        new = Presence(_front(evening, piece), None, 0.0, spot, evening.now_s + number, evening.now_s + number)
        yield _report(evening, [*lying, new], _change(ChangeKind.PLACED, new, new))
    stranger = TableChange(ChangeKind.UNKNOWN, "a stranger's", None, None, None, None, evening.now_s)
    yield _report(evening, lying, stranger)
    yield TableReport((), tuple(lying), False, evening.now_s, notes=tuple(CameraNote))
    for count in range(4):
        dice = tuple(DieReading(n % 6 + 1, 6, 0.99, n != 2, (0.0, 0.0), 9.0) for n in range(count))
        yield TableReport((), tuple(lying), True, evening.now_s, dice=dice)
    yield from _boards(evening, lying)
    yield _report(evening, [], *(_change(ChangeKind.GONE, there, None) for there in lying))  # people tidy up


def _in_doubt(evening: Evening, lying: list[Presence]) -> Iterator[Message]:
    """One thing gone, or only covered; turned over, or another laid in its place; and that none of it was so."""
    for number, there in enumerate(lying[:: max(1, len(lying) // _MOST_IN_DOUBT)]):
        act, rest = 4 * number + 1, [p for p in lying if p is not there]
        turned = replace(there, tag=_other_side(there.tag, evening), since_s=evening.now_s + number)
        gone, placed = _change(ChangeKind.GONE, there, None), _change(ChangeKind.PLACED, there, turned)
        doubts = (
            ([*rest], gone, Alternative((), 0.4)),
            ([*rest, turned], _change(ChangeKind.TURNED, there, turned), Alternative((gone, placed), 0.4)),
        )
        for now, told, instead in doubts:
            doubted = replace(told, number=act, act=act, odds=0.6, alternatives=(instead,))
            yield _report(evening, now, doubted)
            wrong = replace(told, kind=ChangeKind.CORRECTED, number=act + 1, act=act + 1, corrects=act)
            yield _report(evening, lying, wrong)
            act += 2


def _boards(evening: Evening, lying: list[Presence]) -> Iterator[Message]:
    """A board without stickers: as noted, with nothing on it, and with one piece of each side taken or moved."""
    board = noted_board(evening.match)
    if board is None:
        return
    noted = sides_of(board)
    sides = {side for side in noted.values() if side}
    taken = [{next(cell for cell, side in noted.items() if side == one): ""} for one in sides]
    free = next((cell for cell, side in noted.items() if not side), "")
    moved = [{**gone, free: one} for gone, one in zip(taken, sides, strict=True)]
    for changes in ({}, dict.fromkeys(noted, ""), *taken, *moved):
        shown = {**noted, **changes}
        cells = {c: Occupant(s, {n: 0.98 if n == s else 0.01 for n in (*sides, "")}) for c, s in shown.items()}
        seen = BoardSeen(cells, frozenset(), evening.now_s)
        yield TableReport((), tuple(lying), True, evening.now_s, board=seen)


def _by_the_notes(evening: Evening) -> list[Presence]:
    """What the camera sees where everything lies as everybody knows it."""
    tags: list[tuple[Tag, str]] = []
    for pile in evening.match.seen(None).piles.values():
        for slot in pile.slots if pile.spot is not None else ():
            back = Tag(back_code(evening.game.slug, slot.deck), slot.deck, Side.BACK, shared=True)
            is_open = slot.face_up and isinstance(slot.piece, PieceId)
            tags.append((_front(evening, PieceId(str(slot.piece))) if is_open else back, str(pile.spot)))
    at_s = evening.now_s
    return [Presence(tag, None, 0.0, spot, at_s, at_s) for tag, spot in dict.fromkeys(tags)]


def _front(evening: Evening, piece: PieceId) -> Tag:
    return Tag(front_code(evening.game.slug, piece), piece, Side.FRONT)


def _other_side(tag: Tag, evening: Evening) -> Tag:
    decks = evening.match.table.decks
    if tag.side is Side.BACK:
        return _front(evening, decks[tag.piece][0])
    deck = next(deck for deck, pieces in decks.items() if tag.piece in pieces)
    return Tag(back_code(evening.game.slug, deck), deck, Side.BACK, shared=True)


def _change(kind: ChangeKind, was: Presence, now: Presence | None) -> TableChange:
    tag = was.tag if now is None else now.tag
    return TableChange(kind, tag.payload, tag, None if now is None else now.spot, was.spot, None, was.since_s)


def _report(evening: Evening, lying: list[Presence], *changes: TableChange) -> Message:
    return TableReport(changes, tuple(lying), True, evening.now_s)


# -- by pins, host, devices and the clock ------------------------------------------------------------------------------


def _pressed(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for role, seat in product(ButtonRole, (None, *evening.match.table.seats)):
        yield Press(role, seat, evening.now_s)


def _signalled(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (Release(ButtonRole.DIE, 0.4, 1.0), Turn(1, 1.0), Turn(-2, 1.0), Tripped("tray_sensor", 1.0))


def _sensed(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    """Tags laid and lifted by a reader, known ones and a stranger's; dice that tell their faces, too few and too many;
    at the end everything is lifted again."""
    payloads = (*(_front(evening, piece).payload for piece in _some(evening)), "a stranger's")
    spots = list(dict.fromkeys(p.spot for p in evening.match.state.piles.values() if p.spot is not None))[:5]
    for payload, spot in product(payloads, spots):
        yield TagLaid(payload, spot, evening.now_s)
    for count, sides in product(range(4), (6, 20)):
        yield DiceRolled(tuple(range(1, count + 1)), evening.now_s, sides)
    for payload in payloads:
        yield TagLifted(payload, evening.now_s)


def _host_said(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    """Every act, with nothing, with what it needs, and with what is not there; undoing and a new match come last."""
    state, pieces = evening.match.state, _some(evening)
    some = [
        {"piece": piece, "pile": pile, "track": track}
        for piece, pile, track in zip(pieces, (*state.piles, *pieces), (*state.tracks, *pieces), strict=False)
    ]
    filled = [
        {},
        *({**one, "value": "2", "seat": 0} for one in some[:2]),
        {"value": "lots", "seat": 99, "pile": "nowhere", "piece": "nothing", "track": "none", "number": 10_000},
        {"value": next(iter(asked), ""), "seat": 0, "number": 1},
        {"number": 0},
    ]
    for act in sorted(HostAct, key=lambda one: (one is HostAct.NEW_MATCH, one is HostAct.UNDO)):
        for fields in filled:
            yield inbox.HostSaid(HostCommand(act, reason="a test", **fields), Future())  # type: ignore[arg-type]


def _tuned(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield Tuning(0.0, Pace(2.0, 5.0), 30.0)
    yield Tuning(4.0, Pace())


def _people_changed(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield inbox.PeopleChanged()


def _noticed(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield Notice("no_undo")


def _device_failed(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (Fault(device, "It fails.") for device in ("camera", "voice", "buttons", "box"))


def _device_back(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (inbox.DeviceBack(device) for device in ("camera", "voice", "buttons", "box"))


def _voice_heard(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield from (inbox.VoiceHeard(is_audible) for is_audible in (False, True))


def _tick(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    for _ in range(3):
        evening.now_s += 40
        yield inbox.Tick()


def _stop(evening: Evening, asked: tuple[str, ...]) -> Iterator[Message]:
    yield inbox.Stop()


MESSAGES: Final[Mapping[tuple[type, ...], Messages]] = MappingProxyType(
    {
        (inbox.Tapped,): _tapped,
        (inbox.HandShown,): _hand_shown,
        (inbox.HandNamed,): _hand_named,
        (inbox.Dealt,): _dealt,
        (inbox.BoxCard,): _box_card,
        (inbox.BoxTrouble,): _box_odd,
        (TableReport,): _seen,
        (Release, Turn, Tripped): _signalled,
        (TagLaid, TagLifted, DiceRolled): _sensed,
        (Tuning,): _tuned,
        (inbox.PeopleChanged,): _people_changed,
        (Notice,): _noticed,
        (Fault,): _device_failed,
        (inbox.DeviceBack,): _device_back,
        (inbox.VoiceHeard,): _voice_heard,
        (inbox.Tick,): _tick,
        (inbox.StartAsked,): _start_asked,
        (Press,): _pressed,  # from here on they may change a match that is over
        (inbox.HostSaid,): _host_said,
        (inbox.Consented,): _consented,
        (inbox.TakeBackAsked,): _take_back_asked,
        (inbox.Stop,): _stop,
    }
)
