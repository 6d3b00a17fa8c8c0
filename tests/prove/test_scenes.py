"""Random scenes have whatever a position and an event can have; a cover names what its cases are for."""

from collections import Counter
from functools import cache

from solver_bridge import words
from solver_bridge.asking import Answer
from solver_bridge.conversation import talk
from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.proving import scenes as scene
from solver_bridge.proving.cases import REASON, RULE, Case, line_ruling
from solver_bridge.proving.cover import Covering, cover_data
from solver_bridge.proving.scenes import Scenes
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.vocabulary import load

DRAWN = 500


@cache
def drawn() -> tuple[list[dict], int]:
    scenes = Scenes(3)
    made = [scenes.position() for _ in range(DRAWN)]
    return [each.to_data() for each in made if each is not None], sum(each is None for each in made)


def test_most_scenes_can_be_written_and_some_name_what_is_not_there():
    found, failed = drawn()
    assert 0 < failed < DRAWN / 2
    assert {data["active"] for data in found} == set(words.PLAYERS)


def test_every_field_of_a_unit_comes_up():
    units = [unit for data in drawn()[0] for unit in data["units"].values()]
    fields = Counter(field for unit in units for field, value in unit.items() if value not in (None, False, 0, [], ()))
    flags = [name for name, spec in words.ENTITIES[words.UNITS].items() if spec.kind in ("flag", "number", "count")]
    assert [name for name in (*flags, "card", "power", "abilities", "carried_by", "life") if not fields[name]] == []
    assert {unit["controller"] for unit in units} == set(words.PLAYERS)
    assert {unit.get("type", words.MINION) for unit in units} == {words.MINION, words.AVATAR}
    assert {ability for unit in units for ability in unit["abilities"]} >= set(load().examples())
    assert len([unit for unit in units if unit.get("card")]) < len(units) / 2


def test_units_stand_in_every_region_some_on_several_squares_and_some_together():
    units = [unit["at"] for data in drawn()[0] for unit in data["units"].values()]
    places = [[at] if isinstance(at, str) else at for at in units]
    assert {place.split()[0] for at in places for place in at} == set(load().regions)
    assert {len(at) for at in places} >= {1, 2}
    squares = Counter(int(place.split()[1]) for at in places for place in at)
    assert set(squares) == set(range(1, 21))
    together = [data for data in drawn()[0] if len({str(u["at"]) for u in data["units"].values()}) < len(data["units"])]
    assert DRAWN / 4 < len(together) < len(drawn()[0])


def test_sites_editions_readings_hands_and_artifacts_come_up():
    found = drawn()[0]
    sites = [site for data in found for site in data.get("sites", {}).values()]
    assert {site.get("controller") for site in sites} == {None, *words.PLAYERS}
    assert {site.get("terrain") for site in sites} >= set(words.TERRAINS)
    assert 0 < len([site for site in sites if site.get("card")]) < len(sites) / 2
    assert 0 < len([site for site in sites if site.get("ward")]) < len(sites) / 4
    assert {len(data.get("units", {})) for data in found} == {1, 2, 3, 4, 5}
    assert {data.get("edition") for data in found} >= set(load().editions)
    read = {(name, value) for data in found for name, value in data.get("readings", {}).items()}
    assert {name for name, _ in read} == set(load().readings)
    hands = [player for data in found for player, hand in data.get("hands", {}).items() if hand]
    assert set(hands) == set(words.PLAYERS)
    assert {player for data in found for player in data.get("affinity") or {}} == set(words.PLAYERS)
    things = [thing for data in found for thing in data.get("artifacts", {}).values()]
    assert any(thing.get("carried_by") for thing in things)
    assert any(thing.get("at") for thing in things)


def test_every_event_comes_up():
    scenes = Scenes(5)
    position = Position.from_data({
        "active": "north",
        "sites": {8: {"controller": "south"}, 9: {"controller": "north", "terrain": "water"}},
        "units": {
            "ann": {"power": 2, "controller": "north", "at": "surface 8"},
            "ben": {"power": 2, "controller": "south", "at": "surface 9"},
        },
    })  # fmt: skip
    made = [event for _ in range(1500) if (event := scenes.event(position)) is not None]
    assert {event.word for event in made} == set(words.EVENTS)
    effects = [event.to_data()["effect"] for event in made if event.word == words.EFFECT]
    assert {field for effect in effects for field in effect} >= {*words.CHANGES["unit"], *words.CHANGES["site"]}
    assert scenes.event(position, words.EFFECT) is None or scenes.event(position, "pass").word == "pass"
    paths = [len(event.to_data()["move_and_attack"]["path"]) for event in made if event.word == "move_and_attack"]
    assert set(paths) == {0, 1, 2, 3}


