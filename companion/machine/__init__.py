"""The machine that the companion runs on: its addresses, its log, systemd, and how it is switched off."""
