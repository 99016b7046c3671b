"""Everything that is kept on disk: matches entry by entry, sessions, copies of games, copies of the journal."""
