"""What an owner's content files are: every problem with its line, or what they add and what goes together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.games.chain_mail.reading import LINE, Checked, Problem, fits, oddities
from rules.games.chain_mail.tools.lines import line_of, lines_of

CALLED: Mapping[str, str] = {
    "maps": "map",
    "quests": "quest",
    "monster_cards": "monster card",
    "treasures": "treasure card",
    "heroes": "hero",
    "terrain": "terrain",
    "statuses": "status",
    "traps": "trap",
}
"""What one thing of each kind is called, in the order in which kinds are told."""


def located(problems: tuple[Problem, ...], files: Mapping[str, str]) -> list[str]:
    """Each problem as `FILE:LINE: sentence`, in the order of files and lines."""
    lines: dict[str, Mapping[tuple[str | int, ...], int]] = {}
    found = []
    for problem in problems:
        if problem.path[:1] == (LINE,):
            number = int(problem.path[1])
        else:
            if problem.file not in lines:
                lines[problem.file] = lines_of(files[problem.file])
            number = line_of(lines[problem.file], problem.path)
        found.append((list(files).index(problem.file), number, problem))
    found.sort(key=lambda entry: entry[:2])
    return [f"{problem.file}:{number}: {problem.sentence}" for _, number, problem in found]


def summary(checked: Checked) -> Iterator[str]:
    """What good files have in them, and which quests can be played on which maps, line by line."""
    content = checked.content
    if content is None:
        return
    yield "What is in it:"
    if checked.has_constants:
        yield "  constants: they take the place of the starter set's"
    for kind, called in CALLED.items():
        for ident, replaces in checked.own.get(kind, {}).items():
            what = "takes the place of the starter set's" if replaces else "new"
            yield f"  {called} {ident}: {what}"
    own_maps, own_quests = checked.own.get("maps", {}), checked.own.get("quests", {})
    for ident in own_maps:
        if odd := oddities(content, ident):
            yield f"Look at this: {odd}"
    if not own_maps and not own_quests:
        return
    yield "Which quests can be played on which maps:"
    for quest_id, quest in content.quests.items():
        on = [m.name for m in content.maps.values() if not fits(content, m.id, quest_id)]
        yield f"  {quest.name}: {', '.join(on) or 'on none of them'}"
    for quest_id in content.quests:
        for map_id in content.maps:
            why = fits(content, map_id, quest_id) if quest_id in own_quests or map_id in own_maps else ""
            if why:
                yield f"Look at this: {why}"
