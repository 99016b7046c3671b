"""Camera frames in, table changes out: which tagged piece lies where, and what happened to it.

Sources of frames (a camera, a folder, a video, a rendered table), the eye that looks at them, readers for the table
and for photographs, and the registry of tags. Knows no game.
"""

from vision.calibration.scale import Scale
from vision.cameras.csi import CsiSettings, CsiSource
from vision.cameras.device import DeviceSource
from vision.cameras.feed import Feed, FeedSettings
from vision.cameras.look_back import Held, LookBack, LookBackSettings
from vision.cameras.quiet import hush
from vision.cameras.recording import RecordingSettings, RecordingSource, ReplaySource, WhenFull
from vision.cameras.source import FolderSource, VideoSource, open_source
from vision.cameras.v4l2 import FoundCamera, found_cameras
from vision.dice.reader import DiceReader, DiceSettings
from vision.dice.render import DieLook, ThrownDie, draw_dice
from vision.dice.watch import DiceWatch, WatchSettings
from vision.reading.card_pictures import CardPicture, cards_in, is_small_picture, small_picture
from vision.reading.decoders import RawTag
from vision.reading.photo import MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, open_photo, read_photo, read_tags_hard
from vision.reading.reader import CascadeReader, TagReader, read_card, read_tags, table_reader
from vision.registry import TagRegistry
from vision.spots import spot_at
from vision.squares import PositionMatch, RankedPosition, SquaresReader, SquaresSettings, rank_positions
from vision.sticker import Art, card_image, largest_sticker_mm, render_card, render_hand_photo, sticker_image
from vision.table.eye import Eye, EyeSettings
from vision.table.track import TrackSettings
from vision.types import (
    CARD_SHAPE,
    Alternative,
    BoardSeen,
    CameraNote,
    ChangeKind,
    Clock,
    DieReading,
    Frame,
    FrameSource,
    Image,
    MatBoard,
    MatLayout,
    Occupant,
    PieceShape,
    Point,
    Presence,
    Side,
    Sighting,
    Spot,
    StageTimes,
    TableChange,
    TableReport,
    Tag,
    VisionError,
)
from vision.virtual.camera import CameraSettings, VirtualCamera
from vision.virtual.figures import Figure
from vision.virtual.lamp import Lamp
from vision.virtual.mat import BoardLook
from vision.virtual.render import ScenePiece, SceneState
from vision.virtual.top import TableTop

__all__ = [
    "CARD_SHAPE",
    "MAX_PHOTO_BYTES",
    "MAX_PHOTO_PIXELS",
    "Alternative",
    "Art",
    "BoardLook",
    "BoardSeen",
    "CameraNote",
    "CameraSettings",
    "CardPicture",
    "CascadeReader",
    "ChangeKind",
    "Clock",
    "CsiSettings",
    "CsiSource",
    "DeviceSource",
    "DiceReader",
    "DiceSettings",
    "DiceWatch",
    "DieLook",
    "DieReading",
    "Eye",
    "EyeSettings",
    "Feed",
    "FeedSettings",
    "Figure",
    "FolderSource",
    "FoundCamera",
    "Frame",
    "FrameSource",
    "Held",
    "Image",
    "Lamp",
    "LookBack",
    "LookBackSettings",
    "MatBoard",
    "MatLayout",
    "Occupant",
    "PieceShape",
    "Point",
    "PositionMatch",
    "Presence",
    "RankedPosition",
    "RawTag",
    "RecordingSettings",
    "RecordingSource",
    "ReplaySource",
    "Scale",
    "ScenePiece",
    "SceneState",
    "Side",
    "Sighting",
    "Spot",
    "SquaresReader",
    "SquaresSettings",
    "StageTimes",
    "TableChange",
    "TableReport",
    "TableTop",
    "Tag",
    "TagReader",
    "TagRegistry",
    "ThrownDie",
    "TrackSettings",
    "VideoSource",
    "VirtualCamera",
    "VisionError",
    "WatchSettings",
    "WhenFull",
    "card_image",
    "cards_in",
    "draw_dice",
    "found_cameras",
    "is_small_picture",
    "largest_sticker_mm",
    "open_photo",
    "open_source",
    "rank_positions",
    "read_card",
    "read_photo",
    "read_tags",
    "read_tags_hard",
    "render_card",
    "render_hand_photo",
    "small_picture",
    "spot_at",
    "sticker_image",
    "table_reader",
]

hush()
