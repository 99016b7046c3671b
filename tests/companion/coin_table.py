"""War Chest on the virtual table with a camera that sees what lies uppermost, without any picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from companion.reading.tags import back_code
from companion.telling.board import Board
from companion.virtual.bodies import Bodies
from companion.virtual.bots import Bots
from companion.virtual.dealer import Dealer
from companion.virtual.laying_out import deck_homes, last_owners, seat_up
from companion.virtual.places import inside
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat, Shape
from tests.companion.evening import Evening
from tests.companion.war_chest_table import WAR_CHEST
from vision.types import ChangeKind, Presence, Side, TableChange, Tag
from web.pages.host.views import HostAct


class CoinTable:
    """An evening, its virtual table, dealer and bots, and the camera."""

    def __init__(self, position: Position | None = None, seed: int = 3, patience_s: float = 0.0):
        self.evening = Evening(WAR_CHEST, position, patience_s=patience_s)
        match, voice = self.evening.match, self.evening.voice
        self.virtual = VirtualTable(WAR_CHEST.slug, match.table.decks, voice.layout, voice.faces, Random(seed))
        self._spots: dict[tuple[float, float], str | None] = {}  # what was worked out once
        start = Match(WAR_CHEST, Header(WAR_CHEST.slug, 2)).state
        seat_up(self.virtual, match.state, deck_homes(start), last_owners(match))
        self.dealer = Dealer(
            self.virtual,
            lambda: self.evening.outlet.underside,
            self.evening.inbox,
            lambda piece: piece,
            lambda: self.evening.now_s,
            Random(seed),
            match.state,
            WAR_CHEST.box.alike,
        )
        self.look()

    @property
    def board(self) -> Board | None:
        return self.evening.outlet.board

    def bots(self, playing: frozenset[Seat], seed: int = 1) -> Bots:
        return Bots(
            self.virtual,
            self.dealer,
            self.evening.outlet.played,
            self.evening.publisher,
            self.evening.inbox,
            lambda: playing,
            lambda: True,
            Random(seed),
            100.0,
            WAR_CHEST.box.alike,
        )

    def spot_of(self, body: Body) -> str | None:
        place = (body.x_mm, body.y_mm)
        if place not in self._spots:
            self._spots[place] = next((s.name for s in self.virtual.layout.spots if inside(s, *place)), None)
        return self._spots[place]

    def look(self) -> None:
        """The camera sees the table as it lies now; what is covered it remembers as long as it is still there."""
        evening, bodies = self.evening, {b.ident: b for b in self.virtual.bodies()}
        top = {p.ident for p in self.virtual.scene().pieces}
        old = {(p.tag.payload, p.spot): p for p in evening.lying}
        now_s = evening.now_s = evening.now_s + 0.1
        found: list[Presence] = []
        changes: list[TableChange] = []
        for body in (b for b in bodies.values() if b.on_mat):
            spot, tag = self.spot_of(body), self.tag(body)
            known = old.get((tag.payload, spot))
            if body.ident not in top:
                found += [known] if known is not None and known not in found else []
                continue
            if known is None:
                was = next((p.spot for p in evening.lying if p.tag == tag and not tag.shared), None)
                kind = ChangeKind.PLACED if was is None else ChangeKind.MOVED
                changes.append(TableChange(kind, tag.payload, tag, spot, was, None, now_s))
                known = Presence(tag, None, 0.0, spot, now_s, now_s)
            found = [p for p in found if p.tag != tag or p.spot != spot] + [replace(known, seen_s=now_s)]
        still = {p.tag.payload for p in found}
        gone = [p for p in evening.lying if p.tag.payload not in still]
        changes += [TableChange(ChangeKind.GONE, p.tag.payload, p.tag, None, p.spot, None, now_s) for p in gone]
        evening.lying = found
        if changes:
            evening.see(*changes)

    def tag(self, body: Body) -> Tag:
        if body.face_up:
            return Tag(self.evening.front(body.piece), body.piece, Side.FRONT)
        return Tag(back_code(WAR_CHEST.slug, body.deck), body.deck, Side.BACK, shared=True)

    def work_off(self) -> None:
        """The referee works its inbox off."""
        while (message := self.evening.inbox.get(0.0)) is not None:
            self.evening.referee.handle(message)

    def undo(self) -> None:
        """The host takes the last answer back, and everybody agrees where they are asked."""
        assert self.evening.host(HostAct.UNDO).ok
        if self.evening.packet().consent is not None:
            self.evening.everybody_agrees()

    def settle(self, most: int = 300) -> None:
        """The dealer does everything that is to be done, and the camera sees it."""
        for _ in range(most):
            self.work_off()
            self.look()
            if not self.dealer.next_chore() and self.evening.inbox.get(0.0) is None:
                break
        self.work_off()
        self.look()

    def disagreements(self) -> list[str]:
        """Where the pieces lie otherwise than the notes say: kinds by place, and how many where nobody knows them."""
        state, table = self.evening.match.state, self.virtual
        bodies = Bodies(table, WAR_CHEST.box.alike)
        found: list[str] = []
        piles = [p for p in state.piles.values() if p.shape is not Shape.HAND]
        for pile in piles:
            decks = {s.deck for s in pile.slots}
            there = [b for b in table.bodies() if bodies.is_at(b, pile)]
            together = [p for p in piles if p.spot is not None and p.spot == pile.spot] or [pile]
            want = Counter(PieceId(s.piece).kind for p in together for s in p.slots if isinstance(s.piece, PieceId))
            have = Counter(b.piece.kind for b in there)
            if len(there) != sum(len(p) for p in together) or want - have:
                found.append(f"{pile.key} ({', '.join(sorted(decks))}): noted {dict(want)}, lying {dict(have)}")
        for seat in state.seats:
            hands = [p for p in state.piles.values() if p.shape is Shape.HAND and p.owner == seat]
            want = Counter(p.kind for hand in hands for p in hand)
            have = Counter(b.piece.kind for b in table.hand(seat))
            if len(table.hand(seat)) != sum(map(len, hands)) or want - have:
                found.append(f"hand of {seat}: noted {dict(want)}, held {dict(have)}")
        return found
