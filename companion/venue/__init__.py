"""A venue: what its tables have sent, kept in a database and shown on pages of its own.

It knows no rules and no journal: a table is somebody who sends messages (docs/venue.md). The tables own their matches.
"""
