"""Whatever card an owner describes: its cubes move, return and are drawn without contradiction."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st

from rules.games.chain_mail import heroes
from rules.games.chain_mail.content import (
    ClericCard,
    Hero,
    RangerCard,
    ShepherdCard,
    Spell,
    Spot,
    ThiefCard,
    WitchCard,
)
from rules.games.chain_mail.reading import starter
from tests.games.chain_mail._cards import check_refusals

ACTIONS = ("heal", "rest", "search", "melee1", "range1", "hide", "defense", "pick_lock", "bless", "fly", "extra_damage")
MARKS = {"start", "removal", "arrow_up", "green"}

icons = st.sampled_from(ACTIONS)


@st.composite
def sections(draw: st.DrawFn, name: str, least: int, most: int, *, removal: bool = False) -> tuple[Spot, ...]:
    """Spaces of a section, of which one is the start."""
    count = draw(st.integers(least, most))
    begins = draw(st.integers(0, count - 1))
    leaves = st.booleans() if removal else st.just(False)
    return tuple(Spot(f"{name}{n}", draw(icons), draw(leaves), start=n == begins) for n in range(count))


@st.composite
def clerics(draw: st.DrawFn) -> ClericCard:
    """Grids of any size, with gaps and arrows."""
    wide, high = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    gap = st.integers(0, 5).map(lambda n: n == 0)
    some = [[not draw(gap) for _ in range(wide)] for _ in range(high)]
    some[0][0] = True
    grid = tuple(
        tuple(
            Spot(f"r{r}c{c}", draw(icons), draw(st.booleans()), (r, c) == (0, 0), r + 1 < high and some[r + 1][c])
            if some[r][c]
            else None
            for c in range(wide)
        )
        for r in range(high)
    )
    track = (Spot("near", start=True), Spot("any", removal=draw(st.booleans())), Spot("all", removal=True))
    return ClericCard(id="monk", name="Monk", health=5, range_track=track, grid=grid)


@st.composite
def thieves(draw: st.DrawFn) -> ThiefCard:
    """Rings of any length."""
    turns = draw(st.booleans())
    return ThiefCard(
        id="rogue",
        name="Rogue",
        health=4,
        directions=(Spot("right", start=turns), Spot("back", start=not turns)),
        ring=draw(sections("h", 3, 12)),
        center=Spot("middle", draw(icons)),
        disorientation={1: 1, 2: 4, 3: 6},
        center_needs=5,
    )


@st.composite
def witches(draw: st.DrawFn) -> WitchCard:
    """Any ingredients, any pairs, also of one side."""
    left, right = draw(sections("l", 1, 5)), draw(sections("r", 1, 5))
    names = [spot.id for spot in (*left, *right)]
    pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True).map(frozenset)
    found = draw(st.lists(pairs, min_size=1, max_size=6, unique=True))
    spells = tuple(Spell(f"s{n}", pair, draw(icons), draw(st.booleans())) for n, pair in enumerate(found))
    plain = tuple(Spot(spot.id, start=spot.start) for spot in left)
    return WitchCard(id="hag", name="Hag", health=4, left=plain, right=right, spells=spells)


@st.composite
def rangers(draw: st.DrawFn) -> RangerCard:
    """Mills and trainings of any length."""
    actions = draw(st.lists(icons, min_size=2, max_size=6, unique=True))
    training = tuple(Spot(f"t{n}", action, start=n == 1) for n, action in enumerate(actions))
    plain = draw(sections("m", 3, 16))
    mill = tuple(Spot(s.id, s.action, start=s.start, green=s.action in actions and draw(st.booleans())) for s in plain)
    return RangerCard(id="scout", name="Scout", health=5, training=training, mill=mill)


@st.composite
def shepherds(draw: st.DrawFn) -> ShepherdCard:
    """Areas of any size."""
    areas = {
        letter: tuple(Spot(s.id, s.action, s.removal) for s in draw(sections(letter.lower(), 2, 6, removal=True)))
        for letter in ("N", "E", "S", "W")
    }
    return ShepherdCard(
        id="drover",
        name="Drover",
        health=4,
        kennel=Spot("hut", start=True),
        center=Spot("middle", start=True),
        areas=areas,
    )


cards: st.SearchStrategy[Hero] = st.one_of(clerics(), thieves(), witches(), rangers(), shepherds())


def names_of(card: Hero) -> set[str]:
    """Every space that the drawing shows and a cube could be tapped on."""
    drawn, _ = heroes.model_of(card).drawn()
    return {space.name.removeprefix(f"{card.id}.") for space in drawn if not space.dim}


@pytest.mark.dear
@pytest.mark.rules("CM-052", "CM-014", "CM-082")
@settings(max_examples=150)
@given(card=cards, data=st.data())
def test_a_walk_over_any_card(card: Hero, data: st.DataObject) -> None:
    cubes = heroes.model_of(card).start
    for _ in range(6):
        free = [home for home in heroes.model_of(card).third_homes if home not in cubes and len(cubes) < 3]
        grows = data.draw(st.booleans())
        if free and grows:
            cubes = heroes.model_of(card).ordered((*cubes, data.draw(st.sampled_from(free))))
        check_refusals(card, cubes, names_of(card))
        options = heroes.model_of(card).movements(cubes)
        assert all(re.fullmatch("[A-Za-z0-9-]+", movement.key) for movement in options)
        can = [movement for movement in options if movement.refusal is None]
        if not can:
            return
        movement = data.draw(st.sampled_from(can))
        assert movement.cubes == heroes.model_of(card).ordered(movement.cubes)
        assert len(set(movement.cubes)) == len(cubes), "no cube comes, goes or shares a space"
        assert movement.to == movement.steps[-1][1]
        assert movement.frm in ("", movement.steps[-1][0])
        cubes = movement.cubes
        seen = (*movement.fires, *heroes.model_of(card).passives(cubes), *heroes.model_of(card).prepared(cubes))
        assert all(set(fires.leaves) <= set(cubes) for fires in seen), "only a cube that is there can leave"
        assert {heroes.model_of(card).home(cube, cubes) for cube in cubes} <= set(heroes.model_of(card).start)
        cubes = heroes.model_of(card).shift(cubes, data.draw(st.sampled_from("NESW")))


@settings(max_examples=150)
@given(card=cards)
def test_any_card_is_drawn_without_overlap(card: Hero) -> None:
    spaces, links = heroes.model_of(card).drawn()
    names = [space.name for space in spaces]
    assert len(set(names)) == len(names)
    assert {end for link in links for end in (link.one, link.other)} <= set(names)
    assert min(s.x - s.width / 2 for s in spaces) == pytest.approx(0, abs=0.002)
    assert min(s.y - s.height / 2 for s in spaces) == pytest.approx(0, abs=0.002)
    for n, one in enumerate(spaces):
        for other in spaces[:n]:
            wide, high = (one.width + other.width) / 2, (one.height + other.height) / 2
            touching = abs(one.x - other.x) < wide - 0.001 and abs(one.y - other.y) < high - 0.001
            assert not touching, (one.name, other.name)


@pytest.mark.parametrize("hero", ["cleric", "thief", "witch", "ranger", "shepherd"])
def test_a_starter_card_as_it_is_drawn(hero: str) -> None:
    card = starter().heroes[hero]
    spaces, _ = heroes.model_of(card).drawn()
    assert all(space.name.startswith(f"{hero}.") for space in spaces)
    assert all(set(space.marks) <= MARKS for space in spaces)
    assert not any(space.markers for space in spaces), "cubes are put there by the game"
    assert {f"{hero}.{name}" for name in heroes.model_of(card).start} <= {s.name for s in spaces if "start" in s.marks}
    assert set(heroes.model_of(card).start) <= names_of(card)


def at(card: Hero, name: str) -> tuple[float, float]:
    """Where a space lies."""
    spaces, _ = heroes.model_of(card).drawn()
    return next((space.x, space.y) for space in spaces if space.name == f"{card.id}.{name}")


def test_the_starter_cards_look_as_people_know_them() -> None:
    known = starter().heroes
    cleric, thief, witch, ranger, shepherd = (known[h] for h in ("cleric", "thief", "witch", "ranger", "shepherd"))
    assert at(cleric, "near")[1] < at(cleric, "g20")[1] < at(cleric, "g10")[1] < at(cleric, "g00")[1]
    assert at(thief, "h0")[1] < at(thief, "hc")[1] < at(thief, "h3")[1]
    assert at(thief, "h5")[0] < at(thief, "hc")[0] < at(thief, "h1")[0] < at(thief, "cw")[0]
    assert at(thief, "cw")[1] < at(thief, "ccw")[1]
    assert at(witch, "berries")[0] < at(witch, "frog")[0]
    assert at(witch, "eye")[1] < at(witch, "spell-hex")[1]
    assert at(ranger, "m0")[0] < at(ranger, "m1")[0] < at(ranger, "m2")[0] == at(ranger, "m4")[0]
    assert at(ranger, "m0")[1] < at(ranger, "m7")[1] < at(ranger, "m6")[1] == at(ranger, "m4")[1]
    assert at(ranger, "m2")[0] < at(ranger, "track")[0]
    assert at(shepherd, "n1")[1] < at(shepherd, "N")[1] < at(shepherd, "c")[1] < at(shepherd, "s1")[1]
    assert at(shepherd, "w1")[0] < at(shepherd, "W")[0] < at(shepherd, "c")[0] < at(shepherd, "e1")[0]


def test_arrows_of_the_cleric_are_drawn_and_marked() -> None:
    card = starter().heroes["cleric"]
    spaces, links = heroes.model_of(card).drawn()
    up = {(link.one, link.other) for link in links if not link.both}
    assert up == {
        *(("cleric.g00", "cleric.g10"), ("cleric.g01", "cleric.g11"), ("cleric.g02", "cleric.g12")),
        *(("cleric.g10", "cleric.g20"), ("cleric.g12", "cleric.g22")),
    }
    assert {space.name for space in spaces if "arrow_up" in space.marks} == {one for one, _ in up}
    assert {s.name for s in spaces if "removal" in s.marks} == {
        *("cleric.any", "cleric.all", "cleric.g20", "cleric.g21", "cleric.g22")
    }


def test_icons_are_named_on_the_drawing() -> None:
    spaces, _ = heroes.model_of(starter().heroes["ranger"]).drawn()
    by_name = {space.name: space for space in spaces}
    first, green = by_name["ranger.m0"], by_name["ranger.m7"]
    assert (first.icon, first.label, first.text) == ("cm_melee1", "melee1", "icon_melee1")
    assert (green.icon, green.marks) == ("cm_bear_call", ("green",))
    assert (by_name["ranger.call"].icon, by_name["ranger.call"].label) == ("cm_bear_call", "call")
