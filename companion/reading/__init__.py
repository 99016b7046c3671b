"""What lies on the table, read as an answer, and what differs between the table and the notes."""
