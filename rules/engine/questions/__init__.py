"""Questions: what the rules wait for, the options of each, and the gestures by which hands give them.

What every question shares is in `question`, what players choose in `choices`, what hands do in `by_hand`.
"""

from rules.engine.questions.by_hand import (
    ByHand,
    Chance,
    Deal,
    Draw,
    Drawn,
    Gather,
    Insert,
    Prepare,
    Reveal,
    Roll,
    Shuffle,
    Slip,
    Sort,
    Step,
)
from rules.engine.questions.choices import Choose, GroupChoice, PickCard, Together, Window
from rules.engine.questions.question import (
    Answer,
    Gesture,
    Laid,
    Moved,
    Option,
    Question,
    Stood,
    Taken,
    Taking,
    may_lie_in,
    refused,
)

__all__ = [
    "Answer",
    "ByHand",
    "Chance",
    "Choose",
    "Deal",
    "Draw",
    "Drawn",
    "Gather",
    "Gesture",
    "GroupChoice",
    "Insert",
    "Laid",
    "Moved",
    "Option",
    "PickCard",
    "Prepare",
    "Question",
    "Reveal",
    "Roll",
    "Shuffle",
    "Slip",
    "Sort",
    "Step",
    "Stood",
    "Taken",
    "Taking",
    "Together",
    "Window",
    "may_lie_in",
    "refused",
]
