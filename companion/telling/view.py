"""Handouts in words: what one reader's page draws. Made from what that reader is handed, and what all may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from companion.reading.todo import fields_of
from companion.reading.unnamed import nameable, unnamed
from companion.telling.board import Handout, Meant, Surroundings, Whisper
from companion.telling.board_words import board_view
from companion.telling.episodes.wording import episode_views, heading, is_plain
from companion.telling.option_list import Listed, listed
from companion.telling.pile_words import pile_views, track_views
from companion.telling.sheet_words import sheet_views
from companion.telling.shelf_words import offered, shelf_game
from companion.telling.side_views import consent_view, dialled_view, dice_view
from companion.telling.todo_words import todo_text
from companion.telling.voice import Voice
from companion.values.notices import OPENED as BUTTONS_TESTED
from companion.values.person import first_seated
from rules.engine.corrections import ENDED_BY_HOST
from rules.engine.packets import Asked, Heard, Packet
from rules.engine.questions import Laid, Moved, Option
from rules.engine.redact import redact
from rules.engine.types import PUBLIC, Note, PieceId, Say, Seat, Shape, State
from web import views as ports

SEAT_LOOKS = (
    ("amber", "circle"),
    ("blue", "square"),
    ("green", "triangle"),
    ("violet", "diamond"),
    ("red", "hexagon"),
    ("teal", "cross"),
    ("pink", "star"),
    ("brown", "pentagon"),
    ("slate", "drop"),
    ("lime", "ring"),
)
LATEST_EVENTS = 60
MOST_NAMEABLE = 24


def page_packet(voice: Voice, handout: Handout, around: Surroundings, packet_id: str) -> ports.Packet:
    """Everything that a reader's page draws, in the words of one language."""
    packet = handout.packet
    state, reader = packet.state, packet.reader
    seat = None if reader == PUBLIC else int(reader)
    rests = around.paused and not around.gathering
    asked = None if rests else packet.question  # in a pause nothing is asked of anybody
    question = None if asked is None else _question(voice, handout, asked, around)
    notice, public_notice = _notices(voice, handout.whisper, around)
    return ports.Packet(
        id=packet_id,
        version=packet.version,
        game=voice.game.slug,
        title=voice.game.title,
        status=_status(voice, question, packet, around),
        notice=notice,
        paused=around.paused,
        seat=seat,
        players=_players(voice, around, asked, state.turn),
        piles=pile_views(voice, packet),
        tracks=track_views(voice, packet),
        question=question,
        events=_events(voice, packet),
        episodes=voice.worded.of(
            (packet.reader, "episodes"),
            (packet.events[-1].event if packet.events else None, packet.answered, packet.version),
            lambda: episode_views(voice, packet, deck_of(state)),
        ),
        notes=_notes(voice, packet),
        todo=tuple(ports.TodoView(todo_text(voice, t)) for t in around.todos),
        result=_result(voice, packet),
        join_url=around.join.urls[0] if seat is None and around.join is not None else "",
        join=around.join if seat is None else None,
        table="" if around.join is None else around.join.table,
        nameable=_nameable(voice, packet),
        unnamed=unnamed(state, reader),
        recording=voice.say("notice", "recording") if around.recording else "",
        public_notice=public_notice,
        board=_board(voice, packet, around),
        sheets=() if voice.game.screens.sheets is None else sheet_views(voice, voice.game.screens.sheets(state)),
        consent=consent_view(voice, around.proposal, reader),
        take_back=seat is not None and around.last_by == seat and around.proposal is None and not around.paused,
        thinking=around.thinking,
        aloud=ports.AloudView(around.aloud.lines(voice), around.aloud.here, around.aloud.hushes),
        dice=dice_view(around.dice),
        dialled=dialled_view(voice, around.choice),
        lobby=_lobby(voice, around) if around.gathering else None,
        starter=first_seated(around.people) if state.result is not None else None,
        hints=around.hints,
    )


def _status(voice: Voice, question: ports.QuestionView | None, packet: Packet, around: Surroundings) -> str:
    """One line: whose turn it is, and what to do."""
    if around.gathering:
        if all(one.joined for one in around.people):
            return voice.say("notice", "gathering_full")
        return voice.say("notice", "gathering" if packet.reader == PUBLIC else "gathering_seated")
    if packet.state.result is not None:
        return voice.say("phase", "over")
    if around.paused:
        return voice.say("notice", "paused")
    if question and question.by_itself:
        return voice.say("notice", "by_itself")
    return question.text if question else ""


def empty_packet(voice: Voice, reader: Seat) -> ports.Packet:
    """A table of which nothing can be shown."""
    return ports.Packet(
        id="",
        version=0,
        game=voice.game.slug,
        title=voice.game.title,
        status="",
        notice="",
        paused=False,
        seat=None if reader == PUBLIC else int(reader),
        players=(),
        piles=(),
        tracks=(),
        question=None,
        events=(),
        todo=(),
        result=None,
    )


