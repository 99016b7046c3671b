"""Ready parts of games, from the face of the engine: `from rules.engine import Deck, Phases ...`.

| module | what is in it |
|---|---|
| `cards`, `deck`, `hand` | cards that a file describes; a deck and hands, and what is done with them |
| `phases`, `players`, `scores` | steps and deeds; naming players, dropping out, teams; points and rounds |
| `dealing` | dealing, drawing and putting back, for decks of another kind |
| `market`, `bids` | rows of open cards; choosing at the same time, secret bids, auctions |
| `stones` | stones of every player on the fields of a board |
| `sheet`, `dice` | score sheets with numbers and ticks; dice that are kept and rolled again |
| `look_alikes`, `agreed_draw` | bags of copies that every seat has for itself; a draw by agreement |
"""

from rules.engine.parts.agreed_draw import agree_on_draw as agree_on_draw, draw_offer as draw_offer
from rules.engine.parts.bids import auction as auction, choose_together as choose_together, secret_bids as secret_bids
from rules.engine.parts.cards import (
    TINTS as TINTS,
    CardKind as CardKind,
    Cards as Cards,
    CardsError as CardsError,
    boxed as boxed,
)
from rules.engine.parts.dealing import (
    deal_out as deal_out,
    draw_out as draw_out,
    move_all as move_all,
    put_back as put_back,
)
from rules.engine.parts.deck import Deck as Deck
from rules.engine.parts.dice import KeptDice as KeptDice
from rules.engine.parts.hand import Hand as Hand, Ruling as Ruling
from rules.engine.parts.look_alikes import LookAlikes as LookAlikes
from rules.engine.parts.market import Market as Market
from rules.engine.parts.phases import Deeds as Deeds, PhaseError as PhaseError, Phases as Phases
from rules.engine.parts.players import (
    StillIn as StillIn,
    choose as choose,
    choose_player as choose_player,
    team_of as team_of,
    yes_or_no as yes_or_no,
)
from rules.engine.parts.scores import Rounds as Rounds, Score as Score, Turns as Turns
from rules.engine.parts.sheet import ScoreSheet as ScoreSheet
from rules.engine.parts.stones import Stones as Stones
