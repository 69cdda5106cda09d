"""Arguments of routines, read the same way everywhere."""
import numpy

from cupy._core.ndarray import ndarray
from cupy._creation.from_data import asarray
from cupy._runtime.errors import ImplicitTransferError

__all__ = []


def as_array(x, name="a"):
    """`x` as an array: arrays and traced values pass, scalars and sequences convert, NumPy arrays are refused."""
    if isinstance(x, ndarray) or hasattr(type(x), "__cupy_fused__"):
        return x
    if isinstance(x, numpy.ndarray) and x.ndim:
        raise ImplicitTransferError(
            f"{name} is a numpy.ndarray, which is never transferred implicitly; "
            f"use cupy.asarray({name})")
    return asarray(x)


def as_arrays(xs, name="arrays"):
    """A list of arrays from a sequence of them."""
    return [as_array(x, name) for x in xs]
