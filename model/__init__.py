"""What things are: frozen, slotted, hashable values of the game, with nothing but the standard library."""
