"""A corpus of cases out of random lines of play, in which whatever the two engines know comes up now and then."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from solver_bridge.conversation import Conversation, talk_all
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.model import Position
from solver_bridge.vocabulary import load as load_vocabulary
from tests.differential import comparing
from tests.mutation.cases import Case, Scene, asked, judged, many_together, teller
from tests.reference import answers as reference
from tests.reference.position import EDITIONS, READINGS, State
from tests.reference.realm import ORTHOGONAL, SQUARES, Unusable, nearby_squares, shifted
from tests.reference.targets import cannot_act

__all__ = ["Item", "corpus"]

Plain = dict[str, Any]

_CARDS = ("Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp", "Crave Golem")
_PLAYERS = ("north", "south")
_MOVERS = ("airborne", "burrowing", "submerge", "voidwalk", "movement 1")
_TOGETHER = 100


class Item(NamedTuple):
    """A case, and the moment of which it asks."""

    case: Case
    scene: Scene


def corpus(seed: int, games: int, depth: int, found: list[str]) -> Iterator[Item]:
    """Play random games; give what can be asked on their ways, and keep every disagreement of the engines in words."""
    for number in range(0, games, _TOGETHER):
        rngs = [random.Random(f"{seed} {number + game}") for game in range(min(_TOGETHER, games - number))]
        with many_together():
            played = talk_all([_played(f"{seed}-{number + at}", rng, depth) for at, rng in enumerate(rngs)])
            items = [item for some in played for item in some]
            answers = talk_all([_sound(item) for item in items])
        for item, wrong in zip(items, answers, strict=True):
            if wrong is None:
                continue
            found += wrong
            if not wrong:
                yield item


def _sound(item: Item) -> Conversation[list[str] | None]:
    """Give in what the engines disagree; nothing if one of them cannot be asked."""
    wrong: list[str] = []
    try:
        yield from asked(item.scene, item.case.ask, teller(item.case, wrong))
    except Unusable:
        return None
    except UnusableInput as error:
        return None if not item.case.events else [f"{item.case}: {error}"]
    return wrong


def _played(name: str, rng: random.Random, depth: int) -> Conversation[list[Item]]:
    data = comparing.fitting(some_scene(rng))
    items: list[Item] = []
    try:
        scene = Scene(Position.from_data(data), comparing.reference_state(data))
    except (UnusableInput, Unusable):
        return items
    trail: tuple[Plain, ...] = ()
    for step in range(depth):
        if not scene.state.units:
            break
        asks = _questions(rng, scene, bool(step))
        items += (Item(Case(f"{name}-{step}-{at}", data, trail, ask), scene) for at, ask in enumerate(asks))
        event = _chosen(rng, scene)
        if event is None:
            break
        try:
            after = yield from judged(scene, event, lambda *_: None)
        except (UnusableInput, Unusable):
            break
        if after is not None:
            trail, scene = (*trail, event), after
    return items


def _chosen(rng: random.Random, scene: Scene) -> Plain | None:
    if rng.random() < 0.12:
        return _usable(scene, _effect(rng, scene.state))
    listed = reference.legal_events(scene.state)
    lively = [event for event in listed if not {"begin_turn", "decline_attack", "pass"} & set(event)]
    if rng.random() < 0.15 or not lively:
        lively = listed
    if not lively:
        return None
    event: Plain = json.loads(json.dumps(rng.choice(lively)))
    fields = event.get("defend") or event.get("original") or {}
    fields.pop("by", None)
    return event


def _questions(rng: random.Random, scene: Scene, later: bool) -> Iterator[Plain]:
    state = scene.state
    names = list(state.units)
    if state.lost:
        yield {"event": _effect(rng, state)}
        return
    yield {"events": True}
    if state.phase == "idle":
        for name in names if not later else rng.sample(names, 1):
            yield {"attacks": name}
            yield {"reach": name}
        for name in [name for name in names if not cannot_act(state, name)][:2]:
            yield {"targets": {"unit": name, "path": _path(rng, state, name)}}
    elif rng.random() < 0.3:
        yield {"reach": rng.choice(names)}
    if state.phase == "defend":
        yield {"defenders": True}
    if state.phase == "intercept":
        yield {"interceptors": True}
    listed = reference.legal_events(state)
    for event in rng.sample(listed, min(2, len(listed))):
        event = json.loads(json.dumps(event))
        for fields in event.values():
            fields.pop("by", None)
        yield {"event": event}
    for event in (_wild(rng, state), _wild(rng, state), _effect(rng, state)):
        found = _usable(scene, event)
        if found is not None:
            yield {"event": found}


def _usable(scene: Scene, event: Plain) -> Plain | None:
    try:
        event_from_data(event, position=scene.position)
    except UnusableInput:
        return None
    return event


def some_scene(rng: random.Random) -> Plain:
    """A random position: a few squares side by side, anywhere in the realm, and up to six units on them."""
    near = nearby_squares(rng.choice(SQUARES))
    squares = sorted(rng.sample(near, min(len(near), rng.randint(2, 7)))) if rng.random() < 0.98 else list(SQUARES)
    sites: Plain = {}
    wet = rng.choice([0.1, 0.4, 0.8])
    for square in squares:
        if rng.random() < 0.85:
            sites[square] = {"terrain": "water" if rng.random() < wet else "land"}
            if rng.random() < 0.85:
                sites[square]["controller"] = rng.choice(_PLAYERS)
            if rng.random() < 0.1:
                sites[square]["ward"] = True
            if rng.random() < 0.15:
                sites[square]["card"] = "Dome of Osiros"
    words = load_vocabulary().examples()
    units: Plain = {}
    for number in range(rng.randint(2, 6)):
        unit: Plain = {
            "controller": rng.choice(_PLAYERS),
            "at": _place(rng, squares, sites),
            "power": rng.choice([0, 1, 1, 2, 3, "1/2", "3/1", "0/1"]),
            "abilities": rng.sample(words, rng.choice([0, 0, 1, 1, 2, 3])) + rng.choice([[], [rng.choice(_MOVERS)]]),
        }
        unit["abilities"] = list(dict.fromkeys(unit["abilities"]))
        if units and rng.random() < 0.45:
            unit["at"] = rng.choice(list(units.values()))["at"]
        if rng.random() < 0.3:
            unit["card"] = rng.choice(_CARDS)
        for flag in ("tapped", "disabled", "silenced", "summoning_sick", "immobile", "stealth", "ward"):
            if rng.random() < 0.07:
                unit[flag] = True
        if rng.random() < 0.1:
            unit["damage"] = rng.randint(1, 2)
        if rng.random() < 0.08:
            unit["lance"] = rng.randint(1, 2)
        units[f"u{number}"] = unit
    names = list(units)
    if rng.random() < 0.35:
        wide = _wide(rng, squares, sites)
        if wide:
            for name in rng.sample(names, rng.choice([1, 1, 2])):
                units[name]["at"] = wide
    for name in rng.sample(names, 1) if rng.random() < 0.3 else ():
        carrier = rng.choice(names)
        if carrier != name:
            at = units[carrier]["at"]
            units[name].update(carried_by=carrier, at=rng.choice(at) if isinstance(at, list) else at)
            units[name].pop("card", None)
    for player in _PLAYERS:
        if rng.random() < 0.5:
            units[player] = {
                "type": "avatar", "controller": player, "at": _place(rng, squares, sites, top=True),
                "power": rng.choice([0, 1, 2]), "life": rng.choice([0, 0, 1, 2, 20]),
            }  # fmt: skip
            if units[player]["life"] == 0 and rng.random() < 0.4:
                units[player]["deaths_door"] = "this_turn"
            if rng.random() < 0.2:
                units[player]["abilities"] = [rng.choice(words)]
            if rng.random() < 0.15:
                units[player]["tapped"] = True
            if rng.random() < 0.4:
                units[player]["at"] = units[rng.choice(names)]["at"]
                if isinstance(units[player]["at"], list) or units[player]["at"].startswith("under"):
                    units[player]["at"] = _place(rng, squares, sites, top=True)
    data: Plain = {
        "active": rng.choice(_PLAYERS),
        "edition": rng.choice([EDITIONS[0], *EDITIONS]),
        "readings": {n: rng.choice(values) for n, values in READINGS.items() if rng.random() < 0.35},
        "sites": sites,
        "units": units,
    }
    if rng.random() < 0.5:
        data["hands"] = {player: ["Dodge Roll"] * rng.randint(1, 2) for player in _PLAYERS if rng.random() < 0.7}
        if rng.random() < 0.3:
            data["affinity"] = {rng.choice(_PLAYERS): {"water": rng.randint(0, 2)}}
    if rng.random() < 0.15:
        data["artifacts"] = {"spear": {"card": "Lance", "carried_by": rng.choice(names)}}
    return data


def _place(rng: random.Random, squares: Sequence[int], sites: Plain, top: bool = False) -> str:
    square = rng.choice(squares)
    if square not in sites:
        return f"void {square}"
    if top or rng.random() < 0.75:
        return f"surface {square}"
    return f"{'underwater' if sites[square]['terrain'] == 'water' else 'underground'} {square}"


def _wide(rng: random.Random, squares: Sequence[int], sites: Plain) -> list[str] | None:
    """Give two squares side by side, three in a corner, or four, on one level."""
    square = rng.choice(squares)
    shape = rng.choice([((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 0))])
    parts = [shifted(square, *part) for part in shape]
    below = rng.random() < 0.25
    found = []
    for part in parts:
        if part is None:
            return None
        if part not in sites:
            found.append(f"void {part}")
        elif below:
            found.append(f"{'underwater' if sites[part]['terrain'] == 'water' else 'underground'} {part}")
        else:
            found.append(f"surface {part}")
    return found


def _region(rng: random.Random, state: State, square: int) -> str:
    if square not in state.sites:
        return f"void {square}" if rng.random() < 0.95 else f"surface {square}"
    below = "underwater" if state.sites[square].water else "underground"
    return f"{below if rng.random() < 0.3 else 'surface'} {square}"


def _near(rng: random.Random, state: State, name: str) -> str | list[str]:
    """Give a place near a unit, of its form."""
    at = state.units[name].at
    if len(at) > 1 and rng.random() < 0.8:
        way = rng.choice([(0, 0), *ORTHOGONAL, (1, 1), (-1, 1)])
        squares = [shifted(int(each.split()[1]), *way) for each in at]
        if None not in squares:
            return [_region(rng, state, square) for square in squares if square is not None]
    square = int(rng.choice(at).split()[1])
    return _region(rng, state, rng.choice(nearby_squares(square)))


def _path(rng: random.Random, state: State, name: str) -> list[Any]:
    return [_near(rng, state, name) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]


def _wild(rng: random.Random, state: State) -> Plain:
    """Give an event of a kind that may be due, with fields at random."""
    names = list(state.units)
    sites = [f"site {square}" for square in state.sites]
    unit, other = rng.choice(names), rng.choice([*names, *names, *sites])
    attack = state.attack
    if attack is not None and attack.unit in state.units and rng.random() < 0.6:
        unit = attack.unit if state.phase == "moved" else rng.choice([n for n in names if n != attack.unit] or names)
    player = rng.choice(_PLAYERS)
    declared: Plain = {"unit": unit, "target": other}
    if rng.random() < 0.4:
        declared["at"] = rng.choice(state.units[unit].at) if rng.random() < 0.6 else _region(rng, state, rng.choice([*state.sites] or [8]))
    defends: Plain = {"unit": unit, "path": _path(rng, state, unit)}
    if attack is not None and attack.at is not None and rng.random() < 0.5:
        defends["path"] = [*defends["path"][:1], attack.at] if rng.random() < 0.4 else [] if attack.at in state.units[unit].at else [attack.at]
    if rng.random() < 0.5:
        defends["original"] = rng.choice(["stays", "leaves"])
    cast: Plain = {"player": player, "card": "Dodge Roll"}
    if rng.random() < 0.8:
        who = attack.target if attack is not None and attack.target in state.units and rng.random() < 0.8 else unit
        cast.update(unit=who, to=_near(rng, state, who))
    source = rng.choice([t.source for t in attack.pending] if attack is not None and attack.pending else names)
    choice: Plain = {}
    if source in state.units and rng.random() < 0.8:
        choice = {"to": _near(rng, state, source)}
        if state.start:
            source = rng.choice(state.start).source
            choice = {"path": _path(rng, state, source) if source in state.units else []}
            if rng.random() < 0.7:
                choice["target"] = rng.choice(names)
    kinds: dict[str, list[Plain]] = {
        "idle": [{"move_and_attack": {"unit": unit, "path": _path(rng, state, unit)}}, {"begin_turn": {"player": player}}],
        "moved": [{"attack": declared}, {"attack": declared}, {"decline_attack": {"unit": unit}}],
        "triggers": [{"cast": cast}, {"resolve": {"source": source, "choice": choice}}, {"decline": {"source": source}}],
        "defend": [{"defend": defends}, {"defend": defends}, {"original": {"unit": unit, "choice": "stays"}}],
        "original": [{"original": {"unit": other if other in names else unit, "choice": rng.choice(["stays", "leaves"])}}],
        "intercept": [{"intercept": {"unit": unit}}],
        "fight": [{"strike": {"assign": {unit: {rng.choice(names): rng.randint(0, 3)} for unit in rng.sample(names, min(len(names), 2))}}}],
        "golem": [{"resolve": {"source": source, "choice": choice}}],
    }
    every = [event for events in kinds.values() for event in events]
    here = kinds[state.phase]
    return rng.choice([*here, *here, *here, rng.choice(every), {"pass": {"player": player}}])


def _effect(rng: random.Random, state: State) -> Plain:
    if not state.units:
        return {"effect": {"site": rng.choice([*state.sites] or [1]), "destroy": True}}
    attack = state.attack
    likely = [name for name in state.units if attack is not None and name in (attack.unit, attack.target, *attack.defenders)]
    name = rng.choice(likely or [*state.units]) if rng.random() < 0.5 else rng.choice([*state.units])
    words = [word for word in load_vocabulary().examples() if word not in state.units[name].lost]
    if rng.random() < 0.2 and state.sites:
        site = rng.choice([*state.sites])
        return {"effect": {"site": site, **rng.choice([{"destroy": True}, {"terrain": rng.choice(["land", "water"])}, {"controller": rng.choice(_PLAYERS)}])}}
    kinds: list[Plain] = [
        {"to": _near(rng, state, name)},
        {"to": _near(rng, state, name)},
        {"tap": True},
        {"untap": True},
        {"kill": True},
        {"gain": rng.choice(words)},
        {"lose": rng.choice([*state.units[name].abilities, *load_vocabulary().examples()])},
        {"lose": "lance"},
        {"controller": rng.choice(_PLAYERS)},
        {"gain": rng.choice(["disabled", "silenced"])},
    ]
    return {"effect": {"unit": name, **rng.choice(kinds)}}
