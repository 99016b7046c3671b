"""The deck reader: which of the known codes it is, asked of codes too small for any decoder."""
