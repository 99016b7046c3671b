"""Everybody sees the mat from the own seat, and what is moved there moves on the table."""

from __future__ import annotations

from random import Random

import pytest

from companion.virtual.places import inside
from companion.virtual.viewpoint import Lying, Viewpoint
from rules.engine.mat import Layout, MatSpot
from rules.engine.types import Seat
from rules.games import game, slugs

MATS = [(slug, seats) for slug in slugs() for seats in game(slug).seats]


def mat(slug: str, seats: int) -> Layout:
    return game(slug).mat(seats)


def own_spots(layout: Layout, seat: int) -> list[MatSpot]:
    return [spot for spot in layout.spots if spot.seat == seat]


@pytest.mark.parametrize(("slug", "seats"), MATS)
def test_what_is_seen_somewhere_is_laid_where_it_was(slug: str, seats: int) -> None:
    """Any place of any mat, as any seat sees it, is that very place again; and stays on its spot."""
    layout, chance = mat(slug, seats), Random(seats)
    for seat in range(seats):
        view = Viewpoint(layout, Seat(seat))
        middles = [(spot.x_mm, spot.y_mm) for spot in layout.spots]
        anywhere = [(chance.uniform(0, layout.width_mm), chance.uniform(0, layout.height_mm)) for _ in range(40)]
        for x_mm, y_mm in middles + anywhere:
            seen = view.seen(Lying(x_mm, y_mm, 90.0))
            back = view.laid(seen)
            assert (back.x_mm, back.y_mm) == pytest.approx((x_mm, y_mm), abs=0.01)
            assert back.angle_deg == pytest.approx(90.0)
        for spot in layout.spots:
            there = view.seen(Lying(spot.x_mm, spot.y_mm, spot.angle_deg))
            assert inside(view.spot(spot), there.x_mm, there.y_mm)


@pytest.mark.parametrize(("slug", "seats"), MATS)
def test_everybody_sees_the_own_place_at_the_bottom(slug: str, seats: int) -> None:
    """Where the first seat has it, upright."""
    layout = mat(slug, seats)
    first = [(spot.x_mm, spot.y_mm, spot.angle_deg) for spot in own_spots(layout, 0)]
    for seat in range(seats):
        view = Viewpoint(layout, Seat(seat))
        seen = [view.spot(spot) for spot in own_spots(layout, seat)]
        assert [(spot.x_mm, spot.y_mm, spot.angle_deg) for spot in seen] == first


def test_a_board_is_turned_for_whoever_sits_across_and_reads_upright() -> None:
    layout = mat("chess_deckbuilder", 2)
    across, corner = Viewpoint(layout, Seat(1)), layout.spot("a1")
    assert Viewpoint(layout, Seat(0)).spot(corner) == corner
    assert across.spot(corner).y_mm < layout.height_mm / 2 < corner.y_mm
    figure = across.seen(Lying(corner.x_mm, corner.y_mm, 0.0))
    assert (figure.x_mm, figure.y_mm) == (across.spot(corner).x_mm, across.spot(corner).y_mm)
    assert figure.angle_deg == 0.0


def test_neighbours_stay_neighbours() -> None:
    """Who sits to the left of somebody is seen to the left."""
    layout = mat("chronicle", 4)
    for seat in range(4):
        left = Viewpoint(layout, Seat(seat)).spot(layout.spot(f"allies/{(seat + 1) % 4}"))
        assert left.x_mm < layout.width_mm / 4


def test_who_only_looks_on_sees_the_mat_as_it_is_drawn() -> None:
    layout = mat("chronicle", 4)
    assert [Viewpoint(layout, None).spot(spot) for spot in layout.spots] == list(layout.spots)
