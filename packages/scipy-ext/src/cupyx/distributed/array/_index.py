"""Places of chunks: one range an axis, how they overlap, where they lie within each other."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

__all__ = []

#: What an array or a chunk covers: the numbers of each axis.
Place: TypeAlias = tuple[range, ...]


def place_of(index: Any, shape: Sequence[Any]) -> Place:
    """A tuple of ranges for an index of slices, numbers and Ellipsis.

    Raises
    ------
    IndexError
        The index has too many axes, or something else than these.
    """
    index = index if isinstance(index, tuple) else (index,)
    if Ellipsis in index:
        at = index.index(Ellipsis)
        index = index[:at] + (slice(None),) * (len(shape) - len(index) + 1) + index[at + 1:]
    if len(index) > len(shape):
        raise IndexError(f"too many indices: {len(index)} for {len(shape)} axes")
    index += (slice(None),) * (len(shape) - len(index))
    place = []
    for item, length in zip(index, shape, strict=True):
        if not isinstance(item, slice):
            number = item.__index__()
            if not -length <= number < length:
                raise IndexError(f"index {number} is out of bounds for an axis of length {length}")
            item = slice(number % length, number % length + 1)
        found = range(length)[item]
        if found.step < 0:
            raise ValueError("the slices of an index map must have a positive step")
        place.append(range(found.start, found.start + len(found) * found.step, found.step))
    return tuple(place)


def slices(place: Place) -> tuple[slice[Any, Any, Any], ...]:
    """A place as a tuple of slices."""
    return tuple(slice(r.start, r.stop, r.step) for r in place)


def meet(one: range, other: range) -> range | None:
    """The numbers that two ranges of positive steps share, as a range; None where there are none."""
    divisor = math.gcd(one.step, other.step)
    if (other.start - one.start) % divisor or not len(one) or not len(other):
        return None
    step = one.step // divisor * other.step
    # The first number of `one` that `other` has too, by the inverse of its step.
    inverse = pow(one.step // divisor, -1, other.step // divisor) if other.step > divisor else 0
    first = one.start + one.step * ((other.start - one.start) // divisor * inverse % (other.step // divisor))
    low = max(one.start, other.start)
    first += -(-max(low - first, 0) // step) * step
    last = min(one[-1], other[-1])
    return range(first, last + 1, step) if first <= last else None


def overlap(one: Place, other: Place) -> Any:
    """The place that two places share, or None."""
    found = tuple(meet(a, b) for a, b in zip(one, other, strict=True))
    return None if any(r is None for r in found) else found


def within(inner: Place, outer: Place) -> tuple[slice[Any, Any, int], ...]:
    """Slices of a chunk at `outer` that hold the place `inner`."""
    return tuple(slice((r.start - o.start) // o.step, (r[-1] - o.start) // o.step + 1, max(r.step // o.step, 1))
                 for r, o in zip(inner, outer, strict=True))


def tile(parts: Sequence[Place], place: Place) -> bool:
    """Whether some parts of a place cover it and do not overlap."""
    return (sum(math.prod(map(len, part)) for part in parts) == math.prod(map(len, place))
            and not any(overlap(part, other) for k, part in enumerate(parts) for other in parts[:k]))


def places_of(index_map: dict[Any, Any], shape: Sequence[Any]) -> dict[int, list[Place]]:
    """For each owner the places of its chunks."""
    found = {}
    for owner, indices in index_map.items():
        indices = indices if isinstance(indices, list) else [indices]
        places = [place_of(i, shape) for i in indices]
        found[int(owner)] = [p for p in places if all(map(len, p)) or 0 in shape]
    return found
