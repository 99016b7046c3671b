"""What buttons, dial and tray mean to the referee: `button_side` has all of it, `doorbell` people who want a seat,
`read_out` choices that are read out to who has no phone.
"""
