"""Step 2: the triggers that an attack sets off, their order, and Dodge Roll."""

from __future__ import annotations

from itertools import permutations

from .movement import plain_path, read_path, stuck
from .ongoing import exists, has, is_disabled, may_enter, relocate
from .position import BALDASSARE, DODGE_ROLL, KAY, WISP, Attack, State, Trigger, Unit
from .realm import (
    HERE,
    ORDER,
    ORTHOGONAL,
    REGION_OF,
    SQUARE_OF,
    Footprint,
    direction,
    nearby_squares,
    order,
    other,
    shifted,
)
from .targets import site_square


# Split Power; Stronger, Strongest, Weaker, Weakest: the average, rounded down; strictly less.
def power(u: Unit) -> int:
    """The power that comparisons look at."""
    return (u.attack + u.defence) // 2


def triggers(state: State) -> tuple[Trigger, ...]:
    """Attack 2: what the declared attack triggers."""
    attack = state.attack
    assert attack is not None
    assert attack.target is not None
    a, b = state.units[attack.unit], state.units.get(attack.target)
    found = []
    if not a.silenced and not is_disabled(state, a):
        # Captain Baldassare: on attacking a unit or a site.
        if a.card == BALDASSARE:
            found.append(Trigger(a.name, a.controller, False))
        # Sir Kay: on targeting a weaker minion.
        if a.card == KAY and b is not None and not b.avatar and power(b) < power(a):
            found.append(Trigger(a.name, a.controller, False))
    # Wills-o'-the-Wisp: when attacked; optional; nothing while silenced or disabled.
    if b is not None and b.card == WISP and not b.silenced and not is_disabled(state, b):
        found.append(Trigger(b.name, b.controller, True))
    return tuple(found)


# Storyline, Simultaneous Triggers: the non-active player's resolve before any of the active player's.
def order_of_players(state: State) -> tuple[str, str]:
    """The non-active player, then the active one."""
    return other(state.active), state.active


def who(state: State) -> str | None:
    """Whose triggers (or cast) are before us in step 2; nobody's once all is done."""
    attack = state.attack
    assert attack is not None
    late = state.reading("dodge_roll_window") == "all_of_step_2"
    for player in order_of_players(state):
        if any(t.player == player for t in attack.pending):
            return player
        if not late and player not in attack.passed and can_cast(state, player):
            return player
    if late:
        for player in order_of_players(state):
            if player not in attack.passed and can_cast(state, player):
                return player
    return None


def casters(state: State) -> list[str]:
    """Who may cast now: the player before us; under the other reading anybody, all through step 2."""
    assert state.attack is not None
    if state.reading("dodge_roll_window") == "all_of_step_2":
        players = [p for p in order_of_players(state) if p not in state.attack.passed]
    else:
        players = [p for p in [who(state)] if p is not None and p not in state.attack.passed]
    return [p for p in players if can_cast(state, p)]


def passers(state: State) -> list[str]:
    """Who may pass in step 2: a player with nothing but optional triggers or casts before them."""
    assert state.attack is not None
    pending = state.attack.pending
    late = state.reading("dodge_roll_window") == "all_of_step_2"
    found = []
    for player in order_of_players(state):
        own = [t for t in pending if t.player == player]
        waits = player == state.active and len(own) < len(pending)
        due = (own or player in casters(state)) and not waits if late else player == who(state)
        if due and all(t.optional for t in own):
            found.append(player)
    return found


def attacked_unit(state: State, attack: Attack) -> Unit | None:
    """The unit that is being attacked, if it is in the realm."""
    return None if attack.target is None else state.units.get(attack.target)


# Dodge Roll; Casting Spells, Spellcaster, Elemental Threshold and Affinity.
def can_cast(state: State, player: str) -> bool:
    """Whether this player could cast Dodge Roll for the attacked unit."""
    attack = state.attack
    assert attack is not None
    ally = attacked_unit(state, attack)
    if attack.ended or ally is None or ally.controller != player:
        return False
    if DODGE_ROLL not in state.hands.get(player, ()):
        return False
    avatar = state.avatar_of(player)
    if avatar is None:
        return True
    if player in state.affinity and int(state.affinity[player].get("water", 0)) < 2:
        return False
    mine = [u for u in state.units.values() if u.controller == player and not is_disabled(state, u)]
    return any(u.avatar or has(state, u, "spellcaster") for u in mine)


# Reading dodge_roll_movement: who can take no step of its own stays.
def stays_put(state: State, u: Unit) -> bool:
    """Whether Dodge Roll moves the unit nowhere."""
    return state.reading("dodge_roll_movement") == "own_step" and bool(stuck(state, u))


def steps_not_taken(state: State, unit: str | None, to: object) -> list[tuple[Footprint, list[str]]]:
    """The step that the unit does not take, with the reasons."""
    if unit is None or to is None or not stays_put(state, state.units[unit]):
        return []
    return [(read_path([to])[0], stuck(state, state.units[unit]))]


