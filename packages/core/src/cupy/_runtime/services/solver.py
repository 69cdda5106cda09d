"""Decompositions by a backend's library: what its service ``solver`` holds."""
from typing import Protocol

__all__ = []


class Workspace(Protocol):
    """Memory of the current device that is valid until the work of the call is done."""

    device: int

    def allocate(self, size: int) -> int:
        """Address of so many bytes."""
        ...

    def addresses(self, first: int, step: int, count: int) -> int:
        """Address of an array of addresses: `first`, `first + step` and so on."""
        ...


class SolverService(Protocol):
    """What the module `backend.service("solver")` of a GPU holds.

    Matrices are column-major without gaps, addresses are integers; `info` is an int32 for each matrix of a batch.
    """

    Error: type                         # a RuntimeError with the library's `status`

    def potrf(self, char: str, lower: bool, n: int, a: int, batch: int, info: int, stream: int,
              work: Workspace) -> None:
        """Cholesky factor in place of one triangle."""
        ...

    def getrf(self, char: str, n: int, a: int, batch: int, pivots: int, info: int, stream: int,
              work: Workspace) -> None:
        """LU factors in place; `pivots` are int32."""
        ...

    def getrs(self, char: str, transposed: bool, n: int, count: int, a: int, pivots: int, b: int, batch: int,
              info: int, stream: int, work: Workspace) -> None:
        """Solve with the factors of `getrf`, right-hand sides in place."""
        ...

    def geqrf(self, char: str, m: int, n: int, a: int, tau: int, batch: int, info: int, stream: int,
              work: Workspace) -> None:
        """Householder vectors and R in place."""
        ...

    def orgqr(self, char: str, m: int, n: int, k: int, a: int, tau: int, batch: int, info: int, stream: int,
              work: Workspace) -> None:
        """Q in place of the vectors of `geqrf`."""
        ...

    def gesvd(self, char: str, job: str, m: int, n: int, a: int, s: int, u: int, vt: int, batch: int, info: int,
              stream: int, work: Workspace) -> None:
        """Singular values, and vectors if `job` is 'A' (all), 'S' (as many as values) rather than 'N'; m >= n."""
        ...

    def gesvdp(self, char: str, m: int, n: int, a: int, s: int, u: int, v: int, batch: int, info: int, stream: int,
               work: Workspace) -> None:
        """The same for large matrices, if the library has it: `u` m by n, and V itself."""
        ...

    def syevd(self, char: str, vectors: bool, lower: bool, n: int, a: int, w: int, batch: int, info: int,
              stream: int, work: Workspace) -> None:
        """Eigenvalues of Hermitian matrices, eigenvectors in place."""
        ...

    def geev(self, char: str, n: int, a: int, w: int, v: int, batch: int, info: int, stream: int,
             work: Workspace) -> None:
        """Eigenvalues, complex, and right eigenvectors unless `v` is 0.

        Vectors have the type of the matrices: of a pair of conjugate eigenvalues, that with the positive imaginary
        part first, they are the real and the imaginary part of the first's vector, as in LAPACK.
        """
        ...
