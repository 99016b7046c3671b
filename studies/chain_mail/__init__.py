"""Who wins Chain Mail, how often, on which map.

| file | what is in it |
|---|---|
| `balance` | the study: every quest on every map, played many times, as a table |
| `policy` | the players: random, careless, sensible |
| `sense` | the sensible player's answer to every question |
| `route`, `habits` | where it goes; what it eats, buys, trades and searches |
| `brawl`, `fight` | who strikes whom and from where; what a battle costs |
| `cards`, `values`, `dice` | what a hero's card offers soon; what things are worth; which dice to change |
"""
