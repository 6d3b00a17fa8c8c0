"""Plain data that cannot change: mappings and lists as values with a hash."""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, TypeVar

__all__ = ["EMPTY", "FrozenMap", "freeze", "thaw"]

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A mapping that cannot be changed, and so can be hashed; equal to a dict with the same items."""

    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        """Hash the items, whatever their order; the answer is kept."""
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __copy__(self) -> "FrozenMap[K, V]":
        """Give itself, as it cannot change."""
        return self

    def __deepcopy__(self, memo: object) -> "FrozenMap[K, V]":
        """Give itself, as it cannot change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how a copy in another process is made."""
        return (FrozenMap, (dict(self),))

    def replace(self, changes: Mapping[K, V], without: Iterable[K] = ()) -> "FrozenMap[K, V]":
        """Give another mapping with some items changed or added and some left out."""
        changed = {**self, **changes}
        for key in without:
            changed.pop(key, None)
        return FrozenMap(changed)


EMPTY: FrozenMap[Any, Any] = FrozenMap()


def freeze(value: Any) -> Any:
    """Turn plain data (mappings, lists, scalars) into a value that cannot change."""
    if isinstance(value, dict):
        return FrozenMap({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def thaw(value: Any) -> Any:
    """Turn what `freeze` gave back into plain data."""
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [thaw(item) for item in value]
    return value
