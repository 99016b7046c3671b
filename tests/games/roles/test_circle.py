"""The circle of all who play on the shared screen: what everybody may know, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.mat import Sheet, Space
from rules.engine.match import Match
from rules.engine.types import PUBLIC, Seat
from rules.games.roles.reading import DEFINITION
from tests.games.asking import do, kind
from tests.games.roles._match import STEAMER, VILLAGE, all_say, begin, name, night, own, talked, told

SECRET = "\nsecret = true"


def circle(match: Match, reader: int = PUBLIC) -> Sheet:
    """As one reader has it."""
    draw = match.game.screens.sheets
    assert draw is not None
    (found,) = draw(match.seen(Seat(reader)))
    return found


def spaces(match: Match, reader: int = PUBLIC) -> Mapping[str, Space]:
    return {space.name: space for space in circle(match, reader).spaces}


def test_it_is_night_then_day_and_who_is_out_lies_open() -> None:
    match = begin("wolves", *VILLAGE)
    assert (circle(match).title.code, spaces(match)["now"].icon) == ("circle_night", "moon")
    night(match, 4)
    assert circle(match).title.code == "circle_day"
    drawn = spaces(match)
    assert (drawn["sits/4"].marks, drawn["sits/4"].dim, drawn["sits/3"].marks) == (("skull",), True, ())
    assert [(name, space.label) for name, space in drawn.items() if name.startswith("was/")] == [
        ("was/4", "wolves.role_shepherd")
    ]


def test_with_two_lives_one_is_lost_before_anybody_is_out_and_all_see_what_is_left() -> None:
    match = own(DEFINITION.text_of("wolves").replace("least = 5", "lives = 2\nleast = 5"), *VILLAGE)
    assert told(night(match, 3), "loses_life") == [{"seat": 3, "left": 1}]
    talked(match)
    name(match, dict.fromkeys(range(5)))
    drawn = spaces(match)
    assert [len(drawn[f"sits/{seat}"].markers) for seat in range(5)] == [2, 2, 2, 1, 2]
    assert "was/3" not in drawn
    assert told(night(match, 3), "drops_out") == [{"seat": 3}]


def test_no_reader_s_circle_shows_a_role_that_not_everybody_knows() -> None:
    match = begin("wolves", *VILLAGE)
    for reader in (PUBLIC, *range(5)):
        assert not [name for name in spaces(match, reader) if name.startswith("was/")]
        assert circle(match, reader).spaces == circle(match).spaces


def test_an_open_vote_is_drawn_until_the_next_morning_and_a_secret_one_never() -> None:
    text = DEFINITION.text_of("wolves")
    open_one, secret = (own(text.replace('kind = "vote"', f'kind = "vote"{more}'), *VILLAGE) for more in ("", SECRET))
    for match in (open_one, secret):
        night(match, 4, herbs=4)
        talked(match)
        name(match, {0: 3, 1: 0, 2: 0, 3: 0, 4: 3})
    assert [(link.one, link.other) for link in circle(open_one).links] == [
        (f"sits/{one}", f"sits/{other}") for one, other in ((0, 3), (1, 0), (2, 0), (3, 0), (4, 3))
    ]
    assert not circle(secret).links


def test_who_leads_is_marked_where_somebody_leads_and_a_crew_is_lit() -> None:
    crew, wolves = begin("crew", *STEAMER), begin("wolves", *VILLAGE)
    assert "crown" not in [mark for space in circle(wolves).spaces for mark in space.marks]
    while kind(crew) != "propose":
        all_say(crew, *(f"player:{(seat + 1) % 5}" for seat in crew.waiting))
    assert spaces(crew)["sits/0"].marks == ("crown",)
    do(crew, 0, "player:3")
    assert [name for name, space in spaces(crew).items() if space.lit] == ["sits/3"]
    assert [(gauge.name, gauge.most) for gauge in circle(crew).gauges] == [
        ("successes", 3), ("failures", 3), ("refusals", 5)
    ]  # fmt: skip
