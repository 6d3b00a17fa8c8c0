"""The commands of `arbiter`, by subject; each is imported only when it is asked for."""

__all__: list[str] = []
