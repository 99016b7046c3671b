"""Who wins Chain Mail, how often, on which map.

| file | what is in it |
|---|---|
| `balance` | the study: every quest on every map, played many times, as a table |
| `policy` | the players: random, careless, and the sensible one that the game brings itself |
"""
