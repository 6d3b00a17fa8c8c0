"""The bridge between people's files and the rules programs under asp/."""
