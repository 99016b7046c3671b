"""The chess deckbuilder's players beside an engine for chess."""