# Adjacent (same region, orthogonal even for Airborne); reading dodge_roll_movement.
def dodges(state: State, u: Unit) -> dict[Footprint, State]:
    """Where Dodge Roll may move the unit, with the state then."""
    own = state.reading("dodge_roll_movement") == "own_step"
    found: dict[Footprint, State] = {}
    for down, right in ORTHOGONAL:
        squares = [shifted(SQUARE_OF[loc], down, right) for loc in u.at]
        if None in squares:
            continue
        there = tuple(f"{REGION_OF[loc]} {s}" for loc, s in zip(u.at, squares, strict=True))
        if not all(exists(state, loc) for loc in there) or not may_enter(u, there):
            continue
        if u.avatar and any(REGION_OF[loc] != "surface" for loc in there):
            continue
        after = relocate(state, u.name, there)
        if u.name in after.units or not own or state.reading("lethal_region_step") != "never":
            found[there] = after
    return found


# Wills-o'-the-Wisp; Teleport, Nearby: a nearby location of its own region, or any nearby void.
def teleports(state: State, u: Unit) -> list[Footprint]:
    """Where the Wisp may teleport to."""
    found: set[Footprint] = set()
    for loc in u.at:
        for square in nearby_squares(SQUARE_OF[loc]):
            goals = [f"{REGION_OF[loc]} {square}", f"void {square}"]
            for goal in goals:
                if not exists(state, goal):
                    continue
                for part in u.at:
                    found |= _placed(state, u, part, goal)
    return sorted(found - {u.at}, key=order)


def _placed(state: State, u: Unit, part: str, goal: str) -> set[Footprint]:
    down, right = direction(SQUARE_OF[part], SQUARE_OF[goal])
    if (down, right) == HERE and part == goal:
        return set()
    squares = [shifted(SQUARE_OF[loc], down, right) for loc in u.at]
    if None in squares:
        return set()
    regions = {REGION_OF[loc] for loc in u.at} | {"void"}
    levels = [["surface", "void"], ["underground", "underwater", "void"]]
    places = (
        [loc for square in squares for region in level if exists(state, loc := f"{region} {square}")] for level in levels
    )
    return {
        tuple(sorted(there, key=ORDER.__getitem__))
        for there in places
        if goal in there and regions.issuperset(REGION_OF[loc] for loc in there)
    }


def without(attack: Attack, source: str) -> tuple[Trigger, ...]:
    """The pending triggers less this one."""
    return tuple(t for t in attack.pending if t.source != source)


def went_on(state: State, player: str) -> tuple[str, ...]:
    """Who has no more say: once the active player's triggers resolve, the other may not cast."""
    assert state.attack is not None
    first = order_of_players(state)[0]
    passed = state.attack.passed
    if state.reading("dodge_roll_window") == "all_of_step_2" or player == first or first in passed:
        return passed
    return (*passed, first)


def resolve(state: State, trigger: Trigger, choice: dict[str, object]) -> State | list[str]:
    """A pending trigger of step 2 resolves."""
    attack = state.attack
    assert attack is not None
    u = state.units[trigger.source]
    new = state.copy()
    new.now(pending=without(attack, u.name), passed=went_on(state, trigger.player))
    if trigger.optional:
        places = teleports(state, u)
        if "to" not in choice:
            return new if not places else ["bad_choice"]
        there = read_path([choice["to"]])[0]
        return relocate(new, u.name, there) if there in places else ["bad_choice"]
    if u.card == KAY:
        new.put(u.name, tapped=False)
    else:
        new.now(effects=(*attack.effects, u.name))
    return new


def resolutions(state: State, trigger: Trigger) -> list[dict[str, object]]:
    """The choices with which a pending trigger of step 2 can resolve."""
    if not trigger.optional:
        return [{}]
    places = teleports(state, state.units[trigger.source])
    return [{"to": plain_path((at,))[0]} for at in places] or [{}]


def cast(state: State, player: str, unit: str | None, to: object) -> State | list[str]:
    """Dodge Roll is cast and resolves: its controller picks an attacked ally and a location, or declines."""
    attack = state.attack
    assert attack is not None
    ally = attacked_unit(state, attack)
    assert ally is not None
    hand = list(state.hands[player])
    hand.remove(DODGE_ROLL)
    new = state.copy()
    new.hands = {**state.hands, player: tuple(hand)}
    new.now(passed=went_on(state, player))
    if unit is None and to is None:
        return new
    if unit is None or to is None or unit != ally.name:
        return ["bad_choice"]
    there = read_path([to])[0]
    moved = dodges(new, ally).get(there)
    if moved is None:
        return ["bad_choice"]
    return new if stays_put(new, ally) else moved


# Storyline, Simultaneous Triggers: each player's in the order that player chooses.
def orders(state: State) -> list[list[str]]:
    """Every order in which the pending triggers may resolve."""
    layers = [state.attack.pending if state.attack else (), state.start]
    found: list[list[str]] = [[]]
    for layer in layers:
        for player in order_of_players(state):
            own = [t.source for t in layer if t.player == player]
            found = [[*before, *then] for before in found for then in permutations(own)]
    return sorted(found)


def site_of(attack: Attack) -> int | None:
    """The attacked site's square."""
    return None if attack.target is None else site_square(attack.target)
