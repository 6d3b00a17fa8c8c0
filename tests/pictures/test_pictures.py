"""Pictures of positions and graphs: whole, self-contained, and with nothing on top of a name."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from solver_bridge import Position
from solver_bridge.boxes import END, PLAIN, START, Box, Way, boxes_svg
from solver_bridge.graphs import MOST, graph_boxes, graph_dot, graph_svg
from solver_bridge.outcomes import Outcomes, outcomes
from solver_bridge.pictures import position_svg
from solver_bridge.sequence import Sequence
from solver_bridge.svg import cut, width, wrap

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.yaml"))
SVG = "{http://www.w3.org/2000/svg}"

HARD = {
    "active": "south",
    "sites": {
        1: {},
        2: {"card": "Dome of Osiros", "controller": "north", "ward": True},
        3: {"terrain": "water", "controller": "south"},
        6: {"controller": "north"},
        7: {"terrain": "water", "controller": "north"},
        8: {"card": "Rustic Village", "controller": "north"},
        9: {"card": "Rubble"},
        13: {"controller": "south"},
        14: {"terrain": "water", "controller": "south"},
    },
    "units": {
        'A very long name of a unit <with> & "quotes"': {
            "power": "10/12",
            "abilities": ["airborne", "movement 2", "lethal", "charge"],
            "controller": "south",
            "at": "surface 13",
            "damage": 3,
            "ward": True,
            "lance": 2,
        },
        "giant": {
            "card": "Mountain Giant",
            "controller": "north",
            "at": [f"surface {n}" for n in (1, 2, 6, 7)],
        },
        "eel": {
            "power": 2,
            "abilities": ["submerge", "stealth"],
            "controller": "south",
            "at": "underwater 14",
        },
        "mole": {"abilities": ["burrowing"], "controller": "north", "at": "underground 8", "tapped": True},
        "ghost": {"card": "Wills-o'-the-Wisp", "controller": "north", "at": "void 4"},
        "bearer": {"power": 5, "abilities": ["voidwalk"], "controller": "south", "at": "surface 13"},
        "rider": {"power": 2, "controller": "south", "at": "surface 13", "carried_by": "bearer"},
        "king": {
            "type": "avatar",
            "life": 0,
            "deaths_door": "this_turn",
            "controller": "south",
            "at": "surface 14",
        },
        "queen": {"type": "avatar", "life": 7, "controller": "north", "at": "surface 8"},
    },
    "auras": {
        "blizzard": {"card": "Blizzard", "controller": "south", "at": ["surface 3", "surface 8"]},
        "wall": {"card": "Wall of Fire", "controller": "north", "at": "border 8-9"},
    },
    "artifacts": {
        "lance": {"card": "Lance", "carried_by": "bearer"},
        "helm": {"card": "Goswhit Helmet", "at": "surface 9"},
    },
    "hands": {"south": ["Dodge Roll", "Firebolts"]},
}


class Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Area") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def read(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    assert not re.search(r"(href|url\(|<image|<script|<style)", svg)
    return root


def texts(root: ElementTree.Element) -> Iterator[tuple[str, Area]]:
    for node in root.iter(SVG + "text"):
        shown = node[0].tail if len(node) else node.text
        assert shown is not None or not len(node)
        size, x, y = (float(node.attrib[key]) for key in ("font-size", "x", "y"))
        wide = width(shown or "", size, "font-weight" in node.attrib)
        left = x - wide if node.attrib["text-anchor"] == "end" else x
        yield shown or "", Area(left, y - size * 0.8, left + wide, y + size * 0.25)


def lines(root: ElementTree.Element) -> Iterator[Area]:
    """Give the stretches of arrows; they are level, upright, or short and oblique."""
    for node in root.iter(SVG + "polyline"):
        points = [tuple(map(float, point.split(","))) for point in node.attrib["points"].split()]
        for (x, y), (u, v) in pairwise(points):
            if x == u or y == v:
                yield Area(min(x, u) - 1, min(y, v) - 1, max(x, u) + 1, max(y, v) + 1)


def check(svg: str) -> list[str]:
    """See that no text is on another one, none beyond the edge, and none under an arrow."""
    root = read(svg)
    w, h = float(root.attrib["width"]), float(root.attrib["height"])
    found = list(texts(root))
    for text, area in found:
        assert area.left >= -14, text
        assert area.top >= -14, text
        assert area.right <= w, text
        assert area.bottom <= h, text
    for (one, a), (other, b) in combinations(found, 2):
        assert not a.meets(b), (one, other)
    for arrow in lines(root):
        for text, area in found:
            assert not arrow.meets(area), text
    return [text for text, _ in found]


def positions(path: Path) -> Iterator[Position]:
    if "\nevents:" in path.read_text():
        sequence = Sequence.load(path)
        yield sequence.position
        position = sequence.position
        for event in sequence.events[:3]:
            if not position.is_legal(event):
                return
            position = position.apply(event)
            yield position
    else:
        yield Position.load(path)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_can_be_drawn(path: Path) -> None:
    for position in positions(path):
        shown = check(position_svg(position))
        for name in position.units:
            assert any(name == text for text in shown), name
        for attack in position.legal_attacks()[:4]:
            check(position_svg(position, attack))


def test_a_hard_position() -> None:
    position = Position.from_data(HARD)
    shown = check(position_svg(position))
    for text in (
        "giant",
        "underground",
        "void",
        "wall",
        "helm",
        "Dome of Osiros",
        "10/12",
        "carried by bearer",
    ):
        assert text in shown
    assert any("stealth" in text for text in shown)
    assert "south's hand: Dodge Roll, Firebolts" in shown
    for attack in position.legal_attacks():
        told = check(position_svg(position, attack))
        assert f"attacks {attack.target} at {attack.at}." in " ".join(told)


def test_the_same_position_gives_the_same_picture() -> None:
    assert position_svg(Position.from_data(HARD)) == position_svg(Position.from_data(HARD))


def test_a_position_shows_itself_in_a_notebook() -> None:
    position = Position.from_data(HARD)
    assert position._repr_svg_() == position_svg(position)
    check(Position(active="north")._repr_svg_())


def test_show(arbiter: Any, example: Callable[[str], Path], tmp_path: Path) -> None:
    file = tmp_path / "ambush.svg"
    done = arbiter("show", example("ambush"), "--svg", file, "--attacker", "thieves", "--target", "knight")
    assert done.status == 0
    assert "thieves attacks knight at surface 13." in done.out
    assert "| S knight 2/3" in done.out
    assert "arrives here" in check(file.read_text())
    data = arbiter("show", example("ambush"), "--json").data
    assert Position.from_data(data["position"]) == Position.load(example("ambush"))


def test_show_of_what_cannot_be(arbiter: Any, example: Callable[[str], Path]) -> None:
    one = "an attack has an attacker and a target: give"
    for arguments, said in (
        (("--attacker", "thieves"), f"--target: {one} --target too"),
        (("--target", "knight"), f"--attacker: {one} --attacker too"),
        (
            ("--attacker", "thieves", "--target", "squire"),
            "--target: 'thieves' can reach no place where it could attack 'squire'",
        ),
        (("--svg", "/no/such/folder/f.svg"), "--svg: "),
    ):
        done = arbiter("show", example("ambush"), *arguments)
        assert done.status == 2, arguments
        assert done.out == ""
        assert done.err.startswith(said), done.err


def test_show_of_an_attack_under_way(
    arbiter: Any, written: Callable[..., Path], example: Callable[[str], Path]
) -> None:
    position = Position.load(example("ambush"))
    for event in position.legal_attacks("thieves")[0].events:
        position = position.apply(event)
    out = arbiter("show", written(json.dumps(position.to_data()))).out
    assert "Under way: the defend window is open." in out
    assert "thieves attacks knight at surface 13." in out


def found(units: int) -> Outcomes:
    position = Position.from_data(
        {
            "active": "north",
            "sites": {8: {"controller": "south"}},
            "units": {
                "troll": {"power": 3, "controller": "north", "at": "surface 8"},
                **{f"u{n}": {"power": n, "controller": "south", "at": "surface 8"} for n in range(units)},
            },
        }
    )
    attack = next(a for a in position.legal_attacks("troll") if a.target == "u0")
    return outcomes(position, attack.events)


def scene_of_many_splits() -> Outcomes:
    """Give an attack in which many splits of a strike come to the same: a Ward breaks, a page dies."""
    position = Position.from_data(
        {
            "active": "north",
            "sites": {8: {"controller": "south"}},
            "units": {
                "troll": {"power": 5, "controller": "north", "at": "surface 8"},
                "wall": {"power": "0/9", "ward": True, "controller": "south", "at": "surface 8"},
                "page": {"power": 1, "controller": "south", "at": "surface 8"},
            },
        }
    )
    attack = next(a for a in position.legal_attacks("troll") if a.target == "wall")
    return outcomes(position, attack.events)


def test_a_small_graph_is_drawn_whole() -> None:
    small = found(2)
    assert small.states <= MOST
    boxes = graph_boxes(small)
    assert len(boxes) == small.states
    shown = check(graph_svg(small))
    assert "defend u1" in shown
    assert "strike troll u0 1 u1 2 or strike troll u0 2 u1 1" in shown
    # Two results of one position are told apart.
    assert shown.count("or") == sum(len(results) - 1 for results in small.results.values()) > 0


def test_time_enough_changes_nothing() -> None:
    whole = found(2)
    position = next(iter(whole.graph()))
    again = outcomes(position, (), seconds=600.0)
    assert again.complete
    assert (again.states, again.lines) == (whole.states, whole.lines)


def test_a_graph_has_positions_joined_by_all_events_that_lead_from_one_to_another() -> None:
    small = found(2)
    graph = small.graph()
    assert (graph.graph["states"], graph.graph["lines"], graph.graph["complete"]) == (small.states, small.lines, True)
    assert sorted(number for _, number in graph.nodes(data="number")) == list(range(small.states))
    ends = [results for node, results in graph.nodes(data="results") if graph.out_degree(node) == 0]
    assert all(ends)
    assert not any(results for node, results in graph.nodes(data="results") if graph.out_degree(node))
    assert sum(len(results) for results in ends) == sum(len(results) for results in small.results.values())
    events = [events for _, _, events in graph.edges(data="events")]
    assert sum(map(len, events)) == len(small.steps)
    assert max(map(len, events)) > 1


def test_more_than_two_events_to_one_position_are_counted() -> None:
    ways = [
        way.text
        for box in graph_boxes(scene_of_many_splits())
        for way in box.ways
        if way.text.startswith("strike in")
    ]
    assert ways
    assert not [text for text in ways if re.search(r" in [12] ways", text)]


def test_a_large_graph_is_put_together() -> None:
    large = found(4)
    assert large.states > MOST
    boxes = graph_boxes(large)
    assert len(boxes) <= MOST
    assert sum(int(box.told[0].split()[0]) for box in boxes) == large.states
    shown = check(graph_svg(large))
    assert f"{large.states} positions, {large.lines} lines of play, {len(large.outcomes)} ends" in shown
    assert any(text.startswith("dead: ") for text in shown)


def test_dot(arbiter: Any, example: Callable[[str], Path], tmp_path: Path) -> None:
    dot, svg = tmp_path / "g.dot", tmp_path / "g.svg"
    arguments = ("--attacker", "raider", "--target", "knight", "--dot", dot, "--svg", svg)
    assert arbiter("outcomes", example("dodge-roll"), *arguments).status == 0
    text = dot.read_text()
    assert text.startswith("digraph outcomes {")
    assert len(re.findall(r"^  n\d+ \[label=", text, re.M)) == 13
    assert len(re.findall(r"^  n\d+ -> n\d+ ", text, re.M)) == 12
    check(svg.read_text())
    assert graph_dot(found(2)) == graph_dot(found(2))


def test_boxes_with_ways_back_and_to_themselves() -> None:
    boxes = [
        Box("a", ("told",), (Way("on", 1), Way("again", 0), Way("far", 3)), START),
        Box("b", (), (Way("on", 2),), PLAIN),
        Box("c", (), (Way("back", 1), Way("on", 3)), PLAIN),
        Box("end " * 40, (), (), END),
    ]
    check(boxes_svg(boxes, "a graph", ["a note"]))


def test_texts_are_cut_and_wrapped() -> None:
    assert cut("short", 100, 12) == "short"
    assert cut("w" * 50, 100, 12).endswith("\u2026")
    assert width(cut("w" * 50, 100, 12), 12) <= 100
    assert list(wrap(["one", "two", "three"], 70, 12)) == ["one, two,", "three"]
    assert "\n" not in cut("a\nb", 100, 12)
