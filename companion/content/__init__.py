"""An owner's content of Chain Mail: checked, drawn and listed."""
