"""Conversations: they yield requests and are sent the answers, one by itself or many side by side in few groundings."""

from collections.abc import Generator, Sequence
from typing import TypeVar

from solver_bridge.asking import Answer, Request, ask_all
from solver_bridge.errors import UnusableInput

__all__ = ["Conversation", "carry", "put", "talk", "talk_all"]

T = TypeVar("T")
Conversation = Generator[Sequence[Request], list[Answer], T]


def talk(conversation: Conversation[T]) -> T:
    """Carry a conversation by itself to its end."""
    (result,) = talk_all([conversation])
    return result


def talk_all(conversations: Sequence[Conversation[T]]) -> list[T]:
    """Carry conversations side by side: the open requests of all of them are answered together.

    UnusableInput is raised within a conversation whose position the rules find unusable.
    """
    results: dict[int, T] = {}
    open_requests: list[tuple[int, Sequence[Request]]] = []

    def advance(index: int, answers: list[Answer] | None) -> None:
        conversation = conversations[index]
        faults = [fault for answer in answers or () for fault in answer.problems()]
        try:
            if faults:
                requests = conversation.throw(UnusableInput(faults))
            else:
                requests = next(conversation) if answers is None else conversation.send(answers)
            open_requests.append((index, requests))
        except StopIteration as end:
            results[index] = end.value

    for index in range(len(conversations)):
        advance(index, None)
    while open_requests:
        pending, open_requests = open_requests, []
        answers = iter(ask_all([request for _, requests in pending for request in requests]))
        for index, requests in pending:
            advance(index, [next(answers) for _ in requests])
    return [results[index] for index in range(len(conversations))]


def carry(conversation: Conversation[T]) -> T:
    """Carry a conversation by itself to its end; Ctrl-C is thrown into it, so that it can end with what it knows."""
    answers: list[Answer] | None = None
    try:
        requests = next(conversation)
        while True:
            try:
                answers = ask_all(requests)
            except KeyboardInterrupt as stop:
                requests = conversation.throw(stop)
                continue
            faults = [fault for answer in answers for fault in answer.problems()]
            requests = conversation.throw(UnusableInput(faults)) if faults else conversation.send(answers)
    except StopIteration as end:
        result: T = end.value
        return result


def put(request: Request) -> Conversation[Answer]:
    """Put one request."""
    (answer,) = yield [request]
    return answer
