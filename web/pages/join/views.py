"""What taking a seat needs: a wish that may wait for a button or the host, hand-overs, and the host's list of people.

No packet and no view for anybody but the host carries the code to join. A token or secret is in no view at all; the
secret of a hand-over goes to the host who asked for it, once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import msgspec

from web.views import Joined, JoinView, JoinWay, Reply, Session


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to sit down. `also`: the seats that this phone has are kept. The session decides what comes of it."""

    name: str
    seat: int
    code: str = ""
    also: bool = False


class ClaimState(Enum):
    """How a wish stands."""

    BUTTON = "button"  # the seat's button has to be pressed
    AGAIN = "again"  # once more: the seat has a phone already
    WRONG = "wrong"  # that was another seat's button
    HOST = "host"  # the host has to let this phone in
    GRANTED = "granted"  # to be collected now
    DENIED = "denied"  # the host has said no
    LATE = "late"  # nobody pressed in time


@dataclass(frozen=True)
class ClaimView:
    """A wish that waits, for the phone that has it: how it stands, in a sentence too. `left_s`: seconds until it
    ends."""

    seat: int
    name: str
    state: ClaimState
    sentence: str
    left_s: int


@dataclass(frozen=True)
class SeatName:
    """A seat of one's own."""

    seat: int
    name: str


@dataclass(frozen=True)
class MeView:
    """Who this phone is: the seat that it shows and all that it has. `venue`: the name of the venue that is told how
    matches end, empty without one; `told`: it may have the name of whoever sits here."""

    seat: int | None
    seats: tuple[SeatName, ...]
    host: bool
    venue: str = ""
    told: bool = False


class PhoneState(Enum):
    """What is known of the phone of a seat."""

    NONE = "none"
    HERE = "here"  # a page of it is open
    ASLEEP = "asleep"


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """A seat for the host. `phone` numbers the phones, so that seats of the same one are seen to belong together (0:
    none); `seen_s`: seconds since it was heard of."""

    seat: int
    name: str
    bot: bool
    state: PhoneState
    phone: int = 0
    seen_s: int = 0
    host: bool = False
    locked: bool = False
    claim: str = ""  # the name of whoever wants this seat now


@dataclass(frozen=True, kw_only=True)
class ClaimRow:
    """A phone that waits to be let in. `number` names it in commands; `taken`: the seat has another phone."""

    number: int
    seat: int
    name: str
    state: ClaimState
    taken: bool
    left_s: int


@dataclass(frozen=True, kw_only=True)
class PeopleView:
    """The host's list of seats and people. `code` lets phones join: for the host's eyes."""

    seats: tuple[SeatRow, ...]
    claims: tuple[ClaimRow, ...]
    way: JoinWay
    code: str
    locked: bool
    wrong_codes: int  # how many wrong ones were tried since the code was made
    wifi: bool = False  # the settings name a Wi-Fi
    wifi_shown: bool = False


class PeopleAct(Enum):
    """The closed list of what a host may do with people."""

    ADMIT = "admit"  # number: the phone that waits gets its seat
    DENY = "deny"  # number
    FREE = "free"  # seat: nobody holds it any more
    KICK = "kick"  # seat: the phone that holds it is signed off, with all its seats
    GIVE = "give"  # seat goes to the phone that holds the seat `to`, which keeps its own; `value`: the name there
    RENAME = "rename"  # seat, value
    LOCK = "lock"  # no new phones; with a seat: not for this one
    UNLOCK = "unlock"
    NEW_CODE = "new_code"
    SHOW_WIFI = "show_wifi"
    HIDE_WIFI = "hide_wifi"


class PeopleCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One act with what it needs."""

    act: PeopleAct
    seat: int | None = None
    to: int | None = None
    number: int | None = None
    value: str = ""


@dataclass(frozen=True)
class HandOver:
    """A link for one other phone, to be used once: `address` and what stands behind its #, which no server and no log
    is ever sent, and how long it can be used."""

    seat: int
    address: str
    secret: str
    left_s: int


class JoiningPort(Protocol):
    """Everything about who sits where. Every call is safe from any thread."""

    def session(self, token: str) -> Session | None: ...
    def open_session(self) -> Joined: ...  # a spectator's
    def become_host(self, session: Session, token: str, pin: str) -> Joined | Reply: ...
    def join(self, session: Session, token: str, wish: JoinWish) -> Joined | ClaimView | Reply: ...
    def join_view(self, session: Session) -> JoinView: ...
    def claim(self, session: Session, token: str) -> ClaimView | None: ...
    def collect(self, session: Session, token: str) -> Joined | Reply: ...  # what was granted, under a new token
    def cancel_claim(self, session: Session, token: str) -> Reply: ...
    def take_over(self, session: Session, token: str, secret: str) -> Joined | Reply: ...
    def leave(self, token: str) -> bool: ...
    def me(self, session: Session) -> MeView: ...
    def tell_name(self, session: Session, told: bool) -> Reply: ...  # to the venue
    def seat_guest(self, session: Session, seat: int, name: str) -> Reply: ...  # somebody without a phone
    def ask_for_room(self, session: Session) -> Reply: ...  # where every seat is taken
    def switch_seat(self, session: Session, token: str, seat: int) -> Reply: ...
    def people_view(self, session: Session) -> PeopleView: ...
    def people(self, session: Session, command: PeopleCommand) -> Reply: ...
    def hand_over(self, session: Session, seat: int) -> HandOver | Reply: ...
