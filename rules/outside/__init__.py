"""Games that lie outside of this program: in folders of its owner, and in packages that were installed beside it.

| file | what is in it |
|---|---|
| `places` | where they lie, and what each says of itself; nothing of a game is loaded for that |
| `importing` | a folder anywhere as a package, under a name that nothing else has |
| `blame` | the line of a game that an error came from |
| `opening` | a game loaded and tried: that it opens, or why not |
| `shelf` | all that can be played in one process, each tried once |
"""

from rules.engine.about import ManifestError as ManifestError, read_about as read_about
from rules.outside.blame import own_frames as own_frames, place_of as place_of
from rules.outside.importing import files_in as files_in
from rules.outside.opening import FAULTS as FAULTS, GameUnloaded as GameUnloaded, NoEnd as NoEnd
from rules.outside.places import (
    Broken as Broken,
    Found as Found,
    found_in as found_in,
    in_packages as in_packages,
)
from rules.outside.shelf import Looked as Looked, Shelf as Shelf
