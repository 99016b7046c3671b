"""What authors of games begin with, and hold their games against.

| file | what is in it |
|---|---|
| `check` | a game looked at as a whole: files, matches by chance, laws |
| `source` | what can be read off its Python |
| `said` | what is said in matches, held against its words |
| `names` | names that stand for nothing |
| `mat` | places on the mat |
| `findings` | a place, and a sentence with the cure |
| `ending` | code that comes to no end is ended |
| `starting` | a new game, of one of the starters |
| `simulating` | many matches, in several processes |
| `tally` | what they come to |
| `laws` | the laws, which the tests hold over every game too |
"""
