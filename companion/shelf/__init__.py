"""The games of an owner as files: packed, unpacked with suspicion, installed and removed.

| file | what is in it |
|---|---|
| `packing` | a game's folder as a zip that is the same for the same files |
| `unpacking` | a stranger's zip, of which nothing is believed |
| `pictures` | pictures of cards taken in, found again, and laid to the rows of a list |
| `making`, `sharing` | games without code as they are made on a page; handed on inside the home network |
| `trial` | a game opened in a process of its own first, which may hang or fall |
| `shelf` | what is installed; installing, updating and removing |
"""
