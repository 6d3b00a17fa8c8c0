"""In what order proofs, hunts and partings search, and what they make of what comes: the searches are written down here."""

import msgspec
import pytest

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found
from solver_bridge.model import Position
from solver_bridge.proving import hunt as hunting
from solver_bridge.proving import pairs as pairing
from solver_bridge.proving import parting as partings
from solver_bridge.proving import verify as proving
from solver_bridge.proving.claims import Claim
from solver_bridge.proving.hunt import Hunt, Quarry
from solver_bridge.proving.pairs import ABSENT, INDUCTION, LINES, Pair, PairFound, Pairs
from solver_bridge.proving.parting import Parting, Side, Way
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FAST, PROVING, Done
from solver_bridge.proving.verify import (
    IMAGES,
    PROVED,
    REFUTED,
    NotReplayed,
    Verdict,
    _Prover,
    lemma_tasks,
    parts,
    proof_tasks,
    smallest,
    verify,
    widened,
)
from solver_bridge.proving.workers import Here, Workers

ONE = Scope(units=1, width=1, height=1)
TWO = Scope(units=2, width=1, height=1)
CLAIM = Claim("mine", "Attack", "A sentence.", "/there/own.lp")
OTHER = Claim("other", "Attack", "Another.", "/there/other.lp", wants=("Sir Kay",))
IMAGE = Claim("turned", "Realm", "It is the same.", "/there/images.lp", images=("east_west",))


class Scripted(Workers):
    """Workers whose results are what a function says of a task."""

    def __init__(self, says, many=False, until=None):
        super().__init__(until)
        self.says, self.many, self.tasks = says, many, []

    def results(self, tasks):
        for number, task in enumerate(tasks):
            self.tasks.append(task)
            yield number, self.says(task)


def done(status, atoms=(), seconds=0.25):
    return Done(status, tuple(atoms), seconds)


def kind(task):
    """Say what a task looks for."""
    if task.images is not None:
        return "images" if not task.images else "claimed images"
    if "begun." in task.facts:
        events = task.facts.count("plays(")
        return f"{'shorter ' * ('allowed(shorter)' in task.facts)}{'plain ' * (task.options[-1:] == ('--dom-mod=5,16',))}{events}"
    return "step" if "plays(0)" in task.facts else "first"


def test_a_proof_by_induction():
    heard = []
    workers = Scripted(lambda task: done(NONE))
    (verdict,) = verify([CLAIM], ONE, workers, lambda *told: heard.append(told))
    assert verdict == Verdict(claim=CLAIM, status=PROVED, method="induction: lines of any length", scope=ONE, seconds=1.5)
    assert [kind(task) for task in workers.tasks] == ["images"] * 3 + ["step", "first", "step"]
    assert workers.tasks[3:] == [*proof_tasks(CLAIM, ONE), *lemma_tasks(ONE)]
    assert heard == [("images", 1, 3), ("images", 2, 3), ("images", 3, 3), ("mine", 1, 1), ("lemmas", 1, 2), ("lemmas", 2, 2)]


def test_several_claims_share_what_they_can():
    workers = Scripted(lambda task: done(NONE, seconds=1.0))
    first, second, third = verify([CLAIM, OTHER, CLAIM._replace(name="third")], ONE, workers)
    assert [first.seconds, second.seconds, third.seconds] == [6.0, 6.0, 1.0]
    assert second.scope.cards == ("Sir Kay",)
    assert {first.status, second.status, third.status} == {PROVED}


def test_what_is_no_image_is_looked_at_everywhere():
    def says(task):
        return done(FOUND, [("turned", "mirrored", "a rule")]) if task.images is not None else done(NONE)

    workers = Scripted(says)
    (verdict,) = verify([CLAIM], ONE, workers)
    assert verdict.status == PROVED
    wide = widened(ONE, ["mirrored"])
    assert workers.tasks[3:] == [*proof_tasks(CLAIM, wide), *lemma_tasks(wide)]
    workers = Scripted(says)
    list(verify([CLAIM, CLAIM._replace(name="third")], ONE, workers))
    assert [kind(task) for task in workers.tasks[:5]] == ["images"] * 4 + ["step"]


