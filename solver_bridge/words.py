"""The contract's field and event names, and what kind of value each field holds.

Tables of data: every other module asks these, and none names a field of a file by itself, except as an
attribute of the value it was read into. Keywords, cards, readings and editions are not here: they belong
to the rules.
"""

from collections.abc import Mapping

import msgspec

__all__ = [
    "ACTIVE", "AFFINITY", "ARTIFACTS", "ASK", "ASKS", "AT", "ATTACK", "ATTACK_SECTION",
    "AURAS", "AVATAR", "AVATAR_FIELDS", "BORDER", "CARD", "CARD_TYPES", "CARRIED_BY", "CHANGES",
    "CHOICE", "DEAD", "DEATHS_DOOR", "EFFECT", "ELEMENTS", "ENTITIES", "ENTITY_NAMES", "EVENTS",
    "EVENTS_ONLY", "EXPECT", "EXPECTATIONS", "FAILED", "FAILED_PHRASE",
    "HANDS", "INCLUDES", "ITEM_KINDS", "LIFE", "LISTS",
    "LOCATION_TERM", "MARKS", "MAX_NUMBER", "MAX_THINGS", "MINION", "MOVED", "NAME", "NAMED_SECTIONS", "OVER",
    "PLAYERS", "POSITION",
    "POSITION_KEY", "RECORDS", "RESPONSES", "RESULT", "RULING", "RULINGS", "SECTIONS", "SEQUENCE",
    "SITES", "SITE_REFERENCE", "SPELL_REFERENCE", "STEP", "STEPS", "STEP_PHRASES", "TAPPED", "TERRAIN", "UNITS", "WARD",
    "Field", "Table",
]

PLAYERS = ("north", "south")
TERRAINS = ("land", "water")
MINION, AVATAR = UNIT_TYPES = ("minion", "avatar")
THIS_TURN = "this_turn"
STAYS, LEAVES = STAYING = ("stays", "leaves")

SITE_REFERENCE = "site"
SPELL_REFERENCE = "spell"
BORDER = "border"
INCLUDES = "_includes"
MAX_NUMBER = 9999
MAX_THINGS = 1000
"""How many units, artifacts or auras a position may have: more than any game has."""


class Field(msgspec.Struct, frozen=True):
    """A field of a file: the kind of its value, and whether it must be given.

    `choices` are the values of the kind "choice"; what is `shown` is printed even if it has its default.
    """

    kind: str
    required: bool = False
    choices: tuple[str, ...] = ()
    shown: bool = False


Table = Mapping[str, Field]

_TEXT = Field("text", required=True)
_PLAYER = Field("player", required=True)
_UNIT = Field("unit", required=True)
_TARGET = Field("target", required=True)
_PATH = Field("path", shown=True)
_FLAG = Field("flag")
_NUMBER = Field("number")
_DONE = Field("done")

HANDS: Table = dict.fromkeys(PLAYERS, Field("hand"))
ELEMENTS: Table = dict.fromkeys(("air", "earth", "fire", "water"), _NUMBER)
AFFINITY: Table = dict.fromkeys(PLAYERS, Field("elements"))
LIFE: Table = dict.fromkeys(PLAYERS, _NUMBER)

SITES, UNITS, AURAS, ARTIFACTS = SECTIONS = ("sites", "units", "auras", "artifacts")
NAMED_SECTIONS = (UNITS, AURAS, ARTIFACTS)
ATTACK_SECTION = "attack"
DEAD = "dead"
ACTIVE, CARD, AT, CARRIED_BY, LIFE_LEFT, DEATHS_DOOR = (
    "active",
    "card",
    "at",
    "carried_by",
    "life",
    "deaths_door",
)
NAME, POSITION_KEY, ASK, EXPECT, EFFECT = "name", "position", "ask", "expect", "effect"
TERRAIN = "terrain"
TAPPED, WARD = "tapped", "ward"
RESPONSES: Mapping[str, str] = {"defenders": "defend", "interceptors": "intercept"}
"""What those do whom a question or an answer is about."""

POSITION: Table = {
    "edition": Field("edition"),
    "readings": Field("readings"),
    ACTIVE: _PLAYER,
    **{section: Field(section) for section in SECTIONS},
    "hands": Field("hands"),
    "affinity": Field("affinity"),
    ATTACK_SECTION: Field("attack"),
}

_SITE: Table = {
    "card": Field("card"),
    TERRAIN: Field("choice", choices=TERRAINS),
    "controller": Field("player"),
    "ward": _FLAG,
}

