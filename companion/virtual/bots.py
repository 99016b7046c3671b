"""Bots: players that act through the virtual table, so that everything they do is seen by the camera.

A bot reads its own seat's packet and nothing else of the match, holds its own cards of the virtual table, lays them
down as a person would, and taps only what cannot be done by hand.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Set
from concurrent.futures import Future, wait
from random import Random

from companion.machine.fault_places import fault_facts
from companion.players.aside import Minds
from companion.referee.inbox import Inbox, Tapped
from companion.telling.board import Played
from companion.telling.episodes.wording import decided
from companion.telling.publish import Publisher
from companion.values.verdicts import Verdict
from companion.virtual.bodies import Bodies
from companion.virtual.dealer import Dealer
from companion.virtual.figures import Figures
from companion.virtual.own_player import own_answer
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.packets import Asked, Packet
from rules.engine.questions import Laid, Moved, Option, Stood, Taken
from rules.engine.recall import Recall
from rules.engine.sampling import without_rare
from rules.engine.types import PUBLIC, PieceId, Seat, Shape, State
from rules.outside import FAULTS

log = logging.getLogger("companion.bots")
THINK_S = 1.6
CHORE_S = 0.6
REPLY_S = 4.0  # how long the referee may take to answer a tap
AGAIN_S = 10.0  # an answer that was noted and forgotten by a pause is given again after this
ASIDE = "aside"
"""Off the mat, until the dealer puts it where it belongs."""
A_LOOK_S, A_WORD_S = 1.5, 0.3  # how long it takes to see that something is decided, and to read a word of it
LONGEST_S = 15.0  # that anybody is waited for who reads
PATIENCE_S = 6.0  # how long the camera may take to read a gesture before the bot taps instead
LOST_S = 20.0  # how long a bot that has nothing of what it is asked for waits before it says any of it


class Bots(threading.Thread):
    """One thread that moves for every seat that a bot plays, and for the dealer."""

    def __init__(
        self,
        table: VirtualTable,
        dealer: Dealer,
        look: Callable[[frozenset[Seat]], Played | None],
        publisher: Publisher,
        inbox: Inbox,
        playing: Callable[[], frozenset[Seat]],
        chores: Callable[[], bool],
        random: Random,
        speed: float,
        alike: Set[str] = frozenset(),
        pauses: float = 1.0,
        minds: Minds | None = None,
    ):
        super().__init__(name="companion-bots", daemon=True)
        self._table = table
        self._dealer = dealer
        self._look = look
        self._publisher = publisher
        self._inbox = inbox
        self._playing = playing
        self._chores = chores
        self._random = random
        self._speed = speed
        self.pauses = pauses  # how long they are, as a share of the relaxed ones; changed from any thread
        self.minds = minds  # how its players think; None: they play by chance, or as their game says
        self._read = -1  # up to which version people have had the time to read
        self._bodies = Bodies(table, alike)
        self._ended = threading.Event()
        self._lost: dict[Seat, tuple[int, float]] = {}  # at which version a bot can do nothing, and since when
        self._answered: dict[Seat, tuple[int, float]] = {}  # at which version each has tapped last, and when

    def stop(self) -> None:
        """Ends the thread and waits for it."""
        self._ended.set()
        if self.is_alive():
            self.join(timeout=5.0)

    def run(self) -> None:
        while not self._ended.is_set():
            serial = self._publisher.serial
            try:
                if self._step():
                    continue
            except FAULTS as error:  # a bot that stumbles must not end the others' evening
                log.error("a bot failed %s", fault_facts(error))
            self._await_news(serial)

    def _step(self) -> bool:
        """One chore or one move; whether there was anything to do."""
        self._let_read()
        if self._chores() and self._dealer.next_chore():
            self._pause(CHORE_S)
            return True
        return self._move()

    def _await_news(self, serial: int) -> None:
        self._publisher.wait_for(lambda: self._publisher.serial > serial or self._ended.is_set(), 0.25)

    def _pause(self, base_s: float) -> None:
        if self._speed < 100:
            self._ended.wait(base_s * self.pauses / self._speed)

    def _let_read(self) -> None:
        """Whoever watches has the time to read how a trick or a round has ended, before anything goes on."""
        seen = self._look(frozenset())
        if seen is None or seen.board.public.version == self._read:
            return
        self._read = seen.board.public.version
        lines = decided(seen.board.voice, seen.board.public)
        if lines:
            self._pause(min(LONGEST_S, A_LOOK_S + A_WORD_S * sum(len(line.split()) for line in lines)))

    def _move(self) -> bool:
        playing = self._playing()
        seen = self._look(playing)
        if seen is None or seen.board.around.paused or seen.board.needs_hands:  # cards are the dealer's part
            return False
        for seat in sorted(playing):
            packet = seen.handouts[seat].packet
            if packet.question is None or not packet.question.yours or self._has_answered(seat, packet.version):
                continue
            if not self._speaks(seat, packet, packet.question, playing):
                continue
            if packet.question.dice:
                return self._roll(seat, packet.version, packet.question.dice)
            if not packet.question.seats:
                continue
            option = self._choose(seat, packet, seen.handouts[seat].recall)
            if option is None:
                if self._says_something(seat, packet, packet.question):
                    return True
                continue
            if not self._dealer.camera_caught_up():
                return False
            self._pause(THINK_S)
            latest = self._look(frozenset((seat,)))
            if latest is None or latest.handouts[seat].packet.version != packet.version or latest.board.around.paused:
                return True
            if seat not in self._playing():  # a person has sat down there meanwhile
                return True
            self._carry_out(seat, packet, option)
            return True
        return False

    def _speaks(self, seat: Seat, packet: Packet, question: Asked, playing: frozenset[Seat]) -> bool:
        """Whether this bot is the one to answer. Of what the players do as a group, where any may, that is the one who
        leads; where nobody does, it is left to the people, and among bots alone the first one speaks. Of what each may
        do at will that is the next one only: with people among them it waits for these."""
        if (one := question.lead if question.next_up is None else question.next_up) is not None:
            return seat == one
        if question.seats and not question.open:
            return True
        among = question.seats or packet.state.seats
        if any(other not in playing for other in among):
            return False
        return seat == min(among)

    def _has_answered(self, seat: Seat, version: int) -> bool:
        """Whether this was answered, and only noted: the table has not moved on yet."""
        answered = self._answered.get(seat)
        if answered is None or answered[0] != version:
            return False
        return time.monotonic() - answered[1] < AGAIN_S / max(1.0, min(self._speed, 10.0))

    def _says_something(self, seat: Seat, packet: Packet, question: Asked) -> bool:
        """Where the cards on the table are not those of the notes, so that a bot has nothing of what it is asked for,
        it taps some answer after a while, one that names no card if there is such: no match stands still for it."""
        version, since_s = self._lost.get(seat, (-1, 0.0))
        now_s = time.monotonic()
        if version != packet.version:
            self._lost[seat] = (packet.version, now_s)
            return False
        allowed = [o for o in question.options if o.refusal is None]
        if not allowed or now_s - since_s < LOST_S / max(1.0, min(self._speed, 10.0)):
            return False
        self._lost[seat] = (packet.version, now_s)  # it may be refused, and is then tried again after as long
        named_none = [o for o in allowed if o.piece is None and o.claim is None]
        self._tap(seat, packet.version, self._random.choice(named_none or allowed).key)
        return True

    def _roll(self, seat: Seat, version: int, sides: tuple[int, ...]) -> bool:
        """Throws the dice; if the camera cannot read them, says on the phone what they show."""
        self._pause(THINK_S)
        faces = self._dealer.throw()
        if not faces:
            return False
        has_pips = set(sides) == {6}  # of others the camera says nothing
        if not has_pips or not self._wait(seat, version, lambda seen: bool(seen.board.around.thrown)):
            self._tap(seat, version, "-".join(map(str, faces)))
        return True

    def _choose(self, seat: Seat, packet: Packet, recall: Recall | None = None) -> Option | None:
        assert packet.question is not None
        held = {b.piece for b in self._table.hand(seat)}
        allowed = [o for o in packet.question.options if o.refusal is None]
        allowed = [o for o in allowed if o.claim is None or not held & o.claim.none_of]  # a bot does not lie
        allowed = [o for o in allowed if self._can(seat, packet, o)]
        named = {o.blind_key for o in allowed if o.blind_key != o.key}
        allowed = [o for o in allowed if o.key not in named]  # it says which card it is where the table knows it
        allowed = [o for o in allowed if o.obvious or not o.grave] or allowed  # it gives no match up by chance
        seen = self._look(frozenset())
        if seen is not None and allowed:
            if (thought := self._thought(packet, recall, allowed)) is not None:
                return thought
            game = seen.board.voice.game
            if (chosen := own_answer(game.bots.bot, packet.seen, tuple(allowed))) is not None:
                return chosen
            allowed = without_rare(game, allowed, self._random.randrange)
        return self._random.choice(allowed) if allowed else None

    def _thought(self, packet: Packet, recall: Recall | None, allowed: list[Option]) -> Option | None:
        """What a player answers that thinks; None where it leaves it to chance."""
        if self.minds is None:
            return None
        return self.minds.choose(packet.seen, tuple(allowed), recall, self._random, self._ended.is_set, packet.question)

    def _can(self, seat: Seat, packet: Packet, option: Option) -> bool:
        """Whether the bot has what the option speaks of: the card in its hand, or lying where it may touch it."""
        gesture, piece = option.gesture, option.piece
        if piece is None:
            return not isinstance(gesture, Laid) or gesture.face_up or self._hidden(seat, gesture) is not None
        body = self._body(seat, piece, option.pile, packet.state)
        if body.hand is not None:
            return body.hand == seat or not (option.pile or isinstance(gesture, Laid))
        if option.pile:
            spot = packet.state.pile(option.pile).spot
            return spot is not None and body in self._table.at(spot)
        if isinstance(gesture, Laid):  # its own card lying there, or one that lies open, on the mat or in the box
            return body.face_up or body in self._table.at(gesture.spot) or _is_in_the_box(packet.state, piece)
        return True

    def _body(self, seat: Seat, piece: PieceId, pile: str, state: State) -> Body:
        """The piece that an option names; of look-alikes one that the bot holds, where it is to come from its hand."""
        bodies = self._bodies
        body = bodies.find(piece, state)
        if not bodies.is_alike(body):
            return body
        if pile and state.pile(pile).shape is Shape.HAND:
            held = [b for b in self._table.hand(seat) if b.deck == body.deck and b.piece.kind == piece.kind]
            return held[0] if held else body
        if not (body.on_mat and body.face_up):
            return body
        spots = (s.name for s in self._table.layout.spots if self._table.lies_on(body, s.name))
        return next((self._lying(spot, piece)[-1] for spot in spots), body)  # the topmost of its stack

    def _lying(self, spot: str, piece: PieceId) -> list[Body]:
        """This piece on a spot, or all that look like it, the lowest first."""
        alike = self._bodies.is_alike(self._table.find(piece))
        return [b for b in self._table.at(spot) if b.piece == piece or (alike and b.piece.kind == piece.kind)]

    def _hidden(self, seat: Seat, gesture: Laid) -> Body | None:
        """The card that a bot lays face-down without a name: one lying open there, to be turned over, or a held one."""
        fits = [b for b in self._table.at(gesture.spot) if b.face_up and gesture.deck in ("", b.deck)]
        held = [b for b in self._table.hand(seat) if gesture.deck in ("", b.deck)]
        return fits[-1] if fits else held[0] if held else None

    def _carry_out(self, seat: Seat, packet: Packet, option: Option) -> None:
        if self._gesture(seat, option, packet.state):
            moved_on = self._wait(seat, packet.version, lambda seen: seen.handouts[seat].whisper.meant is not None)
            if moved_on:
                return
        self._tap(seat, packet.version, option.key)

    def _wait(self, seat: Seat, version: int, asked: Callable[[Played], bool]) -> bool:
        """Waits for the camera: True when the match has moved on, False when this seat is `asked` or nothing came."""

        def settled() -> bool:
            seen = self._look(frozenset((seat,)))
            if seen is None or self._ended.is_set():
                return True
            return asked(seen) or seen.handouts[seat].packet.version != version

        until_s = time.monotonic() + PATIENCE_S
        while not settled() and time.monotonic() < until_s:
            self._publisher.wait_for(settled, 0.25)  # the end of the program publishes nothing: look again and again
        seen = self._look(frozenset((seat,)))
        return seen is not None and seen.handouts[seat].packet.version != version

    def _gesture(self, seat: Seat, option: Option, state: State) -> bool:
        """Does an option with the hands; whether there is something in it that the camera can see."""
        table = self._table
        match next(iter(option.ways), None):
            case Laid(spot, piece, face_up) as laid:
                named = option.piece or (piece if isinstance(piece, PieceId) else None)
                body = self._hidden(seat, laid) if named is None else self._body(seat, named, option.pile, state)
                if body is None or body.away:
                    return False
                table.lay(body.ident, spot, face_up)
                laid_there = table.find(body.piece)
                under = [b for b in table.at(spot) if b.ident != body.ident and not b.face_up and b.deck == body.deck]
                at = (laid_there.x_mm, laid_there.y_mm)
                return face_up or not any((b.x_mm, b.y_mm) == at for b in under)
            case Moved(piece, from_spot, to_spot):
                there = self._lying(from_spot, piece) or [table.find(piece)]
                table.shift(from_spot, to_spot, there[-1].ident)
                return True
            case Taken(spot, piece):
                lying = self._lying(spot, piece) if isinstance(piece, PieceId) else list(table.at(spot))
                if lying and self._bodies.is_alike(lying[-1]) and table.layout.spot(spot).seat is None:
                    table.put_into(ASIDE, [lying[-1].ident])
                elif lying:
                    table.take(lying[-1].ident, self._owner_of(spot, seat))
                return bool(lying)
            case Stood(changes):
                return self._stand(seat, dict(changes))
        return False

    def _stand(self, seat: Seat, changes: Mapping[str, str]) -> bool:
        """Moves figures as they stand after a move: what leaves a field goes to one where its side comes, what finds
        none was taken."""
        table, figures = self._table, Figures(self._table)
        leaving = {cell: list(table.at(cell)) for cell, side in changes.items() if not side}
        coming = [cell for cell, side in changes.items() if side]
        own = [cell for cell in leaving if self._is_own(seat, leaving[cell])]
        if len(own) != len(coming) or not own:
            return False
        for cell in leaving.keys() - set(own):
            for body in leaving[cell]:
                figures.put_aside(body.ident, seat)
        for cell, to in zip(own, reversed(coming), strict=True):  # pieces that castle pass each other
            place = table.layout.spot(to)
            figures.stand(leaving[cell][-1].ident, place.x_mm, place.y_mm, seat)
        return True

    def _is_own(self, seat: Seat, bodies: list[Body]) -> bool:
        """Whether figures are of the side that a seat plays, as the board shows it."""
        seen = self._look(frozenset())
        draw = None if seen is None else seen.board.voice.game.screens.board
        if seen is None or draw is None or not bodies:
            return False
        fields = draw(seen.board.public.state).fields
        return any(field.owner == seat and bodies[-1].piece in field.pieces for field in fields)

    def _owner_of(self, spot: str, seat: Seat) -> Seat:
        owner = self._table.layout.spot(spot).seat
        return seat if owner is None else Seat(owner)

    def _tap(self, seat: Seat, version: int, key: str) -> None:
        reply: Future[Verdict] = Future()
        self._inbox.put(Tapped(seat, key, version, "", reply))
        done, _ = wait([reply], REPLY_S)
        if done and reply.result().ok:
            self._answered[seat] = (version, time.monotonic())


def _is_in_the_box(state: State, piece: PieceId) -> bool:
    """Whether everybody knows that a piece lies off the mat, in nobody's hand."""
    place = state.where(piece)
    pile = None if place is None else state.pile(place)
    return pile is not None and pile.spot is None and pile.shape is not Shape.HAND and PUBLIC in pile.readers
