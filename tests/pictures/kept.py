"""Pictures that are kept as they should be: `python -m tests.pictures.kept` draws them anew, to be looked at."""

from collections.abc import Callable, Mapping
from pathlib import Path

from solver_bridge import Position
from solver_bridge.answers import LegalAttack
from solver_bridge.boxes import END, PLAIN, START, Box, Way, boxes_svg
from solver_bridge.graphs import graph_dot, graph_svg
from solver_bridge.pictures import position_svg
from tests.pictures.test_pictures import HARD, found

FOLDER = Path(__file__).parent / "kept"


def _surfacing() -> str:
    position = Position.from_data({
        "active": "north",
        "sites": {8: {"controller": "south"}, 9: {"controller": "south"}},
        "units": {
            "mole": {"power": 2, "abilities": ["burrowing", "movement 2"], "controller": "north", "at": "underground 8"},
            "knight": {"power": "2/3", "controller": "south", "at": "surface 9"},
        },
    })  # fmt: skip
    attack = next(a for a in position.legal_attacks("mole") if a.target == "knight")
    return position_svg(position, attack)


def _diagonal() -> str:
    position = Position.from_data(HARD)
    flyer = next(name for name in position.units if name.startswith("A very long"))
    attack = max((a for a in position.legal_attacks(flyer)), key=lambda a: (len(a.path), a.target))
    return position_svg(position, attack)


def _eastward() -> str:
    position = Position.from_data({
        "active": "north",
        "sites": {n: {"controller": "south"} for n in (2, 3, 7, 8, 9, 13, 14)},
        "units": {
            "flyer": {"power": 2, "abilities": ["airborne", "movement 3"], "controller": "north", "at": "surface 2"},
            "knight": {"power": "2/3", "controller": "south", "at": "surface 9"},
        },
    })  # fmt: skip
    path = tuple((f"surface {square}",) for square in (8, 7, 13, 9))
    return position_svg(position, LegalAttack(unit="flyer", path=path, at="surface 9", target="knight"))


def _under_way() -> str:
    position = Position.from_data({
        "active": "north",
        "sites": {n: {"controller": "south"} for n in (7, 8, 12, 13)},
        "units": {
            "giant": {"power": 8, "controller": "north", "at": [f"surface {n}" for n in (7, 8, 12, 13)]},
            "ogre": {"power": 6, "controller": "south", "at": [f"surface {n}" for n in (7, 8, 12, 13)], "tapped": True},
            "knight": {"power": "2/3", "controller": "south", "at": "surface 13"},
            "page": {"power": 1, "controller": "south", "at": "surface 12"},
        },
    })  # fmt: skip
    events = (
        {"move_and_attack": {"unit": "giant", "path": []}},
        {"attack": {"unit": "giant", "target": "knight", "at": "surface 13"}},
        {"defend": {"unit": "page", "path": ["surface 13"], "original": "stays"}},
    )
    for event in events:
        position = position.apply(event)
    return position_svg(position)


def _boxes() -> str:
    boxes = [
        Box("a", ("told", "and told"), (Way("on", 1), Way("again", 0), Way("far", 3)), START),
        Box("b", (), (Way("on", 2),), PLAIN),
        Box("c", (), (Way("back", 1), Way("on", 3)), PLAIN),
        Box("end " * 40, (), (), END),
    ]
    return boxes_svg(boxes, "a graph", ["a note"])


PICTURES: Mapping[str, Callable[[], str]] = {
    "surfacing.svg": _surfacing,
    "diagonal.svg": _diagonal,
    "eastward.svg": _eastward,
    "under-way.svg": _under_way,
    "boxes.svg": _boxes,
    "splits.svg": lambda: graph_svg(found(2)),
    "together.svg": lambda: graph_svg(found(4)),
    "splits.dot": lambda: graph_dot(found(3)),
}


def drawn(name: str) -> str:
    """Draw one, each mark on a line of its own."""
    return PICTURES[name]().replace("><", ">\n<").rstrip("\n") + "\n"


def main() -> None:
    """Draw all anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / name).write_text(drawn(name), encoding="utf-8")


if __name__ == "__main__":
    main()
