"""Walking over items one by one; each step is a launch, so this is for small arrays."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

import numpy

from cupy._core.ndarray import ndarray
from cupy._manipulation.edit import resize
from cupy._core.arguments import as_array, as_values

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["flatiter", "ndenumerate"]


class flatiter:
    """An array as if it were flat, in C order.

    Parameters
    ----------
    a : ndarray
        The array; writes go to it.

    Attributes
    ----------
    base : ndarray
        The array.
    index : int
        Elements already iterated over.
    coords : tuple of ints
        Indices of the next element along each axis.

    Examples
    --------
    >>> import cupy
    >>> a = cupy.arange(4).reshape(2, 2)
    >>> a.flat[1:3]
    array([1, 2])
    >>> a.flat[0] = 9
    >>> a
    array([[9, 1],
           [2, 3]])
    """

    def __init__(self, a: ndarray) -> None:
        self._base = a
        self._index = 0

    @property
    def base(self) -> ndarray:
        """The array."""
        return self._base

    @property
    def index(self) -> int:
        """Items already iterated over."""
        return self._index

    @property
    def coords(self) -> tuple[int, ...]:
        """Indices of the next item along each axis."""
        return tuple(map(int, numpy.unravel_index(self.index, self.base.shape)))

    def __len__(self) -> int:
        return self.base.size

    def __iter__(self) -> flatiter:
        return self

    def __next__(self) -> ndarray:
        if self.index >= self.base.size:
            raise StopIteration
        item = self.base[self.coords]
        self._index += 1
        return item

    @staticmethod
    def _key(key: Any) -> Any:
        if isinstance(key, tuple):
            if len(key) > 1:
                raise IndexError("too many indices for flat iterator: flat iterator is 1-dimensional, "
                                 f"but {len(key)} were indexed")
            key = key[0] if key else slice(None)
        if isinstance(key, (bool, numpy.bool)):
            warnings.warn("a bool as the index of a flat iterator is deprecated; it takes the first item or none",
                          DeprecationWarning, stacklevel=3)
            return 0 if key else slice(0, 0)
        return key

    def __getitem__(self, key: Any) -> ndarray:
        key = self._key(key)
        # A copy even where a view would do, as in NumPy.
        result = self.base.reshape(-1)[key]
        return result.copy() if result.base is not None else result

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        key = self._key(key)
        target = self.base
        if key is Ellipsis:
            return set_items(target, value)
        if isinstance(key, (int, numpy.integer)):
            if not -target.size <= key < target.size:
                raise IndexError(f"index {key} is out of bounds for size {target.size}")
            if isinstance(value, (list, tuple)) and target.dtype.names is None or getattr(value, "ndim", 0):
                raise ValueError(f"a single item cannot be set to {value!r}")
            try:
                target[tuple(map(int, numpy.unravel_index(key % target.size, target.shape)))] = value
            except (TypeError, OverflowError) as error:
                raise ValueError(f"a single item cannot be set to {value!r}: {error}") from error
            return
        value = as_values(value, target.dtype).ravel()
        from cupy._indexing.insert import put_items

        if isinstance(key, slice):
            positions = numpy.arange(*key.indices(target.size))
        elif isinstance(key, ndarray):
            positions = key.nonzero()[0] if key.dtype == bool else key
        else:
            positions = numpy.asarray(key)
            if positions.dtype == bool:
                positions = numpy.flatnonzero(positions)
            elif not positions.size and isinstance(key, list):
                positions = positions.astype(numpy.intp)
        put_items(target, positions, value, None)

    def copy(self) -> ndarray:
        """Flat copy of the array."""
        return self.base.flatten()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> numpy.ndarray:
        return numpy.asarray(self.base, dtype, copy=copy)

    def __eq__(self, other: object) -> Any:
        return self.base.ravel() == _plain(other)

    def __ne__(self, other: object) -> Any:
        return self.base.ravel() != _plain(other)

    def __lt__(self, other: Any) -> Any:
        return self.base.ravel() < _plain(other)

    def __le__(self, other: Any) -> Any:
        return self.base.ravel() <= _plain(other)

    def __gt__(self, other: Any) -> Any:
        return self.base.ravel() > _plain(other)

    def __ge__(self, other: Any) -> Any:
        return self.base.ravel() >= _plain(other)

    __hash__: ClassVar[None] = None


def _plain(x: Any) -> Any:
    return x.base.ravel() if isinstance(x, flatiter) else x


class ndenumerate:
    """Pairs of the indices and the value of every element.

    Parameters
    ----------
    arr : array_like
        Input.

    Examples
    --------
    >>> import cupy
    >>> [(index, int(x)) for index, x in cupy.ndenumerate(cupy.array([[1, 2]]))]
    [((0, 0), 1), ((0, 1), 2)]
    """

    def __init__(self, arr: ArrayLike) -> None:
        self._array = as_array(arr, "arr")
        self._walk = numpy.ndindex(*self._array.shape)

    def __iter__(self) -> ndenumerate:
        return self

    def __next__(self) -> tuple[tuple[int, int], ndarray]:
        index = next(self._walk)
        return index, self._array[index]


def set_items(a: ndarray, value: ArrayLike) -> None:
    """``a.flat = value``: the items in C order, repeated as often as needed."""
    value = as_values(value, a.dtype)
    if value.size == 1:
        a[...] = value.reshape(())
    elif value.size:
        a[...] = resize(value, a.shape)
