"""The virtual table: where every piece lies, the hands that tidy it, and the players of the program."""
