"""Printing: sheets of stickers, the pages that measure printer, camera and lens, and mats.

`sheet` and `label` say where things go, `print_run` chooses codes, `pieces` names what they are stuck on; `printing`,
`calibration` and `mats` make the PDFs, on a `paper` that counts millimetres from the top left corner.
"""