def test_a_claim_about_images_is_seen_from_the_rules():
    heard = []
    (verdict,) = verify([IMAGE], ONE, Scripted(lambda task: done(NONE)), lambda *told: heard.append(told))
    assert (verdict.status, verdict.method, verdict.seconds) == (PROVED, IMAGES, 0.25)
    assert heard == [("turned", 1, 1)]


def test_planned_searches_are_carried_out_together():
    rounds = []

    class Together(Scripted):
        def results(self, tasks):
            rounds.append([kind(task) for task in tasks])
            return super().results(tasks)

    workers = Together(lambda task: done(NONE), many=True)
    found = list(verify([CLAIM, IMAGE, CLAIM._replace(name="third")], ONE, workers))
    assert [verdict.status for verdict in found] == [PROVED] * 3
    assert [each for each in rounds if each] == [["images"] * 3, ["step", "first", "step", "claimed images", "step"]]


@pytest.fixture
def replayed(monkeypatch):
    """Let lines be told by their atoms, and show again."""
    monkeypatch.setattr(proving, "decode", lambda atoms, units: (Position(active="north"), (*atoms, units)))
    monkeypatch.setattr(proving, "shows_again", lambda claim, scope, sequence: "lost" not in sequence.events)


def lines(first, last=99, found=()):
    """Give what a search says where lines of `first` events are the first that count, and `last` the longest."""

    def says(task):
        what = kind(task)
        if what in ("images", "step", "first", "claimed images"):
            return done(FOUND if what == "step" else NONE)
        events = int(what.split()[-1])
        if "sought(lasts)" in task.facts:
            return done(FOUND if events <= last else NONE)
        if "shorter" in what:
            return done(FOUND if first <= events else NONE)
        return done(FOUND if events == first else NONE, found)

    return says


def test_a_counterexample_is_the_smallest(replayed):
    heard = []
    workers = Scripted(lines(2, found=("line",)))
    (verdict,) = verify([CLAIM], ONE, workers, lambda *told: heard.append(told))
    assert (verdict.status, verdict.method) == (REFUTED, "all lines, to their ends")
    assert verdict.counterexample.events == ("line", 1)
    assert [kind(task) for task in workers.tasks[4:]] == ["shorter 5", "plain 0", "plain 1", "plain 2"]
    assert heard[-1] == ("mine: 1 units, 1x1, up to 5 events", 0, 0)
    assert "lemmas" not in {name for name, _, _ in heard}


def test_longer_lines_come_after_short_ones_in_all_parts(replayed):
    workers = Scripted(lines(7, found=("line",)))
    ((claim, status, sequence),) = smallest([CLAIM], TWO, workers)
    assert (claim, status, sequence.events) == (CLAIM, FOUND, ("line", 1))
    asked = [kind(task) for task in workers.tasks]
    assert asked[:2] == ["shorter 5", "shorter 5"]
    assert asked[2 : 2 + 94] == [str(events) for events in range(6, 100)]
    assert asked[96:] == ["100", "shorter 99", *(f"plain {events}" for events in range(8))]


def test_that_nothing_is_found_in_all_lines_is_a_proof(replayed):
    workers = Scripted(lines(99, last=6))
    ((_, status, sequence),) = smallest([CLAIM], ONE, workers)
    assert (status, sequence) == (NONE, None)
    assert [kind(task) for task in workers.tasks] == ["shorter 5", "6", "7", "shorter 6"]
    workers = Scripted(lines(99, last=3))
    (verdict,) = verify([CLAIM], ONE, workers)
    assert (verdict.status, verdict.method, verdict.counterexample) == (PROVED, "all lines, to their ends", None)
    assert [kind(task) for task in workers.tasks[4:]] == ["shorter 5", "6", "images"]


