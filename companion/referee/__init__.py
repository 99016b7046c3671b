"""The one owner of the match and the parts that work for it. Messages come in by the inbox, nothing else does."""
