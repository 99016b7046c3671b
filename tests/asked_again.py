"""What failed, as pytest knows it, so that `./run test` can ask it once more in continuous integration.

Tests that share a browser run as a group, and the note of what failed bears the group's name behind the test's; under
that name pytest finds no test. Called with the file of pytest's cache, it takes the groups' names out and prints what
is left.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path


def without_groups(note: Path) -> list[str]:
    """The tests that failed; the note has them by these names from now on."""
    names = [re.sub(r"@\w+$", "", name) for name in json.loads(note.read_text("utf-8"))]
    note.write_text(json.dumps(dict.fromkeys(names, True)), "utf-8")
    return names


if __name__ == "__main__":
    print("\n".join(without_groups(Path(sys.argv[1]))))
