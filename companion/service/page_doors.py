"""The composition root of the pages' door: what it needs of the service, as plain functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

from companion.camera.phone_eye import PhoneEye
from companion.camera.spot_files import SpotFiles
from companion.doors.games_door import GamesDoor
from companion.doors.host_door import HostDoor
from companion.doors.host_office import Office
from companion.doors.kept_door import KeptDoor
from companion.doors.lookup import Lookup, sticker_hosts
from companion.doors.maker_door import MakerDoor
from companion.doors.maker_pictures import PicturesDoor
from companion.doors.match_door import MatchDoor, SeatNotes
from companion.doors.office_door import OfficeDoor
from companion.doors.people_door import PeopleDoor
from companion.doors.replies import Replies
from companion.doors.setup_doors import CameraDoor, EyeDoor, LooksDoor, PiecesDoor, PrintsDoor, SpotsDoor
from companion.doors.shelf_door import ShelfDoor
from companion.doors.wiring_door import WiringDoor
from companion.doors.wizard_door import WizardDoor
from companion.machine.own_wifi import ADDRESS, OwnWifi
from companion.machine.shutdown import Ending
from companion.past.look_again import LookingAgain
from companion.past.replays import Replays
from companion.people.consents import Consents
from companion.people.presence import Presence
from companion.players.aside import Minds
from companion.prints.ground import PrintGround
from companion.reading.tags import piece_in_front
from companion.service.called_match import CalledMatches
from companion.service.parts import Parts
from companion.shelf.pictures import Pictures
from companion.shelf.sharing import Sharing
from companion.shelf.shelf import OwnersShelf
from companion.sticks.keeper import Sticks
from companion.values.strength import Strength
from companion.virtual.virtual_port import VirtualPort
from rules import games
from vision import TagRegistry, VisionError, read_photo
from vision.faces.close_up import looks_in
from web import Pages, WebSettings
from web.views import GameLook, Role
from words import N_

_NO_CARD: Final = N_(
    "No card could be told in this picture: lay your cards apart from each other on a plain ground, all of them whole."
)


def lies_on_the_table(parts: Parts) -> bool:
    """Whether the mat has a place for anything: for pieces, or for dice. Else no page shows a table."""
    match = parts.keeper.match
    mat = parts.game.mat(match.header.seats, match.settings)
    return bool(mat.spots or mat.tray or mat.board)


def _match_door(parts: Parts, replies: Replies, presence: Presence, virtual: VirtualPort | None) -> MatchDoor:
    is_laid = lies_on_the_table(parts)
    return MatchDoor(
        replies=replies,
        publisher=parts.publisher,
        seating=parts.seating,
        presence=presence,
        notes=SeatNotes(parts.journal, lambda: parts.keeper.number),
        read_photo=lambda picture: parts.read_photo(picture, parts.tags.registry),
        front_of=lambda payload: piece_in_front(parts.tags.registry, payload),
        picture=lambda: parts.eye.snapshot() if parts.eye is not None and is_laid else None,
        virtual=virtual,
        handout=parts.outlet.handout,
        minds=Minds(parts.game, lambda: parts.keeper.match.header, lambda seat: Strength.THINKER),
    )


def _looking_again(parts: Parts) -> LookingAgain:
    past, publisher = parts.past, parts.publisher
    return LookingAgain(
        past.opened, past.is_over, lambda: parts.seating.hints, lambda: publisher.closed, parts.tongues.table
    )


def web_settings(parts: Parts, wifi: OwnWifi) -> WebSettings:
    """What the pages are told from outside."""
    config = parts.config
    return WebSettings(
        extra_hosts=(*config.web.extra_hosts, *sticker_hosts(parts.tags)),
        max_streams=config.web.max_streams,
        connections_per_address=config.web.connections_per_address,
        language=parts.tongues.table,
        portal=wifi.portal,
        portal_start=f"http://{ADDRESS}/",
    )


def make_pages(parts: Parts, office: Office, sticks: Sticks, wifi: OwnWifi, end: Callable[[Ending], None]) -> Pages:
    """What the pages may ask of a table whose parts are there."""
    outlet, game, config = parts.outlet, parts.game, parts.config
    replies = Replies(parts.inbox, lambda: outlet.board)
    virtual, is_laid = None, lies_on_the_table(parts)
    if parts.table is not None and parts.dealer is not None and is_laid:
        virtual = VirtualPort(parts.table, parts.dealer, lambda: outlet.board)
    presence = Presence(parts.clock)
    match = _match_door(parts, replies, presence, virtual)
    host = HostDoor(
        replies=replies,
        inbox=parts.inbox,
        pieces=parts.pieces,
        replays=Replays(game, parts.keeper.stored, lambda: outlet.board),
        set_bots=parts.bot_seats.choose,
        bots_mode=lambda: parts.bot_seats.mode,
        has_box=bool(config.camera.box_source),
    )
    doctor, shelf = OfficeDoor(replies, office, sticks, wifi, parts.sender), OwnersShelf(config.data.games_path)
    wanted, pictures = office.book.config.hardware.pin_map, Pictures(shelf)
    lobby = ShelfDoor(
        replies=replies,
        seating=parts.seating,
        office=office,
        game=game,
        seats=parts.keeper.match.header.seats,
        tell=parts.tell,
        end=end,
        is_called=lambda: parts.journal.outbox.is_called(parts.keeper.number),
    )
    if parts.sender is not None:
        parts.sender.calls = CalledMatches(
            shelf=lobby, journal=parts.journal, number=lambda: parts.keeper.number, clock=parts.clock
        )
    return Pages(
        match=match,
        people=_people(parts, replies, presence),
        host=host,
        office=doctor,
        wizard=WizardDoor(replies, office.first_run, parts.seating, sticks),
        past=parts.past,
        again=_looking_again(parts),
        lookup=_lookup(parts),
        pieces=PiecesDoor(replies, parts.pieces),
        looks=LooksDoor(replies, parts.card_looks),
        prints=_prints(parts, replies),
        camera=CameraDoor(replies, parts.camera),
        eye=EyeDoor(replies, _eyes(parts), lambda: parts.way_in.address),
        kept=KeptDoor(replies, parts.tally, parts.kept, parts.tell),
        wiring=WiringDoor(replies, parts.rig, parts.button_test, parts.clock, wanted),
        spots=_spots(parts, replies, end),
        doctor=doctor,
        games=GamesDoor(replies, shelf, parts.journal, game.slug),
        maker=_maker(parts, replies, shelf, pictures, host, end),
        pictures=PicturesDoor(replies, pictures),
        shelf=lobby,
    )


def _spots(parts: Parts, replies: Replies, end: Callable[[Ending], None]) -> SpotsDoor:
    match = parts.keeper.match
    return SpotsDoor(
        replies=replies,
        setup=parts.camera,
        files=SpotFiles(parts.config.data.path),
        game=replace(parts.game, placements=()),
        seats=match.header.seats,
        settings=match.settings,
        end=end,
    )


def _prints(parts: Parts, replies: Replies) -> PrintsDoor:
    match = parts.keeper.match
    ground = PrintGround(
        game=parts.game, seats=match.header.seats, settings=match.settings, copies=parts.journal.copies
    )
    return PrintsDoor(replies, ground, parts.pieces)


def _maker(
    parts: Parts,
    replies: Replies,
    shelf: OwnersShelf,
    pictures: Pictures,
    host: HostDoor,
    end: Callable[[Ending], None],
) -> MakerDoor:
    sharing, slug, address = Sharing(parts.clock), parts.game.slug, lambda: parts.way_in.address
    return MakerDoor(replies, shelf, parts.journal, slug, sharing, pictures, address, host.host, end)


def _people(parts: Parts, replies: Replies, presence: Presence) -> PeopleDoor:
    sender = parts.sender
    consents = Consents(parts.journal, parts.seating.holder, parts.config.venue.address)

    def venue() -> str:
        return "" if sender is None else sender.venue

    return PeopleDoor(replies, parts.inbox, parts.joining, presence, parts.way_in, consents, venue)


def _lookup(parts: Parts) -> Lookup:
    game, outlet, settings = parts.game, parts.outlet, parts.keeper.match.settings
    return Lookup(
        game,
        settings,
        parts.tags,
        lambda: outlet.board,
        outlet.handout,
        lambda voice: game.chapters(voice.words.language),
    )


def _eyes(parts: Parts) -> dict[Role, PhoneEye]:
    """The phones that are to look: above the table, below the glass of the reader box."""
    return {eye.role: eye for eye in (_phone_eye(parts), _box_eye(parts)) if eye is not None}


def _box_eye(parts: Parts) -> PhoneEye | None:
    """What lets a phone look up through the glass; None where there is no such box. Its pictures are shown nowhere."""
    if parts.box_phone is None:
        return None
    size = parts.config.camera.width, parts.config.camera.height
    return PhoneEye(parts.journal, parts.box_phone, parts.clock, lambda: None, size, Role.BOX)


def _phone_eye(parts: Parts) -> PhoneEye | None:
    """What lets a phone be the camera; None where another one is."""
    if parts.phone is None:
        return None
    size = parts.config.camera.width, parts.config.camera.height
    glance = (lambda: None) if parts.eye is None else parts.eye.glance
    return PhoneEye(parts.journal, parts.phone, parts.clock, glance, size)


def payloads_in(picture: bytes, known: Collection[str] = ()) -> tuple[str, ...]:
    """What the tags in a photograph say, in reading order, each once, then those of the cards that are told by their
    looks. `known`: what they may say, see read_photo; a registry may have looks."""
    if not isinstance(known, TagRegistry) or not known.looks:
        return tuple(dict.fromkeys(raw.payload for raw in read_photo(picture, payloads=known)))
    told: list[str] = []
    with suppress(VisionError):
        told += [raw.payload for raw in read_photo(picture, payloads=known)]
    with suppress(VisionError):
        tags = (known.of(look.piece, look.side) for look in looks_in(picture, known.looks))
        told += [tag.payload for tag in tags if tag is not None]
    if not told:
        raise VisionError(_NO_CARD)
    return tuple(dict.fromkeys(told))


def game_looks() -> dict[str, GameLook]:
    """What games look like on the pages, by their names."""
    looks = ((slug, games.look(slug)) for slug in games.slugs())
    return {
        slug: GameLook(look.light, look.dark, {"emblem": look.emblem, "back": look.back, "top": look.top})
        for slug, look in looks
        if look is not None
    }
