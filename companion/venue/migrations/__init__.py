"""How a database of an older venue is brought up to date, by Alembic."""
