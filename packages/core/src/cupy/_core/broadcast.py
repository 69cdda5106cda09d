"""Arrays stretched to a common shape, without copies."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, overload

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.strided import broadcast_view
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy._core.options import Ints, Scalar
    from cupy.typing import ArrayLike, NDArray
    from cupy._indexing.iterate import flatiter

__all__ = ["broadcast", "broadcast_arrays", "broadcast_shapes", "broadcast_to"]


def broadcast_shapes(*args: Ints) -> tuple[int, ...]:
    """Shape that arrays of these shapes broadcast to.

    Parameters
    ----------
    *args : int or tuple of ints
        Shapes.

    Returns
    -------
    tuple of ints
        Common shape.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> cupy.broadcast_shapes((2, 1), 3)
    (2, 3)
    """
    return numpy.broadcast_shapes(*args)


@overload
def broadcast_to(array: NDArray[Scalar], shape: Ints, subok: bool = ...) -> NDArray[Scalar]: ...
@overload
def broadcast_to(array: ArrayLike, shape: Ints, subok: bool = ...) -> ndarray: ...
def broadcast_to(array: ArrayLike, shape: Ints, subok: bool = False) -> ndarray:
    """View an array as if it were repeated to a shape.

    Parameters
    ----------
    array : array_like
        Input.
    shape : int or tuple of ints
        Shape of the result.
    subok : bool, optional
        Whether the view is of the array's class where that is derived from ndarray.

    Returns
    -------
    ndarray
        A view whose repeated axes have stride zero; do not write to it.

    Raises
    ------
    ValueError
        If `array` does not broadcast to `shape`.

    Examples
    --------
    >>> import cupy
    >>> cupy.broadcast_to(cupy.arange(3), (2, 3))
    array([[0, 1, 2],
           [0, 1, 2]])
    """
    array = as_array(array, "array")
    view = broadcast_view(array, shape)
    if view is None:
        raise ValueError("operands could not be broadcast together with remapped shapes "
                         f"[original->remapped]: {array.shape} and requested shape {shape}")
    return view if subok or type(view) is ndarray else view.view(ndarray)


def broadcast_arrays(*args: ArrayLike, subok: bool = False) -> tuple[ndarray, ...]:
    """View arrays as if each were repeated to the common shape.

    Parameters
    ----------
    *args : array_like
        Inputs.
    subok : bool, optional
        Whether the views are of the arrays' classes where those are derived from ndarray.

    Returns
    -------
    tuple of ndarray
        Views; do not write to them.

    Examples
    --------
    >>> import cupy
    >>> x, y = cupy.broadcast_arrays(cupy.arange(3), [[1], [2]])
    >>> x.shape, y.shape
    ((2, 3), (2, 3))
    """
    arrays = [as_array(a) for a in args]
    shape = broadcast_shapes(*(a.shape for a in arrays))
    return tuple(broadcast_to(a, shape, subok) for a in arrays)


class broadcast:
    """What several arrays broadcast to.

    Parameters
    ----------
    *arrays : array_like
        Inputs.

    Attributes
    ----------
    shape : tuple of ints
        Common shape.
    nd, ndim, size, numiter : int
        Axes and elements of it, and the number of inputs.
    values : list
        The inputs: views of the common shape; scalars stay what they are.
    index : int
        Elements already iterated over.

    Examples
    --------
    >>> import cupy
    >>> cupy.broadcast(cupy.zeros((2, 1)), cupy.zeros(3)).shape
    (2, 3)
    """

    def __init__(self, *arrays: ArrayLike) -> None:
        self._shape = broadcast_shapes(*(a.shape for a in arrays if isinstance(a, ndarray)))
        self._values = [broadcast_to(a, self._shape) if isinstance(a, ndarray) else a
                        for a in arrays]
        self.reset()

    @property
    def shape(self) -> tuple[int, ...]:
        """Common shape."""
        return self._shape

    @property
    def values(self) -> list[Any]:
        """The inputs: views of the common shape; scalars stay what they are."""
        return self._values

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self._shape)

    nd = ndim

    @property
    def size(self) -> int:
        """Number of items."""
        return math.prod(self._shape)

    @property
    def numiter(self) -> int:
        """Number of inputs."""
        return len(self._values)

    @property
    def index(self) -> int:
        """Items already iterated over."""
        return self._index

    @property
    def iters(self) -> tuple[flatiter, ...]:
        """Iterators over the inputs, each of the common shape."""
        return tuple(broadcast_to(as_array(v), self._shape).flat for v in self._values)

    def reset(self) -> None:
        """Start the iteration again."""
        self._index = 0
        self._walk = None

    def __iter__(self) -> broadcast:
        return self

    def __next__(self) -> tuple[ndarray, ...]:
        if self._walk is None:
            self._walk = zip(*self.iters, strict=True)
        items = next(self._walk)
        self._index += 1
        return items
