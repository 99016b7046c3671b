"""Bots: players that act through the virtual table, so that everything they do is seen by the camera.

A bot reads its own seat's packet and nothing else of the match, holds its own cards of the virtual table, lays them
down as a person would, and taps only what cannot be done by hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Set
from random import Random

from companion.players.aside import Minds
from companion.referee.inbox import Inbox
from companion.telling.board import Played
from companion.telling.publish import Publisher
from companion.virtual.bodies import Bodies
from companion.virtual.dealer import Dealer
from companion.virtual.deciding import THINK_S, Deciding
from companion.virtual.figures import Figures
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.packets import Packet
from rules.engine.questions import Laid, Moved, Option, Stood, Taken
from rules.engine.types import PUBLIC, PieceId, Seat, Shape, State

CHORE_S = 0.6
ASIDE = "aside"
"""Off the mat, until the dealer puts it where it belongs."""
PATIENCE_S = 6.0  # how long the camera may take to read a gesture before the bot taps instead


class Bots(Deciding):
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
        super().__init__(look, publisher, inbox, playing, random, speed, pauses, minds)
        self._table = table
        self._dealer = dealer
        self._chores = chores
        self._bodies = Bodies(table, alike)

    def _chore(self) -> bool:
        done = self._chores() and self._dealer.next_chore()
        if done:
            self._pause(CHORE_S)
        return done

    def _is_ready(self) -> bool:
        return self._dealer.camera_caught_up()

    def _held(self, seat: Seat, packet: Packet) -> set[PieceId]:
        return {b.piece for b in self._table.hand(seat)}

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


def _is_in_the_box(state: State, piece: PieceId) -> bool:
    """Whether everybody knows that a piece lies off the mat, in nobody's hand."""
    place = state.where(piece)
    pile = None if place is None else state.pile(place)
    return pile is not None and pile.spot is None and pile.shape is not Shape.HAND and PUBLIC in pile.readers
