"""The games of an owner as files: packed, unpacked with suspicion, installed and removed.

| file | what is in it |
|---|---|
| `packing` | a game's folder as a zip that is the same for the same files |
| `unpacking` | a stranger's zip, of which nothing is believed |
| `trial` | a game opened in a process of its own first, which may hang or fall |
| `shelf` | what is installed; installing, updating and removing |
"""
