"""What more than one page is given: a reader's packet and its parts, who asks, what a command gives back, settings.

Immutable values in words of one language, and nothing of how they are drawn. `companion` makes them.
"""

from web.views.looks import (
    BoardView as BoardView,
    Face as Face,
    FieldView as FieldView,
    GameLook as GameLook,
    SideView as SideView,
    SignView as SignView,
    StackView as StackView,
    WallView as WallView,
)
from web.views.packet import (
    AloudLine as AloudLine,
    AloudView as AloudView,
    BrokenGame as BrokenGame,
    CardView as CardView,
    ConsentView as ConsentView,
    DialledView as DialledView,
    DiceView as DiceView,
    DieAsked as DieAsked,
    EpisodeView as EpisodeView,
    EventView as EventView,
    Feed as Feed,
    GameOption as GameOption,
    JoinView as JoinView,
    JoinWay as JoinWay,
    LaidView as LaidView,
    LobbyView as LobbyView,
    NameableView as NameableView,
    NoteView as NoteView,
    NumberAsked as NumberAsked,
    OnTable as OnTable,
    OptionChoice as OptionChoice,
    OptionView as OptionView,
    Packet as Packet,
    Packets as Packets,
    PileView as PileView,
    PlayerView as PlayerView,
    QuestionView as QuestionView,
    ResultView as ResultView,
    ScoreView as ScoreView,
    ShelfGame as ShelfGame,
    ThinkingView as ThinkingView,
    TodoView as TodoView,
    TooManyStreams as TooManyStreams,
    TrackView as TrackView,
    WhyNot as WhyNot,
)
from web.views.session import Joined as Joined, Reply as Reply, Role as Role, Session as Session
from web.views.setting import (
    Choice as Choice,
    Locked as Locked,
    Origin as Origin,
    SettingGroup as SettingGroup,
    SettingKind as SettingKind,
    SettingView as SettingView,
)
from web.views.sheet_looks import (
    GaugeView as GaugeView,
    LinkView as LinkView,
    MarkerView as MarkerView,
    SheetView as SheetView,
    SpaceView as SpaceView,
)
