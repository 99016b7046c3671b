"""The words of every package: a sentence that can be said in another language, its facts in braces, the forms that a
number chooses, the files of translations and the choice of a language. Everything may import it; it imports nothing of
ours.

Here is what costs nothing to load. `words.catalogue` has the translations of the pages and `words.files` the tables in
a package's folder; `words.languages` says which languages there are.
"""

from words.filling import filled as filled, places as places
from words.sentence import N_ as N_, SOURCE as SOURCE, Phrase as Phrase, Sentence as Sentence, plain as plain
