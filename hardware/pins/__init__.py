"""What hangs on the board's pins: buttons, lights, the dial, the tray's sensor, and simulated fingers for all of them.
`rig.open_rig` opens everything that is wired; no other room moves a pin."""
