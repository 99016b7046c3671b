"""The options of a match: how it is played, and rulings that one can see differently, each with ours as the default."""

from __future__ import annotations

from typing import Final

from rules.engine.game import Setting

SETTINGS: Final = (
    Setting("mode", "basic", "Basic Mode, or Advanced Mode with characters (CH-SETUP-02).", ("basic", "advanced")),
    Setting(
        "scoring", "adventurer", "Adventurer: one round; Legend: three rounds with points.", ("adventurer", "legend")
    ),
    Setting("masters", False, "Advanced Mode is played with all 30 characters, not with the 20 normal ones (JC-15)."),
    Setting(
        "tokens",
        "worked_out",
        "At a Judgement the companion shows the judges the tokens of cards that it knows, or asks everybody each time.",
        ("worked_out", "asked"),
    ),
    Setting("declare_judges_again", True, "A failed Declare is followed by a Judgement without the declarer (J-01)."),
    Setting("lone_dual_wins", False, "When only Duals are left and exactly one faction matches, it wins (J-02)."),
    Setting("surplus_counts", True, "Damage that takes more than the last HP can be answered like the last HP (J-05)."),
    Setting("user_reacts_first", True, "Of several who are hurt at once the user of the card answers first (J-08)."),
    Setting("revival_turn", True, "An Inn that revives its own user brings a whole turn (J-25)."),
    Setting("trap_stops_passives", False, "A Trap stops passive skills that are running already (J-28)."),
    Setting("sweep_equal_card", True, "A card of equal number may be turned up for a Sweep (J-30)."),
    Setting("show_after_roll", False, "After a failed roll in a Sweep a matching card may still be shown (J-30)."),
    Setting("fourth_event_judges", True, "Before the fourth event ends a round an owed Judgement is made (J-35)."),
    Setting("estrange_icon", "mass", "The icon of Estrange (J-45).", ("mass", "single")),
    Setting("meditation_icon", "intelligence", "The icon of Meditation (JC-14).", ("intelligence", "preserve")),
    Setting("fireball_icon", "mass", "The icon of Fireball (JC-14).", ("mass", "single")),
    Setting("own_damage_answers", True, "Elixir and Rage answer damage that one did to oneself (JC-04)."),
    Setting(
        "credit",
        "source",
        "Who has wounded somebody: the source of the damage or the card's user (JC-09).",
        ("source", "user"),
    ),
    Setting("skills_are_cards", False, "Rally and Keen Smell count as Mass Damage cards (JC-10)."),
    Setting(
        "oath_binds_passing", True, "An Oathkeeper is left out also when the own card makes everybody pass (JC-28)."
    ),
    Setting("blast_once", True, "Bursting Blast hurts nobody twice (JC-42)."),
    Setting("combo_at_least_one", False, "Cat Combo does 1 damage also for mixed losses and ties (JC-43)."),
    Setting(
        "allure_of_sources",
        True,
        "An allured player who is the only source cannot hurt the Fox Girl, whoever played (JC-45).",
    ),
    Setting("rage_allows_yellow", False, "In the turn after Rage yellow cards are allowed (JC-49)."),
    Setting(
        "illusion_source",
        "illusionist",
        "Who counts as having dealt transferred damage (JC-56).",
        ("illusionist", "attacker"),
    ),
    Setting("enchant_once", True, "Every result can be enchanted once (JC-58)."),
)
