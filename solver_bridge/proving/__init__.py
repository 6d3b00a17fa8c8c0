"""Questions about all positions of a scope: proofs, strange positions, differences."""
