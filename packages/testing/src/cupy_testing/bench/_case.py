"""What a benchmark case is, and the suites that hold the cases."""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

#: Suite → the modules that add cases to it; each module has a ``suite``.
SUITES = {
    "floor": ("floor",),
    "overhead": ("overhead",),
    "bandwidth": ("bandwidth", "reductions", "routines"),
    "algorithms": ("algorithms", "sorting"),
    "library": ("library",),
    "composite": ("composite",),
    "cliffs": ("cliffs",),
    "scipy": ("cusparse", "interpolate", "linalg", "ndimage", "signal", "sparse", "spatial", "special"),
    "sizes": ("sizes",),
    "first_call": ("first_call",),
    "startup": ("startup",),
    "memory": ("memory",),
}

#: Says that a body is the same for PyTorch.
SAME = "same"


@dataclass(frozen=True)
class Case:
    """One row: `make` gets a library and returns the call to time, or the measured row itself."""

    suite: str
    name: str
    make: dict                                 # library name → function of a library
    nbytes: Callable | None = None             # of a library: bytes read and written by a call
    fresh: bool = False                        # runs in a process of its own, with an empty cache

    @property
    def key(self) -> str:
        return f"{self.suite}/{self.name}"


@dataclass
class Suite:
    """Collects the cases of one module."""

    name: str
    fresh: bool = False
    cases: list = field(default_factory=list)

    def row(self, name: str, make: Any, *, torch: Any = None,
            numpy: bool = True, nbytes: Any = None) -> None:
        """Add a case; `torch` is its body for PyTorch, or SAME."""
        bodies = {"cupy": make}
        if numpy:
            bodies["numpy"] = make
        if torch is not None:
            bodies["torch"] = make if torch is SAME else torch
        self.cases.append(Case(self.name, name, bodies, nbytes, self.fresh))

    def case(self, name: str | None = None, **options: Any) -> Callable[..., Any]:
        """Decorator form of `row`."""
        def decorator(make: Callable[..., Any]) -> Callable[..., Any]:
            self.row(name or make.__name__, make, **options)
            return make

        return decorator


def load(suites: Iterable[str], library: str, only: Sequence[str] = ()) -> list[Case]:
    """The cases of these suites that a library has, in order.

    `only` keeps the cases whose ``suite/name`` contains one of these texts.
    """
    unknown = set(suites) - SUITES.keys()
    if unknown:
        raise ValueError(f"no suite {', '.join(sorted(unknown))}; there are {', '.join(SUITES)}")
    cases = []
    for suite in suites:
        for module in SUITES[suite]:
            cases += importlib.import_module(f"cupy_testing.bench.{module}").suite.cases
    return [c for c in cases if library in c.make
            and (not only or any(text in c.key for text in only))]
