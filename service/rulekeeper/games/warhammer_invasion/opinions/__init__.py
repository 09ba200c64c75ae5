"""What the sensible player thinks of each kind of command: see `player`."""
