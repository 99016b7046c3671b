"""The laws that every game keeps, for its author and for the tests.

| file | what is in it |
|---|---|
| `playing` | random matches, which a script tells again |
| `laws` | what must be true of each |
| `worlds` | swapped worlds: nobody learns what they were not shown; `renaming` gives pieces each other's names |
| `truth` | what really lies on the table, beside notes that know less |
"""
