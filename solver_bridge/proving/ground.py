"""Ground rules, rid of what is settled already."""

from collections.abc import Sequence

from solver_bridge.engine import Grounded, GroundRule

__all__ = ["facts_of", "settled"]


def facts_of(ground: Grounded) -> set[int]:
    """Give the atoms that are told as facts."""
    return {rule[1][0] for rule in ground.rules if _tells(rule)}


def _tells(rule: GroundRule) -> bool:
    choice, head, body, weights = rule
    return not choice and len(head) == 1 and not body and weights is None


def settled(ground: Grounded) -> Grounded:
    """Leave out what is settled: facts in bodies, rules for facts, and what never holds; the models stay the same."""
    rules = ground.rules
    while True:
        facts = facts_of(Grounded(ground.atoms, rules))
        possible = {atom for rule in rules for atom in rule[1]}
        left: list[GroundRule] = [(False, (fact,), (), None) for fact in sorted(facts)]
        changed = False
        for rule in rules:
            choice, head, body, weights = rule
            if len(head) == 1 and head[0] in facts:
                changed = changed or not _tells(rule)
                continue
            if weights is None:
                open_body = _open(body, facts, possible)
                if open_body is None:
                    changed = True
                    continue
                if len(open_body) != len(body):
                    changed = True
                    rule = (choice, head, open_body, None)
            left.append(rule)
        if not changed:
            return Grounded(ground.atoms, left)
        rules = left


def _open(body: Sequence[int], facts: set[int], possible: set[int]) -> Sequence[int] | None:
    """Give what is left of a body, or nothing if it can never hold."""
    for literal in body:
        atom = abs(literal)
        if atom in facts or atom not in possible:
            break
    else:
        return body
    if any(-literal in facts if literal < 0 else literal not in possible for literal in body):
        return None
    return [literal for literal in body if literal not in facts and (literal > 0 or -literal in possible)]
