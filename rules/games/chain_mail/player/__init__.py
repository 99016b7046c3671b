"""A sensible player of Chain Mail, who sees what people at the table see.

| file | what is in it |
|---|---|
| `party` | the player as the program's players ask it |
| `sense` | its answer to every question |
| `route`, `habits` | where it goes; what it eats, buys, trades and searches |
| `brawl`, `fight` | who strikes whom and from where; what a battle costs |
| `cards`, `values`, `dice` | what a hero's card offers soon; what things are worth; which dice to change |
"""