_UNIT_FIELDS: Table = {
    "card": Field("card"),
    "type": Field("choice", choices=UNIT_TYPES),
    "controller": _PLAYER,
    "at": Field("footprint"),
    "power": Field("power"),
    "abilities": Field("abilities"),
    "tapped": _FLAG,
    "damage": _NUMBER,
    "life": _NUMBER,
    "deaths_door": Field("choice", choices=(THIS_TURN,)),
    "stealth": _FLAG,
    "ward": _FLAG,
    "lance": Field("count"),
    "summoning_sick": _FLAG,
    "disabled": _FLAG,
    "silenced": _FLAG,
    "immobile": _FLAG,
    "carried_by": Field("unit"),
}

_AURA: Table = {
    "card": Field("card"),
    "controller": Field("player"),
    "at": Field("aura_place", required=True),
}

_ARTIFACT: Table = {
    "card": Field("card"),
    "controller": Field("player"),
    "at": Field("footprint"),
    "carried_by": Field("unit"),
}

ENTITIES: Mapping[str, Table] = {
    SITES: _SITE,
    UNITS: _UNIT_FIELDS,
    AURAS: _AURA,
    ARTIFACTS: _ARTIFACT,
}
"""The sections of a position, and the fields of what stands in each."""

ENTITY_NAMES: Mapping[str, str] = {
    SITES: "a site",
    UNITS: "a unit",
    AURAS: "an aura",
    ARTIFACTS: "an artifact",
}

CARD_TYPES: Mapping[str, tuple[str, ...]] = {
    "sites": ("site",),
    "units": (MINION, AVATAR, "artifact", "aura", "site"),
    "auras": ("aura",),
    "artifacts": ("artifact",),
    "hand": (MINION, "artifact", "aura", "magic", "site"),
    "cast": (MINION, "artifact", "aura", "magic"),
}
"""The types of card that each section can show (whatever stands under units is a minion or an avatar)."""

AVATAR_FIELDS = (LIFE_LEFT, DEATHS_DOOR)
"""The fields of a unit that only an avatar has."""

CHOICE: Table = {
    "to": Field("footprint"),
    "unit": Field("unit"),
    "target": Field("targets"),
    "path": Field("path"),
    "player": Field("player"),
}

_UNIT_CHANGES: Table = {
    "to": Field("footprint"),
    "tap": _DONE,
    "untap": _DONE,
    "kill": _DONE,
    "gain": Field("gained"),
    "lose": Field("gained"),
    "controller": Field("player"),
}

_SITE_CHANGES: Table = {
    "controller": Field("player"),
    TERRAIN: Field("choice", choices=TERRAINS),
    "destroy": _DONE,
}

CHANGES: Mapping[str, Table] = {"unit": _UNIT_CHANGES, "site": _SITE_CHANGES}
"""What an effect can do to a unit and to a site: one thing at a time."""

EVENTS: Mapping[str, Table] = {
    "move_and_attack": {"unit": _UNIT, "path": _PATH},
    "attack": {"unit": _UNIT, "target": _TARGET, "at": Field("location")},
    "decline_attack": {"unit": _UNIT},
    "resolve": {"source": Field("source", required=True), "choice": Field("choices", shown=True)},
    "decline": {"source": Field("source", required=True)},
    "cast": {
        "player": _PLAYER,
        "card": Field("card", required=True),
        "unit": Field("unit"),
        "to": Field("footprint"),
    },
    "defend": {"unit": _UNIT, "path": _PATH, "original": Field("choice", choices=STAYING)},
    "original": {"unit": _UNIT, "choice": Field("choice", required=True, choices=STAYING)},
    "intercept": {"unit": _UNIT},
    "pass": {"player": _PLAYER},
    "strike": {"assign": Field("assign", shown=True)},
    "begin_turn": {"player": _PLAYER},
    "effect": {"unit": Field("unit"), "site": Field("site"), **_UNIT_CHANGES, **_SITE_CHANGES},
}

PRINTED: Table = {"by": Field("player"), "not_taken": Field("ignored"), "left_out": Field("ignored")}
"""What a printed event may say besides, whatever it is."""

SEQUENCE: Table = {
    "position": Field("position", required=True),
    "events": Field("events", required=True),
}

RULINGS = "rulings"
"""The key under which a file may hold its list of rulings."""

RULING: Table = {
    "name": _TEXT,
    "source": _TEXT,
    "position": Field("position", required=True),
    "ask": Field("ask", required=True),
    "expect": Field("expect", required=True),
    "disputed": Field("plain_list"),
    "note": Field("text"),
}

_MOVED = {"path": Field("path")}
EVENTS_ONLY = "events"
"""The one field of a question that is written as the list of its events."""

_EVENT_LIST: Table = {EVENTS_ONLY: Field("events", required=True)}

