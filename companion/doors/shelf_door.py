"""The pages' door to the shelf of games: what can be played, and how; picked before a match, or after its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.doors.first_run import fits
from companion.doors.host_office import Office, OfficeError
from companion.doors.replies import Replies
from companion.machine.shutdown import Ending
from companion.people.seating import Seating
from companion.settings.chosen_game import chosen_game
from companion.settings.config import Option
from companion.settings.play import Start
from companion.telling.shelf_words import broken_games, not_for, offered, shelf_game
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.values.person import first_seated
from companion.values.strength import strength_of
from rules import games
from rules.engine.game import Game, Setting, SettingError
from web.pages.lobby.views import GamePick, ShelfView
from web.views import Reply, Role, Session

PACE: Final = "play.pace"
STRENGTHS: Final = "play.strengths"


@dataclass(frozen=True, kw_only=True)
class ShelfDoor:
    """Implements `web.pages.lobby.views.ShelfPort`."""

    replies: Replies
    seating: Seating
    office: Office
    game: Game
    seats: int  # that the match on the table has
    tell: Callable[[Notice], None]  # what everybody at the table reads
    end: Callable[[Ending], None]  # asks the program to end; returns at once
    is_called: Callable[[], bool] = lambda: False  # whether a venue has called the match on the table

    def shelf(self, session: Session) -> ShelfView:
        """Every game, those that cannot be played, and how the one on the table is played."""
        voice = self.replies.voice(session)
        return ShelfView(
            games=tuple(shelf_game(slug, games.about(slug), voice.words.language) for slug in games.slugs()),
            broken=broken_games(voice, by_host=session.role is Role.HOST),
            game=self.game.slug,
            seats=self.seats,
            people=len(self.seating.held_seats),
            options=offered(voice),
            unnamed=not self.office.book.config.table.game,
            pace=self.office.book.config.play.pace.value,
        )

    def pick(self, session: Session, pick: GamePick) -> Reply:
        """Lays another game out, or the same in another way: the pages are away for a moment. Those who sit at the
        table stay there."""
        around = self.replies.board.around
        if not self._may_choose(session):
            return self.replies.no(session, Notice("not_the_starter"))
        if not around.gathering and not self.replies.board.is_over:
            return self.replies.no(session, Notice("match_running"))
        if around.gathering and session.role is not Role.HOST and self.is_called():
            return self.replies.no(session, Notice("pick_called"))
        if pick.game not in games.slugs():
            return self.replies.no(session, Notice("pick_no_game"))
        why = self.chosen(pick, self.replies.voice(session))
        if why is not None:
            return self.replies.no(session, why)
        if around.gathering and self._lies_there(pick):
            return self.replies.yes(session, Notice("done"))
        said = Notice("pick_done", {"game": games.about(pick.game).title})
        self.tell(said)
        self.end(Ending.PICKED)
        return self.replies.yes(session, said)

    def set_pace(self, session: Session, pace: str) -> Reply:
        """Bots are so fast from now on."""
        return self._set(session, PACE, pace)

    def set_strength(self, session: Session, seat: int, strength: str) -> Reply:
        """The bot at a seat plays so well from now on."""
        now = self.office.book.config.play.strengths
        wanted = [strength_of(now, number).value for number in range(self.seats)]
        if not 0 <= seat < len(wanted):
            return self.replies.no(session, Notice("setting_unknown", {"key": STRENGTHS}))
        wanted[seat] = strength
        return self._set(session, STRENGTHS, ",".join(wanted))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _set(self, session: Session, key: str, text: str) -> Reply:
        """A setting that whoever may start a match may change at the table itself."""
        if not self._may_choose(session):
            return self.replies.no(session, Notice("not_the_starter"))
        try:
            self.office.choose(key, text)
        except OfficeError as error:
            return self.replies.no(session, error.why)
        return self.replies.yes(session, Notice("done"))

    def _may_choose(self, session: Session) -> bool:
        return session.role is Role.HOST or session.seat == first_seated(self.seating.everybody())

    def chosen(self, pick: GamePick, voice: Voice, *, anew: bool = False) -> Notice | str | None:
        """Why it cannot be played so; None when it was written down. `anew`: for others than those who sit there, and
        whatever was not picked is as the game has it."""
        sizes, people = games.about(pick.game).seats, 0 if anew else len(self.seating.held_seats)
        roomy = [size for size in sizes if size >= max(1, people)]
        if not roomy or (pick.seats is not None and pick.seats not in roomy):
            facts = {"game": games.about(pick.game).title, "most": sizes[-1], "count": people}
            return Notice("pick_crowded", facts)
        # as many as now: nobody who is still coming is shut out
        seats = pick.seats or min(roomy, key=lambda size: abs(size - self.seats))
        try:
            options = self._options(pick, anew)
            if pick.game == self.game.slug and self.game.rules.unfit(self.game.check_settings(options), seats):
                return Notice("pick_unfit", {"what": not_for(voice, options, seats), "count": seats})
            said = self.office.book.lay_out(pick.game, seats, options, fits)
        except SettingError as error:
            return voice.sentence(error.args[0])
        except OSError as error:
            return Notice("pick_not_kept", {"why": error.strerror or type(error).__name__})
        return said or None

    def _lies_there(self, pick: GamePick) -> bool:
        """Whether the table is laid out for just that, and people gather at it already."""
        is_same = pick.game == self.game.slug and pick.seats in (None, self.seats) and not pick.options
        return is_same and self.office.book.config.play.start is Start.TOGETHER

    def _options(self, pick: GamePick, anew: bool) -> dict[str, Option]:
        """The options of the match: those of now where it is the same game and not `anew`, then as the game has them
        all; and over them what was picked."""
        same = pick.game == self.game.slug
        game = self.game if same else chosen_game(pick.game, self.office.book.loaded)
        known = {one.key: one for one in game.rules.settings}
        now = self.office.book.config.play.options_for(pick.game) if same else {}
        kept = {key: value for key, value in now.items() if key in known}
        if anew:  # each one said, so that those of the file of settings do not count either
            kept = {key: one.default for key, one in known.items()}
        for key, text in pick.options.items():
            if key not in known:
                raise SettingError(f"{game.title} has no option {key[:60]}.")
            kept[key] = _typed(known[key], text)
        return kept


def _typed(setting: Setting, text: str) -> Option:
    """What was picked as a value of the option's kind. SettingError when it is none."""
    for choice in setting.choices or (False, True):
        if str(choice).lower() == text.lower() and isinstance(choice, bool | int | str):
            return choice
    raise SettingError(f"The option {setting.key} cannot be {text[:60]}.")
