"""Who plays how often and wins how much, and what is played: counted over finished matches."""

from __future__ import annotations

from collections.abc import Iterable

from web.pages.history.views import PastRow, Tally


def tallies_of_people(rows: Iterable[PastRow], *, with_bots: bool) -> tuple[Tally, ...]:
    """Everybody by name, whoever has won most first. Matches that the host ended, or of which nobody knows how they
    ended, count for nobody, and seats without a name for no one; seats of the program only with `with_bots`, the
    nameless ones together."""
    found: dict[tuple[str, bool], tuple[str, int, int]] = {}
    for row in rows:
        if row.given_up or not row.known:
            continue
        for one in row.players:
            if not (with_bots if one.bot else one.named):
                continue
            name = one.name if one.named else ""
            spelled, games, wins = found.get((name.casefold(), one.bot), (name, 0, 0))  # as in the latest match
            found[name.casefold(), one.bot] = (spelled, games + 1, wins + one.won)
    tallies = [Tally(name, games, wins, bot) for (_, bot), (name, games, wins) in found.items()]
    return tuple(sorted(tallies, key=lambda one: (-one.wins, -one.games, one.name.casefold())))


def tallies_of_games(rows: Iterable[PastRow]) -> tuple[Tally, ...]:
    """Every game by its title, the most played first; `wins` are the matches that somebody has won."""
    found: dict[str, tuple[int, int]] = {}
    for row in rows:
        games, wins = found.get(row.title, (0, 0))
        found[row.title] = (games + 1, wins + any(one.won for one in row.players))
    tallies = [Tally(title, games, wins) for title, (games, wins) in found.items()]
    return tuple(sorted(tallies, key=lambda one: (-one.games, one.name.casefold())))
