"""The pages' door to what a host does to the match."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from companion.copies.pieces import Pieces
from companion.doors.host_office import OfficeError
from companion.doors.replies import Replies
from companion.journal.keeping import SaveError
from companion.past.replays import Replays
from companion.referee.inbox import HostSaid, Inbox, PeopleChanged
from companion.settings.play import Autoplay
from companion.telling.voice import Voice, track_facts
from companion.values.notices import Notice
from rules.engine.types import Track
from web.pages.host.views import EntryView, HostAct, HostCommand, HostView
from web.views import Choice, Packet, Reply, Role, Session


@dataclass(frozen=True, kw_only=True)
class HostDoor:
    """Implements `web.pages.host.views.HostPort`."""

    replies: Replies
    inbox: Inbox
    pieces: Pieces
    replays: Replays
    set_bots: Callable[[str], bool]  # by mode; False when there is no such mode, SaveError when it cannot be kept
    bots_mode: Callable[[], str]
    has_box: bool = False  # cards are dealt over a reader box

    def packet_at(self, session: Session, number: int) -> Packet | None:
        """The public table as it stood after a journal entry; None when there is no such entry."""
        return self.replays.packet_at(number, session.language)

    def host_view(self, session: Session) -> HostView:
        """What the host page offers: public knowledge only."""
        board, voice = self.replies.board, self.replies.voice(session)
        public = board.public.state
        return HostView(
            piles=tuple(Choice(p.key, voice.pile(p)) for p in public.piles.values()),
            pieces=tuple(Choice(str(p), voice.faces[p].title) for d in public.decks.values() for p in d),
            tracks=tuple(Choice(track.key, _track_label(voice, track)) for track in public.tracks.values()),
            entries=tuple(EntryView(number, text, undone) for number, text, undone in board.journal(session.language)),
            unknown_tags=self.pieces.strangers(board.unknown_tags),
            adoptable=self.pieces.in_words_of(voice).adoptable(),
            refused_play=voice.notice(board.around.notice) if board.has_refused else "",
            bots=_bots(self.bots_mode(), voice.game.bots.sit_down),
            people_only=not voice.game.bots.sit_down,
            undo_of=board.around.undo_of,
            stopped=_fault_of(board.around.stopped, voice),
            tellable=tuple(Choice(o.key, voice.say("option", o.say.code, o.say.facts)) for o in board.tellable),
            window_limit_s=math.ceil(board.around.window_limit_s),
            dealing=self.has_box and board.is_dealing,
        )

    def host(self, session: Session, command: HostCommand) -> Reply:
        """A host's command."""
        match command.act:
            case HostAct.BOTS:
                return self.replies.by_host(session, lambda: self._choose_bots(command.value))
            case HostAct.ADOPT_TAG:
                pieces = self.pieces.in_words_of(self.replies.voice(session))
                return self.replies.by_host(session, lambda: pieces.adopt(command.value, command.piece))
        if session.role is not Role.HOST:
            return self.replies.no(session, Notice("no_host"))
        return self.replies.ask(session, lambda reply: HostSaid(command, reply))

    def _choose_bots(self, mode: str) -> Notice:
        try:
            if not self.set_bots(mode):
                raise OfficeError(Notice("bots_bad"))
        except SaveError as error:
            raise OfficeError(Notice("not_saved", {"why": str(error)})) from error
        self.inbox.put(PeopleChanged())
        return Notice(f"bots_{mode}")


def _bots(mode: str, sit_down: bool) -> str:
    """The mode as it works: where bots take no free seat by themselves, they play them all or none."""
    return mode if sit_down or mode == Autoplay.ALL.value else Autoplay.OFF.value


def _fault_of(stopped: Notice | None, voice: Voice) -> str:
    return "" if stopped is None else voice.notice(Notice("game_stopped_where", stopped.facts))


def _track_label(voice: Voice, track: Track) -> str:
    head = track.key.partition("/")[0]
    if ("track", head) in voice.words:
        name = voice.say("track", head, track_facts(track))
    else:
        name = voice.say("track", "for_rules", {"key": track.key.replace("_", " ")})
    value = voice.words.word(track.value, voice.names) or "–"
    if track.owner is None:
        return f"{name}: {value}"
    return voice.say("track", "of_seat", {"name": name, "seat": track.owner, "value": value})
