"""What asp/lasting.lp says of fluents that no event changes, against the rules of all events."""

import re
from pathlib import Path

ASP = Path(__file__).parents[2] / "asp"
RULES = [path for path in sorted(ASP.rglob("*.lp")) if path.name != "lasting.lp"]


def statements(path: Path) -> list[str]:
    text = "\n".join(line for line in path.read_text().splitlines() if not line.startswith("%"))
    return [" ".join(part.split()) for part in re.split(r"\.(?=\s)", text) if part.strip()]


def lasting() -> tuple[set[str], set[str]]:
    """Give the fluents that only effects change, and those that nothing changes."""
    found = [re.findall(r"(\w+)\(_|(\w+)\(site", rule.partition(" F = ")[2]) for rule in statements(ASP / "lasting.lp")]
    sets = [{name or other for name, other in names} for names in found if names]
    assert len(sets) == 2
    return sets[0], sets[1]


def changes() -> list[tuple[str, str]]:
    """Give each fluent that a rule begins or ends, with the rule."""
    found = []
    for path in RULES:
        for rule in statements(path):
            head = rule.partition(":-")[0]
            if match := re.match(r"(?:initiated|terminated)\((.*), T\)", head.strip()):
                found += [(name, rule) for name in re.findall(r"(\w+)\(", match[1]) if name != "site"]
                found += [("site", rule)] if match[1].startswith("site(") else []
    return found


def test_the_lists_are_read() -> None:
    assert lasting() == (
        {"site", "terrain", "card", "controller", "ability", "number"},
        {"type", "power", "oversized", "evil"},
    )
    assert len(changes()) > 80


def test_nothing_changes_what_always_lasts() -> None:
    assert [rule for name, rule in changes() if name in lasting()[1]] == []


def test_only_effects_from_outside_change_what_lasts_without_them() -> None:
    told = ("occurs(effect(", "_destroyed(")
    assert [rule for name, rule in changes() if name in lasting()[0] and not any(word in rule for word in told)] == []