def test_lines_that_lean_on_what_is_no_image_are_searched_without_it(replayed):
    says = lines(99, last=3)

    def leaning(task):
        if task.images is not None and "begun." in task.facts:
            return done(FOUND, [("turned", "mirrored", "a rule")])
        return says(task)

    workers = Scripted(leaning)
    (verdict,) = verify([CLAIM], ONE, workers)
    assert verdict.status == PROVED
    assert [kind(task) for task in workers.tasks[6:]] == ["images", "shorter 5", "6"]
    assert "allowed(mirrored).allowed(any_active).allowed(any_attacker)." not in workers.tasks[4].facts
    assert all(f"allowed({word})." in workers.tasks[-1].facts for word in ("mirrored", "any_active", "any_attacker"))
    (verdict,) = verify([CLAIM], ONE, Scripted(lambda task: done(UNKNOWN) if task.images is not None and "begun." in task.facts else says(task)))
    assert verdict.status == UNKNOWN


def test_what_is_not_known_stays_so(replayed):
    assert [v.status for v in verify([CLAIM], ONE, Scripted(lambda task: done(UNKNOWN)))] == [UNKNOWN]
    late = Scripted(lambda task: done(UNKNOWN), until=0.0)
    (verdict,) = verify([CLAIM], ONE, late)
    assert (verdict.status, verdict.method) == (UNKNOWN, "induction: lines of any length")
    assert [kind(task) for task in late.tasks] == ["images"]
    ((_, status, _),) = smallest([CLAIM], ONE, Scripted(lambda task: done(UNKNOWN if "plain" in kind(task) else FOUND)))
    assert status == UNKNOWN
    ((_, status, _),) = smallest([CLAIM], ONE, Scripted(lambda task: done(FOUND if "shorter" in kind(task) else NONE)))
    assert status == UNKNOWN


def test_a_line_that_does_not_show_again_is_a_fault_of_the_prover(replayed):
    with pytest.raises(NotReplayed) as raised:
        list(smallest([CLAIM], ONE, Scripted(lines(0, found=("lost",)))))
    assert raised.value.args[0] == "mine"


def test_none_of_some_searches_finds_anything():
    prover = _Prover(ONE, Scripted(lambda task: done(task.facts)), lambda *_: None)
    tasks = {status: proof_tasks(CLAIM, ONE)[0]._replace(facts=status) for status in (NONE, FOUND, UNKNOWN)}
    assert prover.all_none("x", [tasks[NONE]]) == NONE
    assert prover.all_none("x", [tasks[NONE], tasks[UNKNOWN]]) == UNKNOWN
    assert prover.all_none("x", [tasks[UNKNOWN], tasks[FOUND]]) == FOUND
    assert prover.all_none("x", []) == NONE


# Hunts


class Searched:
    """What a hunt searches: written down is what holds in which part and after how many events."""

    def __init__(self, log, part, events=None, plain=False, there=(), lasts=True):
        self.log, self.part, self.events, self.plain, self.there, self.lasts = log, part, events, plain, there, lasts

    def find(self, assumed=(), denied=(), *, names=(), until=None):
        self.log.append((self.part.units, self.events, self.plain, *assumed))
        if not assumed:
            return Found(FOUND if self.lasts else NONE)
        return Found(FOUND if assumed[0] in self.there else NONE, ((assumed[0],),))


def hunt(found, states=(), last=99, workers=None, scope=TWO):
    """Give a hunt in which things are found: by units and events, which; and what is in no state."""
    log, heard = [], []
    quarry = Quarry(lambda thing: f"is({thing})", lambda wanted: "".join(f"{thing}." for thing in wanted))
    made = Hunt(quarry, scope, workers or Here(), lambda *told: heard.append(told))
    made.states = lambda part, wanted: Searched(log, part, there={f"is({thing})" for thing in wanted if thing not in states})

    def searcher(part, wanted, events, *, plain=False):
        there = {f"is({thing})" for thing in found.get((part.units, events), "")}
        return Searched(log, part, events, plain, there, events <= last)

    made._searcher = searcher
    return made, log, heard


def test_the_smallest_is_hunted_first():
    made, log, heard = hunt({(1, 2): "a", (2, 0): "b", (2, 6): "c"}, last=6)
    found = [(part.units, [(thing, done.status) for thing, done in lines]) for part, lines in made.lines("abcd", longest=9)]
    assert found == [(1, [("a", FOUND)]), (2, [("b", FOUND)]), (2, [("c", FOUND)]), (2, [("d", NONE)])]
    assert heard[:4] == [(f"1 units, 1x1, {events} events", 0, 0) for events in range(4)]
    assert log[:4] == [(1, None, False, f"is({thing})") for thing in "abcd"]
    assert (1, 2, True, "is(a)") in log
    assert not [entry for entry in log if entry[:2] == (1, 3) and entry[-1] == "is(a)"]


