"""Rotations followed by translations."""
import cupy
import scipy.spatial.transform as of_scipy

from cupyx.scipy._array_api import array_api
from cupyx.scipy.spatial.transform._delegate import Delegate, delegates, given
from cupyx.scipy.spatial.transform._rotation import Rotation

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
    SciPy's own code computes, on arrays of the device. Lists may take the place of arrays.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.spatial.transform import RigidTransform
    >>> RigidTransform.from_translation([1.0, 2.0, 3.0]).apply(cupy.zeros(3))
    array([1., 2., 3.])
    """

    def __init__(self, matrix, normalize=True, copy=True):
        with array_api():
            self._inner = self._on_device(of_scipy.RigidTransform(given(matrix, "matrix"), normalize, copy))

    @staticmethod
    def _on_device(inner):
        with array_api():
            matrix = inner.as_matrix()
            if isinstance(matrix, cupy.ndarray):
                return inner
            return of_scipy.RigidTransform.from_matrix(cupy.asarray(matrix))

    @property
    def rotation(self):
        """The rotations alone."""
        with array_api():
            return Rotation._of(self._inner.rotation)

    def _state(self):
        return self.as_matrix()

    def __iter__(self):
        return (self[k] for k in range(len(self)))