ASKS: Mapping[str, Table] = {
    "reach": {"unit": _UNIT},
    "targets": {"unit": _UNIT, **_MOVED},
    "defenders": {"attacker": _UNIT, "target": _TARGET, **_MOVED},
    "interceptors": {"unit": _UNIT, **_MOVED},
    "legal": _EVENT_LIST,
    "check": _EVENT_LIST,
    "outcomes": _EVENT_LIST,
    "orders": _EVENT_LIST,
}
"""The questions of a ruling; one that has only events is written as the list of them."""


def _lists(kind: str) -> dict[str, Field]:
    return dict.fromkeys(("exactly", "includes", "excludes"), Field(kind))


EXPECTATIONS: Mapping[str, Table] = {
    "reach": _lists("locations"),
    "targets": {**_lists("target_list"), "reasons": Field("target_reasons")},
    "defenders": {**_lists("unit_list"), "reasons": Field("unit_reasons")},
    "interceptors": {**_lists("unit_list"), "reasons": Field("unit_reasons")},
    "legal": {"legal": _FLAG, "reasons": Field("reasons"), "reasons" + INCLUDES: Field("reasons")},
    "check": {"legal": _FLAG, "result": Field("result"), "position": Field("expected_position")},
    "outcomes": dict.fromkeys(("some", "every", "none"), Field("result")),
    "orders": {"exactly": Field("orders")},
}
"""What can be expected of the answer to each question."""

STEP = "step"
STEP_PHRASES: Mapping[str, str] = {
    "moved": "the unit has moved, and is to declare its attack or to decline it",
    "triggers": "what the attack has triggered comes first",
    "window": "the defend window is open",
    "original": "it is to be chosen whether the attacked unit stays",
    "fight": "the fight is next",
    "intercept": "the unit may be intercepted",
    "turn": "abilities of the start of the turn are pending",
    "over": "the game is over",
}
"""Where an attack under way stands, in words."""

MOVED = "moved"
OVER = "over"
FAILED = "declaration_failed"
FAILED_PHRASE = "a declaration has failed, and the unit that has moved has not declined its attack yet"
"""What is said instead of an attack under way whose declaration has failed."""

STEPS = tuple(STEP_PHRASES)
"""Where an attack under way stands: which event is next."""

RECORDS: Mapping[str, Table] = {
    "pending": {
        "source": Field("aim", required=True),
        "ability": Field("word", required=True),
        "player": _PLAYER,
        "depth": Field("number", required=True),
    },
    "happened": {
        "source": Field("aim", required=True),
        "player": _PLAYER,
        "effect": Field("word", required=True),
    },
}
"""The records in the lists of an attack under way."""

ITEM_KINDS: Mapping[str, str] = {
    "parties": "party",
    "aims": "aim",
    "names": "any_name",
    "players": "player",
    "storyline": "pending",
    "happenings": "happened",
}
"""The kind of the items of each kind of list in an attack under way."""

ATTACK: Table = {
    STEP: Field("choice", required=True, choices=STEPS),
    "attacker": Field("party"),
    "side": Field("player"),
    "target": Field("aim"),
    "attacked_side": Field("player"),
    "at": Field("location"),
    "by_card": _FLAG,
    "declared_with_stealth": _FLAG,
    FAILED: _FLAG,
    "storyline": Field("storyline"),
    "offers": Field("players"),
    "joined": Field("parties"),
    "used_defend": Field("parties"),
    "choosing": Field("party"),
    "removed": Field("aims"),
    "interceptors": Field("parties"),
    "opposes": Field("aims"),
    "has_struck": Field("parties"),
    "first_strikes_done": _FLAG,
    "attacked": Field("aim"),
    "defenders": Field("parties"),
    "struck": Field("aims"),
    DEAD: Field("names"),
    "successful_attack": _FLAG,
    "lost": Field("players"),
    "effects": Field("happenings"),
}
"""An attack under way, as `check` prints it in a position: parties and aims may have left the realm since."""

LISTS = frozenset(
    (
        *ITEM_KINDS,
        "abilities",
        "aura_place",
        "footprint",
        "hand",
        "name_list",
        "plain_list",
        "player_list",
        "target_list",
        "unit_list",
    )
)
"""The kinds of fields that are lists, so that some of their items can be expected."""

RESULT: Table = {
    "attacked": Field("target"),
    "defenders": Field("unit_list"),
    "struck": Field("target_list"),
    "dead": Field("name_list"),
    "life": Field("lives"),
    "successful_attack": _FLAG,
    "effects": Field("plain_list"),
    "lost": Field("player_list"),
}
"""The fields of a result, in which an attack or an intercept fight ends."""

LOCATION_TERM = "loc"
MARKS = ("stealth", "ward", "lance")
"""The fields of what a unit keeps by marks and tokens; their keywords stand for them in a list of abilities."""
