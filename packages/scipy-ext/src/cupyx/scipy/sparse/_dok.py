"""A dictionary of items by their coordinates."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupyx.scipy.sparse import _arguments
from cupyx.scipy.sparse._base import issparse, sparray, spmatrix
from cupyx.scipy.sparse._host_formats import HostFormat, _plain

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

__all__ = ["dok_array", "dok_matrix", "isspmatrix_dok"]


class DOK(HostFormat):
    """Values by their coordinates, with the methods of a dictionary."""

    format = "dok"
    _dimensions = (1, 2)

    def __len__(self) -> int:
        return len(self._host)

    def __contains__(self, key: object) -> bool:
        return key in self._host

    def __delitem__(self, key: Any) -> None:
        del self._host[key]

    def __reversed__(self) -> Iterator[tuple[int, int]]:
        return reversed(self._host)

    def __or__(self, other: Any) -> HostFormat:
        return self._of(self._host | (other._host if isinstance(other, DOK) else other))

    def __ror__(self, other: Any) -> HostFormat:
        return self._of(other | self._host)

    def __ior__(self, other: Any) -> DOK:
        self._host |= other._host if isinstance(other, DOK) else other
        return self

    def _sum(self, other: int | sparray, name: str) -> Any:
        if name == "plus" and (issparse(other) or _arguments.is_scalar(other)):     # numbers to every item
            return self._of(self._host + _plain(other))
        return super()._sum(other, name)

    def get(self, key: Any = None, default: Any = 0.0) -> Any:
        """The value at coordinates, or `default`; without a key a copy in host memory, SciPy's ``dok``.

        Parameters
        ----------
        key : tuple of int, optional
            Row and column.
        default : scalar, optional
            What there is where nothing is stored.
        """
        return self._host.copy() if key is None else self._host.get(key, default)

    def keys(self) -> Iterable[tuple[int, int]]:
        """Coordinates of the stored values."""
        return self._host.keys()

    def values(self) -> Any:
        """The stored values."""
        return self._host.values()

    def items(self) -> Any:
        """Coordinates and values."""
        return self._host.items()

    def clear(self) -> None:
        """Drop all values."""
        self._host.clear()

    def pop(self, key: Sequence[SupportsIndex], /, *default: ArrayLike) -> Any:
        """Take a value away and return it.

        Parameters
        ----------
        key : tuple of int
            Row and column.
        *default : scalar
            What to return if nothing is stored there; a KeyError if not given.
        """
        return self._host.pop(key, *default)

    def popitem(self) -> tuple[tuple[int, int], Any]:
        """Take the last value away and return it with its coordinates."""
        return self._host.popitem()

    def setdefault(self, key: Sequence[SupportsIndex], default: ArrayLike | None = None, /) -> Any:
        """The value at coordinates, which becomes `default` if nothing is stored there.

        Parameters
        ----------
        key : tuple of int
            Row and column.
        default : scalar, optional
            The value.
        """
        return self._host.setdefault(key, default)

    def update(self, val: Any) -> None:
        """Set elements as ``dict.update`` does; SciPy's classes have no other way than element by element.

        Parameters
        ----------
        val : dict or dok matrix
            Values by their coordinates.
        """
        for key, value in val.items():
            self._host[key] = value

    def conjtransp(self) -> HostFormat:
        """The conjugate transpose."""
        return self._of(self._host.conj().transpose())

    @classmethod
    def fromkeys(cls, iterable: Iterable[Any], value: ArrayLike = 1, /) -> HostFormat:
        """A matrix with one value at some coordinates.

        Parameters
        ----------
        iterable : iterable of tuple of int
            Coordinates.
        value : scalar, optional
            The value.
        """
        import scipy.sparse

        return cls._of(getattr(scipy.sparse, cls.__name__).fromkeys(iterable, value))


class dok_matrix(spmatrix, DOK):
    """Matrix of a dictionary of elements, in host memory: for building a matrix element by element.

    Parameters
    ----------
    arg1 : array, sparse matrix, or tuple
        A dense array of the device or the host; a sparse matrix of this library or SciPy's; or a shape.
    shape : tuple of int, optional
        The shape, if `arg1` does not tell it.
    dtype : dtype, optional
        Type of the values.
    copy : bool, optional
        Accepted for SciPy's signature.
    maxprint : int, optional
        Most elements that the text of the matrix shows.

    Notes
    -----
    Elements are the host's; products and other calculations bring the matrix to the device as CSR.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> a = sparse.dok_matrix((2, 2))
    >>> a[0, 1] = 5
    >>> a.tocsr().toarray()
    array([[0., 5.],
           [0., 0.]])
    """


class dok_array(sparray, DOK):
    """Array of a dictionary of elements, in host memory; the parameters are those of `dok_matrix`, one axis is allowed.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> a = sparse.dok_array((2, 2))
    >>> a[1, 1] = 3
    >>> list(a.items())
    [((1, 1), np.float64(3.0))]
    """


def isspmatrix_dok(x: object) -> bool:
    """Whether `x` is a `dok_matrix`.

    Parameters
    ----------
    x : object
        What to look at.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> from cupyx.scipy import sparse
    >>> sparse.isspmatrix_dok(sparse.dok_matrix((2, 3)))
    True
    """
    return isinstance(x, dok_matrix)