def test_a_hunt_ends_where_nothing_is_left_or_time_is_over():
    made, log, _ = hunt({(1, 0): "ab"})
    assert len(list(made.lines("ab"))) == 1
    assert max(events for _, events, *_ in log if events is not None) == 0
    made, log, _ = hunt({}, workers=Here(until=0.0))
    assert (list(made.lines("ab")), log) == ([], [])
    made, log, _ = hunt({}, states="ab")
    assert list(made.lines("ab")) == []
    assert {events for _, events, *_ in log} == {None}
    made, log, _ = hunt({(1, 3): "a"})
    assert list(made.lines("a", longest=5)) != []
    made, _, _ = hunt({(1, 6): "a"})
    assert list(made.lines("a", longest=5)) == []


def test_short_lines_that_end_are_no_proof_before_the_whole_scope():
    made, _, _ = hunt({}, last=2)
    assert [(part, lines) for part, lines in made.lines("a", longest=9)] == [(TWO, [("a", Found(NONE))])]


def test_what_is_never_needs_the_lemmas():
    asked = []

    class Lemmas(Workers):
        def results(self, tasks):
            asked.append([kind(task) for task in tasks])
            yield from enumerate([done(self.status)] * len(tasks))

    workers = Lemmas()
    made, _, _ = hunt({}, workers=workers, states="a")
    states = made.states(TWO, "ab")
    states.there = {"is(b)"}
    workers.status = NONE
    assert (made.never(states, "a"), made.never(states, "b"), made.never(states, "a")) == (True, False, True)
    assert asked == [["first", "step"]]
    workers.status = UNKNOWN
    made, _, _ = hunt({}, workers=workers, states="a")
    assert not made.never(states, "a")
    workers.until = 0.0
    assert made.find(states, "a") == Found(UNKNOWN)


def test_programs_of_a_hunt(monkeypatch):
    made = []
    monkeypatch.setattr(hunting, "Searcher", lambda files, facts, options: made.append((files, facts, options)))
    for asks in (False, True):
        quarry = Quarry(lambda thing: thing, lambda wanted: f"rules({len(wanted)}).", ("more.lp",), asks=asks, names=("extra",))
        assert {"event", "asked", "extra", "field"} <= quarry.names
        search = Hunt(quarry, TWO, Here(), lambda *_: None)
        search.states(ONE, "abc")
        search._searcher(ONE, "ab", 2)
        search._searcher(ONE, "ab", 0, plain=True)
    usual = "sought(hunt).happens(hunt,0).looked_at(0)."
    states, lines_, plain, asked_states, asked_lines, _ = made
    assert states[1] == f"{ONE.facts()}rules(3).{usual}allowed(departed).allowed(turns).plays(0).next(0,1)."
    assert asked_states[1].endswith("allowed(departed).allowed(turns).asked(0).")
    opened = f"{ONE.facts()}rules(2).{usual}opening(u1).ask(position,0)."
    assert lines_[1] == f"{opened}plays(0).next(0,1).plays(1).next(1,2).#show odd/1."
    assert plain[1] == f"{opened}#show odd/1."
    assert asked_lines[1] == f"{opened}asked(2).plays(0).next(0,1).plays(1).next(1,2).#show odd/1."
    assert (states[2], lines_[2], plain[2]) == (FAST, FAST, (*FAST, "--heuristic=Domain", "--dom-mod=5,16"))
    assert lines_[0][-2:] == ("more.lp", "show/position.lp")
    assert states[0][-1] == "more.lp"
    assert "scope/under_way.lp" in states[0]
    assert any(file.startswith("lemmas/") for file in states[0])


# Pairs