def _notices(voice: Voice, whisper: Whisper, around: Surroundings) -> tuple[str, str]:
    """What stands over the page, and what everybody reads there, where that is something else."""
    own, public = _whispered(voice, whisper), voice.notice(around.notice)
    notice, public_notice = own or public, _beside(voice, whisper, public) if own else ""
    if around.stopped is not None:
        return voice.notice(around.stopped), ""
    if around.paused and not around.gathering:
        notice, public_notice = "", ""  # the headline says so
    if around.proposal is not None and around.notice == around.proposal.notice:
        notice, public_notice = "", ""  # the question has a place of its own
    if around.tested and not notice:
        notice = voice.notice(BUTTONS_TESTED)
    return notice, public_notice


def _beside(voice: Voice, whisper: Whisper, public: str) -> str:
    """What stands in the place of a seat's own sentence where others look on: while it is asked what it did, the same
    whatever it holds."""
    if whisper.meant is None:
        return public
    return voice.say("notice", _asked_of(whisper.meant)) if _nothing_fits(whisper.meant) else ""


def _nothing_fits(meant: Meant) -> bool:
    return all(option.refusal is not None for option in meant.options)


def _asked_of(meant: Meant) -> str:
    return "which_meant_yours" if meant.face_up else "which_card_yours"


def _lobby(voice: Voice, around: Surroundings) -> ports.LobbyView:
    game = shelf_game(voice.game.slug, voice.game.about, voice.words.language)
    return ports.LobbyView(
        starter=first_seated(around.people),
        game=game,
        people_only=not voice.game.bots.sit_down,
        options=offered(voice),
    )


def _whispered(voice: Voice, whisper: Whisper) -> str:
    if whisper.meant is not None:
        return voice.say("notice", "no_card_yours" if _nothing_fits(whisper.meant) else _asked_of(whisper.meant))
    if whisper.refusal is not None:
        return voice.say("notice", "unlawful", {"why": voice.refusal(whisper.refusal)})
    return ""


def _board(voice: Voice, packet: Packet, around: Surroundings) -> ports.BoardView | None:
    """The board, with the fields on which the pieces stand otherwise than noted, or lie there."""
    if voice.game.screens.board is None:
        return None
    view = board_view(voice, voice.game.screens.board(packet.state), packet.state, packet.reader)
    return replace(view, differences=fields_of(around.todos))


def deck_of(state: State) -> Mapping[PieceId, str]:
    """The deck of every piece of the match."""
    return {piece: deck for deck, pieces in state.decks.items() for piece in pieces}


def _nameable(voice: Voice, packet: Packet) -> tuple[ports.NameableView, ...]:
    """What can be tapped in; of very many kinds a list would help nobody."""
    found = nameable(voice.game, packet.state, packet.reader)
    kinds = () if len(found) > MOST_NAMEABLE else found
    decks = deck_of(packet.state)
    return tuple(ports.NameableView(voice.face(piece, decks[piece]), most) for piece, most in kinds)


def option_view(voice: Voice, entry: Listed, decks: Mapping[PieceId, str]) -> ports.OptionView:
    """One option with its label, its card, and its reason or claim."""
    option = entry.option
    why = option.refusal
    claim = option.claim
    return ports.OptionView(
        key=str(option.key),
        label=voice.say("option", option.say.code, option.say.facts),
        face=_shown(voice, option, decks),
        why_not=None if why is None else ports.WhyNot(voice.refusal(why, long=False), voice.refusal(why), why.rule),
        claim="" if claim is None else voice.say("claim", claim.say.code, claim.say.facts),
        maybe=entry.maybe,
        unnamed=entry.unnamed,
        cell=option.cell,
        from_cell=option.from_cell,
        spot=_laid_at(option),
        reach=option.reach,
        grave=option.grave,
        aside=option.aside,
        light=option.light,
        returns=option.returns,
        action=_said(voice, option.action),
        way=_said(voice, option.way),
    )


def _said(voice: Voice, say: Say | None) -> str:
    return "" if say is None else voice.say("option", say.code, say.facts)


def _shown(voice: Voice, option: Option, decks: Mapping[PieceId, str]) -> ports.Face | None:
    """The card of an option; of one that only speaks of a kind, as a guess does, that kind's face under its name."""
    if option.piece is not None:
        return voice.face(option.piece, decks.get(option.piece, ""))
    copy = next((p for p in decks if p.kind == option.shows), None) if option.shows else None
    return None if copy is None else replace(voice.face(copy, decks[copy]), piece=option.shows)


def _laid_at(option: Option) -> str:
    """Where hands lay the piece of an option, if they lay one."""
    match option.gesture:
        case Laid(spot=spot) | Moved(to_spot=spot):
            return spot
    return ""


