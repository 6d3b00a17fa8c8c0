"""Questions about all positions of a scope: proofs, strange positions, differences."""

__all__: list[str] = []
