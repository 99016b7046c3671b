"""What the host may do to the match, and what the page offers for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Choice, Packet, Reply, Session


class HostAct(Enum):
    """The closed list of what a host may do. Everything is recorded with its reason."""

    UNDO = "undo"  # take back the last answer, all since the only person's last one, or everything after entry `number`
    PAUSE = "pause"
    RESUME = "resume"
    MOVE_PIECE = "move_piece"  # piece, pile
    NAME_CARD = "name_card"  # pile, piece
    SET_TRACK = "set_track"  # track, value
    SET_TURN = "set_turn"  # seat
    ACCEPT_IRREGULAR = "accept_irregular"  # accept the play that was just refused
    END_MATCH = "end_match"
    REDEFINE = "redefine"  # value: the text of the file that makes the game; the maker says it
    NEW_MATCH = "new_match"  # only after the end
    ADOPT_TAG = "adopt_tag"  # value (the payload), piece (a key of `adoptable`): this tag now stands for that
    BOTS = "bots"  # value: off, fill or all
    DEAL_BACK = "deal_back"  # the card that went last over the reader box does not count
    DEAL_UNREAD = "deal_unread"  # the next card goes out although the reader box cannot read it
    DEAL_REST = "deal_rest"  # the cards that are left were dealt without the reader box
    WINDOW_LIMIT = "window_limit"  # value: seconds until whoever has not reacted passes; 0: the table waits
    AGREE_FOR = "agree_for"  # seat (one without a phone), number (of the proposal): it agrees, aloud
    REFUSE_FOR = "refuse_for"  # the same: it does not
    WITHDRAW = "withdraw"  # the proposal is dropped
    TELL = "tell"  # value: the answer to what the table itself is asked (a key of `tellable`, or "lots")


class HostCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One host act with what it needs; unused fields stay empty."""

    act: HostAct
    reason: str = ""
    number: int | None = None
    seat: int | None = None
    pile: str = ""
    piece: str = ""
    track: str = ""
    value: str = ""


@dataclass(frozen=True)
class EntryView:
    """One line of the journal for the host: number, what it was in public words, whether it was undone."""

    number: int
    text: str
    undone: bool


@dataclass(frozen=True, kw_only=True)
class HostView:
    """What the host page offers. Public knowledge only: being host is a permission, not a viewpoint."""

    piles: tuple[Choice, ...]
    pieces: tuple[Choice, ...]  # the game's full list of pieces (not where they are)
    tracks: tuple[Choice, ...]
    entries: tuple[EntryView, ...]
    unknown_tags: tuple[str, ...]  # payloads seen that nobody registered
    refused_play: str  # the play that was just refused, in words; empty if none
    bots: str  # off, fill or all
    people_only: bool = False  # bots take free seats only where the host lets them
    undo_of: int | None = None  # the only person's seat, to whose last decision an undo goes back; None: one step
    dealing: bool = False  # cards are being dealt over the reader box
    adoptable: tuple[Choice, ...] = ()  # what an unknown tag can stand for: backs of decks, and pieces
    window_limit_s: int = 0  # 0: the table waits for every reaction
    stopped: str = ""  # where the game has a fault, for its author; empty while it has none
    tellable: tuple[Choice, ...] = ()  # what hands did or lots brought: whoever sees it may say it


class HostPort(Protocol):
    """What the page may ask of the match. Every call is safe from any thread."""

    def host_view(self, session: Session) -> HostView: ...
    def host(self, session: Session, command: HostCommand) -> Reply: ...
    def packet_at(self, session: Session, number: int) -> Packet | None: ...  # the public table after entry n
