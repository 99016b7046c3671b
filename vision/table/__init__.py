"""The table in memory: motion gate, looks at what has settled, and what lies where."""
