"""Questions: what the rules wait for, the options of each, and the gestures by which hands give them.

What every question shares is in `question`, what players choose in `choices`, a number that they say in
`numbers`, what hands do in `by_hand`.
"""

from rules.engine.questions.by_hand import (
    ByHand as ByHand,
    Chance as Chance,
    Deal as Deal,
    Draw as Draw,
    Drawn as Drawn,
    Gather as Gather,
    Insert as Insert,
    Prepare as Prepare,
    Reveal as Reveal,
    Roll as Roll,
    Shuffle as Shuffle,
    Slip as Slip,
    Sort as Sort,
    Step as Step,
)
from rules.engine.questions.choices import (
    Anytime as Anytime,
    Choose as Choose,
    GroupChoice as GroupChoice,
    PickCard as PickCard,
    Together as Together,
    Window as Window,
)
from rules.engine.questions.numbers import Number as Number, Scale as Scale
from rules.engine.questions.question import (
    Answer as Answer,
    Gesture as Gesture,
    Laid as Laid,
    Moved as Moved,
    Option as Option,
    Question as Question,
    Stood as Stood,
    Taken as Taken,
    Taking as Taking,
    may_lie_in as may_lie_in,
    refused as refused,
)
