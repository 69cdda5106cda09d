"""Vectors made orthogonal to a basis by the classical Gram-Schmidt method, and what minimises residuals with them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, multiprocessors, serial_blocks
from cupyx.scipy.sparse.linalg import _kernels

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupyx.scipy.sparse.linalg._krylov._steps import Rows

_kernel = Kernel("arnoldi.hpp", _kernels, "Arnoldi", packed=("fi", "di", "Fi", "Di"))
_RESIDENT = {"f": "kResident", "c": "kResidentComplex"}     # blocks of a multiprocessor, by the kind of the dtype
LOSS = 0.1             # of the reduction of a residual that is asked for: what its estimate may be wrong by
ENDED, UNSURE = (_kernel.constants[f"k{name}"] for name in ("Ended", "Unsure"))    # what a status may be
_SHARE = 32768          # items worth a thread of the host


class Orthogonal:
    """Work space for vectors of `n` elements and a basis of at most `size` rows.

    Parameters
    ----------
    n, size : int
        Elements of a vector, and vectors before the last.
    dtype : dtype
        Of the vectors.
    share : float
        A vector is projected a second time if less than this of it is left. Without a problem of least squares, whose
        goal says how orthogonal the basis must be, not less than the root of a half: then rounding does not grow.
    least : bool
        Whether the Hessenberg matrix of the coefficients is that of a problem of least squares.
    """

    def __init__(self, n: int, dtype: numpy.dtype[Any], size: Int, share: float, least: bool = False) -> None:
        self.n, self.chars, self.size = n, numpy.dtype(dtype).char + "i", size
        self.wide = numpy.complex128 if numpy.dtype(dtype).kind == "c" else numpy.float64
        self.host = serial_blocks()
        constants = _kernel.constants
        self.threads, resident = constants["kThreads"], constants[_RESIDENT[numpy.dtype(dtype).kind]]
        self.blocks = max(1, min(multiprocessors(), n // _SHARE) if self.host else
                          min(-(-n // self.threads), resident * multiprocessors()))
        self.rounding = float(numpy.finfo(dtype).eps)
        self.scalars = cupy.zeros(size + 1 + constants["kCoefficients"], self.wide)
        self._limit(numpy.inf)
        self.head = constants["kArrays"]
        self.least: Any = cupy.zeros(self.head + 4 * size + 1 + size * (size + 1), self.wide) if least else None
        self.given = {"scalars": self.scalars, "least": self.least, "count": n, "share": share, "size": size,
                      "partials": cupy.empty((size + 1) * self.blocks, self.wide),
                      "counter": cupy.zeros(1, numpy.uint32)}
        self.passes = [(constants[name], again) for again in (0, 1) for name in ("kProject", "kSubtract")]

    def _limit(self, bound: float) -> None:
        """Start with an orthogonal basis that may come as far from it as that."""
        first = _kernel.constants["kLoss"]
        self.scalars[first:first + 3] = cupy.asarray(numpy.array([self.rounding, bound, self.rounding], self.wide))

    def add(self, basis: cupy.ndarray, j: int, w: cupy.ndarray, column: cupy.ndarray, certain: bool = True,
            rows: Rows | None = None) -> None:
        """Row ``j + 1`` of `basis` becomes `w` without its parts along the rows before, scaled to norm one.

        Parameters
        ----------
        basis : cupy.ndarray
            C-contiguous, of more than ``j + 1`` rows.
        j : int
            The last row that there is.
        w : cupy.ndarray
            The vector, which is changed.
        column : cupy.ndarray
            Its coefficients, and then its norm; contiguous, of more than ``j + 1`` elements.
        certain : bool
            Whether to launch the second time, which is seldom needed. Without it the problem of least squares stops
            with the status ``kUnsure`` where it is.
        rows : Rows, optional
            A matrix, a lane to each of whose rows: `w` first becomes its product with row `j`.
        """
        given = {**self.given, "basis": basis, "w": w, "out": basis[j + 1], "column": column, "vectors": j + 1,
                 "certain": certain}
        project, _ = self.passes[0]
        for number, again in self.passes if certain else self.passes[:2]:
            rotates = number != project and self.least is not None
            more, chars = {"pass": number, "again": again}, self.chars
            if rows and number == project and not again:
                more |= rows.matrix
                chars = chars[0] + rows.index
            blocks = max(self.blocks, 2) if rotates and not self.host else self.blocks     # the last one rotates
            _kernel(chars, blocks=blocks, threads=self.threads, **given, **more)
            if self.host and (rotates or number == project):
                _kernel(chars, blocks=1, finish=self.blocks, **given, **more)

    def begin(self, norm: Any, goal: float, eps: float) -> None:
        """Start a problem of least squares: the first right side, and the residual that suffices."""
        self._limit(LOSS * goal / norm)
        head = numpy.zeros(self.head, self.wide)
        head[_kernel.constants["kGoal"]], head[_kernel.constants["kEps"]] = goal, eps
        head[_kernel.constants["kResidual"]] = norm
        self.least[:self.head] = cupy.asarray(head)
        first = self.head + 2 * self.size
        self.least[first:first + 1] = norm

    def resume(self) -> None:
        """Go on after ``kUnsure``."""
        self.least[:1] = 0

    def state(self) -> tuple[int, int, float]:
        """Status, columns and residual of the problem, for which the device is waited for."""
        status, columns, residual = self.least[:3].real.get()
        return int(status), int(columns), float(residual)

    def combine(self, basis: cupy.ndarray, x: cupy.ndarray, column: cupy.ndarray) -> None:
        """Add the rows of `basis`, with the coefficients that solve the problem, to `x`."""
        for name, blocks in (("kSolve", 1), ("kCombine", self.blocks)):
            _kernel(self.chars, blocks=blocks, threads=self.threads, basis=basis, w=x, out=x, column=column, vectors=0,
                    **self.given, **{"pass": _kernel.constants[name]})
