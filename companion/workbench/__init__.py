"""The workbench of somebody who writes a game: the real table with it, which goes on over each save.

It stands beside the service and never inside it: it reads the journal, and writes into it only while no service runs.

| module | what is in it |
|---|---|
| `fitting` | the log of a match played again over other code: what of it fits |
| `trouble` | what went wrong, for the author |
| `bench` | the game, its last good code, and the table that begins anew with it |
| `watch` | the loop that looks for saved files |
| `panel` | the match with all its secrets, for the author's page |
"""
