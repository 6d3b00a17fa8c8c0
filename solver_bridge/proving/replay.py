"""What a search found, once more: the written line, by the ordinary rules, comes to the same."""

from solver_bridge.asking import Request, request_facts
from solver_bridge.engine import FOUND, Searcher
from solver_bridge.facts import Names, card_facts, cards_named
from solver_bridge.programs import PLAY, files_for
from solver_bridge.proving.claims import Claim
from solver_bridge.proving.scope import Scope
from solver_bridge.sequence import Sequence

__all__ = ["shows_again"]

_REPLAYED = ("scope/replayed.lp",)


def shows_again(claim: Claim, scope: Scope, sequence: Sequence) -> bool:
    """Say whether a claim is violated, or a goal happens, in a line of play as `check` judges it."""
    asked = tuple((moment, "keep_going", ()) for moment in range(len(sequence.events)))
    request = Request(sequence.position, sequence.events, asked)
    cards = cards_named(sequence.position) | set(scope.cards)
    files = (*files_for((PLAY,), cards), claim.file, *claim.loads, *_REPLAYED)
    facts = request_facts(request, Names(sequence.position), 0) + card_facts(cards) + scope.facts()
    return Searcher(tuple(dict.fromkeys(files)), f"{facts}sought({claim.name}).").find().status == FOUND
