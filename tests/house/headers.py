"""Brings the headers of rules files up to date: `python tests/house/headers.py [FILE ...]` (relative to asp/).

Where a header does not agree with the code, what is used, defined and private is sorted into its section, in the order
of the code; meanings stay with the file that has them. A new predicate is shown by variables that stand at its places,
and its meaning is left to be written: `?`.
"""

import re
import sys

from clingo.ast import ASTType
from rules_files import ASP, SECTIONS, Listed, RulesFile, Signature, all_files, signature

WIDTH = 118
COLUMN = 25


def _known() -> tuple[dict[Signature, Listed], dict[Signature, set[str]]]:
    """Give each predicate that some header has a meaning for, and the files where."""
    entries: dict[Signature, Listed] = {}
    homes: dict[Signature, set[str]] = {}
    for file in all_files():
        for section in SECTIONS[:3]:
            for entry in file.header.get(section, ()):
                if entry.meaning or entry.signature not in entries:
                    entries[entry.signature] = entry
                if entry.meaning:
                    homes.setdefault(entry.signature, set()).add(file.name)
    return entries, homes


def _shown(file: RulesFile, predicate: Signature, known: dict[Signature, Listed]) -> str:
    if predicate in known:
        return f"{predicate.name}({', '.join(known[predicate].roles)})"
    atoms = [atom for rule in file.rules for atom in (*rule.heads, *rule.uses) if signature(atom) == predicate]
    roles = []
    for place in range(predicate.arity):
        variables = (str(atom.arguments[place]) for atom in atoms if atom.arguments[place].ast_type == ASTType.Variable)
        roles.append(next((variable for variable in variables if variable != "_"), "V"))
    return f"{predicate.name}({', '.join(roles)})"


def _filled(parts: list[str]) -> list[str]:
    lines = ["%!  "]
    for number, part in enumerate(parts, start=1):
        piece = f" {part}," if number < len(parts) else f" {part}"
        if len(lines[-1]) + len(piece) > WIDTH and lines[-1] != "%!  ":
            lines.append("%!  ")
        lines[-1] += piece
    return lines


def header(file: RulesFile) -> list[str]:
    """Give the lines of a file's header as they should be."""
    known, homes = _known()
    end = next((n for n, line in enumerate(file.lines) if not line.startswith("%!")), len(file.lines))
    begun = (number for number, line in enumerate(file.lines[:end]) if re.match(rf"%! ({'|'.join(SECTIONS)}):", line))
    lines = list(file.lines[: next(begun, end)])
    order: dict[Signature, int] = {}
    for predicate in [signature(atom) for rule in file.rules for atom in (*rule.heads, *rule.uses)] + list(file.shown):
        order.setdefault(predicate, len(order))
    private = {predicate for predicate in file.defined if predicate.name.startswith("_")}
    wanted = {"input": file.used - file.defined, "defined": file.defined - private, "private": private}
    if lines[-1] != "%!":
        lines.append("%!")
    for section, predicates in wanted.items():
        plain = []
        if predicates:
            lines.append(f"%! {section}:")
        for predicate in sorted(predicates, key=order.__getitem__):
            shown = _shown(file, predicate, known)
            if file.name in homes.get(predicate, {file.name}):
                own = [entry.meaning for each in file.header.values() for entry in each if entry.signature == predicate]
                meaning = next(filter(None, [*own, known[predicate].meaning if predicate in known else ""]), "?")
                lines.append(f"%!   {shown:<{COLUMN}} {meaning}" if len(shown) <= COLUMN else f"%!   {shown}   {meaning}")
            else:
                plain.append(shown)
        if plain:
            lines += _filled(plain)
    if "fluents" in file.header:
        lines += file.lines[file.lines.index("%! fluents:") : end]
    return lines


def agrees(file: RulesFile) -> bool:
    """Say whether a header lists what there is, so that it can stay as it is."""
    private = {predicate for predicate in file.defined if predicate.name.startswith("_")}
    wanted = {"input": file.used - file.defined, "defined": file.defined - private, "private": private}
    return not file.faults and all(set(file.listed(section)) == found for section, found in wanted.items())


def main(chosen: list[str]) -> None:
    """Rewrite the headers of some files, or of all; say which have changed, and where a meaning is to be written."""
    for file in all_files():
        if chosen and file.name not in chosen:
            continue
        if agrees(file):
            continue
        lines = header(file)
        end = next((n for n, line in enumerate(file.lines) if not line.startswith("%!")), len(file.lines))
        if lines != list(file.lines[:end]):
            print(f"{file.name}: header rewritten")
            (ASP / file.name).write_text("\n".join([*lines, *file.lines[end:]]) + "\n", encoding="utf-8")
        for line in lines:
            if line.endswith(" ?"):
                print(f"{file.name}: write what it means: {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
