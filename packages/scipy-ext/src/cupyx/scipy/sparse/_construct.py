"""Matrices made of numbers and diagonals."""
import cupy


def eye_like(a):
    """The identity as ``a ** 0`` gives it: diagonals of the array family, as in SciPy."""
    from cupyx.scipy.sparse._dia import dia_array
    n = a.shape[0]
    return dia_array._make(cupy.ones((1, n), a.dtype), cupy.zeros(1, "i"), (n, n))
