"""Mutation testing of solver_bridge: a seeded sample of mutmut's mutants, tried by the quick tests that pyproject.toml names."""
