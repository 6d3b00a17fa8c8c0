"""Draws the realm as text: the squares that hold something, and what is known of each thing below them."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver_bridge import words
from solver_bridge.catalogue import Card
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.commands.page import DIM, HEAD, NORTH, PLAIN, SOUTH, Line, Page, Span
from solver_bridge.errors import one_line
from solver_bridge.model import Position, Site, Unit
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["draw"]

_COLUMNS = 5
"""How many squares of a row are drawn side by side: squares are numbered row by row."""
_WIDTH = 78
_WIDEST = 24
_STYLES = dict(zip(words.PLAYERS, (NORTH, SOUTH), strict=True))
_TOLD = ("flag", "number", "count", "choice")
_ON_THE_BOARD = ("card", "type", "controller", "at", "power", "abilities")


def draw(page: Page, position: Position) -> None:
    """Add the board of a position to a page, and what the board itself cannot say."""
    squares = _squares(position)
    if squares:
        page.lines(_board(position, squares))
    initials = ", ".join(f"{_initial(player)} {player}" for player in words.PLAYERS)
    page.say(f"{initials} (to move: {position.active}); a square with a number alone is void", DIM)
    for name, told in _told(position):
        page.line((f"  {name}: ", HEAD), (told, PLAIN))


def _initial(player: str | None) -> str:
    return player[0].upper() if player else "-"


def _square(location: str) -> int | None:
    number = location.rpartition(" ")[2]
    return int(number) if number.isdigit() else None


def _place(position: Position, thing: Any) -> tuple[str, ...]:
    """Give where something is: what is carried is where its bearer is."""
    places: tuple[str, ...] = thing.at
    bearer = getattr(thing, words.CARRIED_BY, None)
    if not places and bearer is not None:
        return _place(position, position.units[bearer])
    return places


def _squares(position: Position) -> list[list[int]]:
    """Give the squares to draw, row by row: the smallest rectangle around all that there is."""
    used = set(position.sites)
    for section in words.NAMED_SECTIONS:
        for thing in getattr(position, section).values():
            used |= {square for place in _place(position, thing) if (square := _square(place)) is not None}
    if not used:
        return []
    rows = [(square - 1) // _COLUMNS for square in used]
    columns = [(square - 1) % _COLUMNS for square in used]
    return [
        [row * _COLUMNS + column + 1 for column in range(min(columns), max(columns) + 1)]
        for row in range(min(rows), max(rows) + 1)
    ]


def _board(position: Position, squares: list[list[int]]) -> Iterator[Line]:
    across = len(squares[0])
    width = min(_WIDEST, (_WIDTH - across - 1) // across)
    border: Line = (("+" + "+".join("-" * width for _ in range(across)) + "+", DIM),)
    things = _things(position)
    yield border
    for row in squares:
        cells = [[_heading(position, square, width), *things.get(square, ())] for square in row]
        for index in range(max(map(len, cells))):
            line: list[Span] = [("|", DIM)]
            for cell in cells:
                text, style = cell[index] if index < len(cell) else ("", PLAIN)
                line += [(_fitted(text, width), style), ("|", DIM)]
            yield tuple(line)
        yield border


def _fitted(text: str, width: int) -> str:
    text = " " + one_line(text)
    return text[: width - 2] + ".." if len(text) > width else text.ljust(width)


def _heading(position: Position, square: int, width: int) -> Span:
    site = position.sites.get(square)
    if site is None:
        return str(square), DIM
    name = site.card or site.terrain or words.SITE_REFERENCE
    room = width - 4
    text = f"{square} {name}"
    text = text[: room - 2] + ".." if len(text) > room else text.ljust(room)
    return f"{text} {_initial(site.controller)} ", _STYLES.get(site.controller or "", PLAIN)


def _things(position: Position) -> Mapping[int, list[Span]]:
    usual = load_vocabulary().regions[0]
    found: dict[int, list[Span]] = {}
    for section in words.NAMED_SECTIONS:
        for name, thing in getattr(position, section).items():
            style = _STYLES.get(thing.controller or "", PLAIN)
            if section == words.UNITS:
                label = f"{_initial(thing.controller)} {name} {_power(thing)}".rstrip()
            elif thing.carried_by is not None if section == words.ARTIFACTS else False:
                continue
            else:
                label = f"* {name}"
            for place in _place(position, thing):
                square = _square(place)
                if square is None:
                    continue
                lines = found.setdefault(square, [])
                lines.append((label, style))
                region = place.rpartition(" ")[0]
                if region != usual and square in position.sites:
                    lines.append((f"  {region}", style))
    return found


def _card(name: str | None) -> Card | None:
    return load_catalogue().find(name) if name else None


def _power(unit: Unit) -> str:
    power = unit.power
    card = _card(unit.card)
    if power is None and card is not None and card.attack is not None:
        power = (card.attack, card.attack if card.defence is None else card.defence)
    if power is None:
        return ""
    attack, defence = power
    return str(attack) if attack == defence else f"{attack}/{defence}"


def _told(position: Position) -> Iterator[tuple[str, str]]:
    """Give what is known of each thing that the board does not show."""
    for square, site in position.sites.items():
        facts = [*_states(site, words.ENTITIES[words.SITES])]
        if site.card is None and site.terrain is not None:
            facts.remove(_label(words.TERRAIN, site.terrain))
        if facts:
            yield f"{words.SITE_REFERENCE} {square}", ", ".join(facts)
    for name, unit in position.units.items():
        card = _card(unit.card)
        printed = unit.abilities if unit.abilities is not None else card.abilities if card else ()
        abilities = [each for each in printed if each not in words.MARKS or getattr(unit, each) is None]
        facts = [*([unit.card] if unit.card else []), *abilities, *_states(unit, words.ENTITIES[words.UNITS])]
        if facts:
            yield name, ", ".join(facts)
    for section in (words.AURAS, words.ARTIFACTS):
        for name, thing in getattr(position, section).items():
            facts = [*([thing.card] if thing.card else []), *_states(thing, words.ENTITIES[section])]
            facts += [place for place in thing.at if _square(place) is None]
            facts += [f"controlled by {thing.controller}"] if thing.controller else []
            if facts:
                yield name, ", ".join(facts)
    for player, hand in position.hands.items():
        if hand:
            yield f"{player}'s hand", ", ".join(hand)


def _states(thing: Site | Unit, table: words.Table) -> Iterator[str]:
    """Give the fields of a thing that say something: flags by their names, numbers with theirs."""
    for field, spec in table.items():
        value = getattr(thing, field)
        label = field.replace("_", " ")
        if field == words.CARRIED_BY and value is not None:
            yield f"{label} {value}"
        elif spec.kind not in _TOLD or field in _ON_THE_BOARD or value is None:
            continue
        elif value is True:
            yield label
        elif value is False:
            continue
        elif spec.kind == "choice":
            yield _label(field, value)
        elif value or field == words.LIFE_LEFT:
            yield f"{label} {value}"


def _label(field: str, value: str) -> str:
    return f"{field} {value}".replace("_", " ")
