"""Camera frames in, table changes out: which tagged piece lies where, and what happened to it.

Sources of frames (a camera, a folder, a video, a rendered table), the eye that looks at them, readers for the table
and for photographs, and the registry of tags. Knows no game.
"""

from vision._decoders import RawTag
from vision._dice_watch import DiceWatch, WatchSettings
from vision._feed import Feed, FeedSettings
from vision._quiet import hush
from vision._v4l2 import FoundCamera, found_cameras
from vision.csi import CsiSettings, CsiSource
from vision.device import DeviceSource
from vision.dice import DiceReader, DiceSettings
from vision.dice_render import DieLook, ThrownDie, draw_dice
from vision.eye import Eye, EyeSettings
from vision.photo import MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, open_photo, read_photo, read_tags_hard
from vision.reader import CascadeReader, TagReader, read_tags, table_reader
from vision.recording import RecordingSettings, RecordingSource, ReplaySource, WhenFull
from vision.registry import TagRegistry
from vision.render import ScenePiece, SceneState
from vision.scale import Scale
from vision.source import FolderSource, VideoSource, open_source
from vision.spots import spot_at
from vision.sticker import Art, card_image, render_card, render_hand_photo, sticker_image
from vision.track import TrackSettings
from vision.types import (
    CARD_SHAPE,
    CameraNote,
    ChangeKind,
    Clock,
    DieReading,
    Frame,
    FrameSource,
    Image,
    MatLayout,
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
from vision.virtual import CameraSettings, VirtualCamera

__all__ = [
    "CARD_SHAPE",
    "MAX_PHOTO_BYTES",
    "MAX_PHOTO_PIXELS",
    "Art",
    "CameraNote",
    "CameraSettings",
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
    "FolderSource",
    "FoundCamera",
    "Frame",
    "FrameSource",
    "Image",
    "MatLayout",
    "PieceShape",
    "Point",
    "Presence",
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
    "StageTimes",
    "TableChange",
    "TableReport",
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
    "draw_dice",
    "found_cameras",
    "open_photo",
    "open_source",
    "read_photo",
    "read_tags",
    "read_tags_hard",
    "render_card",
    "render_hand_photo",
    "spot_at",
    "sticker_image",
    "table_reader",
]

hush()
