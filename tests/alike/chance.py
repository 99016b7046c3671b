"""What hands do by chance: mostly what is asked, in all the ways that there are, and now and then something else."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.kit.laws.playing import settings_at
from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer, Laid, Option
from rules.engine.sampling import SamplingError, pick
from rules.engine.types import PUBLIC, Seat, Shape
from tests.alike.plan import Recorded, Step, game_of
from tests.alike.table import Hands
from web.pages.host.views import HostAct

LANGUAGES: Final = ("en", "de")
_LONGEST: Final = 400  # entries that are played before the table is set up


def planned(slug: str, number: int, seed: int) -> Recorded:
    """The `number`th match of a game: seats, options, language and where it begins take turns."""
    game, random = game_of(slug), Random(f"{slug}/{number}/{seed}")
    seats = list(game.seats)[number % len(list(game.seats))]
    settings = game.check_settings(settings_at(game, seats, number))
    header = Header(slug, seats, settings)
    match = Match(game, header)
    while match.question is not None and match.version < _LONGEST:
        match.submit(pick(match, random.randrange))
    begins = {0: 0, 1: random.randrange(match.version), 2: max(0, match.version - random.randrange(4, 25))}[number % 3]
    before = tuple(match.journal[:begins])
    return Recorded(header, LANGUAGES[number % 2], random.randrange(2**31), random.random() < 0.4, before)


def next_step(hands: Hands, random: Random) -> Step | None:
    """What is done next; None when nothing more is to be done."""
    match = hands.evening.match
    if match.question is None:
        return ["host", HostAct.UNDO.value, {}] if random.random() < 0.3 else None
    if hands.evening.packet().consent is not None and random.random() < 0.7:
        return ["agree"]
    if random.random() < 0.24:
        return _aside(hands, random)
    try:
        return _given(hands, pick(match, random.randrange), random)
    except SamplingError:  # the notes know too little to go on by chance
        return ["host", HostAct.UNDO.value, {}]


def _given(hands: Hands, answer: Answer, random: Random) -> Step:
    """One of the ways in which an answer can be given."""
    match = hands.evening.match
    if answer.key == "dealt" and random.random() < 0.7:
        knows = random.choice((0.0, 0.5, 1.0, 1.0))
        return ["dealt", {pile: list(map(str, cards)) for pile, cards in answer.cards if random.random() < knows}]
    if answer.seat is None and random.random() < 0.5:
        return ["host", HostAct.TELL.value, {"value": answer.key}]
    seat = random.choice(match.table.seats) if answer.seat is None else answer.seat
    option = next((o for o in match.options(answer.seat) if o.key == answer.key), None)
    if option is not None and random.random() < 0.35 and (laid := _laid(match, option)) is not None:
        return laid
    if match.waiting and random.random() < 0.1:
        return ["press", ButtonRole.SEAT.value, int(seat)]
    return ["tap", int(seat), answer.key, 0, f"r{random.randrange(10**6)}"]


def _laid(match: Match, option: Option) -> Step | None:
    """The card itself laid on the table, instead of a tap that says so."""
    gesture, piece = option.gesture, option.piece
    if not isinstance(gesture, Laid) or piece is None:
        return None
    if gesture.face_up:
        return ["lay", str(piece), gesture.spot]
    decks = [deck for deck, pieces in match.table.decks.items() if piece in pieces]
    return ["lay_back", gesture.spot, decks[0]] if decks else None


def _aside(hands: Hands, random: Random) -> Step:
    """Something that was not asked for."""
    match = hands.evening.match
    seats = [int(seat) for seat in match.table.seats]
    seat = random.choice(seats)
    kinds = ("refused", "refused", "foreign", "old", "undo", "wait", "wait", "card", "card", "lift", "hand", "button")
    match random.choice((*kinds, "dial", "pause", "host")):
        case "refused":
            return _refused(hands, random) or ["wait", 5.0]
        case "foreign":
            return ["tap", seat, "nothing:of:this", 0, ""]
        case "old":
            return ["tap", seat, "pass", 1, "late"]
        case "undo":
            return random.choice((["host", HostAct.UNDO.value, {}], ["press", ButtonRole.UNDO.value, None]))
        case "card":
            return _card(hands, random)
        case "lift":
            return ["lift", random.randrange(10)]
        case "hand":
            return ["show_hand", seat, _held(match, Seat(seat), random)]
        case "button":
            role = random.choice((ButtonRole.CONFIRM, ButtonRole.DIE, ButtonRole.DIAL))
            return random.choice((["press", role.value, None], ["press", ButtonRole.SEAT.value, seat], ["release"]))
        case "dial":
            return random.choice((["turn", random.choice((1, 1, 2, -1))], ["throw"]))
        case "pause":
            return ["press", ButtonRole.PAUSE.value, None]
        case "host":
            return _host(match, random)
    return ["wait", random.choice((0.5, 3.0, 5.0, 25.0))]


def _refused(hands: Hands, random: Random) -> Step | None:
    """An option that is shown and not allowed, or one that takes somebody's word."""
    match = hands.evening.match
    found = [
        (seat, option.key)
        for seat in match.waiting
        for option in match.options(seat)
        if option.refusal is not None or option.claim is not None
    ]
    if not found:
        return None
    seat, key = random.choice(found)
    return ["tap", int(seat), key, 0, ""]


def _card(hands: Hands, random: Random) -> Step:
    """Some card comes to lie somewhere."""
    match, spots = hands.evening.match, hands.evening.voice.layout.spots
    deck = random.choice(sorted(match.table.decks))
    spot = random.choice(spots).name
    if random.random() < 0.3:
        return ["lay_back", spot, deck]
    return ["lay", str(random.choice(match.table.decks[deck])), spot]


def _held(match: Match, seat: Seat, random: Random) -> list[str]:
    """What a seat holds as far as the notes know, or some card."""
    piles = [p for p in match.state.piles.values() if p.owner == seat and p.shape is Shape.HAND]
    held = [str(piece) for pile in piles for piece in pile.pieces]
    return held or [str(random.choice(next(iter(match.table.decks.values()))))]


def _host(match: Match, random: Random) -> Step:
    """A correction, or leave for a play that was refused."""
    deck, pieces = next(iter(match.table.decks.items()))
    piles = [p.key for p in match.seen(PUBLIC).piles.values() if any(slot.deck == deck for slot in p.slots)]
    pile, piece = random.choice(sorted(piles)), str(random.choice(pieces))
    move = ["host", HostAct.MOVE_PIECE.value, {"piece": piece, "pile": pile, "reason": "It lay there."}]
    return random.choice((move, ["host", HostAct.ACCEPT_IRREGULAR.value, {"reason": "We agreed."}]))