def _question(voice: Voice, handout: Handout, asked: Asked, around: Surroundings) -> ports.QuestionView:
    packet, meant = handout.packet, handout.whisper.meant
    is_public = asked.public and meant is None
    if meant is None:
        options = listed(asked.options, _publicly_known(packet.state) if is_public else packet.state.known())
    else:
        options = tuple(Listed(option) for option in meant.options)
    seen = around.thrown if len(around.thrown) == len(asked.dice) else (0,) * len(asked.dice)
    facts: dict[str, object] = {"seats": asked.seats, **asked.facts}
    decks = deck_of(packet.state)
    one = asked.seats[0] if len(asked.seats) == 1 else asked.lead
    if one is not None:
        facts.setdefault("seat", one)
    return ports.QuestionView(
        kind=asked.kind,
        text=voice.say("question", asked.kind, facts),
        seats=tuple(int(s) for s in asked.seats),
        yours=asked.yours,
        # a die is one row of faces, and a number one field: all that may come would be a long list
        options=tuple(
            option_view(voice, o, decks) for o in options if o.option.aside or not (asked.dice or asked.scale)
        ),
        dice=tuple(ports.DieAsked(sides, face) for sides, face in zip(asked.dice, seen, strict=True)),
        number=None if asked.scale is None else ports.NumberAsked(**asdict(asked.scale)),
        closes_in_s=around.closes_in_s,
        lots=around.lots,
        by_itself=around.by_itself,
        lead=None if asked.lead is None else int(asked.lead),
        at_will=asked.at_will,
        # what each of several answers for itself is its own business
        open=asked.open or is_public or (len(asked.seats) < 2 and _all_open(packet.state, packet.reader)),
        why=voice.say("why", asked.kind) if asked.yours and ("why", asked.kind) in voice.words else "",
        rule=voice.game.rule_asked(asked.kind) if asked.yours else "",
        public="" if asked.aloud is None else voice.say("question", asked.kind, {**facts, **asked.aloud}),
        said="" if asked.said is None else voice.say("option", asked.said.say.code, asked.said.say.facts),
    )


def _players(
    voice: Voice, around: Surroundings, asked: Asked | None, turn: Seat | None
) -> tuple[ports.PlayerView, ...]:
    waiting = set() if asked is None or asked.at_will else set(asked.seats) if asked.lead is None else {asked.lead}
    moving = waiting if turn is None or asked is None else {turn}
    return tuple(
        ports.PlayerView(
            seat=n,
            name=p.name if p.joined else voice.names.seats[n],
            colour=colour,
            shape=shape,
            joined=p.joined,
            bot=p.bot,
            on_turn=Seat(n) in moving,
            asked=Seat(n) in waiting,
            plays=p.strength.value,
        )
        for n, p in enumerate(around.people)
        for colour, shape in (SEAT_LOOKS[n % len(SEAT_LOOKS)],)
    )


def _publicly_known(state: State) -> dict[PieceId, str]:
    """The pieces of which everybody knows where they lie, and the keys of their piles."""
    return redact(state, PUBLIC).known()


def _all_open(state: State, reader: Seat) -> bool:
    """Whether nobody holds a hand in this game, and this reader knows no card that others do not."""
    slots = (slot for pile in state.piles.values() for slot in pile.slots)
    held = any(pile.shape is Shape.HAND for pile in state.piles.values())
    return not held and all(PUBLIC in slot.readers or reader not in slot.readers for slot in slots)


def _events(voice: Voice, packet: Packet) -> tuple[ports.EventView, ...]:
    """The latest events, each at a place that it keeps while it is among them."""
    return tuple(
        voice.worded.of(
            (packet.reader, "event", heard.number % LATEST_EVENTS),
            (heard.event, heard.aloud, heard.undone),
            lambda: _event(voice, heard),  # noqa: B023
        )
        for heard in packet.events[-LATEST_EVENTS:]
    )


def _event(voice: Voice, heard: Heard) -> ports.EventView:
    return ports.EventView(
        number=heard.number,
        text=voice.say("event", heard.event.kind, heard.event.facts),
        undone=heard.undone,
        own=PUBLIC not in heard.event.audience or heard.aloud is not None,
        public="" if heard.aloud is None else voice.say("event", heard.aloud.kind, heard.aloud.facts),
        entry=heard.entry,
        heading=heading(voice, heard),
        plain=is_plain(voice, heard),
    )


def _notes(voice: Voice, packet: Packet) -> tuple[ports.NoteView, ...]:
    own = tuple(_note(voice, note, own=True) for note in packet.own_notes)
    public = enumerate(packet.notes)  # the very same for every reader
    said = (voice.worded.of(("note", n), (note,), lambda: _note(voice, note, own=False)) for n, note in public)  # noqa: B023
    return (*own, *said)


def _note(voice: Voice, note: Note, *, own: bool) -> ports.NoteView:
    text, short = (voice.say("note", note.say.code, note.say.facts, long=long) for long in (True, False))
    return ports.NoteView(text, short, None if note.seat is None else int(note.seat), own, note.rule)


def _result(voice: Voice, packet: Packet) -> ports.ResultView | None:
    result = packet.state.result
    if result is None:
        return None
    early = packet.events[-1:] != () and packet.events[-1].event.kind == ENDED_BY_HOST
    code = "ended_early" if early else "winners" if result.winners else "no_winner"
    text = voice.say("result", code, {"winners": result.winners})
    lines = tuple(voice.say("result", line.code, line.facts) for line in result.lines)
    return ports.ResultView(
        tuple(int(w) for w in result.winners),
        text,
        lines,
        early=early,
        fewest=voice.game.screens.fewest_lead(packet.state),
    )
