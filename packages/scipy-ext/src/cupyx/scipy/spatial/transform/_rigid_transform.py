"""Rotations followed by translations."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

import scipy.spatial.transform as of_scipy

from cupyx.scipy.spatial.transform._delegate import Delegate, delegates, run

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["RigidTransform"]


@delegates(of_scipy.RigidTransform)
class RigidTransform(Delegate):
    """Rigid transforms in three dimensions, a rotation and then a translation: one, or an array of them.

    They are made by `from_matrix`, `from_rotation`, `from_translation`, `from_components`, `from_exp_coords` or
    `from_dual_quat`, and turned into arrays by methods whose names begin with ``as_``.

    Parameters
    ----------
    matrix : (..., 4, 4) array_like
        Homogeneous matrices.
    normalize : bool, optional
        Whether the rotations are made orthogonal.
    copy : bool, optional
        Whether the matrices are copied if not.

    Raises
    ------
    ValueError
        If `matrix` has another shape, or is no rigid transform.

    Notes
    -----
    SciPy's own code computes, on arrays of the device; on the host its compiled code, but in single precision.
    Lists may take the place of arrays.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.transform import RigidTransform
    >>> RigidTransform.from_translation([1.0, 2.0, 3.0]).apply(cupy.zeros(3))
    array([1., 2., 3.])
    """

    _held, _told = "_matrix", "as_matrix"

    def __init__(self, matrix: ArrayLike, normalize: bool = True, copy: bool = True) -> None:
        self._keep(run(of_scipy.RigidTransform, ("matrix",), matrix, normalize, copy))

    def __iter__(self) -> Iterator[Self]:
        return (self[k] for k in range(len(self)))
