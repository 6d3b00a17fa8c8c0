"""Positions and events, drawn at random, as the files write them."""

from hypothesis import strategies as st

SQUARES = st.integers(1, 20)
LOCATIONS = st.builds(
    "{} {}".format, st.sampled_from(["surface", "underground", "underwater", "void"]), SQUARES
)
PLACES = LOCATIONS | st.lists(LOCATIONS, min_size=2, max_size=4, unique=True)
PLAYERS = st.sampled_from(["north", "south"])
CHARACTERS = st.characters(max_codepoint=126) | st.characters(categories=["L", "N", "P", "S"])
NAMES = st.text(CHARACTERS, max_size=12).filter(
    lambda name: not name.casefold().lstrip().startswith(("site", "spell"))
)
ELEMENTS = st.sampled_from(["water", "fire"])
NUMBERS = st.integers(0, 9999)
ABILITIES = st.sampled_from(["airborne", "movement 1", "ranged 3", "can't attack", "lance", "moves freely"])


def mapping(required=None, **optional):
    return st.fixed_dictionaries(required or {}, optional=optional)


@st.composite
def positions(draw):
    names = draw(st.lists(NAMES, max_size=7, unique=True))
    units, auras, artifacts = names[:4], names[4:5], names[5:]
    flags = ["tapped", "stealth", "ward", "summoning_sick", "disabled", "silenced", "immobile"]
    unit = mapping(
        {"controller": PLAYERS, "at": PLACES},
        card=st.sampled_from(["Band of Thieves", "Mountain Giant", "Crave Golem"]),
        type=st.just("minion"),
        power=NUMBERS | st.builds("{}/{}".format, NUMBERS, NUMBERS),
        abilities=st.lists(ABILITIES, max_size=3),
        damage=NUMBERS,
        lance=NUMBERS | st.booleans(),
        **dict.fromkeys(flags, st.booleans()),
    )
    site = mapping(
        card=st.sampled_from(["Rubble", "Rustic Village"]),
        terrain=st.sampled_from(["land", "water"]),
        controller=PLAYERS,
        ward=st.booleans(),
    )
    place = mapping({"at": PLACES}, controller=PLAYERS)
    border = mapping({"at": st.just("border 8-9")}, card=st.just("Blizzard"))
    carried = mapping({"carried_by": st.sampled_from(units)}) if units else place
    sections = {
        "units": st.fixed_dictionaries(dict.fromkeys(units, unit)),
        "auras": st.fixed_dictionaries(dict.fromkeys(auras, place | border)),
        "artifacts": st.fixed_dictionaries(dict.fromkeys(artifacts, place | carried)),
        "sites": st.dictionaries(SQUARES, site, max_size=6),
    }
    return draw(
        st.fixed_dictionaries(
            {"active": PLAYERS, **sections},
            optional={
                "edition": st.sampled_from(["codex-2026-07", "codex-2026-01"]),
                "readings": mapping(stay_choice=st.sampled_from(["each_join", "last_join"])),
                "hands": st.dictionaries(PLAYERS, st.lists(st.just("Dodge Roll"), max_size=2)),
                "affinity": st.dictionaries(PLAYERS, st.dictionaries(ELEMENTS, NUMBERS)),
                "attack": mapping(
                    {"step": st.sampled_from(["moved", "turn"])},
                    at=LOCATIONS,
                    dead=st.lists(NAMES, max_size=3),
                    by_card=st.booleans(),
                ),
            },
        )
    )


def events(units, sites):
    unit = st.sampled_from(units)
    target = st.sampled_from([*units, *(f"site {square}" for square in sites)])
    path = st.lists(PLACES, max_size=3)
    staying = st.sampled_from(["stays", "leaves"])
    choice = mapping(to=PLACES, unit=unit, target=target | st.lists(target), path=path, player=PLAYERS)
    changes = [
        {"unit": unit, change: value}
        for change, value in {
            "to": PLACES,
            "tap": st.just(True),
            "untap": st.just(True),
            "kill": st.just(True),
            "gain": ABILITIES,
            "lose": ABILITIES,
            "controller": PLAYERS,
        }.items()
    ]
    shapes = {
        "move_and_attack": mapping({"unit": unit}, path=path),
        "attack": mapping({"unit": unit, "target": target}, at=LOCATIONS),
        "decline_attack": mapping({"unit": unit}),
        "resolve": mapping({"source": target}, choice=choice),
        "decline": mapping({"source": target | st.just("spell Dodge Roll")}),
        "cast": mapping({"player": PLAYERS, "card": st.just("Dodge Roll")}, unit=unit, to=PLACES),
        "defend": mapping({"unit": unit}, path=path, original=staying),
        "original": mapping({"unit": unit, "choice": staying}, by=PLAYERS),
        "intercept": mapping({"unit": unit}),
        "pass": mapping({"player": PLAYERS}),
        "strike": mapping(assign=st.dictionaries(unit, st.dictionaries(target, NUMBERS))),
        "begin_turn": mapping({"player": PLAYERS}),
        "effect": st.one_of([mapping(change) for change in changes]),
    }
    return st.one_of([body.map(lambda body, word=word: {word: body}) for word, body in shapes.items()])
