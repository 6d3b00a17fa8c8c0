"""The event ``effect``: a spell or ability that the position does not show."""

from __future__ import annotations

from typing import Any

from .ongoing import below, exists, is_disabled, leave, may_enter, relocate, settle
from .position import RUBBLE, State, card_name
from .realm import PLAYERS, Unusable, footprint

FLAGS = {"disabled": "disabled", "silenced": "silenced"}


def effect(state: State, fields: dict[str, Any]) -> State | list[str]:
    """What happens, with all ongoing effects applied after it."""
    new = state.copy()
    if "site" in fields:
        square = int(fields["site"])
        if square not in state.sites:
            raise Unusable(f"no site on square {square}")
        if "controller" in fields and state.sites[square].card == RUBBLE:
            return ["rubble"]
        on_site(new, square, fields)
        settle(new)
        return new
    name = fields["unit"]
    u = state.units[name]
    # Characteristics: avatars cannot be destroyed, disabled or silenced, and are their players.
    spared = fields.get("kill") or fields.get("controller") or card_name(fields.get("gain")) in FLAGS
    if u.avatar and spared:
        return ["avatar"]
    if "to" in fields:
        at = footprint(fields["to"])
        if not all(exists(state, loc) for loc in at) or len(at) != len(u.at) or not may_enter(u, at):
            return ["bad_choice"]
        return relocate(state, name, at) if at != u.at else new
    if fields.get("tap"):
        new.put(name, tapped=True)
    elif fields.get("untap"):
        new.put(name, tapped=False)
    elif fields.get("kill"):
        # Ward: destroyed, the Ward breaks instead.
        if u.ward:
            new.put(name, ward=False)
        else:
            leave(new, name)
    elif "gain" in fields:
        gain(new, name, card_name(fields["gain"]))
    elif "lose" in fields:
        lose(new, name, card_name(fields["lose"]))
    elif fields.get("controller") in PLAYERS:
        new.put(name, controller=fields["controller"])
    else:
        raise Unusable(f"no effect: {fields!r}")
    settle(new)
    return new


# Stealth and Ward are marks; Lance is an artifact; Lose, Silenced: what is lost cannot be gained.
def gain(new: State, name: str, word: str) -> None:
    """The unit gains a keyword."""
    u = new.units[name]
    if word in FLAGS:
        new.put(name, **{FLAGS[word]: True})
    elif word == "lance":
        new.put(name, lance=u.lance + 1)
    elif word in u.lost or u.silenced:
        return
    elif word == "stealth":
        new.put(name, stealth=not u.avatar and not is_disabled(new, u))
    elif word == "ward":
        new.put(name, ward=not is_disabled(new, u))
    else:
        again = word.split()[0] == "movement"
        if word not in u.abilities or again:
            new.put(name, abilities=(*u.abilities, word))


def lose(new: State, name: str, word: str) -> None:
    """The unit loses a keyword, and can have it no more."""
    u = new.units[name]
    if word in FLAGS:
        new.put(name, **{FLAGS[word]: False})
    elif word == "lance":
        new.put(name, lance=0)
    else:
        kept = tuple(w for w in u.abilities if w != word)
        new.put(name, lost=u.lost | {word}, abilities=kept)
        if word in ("stealth", "ward"):
            new.put(name, **{word: False})
        if word == "immobile":
            new.put(name, immobile=False)


def on_site(new: State, square: int, fields: dict[str, Any]) -> None:
    """A site changes: whose it is, land or water, or it is destroyed and leaves a Rubble."""
    site = new.sites[square]
    if fields.get("destroy"):
        if site.ward:
            change(new, square, ward=False)
            return
        change(new, square, card=RUBBLE, printed_card="Rubble", water=False, controller=None)
        if new.attack is not None and new.attack.target == f"site {square}":
            new.now(site_gone=True)
    elif "terrain" in fields:
        change(new, square, water=fields["terrain"] == "water")
    elif fields.get("controller") in PLAYERS:
        change(new, square, controller=fields["controller"])
    else:
        raise Unusable(f"no effect: {fields!r}")


# Underground, Underwater: the same subsurface, of the other kind when the site's kind changes.
def change(new: State, square: int, **changes: Any) -> None:
    """Change a site, and rename its subsurface if need be."""
    old = below(new, square)
    new.sites = {**new.sites, square: new.sites[square]._replace(**changes)}
    here = below(new, square)
    if old == here:
        return
    for name, u in list(new.units.items()):
        if old in u.at:
            new.put(name, at=tuple(here if loc == old else loc for loc in u.at))
    if new.attack is not None and new.attack.at == old:
        new.now(at=here)
