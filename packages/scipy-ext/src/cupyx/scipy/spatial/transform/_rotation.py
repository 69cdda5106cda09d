"""Rotations in three dimensions."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

import scipy.spatial.transform as of_scipy

import cupy

from cupyx.scipy.spatial.transform._delegate import Delegate, delegates, run, wrapped

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["Rotation"]


@delegates(of_scipy.Rotation)
class Rotation(Delegate):
    """Rotations in three dimensions: one, or an array of them.

    They are made by `from_quat`, `from_matrix`, `from_rotvec`, `from_euler`, `from_mrp` or `from_davenport`, and turned
    into arrays by methods whose names begin with ``as_``. Products are compositions: ``(p * q).apply(v)`` is
    ``p.apply(q.apply(v))``.

    Parameters
    ----------
    quat : (..., 4) array_like
        Quaternions, which are scaled to length one.
    normalize : bool, optional
        Whether they have to be.
    copy : bool, optional
        Whether they are copied if so.
    scalar_first : bool, optional
        Whether the real part comes first rather than last.

    Raises
    ------
    ValueError
        If `quat` has another shape, or a quaternion is zero.

    Notes
    -----
    SciPy's own code computes, on arrays of the device; on the host its compiled code, but in single precision.
    Lists may take the place of arrays.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.transform import Rotation
    >>> turn = Rotation.from_euler("z", 90, degrees=True)
    >>> turn.apply(cupy.array([1.0, 0.0, 0.0])).round(9)
    array([0., 1., 0.])
    """

    _held, _told = "_quat", "as_quat"

    as_quat: Callable[..., cupy.ndarray]
    identity: Callable[..., Any]

    def __init__(self, quat: ArrayLike, normalize: bool = True, copy: bool = True, scalar_first: bool = False) -> None:
        self._keep(run(of_scipy.Rotation, ("quat",), quat, normalize, copy, scalar_first))

    def __iter__(self) -> Iterator[Self]:
        return (self[k] for k in range(len(self)))

    def reduce(self, left: Rotation | None = None, right: Rotation | None = None,
               return_indices: bool = False) -> Rotation | tuple[Rotation, cupy.ndarray | None, cupy.ndarray]:
        """The smallest of the rotations ``l * p * r`` with `l` and `r` from two groups.

        Parameters
        ----------
        left, right : Rotation, optional
            The groups; only the identity if not given.
        return_indices : bool, optional
            Whether the members are told.

        Returns
        -------
        reduced : Rotation
            One for each of these rotations.
        left_best, right_best : (N,) ndarray or None
            If asked for: which members of the groups were taken, None without a group.

        Examples
        --------
        >>> from cupyx.scipy.spatial.transform import Rotation
        >>> turn = Rotation.from_euler("z", 100, degrees=True)
        >>> turn.reduce(Rotation.create_group("C4")).magnitude().round(6)      # 10 degrees
        array(0.174533)
        """
        given = left, right
        if self._is_plain() and all(one is None or isinstance(one, Rotation) and one._is_plain() for one in given):
            groups = [None if one is None else one._inner for one in given]
            reduced, *best = self._inner.reduce(*groups, return_indices=True)
            reduced = self._of(of_scipy.Rotation.from_quat(reduced.as_quat()))      # its own array is none of NumPy's
            return (reduced, *map(wrapped, best)) if return_indices else reduced

        # SciPy's code for arrays of other libraries takes no identity for a group that is not given (1.17).
        def reduce(*rotations: Any) -> tuple[Any, ...]:
            flat = [of_scipy.Rotation.from_quat(one.as_quat().reshape(-1, 4)) for one in rotations]
            reduced, *best = flat[0].reduce(*flat[1:], return_indices=True)
            return of_scipy.Rotation.from_quat(reduced.as_quat().reshape(rotations[0].as_quat().shape)), *best

        identity = self.identity(1)
        groups = [identity if group is None else group for group in (left, right)]
        reduced, *best = wrapped(run(reduce, (), self, *groups))
        if not return_indices:
            return reduced
        return reduced, *(None if group is None else k for group, k in zip((left, right), best, strict=True))