def test_pairs_are_first_told_that_never_are(monkeypatch):
    heard = []
    pairs = Pairs(ONE, Here(), lambda *told: heard.append(told))
    a, b, c, d = (Pair("attack", "x", name) for name in "abcd")
    never = {Pair("attack", "a", "a"), b}
    monkeypatch.setattr(pairs.hunt, "states", lambda scope, wanted: (scope, tuple(wanted)))
    monkeypatch.setattr(pairs.hunt, "never", lambda states, pair: states == (ONE, (a, b, c, d)) and pair in never)
    monkeypatch.setattr(pairs.hunt, "lines", lambda left: iter([(ONE, list(left))]))
    monkeypatch.setattr(pairing, "_shown", lambda part, lines: [PairFound(lines[0], FOUND, "", part)])
    assert list(pairs.search([a, b, c, d])) == [
        PairFound(a, NONE, ABSENT),
        PairFound(b, NONE, INDUCTION),
        PairFound(c, FOUND, "", ONE),
        PairFound(d, UNKNOWN),
    ]
    assert heard[-1] == ("lines in 1x1", 3, 4)
    pairs.workers.until = 0.0
    monkeypatch.setattr(pairs.hunt, "lines", lambda left: iter(()))
    assert list(pairs.search([a, b])) == [PairFound(a, UNKNOWN), PairFound(b, UNKNOWN)]


def test_the_rules_of_pairs():
    pairs = Pairs(ONE, Here(), lambda *_: None)
    rules = pairs._rules([Pair("pass", "a", "b"), Pair("decline_attack", "a", "b")])
    assert rules.startswith("askable(decline_attack).askable(pass).against(")
    assert "against(not_moved,T) :- asked(T), given(E,T), barred(E,not_moved(_),T)." in rules
    assert "airborne" not in rules
    assert pairs.hunt.quarry.atom(Pair("pass", "a", "b")) == "together(pass,a,b)"
    assert (pairs.hunt.quarry.asks, pairs.hunt.quarry.files) == (True, ("scope/asked.lp",))


def test_lines_of_pairs_are_replayed(monkeypatch):
    position = Position.from_data({
        "active": "north",
        "sites": {8: {"controller": "south"}},
        "units": {"ann": {"power": 1, "controller": "north", "at": "surface 8", "tapped": True, "disabled": True}},
    })  # fmt: skip
    events = (position._event({"move_and_attack": {"unit": "ann", "path": []}}),)

    def decode(atoms, units):
        yield from ()
        assert (atoms, units) == ((("x",),), 1)
        return position, events

    monkeypatch.setattr(pairing, "decode_talk", decode)
    pair, other = Pair("move_and_attack", "disabled", "tapped"), Pair("move_and_attack", "airborne", "tapped")
    found = list(pairing._shown(ONE, [(pair, Found(FOUND, (("x",),))), (other, Found(NONE))]))
    assert [(each.pair, each.status, each.method, each.scope) for each in found] == [
        (other, NONE, LINES, None), (pair, FOUND, "", ONE),
    ]  # fmt: skip
    assert (found[1].sequence.position, found[1].sequence.events) == (position, events)
    with pytest.raises(NotReplayed, match="move_and_attack: airborne and tapped"):
        list(pairing._shown(ONE, [(other, Found(FOUND, (("x",),)))]))


# Partings

WAY = Way(Side("codex-2026-05", {"stay_choice": "each_join"}), Side("codex-2026-07", {"stay_choice": "last_join"}))


class States:
    """Searches of a parting: what sides can part in, by what is looked at."""

    def __init__(self, parts_in, label):
        self.parts_in, self.label = parts_in, label

    def find(self, assumed=(), denied=(), *, names=(), until=None):
        (word,) = (atom.removeprefix("parts_in(")[:-1] for atom in assumed if atom.startswith("parts_in"))
        known = {atom for atom in assumed if atom.startswith("known_part")}
        if word != "more":
            return Found(FOUND if word in self.parts_in else NONE)
        new = [each for each in self.parts_in if each not in ("any", "process") and f"known_part({each})" not in known]
        return Found(FOUND, (("parts_in", new[0]),)) if new else Found(NONE)


def parting(**parts_in):
    """Give a parting whose states part in some words: by gaps (g1, g2), and lines by moments (m0, m1, ...)."""
    made = Parting(WAY, ONE, Here())
    made._states = lambda gap: States(parts_in.get(f"g{gap}", ()), f"states {gap}")
    made._lines = lambda events, moment: States(parts_in.get(f"m{moment}", ()), (events, moment))
    return made


