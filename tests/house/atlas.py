"""The atlas: every source, the rules that encode it, the rulings that test it and the properties that rest on it.

`python tests/house/atlas.py` writes docs/atlas.md. What stands there comes from the `%%%` lines above the rules, from
the clauses and entries in asp/entries.lp, from the `source:` of each ruling and from the facts property/3.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from rules_files import ASP, all_files, facts

sys.path.insert(0, str(ASP.parent))

from tests.coverage.covering import exempt, parts_of, rules, seen, text_of

ROOT = ASP.parent
PAGE = ROOT / "docs" / "atlas.md"
RULINGS = ROOT / "tests" / "rulings"
OUTSIDE = ("properties/", "goals/", "scope/")
"""The folders of asp/ that ask about the rules and are none themselves."""

_EDITION = re.compile(r"(\d{4}-\d\d)(?:, |$)")
_STEPS = re.compile(r"steps? (\d(?:\.\d)*)(?: (and|to) (\d(?:\.\d)*))?")


class Place(NamedTuple):
    """Rules that stand together under a source."""

    file: str
    lines: tuple[int, ...]
    words: str
    remarks: tuple[str, ...]

    def __str__(self) -> str:
        """Give the place as people write it."""
        first, last = self.lines[0], self.lines[-1]
        return f"asp/{self.file}:{first}" + (f"-{last}" if last != first else "")


class Ruling(NamedTuple):
    """A ruling: where it stands, what it rests on, and what it finds legal or not."""

    name: str
    file: str
    line: int
    source: str
    sources: frozenset[str]
    readings: frozenset[tuple[str, str]]
    unread: tuple[str, ...]
    directions: frozenset[str]
    reasons: frozenset[str]


def text(node: Any) -> str:
    """Give a string or a constant of the syntax tree."""
    return str(node.symbol.string) if str(node.symbol).startswith('"') else str(node.symbol)


@cache
def clauses() -> dict[str, str]:
    """Give the clauses of the Attack entry, in order, with their words."""
    return {text(arguments[0]): text(arguments[1]) for _, _, arguments in facts("clause", 2)}


@cache
def entries() -> dict[str, str]:
    """Give the entries of the Codex with their addresses."""
    return {text(arguments[0]): text(arguments[1]) for _, _, arguments in facts("entry", 2)}


@cache
def places() -> dict[str, list[Place]]:
    """Give the rules of each source; those of older editions stand with the source they are an edition of."""
    found = defaultdict(list)
    for file in all_files():
        if file.name == "entries.lp" or file.name.startswith(OUTSIDE):
            continue
        below = defaultdict(list)
        for rule in file.rules:
            if rule.source:
                below[rule.source].append(rule.line)
        for source, lines in below.items():
            for name in source.sources:
                bare, _, edition = name.partition(" of ") if re.search(r" of \d{4}-\d\d$", name) else (name, "", "")
                remarks = [f"edition {edition}"] if edition else []
                if source.readings:
                    kind = "counterfactual" if "(counterfactual " in file.lines[source.line - 1] else "reading"
                    remarks += [f"{kind} `{reading}`" for reading in source.readings]
                found[bare].append(Place(file.name, tuple(lines), source.words, tuple(remarks)))
    return dict(found)


def _named(segment: str) -> tuple[set[str], list[str]]:
    """Read what a part of a ruling's source names: sources, and what could not be read."""
    words = segment.split(", ")
    found: set[str] = set()
    unread: list[str] = []
    entry = ""
    while words:
        longest = next((n for n in range(len(words), 0, -1) if ", ".join(words[:n]) in entries()), 0)
        if longest:
            entry = ", ".join(words[:longest])
            found.add(entry)
            words = words[longest:]
            continue
        word = words.pop(0)
        steps = _STEPS.fullmatch(word)
        if word.startswith("Codex "):
            words.insert(0, word.removeprefix("Codex "))
        elif entry == "Attack" and (word == "introduction" or steps):
            found |= {"Attack - Introduction"} if not steps else _clauses(*steps.groups())
        elif parts := [name for name in places() if name.startswith(f"{entry} - ") and word in name]:
            found |= set(parts)
        elif not entry or not (word[0].isupper() or re.fullmatch(r"example \d+", word)):
            unread.append(word)
    return found, unread


