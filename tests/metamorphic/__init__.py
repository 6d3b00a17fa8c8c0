"""Positions changed in ways that must not matter, or matter in a known way, and the answers to both."""
