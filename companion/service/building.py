"""The composition root: builds every part of a table from the settings, in an order in which each part finds what it
needs already there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

import rules.games
from companion.camera.eye_tally import EyeTally
from companion.camera.kept_pictures import KeptPictures
from companion.camera.photos import PhotoReader
from companion.camera.spot_files import SpotFiles
from companion.camera.table_source import phone_inboxes
from companion.copies.card_looks import CardLooks
from companion.copies.pieces import Pieces, Sight as PhotoSight
from companion.journal.caretaker import Caretaker
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.journal.looks import KeptLooks
from companion.machine.addresses import certificate
from companion.machine.authority import own_authority
from companion.machine.own_wifi import OwnWifi
from companion.machine.recent_log import RecentLines
from companion.machine.shutdown import Ending
from companion.past.history import History, TableNow
from companion.people.attendance import Attendance
from companion.people.device_health import DeviceHealth
from companion.people.evening import Evening
from companion.people.join_view import WayIn, join_way
from companion.people.joining import Joining
from companion.people.seating import Seating
from companion.players.aside import Minds
from companion.prints.mat_plan import mat_layout
from companion.reading.board_gestures import Sides
from companion.reading.table_tags import TableTags
from companion.reading.tags import with_stickers
from companion.reading.watch import Watch
from companion.referee.inbox import Inbox, Undrawn
from companion.referee.referee import Referee
from companion.referee.running_match import RunningMatch
from companion.service.cameras import camera_maker, camera_setup, label, look_back_of, reader_box
from companion.service.office_parts import as_given, asked_of, make_office, tuning_of
from companion.service.opening import Opening
from companion.service.outward import link_of, sender_of, tell_ends, voice_of, ways
from companion.service.page_doors import game_looks, make_pages, payloads_in, web_settings
from companion.service.parts import BotSeats, Ground, Parts, Presses, Recording, Sight
from companion.service.service import Service
from companion.settings.config import Config, Loaded, Wording
from companion.shelf.shelf import OwnersShelf
from companion.sticks.keeper import Sticks
from companion.telling.outlets import page_rooms
from companion.telling.publish import Publisher
from companion.telling.teller import TableOutlet
from companion.telling.voices import build_tongues, seat_names
from companion.values.strength import strength_of
from companion.virtual.bots import Bots
from companion.virtual.dealer import Dealer
from companion.virtual.deciding import Deciding
from companion.virtual.laying_out import deck_homes, last_owners, seat_up
from companion.virtual.looks import looks_at
from companion.virtual.rack_bots import RackBots
from companion.virtual.virtual_table import VirtualTable
from companion.wiring.button_test import ButtonTest
from hardware.parts import TRAY_SENSOR
from hardware.types import PinFactory
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import Seat
from web import Server, create_app


def build(
    config: Config,
    game: Game,
    *,
    fresh: bool = False,
    clock: Callable[[], float] = time.monotonic,
    loaded: Loaded | None = None,
    end: Callable[[Ending], None] = lambda ending: None,
    lenient: bool = False,
    evening: Evening | None = None,
) -> Service:
    """A table that can be started. `loaded`: where the settings came from; `end` is called when the host's page wants
    the program to end. Raises one clear sentence (ConfigError, VisionError, HardwareError, WebError, JournalError,
    SettingError, LayoutError) when something configured is missing, before anything has started; then nothing stays
    open. `lenient`: pins and cameras that are missing are told as faults, and the table starts without them. `evening`:
    what goes on from a service before."""
    closing = ExitStack()
    try:
        ground = _ground(config, game, loaded or as_given(config), clock, closing, fresh=fresh, lenient=lenient)
        ground.keeper.outgrown = lambda: end(Ending.ANEW)
        return _served(_parts(_sight(ground), evening or Evening()), end)
    except BaseException:
        closing.close()
        raise


def _ground(
    config: Config,
    game: Game,
    loaded: Loaded,
    clock: Callable[[], float],
    closing: ExitStack,
    *,
    fresh: bool,
    lenient: bool,
) -> Ground:
    OwnersShelf(config.data.games_path).mend()
    rules.games.look_in(config.data.games_path)
    recent, inbox = RecentLines(), Inbox()
    logging.getLogger().addHandler(recent)
    closing.callback(logging.getLogger().removeHandler, recent)
    journal = Journal.open(config.data.journal_path, mend=True)
    closing.callback(journal.close)
    pressed = Presses(inbox)
    rig, config = Opening(config, inbox, clock, closing, lenient).rig(pressed)
    pressed.test = ButtonTest(lambda: rig, clock, lambda notice: inbox.put(notice))
    closing.callback(pressed.test.close)
    keeper = MatchKeeper.at_start(journal, game, config, loaded.seats_asked, fresh=fresh, lenient=lenient)
    match, table = keeper.match, config.table
    placements = SpotFiles(config.data.path).load(match.game.slug)
    game = replace(match.game, placements=placements)  # by the file that it was begun with, and what was changed since
    names = seat_names(table.names, match.header.seats, table.language)
    return Ground(
        config=config,
        loaded=loaded,
        game=game,
        clock=clock,
        lenient=lenient,
        closing=closing,
        inbox=inbox,
        recent=recent,
        health=DeviceHealth(),
        journal=journal,
        rig=rig,
        button_test=pressed.test,
        keeper=keeper,
        bot_seats=BotSeats(keeper, config),
        names=names,
        tongues=build_tongues(game, match.header.seats, match.settings, names, table.language, config.voice.language),
        random=SystemRandom() if table.seed is None else Random(table.seed),
    )


def _sight(ground: Ground) -> Sight:
    config, journal, voice, decks = ground.config, ground.journal, ground.voice, ground.keeper.match.table.decks
    source, size, stickered = config.camera.source, voice.layout.size, with_stickers(decks, voice.layout)
    table = _virtual_table(ground) if source == "virtual" else None
    kept_looks = KeptLooks(config.data.path, journal.copies.list())
    named, looks = config.table.copies, looks_at(table, kept_looks)
    tags = TableTags(journal.copies, ground.game.slug, stickered, named, size=size, looks=looks)
    look_back, mat = look_back_of(config, ground.closing), mat_layout(voice.layout)
    recording, (phone, box_phone) = Recording(config, ground.inbox), phone_inboxes(config.camera, ground.clock)
    make, tally = camera_maker(config, voice, table, recording.ended, look_back, phone), EyeTally(mat, lambda: eye)
    eye = Opening.of(ground).eye(make, mat, tags.registry, partial(label, voice), tally.note)
    camera = camera_setup(config, eye, phone, mat, partial(voice.say, "notice"), ground.clock)
    if eye is not None:
        tags.changed = eye.set_registry
        eye.set_lenses(camera.lenses)
    read_photo, sight = PhotoReader(payloads_in), PhotoSight(source != "none", source not in ("none", "virtual"))
    return Sight(
        **vars(ground),
        table=table,
        tags=tags,
        recording=recording,
        phone=phone,
        box_phone=box_phone,
        eye=eye,
        read_photo=read_photo,
        pieces=Pieces(journal.copies, tags, voice, read_photo, sight, ground.clock, kept_looks.keep_only),
        card_looks=CardLooks(journal.copies, tags, kept_looks, size, (lambda: None) if eye is None else eye.glance),
        camera=camera,
        tally=tally,
        kept=KeptPictures(config.data.path, look_back),
    )


def _parts(sight: Sight, evening: Evening) -> Parts:
    config, inbox, keeper, journal = sight.config, sight.inbox, sight.keeper, sight.journal
    sit_down, given, strengths = sight.game.bots.sit_down, len(config.table.names), config.play.strengths
    seating = Seating(journal, sight.names, lambda: sight.bot_seats.mode, evening.visitors, sit_down, given, strengths)
    seating.hints = config.play.hints
    if keeper.number is None:
        seating.move_up()
    if people := _called_people(sight):
        seating.call_seats(people, to_bots=False)  # a bot's result is nobody else's
    joining = Joining(journal, seating, join_way(config, keeper.match.header.seats), sight.clock, evening)
    way_in = WayIn(config.web, joining)
    publisher = Publisher(config.web.max_streams)
    speech = voice_of(sight)
    link, sender = link_of(sight, lambda: outlet.board), sender_of(sight)
    outlet = TableOutlet(
        sight.tongues,
        publisher,
        seating.everybody,
        ways(sight.rig, speech, link, sender),
        way_in.view,
        f"{keeper.boot}",
        config.voice.wording is Wording.LONG,
        lambda: sight.recording.is_on,
        lambda: speech.wants_phones,
        is_tested=lambda: sight.button_test.is_open,
        undrawn=lambda error: inbox.put(Undrawn(error)),
        has_hands=lambda: sight.table is not None and seating.leaves_chores(),
        gives_hints=lambda: seating.hints,
    )
    dealer, bots = _players(sight, seating, publisher, outlet)
    keeper.attend = Attendance(journal.rosters, seating.everybody, len(config.table.names)).note
    return Parts(
        **vars(sight),
        seating=seating,
        joining=joining,
        way_in=way_in,
        publisher=publisher,
        speech=speech,
        outlet=outlet,
        link=link,
        sender=sender,
        referee=_referee(sight, joining, outlet),
        box=Opening.of(sight).box(lambda: sight.tags.registry, lambda: outlet.board, sight.box_phone),
        dealer=dealer,
        bots=bots,
        past=_past(sight, seating),
    )


def _called_people(sight: Sight) -> tuple[str, ...]:
    """Who sits where by the word of a venue that has called this match; nobody where it has not."""
    called, header = sight.journal.outbox.called(), sight.keeper.match.header
    if called is None or called.match not in (0, sight.keeper.number):
        return ()
    is_this = (called.game, len(called.people)) == (header.game, header.seats)
    return tuple(name or sight.names[seat] for seat, name in enumerate(called.people)) if is_this else ()


def _served(parts: Parts, end: Callable[[Ending], None]) -> Service:
    config, office = parts.config, make_office(parts, end)
    sticks = Sticks(parts.journal, office.backups)
    caretaker = Caretaker(parts.journal, office.backups, parts.tell, parts.past.keep_tellings)
    tell_ends(parts, caretaker)
    own = own_authority(config)
    wifi = OwnWifi(parts.journal.path.parent)
    pages = replace(make_pages(parts, office, sticks, wifi, end), trust=own)
    app = create_app(pages, web_settings(parts, wifi), rooms=page_rooms(), games=game_looks())
    calls = None if own is None else own.certificate
    server = Server(app, config.web.host, config.web.port, certificate(config.web), own=calls)
    parts.closing.callback(server.stop)
    parts.way_in.served_at(server.port)
    return Service(**vars(parts), office=office, caretaker=caretaker, sticks=sticks, pages=pages, server=server)


def _virtual_table(ground: Ground) -> VirtualTable:
    match, game, voice = ground.keeper.match, ground.game, ground.voice
    table = VirtualTable(
        game.slug, match.table.decks, voice.layout, voice.faces, ground.random, stickers=ground.config.camera.stickers
    )
    start = Match(game, replace(match.header, position=None)).state
    if game.screens.board is not None:
        table.turn_board(Seat(0) in game.screens.board(match.state).turned)
    seat_up(table, match.state, deck_homes(start), last_owners(match))
    return table


def _referee(sight: Sight, joining: Joining, outlet: TableOutlet) -> Referee:
    config, tuning, seating, eye = sight.config, tuning_of(sight.config), joining.seating, sight.eye
    # the virtual table's pieces carry the game's own codes, all of them
    stickered = (lambda: None) if sight.table is not None else lambda: sight.tags.stickered
    racks = frozenset[Seat] if sight.table is not None else lambda: seating.bot_seats()
    watch = Watch(tuning.patience_s, sight.voice.layout.figures, stickered=stickered, racks=racks)

    def show_board(sides: Sides) -> None:
        if eye is not None:
            eye.set_position(sides)

    def decide(act: int, choice: int) -> None:
        if eye is not None:
            eye.decide(act, choice)

    referee = Referee(
        RunningMatch(sight.keeper.match, sight.keeper, outlet, watch),
        sight.inbox,
        sight.clock,
        lambda: sight.tags.registry,
        seating.has_phone,
        sight.pieces.admit,
        config.camera.box_order if config.camera.box_source else None,
        tuning.pace,
        asked=lambda: asked_of(seating.everybody()),
        thinking_s=tuning.thinking_s,
        joining=joining,
        health=sight.health,
        tray_sensor=sight.rig.kind is not PinFactory.NONE and bool(sight.rig.pins[TRAY_SENSOR]),
        show_board=show_board,
        decide=decide,
    )
    for seat, request in sight.keeper.requests():
        referee.remember(seat, request)
    return referee


def _players(
    sight: Sight, seating: Seating, publisher: Publisher, outlet: TableOutlet
) -> tuple[Dealer | None, Deciding]:
    """The dealer of a virtual table and the bots at it, or bots whose cards people play."""
    table, random, alike, play = sight.table, sight.random, sight.game.box.alike, sight.config.play
    minds = Minds(sight.game, lambda: sight.keeper.match.header, lambda seat: strength_of(seating.strengths, seat))
    told, pauses = (outlet.played, publisher, sight.inbox, seating.bot_seats), play.pace.pauses
    if table is None:
        return None, RackBots(*told, random, play.speed, pauses, minds)
    box = reader_box(table, lambda: sight.tags.registry)
    start = sight.keeper.match.state
    dealer = Dealer(table, lambda: outlet.underside, sight.inbox, box, sight.clock, random, start, alike)
    chores = seating.leaves_chores
    return dealer, Bots(table, dealer, *told, chores, random, play.speed, alike, pauses, minds)


def _past(sight: Sight, seating: Seating) -> History:
    """The finished matches of this machine, and the one on the table."""

    def game_of(slug: str) -> Game:
        return sight.game if slug == sight.game.slug else rules.games.game(slug)

    now = TableNow(lambda: sight.keeper.number, seating.everybody, sight.tell, sight.tongues.table)
    return History(sight.journal, game_of, now)