def _clauses(first: str, joined: str | None, second: str | None) -> set[str]:
    if joined == "to":
        return {f"Attack {number}" for number in range(int(first), int(str(second)) + 1)}
    return {f"Attack {number}" for number in (first, second) if number}


def _directions(ask: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    ((kind, _),) = ask.items()
    if kind in ("legal", "check"):
        yield "illegal" if expect.get("legal") is False else "legal"
    elif kind in ("reach", "targets", "defenders", "interceptors"):
        if expect.get("exactly") or expect.get("includes"):
            yield "legal"
        if expect.get("excludes") or expect.get("reasons") or expect.get("exactly") == [] or ("reach" in ask and "exactly" in expect):
            yield "illegal"


def _reasons(expect: dict[str, Any]) -> Iterator[str]:
    given = expect.get("reasons") or []
    for names in given.values() if isinstance(given, dict) else [given]:
        yield from names


@cache
def rulings() -> tuple[Ruling, ...]:
    """Read the source of each ruling."""
    found = []
    cards = {path.stem for path in (ASP / "cards").rglob("*.lp")}
    for path in sorted(RULINGS.rglob("*.yaml")):
        content = path.read_text(encoding="utf-8")
        data = yaml.safe_load(content)
        lines = {
            match[1].strip("\"'"): number
            for number, line in enumerate(content.splitlines(), start=1)
            if (match := re.fullmatch(r"\s*- name: (.+)", line))
        }
        for item in data["rulings"] if isinstance(data, dict) else data:
            sources: set[str] = set()
            readings: set[tuple[str, str]] = set()
            unread: list[str] = []
            for segment in str(item.get("source", "")).split("; "):
                kind, _, rest = segment.partition(" ")
                if kind == "Codex":
                    edition = _EDITION.match(rest)
                    more, faults = _named(rest[edition.end() :] if edition else rest)
                    sources |= more
                    unread += faults
                elif kind in ("Reading", "reading", "Counterfactual"):
                    name, _, value = rest.partition(", ")
                    readings.add((name, value))
                elif segment in places() or segment in entries() or segment.replace(" ", "_").replace("'", "").lower() in cards:
                    sources.add(segment)
                elif kind != "situation":
                    unread.append(segment)
            found.append(
                Ruling(
                    item["name"],
                    path.relative_to(ROOT).as_posix(),
                    lines[item["name"]],
                    str(item.get("source", "")),
                    frozenset(sources),
                    frozenset(readings),
                    tuple(unread),
                    frozenset(_directions(item["ask"], item["expect"])),
                    frozenset(_reasons(item["expect"])),
                )
            )
    return tuple(found)


def testing(source: str) -> list[Ruling]:
    """Give the rulings that test a source: of an entry as a whole, those on any part of it count."""
    if source == "Attack":
        return [ruling for ruling in rulings() if any(name.split(" ")[0] == "Attack" for name in ruling.sources)]
    return [ruling for ruling in rulings() if any(name == source or name.startswith(f"{source} - ") for name in ruling.sources)]


@cache
def coverage() -> dict[tuple[str, int], str]:
    """Give what the tests show of each rule that has a body, by its file and line."""
    found = {}
    for rule in rules():
        text, parts = text_of(rule), parts_of(rule)
        was = seen().get(text)
        words = []
        if was is None or not was.fired:
            words.append(f"never fired ({exempt().get((text, 'fired'), 'unseen')})")
        elif parts and not was.stopped:
            words.append(f"never blocked ({exempt().get((text, 'blocked'), 'unseen')})")
        found[rule.file, rule.line] = "; ".join([*words, f"{len(was.stopped) if was else 0}/{len(parts)}"])
    return found


def _figures(place: "Place") -> str:
    """Tell what the tests show of the rules of a place: line by line, how many of the parts that could stop a rule did."""
    known = [(line, coverage()[place.file, line]) for line in place.lines if (place.file, line) in coverage()]
    if not known:
        return ""
    fine = [figures for _, figures in known if "never" not in figures]
    stopped, parts = (sum(int(f.rpartition(" ")[2].split("/")[at]) for _, f in known) for at in (0, 1))
    odd = [f"line {line} {figures.rpartition('; ')[0]}" for line, figures in known if "never" in figures]
    return f" [{len(fine)} of {len(known)} covered, {stopped} of {parts} stops" + "".join(f"; {text}" for text in odd) + "]"


@cache
def properties() -> dict[str, list[tuple[str, str, str]]]:
    """Give the properties and lemmas that rest on each source: name, words, and where they stand."""
    found = defaultdict(list)
    for kind in ("property", "lemma"):
        for file, line, (name, source, words) in facts(kind, 3):
            found[text(source)].append((str(name), text(words), f"asp/{file.name}:{line}"))
    return dict(found)


def sections() -> dict[str, list[str]]:
    """Give the sources in the order of the page: the Attack entry, other entries, cards."""
    attack = [*clauses(), "Attack"]
    others = sorted({*places(), *properties()} - set(attack))
    known = [name for name in others if name.partition(" - ")[0] in entries()]
    return {
        "The Attack entry": attack,
        "Other entries of the Codex": known,
        "Cards": [name for name in others if name not in known],
    }


def _section(source: str) -> Iterator[str]:
    yield f"### {source}"
    yield ""
    if source in clauses():
        yield clauses()[source]
        yield ""
    for place in places().get(source, []):
        remarks = "".join(f", {remark}" for remark in place.remarks)
        yield f"- rules `{place}`{remarks}" + (f": {place.words}" if place.words else "") + _figures(place)
    for name, words, where in properties().get(source, []):
        yield f"- property `{name}` (`{where}`): {words}"
    for direction in ("legal", "illegal", "outcome"):
        names = [
            f"`{ruling.name}` ({Path(ruling.file).relative_to('tests/rulings').as_posix()}:{ruling.line})"
            for ruling in (rulings_of(source) if source != "Attack" else ())
            if direction in (ruling.directions or {"outcome"})
        ]
        if names:
            yield f"- rulings, {direction}: {', '.join(names)}"
    if source == "Attack":
        yield f"- rulings: the {len(testing(source))} of all its clauses"
    yield ""


def rulings_of(source: str) -> list[Ruling]:
    """Give the rulings that name a source itself."""
    return [ruling for ruling in rulings() if source in ruling.sources]


def page() -> str:
    """Give the page."""
    lines = [
        "# Atlas",
        "",
        "Made by `python tests/house/atlas.py`; a test fails when it is not up to date. For each clause of the Attack entry,",
        "each other entry of the Codex and each card that a rule rests on: where the rules stand that encode it, the",
        "properties that are proved of it, and the rulings under `tests/rulings` that test it, by what they find: an event",
        "that is legal, one that is not, or the ways in which an attack ends or triggers are ordered. A ruling may stand in two lists.",
        "",
        "In brackets, what `python -m tests.coverage` has seen of the rules with a body: how many are covered, that is, have",
        "fired and were blocked by a part of their body that alone did not hold; and how many of the parts that could stop a",
        "rule so did.",
        "",
        "| part | sources | places with rules | rulings |",
        "|---|---|---|---|",
    ]
    for title, sources in sections().items():
        tests = {ruling.name for source in sources for ruling in testing(source)}
        rules = sum(len(places().get(source, ())) for source in sources)
        lines.append(f"| {title} | {len(sources)} | {rules} | {len(tests)} |")
    lines.append("")
    for title, sources in sections().items():
        lines += [f"## {title}", ""]
        for source in sources:
            lines += _section(source)
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
