"""Sparse systems by a backend's direct solver: what an adapter offers."""
from typing import Protocol

__all__ = []


class Factors(Protocol):
    """The factors of a matrix."""

    exact: bool             # whether no pivot was so small that another number took its place

    def solve(self, x: int, b: int, columns: int, stream: int) -> None:
        """Solve for `columns` right-hand sides at `b`, one behind the other, into `x`; the call may return before."""
        ...


class DirectService(Protocol):
    """What the module ``backend.service("direct")`` holds."""

    def factorize(self, device: int, char: str, n: int, nnz: int, indptr: int, indices: int, data: int,
                  stream: int) -> Factors:
        """Factors of `n` compressed rows at these addresses: 32-bit indices, values of the dtype char ``fdFD``.

        The device is current. The arrays are read as long as the factors are there.
        """
        ...
