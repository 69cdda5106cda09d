"""The Laplace operator on regular grids."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, SupportsIndex

import numpy

import cupy
from cupyx.scipy.sparse.linalg._operators._interface import LinearOperator

if TYPE_CHECKING:
    from cupyx.scipy.sparse._base import sparray
    from cupy.typing import DTypeLike

__all__ = ["LaplacianNd"]


class LaplacianNd(LinearOperator):
    """The Laplace operator of finite differences on a grid of any number of axes.

    Parameters
    ----------
    grid_shape : tuple of int
        Points along each axis.
    boundary_conditions : {"neumann", "dirichlet", "periodic"}, optional
        What is taken to lie around the grid.
    dtype : dtype, optional
        Type of the matrix.

    Raises
    ------
    ValueError
        For other boundary conditions.

    Notes
    -----
    Eigenvalues and eigenvectors are known in closed form and made on the host.

    Examples
    --------
    >>> from cupyx.scipy.sparse.linalg import LaplacianNd
    >>> lap = LaplacianNd((3,), boundary_conditions="dirichlet")
    >>> lap.toarray()
    array([[-2,  1,  0],
           [ 1, -2,  1],
           [ 0,  1, -2]], dtype=int8)
    >>> lap.eigenvalues().round(3)
    array([-3.414, -2.   , -0.586])
    """

    def __init__(self, grid_shape: Sequence[int], *,
                 boundary_conditions: Literal["neumann", "dirichlet", "periodic"] = "neumann",
                 dtype: DTypeLike = numpy.int8) -> None:
        from scipy.sparse.linalg import LaplacianNd as Host

        self._host = Host(grid_shape, boundary_conditions=boundary_conditions, dtype=dtype)
        self.grid_shape, self.boundary_conditions = tuple(grid_shape), boundary_conditions
        n = math.prod(self.grid_shape)
        super().__init__(dtype, (n, n))

    def eigenvalues(self, m: SupportsIndex | None = None) -> cupy.ndarray:
        """The `m` greatest eigenvalues, or all, ascending.

        Parameters
        ----------
        m : int, optional
            How many.
        """
        return cupy.asarray(self._host.eigenvalues(m))

    def eigenvectors(self, m: SupportsIndex | None = None) -> cupy.ndarray:
        """Eigenvectors of the `m` greatest eigenvalues, or of all, as columns.

        Parameters
        ----------
        m : int, optional
            How many.
        """
        return cupy.asarray(self._host.eigenvectors(m))

    def toarray(self) -> cupy.ndarray:
        """The matrix as a dense array."""
        return self.tosparse().toarray()

    def tosparse(self) -> sparray:
        """The matrix as a `dia_array`, or a `csr_array` where it is periodic."""
        from cupyx.scipy.sparse._base import from_host

        return from_host(self._host.tosparse())

    def _matvec(self, x: cupy.ndarray) -> cupy.ndarray:
        grid = x.reshape(*self.grid_shape, -1)
        axes = len(self.grid_shape)
        result = grid * -2 * axes
        for axis in range(axes):
            lines, out = cupy.moveaxis(grid, axis, 0), cupy.moveaxis(result, axis, 0)
            out[1:] += lines[:-1]
            out[:-1] += lines[1:]
            if self.boundary_conditions == "periodic":
                out[0] += lines[-1]
                out[-1] += lines[0]
            elif self.boundary_conditions == "neumann":
                out[0] += lines[0]
                out[-1] += lines[-1]
        return result.reshape(-1, grid.shape[-1])

    def _matmat(self, X: cupy.ndarray) -> cupy.ndarray:
        return self._matvec(X)

    def _adjoint(self) -> LaplacianNd:
        return self

    def _transpose(self) -> LaplacianNd:
        return self
