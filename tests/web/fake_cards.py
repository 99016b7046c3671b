"""The cards of the table in memory: where they lie, who sees them, and how they are moved on the virtual table."""

from __future__ import annotations

import secrets
import threading

from tests.web.fake_scene import ALLIES, HANDS, Card, face, history, secret, spots
from web.pages.seat.views import HandLook, HintLook
from web.pages.virtual.views import VirtualAct, VirtualMove, VirtualPiece, VirtualScene
from web.views import CardView, Face, PileView, PlayerView, Reply, Session


class FakeCards:
    """See `VirtualPort`. `photos`, `named` and `moves`: what was asked of it."""

    lock: threading.RLock
    players: list[PlayerView]
    version: int
    markers: bool

    def __init__(self) -> None:
        super().__init__()
        self.is_virtual = True
        self.cards: list[Card] = []
        self.moves: list[VirtualMove] = []
        self.photos: list[bytes] = []
        self.filmed: list[bytes] = []
        self.hand_seen = HandLook(reply=None)
        self.hinted: list[int | None] = []
        self.hint_seen = HintLook(reply=Reply(False, "I have no opinion here.", 41), version=41)
        self.named: list[tuple[int | None, tuple[str, ...]]] = []

    def publish(self) -> None:
        """A new version to every feed."""
        raise AssertionError("the table does that")

    def _lay_cards(self) -> None:
        rows = [(f"hand/{s}", text, False) for s, text in enumerate(HANDS)]
        rows += [(f"allies/{s}", text, True) for s, text in enumerate(ALLIES)]
        rows += [("meeting/1", "wisdom-7", True), ("meeting/2", "wisdom-6", True)]
        rows += [("meeting/3", "power-9", False), ("discard", "love-4", True)]
        for pile, text, up in rows:
            used = {card.face.piece for card in self.cards}
            for piece in text.split():
                if piece not in used:
                    self.cards.append(Card(face(piece), pile, up, secrets.token_hex(6)))
        self.cards.append(Card(history(), "history", True, secrets.token_hex(6)))
        self.cards[0].known_to_all = True

    def _place(self) -> None:
        where = {spot.name: spot for spot in spots()}
        for name, spot in where.items():
            for index, card in enumerate(self.of(name)):
                step = 58 if name.startswith("allies") else 2
                card.x_mm = spot.x_mm + index * step - (90 if step == 58 else 0)
                card.y_mm, card.layer = spot.y_mm, index + 1

    def of(self, pile: str) -> list[Card]:
        """The cards of one pile, in order."""
        return [card for card in self.cards if card.pile == pile]

    def _card(self, card: Card, seat: int | None) -> CardView:
        owner = int(card.pile.partition("/")[2] or -1)
        shown = card.face_up or card.known_to_all or owner == seat
        found: Face | None = card.face if shown else None
        if found is not None and self.markers and not (card.face_up or card.known_to_all):
            found = secret(found, owner)
        return CardView(found, card.face_up, card.known_to_all)

    def _pile(self, key: str, label: str, shape: str, owner: int | None, seat: int | None) -> PileView:
        views = tuple(self._card(card, seat) for card in self.of(key))
        short = label.partition(" of ")[0] if owner is not None else ""
        return PileView(key=key, label=label, shape=shape, owner=owner, count=len(views), cards=views, short=short)

    def _piles(self, seat: int | None) -> tuple[PileView, ...]:
        hidden = tuple(CardView(None, False) for _ in range(1))
        found = [
            self._pile("history", "History", "row", None, seat),
            self._pile("discard", "Discard", "stack", None, seat),
            PileView(key="deck", label="History deck", shape="stack", owner=None, count=8, cards=hidden),
        ]
        for player in self.players:
            number, name = player.seat, player.name
            found.append(self._pile(f"meeting/{number}", f"{name} plays", "slot", number, seat))
            found.append(self._pile(f"allies/{number}", f"Allies of {name}", "row", number, seat))
            found.append(self._pile(f"hand/{number}", f"Hand of {name}", "hand", number, seat))
        return tuple(found)

    def hand_look(self, session: Session, picture: bytes) -> HandLook:
        self.filmed.append(picture)
        return self.hand_seen

    def hint(self, session: Session) -> HintLook:
        self.hinted.append(session.seat)
        return self.hint_seen

    def hand_photo(self, session: Session, picture: bytes) -> Reply:
        self.photos.append(picture)
        return Reply(True, "Seven cards of your hand are known now.", self.version)

    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply:
        self.named.append((session.seat, pieces))
        return Reply(True, "Those are known now.", self.version)

    def virtual_scene(self, session: Session) -> VirtualScene | None:
        if not self.is_virtual:
            return None
        with self.lock:
            found = []
            for card in self.cards:
                view, in_hand = self._card(card, session.seat), card.pile == f"hand/{session.seat}"
                if card.pile.startswith("hand/") and not in_hand:
                    continue
                shown = view.face if card.face_up or in_hand else None
                found.append(
                    VirtualPiece(
                        handle=card.handle,
                        x_mm=card.x_mm,
                        y_mm=card.y_mm,
                        angle_deg=card.angle_deg,
                        face_up=card.face_up,
                        face=shown,
                        in_hand=in_hand,
                        width_mm=63,
                        height_mm=88,
                        layer=card.layer,
                    )
                )
            return VirtualScene(
                version=self.version,
                width_mm=900,
                height_mm=600,
                spots=spots(),
                pieces=tuple(found),
            )

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        with self.lock:
            self.moves.append(move)
            card = next((c for c in self.cards if c.handle == move.handle), None)
            if move.act in (VirtualAct.PUT, VirtualAct.TAKE) and card is None:
                return Reply(False, "That piece is not on the table.", self.version)
            if card is not None and move.act is VirtualAct.PUT:
                card.pile, card.face_up = "table", move.face_up
                card.x_mm, card.y_mm, card.angle_deg = move.x_mm, move.y_mm, move.angle_deg
                card.layer = max(c.layer for c in self.cards) + 1
            elif card is not None and session.seat is not None:
                card.pile, card.face_up = f"hand/{session.seat}", False
        self.publish()
        return Reply(True, "Done.", self.version)
