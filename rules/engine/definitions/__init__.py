"""What a text file of a game without code may hold: its fields and their kinds, said once. From it come the reading of
the file with a line for every fault, its JSON Schema, the writing, and the page that makes such a file.

| file | what is in it |
|---|---|
| `kinds` | what a field may hold |
| `definition` | the fields of a file, how they make a game, and the files that come with it |
| `pasting` | a list as it is copied out of a spreadsheet |
| `reading`, `entry` | a file read; what stands in it, each with its line |
| `writing` | values as the text of a file |
| `schema` | what editors need to know of such a file |
"""

from rules.engine.definitions.definition import Definition as Definition, Step as Step
from rules.engine.definitions.entry import DefinitionError as DefinitionError, Entry as Entry
from rules.engine.definitions.kinds import (
    Checked as Checked,
    Field as Field,
    GrammarError as GrammarError,
    Key as Key,
    Keys as Keys,
    Kind as Kind,
    Numbers as Numbers,
    OneOf as OneOf,
    Picture as Picture,
    Slug as Slug,
    Switch as Switch,
    Tables as Tables,
    Text as Text,
    Whole as Whole,
    is_picture as is_picture,
    pictures_in as pictures_in,
)
from rules.engine.definitions.pasting import columns as columns, list_of as list_of, rows_of as rows_of
from rules.engine.definitions.places import has_remarks as has_remarks
from rules.engine.definitions.reading import read as read
from rules.engine.definitions.schema import schema as schema
from rules.engine.definitions.writing import toml_value as toml_value, written as written