def test_cases_are_named_by_what_only_they_exercise():
    cover = Covering(Scope(units=1, width=1, height=1), Here(), lambda *_: None, games=0, files=("intercept.lp",))
    rule = next(item for item in cover.wanted if item[0] == RULE)
    tapped, disabled = ((REASON, "intercept", name) for name in ("tapped", "disabled"))
    cover.wanted = dict.fromkeys((rule, tapped, disabled, (REASON, "intercept", "gone")))
    cover.why = {(REASON, "intercept", "gone"): "because"}
    blank = line_ruling(Position(active="north"), ())
    cover.cases = [Case(blank, frozenset(items)) for items in ((rule, tapped), (tapped, disabled), (tapped,))]
    found = cover.cover()
    assert [(case.ruling.name, case.ruling.source.split(":")[0]) for case in found.cases] == [
        ("case-001", "Intercept"),
        ("case-002", "Codex"),
    ]
    assert found.cases[0].ruling.note.startswith(f"Only here: {rule[1]} (Intercept")
    assert found.cases[1].ruling.note == "Only here: reason intercept disabled"
    assert cover_data(found) == {
        "cases": [
            {"name": "case-001", "exercises": ["reason intercept tapped", f"rule {rule[1]}"]},
            {"name": "case-002", "exercises": ["reason intercept disabled", "reason intercept tapped"]},
        ],
        "missing": [{"what": "reason intercept gone", "why": "because"}],
    }
    cover.cases = cover.cases[:1]
    assert [case.ruling.note.count(";") for case in cover.cover().cases] == [1]


def test_questions_about_a_line_are_of_every_kind():
    cover = Covering(Scope(units=1, width=1, height=1), Here(), lambda *_: None, games=0, files=())
    position = Position.from_data({"active": "north", "units": {"ann": {"controller": "north", "at": "void 8", "abilities": ["voidwalk"]}}})
    event = position._event({"move_and_attack": {"unit": "ann", "path": []}})
    later = position.apply(event)
    kinds: Counter[str] = Counter()
    for _ in range(20):
        rulings = list(cover._questions([position, later], [event]))
        kinds.update(ruling.ask.question for ruling in rulings)
        assert all(ruling.position in (position, later) for ruling in rulings)
    assert set(kinds) == {"check", "legal", "orders", "reach", "targets", "interceptors", "defenders"}
    assert kinds["reach"] == kinds["targets"] == kinds["interceptors"] == kinds["defenders"] == 20


SMALL = Position.from_data({
    "active": "north",
    "sites": {8: {"controller": "south"}, 9: {"controller": "north", "terrain": "water"}},
    "units": {
        "ann": {"power": 2, "controller": "north", "at": "surface 8"},
        "ben": {"power": 2, "controller": "south", "at": "void 3", "abilities": ["voidwalk"]},
    },
})  # fmt: skip
SURFACES = {"surface 8", "surface 9", "void 3"}


def values(kind: str, position: Position = SMALL) -> set[str]:
    scenes = Scenes(11)
    return {str(scenes._value(kind, position)) for _ in range(3000)}


def test_values_are_of_their_kind():
    below = {"underground 8", "underground 9"}
    voids = {f"void {square}" for square in range(1, 21)}
    assert values("unit") == values("source") == {"ann", "ben"}
    assert values("target") == {"ann", "ben", "site 8", "site 9"}
    assert values("site") == {"8", "9"}
    assert values("location") == values("footprint") == SURFACES | below | voids
    assert values("player") == set(words.PLAYERS)
    assert values("choice") == {*words.STAYING, *words.TERRAINS}
    assert values("card") == set(Scenes(1).encoded["magic"])
    assert values("gained") == set(load().examples())
    assert values("done") == values("anything") == {"True"}
    scenes = Scenes(11)
    paths = [scenes._value("path", SMALL) for _ in range(3000)]
    assert {len(path) for path in paths} == {0, 1, 2, 3}
    assert {place for path in paths for place in path} == SURFACES | below | voids
    choices = [scenes._value("choices", SMALL) for _ in range(400)]
    assert {tuple(choice) for choice in choices} == {("to",), ("target", "path")}
    assert {str(choice["path"]) for choice in choices if "path" in choice} == {"[]"}
    assert {choice["target"] for choice in choices if "target" in choice} == {"ann", "ben"}
    shares = [scenes._value("assign", SMALL) for _ in range(400)]
    assert {(who, whom, n) for share in shares for who, parts in share.items() for whom, n in parts.items()} == {
        (who, whom, n) for who in ("ann", "ben") for whom in ("ann", "ben") for n in (0, 1, 2)
    }


