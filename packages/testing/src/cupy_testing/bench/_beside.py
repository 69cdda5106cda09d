"""Where the cases of `beside_scipy` are registered."""
from collections.abc import Callable
from typing import Any

#: Makers of calls, and the greatest n of each.
CASES: list[tuple[Callable[..., Any], int]] = []


def case(most: int = 10 ** 9) -> Callable[..., Any]:
    """Register a maker ``(a library, n, random numbers)`` of one or several calls by name.

    `most`: the greatest n for which SciPy takes less than a second or so.
    """
    def register(make: Callable[..., Any]) -> Callable[..., Any]:
        CASES.append((make, most))
        return make
    return register
