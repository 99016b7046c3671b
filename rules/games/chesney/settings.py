"""The options of a match: how it is played, and rulings that one can see differently, each with ours as the default."""

from __future__ import annotations

from typing import Final

from rules.engine import Setting

SETTINGS: Final = (
    Setting("mode", "basic", "Basic Mode, or Advanced Mode with characters (CH-SETUP-02).", ("basic", "advanced")),
    Setting(
        "scoring",
        "adventurer",
        "Adventurer: one round without points. Legend: three rounds with points.",
        ("adventurer", "legend"),
    ),
    Setting("masters", False, "Advanced Mode is played with all 30 characters, not with the 20 normal ones (JC-15)."),
    Setting(
        "tokens",
        "worked_out",
        "The companion works out the tokens of a Judgement where it knows all cards, or asks everybody each time.",
        ("worked_out", "asked"),
    ),
    Setting("declare_judges_again", True, "A failed Declare is followed by a Judgement without the declarer (J-01)."),
    Setting("lone_dual_wins", False, "When only Duals are left and exactly one faction matches, it wins (J-02)."),
    Setting(
        "surplus_counts",
        True,
        "What answers the loss of the last HP also answers damage of more points than are left (J-05).",
    ),
    Setting(
        "user_reacts_first",
        True,
        "Of several who are hurt at once the user of the card answers first, not the left neighbour (J-08).",
    ),
    Setting(
        "revival_turn", True, "A wounded player who heals with an Inn of their own takes a whole turn at once (J-25)."
    ),
    Setting(
        "trap_stops_passives", False, "A Trap also stops passive skills of a character that is face-up already (J-28)."
    ),
    Setting(
        "sweep_equal_card",
        True,
        "In a Sweep a card may be turned up that has the same number as the face-up one (J-30).",
    ),
    Setting("show_after_roll", False, "After a failed roll in a Sweep a matching card may still be shown (J-30)."),
    Setting("fourth_event_judges", True, "Before the fourth event ends a round an owed Judgement is made (J-35)."),
    Setting("estrange_icon", "mass", "Which type of red card Estrange is (J-45).", ("mass", "single")),
    Setting(
        "meditation_icon",
        "intelligence",
        "Which type of green card Meditation is (JC-14).",
        ("intelligence", "preserve"),
    ),
    Setting("fireball_icon", "mass", "Which type of red card the Fireball is (JC-14).", ("mass", "single")),
    Setting(
        "own_damage_answers", True, "Elixir and Rage also answer damage that a player has dealt to themself (JC-04)."
    ),
    Setting(
        "credit",
        "source",
        "Whose Honour a wound counts for: whoever dealt the damage, or whoever played the card (JC-09).",
        ("source", "user"),
    ),
    Setting(
        "skills_are_cards",
        False,
        "Rally and Keen Smell count as Mass Damage cards, which do not hurt a Traveller astray (JC-10).",
    ),
    Setting(
        "oath_binds_passing",
        True,
        "The Oathkeeper is passed by even when the Oathkeeper's own card makes everybody pass (JC-28).",
    ),
    Setting("blast_once", True, "A Bursting Blast hurts nobody twice, not even a user beside the target (JC-42)."),
    Setting(
        "combo_at_least_one", False, "Cat Combo also does 1 damage for losses and ties mixed, without a win (JC-43)."
    ),
    Setting(
        "allure_of_sources",
        True,
        "An allured player who alone deals the damage cannot hurt the Fox Girl, whoever played the card (JC-45).",
    ),
    Setting("rage_allows_yellow", False, "In the turn after Rage yellow cards may be used as well (JC-49)."),
    Setting(
        "illusion_source",
        "illusionist",
        "Who counts as having dealt the damage that an Illusion passes on (JC-56).",
        ("illusionist", "attacker"),
    ),
    Setting("enchant_once", True, "A result can be enchanted only once, not again and again (JC-58)."),
)
