"""Positions that cannot be, or that are strange, and what is said of them."""