def test_an_empty_realm_has_values_too():
    empty = Position(active="north")
    assert values("unit", empty) == {"nobody"}
    assert values("site", empty) == {"1"}
    assert values("target", empty) == {"nobody", "site 1"}


def test_places_and_sites_are_drawn_as_often_as_is_said():
    scenes = Scenes(11)
    sites = {7: {}, 8: {}}
    places = [scenes._place([7, 8, 9], sites) for _ in range(3000)]
    several = [place for place in places if isinstance(place, list)]
    assert 0.09 < len(several) / 3000 < 0.15
    assert {tuple(place) for place in several} == {
        ("surface 7", "surface 8"), ("surface 8", "void 9"), ("surface 7", "surface 8", "void 9"),
    }  # fmt: skip
    single = Counter(place for place in places if isinstance(place, str))
    assert set(single) == {f"{region} {square}" for square in (7, 8) for region in ("surface", "underground", "underwater")} | {"void 9"}
    assert 0.1 < sum(n for place, n in single.items() if place.startswith("under")) / (2 / 3 * len(places)) < 0.2
    drawn_sites = [scenes._site() for _ in range(3000)]
    assert 0.16 < sum("card" in site for site in drawn_sites) / 3000 < 0.24
    assert all(("card" in site) != ("terrain" in site) for site in drawn_sites)
    assert 0.82 < sum("controller" in site for site in drawn_sites) / 3000 < 0.88
    assert 0.07 < sum(site.get("ward") is True for site in drawn_sites) / 3000 < 0.13
    assert {site["card"] for site in drawn_sites if "card" in site} == set(scenes.encoded["site"])


def test_what_comes_up_comes_up_as_often_as_is_said():
    found = drawn()[0]
    share = {
        "edition": (0.3, lambda data: "edition" in data),
        "hands": (0.4, lambda data: any(data.get("hands", {}).values())),
        "affinity": (0.16, lambda data: any(data.get("affinity") or {})),
        "things": (0.3, lambda data: bool(data.get("artifacts"))),
    }
    for what, (wanted, has) in share.items():
        assert abs(sum(map(has, found)) / len(found) - wanted) < 0.09, what
    assert {square for data in found for square in map(int, data.get("sites", {}))} == set(range(1, 21))
    units = [unit for data in found for unit in data["units"].values()]
    avatars = [unit for unit in units if unit.get("type") == words.AVATAR]
    assert 0.09 < len(avatars) / len(units) < 0.19
    assert {unit["life"] for unit in avatars} == {0, 1, 2, 20}
    powers = {str(unit["power"]) for unit in units if not unit.get("card")}
    assert powers == {"0", "1", "2", "3", "1/2", "3/1"}
    assert {len(unit["abilities"]) for unit in units} == {0, 1, 2, 3}
    assert 0.04 < sum(bool(unit.get("tapped")) for unit in units) / len(units) < 0.12
    assert {next(iter(data["units"])) for data in found} == {"ann"}


def test_a_game_is_a_line_of_legal_events():
    passed, events = talk(Scenes(4).play(SMALL))
    assert passed[0] == SMALL
    assert len(passed) == len(events) + 1
    assert 2 < len(events) <= 12
    for here, event, there in zip(passed[:2], events, passed[1:], strict=False):
        assert here.apply(event) == there


def test_lively_events_are_preferred(monkeypatch):
    scenes = Scenes(4)
    listed = [SMALL._event({"begin_turn": {"player": "south"}}), SMALL._event({"move_and_attack": {"unit": "ann", "path": []}})]
    shares: Counter[str] = Counter()

    def list_events(position, most):
        assert (position, most) == (SMALL, 40)
        yield from ()
        return listed

    def put(request):
        yield from ()
        shares[request.events[0].word] += 1
        return Answer(request, Names(SMALL))

    monkeypatch.setattr(scene, "list_events", list_events)
    monkeypatch.setattr(scene, "put", put)
    monkeypatch.setattr(scenes, "event", lambda position, word=None: None)
    for _ in range(60):
        assert talk(scenes.play(SMALL)) == ([SMALL], [])
    total = shares.total()
    assert total > 300
    assert 0.88 < shares["move_and_attack"] / total < 0.97
    listed[1:] = []
    shares.clear()
    talk(scenes.play(SMALL))
    assert set(shares) == {"begin_turn"}
    listed.clear()
    assert talk(scenes.play(SMALL)) == ([SMALL], [])


def test_who_is_carried_stands_where_its_carrier_does():
    carried = 0
    for data in drawn()[0]:
        for unit in data["units"].values():
            if unit.get("carried_by"):
                carried += 1
                places = data["units"][unit["carried_by"]]["at"]
                assert unit["at"] in ([places] if isinstance(places, str) else places)
    assert carried > 20