def test_where_sides_can_part(monkeypatch):
    monkeypatch.setattr(partings, "sentences", lambda: {"b": "B", "a": "A", "c": "C"})
    at_once = parting(g1=("any", "a", "b"))
    assert [at_once.shows(gap) for gap in (1, 2, 3, 4)] == [True, False, False, False]
    assert (at_once.words(1), at_once.possible(), at_once.never()) == (("b", "a"), {"a", "b"}, False)
    hidden = parting(g1=("process",), g2=("any", "c"))
    assert [hidden.shows(gap) for gap in (1, 2, 3)] == [False, True, False]
    assert hidden.possible() == {"c"}
    deep = parting(g1=("process",), g2=("process",))
    assert [deep.shows(gap) for gap in (1, 2, 3, 4)] == [False, False, True, True]
    assert deep.words(3) == ("b", "a", "c")
    assert parting().never()
    assert parting().possible() == set()


def test_lines_in_which_sides_can_part():
    made = parting(g1=("any", "process"), g2=("any",), m0=("process",), m2=("process",))
    assert [(gap, search.label) for gap, search in made.lines(1)] == [(1, (1, 0))]
    assert [(gap, search.label) for gap, search in made.lines(2)] == [(1, (2, 1)), (2, (2, 0))]
    assert [(gap, search.label) for gap, search in made.lines(3)] == [(1, (3, 2))]
    assert [(gap, search.label) for gap, search in made.lines(4)] == [(1, (4, 3)), (2, (4, 2))]
    assert list(made.lines(0)) == []


def test_when_time_is_over_nothing_is_known_of_sides(monkeypatch):
    monkeypatch.setattr(partings, "sentences", lambda: {"b": "B", "a": "A"})
    late = parting(g1=("any", "a"))
    late._workers.until = 0.0
    assert late.find(late._states(1), "a") == UNKNOWN
    assert late.more(late._states(1), ()) == Found(UNKNOWN)
    assert late.words(1) == ("b", "a")
    assert late.shows(1)
    assert not late.ended(3)


def test_that_no_line_lasts_is_asked_once(monkeypatch):
    asked = []

    def run(task, seconds):
        asked.append((kind(task), "codex-2026-05" in task.facts, "stay_choice" in task.facts, seconds))
        return done(NONE if kind(task) == "7" else FOUND)

    monkeypatch.setattr(partings, "run", run)
    made = parting()
    assert [made.ended(events) for events in (6, 7, 8, 7, 6)] == [False, True, True, True, False]
    assert asked == [("6", True, True, None), ("7", True, True, None)]


def test_programs_of_a_parting(monkeypatch):
    made = []
    monkeypatch.setattr(partings, "Searcher", lambda files, facts, options: made.append((files, facts, options)))
    search = Parting(WAY, ONE, Here())
    search._states(2)
    search._lines(3, 1)
    under = msgspec.structs.replace(ONE, edition="codex-2026-05", readings={"stay_choice": "each_join"}).facts()
    begun = f"{under}fixed(readings,default).sought(pair).happens(pair,0).looked_at(0)."
    second = 'second(edition,"codex-2026-07").second(reading(stay_choice),last_join).'
    (states_files, states, options), (lines_files, lines_, lines_options) = made
    assert states == f"{begun}{second}plays(0).next(0,1).plays(1).next(1,2).parts_at(0).final(1).allowed(departed)."
    assert lines_ == (
        f"{begun}{second}plays(0).next(0,1).plays(1).next(1,2).plays(2).next(2,3).parts_at(1).final(2)."
        "begun.ask(position,0).#show odd/1."
    )
    assert (options, lines_options) == (FAST, PROVING)
    assert states_files[-1] == "scope/pair.lp"
    assert "scope/under_way.lp" in states_files
    assert lines_files[-2:] == ("scope/pair.lp", "show/position.lp")
    Parting(Way(Side(), Side(None, {})), ONE, Here())._lines(1, 0)
    assert "second(" not in made[-1][1]


def test_parts_are_those_of_the_scope():
    assert [part.units for part in parts(TWO)] == [1, 2]
