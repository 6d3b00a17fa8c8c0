"""The commands that tell what is known: cards, editions, readings, schema."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver_bridge import shapes
from solver_bridge.catalogue import Card
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.commands.arguments import UsageError
from solver_bridge.commands.given import check_options
from solver_bridge.commands.page import BAD, GOOD, HEAD, Page
from solver_bridge.commands.reply import OK, Reply
from solver_bridge.commands.wording import count
from solver_bridge.errors import quoted
from solver_bridge.nearest import instead, meant
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["cards", "editions", "readings", "schema"]

_ENCODED: Mapping[bool | None, str] = {
    None: "nothing beyond its abilities matters",
    True: "encoded",
    False: "not encoded",
}


def cards(args: argparse.Namespace) -> Reply:
    """Answer with the cards, or with one."""
    check_options(args)
    catalogue = load_catalogue()
    found = list(catalogue)
    if args.name:
        name = " ".join(args.name)
        card = catalogue.find(name)
        if card is None:
            hint = meant(catalogue.nearest(name))
            raise UsageError(f"arbiter cards: there is no card {quoted(name)}{hint}")
        found = [card]
    data = shapes.document({"cards": [_card_data(card) for card in found]})
    return Reply(OK, lambda: data, lambda: _card_page(found[0]) if args.name else _cards_page(found))


def _encoded(card: Card) -> bool | None:
    """Say whether a card's text is encoded; None if none of it could matter."""
    from solver_bridge.programs import card_files

    if not card.rest:
        return None
    return bool(card_files([card.name]))


def _card_data(card: Card) -> dict[str, Any]:
    fields = {name: getattr(card, name) for name in card.__struct_fields__ if name != "rest"}
    told = {name: _plain(value) for name, value in fields.items() if value not in (None, (), {})}
    return {**told, "encoded": _encoded(card) is not False}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _power(card: Card) -> str:
    if card.attack is None:
        return ""
    return str(card.attack) if card.attack == card.defence else f"{card.attack}/{card.defence}"


def _card_page(card: Card) -> Page:
    page = Page()
    page.say(card.name, HEAD)
    told = {
        "type": ", ".join(card.types),
        "subtypes": ", ".join(card.subtypes),
        "power": _power(card),
        "life": "" if card.life is None else str(card.life),
        "affinity": _elements(card.affinity),
        "threshold": _elements(card.threshold),
        "abilities": ", ".join(card.abilities),
        "locations": "" if card.locations is None else str(card.locations),
    }
    for label, text in told.items():
        if text:
            page.say(f"  {label}: {text}")
    encoded = _encoded(card)
    page.say(f"  text: {_ENCODED[encoded]}", BAD if encoded is False else GOOD)
    return page


def _elements(elements: Mapping[str, int]) -> str:
    return ", ".join(f"{element} {number}" for element, number in elements.items())


def _cards_page(found: Sequence[Card]) -> Page:
    page = Page()
    rows = [
        (card.name, ", ".join(card.types), _power(card), ", ".join(card.abilities), _ENCODED[_encoded(card)])
        for card in found
    ]
    page.table("card", "type", "power", "abilities", "text", rows=rows)
    page.say()
    missing = sum(_encoded(card) is False for card in found)
    page.say(
        f"{count(len(found), 'card')}; the text of {missing} could matter in an attack and is not encoded."
    )
    return page


def editions(args: argparse.Namespace) -> Reply:
    """Answer with the editions, the newest first."""
    check_options(args)
    names = load_vocabulary().editions
    data = shapes.document(
        {"editions": [{"name": name, "default": not index} for index, name in enumerate(names)]}
    )

    def page() -> Page:
        page = Page()
        for index, name in enumerate(names):
            page.say(name if index else f"{name}  (the default)")
        return page

    return Reply(OK, lambda: data, page)


def readings(args: argparse.Namespace) -> Reply:
    """Answer with the readings; under an edition only with those that it leaves open."""
    check_options(args)
    found = [
        reading for reading in _readings() if args.edition is None or args.edition in reading["editions"]
    ]

    def page() -> Page:
        page = Page()
        for reading in found:
            page.say(reading["name"], HEAD)
            page.say(f"  {reading['question']}")
            first, *others = reading["values"]
            page.say(f"  {first} (the default), {', '.join(others)}")
            if len(reading["editions"]) < len(load_vocabulary().editions):
                page.say(f"  left open only in {', '.join(reading['editions'])}")
            if reading["counterfactual"]:
                page.say("  settled; kept for comparing only")
        return page

    return Reply(OK, lambda: shapes.document({"readings": found}), page)


def _readings() -> Iterator[dict[str, Any]]:
    vocabulary = load_vocabulary()
    oldest = {str(args[0]): int(args[1]) for args in vocabulary.facts.get("only_in", ())}
    settled = {str(args[0]) for args in vocabulary.facts.get("counterfactual", ())}
    for name, reading in vocabulary.readings.items():
        yield {
            "name": name,
            "question": reading.question,
            "values": list(reading.values),
            "default": reading.values[0],
            "editions": list(vocabulary.editions[oldest.get(name, 0) :]),
            "counterfactual": name in settled,
        }


def schema(args: argparse.Namespace) -> Reply:
    """Answer with the JSON schema of a kind of file, which is JSON in either form."""
    from solver_bridge.schema import SCHEMAS
    from solver_bridge.schema import schema as schema_of

    check_options(args)
    if args.name not in SCHEMAS:
        raise UsageError(
            f"arbiter schema: there is no schema {quoted(args.name)}{instead(args.name, SCHEMAS)}"
        )
    found = schema_of(args.name)

    def page() -> Page:
        import json

        page = Page()
        for line in json.dumps(found, indent=2).splitlines():
            page.say(line)
        return page

    return Reply(OK, lambda: shapes.document(found), page)
