"""What holds in every battle, however it goes: played by chance from many starts."""

from __future__ import annotations

from random import Random

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.sampling import pick
from rules.games.chain_mail import names as n, start
from rules.games.chain_mail.situation import Held
from tests.games.chain_mail._match import STARTER, Value, battle, now, place, result

LONGEST = 2000
ITEMS = (Held("smoke-pot", 1), Held("throwing-flask", 2), Held("healing-draught", 1))


def some_battle(chance: Random) -> Match:
    """A battle with any monster against any heroes, somewhere, with things, statuses and wounds."""
    heroes = chance.sample(list(STARTER.heroes), 4)
    at = chance.choice((1, 3, 7, 8, 13, 15))
    kennels = (("kennel",), (f"hex/{at}",), ("kennel", f"hex/{at}"), (f"hex/{at}", f"hex/{at}"), ("hex/2", "kennel"))
    tracks: dict[str, Value] = {resource: chance.randint(0, 5) for resource in (n.MONEY, n.EXPERIENCE, n.FOOD, n.LEVEL)}
    tracks[n.ITEMS] = ITEMS if chance.random() < 0.5 else ()
    tracks[n.RELICS] = (Held("moonsilver-blade", 3, heroes[0]), Held("stag-heart-amulet", 2, heroes[1]))
    tracks[n.AMBUSH] = chance.random() < 0.5
    return battle(
        chance.choice(list(STARTER.monsters)),
        stage=chance.choice(("called", "known")),
        heroes=" ".join(heroes),
        health={h: chance.randint(0, STARTER.heroes[h].health) for h in heroes},
        at=at,
        on_map="rookstone-halls",
        dogs=chance.choice(kennels) if "shepherd" in heroes else (),
        tracks=tracks,
        statuses={status: chance.choice(heroes) for status in STARTER.statuses if chance.random() < 0.4},
        settings={"taunt_once": chance.random() < 0.5, "long_battle_clock": chance.random() < 0.7},
        seats=chance.randint(1, 4),
        treasure=chance.choice(list(STARTER.treasures)),
    )


def check(match: Match) -> None:
    """The laws of a battle."""
    seen = now(match)
    for hero in seen.heroes:
        assert 0 <= seen.health(hero) <= seen.card(hero).health
        assert len(set(seen.cubes(hero))) == len(seen.cubes(hero))
        assert len(seen.cubes(hero)) + len(seen.listed(n.away(hero))) <= 3
    assert all(0 <= seen.number(r) <= 5 for r in (n.FOOD, n.MONEY, n.EXPERIENCE, n.LEVEL))
    assert seen.number(n.TIME) >= 0
    piles = match.state.piles
    tokens = [piece for pile in piles.values() for piece in pile.pieces]
    assert sorted(tokens) == sorted(piece for deck in start.pieces(STARTER).values() for piece in deck)
    on_card = {key: pile.pieces for key, pile in piles.items() if key.startswith("battle/") and len(pile)}
    assert all(len(pieces) == 1 for pieces in on_card.values()), "two on one place"
    if seen.monster is None:
        assert result(match) or not on_card
    elif seen.word(n.STAGE) in ("start", "attack", "act"):
        columns = [place(match, who).split()[1] for who in (*seen.heroes, "monster")]
        assert sorted(columns) == list("01234"), "one for each column"
        assert columns[-1] == str(seen.monster.start_col)
        assert place(match, "monster").split()[0] == "battle"
        assert result(match) or 0 < seen.number(n.MONSTER_HEALTH) <= seen.monster.health


@pytest.mark.dear
@pytest.mark.rules("CM-161", "CM-183", "CM-083", "CM-084", "CM-184", "CM-186", "CM-196")
@pytest.mark.parametrize("lot", range(3))
def test_laws_of_battles(lot: int) -> None:
    ends = set()
    for seed in range(lot * 20, lot * 20 + 20):
        chance = Random(seed)
        match = some_battle(chance)
        while match.question is not None and match.state.phase == "battle":
            check(match)
            answer = pick(match, chance.randrange)
            outcome = match.submit(answer)
            assert isinstance(outcome, Accepted), (seed, answer, outcome)
            assert match.version < LONGEST, f"the battle of seed {seed} does not end"
        check(match)
        ends.add(result(match) or "fought")
    assert {"all_fallen", "fought"} <= ends
