"""Positions that cannot be or are strange, and lines of play with illegal events, and what is said of them."""
