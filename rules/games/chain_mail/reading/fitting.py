"""Whether what is chosen freely goes together: a quest needs places that a map may not have."""

from __future__ import annotations

from rules.games.chain_mail.content import Content, Map, Quest
from rules.games.chain_mail.reading.places import reached


def stray_hexes(found: Map) -> tuple[int, ...]:
    """The hexes that the party can never come to, even when every lock is open."""
    there = reached(found)
    return tuple(h.id for h in found.hexes if h.id not in there)


def lacking(found: Map, quest: Quest) -> tuple[str, ...]:
    """The letters of the spots that a quest names and the party cannot come to on this map."""
    named = {target.spot for target in quest.targets} | {rule.spot for rule in quest.rules if rule.spot}
    there = reached(found)
    return tuple(letter for letter in sorted(named) if found.spot(letter) not in there)


def fits(content: Content, map_id: str, quest_id: str) -> str:
    """Empty when this quest can be played on this map, else a sentence that says why not."""
    found, quest = content.maps[map_id], content.quests[quest_id]
    letters = lacking(found, quest)
    if not letters:
        return ""
    spots = f"the spot {letters[0]}" if len(letters) == 1 else f"the spots {', '.join(letters)}"
    absent = all(found.spot(letter) is None for letter in letters)
    why = "which this map does not have" if absent else "which nobody can reach there"
    return f"{quest.name} cannot be played on {found.name}: it needs {spots}, {why}."


def oddities(content: Content, map_id: str) -> str:
    """Empty when every hex of a map can be reached, else a sentence that names those that cannot."""
    stray = stray_hexes(content.maps[map_id])
    if not stray:
        return ""
    which = f"hex {stray[0]} cannot" if len(stray) == 1 else f"the hexes {', '.join(map(str, stray))} cannot"
    return f"map {map_id}: {which} be reached from the start, even when every lock is open."
