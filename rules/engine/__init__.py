"""The rules engine, as authors of games need it: everything here is theirs, `from rules.engine import ...`.

A game fills in a `Game`; its coroutine changes a `Table` and yields questions. Further in, `match` plays a game by the
log of its answers (`entries`, `corrections`, `positions`), `redact` and `packets` make what each reader may know,
`sampling` answers by chance, and `scenes` reads, plays and writes whole examples.
"""

from rules.engine.about import API as API, About as About
from rules.engine.game import (
    Bot as Bot,
    Bots as Bots,
    Box as Box,
    CardFace as CardFace,
    Episodes as Episodes,
    Game as Game,
    Play as Play,
    Rules as Rules,
    Screens as Screens,
    Setting as Setting,
    by_phase as by_phase,
    questions_of as questions_of,
)
from rules.engine.keys import Keys as Keys
from rules.engine.look import GameLook as GameLook, read_look as read_look
from rules.engine.mat import (
    BoardState as BoardState,
    Field as Field,
    Gauge as Gauge,
    HexGrid as HexGrid,
    Layout as Layout,
    Link as Link,
    Marker as Marker,
    MatSpot as MatSpot,
    Sheet as Sheet,
    SideLook as SideLook,
    Space as Space,
    Wall as Wall,
    hexes as hexes,
    squares as squares,
)
from rules.engine.notation import Notation as Notation, Record as Record
from rules.engine.own_files import (
    Chapter as Chapter,
    names_of as names_of,
    own_text as own_text,
    sentence_of as sentence_of,
)
from rules.engine.parts import (
    TINTS as TINTS,
    CardKind as CardKind,
    Cards as Cards,
    CardsError as CardsError,
    Deck as Deck,
    Deeds as Deeds,
    Hand as Hand,
    KeptDice as KeptDice,
    LookAlikes as LookAlikes,
    Market as Market,
    PhaseError as PhaseError,
    Phases as Phases,
    Rounds as Rounds,
    Ruling as Ruling,
    Score as Score,
    ScoreSheet as ScoreSheet,
    StillIn as StillIn,
    agree_on_draw as agree_on_draw,
    auction as auction,
    boxed as boxed,
    choose as choose,
    choose_player as choose_player,
    choose_together as choose_together,
    draw_offer as draw_offer,
    secret_bids as secret_bids,
    team_of as team_of,
)
from rules.engine.questions import (
    Answer as Answer,
    Chance as Chance,
    Choose as Choose,
    Deal as Deal,
    Draw as Draw,
    Drawn as Drawn,
    Gather as Gather,
    Gesture as Gesture,
    GroupChoice as GroupChoice,
    Insert as Insert,
    Laid as Laid,
    Moved as Moved,
    Option as Option,
    PickCard as PickCard,
    Prepare as Prepare,
    Reveal as Reveal,
    Roll as Roll,
    Shuffle as Shuffle,
    Slip as Slip,
    Sort as Sort,
    Step as Step,
    Stood as Stood,
    Taken as Taken,
    Taking as Taking,
    Together as Together,
    Window as Window,
    may_lie_in as may_lie_in,
    refused as refused,
)
from rules.engine.redact import Seen as Seen, redact as redact
from rules.engine.table import Table as Table
from rules.engine.types import (
    ALL as ALL,
    NOBODY as NOBODY,
    PUBLIC as PUBLIC,
    UNSEEN as UNSEEN,
    Card as Card,
    Claim as Claim,
    Event as Event,
    Note as Note,
    PieceId as PieceId,
    Refusal as Refusal,
    Say as Say,
    Seat as Seat,
    Shape as Shape,
    Slot as Slot,
    State as State,
    TrackData as TrackData,
    TrackValue as TrackValue,
    listed as listed,
    only as only,
)
from rules.engine.words import Names as Names, Words as Words
