"""The rules programs against the independent second engine, on random positions and lines of play."""
