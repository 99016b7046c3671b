"""Who is here: seats and whose phone holds them, how somebody joins, which phones have a page open."""
