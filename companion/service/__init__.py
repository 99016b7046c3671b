"""The composition root: `building.build` makes every part of a table from the settings, `service.Service` starts and
stops it, `running` does both until somebody ends it."""
