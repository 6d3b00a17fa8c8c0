"""Mutation testing of the rules: one thing at a time is changed in a copy of asp/, and the tests must notice."""
